//! Searches: the problem they solve, the answer they give, and the engines that get it.
//!
//! # The exact meaning of the count
//!
//! This is that of rule `fixed`; [`warnsdorff`] says what its rules charge.
//!
//! A *node* is one placement of the knight, the start included. At a node the eight moves are tried
//! in order; each try is one *check*, the paper's *iteration* (§VII.B). A legal move places the knight and
//! recurses. The search stops at the node that completes a tour, which tries nothing. So a search that
//! finds a tour performs `8 · (failed nodes) + Σ (1-based places of the moves of the tour)` checks, and one
//! that exhausts the space `8 · nodes`. A node whose path covers the board without closing fails a `closed`
//! search like any other.
//!
//! A search may spend `budget` checks: if it needs check number `budget + 1` it ends as
//! [`Outcome::Budget`] with `checks = budget`.

use std::ops::ControlFlow;

use crate::board::{Board, Square};
use crate::moves::Move;
use crate::order::MoveOrder;
use crate::symmetry::Symmetry;
use crate::words::words;

mod auto;
mod budget;
mod feasible;
pub mod grid;
pub mod leap;
mod method;
pub mod plain;
pub mod squares;
pub mod step;
pub mod walks;
pub mod warnsdorff;

pub use budget::{Budget, BudgetError, parse_number};
pub use method::{Method, Rule};

/// What is searched for, and how far.
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

/// Which tours count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// Any tour.
    Open,
    /// A tour whose last square is one knight move from its first.
    Closed,
}

/// How the count is obtained. Engines give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// Every node is visited, and its checks counted with it: [`step`].
    Step,
    /// What fails is counted without being visited: [`leap`].
    Leap,
    /// Whichever of the two is expected to be quicker.
    Auto,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// A tour was found.
    Tour,
    /// The whole space was searched: there is no tour.
    None,
    /// A greedy run came to a dead end, which proves nothing: there may be a tour.
    Stuck,
    /// The budget ran out; nothing is known beyond it.
    Budget,
    /// The search needed more memory than it might use; nothing is known. No [`Answer`] has this outcome, it is
    /// that of [`MemoryLimit`].
    Memory,
}

/// What a search found, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// Checks performed; the budget itself for [`Outcome::Budget`].
    pub checks: u128,
    /// Placements of the knight, the start included: for [`Outcome::Stuck`] the squares visited. `None` for
    /// [`Outcome::Budget`], where a stop in the
    /// middle of a search has no node count that engines could share.
    pub nodes: Option<u128>,
    /// The squares of the tour in order of visit, for [`Outcome::Tour`]. Not yet checked independently:
    /// [`crate::tour::Tour::new`] does that.
    pub tour: Option<Vec<Square>>,
}

/// A search was stopped from outside before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search was stopped before it had an answer")]
pub struct Interrupted;

/// A count or a proof needs more memory than there is for it, or a number is beyond 128 bits, or may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search needs more memory than its limit")]
pub struct MemoryLimit;

/// Called by an engine now and then (at least every few milliseconds) with the checks performed so far, of which
/// engine `leap` knows nothing; [`ControlFlow::Break`] stops the search.
pub type Pulse<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Called once for each order of a family, with its place and its answer.
pub type Report<'a> = dyn FnMut(usize, Result<Answer, MemoryLimit>) + 'a;

/// Problems that differ in their orders only.
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
        let Problem {
            board,
            start,
            order: _,
            goal,
            budget,
        } = *problem;
        Family {
            board,
            start,
            goal,
            budget,
        }
    }

    /// The problem with this order.
    pub fn problem(&self, order: MoveOrder) -> Problem {
        Problem {
            board: self.board,
            start: self.start,
            order,
            goal: self.goal,
            budget: self.budget,
        }
    }
}

