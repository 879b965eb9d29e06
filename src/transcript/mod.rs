//! Reads printed tours: grids of numbers, lists of squares and lists of moves.
//!
//! A transcript may be anything but a tour; [`read`] finds every fault of it.

use knight_search::board::tour::{Fault, faults, is_knight_move};
use knight_search::{Board, Move, Square, SquareError};

/// How a transcript gives the squares of a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// A grid whose first square is number 0.
    FromZero,
    /// A grid whose first square is number 1; 0 and negative numbers mark unvisited squares.
    FromOne,
    /// A list of squares in order of visit.
    List,
    /// A start square and the numbers of the moves from there, as in Fig. 2 of the paper.
    Moves,
}

/// A transcript under the numbering that leaves the fewest faults.
///
/// ```
/// let printed = knightsweep::transcript::read("1 4 7 10\n8 11 2 5\n3 6 9 12", None)?;
/// assert!(printed.is_tour() && !printed.is_closed_tour());
/// # Ok::<(), knightsweep::transcript::TranscriptError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedTour {
    /// The board of the transcript.
    pub board: Board,
    /// The numbering under which it was read.
    pub numbering: Numbering,
    /// The visited squares in order, without those whose number is missing.
    pub squares: Vec<Square>,
    /// Everything that is wrong; empty for a tour.
    pub faults: Vec<Fault>,
    /// Remarks that help to find the mistake: another numbering, unreachable squares.
    pub remarks: Vec<String>,
}

/// Why a text is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// It has neither numbers nor squares.
    #[error("it has neither a grid of numbers nor a list of squares")]
    Empty,
    /// A row of the grid has another length than the first.
    #[error(
        "line {line}: this row has {found} numbers, the first one has {expected}; \
         make all rows equally long"
    )]
    Ragged {
        /// Line of the text, from 1.
        line: usize,
        /// Numbers in the row.
        found: usize,
        /// Numbers in the first row.
        expected: usize,
    },
    /// A word that is neither a number nor a square.
    #[error("line {line}: `{word}` is neither a number of a grid nor a square such as a8 or 1,1")]
    Word {
        /// Line of the text, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A word of a list of moves that is not a move.
    #[error("line {line}: `{word}` is not a move; moves are digits from 1 to 8")]
    Move {
        /// Line of the text, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A square that the board does not have.
    #[error("line {line}: {source}")]
    Square {
        /// Line of the text, from 1.
        line: usize,
        /// What is wrong with it.
        source: SquareError,
    },
    /// A list of moves without a board.
    #[error("a list of moves does not show its board; give it with --board")]
    NoBoard,
    /// More rows or columns than the largest board, or others than the given board.
    #[error("the text shows a board of {rows}x{cols}, {expected}")]
    Size {
        /// Rows of the grid, or the largest row of the list.
        rows: usize,
        /// Columns of the grid, or the largest column of the list.
        cols: usize,
        /// What the size should be.
        expected: String,
    },
}

impl PrintedTour {
    fn of_squares(board: Board, numbering: Numbering, squares: Vec<Square>) -> PrintedTour {
        let faults = faults(board, &squares);
        PrintedTour { board, numbering, squares, faults, remarks: Vec::new() }
    }

    /// Whether the transcript is a tour.
    pub fn is_tour(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether it is a tour whose last square is one knight move from its first.
    pub fn is_closed_tour(&self) -> bool {
        self.is_tour() && is_knight_move(self.squares[0], self.squares[self.squares.len() - 1])
    }
}

/// Reads a transcript and finds its faults.
///
/// - Headings are skipped: the first lines whose first word has no digit. Text after a grid and a
///   blank line is skipped too, unless it has another line of numbers alone.
/// - A grid has a line for each row. Its numbers are separated by blanks, tabs, `|`, `;` or commas;
///   backquotes around it are ignored.
/// - A list has squares as `row,col` or as chess names, separated by blanks, line ends, `-` or `>`.
/// - A list of moves is a square and digits from 1 to 8. It needs the board given.
///
/// The board is that of the grid. For a list it is the given one, or else the smallest board that
/// has all its squares.
///
/// # Errors
/// [`TranscriptError`] if the text is neither, or does not fit the given board.
pub fn read(text: &str, board: Option<Board>) -> Result<PrintedTour, TranscriptError> {
    let lines: Vec<(usize, Vec<&str>)> = (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .map(|(number, line)| (number, words(line)))
        .filter(|(_, words)| !words.is_empty())
        .skip_while(|(_, words)| is_heading(words))
        .collect();
    let first = lines.first().ok_or(TranscriptError::Empty)?.1[0];
    if first.parse::<i64>().is_ok() {
        let (board, numbers) = read_grid(grid_lines(&lines), board)?;
        Ok(read_grid_tour(board, &numbers))
    } else {
        read_list(&lines, board)
    }
}

/// Whether a line is a heading such as `Solution 1`: its first word has no digit.
fn is_heading(words: &[&str]) -> bool {
    words.first().is_some_and(|word| !word.contains(|c: char| c.is_ascii_digit()))
}

/// The lines without the text after the grid.
fn grid_lines<'a, 'b>(lines: &'a [(usize, Vec<&'b str>)]) -> &'a [(usize, Vec<&'b str>)] {
    let is_number = |word: &&str| word.parse::<i64>().is_ok();
    let is_row = |(_, words): &(usize, Vec<&str>)| words.iter().all(is_number);
    let end = lines.iter().rposition(is_row).map_or(0, |last| last + 1);
    let (grid, text) = lines.split_at(end);
    match (grid.last(), text.first()) {
        (Some((last, _)), Some((first, words))) if last + 1 < *first && !is_number(&words[0]) => {
            grid
        }
        _ => lines,
    }
}

