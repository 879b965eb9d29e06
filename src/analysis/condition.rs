//! Conditions on the columns of jobs, as they are written: `checks<1e6`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::analysis::columns::{Column, Value};
use crate::analysis::jobs::JobRow;
use crate::analysis::statistics::Cost;
use crate::experiment;
use knight_board::BoardError;
use knight_board::named_enum;
use knight_search::{Board, Engine, Goal, Outcome, Rule, parse_number};

/// A condition on a column: `rule=fixed`, `checks<1e6`.
///
/// A missing value meets `=` without a value, and `!=` any. A condition on `checks` is about the
/// checks that decide the job: a job that was stopped at a budget is above it, so it meets `>` and
/// `>=` up to there, and no other.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub(super) column: Column,
    relation: Relation,
    wanted: Wanted,
    pub(super) text: String,
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
    Column(#[from] knight_board::named_enum::UnknownWord),
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
        Column::Budget if text != "0" => Value::Number(parse_number(text)?),
        Column::Checks if text != "0" => Value::Number(
            parse_number(text).map_err(|_| "write a whole number, such as 5000, 10M or 1e6")?,
        ),
        Column::Board => Value::Board(text.parse::<Board>()?),
        Column::Start => {
            let name = text.trim_matches(['(', ')']);
            largest_board()?.parse_square(name)?;
            return Ok(Wanted::Square(name.to_owned()));
        }
        Column::Order => Value::Text(experiment::move_order(text)?.to_string().into()),
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
    /// Whether it has `=`.
    pub(super) fn is_equal(&self) -> bool {
        self.relation == Relation::Equal
    }

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
                is_it == self.is_equal()
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