/// Searches for the orders of a family by the given method, and reports each answer as soon as it is there, in no
/// particular order.
///
/// # Errors
/// [`Interrupted`] if `pulse` breaks; what was reported before stands.
///
/// # Panics
/// If the method does not take the board ([`Method::takes`]); experiments are checked for that.
pub fn search(
    method: Method,
    family: &Family,
    orders: &[MoveOrder],
    tables: &leap::Tables,
    pulse: &mut Pulse,
    report: &mut Report,
) -> Result<(), Interrupted> {
    if let Some((ties, mode)) = method.warnsdorff() {
        return one_by_one(family, orders, report, |problem| {
            Ok(warnsdorff::search(problem, ties, mode, pulse)?.into())
        });
    }
    match method.engine {
        Engine::Step => one_by_one(family, orders, report, |problem| {
            step::search(problem, pulse)
        }),
        Engine::Leap => leap::search_orders(family, orders, tables, pulse, report),
        Engine::Auto => auto::search_orders(family, orders, tables, pulse, report),
    }
}

fn one_by_one(
    family: &Family,
    orders: &[MoveOrder],
    report: &mut Report,
    mut search: impl FnMut(&Problem) -> Result<Answer, Interrupted>,
) -> Result<(), Interrupted> {
    for (place, &order) in orders.iter().enumerate() {
        report(place, Ok(search(&family.problem(order))?));
    }
    Ok(())
}

/// [`search`] for a single problem.
///
/// # Errors
/// [`Interrupted`] if `pulse` breaks.
///
/// # Panics
/// If the method does not take the board.
pub fn search_one(
    method: Method,
    problem: &Problem,
    tables: &leap::Tables,
    pulse: &mut Pulse,
) -> Result<Result<Answer, MemoryLimit>, Interrupted> {
    let (family, orders) = (Family::of(problem), [problem.order]);
    let mut only = None;
    search(method, &family, &orders, tables, pulse, &mut |_, answer| {
        only = Some(answer);
    })?;
    Ok(only.expect("every order is reported"))
}

impl Answer {
    /// The answer of a search that found `tour` after `failed` nodes failed.
    ///
    /// Counts the moves of the tour by their places in the order; applies the budget.
    pub(crate) fn found(problem: &Problem, failed: u128, tour: Vec<Square>) -> Answer {
        let taken: u128 = places_of_moves(problem.order, &tour).sum();
        let nodes = failed + tour.len() as u128;
        Answer::within(
            problem.budget,
            Outcome::Tour,
            8 * failed + taken,
            nodes,
            Some(tour),
        )
    }

    /// The answer of a search that failed at all its `nodes`. Applies the budget.
    pub(crate) fn exhausted(problem: &Problem, nodes: u128) -> Answer {
        Answer::within(problem.budget, Outcome::None, 8 * nodes, nodes, None)
    }

    /// The answer of a search that spent its whole budget.
    pub(crate) fn out_of_budget(budget: u128) -> Answer {
        Answer {
            outcome: Outcome::Budget,
            checks: budget,
            nodes: None,
            tour: None,
        }
    }

    /// The answer of the mirrored problem: the same counts, and the mirrored tour.
    pub fn mirrored(&self, board: Board, symmetry: Symmetry) -> Answer {
        let mirror = |tour: &Vec<Square>| {
            let squares = tour.iter().map(|&square| symmetry.square(board, square));
            squares.collect()
        };
        Answer {
            tour: self.tour.as_ref().map(mirror),
            ..*self
        }
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
            _ => Answer {
                outcome,
                checks,
                nodes: Some(nodes),
                tour,
            },
        }
    }
}

/// What each step of a tour costs: the 1-based place of its move in the order.
///
/// # Panics
/// If two squares in succession are no knight move apart.
pub fn places_of_moves(order: MoveOrder, tour: &[Square]) -> impl Iterator<Item = u128> {
    let delta = |a: u16, b: u16| i32::from(b) - i32::from(a);
    tour.windows(2).map(move |pair| {
        let (from, to) = (pair[0], pair[1]);
        let mv = Move::from_delta(delta(from.row, to.row), delta(from.col, to.col))
            .expect("a tour goes by knight moves");
        order.position(mv) as u128 + 1
    })
}

words!(Goal, "goal", Open => "open", Closed => "closed");
words!(Engine, "engine", Step => "step", Leap => "leap", Auto => "auto");
words!(Outcome, "outcome", Tour => "tour", None => "none", Stuck => "stuck", Budget => "budget", Memory => "memory");
