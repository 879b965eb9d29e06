//! The first tour of an order by proofs alone, without a count.

use crate::feasibility::find_path::{Effort, find_path_within};
use crate::feasibility::position::{Path, Position, Settled};
use knight_board::bitboard::{KnightGraph, SquareSet};
use knight_board::{Family, Interrupted, MoveOrder, Square, StopCheck};

/// The effort of the proofs at each position where estimates need a first tour, in checks that
/// could be stepped through instead: seconds. Some positions on boards of four rows take more.
pub(crate) const EFFORT: u128 = 10_000_000_000;

/// What is known of the first tour of an order: the one that backtracking finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FirstTour<const WORDS: usize> {
    /// The first tour.
    Found {
        /// The squares of the tour, beginning with the start.
        squares: Path,
        /// For each move of the tour, the open squares that the order tries before and from which
        /// there is no tour.
        dead: Vec<SquareSet<WORDS>>,
    },
    /// The family has no tour.
    NoTour,
    /// Neither is proven.
    Unknown {
        /// The squares from the start to the head of the position. The first tour, if there is
        /// one, begins with them, apart perhaps from the last.
        squares: Path,
        /// The position that no proof settles.
        position: Position<WORDS>,
    },
}

/// Squares from which a search fails, and what is open then. It visits every walk from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failed<const WORDS: usize> {
    /// The squares on the path before them.
    pub depth: usize,
    /// The squares.
    pub first: SquareSet<WORDS>,
    /// The squares that are not on the path, theirs among them.
    pub open: SquareSet<WORDS>,
}

impl<const WORDS: usize> FirstTour<WORDS> {
    /// The squares of the tour in order of visit, if there is one.
    pub(crate) fn tour(&self, graph: &KnightGraph<WORDS>) -> Option<Vec<Square>> {
        match self {
            FirstTour::Found { squares, .. } => {
                Some(squares.iter().map(|&square| graph.square(square.into())).collect())
            }
            FirstTour::NoTour | FirstTour::Unknown { .. } => None,
        }
    }

    /// All that a search from the start square fails at before it ends; `None` if nothing is
    /// proven. Beside it the search visits the squares of its tour.
    pub(crate) fn failed(
        &self,
        graph: &KnightGraph<WORDS>,
        start: Square,
    ) -> Option<Vec<Failed<WORDS>>> {
        let mut open = graph.all();
        match self {
            FirstTour::Found { squares, dead } => {
                let failed = squares.iter().zip(dead).zip(1..).map(|((&square, &first), depth)| {
                    open = open.without(square.into());
                    Failed { depth, first, open }
                });
                Some(failed.filter(|failed| !failed.first.is_empty()).collect())
            }
            FirstTour::NoTour => {
                let first = SquareSet::only(graph.index(start));
                Some(vec![Failed { depth: 0, first, open }])
            }
            FirstTour::Unknown { .. } => None,
        }
    }
}

/// Finds the first tour of an order.
///
/// `checks` limits the work at each position: the proofs take at most the time in which that many
/// are stepped through. The result is a function of the other arguments.
///
/// # Errors
/// [`Interrupted`] if `check` fails, which is called every few milliseconds.
pub(crate) fn first_tour<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    family: &Family,
    order: MoveOrder,
    checks: u128,
    check: &mut StopCheck,
) -> Result<FirstTour<WORDS>, Interrupted> {
    let effort = Effort { before_frontier: None, checks };
    let mut position = Position::at_start(graph, family);
    let mut squares = vec![position.head as u8];
    let mut dead = Vec::new();
    let mut ahead = match find_path_within(graph, &position, None, effort, check)? {
        Settled::Path(ahead) => ahead,
        Settled::Infeasible => return Ok(FirstTour::NoTour),
        Settled::Unknown => return Ok(FirstTour::Unknown { squares, position }),
    };
    while !ahead.is_empty() {
        check()?;
        let from = graph.square(position.head);
        let mut failed = SquareSet::EMPTY;
        for mv in order.moves() {
            let Some(target) = family.board.target(from, mv) else { continue };
            let square = graph.index(target);
            if !position.open.contains(square) {
                continue;
            }
            let after = position.after(square);
            match find_path_within(graph, &after, Some(&ahead), effort, check)? {
                Settled::Path(path) => {
                    (position, ahead) = (after, path);
                    squares.push(square as u8);
                    dead.push(failed);
                    break;
                }
                Settled::Infeasible => failed = failed.with(square),
                Settled::Unknown => {
                    squares.push(square as u8);
                    return Ok(FirstTour::Unknown { squares, position: after });
                }
            }
        }
    }
    Ok(FirstTour::Found { squares, dead })
}

#[cfg(test)]
mod tests;
