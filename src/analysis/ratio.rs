//! Ratios of check counts, as far as they are known.

use std::fmt;

use crate::analysis::Cost;
use crate::text::formatting::grouped;

/// What is known of a ratio: it lies between these bounds, which may be 0 and infinity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The lower bound.
    pub low: f64,
    /// The upper bound; the lower one if the ratio is known.
    pub high: f64,
}

impl Ratio {
    /// Nothing is known.
    pub const UNKNOWN: Ratio = Ratio { low: 0.0, high: f64::INFINITY };

    /// A ratio that is known.
    pub fn known(ratio: f64) -> Ratio {
        Ratio { low: ratio, high: ratio }
    }

    /// How many times as many checks the second job needs as the first.
    pub fn of(first: Cost, second: Cost) -> Ratio {
        let quotient =
            |one: u128, other: u128| if one == other { 1.0 } else { other as f64 / one as f64 };
        match (first, second) {
            (Cost::Exact(one), Cost::Exact(other)) => Ratio::known(quotient(one, other)),
            (Cost::Exact(one), Cost::Above(budget)) => {
                Ratio { low: quotient(one, budget), ..Ratio::UNKNOWN }
            }
            (Cost::Above(budget), Cost::Exact(other)) => {
                Ratio { high: quotient(budget, other), ..Ratio::UNKNOWN }
            }
            (Cost::Exact(_), Cost::Never) => Ratio::known(f64::INFINITY),
            (Cost::Never, Cost::Exact(_)) => Ratio::known(0.0),
            _ => Ratio::UNKNOWN,
        }
    }

    /// The ratio, if it is known.
    pub fn number(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The bounds that say something.
    pub fn bounds(self) -> [Option<f64>; 2] {
        let low = Some(self.low).filter(|low| *low > 0.0 && low.is_finite());
        [low, Some(self.high).filter(|high| high.is_finite())]
    }

    /// The ratio with the sides exchanged.
    pub fn inverse(self) -> Ratio {
        Ratio { low: 1.0 / self.high, high: 1.0 / self.low }
    }

    /// The logarithm of the ratio that is certain: that of the bound that is nearer to 1; 0 if the
    /// ratio may be 1.
    pub fn certainty(self) -> f64 {
        self.low.ln().max(0.0) + self.high.ln().min(0.0)
    }

    /// The median of ratios, as far as it is known: of two middle ones the geometric mean, so that
    /// to exchange the sides inverts it.
    pub fn median(ratios: &[Ratio]) -> Ratio {
        let middle = |end: fn(&Ratio) -> f64| {
            let mut ends: Vec<f64> = ratios.iter().map(end).collect();
            ends.sort_unstable_by(f64::total_cmp);
            let (lower, upper) = (ends[(ends.len() - 1) / 2], ends[ends.len() / 2]);
            if lower == upper { lower } else { lower.sqrt() * upper.sqrt() }
        };
        if ratios.is_empty() {
            return Ratio::UNKNOWN;
        }
        let (low, high) = (middle(|ratio| ratio.low), middle(|ratio| ratio.high));
        // 0 times infinity: the middle of a win and a loss beyond every number.
        if low.is_nan() || high.is_nan() { Ratio::UNKNOWN } else { Ratio { low, high } }
    }
}

/// The ratio as people read it: `3.21`, `1/3.21`, `> 3.21`, `1/1.5 to 3.2`, `–`; rounded away from
/// what is not known.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ratio { low, high } = *self;
        let text = match (low > 0.0, high.is_finite()) {
            _ if low == high => factor(low, NEAREST),
            (true, true) => format!("{} to {}", factor(low, DOWN), factor(high, UP)),
            (true, false) => format!("≥ {}", factor(low, DOWN)),
            (false, true) => format!("≤ {}", factor(high, UP)),
            (false, false) => "–".to_owned(),
        };
        f.pad(&text)
    }
}

/// How a number is rounded, and how its inverse is.
type Rounding = [fn(f64) -> f64; 2];

const NEAREST: Rounding = [f64::round, f64::round];
const DOWN: Rounding = [f64::floor, f64::ceil];
const UP: Rounding = [f64::ceil, f64::floor];

/// A ratio with three significant digits, or all digits before the point; below 1 that of its
/// inverse.
fn factor(ratio: f64, [round, round_inverse]: Rounding) -> String {
    match ratio {
        0.0 => "0".to_owned(),
        f64::INFINITY => "∞".to_owned(),
        1.0.. => three_digits(ratio, round),
        _ => match &three_digits(1.0 / ratio, round_inverse)[..] {
            "1" => "1".to_owned(),
            inverse => format!("1/{inverse}"),
        },
    }
}

/// A number of at least 1.
fn three_digits(ratio: f64, round: fn(f64) -> f64) -> String {
    let scale = match ratio {
        1e15.. => return format!("{ratio:.2e}").replace('e', "·10^"),
        100.0.. => return grouped(round(ratio) as u128),
        10.0.. => 10.0,
        _ => 100.0,
    };
    // A product that is whole except for the error of floats is not rounded away from it.
    let (scaled, near) = (ratio * scale, (ratio * scale).round());
    let whole = if (scaled - near).abs() < 1e-9 * near { near } else { round(scaled) };
    format!("{}", whole / scale)
}
