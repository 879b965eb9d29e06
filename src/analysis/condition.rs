//! Conditions on the columns of jobs, as they are written: `checks<1e6`.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::analysis::{Column, Cost, JobRow, Value};
use knight_board::named_enum::UnknownWord;

/// A condition on a column: `rule=fixed`, `checks<1e6`.
///
/// A missing value meets `=` without a value, and `!=` any. A condition on `checks` is about the
/// checks that decide the job: a job that was stopped at a budget is above it, so it meets `>` and
/// `>=` up to there, and no other.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// The column of which it is a condition.
    pub column: Column,
    relation: &'static [Ordering],
    /// As [`Column::read`] gives it.
    wanted: Value,
    text: String,
}

/// How a value is compared: the orders of the found and the wanted value that meet it. Those of two
/// characters first: `<=` begins with `<`.
const RELATIONS: [(&str, &[Ordering]); 6] = [
    ("!=", &[Less, Greater]),
    ("<=", &[Less, Equal]),
    (">=", &[Greater, Equal]),
    ("=", &[Equal]),
    ("<", &[Less]),
    (">", &[Greater]),
];

/// Why a text is not a condition.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ConditionError {
    /// It has no relation.
    #[error("write COLUMN=VALUE, such as rule=fixed or checks<1e6")]
    Form,
    /// It begins with something else than a column.
    #[error(transparent)]
    Column(#[from] UnknownWord),
    /// The value is not one of the column: the column, and what to write.
    #[error("{0}: {1}")]
    Value(Column, String),
    /// The value goes on with another condition.
    #[error("`{0}` is more than one condition; give each its own --where")]
    Several(String),
    /// The values of the column are not sorted.
    #[error("{0} is not a number; use = or !=")]
    Unsorted(Column),
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        let place = text.find(['!', '<', '>', '=']).ok_or(ConditionError::Form)?;
        let (name, rest) = text.split_at(place);
        let mut relations = RELATIONS.into_iter();
        let starts = |(word, _): &(&str, _)| rest.starts_with(word);
        let (word, relation) = relations.find(starts).ok_or(ConditionError::Form)?;
        let column: Column = name.trim().parse()?;
        let value = rest[word.len()..].trim();
        let wanted = column.read(value).map_err(|why| match value.contains(['=', '<', '>']) {
            true => ConditionError::Several(text.to_owned()),
            false => ConditionError::Value(column, why.to_string()),
        })?;
        let is_sorted = matches!(wanted, Value::Number(_) | Value::Board(_));
        let condition = Condition { column, relation, wanted, text: text.to_owned() };
        if !is_sorted && !condition.is_about_equality() {
            return Err(ConditionError::Unsorted(column));
        }
        Ok(condition)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Condition {
    /// Whether it has `=`.
    pub fn is_equal(&self) -> bool {
        self.relation == [Equal]
    }

    fn is_about_equality(&self) -> bool {
        self.relation.contains(&Less) == self.relation.contains(&Greater)
    }

    /// About these files, of which it may name one as it was given, or without its folder if no
    /// other has this name.
    pub(super) fn about_files(&mut self, files: &[PathBuf]) {
        let Value::Text(name) = &self.wanted else { return };
        if self.column == Column::File {
            let has_name = |file: &PathBuf| file.file_name().and_then(OsStr::to_str) == Some(name);
            let only_one = || files.iter().filter(|file| has_name(file)).count() == 1;
            let given = files.iter().position(|file| file.to_str() == Some(name));
            let place = given.or_else(|| files.iter().position(has_name).filter(|_| only_one()));
            self.wanted = place.map_or(Value::Missing, |place| Value::Number(place as u128 + 1));
        }
    }

    /// Whether a job meets it.
    pub fn holds(&self, row: &JobRow) -> bool {
        let found = match (self.column, &self.wanted) {
            (Column::Start, Value::Text(name)) => {
                let is_it = row.setting.board.parse_square(name).is_ok_and(|it| it == row.start);
                return is_it == self.is_equal();
            }
            (Column::Checks, Value::Number(wanted)) => {
                let least = match row.cost {
                    Cost::Exact(checks) => return self.relation.contains(&checks.cmp(wanted)),
                    Cost::Above(budget) => budget.saturating_add(1),
                    Cost::Never => u128::MAX,
                    Cost::Unknown => return false,
                };
                // It has to hold for every count from the least one on.
                let at_least = least.cmp(wanted);
                return at_least.is_ge()
                    && [at_least, Greater].iter().all(|it| self.relation.contains(it));
            }
            (Column::Checks, _) => row.cost.exact().into(),
            // It names none of the files, or more than one.
            (Column::File, Value::Missing) => return false,
            (column, _) => column.value(row),
        };
        (found != Value::Missing || self.is_about_equality())
            && self.relation.contains(&found.cmp(&self.wanted))
    }
}
