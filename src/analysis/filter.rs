//! Which jobs a command is about: those that meet conditions on their columns.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use crate::analysis::condition::Condition;
use crate::analysis::{Column, JobRow, Value};
use crate::results::record::Record;
use crate::text::formatting::{joined, listed};
use crate::text::shown::shown;

/// Jobs that meet conditions: all of them, where those with `=` on one column are alternatives.
///
/// Remembers which values occurred until a job meets them, for a message.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    conditions: Vec<Condition>,
    /// The values of the columns of the conditions; no longer collected once a job passed.
    seen: BTreeMap<Column, BTreeSet<Value>>,
    has_passed: bool,
    /// The names of the files, if they are known.
    files: Vec<String>,
}

impl Filter {
    /// The jobs that meet these conditions; all jobs without any.
    pub fn new(conditions: &[Condition]) -> Filter {
        let seen = conditions.iter().map(|c| (c.column, BTreeSet::new())).collect();
        Filter { conditions: conditions.to_vec(), seen, ..Filter::default() }
    }

    /// The jobs of these files that meet its conditions, which may name the files.
    #[must_use]
    pub fn about_files(mut self, files: &[PathBuf]) -> Filter {
        self.conditions.iter_mut().for_each(|condition| condition.about_files(files));
        self.files = files.iter().map(shown).collect();
        self
    }

    /// Whether a job meets the conditions.
    fn is_met_by(&self, row: &JobRow) -> bool {
        let alternatives =
            |column| self.conditions.iter().filter(move |c| c.column == column && c.is_equal());
        self.conditions.iter().all(|condition| {
            if condition.is_equal() {
                alternatives(condition.column).any(|one| one.holds(row))
            } else {
                condition.holds(row)
            }
        })
    }

    /// Whether the job of a record meets the conditions.
    pub(super) fn wants(&self, file: usize, record: &Record) -> bool {
        self.conditions.is_empty()
            || JobRow::of(file, record).is_some_and(|row| self.is_met_by(&row))
    }

    /// Whether a job passes.
    pub fn passes(&mut self, row: &JobRow) -> bool {
        let passes = self.is_met_by(row);
        self.has_passed |= passes;
        if !self.has_passed {
            for (column, values) in &mut self.seen {
                // There may be millions. The checks of a stopped job are its budget.
                let is_one = *column != Column::Checks || row.cost.exact().is_some();
                if values.len() < MOST_SEEN && is_one {
                    values.insert(column.value(row));
                }
            }
        }
        passes
    }

    /// If conditions let no job pass, which values the jobs have.
    pub fn fault(&self) -> Option<String> {
        if self.conditions.is_empty() || self.has_passed {
            return None;
        }
        const SHOWN: usize = 12;
        let known = self.seen.iter().filter(|(_, values)| !values.is_empty());
        let values = known.map(|(column, values)| {
            let written = |value| match column {
                Column::File => column.named(value, &self.files),
                _ => column.written(value),
            };
            let values: Vec<String> = values.iter().map(written).collect();
            let values = match values.len() >= MOST_SEEN {
                true => values[..SHOWN].join(", ") + " and many more",
                false => listed(&values, SHOWN),
            };
            format!("; {column} is one of: {values}")
        });
        let conditions = joined(&self.conditions, " and ");
        Some(format!("no job has {conditions}{}", values.collect::<String>()))
    }
}

/// The most values of a column that are remembered for a message.
const MOST_SEEN: usize = 1000;

/// The conditions: `rule=fixed, checks<1e6`.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.conditions, ", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::filter::*;
    use crate::pictures::tests::record;
    use knight_search::Outcome;

    fn row(outcome: Outcome, checks: u128) -> JobRow {
        JobRow::of(0, &record(outcome, checks)).unwrap()
    }

    fn passes(conditions: &[&str], row: &JobRow) -> bool {
        let conditions: Vec<Condition> = conditions.iter().map(|c| c.parse().unwrap()).collect();
        Filter::new(&conditions).passes(row)
    }

    #[test]
    fn conditions_compare_numbers_words_boards_and_squares() {
        let tour = row(Outcome::Tour, 5000);
        for (condition, expected) in [
            ("checks=5000", true),
            ("checks < 5k", false),
            ("checks<=5e3", true),
            ("checks!=5000", false),
            ("start=1,1", true),
            ("start=(1,1)", true),
            ("start=a8", true),
            ("start!=a8", false),
            ("start=a7", false),
            ("board=8x8", true),
            ("board>7x7", true),
            ("rows<10", true),
            ("rule=fixed", true),
            ("rule!=fixed", false),
            ("order=fig2", true),
            ("order=21876543", false),
            ("order=1 2 3 4 5 6 7 8", true),
            ("order=1,2,3,4,5,6,7,8", true),
            ("order!=1-2-3-4-5-6-7-8", false),
            ("order=[2, 1, 8, 7, 6, 5, 4, 3]", false),
            ("order=1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2", true),
            ("outcome=tour", true),
            ("start_class=corner", true),
            ("start_class=edge", false),
            ("start_class!=inside", true),
            ("success=false", false),
            ("seed=none", true),
            ("seed=", true),
            ("seed!=3", true),
            ("seed>3", false),
        ] {
            assert_eq!(passes(&[condition], &tour), expected, "{condition}");
        }
    }

    #[test]
    fn a_stopped_job_is_above_its_budget_and_equal_to_nothing() {
        let stopped = row(Outcome::Budget, 1000);
        let met = ["checks>999", "checks>1000", "checks>=1001", "checks!=1000"];
        let unmet = ["checks=1000", "checks<2000", "checks>1001", "checks!=1001"];
        assert!(met.iter().all(|condition| passes(&[condition], &stopped)));
        assert!(!unmet.iter().any(|condition| passes(&[condition], &stopped)));
        assert!(passes(&["checks>1e30"], &row(Outcome::Stuck, 5)));
        assert!(!passes(&["checks>1"], &row(Outcome::Memory, 0)));
    }

    #[test]
    fn equalities_on_a_column_are_alternatives_and_all_else_must_hold() {
        let tour = row(Outcome::Tour, 5000);
        assert!(passes(&["outcome=none", "outcome=tour"], &tour));
        assert!(!passes(&["outcome=none", "outcome=tour", "rows=5"], &tour));
        assert!(!passes(&["checks>10", "checks<100"], &tour));
        assert!(passes(&[], &tour));
    }
}