/// The words of a line. A comma belongs to its word in a square (`1,1`) and separates otherwise.
fn words(line: &str) -> Vec<&str> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '|' | ';' | '>' | '`');
    let coarse = line.split(is_blank).flat_map(split_dashes);
    coarse
        .flat_map(|word| {
            let is_square =
                word.matches(',').count() == 1 && !word.starts_with(',') && !word.ends_with(',');
            let parts: Vec<&str> = if is_square { vec![word] } else { word.split(',').collect() };
            parts
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Splits `a8-c7` but leaves a minus sign alone.
fn split_dashes(word: &str) -> Vec<&str> {
    if word.starts_with('-') && word.len() > 1 { vec![word] } else { word.split('-').collect() }
}

/// The board of a grid, and its numbers in row-major order.
fn read_grid(
    lines: &[(usize, Vec<&str>)],
    board: Option<Board>,
) -> Result<(Board, Vec<i64>), TranscriptError> {
    let expected = lines[0].1.len();
    let mut numbers = Vec::new();
    for (line, words) in lines {
        if words.len() != expected {
            return Err(TranscriptError::Ragged { line: *line, found: words.len(), expected });
        }
        for word in words {
            numbers.push(
                word.parse()
                    .map_err(|_| TranscriptError::Word { line: *line, word: shortened(word) })?,
            );
        }
    }
    Ok((board_of_size(lines.len(), expected, board)?, numbers))
}

/// The board of this size, which must be the given one, if any.
fn board_of_size(rows: usize, cols: usize, given: Option<Board>) -> Result<Board, TranscriptError> {
    let of_size = || Board::new(rows.try_into().ok()?, cols.try_into().ok()?).ok();
    let expected = match (given, of_size()) {
        (Some(given), found) if found == Some(given) => return Ok(given),
        (Some(given), _) => format!("which does not fit the given {given}"),
        (None, Some(found)) => return Ok(found),
        (None, None) => format!("but sides end at {}", Board::MAX_SIDE),
    };
    Err(TranscriptError::Size { rows, cols, expected })
}

fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        None => word.to_owned(),
        Some((end, _)) => format!("{}…", &word[..end]),
    }
}

fn read_grid_tour(board: Board, numbers: &[i64]) -> PrintedTour {
    let from_one = read_numbers(board, numbers, Numbering::FromOne);
    if !numbers.contains(&0) {
        return from_one;
    }
    let from_zero = read_numbers(board, numbers, Numbering::FromZero);
    let (mut chosen, other) = if is_from_zero(&from_zero, &from_one) {
        (from_zero, from_one)
    } else {
        (from_one, from_zero)
    };
    if let [fault] = &other.faults[..]
        && !chosen.is_tour()
    {
        let first = if other.numbering == Numbering::FromZero { 0 } else { 1 };
        chosen.remarks.push(format!("read as numbered from {first} instead: {fault}"));
    }
    chosen
}

/// Whether a grid is numbered from 0, given both readings: if it has every number from 0 once,
/// whatever its moves. But a walk from 1 without a wrong move leaves the square 0 out, unless the
/// reading from 0 is a tour.
fn is_from_zero(from_zero: &PrintedTour, from_one: &PrintedTour) -> bool {
    let has_each_number = (from_zero.faults.iter()).all(|f| matches!(f, Fault::NotAMove { .. }));
    match &from_one.faults[..] {
        [Fault::Unvisited { .. }] => from_zero.is_tour(),
        _ => has_each_number || from_zero.faults.len() < from_one.faults.len(),
    }
}

