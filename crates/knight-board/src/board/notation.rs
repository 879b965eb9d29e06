//! How boards and squares are written and read, and why a text is neither.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Square};
use crate::budget::is_digits;

/// Why a text or a pair of numbers is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Not of the form `ROWSxCOLS`.
    #[error(
        "`{0}` is not a board; write rows x columns without blanks, such as {similar}",
        similar = similar_board(.0)
    )]
    Malformed(String),
    /// A side is 0 or above [`Board::MAX_SIDE`].
    #[error("a board of {rows}x{cols} is out of range; sides go from 1 to {}", Board::MAX_SIDE)]
    OutOfRange {
        /// Rows asked for.
        rows: String,
        /// Columns asked for.
        cols: String,
    },
}

/// Why a text is not a square of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// Neither `row,col` nor a chess name.
    #[error("`{0}` is not a square; write row,column such as 1,1 or a chess name such as a8")]
    Malformed(String),
    /// A well-formed square that the board does not have.
    #[error(
        "square {text} is off the {board} board; rows go from 1 to {}, columns from 1 to {}, \
         chess names from a1 to {}{}",
        board.rows, board.cols, board.chess_name(Square { row: 1, col: board.cols }),
        hint_from_zero(text)
    )]
    OffBoard {
        /// The square as it was written.
        text: String,
        /// The board it was read for.
        board: Board,
    },
}

/// The board that a text such as `5` or `5*6` may mean, or else two examples.
fn similar_board(text: &str) -> String {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let sides: Vec<Option<u16>> = numbers.map(|digits| digits.parse().ok()).collect();
    let is_side = |side: u16| (1..=Board::MAX_SIDE).contains(&side);
    match sides[..] {
        [Some(side)] if is_side(side) => format!("{side}x{side}"),
        [Some(rows), Some(cols)] if is_side(rows) && is_side(cols) => format!("{rows}x{cols}"),
        _ => "8x8 or 5x6".to_owned(),
    }
}

/// What to write in the place of squares that count from 0.
fn hint_from_zero(text: &str) -> String {
    let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
    let numbers = inner.split(',').map(|number| number.trim().parse::<u16>());
    match numbers.collect::<Result<Vec<u16>, _>>().as_deref() {
        Ok([row @ 0..Board::MAX_SIDE, col @ 0..Board::MAX_SIDE]) if row.min(col) == &0 => {
            format!("; if yours count from 0, write {},{}", row + 1, col + 1)
        }
        _ => String::new(),
    }
}

