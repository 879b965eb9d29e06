//! The tutorials of the same backtracking: what they state, print or do, beside what is so.
//!
//! The programs of the documents are run as they are printed, by [`PathSearch`].
//!
//! [`PathSearch`]: knight_search::first_path::PathSearch

use crate::analysis::claims::{Finding, Measured};
use crate::results::record::Record;
use knight_search::{Interrupted, SearchProgress};

mod backtracking;
mod grids;
mod list;
mod moves;
mod probability;

use list::{TUTORIALS, Test};

/// What the claims are judged by, besides the programs of the documents.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// All orders from (1,1) and (5,5) on 5×5, with their tours.
    pub orders_of_5x5: Vec<Record>,
    /// The record of `experiments/paper/alternating.toml`: the order `alternating` from (1,1) on
    /// 8×8, without a budget.
    pub alternating: Record,
    /// Warnsdorff's rule from (1,1) on 8×8, ties by the order `tutorial`.
    pub warnsdorff: Record,
    /// The closed tours of 8×8, undirected and directed: `results/counts/closed-8x8.csv`.
    pub closed_tours: (u128, u128),
}

/// What a program shows, unless it is stopped.
type Judged = Result<Measured, Interrupted>;

/// Judges every claim. Performs about three hundred million checks.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
pub fn judge(
    evidence: &Evidence,
    progress: &mut SearchProgress,
) -> Result<Vec<Finding>, Interrupted> {
    let mut findings = Vec::new();
    for document in TUTORIALS {
        findings.extend(document.judge(|test| match test {
            Test::Fact(measure) => Ok(measure()),
            Test::Program(measure) => measure(progress),
            Test::Searches(measure) => measure(evidence, progress),
        })?);
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use crate::analysis::claims::tutorials::*;

    #[test]
    fn claims_have_different_names() {
        let claims = || TUTORIALS.iter().flat_map(|document| document.claims);
        let ids: std::collections::HashSet<&str> = claims().map(|claim| claim.id).collect();
        assert_eq!(ids.len(), claims().count());
        assert!(ids.len() >= 20);
    }
}
