//! What is searched for.

use crate::board::{Board, Move, MoveOrder, Square};
use crate::budget::Budget;
use crate::named_enum::named_enum;

/// What is searched for, and how far.
///
/// ```
/// use knight_board::{Board, Budget, Goal, MoveOrder, Problem, Square};
/// let problem = Problem {
///     board: Board::new(8, 8).unwrap(),
///     start: Square { row: 1, col: 1 },
///     order: MoveOrder::FIG2,
///     goal: Goal::Closed,
///     budget: "100M".parse().unwrap(),
/// };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The board to cover.
    pub board: Board,
    /// The first square of the tour; on the board.
    pub start: Square,
    /// The order in which the eight moves are tried at every node.
    pub order: MoveOrder,
    /// Which tours count.
    pub goal: Goal,
    /// The most checks that may be spent.
    pub budget: Budget,
}

/// Which tours count, from the widest goal to the narrowest: tours that meet a goal meet the goals
/// before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Goal {
    /// Any tour.
    #[default]
    Open,
    /// A tour whose last square is one knight move from its first.
    Closed,
}

impl Goal {
    /// Whether a tour must end one move from its start. Else every path that covers the board is a
    /// tour.
    pub const fn returns(self) -> bool {
        match self {
            Goal::Open => false,
            Goal::Closed => true,
        }
    }

    /// Whether a path between these squares that covers the board is such a tour.
    pub fn is_met(self, start: Square, last: Square) -> bool {
        self.is_met_if(|| Move::between(last, start).is_some())
    }

    /// Whether a path that covers the board is such a tour, if `returns` says whether a move leads
    /// from its last square to its first.
    pub fn is_met_if(self, returns: impl FnOnce() -> bool) -> bool {
        !self.returns() || returns()
    }
}

/// Problems that differ only in their orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family {
    /// The board to cover.
    pub board: Board,
    /// The first square of the tours; on the board.
    pub start: Square,
    /// Which tours count.
    pub goal: Goal,
    /// The most checks that may be spent on each problem.
    pub budget: Budget,
}

impl Family {
    /// The family of a problem.
    pub fn of(problem: &Problem) -> Family {
        let Problem { board, start, order: _, goal, budget } = *problem;
        Family { board, start, goal, budget }
    }

    /// The problem with this order.
    pub fn problem(&self, order: MoveOrder) -> Problem {
        let Family { board, start, goal, budget } = *self;
        Problem { board, start, order, goal, budget }
    }
}

named_enum!(Goal, "goal", Open => "open", Closed => "closed");
