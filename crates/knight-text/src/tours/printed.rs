//! What a text is read as, and why it is not.

use knight_board::{Board, Fault, Square, is_knight_move};

/// How a text gives the squares of a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A grid, with the number of its visit on each square.
    Grid,
    /// The numbers of a grid row by row, in other lines than its rows.
    RowByRow,
    /// A list of chess names in order of visit.
    Names,
    /// A list of rows and columns in order of visit.
    Pairs {
        /// The number of the first row and column.
        first: i64,
        /// Whether the column comes first.
        column_first: bool,
    },
    /// A list of the numbers of squares, which are counted row by row, in order of visit.
    Indices {
        /// The number of the first square of the board.
        first: i64,
    },
    /// A start square and the digits of the moves from there.
    Moves {
        /// Whether the start has a chess name.
        is_named: bool,
    },
}

/// What else there is to say about a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Numbers or letters at the sides label rows or columns.
    Labels,
    /// The start stands again at the end.
    StartAgain,
    /// No unvisited square is a move from the last one.
    DeadEnd {
        /// The number of the last square.
        number: i64,
        /// The last square.
        square: Square,
    },
    /// Pairs are named x and y, and x is read as the row, or as the column if the board needs it.
    NamedXy {
        /// Whether x is the row.
        x_is_row: bool,
    },
}

/// A tour as it was printed, or what is certainly meant as one and has faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedTour {
    /// The board that is shown.
    pub board: Board,
    /// How it is written.
    pub form: Form,
    /// The number of the first square: 0 or 1.
    pub first_number: i64,
    /// The visited squares in order, without those whose number is missing.
    pub squares: Vec<Square>,
    /// Everything that is wrong; empty for a tour.
    pub faults: Vec<Fault>,
    /// What else there is to say.
    pub notes: Vec<Note>,
}

impl PrintedTour {
    pub(super) fn of_squares(board: Board, form: Form, squares: Vec<Square>) -> PrintedTour {
        let faults = knight_board::faults(board, &squares);
        PrintedTour { board, form, first_number: 1, squares, faults, notes: Vec::new() }
    }

    /// Whether it is a tour.
    pub fn is_tour(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether it is a tour whose last square is one knight move from its first.
    pub fn is_closed_tour(&self) -> bool {
        self.is_tour() && is_knight_move(self.squares[0], self.squares[self.squares.len() - 1])
    }

    /// Whether its numbers are those of a grid, in its rows or in other lines.
    pub(super) fn is_grid(&self) -> bool {
        matches!(self.form, Form::Grid | Form::RowByRow)
    }

    /// The name of a square in the notation of the text.
    pub fn name(&self, square: Square) -> String {
        match self.form {
            Form::Names | Form::Moves { is_named: true } => self.board.chess_name(square),
            Form::Pairs { first, column_first } => {
                let (row, col) =
                    (i64::from(square.row) + first - 1, i64::from(square.col) + first - 1);
                let (one, other) = if column_first { (col, row) } else { (row, col) };
                format!("({one},{other})")
            }
            Form::Indices { first } => (self.board.index(square) as i64 + first).to_string(),
            _ => square.to_string(),
        }
    }
}

/// A board in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The line where it begins, from 1.
    pub line: usize,
    /// The board.
    pub printed: PrintedTour,
}

/// Why a text is neither a tour nor certainly none. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It has neither a grid nor a list that may be a tour.
    Nothing,
    /// It is longer than a tour of the largest board.
    TooLong {
        /// Its numbers.
        numbers: usize,
    },
    /// It has several boards, or can be read as several.
    Several(Vec<Block>),
    /// It has a tour, and numbers beside it that are not of it.
    Leftover {
        /// The tour.
        tour: Block,
        /// The line of these numbers.
        line: usize,
    },
    /// It may be a board with faults, or something else.
    Uncertain(Block),
    /// A row of numbers is not as long as the one above it, or has something else among them.
    Misfit {
        /// Its line.
        line: usize,
        /// The row.
        text: String,
    },
    /// The numbers are those of eight moves, not of a board.
    KnightMoves,
    /// A list of moves, and no board.
    NoBoard,
    /// It shows another board than the given one.
    Size(Block),
    /// The start of its moves is not on the given board.
    Outside(String),
}
