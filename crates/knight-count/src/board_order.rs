//! The order in which the squares of a whole board are processed.

use knight_board::bitboard::supports;
use knight_board::{Board, Interrupted, Square, StopCheck};
use knight_frontier::{OrderEffort, WalkGraph, elimination_order};

/// The longer sides of the short boards whose orders are searched, to make the order of a long
/// board.
const COLUMNS: [u16; 4] = [16, 15, 14, 13];

/// The most columns after which an order is searched to repeat itself.
const MAX_PERIOD: u16 = 2;

/// An order of all squares of the board. It is searched for on the board itself, or, if that has
/// too many squares, on a shorter board, where it repeats itself after a column or two.
///
/// # Errors
/// [`Interrupted`] if `check` fails, which is called every few milliseconds.
pub(crate) fn board_order(
    board: Board,
    graph: &WalkGraph,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    if supports(board) {
        return elimination_order(graph, OrderEffort::Thorough, check);
    }
    let (rows, cols) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let mut places = None;
    for short in COLUMNS {
        places = prolonged(rows, short, cols, check)?;
        if places.is_some() {
            break;
        }
    }
    let places = places.unwrap_or_else(|| column_by_column(rows, cols));
    Ok(indices(board, places, board.cols() != cols))
}

/// An order of all squares column by column, or row by row if the board is upright. Boards that
/// differ in length begin alike. There are about a quarter more states than in the best orders.
pub(crate) fn order_by_columns(board: Board, is_upright: bool) -> Vec<u16> {
    let (rows, cols) = (board.rows(), board.cols());
    let (short, long) = if is_upright { (cols, rows) } else { (rows, cols) };
    indices(board, column_by_column(short, long), is_upright)
}

/// The indices of squares of the board, or of its transpose if it is upright.
fn indices(board: Board, places: Vec<Square>, is_upright: bool) -> Vec<u16> {
    let square = |Square { row, col }: Square| match is_upright {
        true => Square { row: col, col: row },
        false => Square { row, col },
    };
    places.into_iter().map(|place| board.index(square(place)) as u16).collect()
}

/// The order of a board of `short` columns with a part repeated, to have `cols` columns.
fn prolonged(
    rows: u16,
    short: u16,
    cols: u16,
    check: &mut StopCheck,
) -> Result<Option<Vec<Square>>, Interrupted> {
    let Some(board) = Board::new(rows, short).ok().filter(|board| supports(*board)) else {
        return Ok(None);
    };
    let order = elimination_order(&WalkGraph::of_board(board, None), OrderEffort::Thorough, check)?;
    let order: Vec<Square> = order.into_iter().map(|index| board.square(index.into())).collect();
    Ok(repeated(rows, short, cols, &order))
}

/// An order of `short` columns with a part repeated, to have `cols` columns.
fn repeated(rows: u16, short: u16, cols: u16, order: &[Square]) -> Option<Vec<Square>> {
    let missing = cols.checked_sub(short)?;
    (1..=MAX_PERIOD).filter(|period| missing % period == 0).find_map(|period| {
        let length = usize::from(rows * period);
        let shifted = |place: &Square, by: u16| Square { row: place.row, col: place.col + by };
        let repeats = |&at: &usize| {
            let (part, next) = order[at..at + 2 * length].split_at(length);
            part.iter().zip(next).all(|(place, next)| shifted(place, period) == *next)
        };
        let last = order.len().checked_sub(2 * length)?;
        // A part in the middle is far from both short sides of the board.
        let at = (0..=last).filter(repeats).min_by_key(|at| at.abs_diff(last / 2))?;
        let (before, after) = order.split_at(at + length);
        let part = &before[at..];
        let copies = (1..=missing / period)
            .flat_map(|copy| part.iter().map(move |place| shifted(place, copy * period)));
        let after = after.iter().map(|place| shifted(place, missing));
        let places: Vec<Square> = before.iter().copied().chain(copies).chain(after).collect();
        has_each_once(rows, cols, &places).then_some(places)
    })
}

fn has_each_once(rows: u16, cols: u16, places: &[Square]) -> bool {
    let mut sorted = places.to_vec();
    sorted.sort_unstable_by_key(|place| (place.row, place.col));
    let all = (1..=rows).flat_map(|row| (1..=cols).map(move |col| Square { row, col }));
    all.eq(sorted)
}

/// Every other row down, the others up: the frontier is never wider than two columns.
fn column_by_column(rows: u16, cols: u16) -> Vec<Square> {
    let down = (1..=rows).filter(|row| row % 2 == 1);
    let up = (1..=rows).rev().filter(|row| row % 2 == 0);
    let column: Vec<u16> = down.chain(up).collect();
    let squares = |col: u16| column.iter().map(move |&row| Square { row, col });
    (1..=cols).flat_map(squares).collect()
}

#[cfg(test)]
mod tests {
    use crate::board_order::*;
    use knight_frontier::{Counted, FrontierPlan};

    #[test]
    fn long_boards_have_narrow_orders_of_all_squares() {
        for size in ["3x100", "4x101", "300x5", "6x120", "7x60", "8x40", "1x400", "2x300"] {
            let board: Board = size.parse().unwrap();
            let graph = WalkGraph::of_board(board, None);
            let order = board_order(board, &graph, &mut || Ok(())).unwrap();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..board.area() as u16), "{size}");
            let plan = FrontierPlan::new(&graph, &order, Counted::HamiltonianCycles).unwrap();
            let rows = usize::from(board.rows().min(board.cols()));
            assert!(plan.width() <= 2 * rows, "{size}: {}", plan.width());
        }
    }

    #[test]
    fn the_search_for_an_order_stops_when_it_is_asked_to() {
        for size in ["8x8", "8x40"] {
            let board: Board = size.parse().unwrap();
            let mut asked = 0;
            let mut check = || {
                asked += 1;
                if asked < 5 { Ok(()) } else { Err(Interrupted) }
            };
            let order = board_order(board, &WalkGraph::of_board(board, None), &mut check);
            assert_eq!((order, asked), (Err(Interrupted), 5), "{size}");
        }
    }
}
