//! How many tours have ends that are not a knight move apart.

use num_bigint::BigUint;

use crate::tour_counts::{TourCountError, TourCounter, Tours};
use knight_board::{Goal, Square};

impl TourCounter<'_> {
    /// The tours whose ends are not a knight move apart. The other open tours are the closed ones
    /// without one of their moves. Only passes of open tours are [kept](TourCounter::keeping).
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn strictly_open(&mut self) -> Result<Tours, TourCountError> {
        let (open, closed) = (self.tours(Goal::Open)?, self.closed()?);
        let area = self.board().area();
        Ok(Tours {
            undirected: open.undirected - closed.undirected * area,
            directed: open.directed - closed.directed * area,
        })
    }

    /// The directed tours that begin at a square of the board and do not end one move from it.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn strictly_open_from(&mut self, start: Square) -> Result<BigUint, TourCountError> {
        Ok(self.from(start, Goal::Open)? - self.closed()?.directed)
    }

    /// As [`TourCounter::strictly_open_from`], for each square, row by row.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn strictly_open_by_start(&mut self) -> Result<Vec<(Square, BigUint)>, TourCountError> {
        let closed = self.closed()?.directed;
        let open = self.by_start(Goal::Open)?;
        Ok(open.into_iter().map(|(start, tours)| (start, tours - &closed)).collect())
    }

    fn closed(&mut self) -> Result<Tours, TourCountError> {
        self.without_keeping(|counter| counter.tours(Goal::Closed))
    }
}
