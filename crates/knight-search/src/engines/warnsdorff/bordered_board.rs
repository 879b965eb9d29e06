//! The board of a search: which squares are unvisited, and how many onward moves each has.

use knight_board::{Board, Move, MoveOrder, Square};

/// A board within a border two squares wide, so that every move from a square leads to a place that
/// exists.
///
/// Places are indices into the bordered board, row by row.
pub(super) struct BorderedBoard {
    board: Board,
    /// For every place its onward moves, and a mark if no knight may go there.
    onward: Vec<u8>,
    /// The eight moves, in the move order: rows and columns.
    deltas: [(i8, i8); 8],
    /// The moves as differences of places.
    steps: [isize; 8],
}

/// Where a knight is: its square, and the place of that on the bordered board.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) square: Square,
    pub(super) place: usize,
}

const BORDER: usize = 2;

/// Added to the onward moves of a visited square. They are at most eight, so this bit says whether
/// a knight may go to a place.
pub(super) const VISITED: u8 = 16;

/// What the border holds. Its neighbours take off at most eight and give them back, so it never
/// looks unvisited.
const OFF_BOARD: u8 = VISITED + 8;

impl BorderedBoard {
    /// The board with all its squares unvisited.
    pub(super) fn new(board: Board, order: MoveOrder) -> BorderedBoard {
        let width = width(board);
        let deltas = order.moves().map(Move::delta);
        let mut bordered = BorderedBoard {
            board,
            onward: vec![OFF_BOARD; width * (usize::from(board.rows()) + 2 * BORDER)],
            deltas,
            steps: deltas.map(|(row, col)| isize::from(row) * width as isize + isize::from(col)),
        };
        for row in 1..=board.rows() {
            let first = bordered.place(Square { row, col: 1 });
            let steps_of_row = steps(row, board.rows());
            // Most rows are as the one before them, and copied from it.
            if row > 1 && steps_of_row == steps(row - 1, board.rows()) {
                let above = first - width;
                bordered.onward.copy_within(above..above + usize::from(board.cols()), first);
                continue;
            }
            let (one_row, two_rows) = steps_of_row;
            for (onward, col) in bordered.onward[first..].iter_mut().zip(1..=board.cols()) {
                let (one_col, two_cols) = steps(col, board.cols());
                *onward = one_row * two_cols + two_rows * one_col;
            }
        }
        bordered
    }

    /// Where a square is in the bordered board.
    pub(super) fn place(&self, square: Square) -> usize {
        let (row, col) = (usize::from(square.row), usize::from(square.col));
        (row - 1 + BORDER) * width(self.board) + col - 1 + BORDER
    }

    /// Where a knight on a square is.
    pub(super) fn at(&self, square: Square) -> At {
        At { square, place: self.place(square) }
    }

    pub(super) fn board(&self) -> Board {
        self.board
    }

    /// Where the move at a place 0…7 of the order leads; it stays on the board.
    pub(super) fn target(&self, from: At, turn: usize) -> At {
        let (row, col) = self.deltas[turn];
        At {
            square: Square {
                row: from.square.row.wrapping_add_signed(row.into()),
                col: from.square.col.wrapping_add_signed(col.into()),
            },
            place: from.place.wrapping_add_signed(self.steps[turn]),
        }
    }

    /// The eight places to which the moves lead, in the move order.
    pub(super) fn targets(&self, from: usize) -> [usize; 8] {
        self.steps.map(|step| from.wrapping_add_signed(step))
    }

    /// The unvisited squares a move from this one, or `None` if it is visited or off the board.
    pub(super) fn onward(&self, place: usize) -> Option<u8> {
        let onward = self.onward[place];
        (onward < VISITED).then_some(onward)
    }

    /// Marks a square as visited, which takes a move from each of its neighbours.
    ///
    /// Returns the onward moves that are left at the places to which the moves lead, in the move
    /// order; [`VISITED`] or more where no knight may go.
    #[inline]
    pub(super) fn visit(&mut self, place: usize) -> [u8; 8] {
        self.onward[place] += VISITED;
        self.targets(place).map(|target| {
            let onward = &mut self.onward[target];
            *onward -= 1;
            *onward
        })
    }

    /// The unvisited squares a move from the visited square at a place.
    pub(super) fn legal_moves(&self, place: usize) -> u8 {
        self.onward[place] - VISITED
    }

    /// Undoes [`BorderedBoard::visit`].
    pub(super) fn leave(&mut self, place: usize) {
        self.onward[place] -= VISITED;
        for target in self.targets(place) {
            self.onward[target] += 1;
        }
    }
}

fn width(board: Board) -> usize {
    usize::from(board.cols()) + 2 * BORDER
}

/// How many of the steps by one, and how many of those by two, stay on a side.
fn steps(at: u16, side: u16) -> (u8, u8) {
    let stay = |step: u16| u8::from(at > step) + u8::from(at + step <= side);
    (stay(1), stay(2))
}
