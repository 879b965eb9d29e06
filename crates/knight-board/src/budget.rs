//! Budgets: how many checks a job may spend.

use std::fmt;
use std::str::FromStr;

/// The most checks that a search may spend, or no limit.
///
/// ```
/// use knight_board::Budget;
/// assert_eq!("100M".parse::<Budget>().unwrap().limit(), Some(100_000_000));
/// assert_eq!("1e8".parse::<Budget>(), "100M".parse::<Budget>());
/// assert_eq!("none".parse(), Ok(Budget::UNLIMITED));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget(Option<u128>);

/// Why a text is not a budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BudgetError {
    /// Not a number of checks.
    #[error(
        "`{0}` is not a budget; write a number of checks such as 100000000, 100M or 1e8, \
         or none for no limit"
    )]
    Malformed(String),
    /// A budget of 0 would allow no check at all.
    #[error("a budget of 0 allows no check at all; give at least 1, or none for no limit")]
    Zero,
    /// Not a whole number of checks.
    #[error("`{0}` is not a whole number of checks")]
    Fraction(String),
    /// Above [`Budget::MAX`].
    #[error("`{0}` is too large a budget; the largest is 10^36, and none means no limit")]
    TooLarge(String),
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Budget = Budget(None);

    /// The largest finite budget, 10^36 checks: eight times as many still fit the counters.
    pub const MAX: u128 = 10u128.pow(36);

    /// A limit of this many checks.
    ///
    /// # Errors
    /// [`BudgetError`] for 0 and above [`Budget::MAX`].
    pub fn checks(limit: u128) -> Result<Budget, BudgetError> {
        match limit {
            0 => Err(BudgetError::Zero),
            1..=Budget::MAX => Ok(Budget(Some(limit))),
            _ => Err(BudgetError::TooLarge(limit.to_string())),
        }
    }

    /// The limit in checks, or `None` without one.
    pub const fn limit(self) -> Option<u128> {
        self.0
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(limit) => write!(f, "{limit}"),
            None => f.write_str("none"),
        }
    }
}

impl FromStr for Budget {
    type Err = BudgetError;

    /// Reads `none`, digits (`_` between them is allowed), a suffix `k`, `M`, `G` or `T`, or an
    /// exponent: `2.5e9`, `100M`, `1_000_000`.
    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let text = text.trim();
        if text == "none" {
            return Ok(Budget::UNLIMITED);
        }
        Budget::checks(parse_number(text)?).map_err(|_| BudgetError::TooLarge(text.to_owned()))
    }
}

/// Reads a whole number above 0, with `_` between its digits or commas between groups of three, a
/// suffix `k`, `M`, `G` or `T`, or an exponent: `1e6`, `10^6`, `2.5·10^6`.
///
/// # Errors
/// [`BudgetError`], whose messages are about a number of checks.
pub fn parse_number(text: &str) -> Result<u128, BudgetError> {
    let text = text.trim();
    let malformed = || BudgetError::Malformed(text.to_owned());
    let too_large = || BudgetError::TooLarge(text.to_owned());

    let power = text.split_once("10^").and_then(|(factor, exponent)| match factor {
        "" => Some(("1", exponent)),
        _ => Some((factor.trim_end().strip_suffix(['*', '·', '×'])?.trim_end(), exponent)),
    });
    let (mantissa, exponent) = match power.or_else(|| text.split_once(['e', 'E'])) {
        Some((mantissa, exponent)) if is_digits(exponent) => {
            (mantissa, exponent.parse::<usize>().map_err(|_| too_large())?)
        }
        Some(_) => return Err(malformed()),
        None => suffix_exponent(text),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let separator = if is_grouped(whole) { ',' } else { '_' };
    let (whole, fraction) = (whole.replace(separator, ""), fraction.trim_end_matches('0'));
    let fraction_is_digits = fraction.is_empty() || is_digits(fraction);
    if !is_digits(&whole) || !fraction_is_digits || mantissa.ends_with('.') {
        return Err(malformed());
    }
    if fraction.len() > exponent {
        return Err(BudgetError::Fraction(text.to_owned()));
    }
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Err(BudgetError::Zero);
    }
    let zeros = exponent - fraction.len();
    if digits.len().saturating_add(zeros) > 37 {
        return Err(too_large());
    }
    format!("{digits}{}", "0".repeat(zeros)).parse().map_err(|_| malformed())
}

fn suffix_exponent(text: &str) -> (&str, usize) {
    [("k", 3), ("K", 3), ("M", 6), ("G", 9), ("T", 12)]
        .into_iter()
        .find_map(|(suffix, exponent)| Some((text.strip_suffix(suffix)?, exponent)))
        .unwrap_or((text, 0))
}

/// Whether commas divide a number into groups of three digits.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let has_comma = first.len() < whole.len();
    has_comma && (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

/// Whether a text is one digit or more, and nothing else.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::budget::*;

    fn limit(text: &str) -> Option<u128> {
        text.parse::<Budget>().unwrap_or_else(|e| panic!("{text}: {e}")).limit()
    }

    #[test]
    fn budgets_are_read_exactly() {
        for (text, checks) in [
            ("1", 1),
            ("100000000", 100_000_000),
            ("1_000_000", 1_000_000),
            ("1_0", 10),
            ("1,000,000", 1_000_000),
            ("1,000k", 1_000_000),
            ("100M", 100_000_000),
            ("1e8", 100_000_000),
            ("1E8", 100_000_000),
            ("2.5e9", 2_500_000_000),
            ("0.5k", 500),
            ("1.50k", 1500),
            ("10G", 10_000_000_000),
            ("3T", 3_000_000_000_000),
            ("1e36", Budget::MAX),
            ("10^6", 1_000_000),
            ("2.5*10^6", 2_500_000),
            ("1,234 · 10^2", 123_400),
            ("00012", 12),
        ] {
            assert_eq!(limit(text), Some(checks), "{text}");
        }
        assert_eq!(limit("none"), None);
    }

    #[test]
    fn malformed_budgets_are_refused_with_their_fault() {
        let fault = |text: &str| text.parse::<Budget>().unwrap_err();
        for text in [
            "", "many", "-1", "1e", "1e-3", "e8", "1.", ".5k", "1M5", "1,00", "1000,000", ",000",
            "1_0,000", "0x10", "M", "10^", "10^-3", "310^6", "·10^6", "10^1e3",
        ] {
            assert!(matches!(fault(text), BudgetError::Malformed(_)), "{text}");
        }
        for text in ["0", "0M", "0e9", "0.0", "000"] {
            assert_eq!(fault(text), BudgetError::Zero, "{text}");
        }
        for text in ["1.5", "2.55e1", "0.0001k"] {
            assert!(matches!(fault(text), BudgetError::Fraction(_)), "{text}");
        }
        for text in ["1e37", "2e36", "1e99999999999999999999", &"9".repeat(1000)] {
            assert!(matches!(fault(text), BudgetError::TooLarge(_)), "{text}");
        }
    }
}
