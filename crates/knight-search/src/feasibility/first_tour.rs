//! The first tour of an order by proofs alone, without a count.

use crate::feasibility::find_path::find_path_within;
use crate::feasibility::position::{Position, Settled};
use knight_board::bitboard::{KnightGraph, SquareSet};
use knight_board::{Family, Interrupted, MoveOrder, Square, StopCheck};

/// The effort of the proofs at each position where estimates need a first tour, in checks that
/// could be stepped through instead: seconds. Some positions on boards of four rows take more.
pub(crate) const EFFORT: u128 = 10_000_000_000;

/// The first tour of an order, the one that backtracking finds, or the proof that there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstTour<const WORDS: usize> {
    /// The squares of the tour in order of visit; `None` if there is none.
    pub tour: Option<Vec<Square>>,
    /// All that a search fails at before it ends. Beside it the search visits the squares of its
    /// tour.
    pub failed: Vec<Failed<WORDS>>,
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

/// Finds the first tour of an order; `None` if neither the tour nor that there is none is proven.
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
) -> Result<Option<FirstTour<WORDS>>, Interrupted> {
    let mut position = Position::at_start(graph, family);
    let mut ahead = match find_path_within(graph, &position, None, checks, check)? {
        Settled::Path(ahead) => ahead,
        Settled::Infeasible => {
            let (first, open) = (SquareSet::only(position.head), graph.all());
            let failed = vec![Failed { depth: 0, first, open }];
            return Ok(Some(FirstTour { tour: None, failed }));
        }
        Settled::Unknown => return Ok(None),
    };
    let (mut tour, mut failed) = (vec![family.start], Vec::new());
    while !ahead.is_empty() {
        check()?;
        let (from, mut dead) = (graph.square(position.head), SquareSet::EMPTY);
        for target in order.moves().into_iter().filter_map(|mv| family.board.target(from, mv)) {
            let square = graph.index(target);
            if !position.open.contains(square) {
                continue;
            }
            let after = position.after(square);
            match find_path_within(graph, &after, Some(&ahead), checks, check)? {
                Settled::Path(path) => {
                    failed.push(Failed { depth: tour.len(), first: dead, open: position.open });
                    tour.push(target);
                    (position, ahead) = (after, path);
                    break;
                }
                Settled::Infeasible => dead = dead.with(square),
                Settled::Unknown => return Ok(None),
            }
        }
    }
    failed.retain(|failed| !failed.first.is_empty());
    Ok(Some(FirstTour { tour: Some(tour), failed }))
}

#[cfg(test)]
mod tests;
