//! The starts from which no tour is possible: a rate of success is over the others.

use std::collections::HashSet;

use crate::analysis::jobs::{JobRow, Jobs, Question};
use knight_board::theorems;
use knight_search::Outcome;

/// The starts from which no tour is possible: by a theorem, or as a search proves it.
#[derive(Default)]
pub struct Impossible(HashSet<Question>);

impl Impossible {
    /// Those that these jobs prove.
    pub fn of(jobs: &Jobs) -> Impossible {
        let proofs = jobs.iter().filter(|row| row.outcome == Outcome::None);
        Impossible(proofs.map(|row| row.question()).collect())
    }

    /// Whether a job has found no tour where none is possible.
    pub fn has(&self, row: &JobRow) -> bool {
        let (board, goal, start) = row.question();
        let is_proved = || self.0.contains(&row.question());
        let is_known = || theorems::from(board, start, goal).is_some() || is_proved();
        row.outcome != Outcome::Tour && is_known()
    }
}
