//! The tours of boards of all lengths, in one count.
//!
//! The squares are processed column by column. So boards of different lengths take equal steps up
//! to their last columns, and these steps are done once.

use num_bigint::BigUint;

use crate::board_order::order_by_columns;
use crate::long_counts::Planned;
use crate::tour_counts::{MAX_SQUARES_OF_ALL_LENGTHS, TourCountError, TourCounter, Tours, counted};
use knight_board::{Board, Goal};
use knight_frontier::{FrontierPlan, PairingMaps, WalkGraph};

impl TourCounter<'_> {
    /// The tours of the board and of all shorter ones: the shorter side stays, and the longer one
    /// has every length from 1 on. The longest board takes a fourth to a half of the time.
    ///
    /// # Errors
    /// As [`TourCounter::tours`]. The shorter side may have up to 15 squares, and all boards a
    /// million together.
    pub fn all_lengths(&mut self, goal: Goal) -> Result<Vec<(Board, Tours)>, TourCountError> {
        let (rows, cols) = (self.board().rows(), self.board().cols());
        if !self.is_long() {
            return Err(TourCountError::TooLarge(self.board()));
        }
        let is_upright = rows > cols;
        let of_length = |length| match is_upright {
            true => Board::new(length, cols),
            false => Board::new(rows, length),
        };
        let boards: Vec<Board> =
            (1..=rows.max(cols)).filter_map(|length| of_length(length).ok()).collect();
        if boards.iter().map(|board| board.area()).sum::<usize>() > MAX_SQUARES_OF_ALL_LENGTHS {
            return Err(TourCountError::TooManyLengths(self.board()));
        }
        let mut planned = Vec::new();
        for &board in &boards {
            if Tours::without_counting(board, goal).is_none() {
                let graph = WalkGraph::of_board(board, None);
                let order = order_by_columns(board, is_upright);
                let plan = FrontierPlan::new(&graph, &order, counted(goal))?;
                planned.push(Planned { board, start: None, plan });
            }
        }
        // On boards of odd area both ends of a tour have the same colour, on those of even area
        // they differ. So their states differ from the beginning.
        planned.sort_by_key(|planned| planned.board.area() % 2);
        let undirected = self.passes.count_by_remainders(&planned, &PairingMaps::default())?;
        let tours_of = |board| {
            let is_of_board = |(planned, _): &(&Planned, &BigUint)| planned.board == board;
            let found = planned.iter().zip(&undirected).find(is_of_board);
            let found = found.map(|(_, undirected)| Tours::of_undirected(undirected.clone()));
            found.or_else(|| Tours::without_counting(board, goal))
        };
        Ok(boards.into_iter().filter_map(|board| Some((board, tours_of(board)?))).collect())
    }
}
