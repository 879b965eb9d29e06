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
//! [`Outcome::Budget`](crate::Outcome::Budget) with `checks = budget`.

use crate::answer::Answer;
use crate::board::MoveOrder;
use crate::error::{Interrupted, MemoryLimit};
use crate::problem::{Family, Problem};
use crate::stop::SearchProgress;

mod auto;
pub mod leap;
mod method;
pub mod plain;
pub mod step;
pub mod warnsdorff;

pub use method::{Engine, Method, Rule};

/// Called once for each order of a family, with its place and its answer.
pub type Report<'a> = dyn FnMut(usize, Result<Answer, MemoryLimit>) + 'a;

/// Searches for the orders of a family by the given method, and reports each answer as soon as it is there, in no
/// particular order.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; what was reported before stands.
///
/// # Panics
/// If the method does not take the board ([`Method::takes`]); experiments are checked for that.
pub fn search(
    method: Method,
    family: &Family,
    orders: &[MoveOrder],
    tables: &leap::Tables,
    progress: &mut SearchProgress,
    report: &mut Report,
) -> Result<(), Interrupted> {
    if let Some((ties, mode)) = method.warnsdorff() {
        return one_by_one(family, orders, report, |problem| {
            Ok(warnsdorff::search(problem, ties, mode, progress)?.into())
        });
    }
    match method.engine {
        Engine::Step => {
            one_by_one(family, orders, report, |problem| step::search(problem, progress))
        }
        Engine::Leap => leap::search_orders(family, orders, tables, progress, report),
        Engine::Auto => auto::search_orders(family, orders, tables, progress, report),
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
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the method does not take the board.
pub fn search_one(
    method: Method,
    problem: &Problem,
    tables: &leap::Tables,
    progress: &mut SearchProgress,
) -> Result<Result<Answer, MemoryLimit>, Interrupted> {
    let (family, orders) = (Family::of(problem), [problem.order]);
    let mut only = None;
    search(method, &family, &orders, tables, progress, &mut |_, answer| {
        only = Some(answer);
    })?;
    Ok(only.expect("every order is reported"))
}
