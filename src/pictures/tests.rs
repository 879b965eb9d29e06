//! Records for tests.

use std::ops::ControlFlow;

use crate::experiment::plan::Job;
use crate::results::record::{Record, SearchTime};
use knight_search::engines::leap::Tables;
use knight_search::{
    Board, Budget, Engine, Goal, Method, MoveOrder, Outcome, Problem, Rule, Square, Ties, Tour,
    engines,
};

/// Job 0: Fig. 2's order from (1,1) on 8×8, with this outcome.
pub(crate) fn record(outcome: Outcome, checks: u128) -> Record {
    Record {
        rows: 8,
        cols: 8,
        start_row: 1,
        start_col: 1,
        order: MoveOrder::FIG2,
        rule: Rule::Fixed,
        goal: Goal::Open,
        engine: Engine::Step,
        budget: (outcome == Outcome::Budget).then_some(checks),
        outcome,
        success: outcome == Outcome::Tour,
        checks: (!outcome.is_unknown()).then_some(checks),
        closed: (outcome == Outcome::Tour).then_some(false),
        wall_s: Some(0.001),
        ..Record::default()
    }
}

/// Jobs on these boards from their first squares with the first orders. Most find a tour, some
/// are stopped, and some end otherwise; their checks span many powers of ten.
pub(crate) fn sweep(boards: &[&str], starts: usize, orders: u16) -> Vec<Record> {
    let boards = boards.iter().map(|board| board.parse::<Board>().unwrap());
    let starts = boards.flat_map(|board| board.squares().take(starts).map(move |at| (board, at)));
    let all = starts.flat_map(|of| (0..orders).map(move |rank| (of, rank)));
    let job = |(job, ((board, start), rank)): (usize, ((Board, Square), u16))| {
        let outcome = match (7919 * job + 31 * usize::from(start.col)) % 11 {
            0 => Outcome::Stuck,
            1..5 => Outcome::Budget,
            _ => Outcome::Tour,
        };
        let checks = 7u128.pow((job % 23) as u32);
        Record {
            job: job as u64,
            rows: board.rows(),
            cols: board.cols(),
            start_row: start.row,
            start_col: start.col,
            order: MoveOrder::from_rank(rank).unwrap(),
            budget: Some(1_000_000_000),
            ..record(outcome, if outcome == Outcome::Budget { 1_000_000_000 } else { checks })
        }
    };
    all.enumerate().map(job).collect()
}

/// The record with this estimate in the place of its count, and the ends of its interval.
pub(crate) fn estimated(record: Record, value: f64) -> Record {
    Record {
        checks: None,
        checks_low: Some(0.9 * value),
        checks_estimate: Some(value),
        checks_high: Some(1.1 * value),
        ..record
    }
}

/// The record of a search, with its tour.
pub(crate) fn searched(
    job: u64,
    board: &str,
    start: (u16, u16),
    order: MoveOrder,
    budget: Option<u128>,
) -> Record {
    let board: Board = board.parse().unwrap();
    let problem = Problem {
        board,
        start: Square { row: start.0, col: start.1 },
        order,
        goal: Goal::Open,
        budget: budget.map_or(Budget::UNLIMITED, |limit| Budget::checks(limit).unwrap()),
    };
    let answer = engines::plain::search(&problem);
    let job = Job {
        id: job,
        problem,
        method: Method { rule: Rule::Fixed, seed: None, engine: Engine::Step },
        precision: None,
        mirror_of: None,
    };
    let time = SearchTime { wall: std::time::Duration::from_millis(1), cpu: None };
    Record::new(&job, &answer.into(), Some(time), true).unwrap()
}

/// The tour of Warnsdorff's rule from (1,1), which is quick on large boards.
pub(crate) fn warnsdorff(board: &str) -> Tour {
    let problem = Problem {
        board: board.parse().unwrap(),
        start: Square { row: 1, col: 1 },
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let method = Method { rule: Rule::Warnsdorff(Ties::First), seed: None, engine: Engine::Step };
    let mut progress = |_| ControlFlow::Continue(());
    let answer = engines::search_one(method, &problem, &Tables::new(0), &mut progress);
    let squares = answer.unwrap().tour.unwrap();
    Tour::new(problem.board, squares).unwrap()
}
