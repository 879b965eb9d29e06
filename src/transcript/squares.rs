//! Lists of squares, and lists of moves.

use knight_board::{Fault, faults};
use knight_search::{Board, Move, Square, SquareError};

use crate::transcript::coordinates::Axes;
use crate::transcript::{
    Notation, NumberRow, Numbering, PrintedTour, TranscriptError, board_of_size, grid,
};

/// A pair of numbers and its line.
type Pair = (usize, (i64, i64));

/// Judges a list of chess names with their lines. Ranks count from the bottom, so rows depend on
/// the board, but the largest rank does not.
pub(super) fn read_names(
    names: &[(usize, String)],
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    let is_derived = board.is_none();
    let board = match board {
        Some(board) => board,
        None => {
            let largest = largest_board();
            let (mut rows, mut cols) = (1, 1);
            for (line, name) in names {
                let square = read_square(largest, *line, name)?;
                rows = rows.max(Board::MAX_SIDE + 1 - square.row);
                cols = cols.max(square.col);
            }
            board_of_size(rows.into(), cols.into(), None)?
        }
    };
    let squares = names.iter().map(|(line, name)| read_square(board, *line, name));
    let squares = squares.collect::<Result<_, _>>()?;
    let mut printed = judge(board, squares, Numbering::List, Notation::Chess);
    if is_derived {
        remark_misprint(&mut printed);
    }
    Ok(printed)
}

/// Says so if one square alone makes the board as large as it is, and no knight comes or goes
/// there.
fn remark_misprint(printed: &mut PrintedTour) {
    let board = printed.board;
    // The smallest board that has it.
    let size = |square: &Square| match printed.notation {
        Notation::Chess => (board.rows() + 1 - square.row, square.col),
        Notation::RowColumn | Notation::Pairs { .. } => (square.row, square.col),
    };
    let only = |is_there: &dyn Fn((u16, u16)) -> bool| {
        let mut there = printed.squares.iter().filter(|square| is_there(size(square)));
        there.next().filter(|_| there.next().is_none()).copied()
    };
    let is_apart = |square: &Square| {
        let ends_there = |f: &Fault| matches!(f, Fault::NotAMove { from, to, .. } if [from, to].contains(&square));
        printed.faults.iter().any(ends_there)
    };
    let alone =
        only(&|size| size.0 == board.rows()).or_else(|| only(&|size| size.1 == board.cols()));
    let Some(alone) = alone.filter(is_apart) else { return };
    let others = printed.squares.iter().filter(|square| **square != alone).map(size);
    let (rows, cols) =
        others.fold((1, 1), |(rows, cols), (row, col)| (rows.max(row), cols.max(col)));
    printed.remarks.push(format!(
        "{} alone makes the board {board}; if it is a slip, give the board: --board {rows}x{cols}",
        printed.notation.name(board, alone),
    ));
}

fn largest_board() -> Board {
    Board::new(Board::MAX_SIDE, Board::MAX_SIDE)
        .unwrap_or_else(|error| unreachable!("the largest board exists: {error}"))
}

fn read_square(board: Board, line: usize, word: &str) -> Result<Square, TranscriptError> {
    board.parse_square(word).map_err(|source| match source {
        SquareError::Malformed(_) => TranscriptError::word(line, word),
        source => TranscriptError::Square { line, source },
    })
}

/// Judges a list of rows and columns. They count from 0 if one of them is 0. On a given board the
/// column may come first, if they fit in this way only.
///
/// Unless the pairs are known to be squares, they may also be the rows of a grid.
pub(super) fn read_pairs(
    pairs: &[Pair],
    are_squares: bool,
    axes: Axes,
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    if !are_squares {
        let rows: Vec<NumberRow> =
            pairs.iter().map(|(line, (a, b))| (*line, vec![*a, *b])).collect();
        match (grid::is_complete(&rows), is_walk(pairs)) {
            (true, false) => return grid::read(&rows, board),
            (false, true) => {}
            _ => {
                return Err(TranscriptError::Layout(format!(
                    "line {}: two numbers in each line are neither a walk of squares nor a grid; \
                     put squares in brackets, such as (1,1) (2,3)",
                    pairs[0].0
                )));
            }
        }
    }
    let first = i64::from(pairs.iter().all(|(_, (row, col))| *row != 0 && *col != 0));
    let exchanged: Vec<Pair> = pairs.iter().map(|(line, (a, b))| (*line, (*b, *a))).collect();
    let largest = |of: fn(&Pair) -> i64| {
        let largest = pairs.iter().map(of).max().unwrap_or(first);
        usize::try_from(largest.saturating_add(1 - first)).unwrap_or(1).max(1)
    };
    let is_derived = board.is_none();
    let board = match board {
        Some(board) => board,
        None => board_of_size(largest(|p| p.1.0), largest(|p| p.1.1), None)?,
    };
    let squares = |pairs: &[Pair]| -> Result<Vec<Square>, TranscriptError> {
        pairs.iter().map(|pair| square(board, first, axes, pair)).collect()
    };
    let (squares, is_other_way) = match (squares(pairs), squares(&exchanged)) {
        (Err(_), Ok(squares)) => (squares, true),
        (squares, _) => (squares?, false),
    };
    let is_exchanged = is_other_way != axes.column_is_first;
    let notation = match (first, is_exchanged) {
        (1, false) => Notation::RowColumn,
        _ => Notation::Pairs { first, is_exchanged },
    };
    let mut printed = judge(board, squares, Numbering::List, notation);
    if axes.row_is_x {
        let (x, y) = if is_other_way { ("column", "row") } else { ("row", "column") };
        printed.remarks.push(format!("x is read as the {x} and y as the {y}, from {first}"));
    } else if notation != Notation::RowColumn {
        let order = if is_exchanged { "column,row" } else { "row,column" };
        printed.remarks.push(format!("the squares are read as {order} from {first}"));
    }
    if is_derived {
        remark_misprint(&mut printed);
    }
    Ok(printed)
}

