//! What is known of the moves from a position, each examined when an order first needs it.

use crate::error::{MemoryLimit, SearchError};
use crate::feasibility::{self, Effort, Path, Position, ProofTable, Settled};
use crate::walks::{WalkCounter, Walks};
use knight_board::{Interrupted, bitboard::SquareSet};

/// The children of a position from which a tour can be completed.
pub(super) struct Children<'a, const WORDS: usize> {
    position: Position<WORDS>,
    /// A path that completes the tour.
    ahead: &'a Path,
    proofs: &'a ProofTable,
    by_square: Vec<(usize, Child)>,
    dead_walks: Vec<DeadWalks<WORDS>>,
}

/// A child, by what follows it.
pub(super) enum Child {
    /// A tour, which this path completes.
    Alive(Path),
    /// No tour.
    Dead,
    /// Only frontier DP can settle it.
    Unknown,
    /// Memory does not suffice for that.
    OutOfMemory,
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
    pub(super) fn new(position: Position<WORDS>, ahead: &'a Path, proofs: &'a ProofTable) -> Self {
        Children { position, ahead, proofs, by_square: Vec::new(), dead_walks: Vec::new() }
    }

    /// A child, after at most a quick attempt to settle it ([`feasibility::find_path_within`]).
    pub(super) fn glance(
        &mut self,
        counter: &mut WalkCounter<WORDS>,
        square: usize,
        proof_budget: u128,
    ) -> Result<&Child, Interrupted> {
        let known = self.by_square.iter().position(|(known, _)| *known == square);
        Ok(match known {
            Some(place) => &self.by_square[place].1,
            None => {
                let child = self.settle_quickly(counter, square, proof_budget)?;
                self.keep(square, child)
            }
        })
    }

    /// Keeps what is known of a child now.
    fn keep(&mut self, square: usize, child: Child) -> &Child {
        self.by_square.retain(|(known, _)| *known != square);
        self.by_square.push((square, child));
        &self.by_square[self.by_square.len() - 1].1
    }

    fn settle_quickly(
        &self,
        counter: &mut WalkCounter<WORDS>,
        square: usize,
        proof_budget: u128,
    ) -> Result<Child, Interrupted> {
        let after = self.position.after(square);
        let (graph, hint) = (counter.graph(), Some(&self.ahead[..]));
        let mut check = || counter.check_progress();
        let effort = Effort { before_frontier: Some(self.proofs), checks: proof_budget };
        let settled = feasibility::find_path_within(graph, &after, hint, effort, &mut check);
        Ok(match settled? {
            Settled::Path(path) => Child::Alive(path),
            Settled::Infeasible => Child::Dead,
            Settled::Unknown => Child::Unknown,
        })
    }

    /// Settles a child exactly.
    ///
    /// # Errors
    /// [`SearchError::Interrupted`]; out of memory is a state of the child.
    pub(super) fn settle(
        &mut self,
        counter: &mut WalkCounter<WORDS>,
        square: usize,
    ) -> Result<&Child, SearchError> {
        let after = self.position.after(square);
        let path = feasibility::find_path(counter, self.proofs, &after, Some(self.ahead));
        let settled = match path.map_err(|error| counter.without_result(error)) {
            Ok(Some(path)) => Child::Alive(path),
            Ok(None) => Child::Dead,
            Err(SearchError::MemoryLimit) => Child::OutOfMemory,
            Err(SearchError::Interrupted) => return Err(SearchError::Interrupted),
        };
        Ok(self.keep(square, settled))
    }

    /// The path that completes the tour after a child that is alive.
    pub(super) fn path(&self, square: usize) -> Path {
        match self.by_square.iter().find(|(known, _)| *known == square) {
            Some((_, Child::Alive(path))) => path.clone(),
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
        let walks = match counted.map_err(|error| counter.without_result(error)) {
            Err(SearchError::Interrupted) => return Err(SearchError::Interrupted),
            Err(SearchError::MemoryLimit) => Err(MemoryLimit),
            Ok(walks) => Ok(walks),
        };
        self.dead_walks.push(DeadWalks { set, cap, walks });
        Ok(walks?)
    }
}
