//! The answers of counts: sentences, rows and objects of JSON.

use knight_count::tour_counts::{BigUint, Effort, Tours};
use knight_count::tour_estimates::TourEstimate;
use knight_search::{Board, Square};
use knightsweep::analysis::approximate;
use knightsweep::analysis::json::MOST_EXACT;
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::results::record::rounded;
use knightsweep::text::counted;

use super::{Question, Work};
use crate::cli::answer::board_row;

/// Numbers of tours on a board.
pub(super) struct TourNumbers {
    pub board: Board,
    pub tours: Numbers,
}

/// Which tours, and how many.
pub(super) enum Numbers {
    All(Tours),
    From(Square, BigUint),
    /// Those of [`Numbers::All`], estimated.
    Estimated(TourEstimate),
}

impl TourNumbers {
    /// A row of a table.
    pub(super) fn row(&self, question: &Question) -> Row {
        let row = board_row(self.board).with("goal", question.goal_words());
        match &self.tours {
            Numbers::All(Tours { undirected, directed }) => {
                row.with("undirected", cell(undirected)).with("directed", cell(directed))
            }
            Numbers::From(start, tours) => {
                let row = row.with("start_row", start.row).with("start_col", start.col);
                row.with("tours", cell(tours))
            }
            Numbers::Estimated(estimate) => estimate_cells(row, estimate),
        }
    }

    /// The numbers in words.
    pub(super) fn sentences(&self, question: &Question) -> String {
        let (board, goal) = (self.board, question.goal_words());
        match &self.tours {
            Numbers::All(Tours { undirected, directed }) => format!(
                "{} of {board} (a tour and its reverse count once)\n\
                 {} (a tour and its reverse count twice)\n",
                counted(undirected, &format!("undirected {goal} tour")),
                counted(directed, &format!("directed {goal} tour")),
            ),
            Numbers::From(start, tours) => {
                let verb = if *tours == 1u8.into() { "begins" } else { "begin" };
                let tours = counted(tours, &format!("{goal} tour"));
                let returns = question.goal.returns();
                let twice = if returns { " (a tour and its reverse count twice)" } else { "" };
                format!("{tours} of {board} {verb} at {start}{twice}\n")
            }
            Numbers::Estimated(estimate) => sentence(question, estimate) + "\n",
        }
    }

    /// The answer for this alone, as JSON: the row, why there is no tour, and how much work it was:
    /// the states of the largest layer, 0 if nothing had to be counted.
    pub(super) fn object(&self, question: &Question, work: &Work) -> Row {
        let row = match &self.tours {
            Numbers::Estimated(_) => self.row(question).with("seed", question.arguments.seed),
            _ => self.row(question).with("states", work.effort.states as u64),
        };
        row.with("why", question.reason().map(|reason| reason.to_string()))
            .with("wall_s", work.elapsed.as_secs_f64())
    }
}

/// A row for each board, or for each start.
pub(super) fn table(question: &Question, counted: &[TourNumbers]) -> Table {
    Table::new(counted.iter().map(|counted| counted.row(question)))
}

/// An estimate of all tours of the board in words.
pub(super) fn sentence(question: &Question, estimate: &TourEstimate) -> String {
    let (board, goal) = (question.board, question.goal_words());
    let tours = estimate_in_words(estimate, &format!("undirected {goal} tour"));
    format!("{board}: {tours} (a tour and its reverse count once)")
}

/// The estimate of a number of tours, or the number if no sample had to leave out a state.
fn estimate_in_words(estimate: &TourEstimate, tour: &str) -> String {
    let TourEstimate { tours, low, high, samples, .. } = *estimate;
    match whole(estimate) {
        Some(tours) => format!("{}; nothing had to be sampled", counted(tours, tour)),
        None => approximate::in_words(tours, (low, high), samples as u64, tour),
    }
}

/// The number itself, if no sample had to leave out a state and a float has all its digits.
fn whole(estimate: &TourEstimate) -> Option<u128> {
    let is_exact = estimate.samples == 0 && estimate.tours < MOST_EXACT as f64;
    is_exact.then_some(estimate.tours as u128)
}

/// The columns of an estimate. Those of numbers that are counted are others.
fn estimate_cells(row: Row, estimate: &TourEstimate) -> Row {
    let [tours, low, high] = [estimate.tours, estimate.low, estimate.high]
        .map(|number| whole(estimate).map_or_else(|| rounded(number).into(), Cell::from));
    row.with("undirected_estimate", tours)
        .with("undirected_low", low)
        .with("undirected_high", high)
        .with("samples", estimate.samples as u64)
        .with("heavy_tailed", estimate.is_heavy_tailed)
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
