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
pub struct Number {
    lower: Known,
    upper: Known,
    /// How far it is from the lower to the upper one, in hundredths below 100.
    hundredths: u8,
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
        Number { lower: known, upper: known, hundredths: 0 }
    }
}

impl Number {
    pub(super) fn between(lower: Known, upper: Known, hundredths: u8) -> Number {
        match hundredths == 0 || lower == upper {
            true => lower.into(),
            false => Number { lower, upper, hundredths },
        }
    }

    /// Whether it is beyond whole numbers.
    pub fn is_beyond(self) -> bool {
        self.counts().is_none()
    }

    /// The two counts that it is between, if both are whole.
    pub(super) fn counts(self) -> Option<(u128, u128)> {
        self.lower.whole().zip(self.upper.whole())
    }

    /// The nearest float.
    pub fn as_f64(self) -> f64 {
        let lower = self.lower.as_f64();
        let span = match self.counts() {
            Some((lower, upper)) => (upper - lower) as f64,
            None => self.upper.as_f64() - lower,
        };
        lower + span * f64::from(self.hundredths) / 100.0
    }

    /// The whole part, and the digits after the point: none for a count, `5` for the middle of an
    /// odd difference, two for other quantiles. `None` beyond whole numbers.
    pub(super) fn parts(self) -> Option<(u128, String)> {
        let (lower, upper) = self.counts()?;
        let (span, share) = (upper - lower, u128::from(self.hundredths));
        let rest = span % 100 * share;
        let whole = lower + span / 100 * share + rest / 100;
        let digits = format!("{:02}", rest % 100);
        Some((whole, digits.trim_end_matches('0').to_owned()))
    }

    /// The number as a count, if it is whole.
    pub fn as_count(self) -> Option<u128> {
        self.parts().filter(|(_, digits)| digits.is_empty()).map(|(whole, _)| whole)
    }

    /// The number with commas between groups of three digits: `29,136,579.5`. Four digits of one
    /// beyond whole numbers: `9.510·10^63`.
    pub fn grouped(self) -> String {
        match self.parts() {
            None => approximate(self.as_f64(), 4),
            Some((whole, digits)) if digits.is_empty() => grouped(whole),
            Some((whole, digits)) => format!("{}.{digits}", grouped(whole)),
        }
    }
}

/// The number as programs read it: `29136579.5`. Medians of counts have all their digits, those of
/// estimates beyond whole numbers seven: `9.512346e63`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            None => write!(f, "{:.6e}", self.as_f64()),
            Some((whole, digits)) if digits.is_empty() => write!(f, "{whole}"),
            Some((whole, digits)) => write!(f, "{whole}.{digits}"),
        }
    }
}
