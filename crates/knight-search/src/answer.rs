//! What a search found, and what it cost.

use crate::error::MemoryLimit;
use knight_board::{Board, Budget, Move, MoveOrder, Problem, Square, Symmetry, named_enum};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Outcome {
    /// A tour was found.
    Tour,
    /// The whole space was searched: there is no tour.
    None,
    /// A greedy run reached a dead end, which proves nothing: there may be a tour.
    Stuck,
    /// The budget ran out; nothing is known beyond it.
    Budget,
    /// The search needed more memory than its limit; nothing is known. No [`Answer`] has this
    /// outcome: it stands for [`MemoryLimit`].
    Memory,
    /// The caller stopped the search because it took too long; nothing is known. No [`Answer`] has
    /// this outcome either.
    Time,
    /// It could not be proven whether a tour exists, so the checks cannot be estimated. No
    /// [`Answer`] has this outcome: it is one of [`estimates`](crate::estimates).
    #[default]
    Unknown,
}

/// What a search found, and what it cost.
///
/// ```
/// use knight_search::engines::plain;
/// use knight_search::{Board, Budget, Goal, MoveOrder, Outcome, Problem, Tour};
/// let board = Board::new(3, 4).unwrap();
/// let start = board.parse_square("1,1").unwrap();
/// let (order, goal, budget) = (MoveOrder::FIG2, Goal::Open, Budget::UNLIMITED);
/// let answer = plain::search(&Problem { board, start, order, goal, budget });
/// assert_eq!(answer.outcome, Outcome::Tour);
/// let tour = Tour::new(board, answer.tour.unwrap()).unwrap(); // checks it
/// assert_eq!(tour.squares().len(), 12);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// Checks performed; the budget itself for [`Outcome::Budget`].
    pub checks: u128,
    /// Placements of the knight, the start included: for [`Outcome::Stuck`] the squares visited.
    /// `None` for [`Outcome::Budget`]: engines do not stop at the same node.
    pub nodes: Option<u128>,
    /// The squares of the tour in order of visit, for [`Outcome::Tour`]. Not yet checked
    /// independently: [`crate::Tour::new`] does that.
    pub tour: Option<Vec<Square>>,
}

/// Called with the place of an order among the orders of a search, and with its answer.
pub type OnAnswer<'a> = dyn FnMut(usize, Result<Answer, MemoryLimit>) + 'a;

/// What an outcome says of the number of checks that decide a search: that find a tour or prove
/// that there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// It is the number of checks performed.
    Exact,
    /// It is larger than the number of checks performed.
    Above,
    /// No number of checks decides it.
    Never,
    /// Nothing.
    Unknown,
}

impl Outcome {
    /// What it says of the checks that decide the search.
    pub const fn decision(self) -> Decision {
        match self {
            Outcome::Tour | Outcome::None => Decision::Exact,
            Outcome::Budget => Decision::Above,
            Outcome::Stuck => Decision::Never,
            Outcome::Memory | Outcome::Time | Outcome::Unknown => Decision::Unknown,
        }
    }

    /// The outcomes that leave it unknown how many checks decide a search, in the order in which
    /// texts list them.
    pub fn undecided() -> impl Iterator<Item = Outcome> {
        let with = |wanted| {
            Outcome::ALL.iter().copied().filter(move |outcome| outcome.decision() == wanted)
        };
        [Decision::Above, Decision::Never, Decision::Unknown].into_iter().flat_map(with)
    }

    /// What texts say of several jobs with this outcome.
    ///
    /// ```
    /// use knight_search::Outcome;
    /// assert_eq!(format!("7 jobs {}", Outcome::Budget.of_jobs()), "7 jobs stopped by the budget");
    /// ```
    pub const fn of_jobs(self) -> &'static str {
        match self {
            Outcome::Tour => "with a tour",
            Outcome::None => "without a tour",
            Outcome::Stuck => "stuck",
            Outcome::Budget => "stopped by the budget",
            Outcome::Memory => "out of memory",
            Outcome::Time => "out of time",
            Outcome::Unknown => "not known",
        }
    }

    /// Whether another machine, more memory or more time may give another outcome.
    pub const fn depends_on_machine(self) -> bool {
        matches!(self, Outcome::Memory | Outcome::Time)
    }

    /// Whether nothing is known of the job.
    pub const fn is_unknown(self) -> bool {
        matches!(self.decision(), Decision::Unknown)
    }
}

impl Answer {
    /// The answer of a search that found `tour` after `failed` nodes failed.
    ///
    /// Counts the moves of the tour by their places in the order; applies the budget.
    pub(crate) fn found(problem: &Problem, failed: u128, tour: Vec<Square>) -> Answer {
        let taken: u128 = places_of_moves(problem.order, &tour).sum();
        let nodes = failed + tour.len() as u128;
        Answer::within(problem.budget, Outcome::Tour, 8 * failed + taken, nodes, Some(tour))
    }

    /// The answer of a search that failed at all its `nodes`. Applies the budget.
    pub(crate) fn exhausted(problem: &Problem, nodes: u128) -> Answer {
        Answer::within(problem.budget, Outcome::None, 8 * nodes, nodes, None)
    }

    /// The answer of a search that spent its whole budget.
    pub(crate) fn out_of_budget(budget: u128) -> Answer {
        Answer { outcome: Outcome::Budget, checks: budget, nodes: None, tour: None }
    }

    /// The answer of the mirrored problem: the same counts, and the mirrored tour.
    pub fn mirrored(&self, board: Board, symmetry: Symmetry) -> Answer {
        let mirror = |tour: &Vec<Square>| {
            tour.iter().map(|&square| symmetry.square(board, square)).collect()
        };
        Answer { tour: self.tour.as_ref().map(mirror), ..*self }
    }

    fn within(
        budget: Budget,
        outcome: Outcome,
        checks: u128,
        nodes: u128,
        tour: Option<Vec<Square>>,
    ) -> Answer {
        match budget.limit() {
            Some(limit) if checks > limit => Answer::out_of_budget(limit),
            _ => Answer { outcome, checks, nodes: Some(nodes), tour },
        }
    }
}

/// The checks of each step of a tour: the 1-based place of its move in the order.
///
/// # Panics
/// If two successive squares are not a knight move apart.
pub fn places_of_moves(order: MoveOrder, tour: &[Square]) -> impl Iterator<Item = u128> {
    tour.windows(2).map(move |pair| {
        let mv = Move::between(pair[0], pair[1])
            .expect("successive squares of a tour are a knight move apart");
        order.position(mv) as u128 + 1
    })
}

named_enum!(Outcome, "outcome", Tour => "tour", None => "none", Stuck => "stuck",
    Budget => "budget", Memory => "memory", Time => "time", Unknown => "unknown");
