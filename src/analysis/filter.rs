//! Which jobs a command is about: those that meet conditions on their columns.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::analysis::columns::{Column, Value};
use crate::analysis::formatting::listed;
use crate::analysis::jobs::JobRow;
use crate::analysis::statistics::Cost;
use crate::experiment::move_lists;
use knight_search::board::BoardError;
use knight_search::named_enum::named_enum;
use knight_search::{Board, Engine, Goal, MoveOrder, Outcome, Rule, parse_number};

/// A condition on a column: `rule=fixed`, `checks<1e6`.
///
/// A missing value meets `=` without a value, and `!=` any. A condition on `checks` is about the
/// checks that decide the job: a job that was stopped at a budget is above it, so it meets `>` and
/// `>=` up to there, and no other.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    column: Column,
    relation: Relation,
    wanted: Wanted,
    text: String,
}

/// What a value is compared with.
#[derive(Clone, PartialEq, Debug)]
enum Wanted {
    Value(Value),
    /// A square by its name, which depends on the board.
    Square(String),
}

/// How a value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

// Those of two characters first: `<=` begins with `<`.
named_enum!(
    Relation,
    "relation",
    Unequal => "!=",
    AtMost => "<=",
    AtLeast => ">=",
    Equal => "=",
    Less => "<",
    More => ">"
);

/// Why a text is not a condition.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ConditionError {
    /// It has no relation.
    #[error("write COLUMN=VALUE, such as rule=fixed or checks<1e6")]
    Form,
    /// It begins with something else than a column.
    #[error(transparent)]
    Column(#[from] knight_search::named_enum::UnknownWord),
    /// The value is not one of the column.
    #[error("{column}: {why}")]
    Value {
        /// The column.
        column: Column,
        /// What the value should be.
        why: String,
    },
    /// The values of the column are not sorted.
    #[error("{0} is not a number; use = or !=")]
    Unsorted(Column),
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        let place = text.find(['!', '<', '>', '=']).ok_or(ConditionError::Form)?;
        let (name, rest) = text.split_at(place);
        let starts = |relation: &&Relation| rest.starts_with(relation.word());
        let relation = *Relation::ALL.iter().find(starts).ok_or(ConditionError::Form)?;
        let column: Column = name.trim().parse()?;
        let value = rest[relation.word().len()..].trim();
        let wanted = wanted(column, value)
            .map_err(|why| ConditionError::Value { column, why: why.to_string() })?;
        let is_sorted = matches!(wanted, Wanted::Value(Value::Number(_) | Value::Board(_)));
        if !is_sorted && !matches!(relation, Relation::Equal | Relation::Unequal) {
            return Err(ConditionError::Unsorted(column));
        }
        Ok(Condition { column, relation, wanted, text: text.to_owned() })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The value that a text means in a column.
fn wanted(column: Column, text: &str) -> Result<Wanted, Box<dyn std::error::Error>> {
    let word = |word: &'static str| Value::Text(Cow::Borrowed(word));
    let value = match column {
        _ if text.is_empty() => Value::Missing,
        Column::Budget | Column::Seed if text == "none" => Value::Missing,
        Column::Budget | Column::Checks if text != "0" => Value::Number(parse_number(text)?),
        Column::Board => Value::Board(text.parse::<Board>()?),
        Column::Start => {
            let name = text.trim_matches(['(', ')']);
            largest_board()?.parse_square(name)?;
            return Ok(Wanted::Square(name.to_owned()));
        }
        Column::Order if move_lists::is_list(text) => {
            Value::Text(move_lists::order(text)?.to_string().into())
        }
        Column::Order => Value::Text(text.parse::<MoveOrder>()?.to_string().into()),
        Column::Rule => word(text.parse::<Rule>()?.word()),
        Column::Goal => word(text.parse::<Goal>()?.word()),
        Column::Engine => word(text.parse::<Engine>()?.word()),
        Column::Outcome => word(text.parse::<Outcome>()?.word()),
        Column::Success | Column::Closed => {
            let truth: bool = text.parse().map_err(|_| "write true or false")?;
            word(if truth { "true" } else { "false" })
        }
        _ => Value::Number(text.parse::<u128>().map_err(|_| "write a whole number")?),
    };
    Ok(Wanted::Value(value))
}

fn largest_board() -> Result<Board, BoardError> {
    Board::new(Board::MAX_SIDE, Board::MAX_SIDE)
}

impl Condition {
    /// Whether a job meets it.
    pub fn holds(&self, row: &JobRow) -> bool {
        let found = match (self.column, &self.wanted) {
            (Column::Checks, Wanted::Value(Value::Number(wanted))) => {
                return self.holds_for_cost(row.cost, *wanted);
            }
            (Column::Checks, _) => row.cost.exact().map_or(Value::Missing, Value::Number),
            (column, _) => column.value(row),
        };
        match &self.wanted {
            Wanted::Value(wanted) => self.relation.holds(&found, wanted),
            Wanted::Square(name) => {
                let is_it = row.setting.board.parse_square(name).is_ok_and(|it| it == row.start);
                is_it == (self.relation == Relation::Equal)
            }
        }
    }

    fn holds_for_cost(&self, cost: Cost, wanted: u128) -> bool {
        let least = match cost {
            Cost::Exact(checks) => {
                return self.relation.holds(&Value::Number(checks), &Value::Number(wanted));
            }
            Cost::Above(budget) => budget.saturating_add(1),
            Cost::Never => u128::MAX,
            Cost::Unknown => return false,
        };
        match self.relation {
            Relation::More | Relation::Unequal => least > wanted,
            Relation::AtLeast => least >= wanted,
            _ => false,
        }
    }
}

impl Relation {
    fn holds(self, found: &Value, wanted: &Value) -> bool {
        let is_there = *found != Value::Missing;
        match (self, found.cmp(wanted)) {
            (Relation::Equal, ordering) => ordering == Ordering::Equal,
            (Relation::Unequal, ordering) => ordering != Ordering::Equal,
            (Relation::Less, ordering) => is_there && ordering == Ordering::Less,
            (Relation::AtMost, ordering) => is_there && ordering != Ordering::Greater,
            (Relation::More, ordering) => is_there && ordering == Ordering::Greater,
            (Relation::AtLeast, ordering) => is_there && ordering != Ordering::Less,
        }
    }
}

/// Jobs that meet conditions: all of them, where those with `=` on one column are alternatives.
///
/// Remembers which values occurred until a job meets them, for a message.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    conditions: Vec<Condition>,
    /// The values of the columns of the conditions; no longer collected once a job passed.
    seen: Vec<(Column, BTreeSet<Value>)>,
    has_passed: bool,
}

