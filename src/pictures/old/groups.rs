//! The groups of jobs that a plot compares, and their names.

use crate::pictures::drawing::scale::amount;
use crate::pictures::old::job_stats::JobStats;
use crate::pictures::old::plot_data::{FamilyKey, PlotData};
use knight_search::{Board, Square};

/// The groups to compare, with their names: by the columns that were asked for, or else by what
/// differs among the records. The start is left out if it would make more than `most` groups.
pub fn named_groups(data: &PlotData, most: usize) -> Vec<(String, JobStats)> {
    if let Some((columns, by_values)) = &data.by_columns {
        let name = |values: &[String]| name_of_values(columns.names().zip(values));
        return by_values.iter().map(|(values, stats)| (name(values), stats.clone())).collect();
    }
    let keys: Vec<FamilyKey> = data.by_family.keys().copied().collect();
    let mut differs = Differs::among(&keys);
    let mut groups = data.stats_by(|key| differs.key(key));
    if groups.len() > most {
        differs.start = false;
        groups = data.stats_by(|key| differs.key(key));
    }
    groups.into_iter().map(|((_, name), stats)| (name, stats)).collect()
}

fn name_of_values<'a>(pairs: impl Iterator<Item = (&'a str, &'a String)>) -> String {
    let values: Vec<String> = pairs.map(|(name, value)| named_value(name, value)).collect();
    values.join(", ")
}

fn named_value(name: &str, value: &str) -> String {
    match (name, value) {
        (_, "") => format!("{name} none"),
        ("order", digits) => digits.to_owned(),
        ("goal" | "engine" | "rule" | "outcome", word) => word.to_owned(),
        _ => format!("{name} {value}"),
    }
}

/// Which properties differ among jobs.
struct Differs {
    board: bool,
    goal: bool,
    rule: bool,
    engine: bool,
    budget: bool,
    start: bool,
}

/// A group: values to sort it by, and its name.
type GroupKey = ((Board, Option<u128>, Option<Square>), String);

impl Differs {
    fn among(keys: &[FamilyKey]) -> Differs {
        let differs = |same: &dyn Fn(&FamilyKey, &FamilyKey) -> bool| {
            keys.windows(2).any(|pair| !same(&pair[0], &pair[1]))
        };
        Differs {
            board: differs(&|a, b| a.board == b.board),
            goal: differs(&|a, b| a.goal == b.goal),
            rule: differs(&|a, b| a.rule == b.rule),
            engine: differs(&|a, b| a.engine == b.engine),
            budget: differs(&|a, b| a.budget == b.budget),
            start: differs(&|a, b| a.start == b.start),
        }
    }

    fn key(&self, family: &FamilyKey) -> GroupKey {
        let budget = family
            .budget
            .map_or("no budget".to_owned(), |budget| format!("budget {}", amount(budget as f64)));
        let parts = [
            (self.board, family.board.to_string()),
            (self.goal, family.goal.to_string()),
            (self.rule, family.rule.to_string()),
            (self.engine, family.engine.to_string()),
            (self.budget, budget),
            (self.start, format!("from {}", family.start)),
        ];
        let parts = parts.into_iter().filter(|(differs, _)| *differs);
        let name = parts.map(|(_, part)| part).collect::<Vec<_>>().join(", ");
        let (budget, start) =
            (family.budget.filter(|_| self.budget), self.start.then_some(family.start));
        ((family.board, budget, start), name)
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::groups::named_groups;
    use crate::pictures::test_records::{gathered, record};
    use crate::results::record::Record;
    use knight_search::Outcome;

    #[test]
    fn groups_are_named_by_what_differs() {
        let names = |records: &[Record]| -> Vec<String> {
            named_groups(&gathered(records), 8).into_iter().map(|(name, _)| name).collect()
        };
        let one = record(Outcome::Tour, 64);
        assert_eq!(names(std::slice::from_ref(&one)), [""]);
        let small = Record { rows: 5, cols: 6, ..one.clone() };
        assert_eq!(names(&[one.clone(), small]), ["5x6", "8x8"]);
        let starts: Vec<Record> =
            (1..=8).map(|start_col| Record { start_col, ..one.clone() }).collect();
        assert_eq!(names(&starts[..2]), ["from (1,1)", "from (1,2)"]);
        let more = Record { start_row: 2, ..one.clone() };
        assert_eq!(names(&[starts, vec![more]].concat()), [""]);
    }
}
