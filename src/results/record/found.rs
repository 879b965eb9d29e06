//! What a search found, for its row.

use knight_search::estimates::{Estimate, Estimated};
use knight_search::{Answer, Outcome, Square};

/// What a search found and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// How it ended.
    pub outcome: Outcome,
    /// The squares of the tour in order of visit, for [`Outcome::Tour`]. Not yet checked.
    pub tour: Option<Vec<Square>>,
    /// What it took.
    pub cost: Cost,
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cost {
    /// Exact counts.
    Counted {
        /// Checks performed.
        checks: u128,
        /// Placements of the knight; missing for [`Outcome::Budget`].
        nodes: Option<u128>,
    },
    /// An estimate of the checks; missing for [`Outcome::Unknown`].
    Estimated(Option<Estimate>),
}

impl From<Estimated> for Found {
    fn from(Estimated { outcome, tour, checks }: Estimated) -> Found {
        Found { outcome, tour, cost: Cost::Estimated(checks) }
    }
}

impl From<Answer> for Found {
    fn from(Answer { outcome, checks, nodes, tour }: Answer) -> Found {
        Found { outcome, tour, cost: Cost::Counted { checks, nodes } }
    }
}
