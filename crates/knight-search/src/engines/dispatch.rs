//! The choice of the engine for a method.

use crate::answer::Answer;
use crate::engines::leap::Tables;
use crate::engines::{Engine, FamilySearch, Method, Rule, auto, leap, step, warnsdorff};
use crate::error::{MemoryLimit, SearchError};
use knight_board::{Family, Interrupted, Problem, SearchProgress};

/// Searches with each of the orders of a family, by the given method.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; earlier answers stay valid.
///
/// # Panics
/// If the method does not support the board ([`Method::supports`]), the start is off it, or the
/// engine is [`Engine::Estimate`], which has no answers.
pub fn search(
    method: Method,
    searches: FamilySearch,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<(), Interrupted> {
    let seed = method.seed.unwrap_or_default();
    match (method.rule, method.engine) {
        (Rule::Fixed, Engine::Leap) => leap::search(searches, tables, progress),
        (Rule::Fixed, Engine::Auto) => auto::search(searches, tables, progress),
        (Rule::Fixed, Engine::Estimate) => {
            panic!("engine `estimate` has no answers: use `estimates`")
        }
        (Rule::Fixed, Engine::Step) => each(searches, |problem| step::search(problem, progress)),
        (Rule::Warnsdorff(ties), _) => {
            each(searches, |problem| warnsdorff::search(problem, ties, seed, progress))
        }
        (Rule::Greedy(ties), _) => {
            each(searches, |problem| warnsdorff::run_greedily(problem, ties, seed, progress))
        }
    }
}

/// Searches one problem after the other.
fn each(
    FamilySearch { family, orders, on_answer }: FamilySearch,
    mut search: impl FnMut(&Problem) -> Result<Answer, Interrupted>,
) -> Result<(), Interrupted> {
    for (place, &order) in orders.iter().enumerate() {
        on_answer(place, Ok(search(&family.problem(order))?));
    }
    Ok(())
}

/// [`search`] for a single problem.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::engines::{leap::Tables, search_one};
/// use knight_search::{Board, Budget, Engine, Goal, Method, MoveOrder, Problem};
///
/// let board = Board::new(8, 8)?;
/// let problem = Problem {
///     board,
///     start: board.parse_square("1,2")?,
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::checks(1_000_000_000)?,
/// };
/// let tables = Tables::new(1 << 28); // bytes
/// let mut progress = |_| ControlFlow::Continue(());
/// let answer = search_one(Method::fixed(Engine::Leap), &problem, &tables, &mut progress)?;
/// assert_eq!(answer.checks, 1_000_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SearchError`].
///
/// # Panics
/// As [`search`].
pub fn search_one(
    method: Method,
    problem: &Problem,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<Answer, SearchError> {
    let mut only: Option<Result<Answer, MemoryLimit>> = None;
    let on_answer = &mut |_, answer| only = Some(answer);
    let (family, orders) = (Family::of(problem), [problem.order]);
    let searches = FamilySearch { family: &family, orders: &orders, on_answer };
    search(method, searches, tables, progress)?;
    Ok(only.expect("search answers every order")?)
}
