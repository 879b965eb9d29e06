//! The paper: every number and claim that it states, beside what we measure.
//!
//! The claims are data ([`claims()`]); [`judge()`] compares each with [`Evidence`], the records of the paper's
//! experiments and two searches over all orders.

use serde::Serialize;

use crate::results::record::Record;
use knight_search::Square;
use knight_search::named_enum::named_enum;
use knight_search::questions::best_orders::BestOrder;

mod claims;
mod judge;
mod search;

pub use claims::{Claim, Test, claims};
pub use judge::{EvidenceError, judge};
pub use search::{is_the_papers, judge_search};

/// What the claims are judged by.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The one record of `experiments/paper-fig3.toml`.
    pub fig3: Record,
    /// The records of `experiments/paper-corners.toml`.
    pub corners: Vec<Record>,
    /// The records of `experiments/paper-diagonal.toml`.
    pub diagonal: Vec<Record>,
    /// The records of `experiments/exact-diagonal.toml`: the same squares without a budget.
    pub exact_diagonal: Vec<Record>,
    /// The quickest orders from (1,1) on 8×8.
    pub best_order: BestOrder,
    /// The least checks of all orders from each square of 8×8: `results/best-order/8x8.csv`.
    pub least_checks: Vec<(Square, u128)>,
    /// Over all starts and orders on 8×8: how many find a tour without a failed node, out of how many.
    pub without_backtracking: (u64, u64),
}

/// What we find about a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// Short name of the claim.
    pub id: String,
    /// The section or figure.
    #[serde(rename = "where")]
    pub place: String,
    /// What the paper says.
    pub claim: String,
    /// The paper's value.
    pub paper: String,
    /// Our value; missing if it cannot be tested.
    pub ours: Option<String>,
    /// Whether they agree.
    pub verdict: Verdict,
    /// What explains the verdict.
    pub remark: Option<String>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// We find the same.
    Reproduced,
    /// We find otherwise.
    Refuted,
    /// It cannot be tested here; the remark says why.
    NotTestable,
}

named_enum!(Verdict, "verdict", Reproduced => "reproduced", Refuted => "refuted", NotTestable => "not testable");
