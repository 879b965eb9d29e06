//! An estimate, and how precise it has to be.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// An estimate of a number, from random samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error; 0 if nothing had to be sampled.
    pub standard_error: f64,
    /// Samples: trials of PERM, each of which is one walk and its copies.
    pub samples: u64,
    /// Samples of equal weight that would have the same spread of weights (L. Kish, *Survey
    /// sampling*, 1965): `(Σw)² / Σw²` for the parts `w` of the samples in the estimate.
    pub effective_samples: f64,
    /// The largest part of a sample in the sum of the squares of all parts: near 1 if one sample
    /// decides the spread.
    pub largest_share: f64,
}

/// 95 % of a normal distribution are within this many standard deviations.
const NORMAL_95: f64 = 1.96;

/// The ends of the 95 % interval of a number that is not negative.
pub(super) fn interval(value: f64, standard_error: f64) -> (f64, f64) {
    let reach = NORMAL_95 * standard_error;
    ((value - reach).max(0.0), value + reach)
}

/// Above this share of one sample, the tail is heavy.
pub(super) const HEAVY_SHARE: f64 = 0.1;

impl Estimate {
    /// The lower end of the 95 % interval, at least 0.
    pub fn low(&self) -> f64 {
        interval(self.value, self.standard_error).0
    }

    /// The upper end of the 95 % interval.
    pub fn high(&self) -> f64 {
        interval(self.value, self.standard_error).1
    }

    /// Half the width of the 95 % interval, divided by the estimate.
    pub fn relative_error(&self) -> f64 {
        if self.standard_error == 0.0 {
            return 0.0; // The value may be 0 as well: the search on 1×1 takes no check.
        }
        NORMAL_95 * self.standard_error / self.value
    }

    /// Whether one sample decides the spread. Then rarer and larger ones may be missing, and the
    /// interval is not to be trusted.
    pub fn is_heavy_tailed(&self) -> bool {
        self.largest_share > HEAVY_SHARE
    }
}

/// How estimates are made. They depend on this and on what is estimated, not on the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Sampling ends when the estimate is this precise,
    pub precision: Precision,
    /// or after this many samples.
    pub most_samples: u64,
    /// The seed of the random walks.
    pub seed: u64,
}

impl Sampling {
    /// The samples after which an estimate ends by default.
    pub const MOST_SAMPLES: u64 = 100_000_000;
}

impl Default for Sampling {
    fn default() -> Sampling {
        let precision = Precision::default();
        Sampling { precision, most_samples: Sampling::MOST_SAMPLES, seed: 0 }
    }
}

/// Called every few milliseconds with the estimate so far, once there is one;
/// [`ControlFlow::Break`] stops the sampling.
pub type SamplingProgress<'a> = dyn FnMut(Option<Estimate>) -> ControlFlow<()> + 'a;

/// Half the width of the 95 % interval, divided by the estimate: from 0.01 % to 100 %.
///
/// ```
/// use knight_search::estimates::Precision;
/// let precision: Precision = "2%".parse().unwrap();
/// assert_eq!("0.02".parse(), Ok(precision));
/// assert_eq!(precision.to_string(), "2%");
/// assert!("2".parse::<Precision>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Precision(f64);

/// A text is not a precision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a precision; write a percentage from 0.01% to 100% with its sign, such as 1%"
)]
pub struct PrecisionError(String);

impl Precision {
    /// The precision as a number: 0.01 for 1 %.
    pub const fn relative(self) -> f64 {
        self.0
    }
}

impl Default for Precision {
    /// 2 %.
    fn default() -> Precision {
        Precision(0.02)
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded where the product would end in 0000001.
        write!(f, "{}%", (self.0 * 1e8).round() / 1e6)
    }
}

impl FromStr for Precision {
    type Err = PrecisionError;

    fn from_str(text: &str) -> Result<Precision, PrecisionError> {
        let number = |text: &str| text.trim_end().parse::<f64>().ok();
        let relative = match text.trim().strip_suffix('%') {
            Some(percent) => number(percent).map(|percent| percent / 100.0),
            None => number(text.trim()),
        };
        // A bare 1 may be meant as 1 %.
        let is_bare_one = !text.contains('%') && relative == Some(1.0);
        let in_range = relative.filter(|share| (0.0001..=1.0).contains(share) && !is_bare_one);
        in_range.map(Precision).ok_or_else(|| PrecisionError(text.to_owned()))
    }
}