impl Board {
    /// The name of a square in chess notation: files `a`, `b`, … from the left (`aa` follows `z`),
    /// ranks from 1 at the bottom. On 8×8 the square `(1,1)` is `a8`.
    pub fn chess_name(self, square: Square) -> String {
        let mut file = Vec::new();
        let mut rest = square.col;
        while rest > 0 {
            rest -= 1;
            file.push(char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        let rank = self.rows + 1 - square.row;
        file.iter().rev().copied().chain(rank.to_string().chars()).collect()
    }

    /// The board with the numbers of the visits to these squares from `first`, right-aligned, one
    /// line per row, and a dot on each square that is not visited.
    pub fn grid(self, visited: &[Square], first: usize) -> String {
        let mut numbers = vec![None; self.area()];
        for (number, &square) in (first..).zip(visited) {
            numbers[self.index(square)] = Some(number);
        }
        let width = (first + visited.len()).saturating_sub(1).to_string().len();
        let cell = |number: &Option<usize>| match number {
            Some(number) => format!("{number:>width$}"),
            None => format!("{:>width$}", "."),
        };
        let row =
            |numbers: &[Option<usize>]| numbers.iter().map(cell).collect::<Vec<_>>().join(" ");
        numbers.chunks(self.cols.into()).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Reads a square written as `row,col`, also in parentheses, or by its chess name.
    ///
    /// ```
    /// # use knight_board::Board;
    /// let board = Board::new(8, 8).unwrap();
    /// assert_eq!(board.parse_square("a8"), board.parse_square("1,1"));
    /// ```
    ///
    /// # Errors
    /// [`SquareError`] if the text is not a square of this board.
    pub fn parse_square(self, text: &str) -> Result<Square, SquareError> {
        let trimmed = text.trim();
        let pair = trimmed.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let place = match pair.unwrap_or(trimmed).split_once(',') {
            Some((row, col)) => numbers(row.trim(), col.trim()),
            None => self.chess_place(trimmed),
        };
        let (row, col) = place.map_err(|Malformed| SquareError::Malformed(text.to_owned()))?;
        let square = row.zip(col).map(|(row, col)| Square { row, col });
        let off_board = || SquareError::OffBoard { text: text.to_owned(), board: self };
        square.filter(|square| self.contains(*square)).ok_or_else(off_board)
    }

    /// The row and the column that a chess name means; `None` for one that no board has.
    fn chess_place(self, name: &str) -> Result<(Option<u16>, Option<u16>), Malformed> {
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (file, rank) = name.split_at(letters);
        if file.is_empty() {
            return Err(Malformed);
        }
        let rank = number(rank)?;
        let col = file.bytes().try_fold(0u16, |col, letter| {
            let digit = letter.to_ascii_lowercase() - b'a' + 1;
            col.checked_mul(26)?.checked_add(digit.into())
        });
        Ok((rank.and_then(|rank| (self.rows + 1).checked_sub(rank)), col))
    }
}

/// What is not written in digits.
struct Malformed;

/// The number that digits write; `None` if no board has it.
fn number(digits: &str) -> Result<Option<u16>, Malformed> {
    if is_digits(digits) { Ok(digits.parse().ok()) } else { Err(Malformed) }
}

fn numbers(one: &str, other: &str) -> Result<(Option<u16>, Option<u16>), Malformed> {
    Ok((number(one)?, number(other)?))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let malformed = || BoardError::Malformed(text.to_owned());
        let (rows, cols) = text.trim().split_once(['x', 'X', '×']).ok_or_else(malformed)?;
        match numbers(rows, cols).map_err(|Malformed| malformed())? {
            (Some(rows), Some(cols)) => Board::new(rows, cols),
            _ => Err(BoardError::OutOfRange { rows: rows.to_owned(), cols: cols.to_owned() }),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.col)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::notation::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn chess_names_round_trip_on_wide_boards() {
        for board in [board("8x8"), board("2x703"), board("16x16")] {
            for square in board.squares() {
                let name = board.chess_name(square);
                assert_eq!(board.parse_square(&name), Ok(square), "{name}");
            }
        }
        assert_eq!(board("8x8").chess_name(Square { row: 1, col: 1 }), "a8");
        assert_eq!(board("2x28").chess_name(Square { row: 2, col: 28 }), "ab1");
    }

    #[test]
    fn boards_are_read_with_any_cross() {
        assert!(["5x6", "5X6", "5×6", " 5x6 "].iter().all(|text| board(text) == board("5x6")));
    }

    #[test]
    fn squares_off_the_board_or_malformed_are_refused() {
        let board = board("8x8");
        for text in ["9,1", "0,1", "1,9", "i1", "a9", "a0", "zzzz1", "1,99999999"] {
            let error = board.parse_square(text).unwrap_err();
            assert!(matches!(error, SquareError::OffBoard { .. }), "{text}");
            let is_from_zero = text == "0,1";
            assert_eq!(error.to_string().ends_with("from 0, write 1,2"), is_from_zero, "{text}");
        }
        assert_eq!(board.parse_square("(1,2)"), board.parse_square("1,2"));
        for text in [
            "", "(1,2", "1,2)", "((1,2))", "(a1)", "1", "a", "1,", ",1", "1,1,1", "-1,1", "a1b",
            "é1", "+1,1",
        ] {
            let error = board.parse_square(text).unwrap_err();
            assert!(matches!(error, SquareError::Malformed(_)), "{text}");
        }
    }

    #[test]
    fn boards_out_of_range_or_malformed_are_refused() {
        for text in ["0x8", "8x0", "2001x8", "99999999999999999999999x8"] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(matches!(error, BoardError::OutOfRange { .. }), "{text}");
        }
        for text in ["", "8", "8x", "x8", "8x8x8", "-8x8", "8 by 8"] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(matches!(error, BoardError::Malformed(_)), "{text}");
        }
    }
}
