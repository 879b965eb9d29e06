//! What a search found, for its row.

use knight_search::estimates::{Estimate, Estimated};
use knight_search::questions::first_path::CheckSplit;
use knight_search::{Answer, Board, Outcome, Square, Symmetry};

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
        /// What the checks found, if that was counted.
        split: Option<CheckSplit>,
    },
    /// An estimate of the checks; missing for [`Outcome::Unknown`].
    Estimated(Option<Estimate>),
}

impl Found {
    /// An answer whose checks were split.
    pub fn with_split(answer: Answer, split: Option<CheckSplit>) -> Found {
        let Answer { outcome, checks, nodes, tour } = answer;
        Found { outcome, tour, cost: Cost::Counted { checks, nodes, split } }
    }

    /// What is found in the mirrored problem: the same costs, and the mirrored tour.
    pub(crate) fn mirrored(&self, board: Board, symmetry: Symmetry) -> Found {
        let mirror = |tour: &Vec<Square>| {
            tour.iter().map(|&square| symmetry.square(board, square)).collect()
        };
        Found { tour: self.tour.as_ref().map(mirror), ..*self }
    }
}

impl From<Estimated> for Found {
    fn from(Estimated { outcome, tour, checks }: Estimated) -> Found {
        Found { outcome, tour, cost: Cost::Estimated(checks) }
    }
}

impl From<Answer> for Found {
    fn from(answer: Answer) -> Found {
        Found::with_split(answer, None)
    }
}
