//! Tours, and the checker that every reported tour must pass.
//!
//! The checker is independent of the engines: it shares no move table with them and judges a step
//! by arithmetic on the coordinates alone.

use std::fmt;

use crate::board::{Board, Move, Square};

/// A knight's tour: every square of a board once, each a knight move from the one before.
///
/// A value of this type has been checked.
///
/// ```
/// use knight_board::{Board, Tour};
/// let board = Board::new(3, 4).unwrap();
/// let fault = Tour::parse(board, "a3-c2-a1-b3-d2-b1-a3").unwrap_err();
/// assert_eq!(fault.to_string(), "square (1,1) is visited twice, as number 1 and as number 7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    board: Board,
    squares: Vec<Square>,
}

/// Why a sequence of squares, or a grid of numbers, is not a tour.
///
/// Numbers are those of the grid; in a list of squares the first is number 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A square that the board does not have.
    #[error("number {number} is at {square}, which is off the board")]
    OffBoard {
        /// Its number.
        number: i64,
        /// The square.
        square: Square,
    },
    /// Two successive squares that are not a knight move apart.
    #[error("from {number} at {from} to {} at {to} is not a knight move", number + 1)]
    NotAMove {
        /// The number of the first of the two.
        number: i64,
        /// The square of `number`.
        from: Square,
        /// The square of `number + 1`.
        to: Square,
    },
    /// A move in a list of moves that leaves the board.
    #[error("move {mv} from {number} at {from} leads off the board")]
    LeavesBoard {
        /// The number of the square from which it leaves.
        number: i64,
        /// That square.
        from: Square,
        /// The move.
        mv: Move,
    },
    /// A list that repeats a square.
    #[error("square {square} is visited twice, as number {first} and as number {again}")]
    VisitedTwice {
        /// The square.
        square: Square,
        /// The number of its first visit.
        first: i64,
        /// The number of its second visit.
        again: i64,
    },
    /// A grid with the same number in several squares.
    #[error("number {number} is there {}, at {}", times(squares), list(squares))]
    NumberRepeated {
        /// The number.
        number: i64,
        /// All its squares.
        squares: Vec<Square>,
    },
    /// A grid without a number below its largest.
    #[error("number {number} is missing")]
    NumberMissing {
        /// The number.
        number: i64,
    },
    /// A grid with a number that no tour of this board has.
    #[error("number {number} at {square} is out of range")]
    NumberOutOfRange {
        /// The number.
        number: i64,
        /// Its square.
        square: Square,
    },
    /// Squares that are never visited.
    #[error("{} of the squares {} never visited: {}",
        unvisited.len(), are(unvisited), list(unvisited))]
    Unvisited {
        /// The squares, in row-major order.
        unvisited: Vec<Square>,
    },
}

