//! The claims that the record of one search decides.

use crate::analysis::paper::{Claim, Evidence, EvidenceError, Finding, Test, claims, judge};
use crate::results::record::Record;
use knight_search::questions::best_orders::BestOrder;
use knight_search::{Goal, MoveOrder, Outcome, Rule, Square};

/// Whether this is the search that the paper is about: Fig. 2's order from (1,1) on 8×8, with its tour.
pub fn is_the_papers(record: &Record) -> bool {
    (record.rows, record.cols) == (8, 8)
        && record.start() == Square { row: 1, col: 1 }
        && record.order == MoveOrder::FIG2
        && (record.rule, record.goal, record.outcome) == (Rule::Fixed, Goal::Open, Outcome::Tour)
        && record.tour.is_some()
}

/// Judges the claims about the paper's search by its record.
///
/// # Errors
/// [`EvidenceError`] if the record's tour is none.
pub fn judge_search(record: &Record) -> Result<Vec<Finding>, EvidenceError> {
    let evidence = Evidence {
        fig3: record.clone(),
        corners: Vec::new(),
        diagonal: Vec::new(),
        exact_diagonal: Vec::new(),
        best_order: BestOrder { checks: 0, orders: Vec::new() },
        least_checks: Vec::new(),
        without_backtracking: (0, 0),
    };
    let about_it = claims().into_iter().filter(is_about_the_search);
    about_it.map(|claim| judge(&claim, &evidence)).collect()
}

fn is_about_the_search(claim: &Claim) -> bool {
    matches!(
        claim.test,
        Test::MovesOfTour { .. }
            | Test::FirstSolution { .. }
            | Test::OppositeChanges {}
            | Test::ChecksOfAFailure {}
            | Test::ChecksToPosition { .. }
            | Test::Checks { .. }
            | Test::Exponent { .. }
            | Test::FewerChecksThan { .. }
    )
}
