//! How pictures say and show how jobs ended.

use std::collections::BTreeSet;

use crate::analysis::{Cost, JobStats, Jobs};
use crate::results::outcome_counts::OutcomeCounts;
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

/// How many of the jobs are not decided, and why: `59 of 64 jobs stopped by the budget of
/// 100,000,000 checks.` `None` if all are decided.
pub fn about_undecided(jobs: &Jobs) -> Option<String> {
    const MOST_NAMED: usize = 3;
    let (mut outcomes, mut budgets) = (OutcomeCounts::default(), BTreeSet::new());
    for row in jobs.iter() {
        outcomes.add(row.outcome);
        budgets.extend(if let Cost::Above(budget) = row.cost { Some(budget) } else { None });
    }
    let budgets: Vec<String> = budgets.into_iter().map(grouped).collect();
    let undecided = Outcome::undecided().filter(|outcome| outcomes.of(*outcome) > 0);
    let parts = undecided.map(|outcome| {
        let how = match outcome {
            Outcome::Budget if budgets.len() == 1 => {
                format!("stopped by the budget of {} checks", budgets.concat())
            }
            Outcome::Budget => {
                format!("stopped by their budgets ({})", listed(&budgets, MOST_NAMED))
            }
            other => other.of_jobs().to_owned(),
        };
        (outcomes.of(outcome), how)
    });
    let parts: Vec<(u64, String)> = parts.collect();
    match parts.as_slice() {
        [] => None,
        [(count, how)] => Some(format!("{} {how}.", part_of(*count, outcomes.total()))),
        _ => {
            let parts = parts.iter().map(|(count, how)| format!("{} {how}", grouped(*count)));
            let all = counted(outcomes.total(), "job");
            Some(format!("Of {all}, {}.", joined(parts, ", ")))
        }
    }
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
    let mut text = format!("{tours} of {} with a tour", counted(jobs, "job"));
    if stats.with(Outcome::None) > 0 {
        text += &format!(", {} without", grouped(stats.with(Outcome::None)));
    }
    for (outcome, jobs) in stats.undecided() {
        text += &format!(", {} {}", grouped(jobs), outcome.of_jobs());
    }
    text + &format!("; median {median} checks")
}

/// A part of all jobs at the beginning of a sentence: `41 of 64 jobs`, `All 64 jobs`, `One job`.
pub fn part_of(part: u64, jobs: u64) -> String {
    let all = counted(jobs, "job");
    match (part, jobs) {
        (0, 1) => "No job".to_owned(),
        (1, 1) => "One job".to_owned(),
        (2, 2) => "Both jobs".to_owned(),
        (0, _) => format!("None of {all}"),
        _ if part == jobs => format!("All {all}"),
        _ => format!("{} of {all}", grouped(part)),
    }
}