/// The reading of a grid whose first square has the number 0 or 1.
fn read_numbers(board: Board, numbers: &[i64], numbering: Numbering) -> PrintedTour {
    let first: i64 = if numbering == Numbering::FromZero { 0 } else { 1 };
    let area = board.area();

    let mut places: Vec<Vec<Square>> = vec![Vec::new(); area];
    let mut unvisited = Vec::new();
    let mut faults = Vec::new();
    for (square, &number) in board.squares().zip(numbers) {
        match number.checked_sub(first).map(usize::try_from) {
            _ if number < first => unvisited.push(square),
            Some(Ok(step)) if step < area => places[step].push(square),
            _ => faults.push(Fault::NumberOutOfRange { number, square }),
        }
    }

    let visited = places.iter().rposition(|p| !p.is_empty()).map_or(0, |last| last + 1);
    for (number, squares) in (first..).zip(&places[..visited]) {
        match &squares[..] {
            [] => faults.push(Fault::NumberMissing { number }),
            [_] => {}
            squares => faults.push(Fault::NumberRepeated { number, squares: squares.to_vec() }),
        }
    }
    for (number, pair) in (first..).zip(places[..visited].windows(2)) {
        if let ([from], [to]) = (&pair[0][..], &pair[1][..])
            && !is_knight_move(*from, *to)
        {
            faults.push(Fault::NotAMove { number, from: *from, to: *to });
        }
    }

    let mut remarks = Vec::new();
    let squares: Vec<Square> = places.into_iter().filter_map(|p| p.first().copied()).collect();
    if !unvisited.is_empty() {
        if let Some(&last) = squares.last()
            && !unvisited.iter().any(|&s| is_knight_move(last, s))
        {
            remarks.push(format!(
                "no unvisited square is a knight move from the last one, {} at {last}",
                first + visited as i64 - 1
            ));
        }
        faults.push(Fault::Unvisited { unvisited });
    }
    PrintedTour { board, numbering, squares, faults, remarks }
}

fn read_list(
    lines: &[(usize, Vec<&str>)],
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    let words = || lines.iter().flat_map(|(line, words)| words.iter().map(|w| (*line, *w)));
    let is_digits = |(_, word): (usize, &str)| word.bytes().all(|b| b.is_ascii_digit());
    if words().skip(1).any(is_digits) {
        let slip = words().skip(1).find(|(_, word)| moves(word).is_none());
        return match slip {
            Some((line, word)) => Err(TranscriptError::Move { line, word: shortened(word) }),
            None => read_moves(words(), board.ok_or(TranscriptError::NoBoard)?),
        };
    }
    let board = match board {
        Some(board) => board,
        None => smallest_board(words())?,
    };
    let squares = words()
        .map(|(line, word)| read_square(board, line, word))
        .collect::<Result<Vec<Square>, _>>()?;
    Ok(PrintedTour::of_squares(board, Numbering::List, squares))
}

fn read_square(board: Board, line: usize, word: &str) -> Result<Square, TranscriptError> {
    board.parse_square(word).map_err(|source| match source {
        SquareError::Malformed(_) => TranscriptError::Word { line, word: shortened(word) },
        source => TranscriptError::Square { line, source },
    })
}

/// The moves of a word of digits from 1 to 8; `None` for another word.
fn moves(word: &str) -> Option<Vec<Move>> {
    let number = |digit: u8| Move::from_number(digit.wrapping_sub(b'0'));
    word.bytes().map(number).collect()
}

fn read_moves<'a>(
    mut words: impl Iterator<Item = (usize, &'a str)>,
    board: Board,
) -> Result<PrintedTour, TranscriptError> {
    let (line, start) = words.next().ok_or(TranscriptError::Empty)?;
    let mut squares = vec![read_square(board, line, start.trim_end_matches(':'))?];
    let mut at = squares[0];
    let mut leaves = None;
    for mv in words.filter_map(|(_, word)| moves(word)).flatten() {
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
    let mut printed = PrintedTour::of_squares(board, Numbering::Moves, squares);
    printed.faults.splice(..0, leaves);
    Ok(printed)
}

/// The smallest board that has all the squares of a list. Chess ranks count from the bottom, so
/// their rows depend on the board, but the largest rank does not.
fn smallest_board<'a>(
    words: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Board, TranscriptError> {
    let largest = Board::new(Board::MAX_SIDE, Board::MAX_SIDE)
        .unwrap_or_else(|error| unreachable!("the largest board exists: {error}"));
    let (mut rows, mut cols) = (1, 1);
    for (line, word) in words {
        let square = largest
            .parse_square(word)
            .map_err(|_| TranscriptError::Word { line, word: shortened(word) })?;
        let is_chess_name = !word.contains(',');
        let row = if is_chess_name { Board::MAX_SIDE + 1 - square.row } else { square.row };
        rows = rows.max(row);
        cols = cols.max(square.col);
    }
    board_of_size(rows.into(), cols.into(), None)
}

#[cfg(test)]
mod tests;
