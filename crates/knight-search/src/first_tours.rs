//! The first tour of an order, proven without a count of what backtracking does before it.

use crate::feasibility;
use knight_board::bitboard::{KnightGraph, with_words};
use knight_board::{Family, Interrupted, MoveOrder, SearchProgress, Square, go_on};

/// What is known of the first tour of an order: the one that backtracking finds.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::first_tours::{FirstTour, first_tour};
/// use knight_search::{Budget, Family, Goal, MoveOrder, Square};
/// let family = Family {
///     board: "8x8".parse()?,
///     start: Square { row: 1, col: 1 },
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let mut progress = |_| ControlFlow::Continue(());
/// let tour = first_tour(&family, MoveOrder::FIG2, 1_000_000_000, &mut progress)?;
/// assert!(matches!(tour, FirstTour::Found(squares) if squares.len() == 64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FirstTour {
    /// The first tour.
    Found(Vec<Square>),
    /// There is no tour.
    NoTour,
    /// Neither is proven. If there is a tour, the first one begins with these squares, apart from
    /// the last: whether a tour continues from there is not known.
    Unknown(Vec<Square>),
}

/// Finds the first tour of an order. The budget of the family does not matter. `effort` limits the
/// work at each position: the proofs take at most about the time of that many checks.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
pub fn first_tour(
    family: &Family,
    order: MoveOrder,
    effort: u128,
    progress: &mut SearchProgress,
) -> Result<FirstTour, Interrupted> {
    assert!(family.board.contains(family.start));
    let mut check = || go_on(progress(0));
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let on_board = |squares: Vec<u8>| {
            squares.into_iter().map(|square| graph.square(square.into())).collect::<Vec<_>>()
        };
        Ok(match feasibility::first_tour(&graph, family, order, effort, &mut check)? {
            feasibility::FirstTour::Found { squares, .. } => FirstTour::Found(on_board(squares)),
            feasibility::FirstTour::NoTour => FirstTour::NoTour,
            feasibility::FirstTour::Unknown { squares, .. } => {
                FirstTour::Unknown(on_board(squares))
            }
        })
    })
}
