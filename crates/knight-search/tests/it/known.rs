//! Known values: the tables of `tests/data/`, where each value has its source.

use knight_search::{Answer, Board, Budget, MoveOrder, Problem, Rule, Square};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The rows of a table of `tests/data/`.
pub(crate) fn table<Row: DeserializeOwned>(name: &str) -> Vec<Row> {
    let rows = csv::Reader::from_path(format!("tests/data/{name}")).unwrap();
    let rows: Vec<Row> = rows.into_deserialize().map(Result::unwrap).collect();
    assert!(!rows.is_empty(), "{name}");
    rows
}

/// What a search without a budget performs.
#[derive(Deserialize)]
pub(crate) struct KnownCount {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    order: String,
    goal: String,
    outcome: String,
    pub checks: u128,
    nodes: u128,
    source: String,
}

impl KnownCount {
    pub(crate) fn all() -> Vec<KnownCount> {
        table("known_counts.csv")
    }

    pub(crate) fn problem(&self) -> Problem {
        Problem {
            board: Board::new(self.rows, self.cols).unwrap(),
            start: Square { row: self.start_row, col: self.start_col },
            order: self.order.parse().unwrap(),
            goal: self.goal.parse().unwrap(),
            budget: Budget::UNLIMITED,
        }
    }

    /// Asserts that this is the answer to the problem.
    pub(crate) fn check(&self, answer: &Answer) {
        let known = (&*self.outcome, self.checks, Some(self.nodes));
        let found = (answer.outcome.word(), answer.checks, answer.nodes);
        assert_eq!(found, known, "{:?}: {}", self.problem(), self.source);
    }
}

/// In how many greedy runs the knight gets stuck.
#[derive(Deserialize)]
pub(crate) struct GreedyRuns {
    rows: u16,
    cols: u16,
    pub rule: String,
    /// The runs are those of Fig. 2's order with the seeds 1 to this, or else of all orders.
    pub last_seed: Option<u64>,
    start_row: Option<u16>,
    start_col: Option<u16>,
    pub runs: u64,
    pub stuck: u64,
    pub source: String,
}

impl GreedyRuns {
    pub(crate) fn all() -> Vec<GreedyRuns> {
        table("greedy_runs.csv")
    }

    pub(crate) fn board(&self) -> Board {
        Board::new(self.rows, self.cols).unwrap()
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule.parse().unwrap()
    }

    /// The one start of the runs, unless they begin at all squares.
    pub(crate) fn start(&self) -> Option<Square> {
        let (row, col) = (self.start_row?, self.start_col?);
        Some(Square { row, col })
    }

    /// The file of this repository that the source names.
    pub(crate) fn results(&self) -> &str {
        self.source.rsplit("; ").next().unwrap()
    }
}

/// The least checks to an open tour over all move orders.
#[derive(Deserialize)]
pub(crate) struct QuickestOrders {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    pub checks_min: u128,
    checks_min_orders: String,
    pub source: String,
}

impl QuickestOrders {
    pub(crate) fn all() -> Vec<QuickestOrders> {
        table("quickest_orders.csv")
    }

    pub(crate) fn board(&self) -> Board {
        Board::new(self.rows, self.cols).unwrap()
    }

    pub(crate) fn start(&self) -> Square {
        Square { row: self.start_row, col: self.start_col }
    }

    /// All orders that need no more.
    pub(crate) fn orders(&self) -> Vec<MoveOrder> {
        let orders = self.checks_min_orders.split(' ');
        orders.map(|order| order.parse().unwrap()).collect()
    }
}

/// The 19 orders of Squirrel and Cull, in their numbering of the moves.
pub(crate) fn squirrel_cull_orders() -> Vec<MoveOrder> {
    let lines = include_str!("../data/squirrel_cull.txt").lines();
    let orders = lines.filter(|line| !line.starts_with('#'));
    orders.map(|order| order.parse().unwrap()).collect()
}
