//! Reads printed tours: grids of numbers, lists of squares and lists of moves.
//!
//! A transcript may be anything but a tour; [`read`] finds every fault of it. First `layout.rs`
//! says what is written: a grid, a list of squares or a list of moves. Where a text can be read in
//! several ways, or has a slip, it is refused: only what is certainly meant is judged.

use knight_board::{Fault, is_knight_move};
use knight_search::{Board, Square, SquareError};

mod arrays;
mod candidates;
mod coordinates;
mod grid;
mod layout;
mod named;
mod rows;
mod slips;
mod solved;
mod squares;
mod table;
mod text;

use candidates::Written;
pub use named::Notation;

/// Numbers, and the line of the first one.
type NumberRow = (usize, Vec<i64>);

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
    /// How it writes squares.
    pub notation: Notation,
    /// The number of the first square: 0 or 1.
    pub first_number: i64,
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
    #[error(
        "it has neither a grid of numbers nor a list of squares; write the number of each square, \
         row by row, or squares such as a8 or 1,1"
    )]
    Empty,
    /// A row of the grid has another length than the first.
    #[error(
        "line {line}: this row has {found} numbers, the first one has {expected}; \
         make all rows equally long, with 0 for unvisited squares"
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
    #[error(
        "line {line}: `{word}` is neither a number of a grid nor a square such as a8 or 1,1{}",
        digits_instead(word)
    )]
    Word {
        /// Line of the text, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A square in a row of numbers, or a number in a row of squares.
    #[error("line {line}: `{word}` stands among {others}; correct it{}", digits_instead(word))]
    Stray {
        /// Line of the text, from 1.
        line: usize,
        /// The word.
        word: String,
        /// What the others of its line are.
        others: &'static str,
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
    /// It can be read in several ways, or in none. The text says what to do.
    #[error("its layout is not certain: {0}")]
    Layout(String),
    /// An answer of `solve --json` without a tour, with its outcome.
    #[error("this is an answer of solve without a tour: its outcome is {0}")]
    NoTour(String),
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
    /// Whether the transcript is a tour.
    pub fn is_tour(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether it is a tour whose last square is one knight move from its first.
    pub fn is_closed_tour(&self) -> bool {
        self.is_tour() && is_knight_move(self.squares[0], self.squares[self.squares.len() - 1])
    }
}

impl TranscriptError {
    fn word(line: usize, word: &str) -> TranscriptError {
        TranscriptError::Word { line, word: shortened(word) }
    }
}

/// Reads a transcript and finds its faults.
///
/// - A grid has a line for each row, or is an array of arrays. Blanks, commas, semicolons, bars,
///   borders, quotes and commands of LaTeX are skipped, and so are labels of rows and columns.
///   Numbers in other lines than those of the board, such as one long line, need the board given.
/// - A list has squares as `row,col`, as pairs in brackets, as two numbers in each line, or as
///   chess names. Blanks, line ends, arrows and numbers before squares separate them. Rows and
///   columns may have names, in each line or in the heading of a table. They count from 0 if one of
///   them is 0.
/// - A list of moves is a square and digits from 1 to 8. It needs the board given.
/// - An answer of `solve --json` is the list of its squares.
///
/// Text above and below is skipped, unless it may be a row with a slip.
///
/// The board is that of the grid. For a list it is the given one, or else the smallest board that
/// has all its squares.
///
/// # Errors
/// [`TranscriptError`] if the text is neither, can be read in several ways, or does not fit the
/// given board.
pub fn read(text: &str, board: Option<Board>) -> Result<PrintedTour, TranscriptError> {
    if let Some(solved) = solved::read(text, board) {
        return solved;
    }
    let (written, first_number) = layout::read(text)?;
    let mut printed = match written {
        Written::Grid(rows) => return grid::read(&rows, board),
        Written::Wrapped(rows) => return grid::read_wrapped(&rows, board),
        Written::Pairs { pairs, are_squares, axes } => {
            squares::read_pairs(&pairs, are_squares, axes, board)?
        }
        Written::Names(names) => squares::read_names(&names, board)?,
        Written::Moves(words) => squares::read_moves(&words, board)?,
    };
    if printed.numbering == Numbering::List {
        printed.first_number = first_number;
    }
    Ok(printed)
}

/// Whether a line is the heading of a table of squares: it names a row and a column, as in
/// `step,row,col`.
pub fn names_squares(line: &str) -> bool {
    table::is_heading(&text::undecorated(line))
}

/// The number that a word with letters such as `l` and `O` may mean, as the end of a message.
fn digits_instead(word: &str) -> String {
    let digit = |c: char| match c {
        'l' | 'I' | 'i' => '1',
        'o' | 'O' => '0',
        c => c,
    };
    let number: String = word.chars().map(digit).collect();
    match number.bytes().all(|byte| byte.is_ascii_digit()) && number != word {
        true => format!(" (did you mean {number}?)"),
        false => String::new(),
    }
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

#[cfg(test)]
mod tests;
