//! The claims as data: `claims.toml`, in the words of [`Test`].

use serde::{Deserialize, Serialize};

/// A number or statement of the paper.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// A short name.
    pub id: String,
    /// The section or figure.
    #[serde(rename = "where")]
    pub place: String,
    /// What the paper says, in our words.
    pub claim: String,
    /// The paper's value as it is shown.
    pub paper: String,
    /// How it is tested.
    pub test: Test,
}

/// How a claim is tested. Unless a test names another job, it is about Fig. 2's order from (1,1) on 8×8.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Test {
    /// It cannot be tested here.
    NotTestable {
        /// Why.
        because: String,
    },
    /// The squares of a board.
    StartSquares {
        /// The board.
        board: String,
        /// Their number.
        expected: usize,
    },
    /// Two vectors of row and column steps.
    MoveVectors {
        /// Row steps.
        x: Vec<i32>,
        /// Column steps.
        y: Vec<i32>,
    },
    /// The moves of a tour.
    MovesOfTour {
        /// Their number.
        expected: usize,
    },
    /// The grid of the first solution, numbered from 0.
    FirstSolution {
        /// The grid, one line a row.
        grid: String,
    },
    /// The amounts by which a move changes row + column.
    PositionChanges {
        /// The amounts, ascending.
        expected: Vec<i32>,
    },
    /// From every square there are at least two moves, so one that does not lead back.
    MovesElsewhere {
        /// The board.
        board: String,
    },
    /// Successive moves of the first solution change row + column by opposite amounts.
    OppositeChanges {},
    /// A search of this many squares can perform 8^squares checks.
    WorstCase {
        /// Squares of the board.
        squares: u32,
    },
    /// The worst case on n squares is at most a constant times 8^n.
    WorstCaseBound {},
    /// The squares of a board whose row and column lie between two numbers, both excluded, are all.
    ValidSquares {
        /// The board.
        board: String,
        /// The lower number.
        above: u16,
        /// The upper number.
        below: u16,
    },
    /// The least and the largest row + column of a board.
    Positions {
        /// The board.
        board: String,
        /// The two.
        expected: [i32; 2],
    },
    /// The moves from a square.
    MovesFrom {
        /// The board.
        board: String,
        /// The square.
        square: String,
        /// Their number.
        expected: usize,
    },
    /// The same move can be made twice in succession.
    SameMoveTwice {
        /// The board.
        board: String,
        /// Where the knight starts.
        start: String,
        /// The move, as rows and columns.
        step: [i32; 2],
    },
    /// The moves that change row + column by some amount.
    MovesOfChange {
        /// The amount.
        change: i32,
        /// Their number.
        expected: usize,
    },
    /// A move order that goes round the circle of the moves, one after the other.
    TurningOrder {
        /// The order.
        order: String,
    },
    /// Each failed node of the search costs eight checks.
    ChecksOfAFailure {},
    /// No start and order on 8×8 find a tour without a failed node.
    RunsWithoutBacktracking {},
    /// Checks that the moves of the first solution up to a position took.
    ChecksToPosition {
        /// The position, the start being 0.
        position: usize,
        /// The checks.
        expected: u64,
    },
    /// The checks of the search.
    Checks {
        /// Their number.
        expected: u64,
    },
    /// The exponent n of 8^n = checks.
    Exponent {
        /// The exponent as the paper rounds it.
        expected: String,
    },
    /// The search performs fewer than 8^exponent checks.
    FewerChecksThan {
        /// The exponent.
        exponent: u32,
    },
    /// No order from (1,1) needs fewer checks than Fig. 2's.
    QuickestOrder {},
    /// Another order from (1,1) finds a tour that is a mirror image of the first solution.
    MirroredSolution {
        /// The order.
        order: String,
    },
    /// The images of the first solution, each found from its corner.
    CornerSolutions {
        /// Their number.
        expected: usize,
    },
    /// A square of the diagonal has no solution within the budget.
    NoSolutionWithinBudget {
        /// The square.
        start: String,
    },
    /// Squares of the diagonal with a solution within the budget.
    DiagonalSolutions {
        /// Their number.
        expected: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimsFile {
    claim: Vec<Claim>,
}

/// All claims, in the order of `claims.toml`.
pub fn claims() -> Vec<Claim> {
    let file: ClaimsFile = toml::from_str(include_str!("claims.toml"))
        .expect("claims.toml is part of the program, and a test reads it");
    file.claim
}
