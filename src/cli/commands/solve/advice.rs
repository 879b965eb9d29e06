//! What helps where a search takes long, and what is known without one.

use std::ops::ControlFlow;

use knight_board::theorems;
use knight_search::engines::leap::Tables;
use knight_search::walks::CountError;
use knight_search::{
    Board, Budget, Engine, Goal, Method, MoveOrder, Outcome, Problem, Rule, Square, Ties,
    construction, search_one,
};
use knightsweep::experiment::plan::Job;
use knightsweep::results::record::Record;
use knightsweep::text::{counted, joined};

use crate::cli::args::Common;
use crate::cli::counting;

/// From how many checks on there is advice: from a second in Python.
const LONG: f64 = 6e6;

/// The most squares of a board whose quickest orders are found in seconds.
const LARGEST: usize = 81;

/// The most checks of a search that may help.
const QUICK: u128 = 1_000_000;

/// What finds a tour with fewer checks than a search with this answer, a line each; none if it was
/// short.
pub(super) fn after(record: &Record, job: &Job) -> String {
    let checks = record.checks.map(|checks| checks as f64).or(record.checks_estimate);
    // A search without an answer is a long one.
    let is_long = checks.is_none_or(|checks| checks >= LONG);
    let has_none = record.outcome == Outcome::None || is_impossible(job);
    if !is_long || has_none || job.method.rule != Rule::Fixed {
        return String::new();
    }
    let Problem { board, start, order, goal, .. } = job.problem;
    let mut text = String::new();
    if let Some((checks, rule)) = by_warnsdorff(job) {
        let checks = counted(checks, "check");
        text += &format!("quicker: --rule {rule} finds a tour with {checks}\n");
    } else if construction::supports(board) {
        text += &format!("a tour without a search: {}\n", construct(&job.problem));
    }
    if goal == Goal::Open && board.area() <= LARGEST {
        let start = format!("{},{}", start.row, start.col);
        let compared = match order {
            MoveOrder::FIG2 => String::new(),
            order => format!(" --compare {order}"),
        };
        text += &format!(
            "the quickest orders from here: knightsweep best-order --board {board} --starts \
             {start}{compared}\n"
        );
    }
    let estimate = Method { engine: Engine::Estimate, ..job.method };
    if record.outcome == Outcome::Time && estimate.supports(board) {
        text += &estimating(record);
    }
    text
}

/// Why a search ended for lack of memory, and what helps; nothing for other searches.
pub(super) fn about_memory(
    common: &Common,
    record: &Record,
    failure: Option<CountError>,
) -> String {
    let (Outcome::Memory, Some(error), Ok(board)) = (record.outcome, failure, record.board())
    else {
        return String::new();
    };
    let why = counting::reason(error, board, common);
    format!("the reason: {why}\n{}", estimating(record))
}

/// How the checks of a search without an answer are estimated; nothing for an estimate.
fn estimating(record: &Record) -> String {
    if record.is_estimated() {
        return String::new();
    }
    let budget = if record.budget.is_some() { ", without --budget," } else { "" };
    format!("--engine estimate{budget} estimates the checks\n")
}

/// Whether a theorem rules a tour out.
fn is_impossible(job: &Job) -> bool {
    let Problem { board, start, goal, .. } = job.problem;
    theorems::from(board, start, goal).is_some()
}

/// The checks of the rule of Warnsdorff that finds a tour with fewest, if they are few.
fn by_warnsdorff(job: &Job) -> Option<(u128, Rule)> {
    let problem = Problem { budget: Budget::checks(QUICK).ok()?, ..job.problem };
    let checks = |rule: Rule| {
        let method = Method { rule, seed: None, engine: Engine::Step };
        let go_on = &mut |_| ControlFlow::Continue(());
        let answer = search_one(method, &problem, &Tables::new(0), go_on).ok()?;
        (answer.outcome == Outcome::Tour).then_some((answer.checks, rule))
    };
    [Rule::Warnsdorff(Ties::First), Rule::Warnsdorff(Ties::Pohl)]
        .into_iter()
        .filter_map(checks)
        .min_by_key(|it| it.0)
}

/// Whether every search on a board is counted in seconds: where all walks are.
fn is_counted_in_seconds(board: Board) -> bool {
    let short_side = board.rows().min(board.cols());
    board.area() <= 45 || short_side <= 4 && board.area() <= 80
}

/// What is said before a search: that it is counted, or that it will hardly be.
pub(super) fn before(job: &Job) -> Option<String> {
    let Problem { board, budget, .. } = job.problem;
    if job.method.engine == Engine::Estimate {
        let why = "this search is counted exactly in seconds: leave out --engine estimate";
        return is_counted_in_seconds(board).then(|| why.to_owned());
    }
    let is_whole = job.method.rule == Rule::Fixed && budget == Budget::UNLIMITED;
    (is_whole && board.area() > LARGEST).then(|| {
        format!(
            "most searches of {board} without a budget need more than the memory; --engine estimate \
             estimates the checks in seconds"
        )
    })
}

/// What is said after some seconds: of a rule that usually takes none, and of a search that nothing
/// stops.
pub(super) fn during(job: &Job, is_timed: bool) -> Option<String> {
    if job.method.rule.is_greedy() {
        return None;
    }
    // An estimate ends when it is precise enough.
    let is_estimate = job.method.engine == Engine::Estimate;
    let ends = is_timed || is_estimate || job.problem.budget.limit().is_some();
    let unlimited = (!ends).then(|| UNLIMITED.to_owned());
    let lines: Vec<String> = unlimited.into_iter().chain(quicker(job)).collect();
    (!lines.is_empty()).then(|| lines.join("\nknightsweep: "))
}

const UNLIMITED: &str =
    "this search has no limit and goes on until it ends; --budget or --time-limit sets one";

/// What finds a tour where a rule backtracks that seldom does.
fn quicker(job: &Job) -> Option<String> {
    let is_helped = construction::supports(job.problem.board) && !is_impossible(job);
    if job.method.rule == Rule::Fixed || !is_helped {
        return None;
    }
    let rules = [Rule::Warnsdorff(Ties::Pohl), Rule::Warnsdorff(Ties::Roth)];
    let others = rules.into_iter().filter(|rule| *rule != job.method.rule);
    let others = joined(others.map(|rule| format!("--rule {rule}")), " or ");
    let others = match job.problem.goal {
        Goal::Open => format!("{others} seldom does, and "),
        // They do not find closed tours either.
        Goal::Closed => String::new(),
    };
    Some(format!(
        "rule {} backtracks often here, and may not end; {others}`{}` makes a tour without a search",
        job.method.rule,
        construct(&job.problem)
    ))
}

/// The command that makes a tour of this kind from the start.
fn construct(problem: &Problem) -> String {
    let Problem { board, start: Square { row, col }, goal, .. } = *problem;
    let goal = if goal == Goal::Open { String::new() } else { format!(" --goal {goal}") };
    format!("knightsweep construct --board {board} --start {row},{col}{goal}")
}
