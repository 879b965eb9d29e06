//! The values of tables.

use std::cmp::Ordering;
use std::time::Duration;

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::analysis::approximate::approximate;
use crate::analysis::json::MOST_EXACT;
use crate::analysis::statistics::LARGEST_AS_CHECKS;
use crate::analysis::statistics::Number;
use crate::analysis::{Quantile, Ratio, Value};
use crate::text::formatting::{and_more, grouped, named_order, percent, printable, time};

/// A value of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A value of a column that is not a number.
    Word(Value),
    /// A count, or a value between two counts, such as a median, with all its digits.
    Number(Number),
    /// A real number; finite.
    Real(f64),
    /// A share from 0 to 1, for people in percent.
    Share(f64),
    /// A time in seconds; finite, not negative.
    Seconds(f64),
    /// More than this. For people: a program finds the bound in a column of its own.
    Above(u128),
    /// A ratio; for programs only if it is known.
    Ratio(Ratio),
    /// A number as people read it: `> 3.2`. For people, as well.
    Shown(String),
    /// A number that rests on estimates.
    About(Box<Cell>),
    /// Whether something is so.
    Flag(bool),
    /// A number of any length and precision, as it is written.
    Digits(String),
    /// Texts: a list in JSON, otherwise joined by blanks.
    List(Vec<String>),
    /// No value.
    Missing,
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Missing, Into::into)
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        match value {
            Value::Missing => Cell::Missing,
            Value::Number(number) => number.into(),
            word => Cell::Word(word),
        }
    }
}

impl From<Quantile> for Cell {
    fn from(quantile: Quantile) -> Cell {
        match quantile {
            Quantile::Number(number) => number.into(),
            Quantile::Above(bound) => Cell::Above(bound),
            Quantile::Missing => Cell::Missing,
        }
    }
}

macro_rules! cells_from {
    ($($value:ty => $variant:ident),+) => {$(
        impl From<$value> for Cell {
            fn from(value: $value) -> Cell {
                Cell::$variant(value.into())
            }
        }
    )+};
}
cells_from!(&str => Text, String => Text, bool => Flag, u16 => Number, u64 => Number,
    u128 => Number, Number => Number, f64 => Real, Ratio => Ratio);

impl Cell {
    /// The longest list that people see whole.
    pub const MOST_SHOWN: usize = 8;

    /// A value of a column for people: an order with its name, if it has one.
    pub fn named(value: Value) -> Cell {
        match value {
            Value::Order(order) => named_order(order).into(),
            _ => value.into(),
        }
    }