fn square(
    board: Board,
    first: i64,
    axes: Axes,
    (line, (row, col)): &Pair,
) -> Result<Square, TranscriptError> {
    let side = |number: &i64| u16::try_from(number.checked_add(1 - first)?).ok();
    let square = side(row).zip(side(col)).map(|(row, col)| Square { row, col });
    square.filter(|square| board.contains(*square)).ok_or_else(|| {
        let (one, other) = if axes.column_is_first { (col, row) } else { (row, col) };
        let text = format!("{one},{other}");
        TranscriptError::Square { line: *line, source: SquareError::OffBoard { text, board } }
    })
}

/// Whether at least half of the steps between pairs are knight moves.
fn is_walk(pairs: &[Pair]) -> bool {
    let is_move = |two: &&[Pair]| {
        let ((_, (row, col)), (_, (to_row, to_col))) = (two[0], two[1]);
        matches!((row.abs_diff(to_row), col.abs_diff(to_col)), (1, 2) | (2, 1))
    };
    pairs.windows(2).filter(is_move).count() * 2 >= pairs.len()
}

/// A list of squares. One that names the ends of each move, such as `a1-b3 b3-c5`, becomes the list
/// of the squares between.
fn judge(
    board: Board,
    squares: Vec<Square>,
    numbering: Numbering,
    notation: Notation,
) -> PrintedTour {
    let ends_of_moves = squares.len() >= 4
        && squares.len().is_multiple_of(2)
        && squares[1..squares.len() - 1].chunks(2).all(|two| two[0] == two[1]);
    let squares = match ends_of_moves {
        true => {
            let ends = squares.iter().skip(1).step_by(2);
            squares.first().into_iter().chain(ends).copied().collect()
        }
        false => squares,
    };
    let faults = faults(board, &squares);
    let (first_number, remarks) = (1, Vec::new());
    PrintedTour { board, numbering, notation, first_number, squares, faults, remarks }
}

/// Judges a start square and the digits of moves from there, with their lines.
pub(super) fn read_moves(
    words: &[(usize, String)],
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    let (Some((line, start)), Some(digits)) = (words.first(), words.get(1..)) else {
        return Err(TranscriptError::Empty);
    };
    let mut moves: Vec<Move> = Vec::new();
    for (line, word) in digits {
        for digit in word.bytes() {
            let mv = Move::from_number(digit.wrapping_sub(b'0'));
            moves.push(mv.ok_or_else(|| TranscriptError::Move {
                line: *line,
                word: super::shortened(word),
            })?);
        }
    }
    let board = board.ok_or(TranscriptError::NoBoard)?;
    let start = start.trim_matches(|c: char| "()[]{}:.".contains(c));
    let mut at = read_square(board, *line, start)?;
    let mut squares = vec![at];
    let mut leaves = None;
    for mv in moves {
        match board.target(at, mv) {
            Some(next) => squares.push(next),
            None => {
                let number = squares.len() as i64;
                leaves = Some(Fault::LeavesBoard { number, from: at, mv });
                break;
            }
        }
        at = squares[squares.len() - 1];
    }
    let is_name = start.starts_with(|c: char| c.is_alphabetic());
    let notation = if is_name { Notation::Chess } else { Notation::RowColumn };
    let mut printed = judge(board, squares, Numbering::Moves, notation);
    printed.faults.splice(..0, leaves);
    Ok(printed)
}
