//! How pictures say and show how jobs ended.

use crate::analysis::{JobStats, Jobs};
use crate::text::formatting::{counted, grouped, joined, listed};
use knight_search::Outcome;

/// An outcome in a picture.
pub struct OutcomeLook {
    /// In a legend or a tooltip.
    pub words: &'static str,
    /// The series whose colour it has.
    pub series: usize,
}

/// How an outcome looks.
pub fn look(outcome: Outcome) -> OutcomeLook {
    let (words, series) = match outcome {
        Outcome::Tour => ("tour", 0),
        Outcome::None => ("no tour exists", 1),
        Outcome::Stuck => (outcome.of_jobs(), 3),
        Outcome::Budget | Outcome::Memory | Outcome::Time | Outcome::Unknown => {
            (outcome.of_jobs(), 6)
        }
    };
    OutcomeLook { words, series }
}

/// How many of the jobs are not decided, and why: `Of 64 jobs, 59 stopped by the budget of
/// 100,000,000 checks.` `None` if all are decided.
pub fn about_undecided(jobs: &Jobs) -> Option<String> {
    const MOST_NAMED: usize = 3;
    let stats = jobs.stats();
    let budgets: Vec<String> = stats.costs.budgets().map(|(budget, _)| grouped(budget)).collect();
    let part = |(outcome, count): (Outcome, u64)| {
        let mut part = format!("{} {}", grouped(count), outcome.of_jobs());
        if outcome == Outcome::Budget {
            part += &format!(" of {} checks", listed(&budgets, MOST_NAMED));
        }
        part
    };
    let parts = joined(stats.undecided().map(part), ", ");
    (!parts.is_empty()).then(|| format!("Of {}, {parts}.", counted(stats.jobs(), "job")))
}

/// What some jobs found, or the only one: `a tour after 64 checks`.
pub fn found(stats: &JobStats) -> String {
    let (median, jobs) = (stats.median(), stats.jobs());
    let only = Outcome::ALL.iter().find(|outcome| jobs == 1 && stats.with(**outcome) > 0);
    if let Some(outcome) = only {
        return match outcome {
            Outcome::Tour => format!("a tour after {median} checks"),
            Outcome::None => format!("proved to have no tour: {median} checks"),
            Outcome::Budget => format!("stopped by its budget: {median} checks"),
            Outcome::Stuck => "stuck in a dead end".to_owned(),
            other => look(*other).words.to_owned(),
        };
    }
    let tours = grouped(stats.with(Outcome::Tour));
    let mut text = format!("{tours} of {} found a tour", counted(jobs, "job"));
    if stats.with(Outcome::None) > 0 {
        text += &format!(", {} proved that there is none", grouped(stats.with(Outcome::None)));
    }
    for (outcome, jobs) in stats.undecided() {
        text += &format!(", {} {}", grouped(jobs), outcome.of_jobs());
    }
    text + &format!("; median {median} checks")
}
