//! The columns of an estimated job.

use std::fmt;

use crate::experiment::plan::Job;
use crate::results::record::check::{contradiction, expect_optional, impossible};
use crate::results::record::{Record, RowFault};
use knight_search::{Engine, Outcome};

/// A number as results have it: with seven significant digits, which say more than any estimate
/// knows.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

/// A number as `6.01432e21`, which every program reads.
pub(super) struct Scientific(pub(super) f64);

impl fmt::Display for Scientific {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e}", self.0)
    }
}

/// The largest estimate that can stand in the place of a count, which has 128 bits.
pub const LARGEST_AS_CHECKS: f64 = 1e38;

impl Record {
    /// Whether the row is that of an estimated job, which has no counts.
    pub fn is_estimated(&self) -> bool {
        self.engine == Engine::Estimate
    }

    /// The row with the estimate, rounded, in the place of a count: for readers who ask for it, and
    /// mark it. The checks stay unknown if the estimate is above 10^38.
    pub fn with_estimate_as_checks(&self) -> Record {
        let usable = self.checks_estimate.filter(|_| !self.is_too_large_for_checks());
        let checks = self.checks.or(usable.map(|estimate| estimate.round() as u128));
        Record { checks, ..self.clone() }
    }

    /// Whether an estimate is above 10^38.
    pub fn is_too_large_for_checks(&self) -> bool {
        self.checks_estimate.is_some_and(|estimate| estimate > LARGEST_AS_CHECKS)
    }

    /// Checks the counts and estimates of a row: a job has the ones or the others.
    pub(super) fn check_estimate(&self, job: &Job) -> Result<(), RowFault> {
        let numbers = [
            ("checks_estimate", self.checks_estimate),
            ("checks_low", self.checks_low),
            ("checks_high", self.checks_high),
            ("effective_samples", self.effective_samples),
        ];
        let has_estimate =
            self.is_estimated() && matches!(self.outcome, Outcome::Tour | Outcome::None);
        if !has_estimate {
            numbers.into_iter().try_for_each(|(column, n)| expect_optional(column, n, None))?;
            expect_optional("samples", self.samples, None)?;
            return expect_optional("heavy_tailed", self.heavy_tailed, None);
        }
        expect_optional("checks", self.checks, None)?;
        expect_optional("nodes", self.nodes, None)?;
        for (column, number) in numbers {
            match number {
                None => contradiction(column, "missing", "a number")?,
                Some(number) if !number.is_finite() || number < 0.0 => {
                    contradiction(column, number, "a number from 0")?;
                }
                Some(number) => expect_optional(column, Some(number), Some(rounded(number)))?,
            }
        }
        if self.samples.is_none() {
            return contradiction("samples", "missing", "a number");
        }
        if self.heavy_tailed.is_none() {
            return contradiction("heavy_tailed", "missing", "true or false");
        }
        if self.checks_low > self.checks_estimate {
            return impossible("checks_low", written(self.checks_low), "checks_estimate is less");
        }
        if self.checks_high < self.checks_estimate {
            return impossible("checks_high", written(self.checks_high), "checks_estimate is more");
        }
        // A tour takes a check for each of its moves, and a search without one eight for its start.
        let least = match self.outcome {
            Outcome::Tour => job.problem.board.area() as f64 - 1.0,
            _ => 8.0,
        };
        match self.checks_high.is_some_and(|high| high < least) {
            true => contradiction("checks_high", written(self.checks_high), Scientific(least)),
            false => Ok(()),
        }
    }
}

fn written(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| Scientific(number).to_string())
}
