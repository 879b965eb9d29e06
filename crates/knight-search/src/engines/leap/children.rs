//! What is known of the moves from a position, each examined when an order first needs it.

use crate::error::{MemoryLimit, SearchError};
use crate::feasibility::{self, Path, Position, Settled};
use crate::walks::{WalkCounter, Walks};
use knight_board::bitboard::SquareSet;

/// The children of a position from which a tour can be completed.
pub(super) struct Children<'a, const WORDS: usize> {
    position: Position<WORDS>,
    /// A path that completes the tour.
    ahead: &'a Path,
    /// The checks of stepping through all searches that reach the position.
    stepping_cost: u128,
    by_square: Vec<(usize, Result<Settled, MemoryLimit>)>,
    dead_walks: Vec<DeadWalks<WORDS>>,
}

/// The walks from a set of dead children.
struct DeadWalks<const WORDS: usize> {
    set: SquareSet<WORDS>,
    /// Walks were counted up to this number.
    cap: u128,
    walks: Result<Walks, MemoryLimit>,
}

impl<const WORDS: usize> DeadWalks<WORDS> {
    /// Whether this result also answers a count with this cap.
    fn is_result_for(&self, cap: u128) -> bool {
        match self.walks {
            Ok(Walks::Exactly(_)) => true,
            Ok(Walks::AtLeast(walks)) => walks > cap,
            Err(MemoryLimit) => self.cap <= cap,
        }
    }
}

impl<'a, const WORDS: usize> Children<'a, WORDS> {
    pub(super) fn new(position: Position<WORDS>, ahead: &'a Path, stepping_cost: u128) -> Self {
        let (by_square, dead_walks) = (Vec::new(), Vec::new());
        Children { position, ahead, stepping_cost, by_square, dead_walks }
    }

    /// What is known of a child: unknown only if stepping takes less time than to settle it.
    ///
    /// # Errors
    /// [`SearchError`].
    pub(super) fn settle(
        &mut self,
        counter: &mut WalkCounter<WORDS>,
        square: usize,
    ) -> Result<&Settled, SearchError> {
        let place = match self.by_square.iter().position(|(known, _)| *known == square) {
            Some(place) => place,
            None => {
                let (after, hint) = (self.position.after(square), Some(&self.ahead[..]));
                let found = feasibility::find_path(counter, &after, hint, self.stepping_cost);
                let settled = counter.within_memory(found)?;
                self.by_square.push((square, settled));
                self.by_square.len() - 1
            }
        };
        self.by_square[place].1.as_ref().map_err(|&limit| limit.into())
    }

    /// The path that completes the tour after a child that is alive.
    pub(super) fn path(&self, square: usize) -> Path {
        match self.by_square.iter().find(|(known, _)| *known == square) {
            Some((_, Ok(Settled::Path(path)))) => path.clone(),
            _ => unreachable!("only a child that is alive is chosen"),
        }
    }

    /// The walks from a set of dead children; a lower bound above `cap` if there are more.
    ///
    /// # Errors
    /// [`SearchError`].
    pub(super) fn walks(
        &mut self,
        counter: &mut WalkCounter<WORDS>,
        set: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Walks, SearchError> {
        let known = self.dead_walks.iter().find(|dead| dead.set == set && dead.is_result_for(cap));
        if let Some(known) = known {
            return Ok(known.walks?);
        }
        let counted = counter.count(set, self.position.open, cap);
        let walks = counter.within_memory(counted)?;
        self.dead_walks.push(DeadWalks { set, cap, walks });
        Ok(walks?)
    }
}
