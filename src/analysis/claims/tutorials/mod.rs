//! The tutorials of the same backtracking: what they state, print or do, beside what is so.
//!
//! The programs of the documents are run as they are printed, by [`PathSearch`].
//!
//! [`PathSearch`]: knight_search::first_path::PathSearch

use crate::analysis::claims::{self, Finding};
use crate::results::record::Record;

mod backtracking;
mod grids;
mod list;
mod moves;
mod probability;

pub use backtracking::Programs;
pub(super) use list::TUTORIALS;

/// What the claims are judged by.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the programs of the documents find.
    pub programs: Programs,
    /// All orders from (1,1) and (5,5) on 5×5, with their tours.
    pub orders_of_5x5: Vec<Record>,
    /// The checks of `experiments/paper/alternating.toml`: the order `alternating` from (1,1) on
    /// 8×8, without a budget.
    pub alternating: u128,
    /// The checks of Warnsdorff's rule from (1,1) on 8×8, ties by the order `tutorial`.
    pub warnsdorff: u128,
    /// The closed tours of 8×8, undirected and directed: `results/counts/closed-8x8.csv`.
    pub closed_tours: (u128, u128),
}

/// Judges every claim.
pub fn judge(evidence: &Evidence) -> Vec<Finding> {
    TUTORIALS.iter().flat_map(|claims| claims::judge(claims, evidence)).collect()
}
