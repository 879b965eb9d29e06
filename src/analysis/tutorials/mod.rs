//! The tutorials of the same backtracking: what they state, print or do, beside what is so.
//!
//! As for the paper, a table has a function for each claim. [`judge`] applies them. The programs of
//! the documents are run as they are printed, by [`PathSearch`].
//!
//! [`PathSearch`]: knight_search::first_path::PathSearch

use crate::analysis::measured;
use crate::results::record::Record;
use knight_search::{Interrupted, SearchProgress};

pub use crate::analysis::measured::{ClaimVerdict, Finding};

mod backtracking;
mod claims;
mod grids;
mod moves;
mod probability;

use claims::{CLAIMS, Claim, REFUTED, Test};

/// What the claims are judged by, besides the programs of the documents.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// All orders from (1,1) and (5,5) on 5×5, with their tours.
    pub orders_of_5x5: Vec<Record>,
    /// The record of `experiments/alternating.toml`: the order `alternating` from (1,1) on 8×8,
    /// without a budget.
    pub alternating: Record,
    /// Warnsdorff's rule from (1,1) on 8×8, ties by the order `tutorial`.
    pub warnsdorff: Record,
    /// The closed tours of 8×8, undirected and directed: `results/counts/closed-8x8.csv`.
    pub closed_tours: (u128, u128),
}

/// Judges every claim. Performs about three hundred million checks.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
pub fn judge(
    evidence: &Evidence,
    progress: &mut SearchProgress,
) -> Result<Vec<Finding>, Interrupted> {
    let judge_one = |claim: &Claim| {
        let measured = match claim.test {
            Test::NotTestable(why) => return Ok(claim.untested().because(why)),
            Test::Fact(measure) => measure(),
            Test::Program(measure) => measure(progress)?,
            Test::Searches(measure) => measure(evidence, progress)?,
        };
        Ok(claim.untested().judged(measured))
    };
    CLAIMS.iter().map(judge_one).collect()
}

/// The claims whose verdict is another one than this program is known to give, by their ids.
pub fn changed(findings: &[Finding]) -> Vec<&'static str> {
    measured::changed(findings, &REFUTED)
}

impl Claim {
    /// What is found before it is tested.
    fn untested(&self) -> Finding {
        Finding {
            id: self.id,
            document: self.document,
            place: self.place,
            claim: self.claim,
            stated: self.stated,
            measured: None,
            verdict: ClaimVerdict::NotTestable,
            remark: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::measured::Measured;
    use crate::analysis::tutorials::*;

    #[test]
    fn a_verdict_that_changes_is_noticed() {
        let known = |claim: &Claim| {
            claim.untested().judged(Measured::new("", !REFUTED.contains(&claim.id)))
        };
        let mut findings: Vec<Finding> = CLAIMS.iter().map(known).collect();
        assert!(REFUTED.iter().all(|id| CLAIMS.iter().any(|claim| claim.id == *id)));
        assert!(changed(&findings).is_empty());
        let place = |id: &str| CLAIMS.iter().position(|claim| claim.id == id).unwrap();
        findings[place("output")].verdict = ClaimVerdict::Refuted;
        findings[place("example")].verdict = ClaimVerdict::Reproduced;
        findings[place("title")].verdict = ClaimVerdict::NotTestable;
        assert_eq!(changed(&findings), ["example", "output"]);
    }
}