fn times(squares: &[Square]) -> String {
    match squares.len() {
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

fn are(squares: &[Square]) -> &'static str {
    if squares.len() == 1 { "is" } else { "are" }
}

/// The first few squares, separated by blanks.
fn list(squares: &[Square]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = squares.iter().take(SHOWN).map(Square::to_string).collect();
    match squares.len().saturating_sub(SHOWN) {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

/// Whether two squares are a knight move apart, by their coordinates alone.
pub fn is_knight_move(from: Square, to: Square) -> bool {
    let rows = from.row.abs_diff(to.row);
    let cols = from.col.abs_diff(to.col);
    matches!((rows, cols), (1, 2) | (2, 1))
}

/// Whether a sequence of squares has no [`faults`]; quicker than listing them.
fn is_tour(board: Board, squares: &[Square]) -> bool {
    let mut visited = vec![false; board.area()];
    let visits = |&square: &Square| {
        board.contains(square) && !std::mem::replace(&mut visited[board.index(square)], true)
    };
    // As many different squares as the board has are all of its squares.
    squares.len() == board.area()
        && squares.iter().all(visits)
        && squares.windows(2).all(|pair| is_knight_move(pair[0], pair[1]))
}

/// All faults of a sequence of squares as a tour of the board; none if it is a tour.
pub fn faults(board: Board, squares: &[Square]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut first_visit: Vec<Option<i64>> = vec![None; board.area()];
    for (number, &square) in (1..).zip(squares) {
        if !board.contains(square) {
            faults.push(Fault::OffBoard { number, square });
            continue;
        }
        match &mut first_visit[board.index(square)] {
            Some(first) => {
                faults.push(Fault::VisitedTwice { square, first: *first, again: number })
            }
            unvisited => *unvisited = Some(number),
        }
    }
    for (number, pair) in (1..).zip(squares.windows(2)) {
        if !is_knight_move(pair[0], pair[1]) {
            faults.push(Fault::NotAMove { number, from: pair[0], to: pair[1] });
        }
    }
    let unvisited: Vec<Square> =
        board.squares().filter(|&s| first_visit[board.index(s)].is_none()).collect();
    if !unvisited.is_empty() {
        faults.push(Fault::Unvisited { unvisited });
    }
    faults
}

/// Why a text is not a tour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TourError {
    /// A part of it is not a square.
    #[error(transparent)]
    Square(#[from] crate::board::SquareError),
    /// The squares are not a tour.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Tour {
    /// Checks a sequence of squares.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn new(board: Board, squares: Vec<Square>) -> Result<Tour, Fault> {
        if is_tour(board, &squares) {
            return Ok(Tour { board, squares });
        }
        match faults(board, &squares).into_iter().next() {
            None => Ok(Tour { board, squares }),
            Some(fault) => Err(fault),
        }
    }

    /// Reads the form that [`Tour`] displays and the CSV holds: chess names joined by `-`.
    ///
    /// # Errors
    /// [`TourError`].
    pub fn parse(board: Board, text: &str) -> Result<Tour, TourError> {
        let squares: Result<Vec<Square>, _> =
            text.split('-').map(|name| board.parse_square(name)).collect();
        Ok(Tour::new(board, squares?)?)
    }

    /// The board that the tour covers.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The squares in order of visit.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Whether the last square is one knight move from the first.
    pub fn is_closed(&self) -> bool {
        // A tour covers a board, and every board has a square.
        is_knight_move(self.squares[0], self.squares[self.squares.len() - 1])
    }

    /// The numbered board, as the tutorials and the paper's Fig. 3 print it: one line per row, the
    /// numbers of the visits from `first`, right-aligned.
    pub fn grid(&self, first: usize) -> String {
        self.board.grid(&self.squares, first)
    }
}

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &square) in self.squares.iter().enumerate() {
            let dash = if i == 0 { "" } else { "-" };
            write!(f, "{dash}{}", self.board.chess_name(square))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::board::tour::*;

    const OPEN_3X4: &str = "a3-c2-a1-b3-d2-b1-c3-a2-c1-d3-b2-d1";

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn a_tour_survives_its_text() {
        let tour = Tour::parse(board("3x4"), OPEN_3X4).unwrap();
        assert_eq!(tour.to_string(), OPEN_3X4);
        assert!(!tour.is_closed());
        assert_eq!(tour.grid(1), " 1  4  7 10\n 8 11  2  5\n 3  6  9 12");
    }

    #[test]
    fn the_single_square_is_an_open_tour() {
        let tour = Tour::parse(board("1x1"), "a1").unwrap();
        assert!(!tour.is_closed());
        assert_eq!(tour.grid(0), "0");
    }

    #[test]
    fn every_kind_of_fault_is_named() {
        let squares = |text: &str| -> Vec<Square> {
            let wide = board("9x9");
            text.split(' ').map(|s| wide.parse_square(s).unwrap()).collect()
        };
        let kinds = |text: &str| faults(board("3x4"), &squares(text));
        let at = |row, col| Square { row, col };

        assert!(kinds("1,1 2,2").contains(&Fault::NotAMove {
            number: 1,
            from: at(1, 1),
            to: at(2, 2)
        }));
        assert!(kinds("1,1 2,3 1,1").contains(&Fault::VisitedTwice {
            square: at(1, 1),
            first: 1,
            again: 3
        }));
        assert!(kinds("1,4 2,6").contains(&Fault::OffBoard { number: 2, square: at(2, 6) }));
        assert!(
            matches!(&kinds("1,1 2,3")[..], [Fault::Unvisited { unvisited }] if unvisited.len() == 10)
        );
    }

    #[test]
    fn changing_any_square_of_a_tour_is_noticed() {
        let board = board("3x4");
        let tour = Tour::parse(board, OPEN_3X4).unwrap();
        for i in 0..12 {
            for other in board.squares().filter(|&s| s != tour.squares()[i]) {
                let mut squares = tour.squares().to_vec();
                squares[i] = other;
                assert!(Tour::new(board, squares).is_err());
            }
            let mut shorter = tour.squares().to_vec();
            shorter.remove(i);
            assert!(Tour::new(board, shorter).is_err());
        }
    }
}