impl Filter {
    /// The jobs that meet these conditions; all jobs without any.
    pub fn new(conditions: &[Condition]) -> Filter {
        let columns: BTreeSet<Column> = conditions.iter().map(|c| c.column).collect();
        Filter {
            conditions: conditions.to_vec(),
            seen: columns.into_iter().map(|column| (column, BTreeSet::new())).collect(),
            has_passed: false,
        }
    }

    /// Whether a job passes.
    pub fn passes(&mut self, row: &JobRow) -> bool {
        let alternatives =
            |column| self.conditions.iter().filter(move |c| c.column == column && c.is_equal());
        let passes = self.conditions.iter().all(|condition| {
            if condition.is_equal() {
                alternatives(condition.column).any(|one| one.holds(row))
            } else {
                condition.holds(row)
            }
        });
        self.has_passed |= passes;
        if !self.has_passed {
            for (column, values) in &mut self.seen {
                // There may be millions.
                if values.len() < MOST_SEEN {
                    values.insert(column.value(row));
                }
            }
        }
        passes
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.conditions.iter().map(|condition| condition.text.as_str())
    }

    /// If conditions let no job pass, which values the jobs have.
    pub fn fault(&self) -> Option<String> {
        if self.conditions.is_empty() || self.has_passed {
            return None;
        }
        let values = self.seen.iter().map(|(column, values)| {
            let written = |value: &Value| match value {
                Value::Missing => "nothing".to_owned(),
                value => value.to_string(),
            };
            let values: Vec<String> = values.iter().map(written).collect();
            let plural = if values.len() >= MOST_SEEN { ", or more" } else { "" };
            format!("; {column} is one of: {}{plural}", listed(&values, 12))
        });
        let conditions = self.texts().collect::<Vec<_>>().join(" and ");
        Some(format!("no job has {conditions}{}", values.collect::<String>()))
    }
}

/// The most values of a column that are remembered for a message.
const MOST_SEEN: usize = 1000;

impl Condition {
    fn is_equal(&self) -> bool {
        self.relation == Relation::Equal
    }
}

/// The conditions: `rule=fixed, checks<1e6`.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::filter::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;

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
            ("outcome=tour", true),
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

    #[test]
    fn what_is_not_a_condition_is_refused_with_advice() {
        let refused = [
            "rule",
            "ruel=fixed",
            "rule=fixd",
            "rule<fixed",
            "checks=lots",
            "start=z",
            "board=8",
            "success=yes",
            "rows=x",
            "a!b",
        ];
        let errors = refused.map(|text| text.parse::<Condition>().unwrap_err().to_string());
        insta::assert_snapshot!(errors.join("\n"), @"
        write COLUMN=VALUE, such as rule=fixed or checks<1e6
        `ruel` is not a known column (did you mean `rule`?); choose one of: file, job, board, rows, cols, start, start_row, start_col, start_class, order, order_rank, rule, goal, engine, budget, seed, outcome, success, closed, checks
        rule: `fixd` is not a known rule (did you mean `fixed`?); choose one of: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-roth, greedy, greedy-random, greedy-pohl, greedy-roth
        rule is not a number; use = or !=
        checks: `lots` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
        start: `z` is not a square; write row,column such as 1,1 or a chess name such as a8
        board: `8` is not a board; write rows x columns, such as 8x8 or 5x6
        success: write true or false
        rows: write a whole number
        write COLUMN=VALUE, such as rule=fixed or checks<1e6
        ");
    }

    #[test]
    fn a_filter_that_lets_nothing_pass_says_what_there_is() {
        let mut filter = Filter::new(&["start=9,9", "rule=greedy"].map(|c| c.parse().unwrap()));
        for start_row in 1..=20 {
            let record = Record { start_row: 1 + start_row % 8, ..record(Outcome::Tour, 64) };
            assert!(!filter.passes(&JobRow::of(0, &record).unwrap()));
        }
        let starts = "(1,1), (2,1), (3,1), (4,1), (5,1), (6,1), (7,1), (8,1)";
        assert_eq!(
            filter.fault().unwrap(),
            format!(
                "no job has start=9,9 and rule=greedy; start is one of: {starts}; rule is one of: \
                 fixed"
            )
        );
        assert!(Filter::new(&[]).fault().is_none());
    }
}
