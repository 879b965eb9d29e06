//! A statistic of counts, exact where floats are not.

use std::fmt;

use crate::analysis::formatting::grouped;

/// A count, or a value between two counts, such as the mean of two middle ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    pub(super) lower: u128,
    pub(super) upper: u128,
    /// How far it is from the lower to the upper count, from 0 to 1.
    share: f64,
}

impl Number {
    /// A count.
    pub fn count(count: u128) -> Number {
        Number { lower: count, upper: count, share: 0.0 }
    }

    pub(super) fn between(lower: u128, upper: u128, share: f64) -> Number {
        match share {
            0.0 => Number::count(lower),
            1.0 => Number::count(upper),
            _ if lower == upper => Number::count(lower),
            _ => Number { lower, upper, share },
        }
    }

    /// The nearest float.
    pub fn as_f64(self) -> f64 {
        self.lower as f64 + (self.upper - self.lower) as f64 * self.share
    }

    /// The whole part, and the digits after the point: none for a count, `5` for the middle of an
    /// odd difference, two for other quantiles.
    pub(super) fn parts(self) -> (u128, String) {
        let span = self.upper - self.lower;
        if span == 0 {
            return (self.lower, String::new());
        }
        if self.share == 0.5 {
            let half = if span % 2 == 1 { "5" } else { "" };
            return (self.lower + span / 2, half.to_owned());
        }
        let beyond = span as f64 * self.share;
        let hundredths = (beyond.fract() * 100.0).round() as u128;
        let whole = self.lower + beyond as u128 + hundredths / 100;
        let digits = format!("{:02}", hundredths % 100);
        (whole, digits.trim_end_matches('0').to_owned())
    }

    /// The number as a count, if it is whole.
    pub fn as_count(self) -> Option<u128> {
        let (whole, digits) = self.parts();
        digits.is_empty().then_some(whole)
    }

    /// The number with commas between groups of three digits: `29,136,579.5`.
    pub fn grouped(self) -> String {
        let (whole, digits) = self.parts();
        if digits.is_empty() { grouped(whole) } else { format!("{}.{digits}", grouped(whole)) }
    }
}

/// The number as programs read it: `29136579.5`. Medians have all their digits.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, digits) = self.parts();
        if digits.is_empty() { write!(f, "{whole}") } else { write!(f, "{whole}.{digits}") }
    }
}
