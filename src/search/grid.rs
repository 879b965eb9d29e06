//! Boards of up to 64 squares as bitboards: one bit a square, in the order of [`Board::index`].

use crate::board::Board;
use crate::moves::Move;

/// The knight graph of a board of at most [`Grid::MAX_AREA`] squares, on sets of squares held in a `u64`.
#[derive(Clone, Debug)]
pub struct Grid {
    board: Board,
    neighbours: [u64; 64],
    steps: [Step; 4],
    light: u64,
}

/// One of the moves 1…4, which lead to higher indices; its opposite leads back.
#[derive(Clone, Copy, Default, Debug)]
struct Step {
    /// How many indices the move adds.
    shift: u32,
    /// The squares from which the move stays on the board.
    sources: u64,
}

impl Grid {
    /// The most squares that a board may have.
    pub const MAX_AREA: usize = 64;

    /// The grid of a board, or `None` if it has more than [`Grid::MAX_AREA`] squares.
    pub fn new(board: Board) -> Option<Grid> {
        if board.area() > Grid::MAX_AREA {
            return None;
        }
        let mut neighbours = [0; 64];
        let mut light = 0;
        for square in board.squares() {
            let index = board.index(square);
            neighbours[index] = board
                .neighbours(square)
                .fold(0, |set, s| set | 1 << board.index(s));
            light |= u64::from((square.row + square.col) % 2 == 0) << index;
        }
        let steps = std::array::from_fn(|i| Step::new(board, Move::ALL[i]));
        Some(Grid {
            board,
            neighbours,
            steps,
            light,
        })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// All squares of the board.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.board.area())
    }

    /// The squares of the colour of `(1,1)`. Every move changes the colour.
    pub fn light(&self) -> u64 {
        self.light
    }

    /// The squares one move away from a square.
    #[inline]
    pub fn neighbours(&self, square: usize) -> u64 {
        self.neighbours[square]
    }

    /// The squares one move away from some square of a set.
    #[inline]
    pub fn spread(&self, set: u64) -> u64 {
        self.steps.iter().fold(0, |reached, step| {
            reached | step.forward(set) | step.back(set)
        })
    }

    /// The squares with at least one, and those with at least two, neighbours in a set.
    #[inline]
    pub fn met_once_and_twice(&self, set: u64) -> (u64, u64) {
        let mut met = (0, 0);
        for step in &self.steps {
            for reached in [step.forward(set), step.back(set)] {
                met.1 |= met.0 & reached;
                met.0 |= reached;
            }
        }
        met
    }

    /// The squares of `within` that can be reached from `seeds` inside it; the seeds need not lie in it
    /// and count only if they do.
    #[inline]
    pub fn flood(&self, seeds: u64, within: u64) -> u64 {
        let mut reached = seeds & within;
        let mut fresh = seeds;
        while fresh != 0 {
            fresh = self.spread(fresh) & within & !reached;
            reached |= fresh;
        }
        reached
    }
}

impl Step {
    fn new(board: Board, mv: Move) -> Step {
        let targets = board
            .squares()
            .filter_map(|s| Some((board.index(s), board.index(board.target(s, mv)?))));
        targets.fold(Step::default(), |step, (from, to)| Step {
            shift: (to - from) as u32,
            sources: step.sources | 1 << from,
        })
    }

    #[inline]
    fn forward(self, set: u64) -> u64 {
        (set & self.sources) << self.shift
    }

    #[inline]
    fn back(self, set: u64) -> u64 {
        (set >> self.shift) & self.sources
    }
}

/// The indices of the squares of a set, ascending.
pub fn members(set: u64) -> impl Iterator<Item = usize> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let lowest = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_spread_as_their_squares_do() {
        for size in ["8x8", "1x7", "2x9", "3x21", "16x4", "64x1", "5x6"] {
            let board: Board = size.parse().unwrap();
            let grid = Grid::new(board).unwrap();
            let mut set = 0x9E37_79B9_7F4A_7C15u64;
            for _ in 0..50 {
                set = set.wrapping_mul(0xD134_2543_DE82_EF95).rotate_left(23) ^ set >> 7;
                let inside = set & grid.all();
                let counts: Vec<u32> = (0..board.area())
                    .map(|s| (grid.neighbours(s) & inside).count_ones())
                    .collect();
                let at_least = |n| {
                    let hits = counts.iter().enumerate().filter(|&(_, &c)| c >= n);
                    hits.fold(0u64, |set, (s, _)| set | 1 << s)
                };
                assert_eq!(grid.spread(inside), at_least(1), "{size}");
                assert_eq!(grid.met_once_and_twice(inside), (at_least(1), at_least(2)));
            }
        }
        assert!(Grid::new("5x13".parse().unwrap()).is_none());
    }

    #[test]
    fn floods_stay_within_and_members_list_a_set() {
        let grid = Grid::new("3x3".parse().unwrap()).unwrap();
        assert_eq!(grid.flood(1, grid.all()), grid.all() & !(1 << 4));
        assert_eq!(grid.flood(1, 1), 1);
        assert_eq!(grid.flood(1 << 4, grid.all()), 1 << 4);
        assert_eq!(members(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
