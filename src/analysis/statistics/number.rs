//! A statistic of counts, exact where floats are not.

use std::fmt;

use crate::analysis::approximate::approximate;
use crate::text::formatting::grouped;

/// The largest estimate that can stand in the place of a count, which has 128 bits.
pub const LARGEST_AS_CHECKS: f64 = 1e38;

/// A known cost, or a value between two, such as the mean of two middle ones. Whole numbers are
/// less than those beyond them.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Number {
    /// A whole number, of counts or of an estimate up to 10^38, and hundredths below 100.
    Exact(u128, u8),
    /// An estimate above 10^38.
    Beyond(f64),
}

impl<T: Into<u128>> From<T> for Number {
    fn from(count: T) -> Number {
        Number::Exact(count.into(), 0)
    }
}

impl Number {
    /// An estimate, rounded.
    pub fn of_estimate(estimate: f64) -> Number {
        match estimate > LARGEST_AS_CHECKS {
            true => Number::Beyond(estimate),
            false => Number::from(estimate.round() as u128),
        }
    }

    /// The number that is so many hundredths of the way from one to another.
    pub(super) fn between(lower: Number, upper: Number, hundredths: u8) -> Number {
        match (lower, upper) {
            _ if hundredths == 0 => lower,
            (Number::Exact(lower, _), Number::Exact(upper, _)) => {
                let (span, share) = (upper - lower, u128::from(hundredths));
                let rest = span % 100 * share;
                Number::Exact(lower + span / 100 * share + rest / 100, (rest % 100) as u8)
            }
            _ => {
                let (lower, upper) = (lower.as_f64(), upper.as_f64());
                Number::Beyond(lower + (upper - lower) * f64::from(hundredths) / 100.0)
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
