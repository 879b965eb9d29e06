//! A statistic of counts, exact where floats are not.

use std::fmt;

use crate::analysis::approximate::approximate;
use crate::text::formatting::grouped;

/// The largest estimate that can stand in the place of a count, which has 128 bits.
pub const LARGEST_AS_CHECKS: f64 = 1e38;

/// A known cost. Whole numbers are less than those beyond them.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Known {
    /// A count, or an estimate up to 10^38.
    Whole(u128),
    /// An estimate above 10^38.
    Beyond(f64),
}

/// A known cost, or a value between two, such as the mean of two middle ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A whole number, and hundredths below 100.
    Exact(u128, u8),
    /// One beyond whole numbers.
    Beyond(f64),
}

impl Known {
    /// An estimate, rounded.
    pub fn of_estimate(estimate: f64) -> Known {
        match estimate > LARGEST_AS_CHECKS {
            true => Known::Beyond(estimate),
            false => Known::Whole(estimate.round() as u128),
        }
    }

    /// The count, unless it is beyond whole numbers.
    pub fn whole(self) -> Option<u128> {
        match self {
            Known::Whole(count) => Some(count),
            Known::Beyond(_) => None,
        }
    }

    /// The nearest float.
    pub fn as_f64(self) -> f64 {
        match self {
            Known::Whole(count) => count as f64,
            Known::Beyond(estimate) => estimate,
        }
    }
}

impl From<Known> for Number {
    fn from(known: Known) -> Number {
        match known {
            Known::Whole(count) => Number::Exact(count, 0),
            Known::Beyond(estimate) => Number::Beyond(estimate),
        }
    }
}

impl Number {
    /// The number that is so many hundredths of the way from one to another.
    pub(super) fn between(lower: Known, upper: Known, hundredths: u8) -> Number {
        match (lower, upper) {
            _ if hundredths == 0 => lower.into(),
            (Known::Whole(lower), Known::Whole(upper)) => {
                let (span, share) = (upper - lower, u128::from(hundredths));
                let rest = span % 100 * share;
                Number::Exact(lower + span / 100 * share + rest / 100, (rest % 100) as u8)
            }
            _ => {
                let span = upper.as_f64() - lower.as_f64();
                Number::Beyond(lower.as_f64() + span * f64::from(hundredths) / 100.0)
            }
        }
    }

    /// The nearest float.
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Exact(whole, hundredths) => whole as f64 + f64::from(hundredths) / 100.0,
            Number::Beyond(number) => number,
        }
    }

    /// The number with commas between groups of three digits: `29,136,579.5`. Four digits of one
    /// beyond whole numbers: `9.510·10^63`.
    pub fn grouped(self) -> String {
        match self {
            Number::Exact(whole, hundredths) => grouped(whole) + &decimals(hundredths),
            Number::Beyond(number) => approximate(number, 4),
        }
    }
}

/// The point and what stands behind it: nothing, `.5` or two digits.
fn decimals(hundredths: u8) -> String {
    let decimals = format!(".{hundredths:02}");
    decimals.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The number as programs read it: `29136579.5`. Medians of counts have all their digits, those of
/// estimates beyond whole numbers seven: `9.512346e63`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Number::Exact(whole, hundredths) => write!(f, "{whole}{}", decimals(hundredths)),
            Number::Beyond(number) => write!(f, "{number:.6e}"),
        }
    }
}