    /// The text for programs; empty if it is missing, or for people only.
    pub(crate) fn plain(&self) -> String {
        match self {
            Cell::Text(text) => printable(text).into_owned(),
            Cell::Word(word) => printable(&word.to_string()).into_owned(),
            Cell::Number(number) => number.to_string(),
            // A mean of estimates may have a hundred digits.
            Cell::Real(real) if *real >= LARGEST_AS_CHECKS => format!("{real:e}"),
            Cell::Real(real) | Cell::Share(real) | Cell::Seconds(real) => real.to_string(),
            Cell::About(number) => number.plain(),
            Cell::Ratio(ratio) => Cell::from(known(*ratio)).plain(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Digits(digits) => digits.clone(),
            Cell::List(texts) => printable(&texts.join(" ")).into_owned(),
            Cell::Above(_) | Cell::Shown(_) | Cell::Missing => String::new(),
        }
    }

    /// Whether people read it on the right of its column, as a number.
    pub(crate) fn is_right(&self) -> bool {
        !matches!(
            self,
            Cell::Text(_) | Cell::Word(_) | Cell::Flag(_) | Cell::Digits(_) | Cell::List(_)
        )
    }

    /// The text for people.
    pub(crate) fn shown(&self) -> String {
        match self {
            Cell::Text(_) | Cell::Word(_) | Cell::Flag(_) | Cell::Digits(_) => self.plain(),
            Cell::Number(number) => number.grouped(),
            Cell::Real(real) => rounded(*real),
            Cell::Share(share) => percent(*share),
            Cell::Seconds(seconds) => {
                Duration::try_from_secs_f64(*seconds).map_or_else(|_| "–".to_owned(), time)
            }
            Cell::Above(bound) => format!("> {}", grouped(*bound)),
            Cell::Ratio(ratio) => ratio.to_string(),
            Cell::Shown(number) => printable(number).into_owned(),
            Cell::About(number) => format!("≈ {}", number.shortly()),
            Cell::List(texts) => printable(&shown_list(texts)).into_owned(),
            Cell::Missing => "–".to_owned(),
        }
    }

    /// The number as one that rests on estimates; other values as they are.
    pub fn approximate(self) -> Cell {
        match self {
            Cell::Number(_) | Cell::Real(_) | Cell::Above(_) => Cell::About(Box::new(self)),
            other => other,
        }
    }

    /// The number without digits that no estimate knows.
    fn shortly(&self) -> String {
        const DIGITS: usize = 4;
        match self {
            Cell::Number(number) => approximate(number.as_f64(), DIGITS),
            Cell::Real(real) if *real >= 1e6 => approximate(*real, DIGITS),
            other => other.shown(),
        }
    }

    /// The order of the values of a column: numbers by size, with "more than 7" right after 7.
    pub fn compare(&self, other: &Cell) -> Ordering {
        let number = |cell: &Cell| match cell {
            Cell::Number(number) => Some(*number),
            Cell::Above(bound) => Some((*bound).into()),
            _ => None,
        };
        let real = |cell: &Cell| match cell {
            Cell::Ratio(ratio) if ratio.high.is_finite() => ratio.high,
            Cell::Ratio(ratio) => ratio.low,
            Cell::Real(real) | Cell::Share(real) | Cell::Seconds(real) => *real,
            other => number(other).map_or(f64::NAN, Number::as_f64),
        };
        let is_above = |cell: &Cell| matches!(cell, Cell::Above(_));
        let by_size = match (self, other) {
            (Cell::About(number), other) => number.compare(other),
            (number, Cell::About(other)) => number.compare(other),
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            (Cell::Word(a), Cell::Word(b)) => a.cmp(b),
            (Cell::List(a), Cell::List(b)) => a.cmp(b),
            _ => match (number(self), number(other)) {
                (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
                _ => real(self).total_cmp(&real(other)),
            },
        };
        by_size.then(is_above(self).cmp(&is_above(other)))
    }
}

/// A ratio that is known and no infinity.
fn known(ratio: Ratio) -> Option<f64> {
    ratio.number().filter(|number| number.is_finite())
}

/// The value for programs, which [`exact`](crate::analysis::json::exact) writes.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Word(word) => serializer.collect_str(word),
            Cell::Number(Number::Exact(count, 0)) => serializer.serialize_u128(*count),
            // A text where it is exact and no float is.
            Cell::Number(number @ Number::Exact(whole, _)) if *whole >= MOST_EXACT / 2 => {
                serializer.collect_str(number)
            }
            Cell::Number(number) => serializer.serialize_f64(number.as_f64()),
            Cell::Real(real) | Cell::Share(real) | Cell::Seconds(real) => {
                serializer.serialize_f64(*real)
            }
            Cell::About(number) => number.serialize(serializer),
            Cell::Ratio(ratio) => known(*ratio).serialize(serializer),
            Cell::Flag(flag) => serializer.serialize_bool(*flag),
            Cell::Digits(digits) => {
                let number: &RawValue = serde_json::from_str(digits).map_err(S::Error::custom)?;
                number.serialize(serializer)
            }
            Cell::List(texts) => texts.serialize(serializer),
            Cell::Above(_) | Cell::Shown(_) | Cell::Missing => serializer.serialize_none(),
        }
    }
}

/// A few texts, or the first and how many others there are.
fn shown_list(texts: &[String]) -> String {
    match texts {
        [first, others @ ..] if texts.len() > Cell::MOST_SHOWN => {
            first.clone() + &and_more(others.len())
        }
        few => few.join(" "),
    }
}

/// A real number with about four significant digits; whole ones in full as far as a float knows
/// their digits, with an exponent beyond.
pub(super) fn rounded(real: f64) -> String {
    const SIGNIFICANT: i32 = 4;
    if real == 0.0 {
        return "0".to_owned();
    }
    if real.abs() >= 1e15 {
        return format!("{real:.3e}");
    }
    if real.abs() >= 1_000.0 {
        let sign = if real < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(real.abs().round() as u128));
    }
    let decimals = (SIGNIFICANT - 1 - real.abs().log10().floor() as i32).clamp(0, 12);
    format!("{real:.*}", decimals as usize)
}
