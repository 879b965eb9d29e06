//! The paper: every number and claim that it states, beside what is measured: by the records of its
//! experiments and a few searches, the [`Evidence`].

use crate::analysis::claims::{Claim, Finding, Measured};
use crate::results::record::Record;
use knight_board::TourError;
use knight_search::first_path::CheckSplit;
use knight_search::orders::best_orders::BestOrder;
use knight_search::{Answer, Board, Goal, MoveOrder, Outcome, Rule, Square};

mod experiments;
pub(super) mod facts;
mod first_search;
mod growth;
mod list;

use list::{PAPER, Test};

/// What the claims are judged by.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The one record of `experiments/paper/paper-fig3.toml`.
    pub fig3: Record,
    /// The records of `experiments/paper/paper-corners.toml`.
    pub corners: Vec<Record>,
    /// The records of `experiments/paper/paper-diagonal.toml`.
    pub diagonal: Vec<Record>,
    /// The records of `experiments/paper/exact-diagonal.toml`: the same squares without a budget.
    pub exact_diagonal: Vec<Record>,
    /// The records of `experiments/paper/exact-fig2.toml`: Fig. 2's order from all squares without
    /// a budget.
    pub exact_fig2: Vec<Record>,
    /// The records of `experiments/growth/growth-counts.toml` and `growth.toml`: the same on
    /// smaller boards, and on larger ones, estimated.
    pub growth: Vec<Record>,
    /// What the checks of Fig. 2's order from (1,1) find.
    pub fig3_checks: CheckSplit,
    /// What that search finds from some other squares if it does not mark its start, as the paper's
    /// function `solve`; up to 10^8 checks each.
    pub unmarked: Vec<(Square, Answer)>,
    /// Warnsdorff's rule from (1,1) on 8×8, ties by Fig. 2's order, with backtracking.
    pub warnsdorff: Record,
    /// The quickest orders from (1,1) on 8×8.
    pub best_order: BestOrder,
    /// The checks of the searches with all orders from all squares of 8×8:
    /// `results/distribution/spread.csv`.
    pub all_searches: AllSearches,
    /// The least checks of all orders from each square of 8×8: `results/best-order/8x8.csv`.
    pub least_checks: Vec<(Square, u128)>,
    /// Over all starts and orders on 8×8: how many find a tour without a failed node, out of how
    /// many.
    pub without_backtracking: (u64, u64),
    /// A smaller board, and how many do there.
    pub perfect_elsewhere: (Board, u64),
}

/// The checks of all searches of 8×8, without a budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AllSearches {
    /// Their sum.
    pub checks: u128,
    /// Their median.
    pub median: f64,
}

/// Why the evidence does not serve.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// A record that should hold a tour does not.
    #[error("job {0} has no recorded tour")]
    NoTour(u64),
    /// A record that should hold a count does not.
    #[error("job {0} has no number of checks")]
    NoCount(u64),
    /// A recorded tour does not visit each square once by knight moves.
    #[error("the tour of job {job} is not valid: {source}")]
    Tour {
        /// The job.
        job: u64,
        /// What is wrong with it.
        source: TourError,
    },
    /// A start square that the records lack.
    #[error("no record starts at {0}")]
    NoStart(Square),
}

/// What the records show, unless they lack what a claim is about.
type Judged = Result<Measured, EvidenceError>;

/// Judges every claim.
///
/// # Errors
/// [`EvidenceError`] if records lack what a claim is about.
pub fn judge(evidence: &Evidence) -> Result<Vec<Finding>, EvidenceError> {
    PAPER.judge(|test| match test {
        Test::Fact(measure) => Ok(measure()),
        Test::Search(measure) => measure(&evidence.fig3),
        Test::SearchAndMore(measure, elsewhere) => {
            let measured = measure(&evidence.fig3)?;
            Ok(match elsewhere(evidence) {
                Some(remark) => measured.and(&remark),
                None => measured,
            })
        }
        Test::Experiments(measure) => measure(evidence),
    })
}

/// Whether this is the search that the paper is about: Fig. 2's order from (1,1) on 8×8, with its
/// tour.
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
/// [`EvidenceError`] if the record's tour is not valid.
pub fn judge_search(record: &Record) -> Result<Vec<Finding>, EvidenceError> {
    let judge_one = |claim: &Claim<Test>| match claim.test()? {
        Test::Search(measure) | Test::SearchAndMore(measure, _) => {
            Some(measure(record).map(|measured| PAPER.finding(claim, Some(measured))))
        }
        Test::Fact(_) | Test::Experiments(_) => None,
    };
    PAPER.claims.iter().filter_map(judge_one).collect()
}

#[cfg(test)]
mod tests {
    use crate::analysis::claims::paper::*;

    #[test]
    fn claims_have_different_names() {
        let ids: std::collections::HashSet<&str> =
            PAPER.claims.iter().map(|claim| claim.id).collect();
        assert_eq!(ids.len(), PAPER.claims.len());
        assert!(PAPER.claims.len() >= 20);
    }
}
