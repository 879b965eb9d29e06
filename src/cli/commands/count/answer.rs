//! The answers of counts: rows, sentences and objects of JSON.

use knight_count::tour_counts::{BigUint, Effort, Tours};
use knight_count::tour_estimates::TourEstimate;
use knight_search::{Board, Square};
use knightsweep::analysis::approximate;
use knightsweep::analysis::json::MOST_EXACT;
use knightsweep::analysis::table::{Cell, Row};
use knightsweep::results::record::rounded;
use knightsweep::text::counted;

use super::{Question, Work};
use crate::cli::answer::board_row;

/// A number of tours, as a row of a table and in words.
pub(super) struct Answer {
    pub row: Row,
    pub text: String,
}

impl Question<'_> {
    fn row(&self, board: Board) -> Row {
        board_row(board).with("goal", self.goal_words())
    }

    /// All tours of a board.
    pub(super) fn all(&self, (board, tours): (Board, Tours)) -> Answer {
        let (goal, Tours { undirected, directed }) = (self.goal_words(), tours);
        let row = self.row(board).with("undirected", cell(&undirected));
        Answer {
            row: row.with("directed", cell(&directed)),
            text: format!(
                "{} of {board} (a tour and its reverse count once)\n\
                 {} (a tour and its reverse count twice)\n",
                counted(&undirected, &format!("undirected {goal} tour")),
                counted(&directed, &format!("directed {goal} tour")),
            ),
        }
    }

    /// The tours from a square.
    pub(super) fn from(&self, (start, tours): (Square, BigUint)) -> Answer {
        let row = self.row(self.board).with("start_row", start.row).with("start_col", start.col);
        let row = row.with("tours", cell(&tours));
        let verb = if tours == 1u8.into() { "begins" } else { "begin" };
        let tours = counted(&tours, &format!("{} tour", self.goal_words()));
        let returns = self.goal.returns();
        let twice = if returns { " (a tour and its reverse count twice)" } else { "" };
        Answer { row, text: format!("{tours} of {} {verb} at {start}{twice}\n", self.board) }
    }

    /// An estimate of all tours. Its columns are not those of numbers that are counted.
    pub(super) fn estimated(&self, estimate: &TourEstimate) -> Answer {
        let [tours, low, high] = [estimate.tours, estimate.low, estimate.high]
            .map(|number| whole(estimate).map_or_else(|| rounded(number).into(), Cell::from));
        let row = self
            .row(self.board)
            .with("undirected_estimate", tours)
            .with("undirected_low", low)
            .with("undirected_high", high)
            .with("samples", estimate.samples as u64)
            .with("heavy_tailed", estimate.is_heavy_tailed);
        Answer { row, text: self.sentence(estimate) + "\n" }
    }

    /// An estimate of all tours in words.
    pub(super) fn sentence(&self, estimate: &TourEstimate) -> String {
        let TourEstimate { tours, low, high, samples, .. } = *estimate;
        let tour = format!("undirected {} tour", self.goal_words());
        let tours = match whole(estimate) {
            Some(tours) => format!("{}; nothing had to be sampled", counted(tours, &tour)),
            None => approximate::in_words(tours, (low, high), samples as u64, &tour),
        };
        format!("{}: {tours} (a tour and its reverse count once)", self.board)
    }

    /// An answer as JSON: the row, why there is no tour, and how much work it was: the states of
    /// the largest layer, 0 if nothing had to be counted.
    pub(super) fn object(&self, answer: &Answer, work: &Work) -> Row {
        let row = answer.row.clone();
        let row = match self.arguments.estimate {
            true => row.with("seed", self.arguments.seed),
            false => row.with("states", work.effort.states as u64),
        };
        row.with("why", self.reason().map(|reason| reason.to_string()))
            .with("wall_s", work.elapsed.as_secs_f64())
    }
}

/// The number itself, if no sample had to leave out a state and a float has all its digits.
fn whole(estimate: &TourEstimate) -> Option<u128> {
    let is_exact = estimate.samples == 0 && estimate.tours < MOST_EXACT as f64;
    is_exact.then_some(estimate.tours as u128)
}

/// A number of tours; a text if it has more than 128 bits.
fn cell(number: &BigUint) -> Cell {
    u128::try_from(number).map_or_else(|_| number.to_string().into(), |number: u128| number.into())
}

/// How far a count got before it ran out of memory.
pub(super) fn reached(effort: Effort) -> String {
    format!(
        "stopped at square {} of {}, after at most {} at a time",
        effort.processed + 1,
        effort.squares,
        counted(effort.states, "state")
    )
}
