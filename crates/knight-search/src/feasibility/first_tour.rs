//! The first tour of an order by proofs alone, without a count.

use crate::feasibility::find_path::find_path_by_proofs;
use crate::feasibility::position::{Path, Position, Settled};
use knight_board::bitboard::{KnightGraph, SquareSet};
use knight_board::{Family, Interrupted, MoveOrder, StopCheck};

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

/// Finds the first tour of an order.
///
/// `effort` limits the work at each position: the proofs take at most the time in which that many
/// checks are stepped through. The result is a function of the other arguments.
///
/// # Errors
/// [`Interrupted`] if `check` fails, which is called every few milliseconds.
pub(crate) fn first_tour<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    family: &Family,
    order: MoveOrder,
    effort: u128,
    check: &mut StopCheck,
) -> Result<FirstTour<WORDS>, Interrupted> {
    let mut position = Position::at_start(graph, family);
    let mut squares = vec![position.head as u8];
    let mut dead = Vec::new();
    let mut ahead = match find_path_by_proofs(graph, &position, None, effort, check)? {
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
            let settled = if usize::from(ahead[0]) == square {
                Settled::Path(ahead[1..].to_vec())
            } else {
                find_path_by_proofs(graph, &after, Some(&ahead), effort, check)?
            };
            match settled {
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
