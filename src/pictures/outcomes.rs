//! How pictures say and show how jobs ended.

use std::collections::BTreeSet;

use crate::analysis::{Cost, Jobs};
use crate::pictures::drawing::Symbol;
use crate::results::outcome_counts::OutcomeCounts;
use crate::text::formatting::{counted, grouped, joined, listed};
use knight_search::Outcome;

/// An outcome in a picture.
pub struct OutcomeLook {
    /// In a legend or a tooltip.
    pub words: &'static str,
    /// Below a bar.
    pub short: &'static str,
    /// Its symbol.
    pub symbol: Symbol,
    /// The series whose colour it has.
    pub series: usize,
}

/// How an outcome looks.
pub fn look(outcome: Outcome) -> OutcomeLook {
    let (words, short, symbol, series) = match outcome {
        Outcome::Tour => ("tour", "tour", Symbol::Disc, 0),
        Outcome::None => ("no tour exists", "no tour", Symbol::Square, 1),
        Outcome::Stuck => (outcome.of_jobs(), "stuck", Symbol::Triangle, 3),
        Outcome::Budget => (outcome.of_jobs(), "stopped", Symbol::Ring, 6),
        Outcome::Memory => (outcome.of_jobs(), "no memory", Symbol::Cross, 6),
        Outcome::Time => (outcome.of_jobs(), "no time", Symbol::Cross, 6),
        Outcome::Unknown => (outcome.of_jobs(), "not known", Symbol::Cross, 6),
    };
    OutcomeLook { words, short, symbol, series }
}

/// How many of the jobs are not decided, and why: `Of 64 jobs, 59 stopped by the budget of
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
        let count = grouped(outcomes.of(outcome).into());
        match outcome {
            Outcome::Budget if budgets.len() == 1 => {
                format!("{count} stopped by the budget of {} checks", budgets.concat())
            }
            Outcome::Budget => {
                format!("{count} stopped by their budgets ({})", listed(&budgets, MOST_NAMED))
            }
            other => format!("{count} {}", other.of_jobs()),
        }
    });
    let parts = joined(parts, ", ");
    (!parts.is_empty()).then(|| format!("Of {}, {parts}.", counted(outcomes.total(), "job")))
}

#[cfg(test)]
mod tests {
    use crate::pictures::PlotInput;
    use crate::pictures::outcomes::*;
    use crate::pictures::test_records::record;

    #[test]
    fn jobs_that_are_not_decided_are_counted() {
        let about = |records: &[_]| about_undecided(&PlotInput::of(records).jobs);
        let (tour, stopped) = (record(Outcome::Tour, 64), record(Outcome::Budget, 1000));
        assert_eq!(about(std::slice::from_ref(&tour)), None);
        let words = about(&[tour.clone(), stopped.clone(), record(Outcome::Stuck, 9)]);
        let expected = "Of 3 jobs, 1 stopped by the budget of 1,000 checks, 1 stuck.";
        assert_eq!(words.as_deref(), Some(expected));
        let words = about(&[tour, stopped, record(Outcome::Budget, 99)]);
        assert_eq!(words.as_deref(), Some("Of 3 jobs, 2 stopped by their budgets (99, 1,000)."));
    }
}
