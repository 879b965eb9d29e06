//! A curve of growth to compare results with.

use std::fmt;
use std::str::FromStr;

/// A curve beside the data: a base to the power of the number of squares. The paper's bound is
/// `8^n` (§VII).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reference {
    base: f64,
}

/// What is wrong with the text of a [`Reference`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a curve is a number from 1.01 to 1000 to the power of n, such as 8^n")]
pub struct ReferenceError;

impl FromStr for Reference {
    type Err = ReferenceError;

    fn from_str(text: &str) -> Result<Reference, ReferenceError> {
        let base = text.trim().strip_suffix("^n").and_then(|base| base.parse().ok());
        match base {
            Some(base) if (1.01..=1000.0).contains(&base) => Ok(Reference { base }),
            _ => Err(ReferenceError),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ⁿ", self.base)
    }
}

impl Reference {
    /// The decimal logarithm of the checks on this many squares.
    pub fn log10(self, squares: f64) -> f64 {
        squares * self.base.log10()
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::reference::*;

    #[test]
    fn references_are_powers_of_n() {
        let reference: Reference = "8^n".parse().unwrap();
        assert_eq!(reference.to_string(), "8ⁿ");
        assert!((reference.log10(64.0) - 57.797_8).abs() < 1e-4);
        for text in ["8", "n^8", "1^n", "-8^n", "inf^n", "nan^n", ""] {
            assert_eq!(text.parse::<Reference>(), Err(ReferenceError), "{text}");
        }
    }
}
