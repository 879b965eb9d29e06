//! The names of groups of jobs that are compared.

use crate::pictures::gathering::{Gathering, Place};
use crate::pictures::scale::amount;
use crate::pictures::tally::Tally;
use knight_search::{Board, Square};

/// Groups with their names, by what differs among the records; without the start if it would make more than `most`.
pub fn by_what_differs(gathering: &Gathering, most: usize) -> Vec<(String, Tally)> {
    let places: Vec<Place> = gathering.tallies.keys().copied().collect();
    let mut differs = Differs::among(&places);
    let mut groups = gathering.tallies_by(|place| differs.key(place));
    if groups.len() > most {
        differs.start = false;
        groups = gathering.tallies_by(|place| differs.key(place));
    }
    groups.into_iter().map(|((_, name), tally)| (name, tally)).collect()
}

/// The name of the group that has these values in these columns.
pub fn name_of_values<'a>(pairs: impl Iterator<Item = (&'a str, &'a String)>) -> String {
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

/// What differs among places.
struct Differs {
    board: bool,
    goal: bool,
    rule: bool,
    engine: bool,
    budget: bool,
    start: bool,
}

/// What tells a group from others: something to sort it by, and its name.
type GroupKey = ((Board, Option<u128>, Option<Square>), String);

impl Differs {
    fn among(places: &[Place]) -> Differs {
        let differs = |same: &dyn Fn(&Place, &Place) -> bool| {
            places.windows(2).any(|pair| !same(&pair[0], &pair[1]))
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

    fn key(&self, place: &Place) -> GroupKey {
        let budget = place
            .budget
            .map_or("no budget".to_owned(), |budget| format!("budget {}", amount(budget as f64)));
        let parts = [
            (self.board, place.board.to_string()),
            (self.goal, place.goal.to_string()),
            (self.rule, place.rule.to_string()),
            (self.engine, place.engine.to_string()),
            (self.budget, budget),
            (self.start, format!("from {}", place.start)),
        ];
        let parts = parts.into_iter().filter(|(differs, _)| *differs);
        let name = parts.map(|(_, part)| part).collect::<Vec<_>>().join(", ");
        let (budget, start) =
            (place.budget.filter(|_| self.budget), self.start.then_some(place.start));
        ((place.board, budget, start), name)
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::sample::{gathered, record};
    use crate::results::record::Record;
    use knight_search::Outcome;

    #[test]
    fn groups_are_named_by_what_differs() {
        let names = |records: &[Record]| -> Vec<String> {
            gathered(records).groups(8).into_iter().map(|(name, _)| name).collect()
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
