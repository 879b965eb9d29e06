//! The starts from which no tour is possible: a rate of success is over the others.

use std::collections::HashSet;

use crate::analysis::{JobRow, Jobs};
use knight_board::theorems;
use knight_search::{Board, Goal, Outcome, Square};

/// A start square of a board, and which tours count.
type StartAndGoal = (Board, Goal, Square);

/// Where a job has found no tour; `None` if it has found one.
fn failed_at(row: &JobRow) -> Option<StartAndGoal> {
    let place = (row.setting.board, row.setting.goal, row.start);
    (row.outcome != Outcome::Tour).then_some(place)
}

/// The starts from which no tour is possible: by a theorem, or as a search proves it.
#[derive(Default)]
pub struct Impossible(HashSet<StartAndGoal>);

impl Impossible {
    /// Those that these jobs prove.
    pub fn of(jobs: &Jobs) -> Impossible {
        let mut impossible = Impossible::default();
        jobs.iter().for_each(|row| impossible.add(&row));
        impossible
    }

    /// Adds what a job proves.
    pub fn add(&mut self, row: &JobRow) {
        self.0.extend(failed_at(row).filter(|_| row.outcome == Outcome::None));
    }

    /// Whether a job has found no tour where none is possible.
    pub fn has(&self, row: &JobRow) -> bool {
        failed_at(row).is_some_and(|place| {
            let (board, goal, start) = place;
            self.0.contains(&place) || theorems::from(board, start, goal).is_some()
        })
    }
}
