//! `solve --squares`: a search that stops once it has visited N squares.

use std::process::ExitCode;

use knight_search::questions::first_path::PathSearch;
use knight_search::{Answer, Board, Engine, Goal, Outcome, Rule, Square};
use knightsweep::analysis::formatting::counted;
use knightsweep::experiment::plan::Job;
use serde::Serialize;

use crate::cli::args::Common;
use crate::cli::ui::output::{print, print_json};
use crate::cli::ui::{failure, signals};

/// Exit code: there is no such path.
const NO_PATH: u8 = 3;

/// Exit code: the budget was spent.
const UNDECIDED: u8 = 4;

#[derive(Serialize)]
struct Path<'a> {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    order: String,
    squares: usize,
    budget: Option<u128>,
    /// `path`, `none` or `budget`.
    outcome: &'a str,
    checks: u128,
    /// Missing for outcome `budget`.
    nodes: Option<u128>,
    /// The squares as chess names, joined by `-`.
    path: Option<String>,
}

/// Searches for the first path of this many squares, by the move order of the job.
pub fn print_first(
    common: &Common,
    job: &Job,
    squares: usize,
    first: u8,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let problem = job.problem;
    let (board, start) = (problem.board, problem.start);
    if !(1..=board.area()).contains(&squares) {
        let most = board.area();
        return Err(failure::usage(format!("--squares: give a number from 1 to {most}")));
    }
    if job.method.engine == Engine::Leap {
        let why = "--squares: engine leap counts whole tours only; use step or auto";
        return Err(failure::usage(why.to_owned()));
    }
    debug_assert_eq!((job.method.rule, problem.goal), (Rule::Fixed, Goal::Open));
    let search = PathSearch {
        board,
        start,
        moves: problem.order.moves().map(|mv| mv.delta()).to_vec(),
        squares,
        marks_start: true,
        budget: problem.budget,
    };
    let stop = signals::stop_request();
    let answer = common.work(String::new, || search.first(&mut |_checks| stop.check()))?;
    let answer = answer.map_err(|error| {
        failure::explain_interruption(error.into(), "interrupted before there was an answer")
    })?;
    let outcome = match answer.outcome {
        Outcome::Tour => "path",
        other => other.word(),
    };
    let names = |path: &Vec<Square>| {
        path.iter().map(|&square| board.chess_name(square)).collect::<Vec<_>>().join("-")
    };
    if json {
        print_json(&Path {
            rows: board.rows(),
            cols: board.cols(),
            start_row: start.row,
            start_col: start.col,
            order: problem.order.to_string(),
            squares,
            budget: problem.budget.limit(),
            outcome,
            checks: answer.checks,
            nodes: answer.nodes,
            path: answer.tour.as_ref().map(names),
        })?;
    } else {
        print(shown(job, squares, &answer, first))?;
    }
    Ok(match answer.outcome {
        Outcome::Tour => ExitCode::SUCCESS,
        Outcome::None => ExitCode::from(NO_PATH),
        _ => ExitCode::from(UNDECIDED),
    })
}

fn shown(job: &Job, squares: usize, answer: &Answer, first: u8) -> String {
    let problem = job.problem;
    let grid = answer
        .tour
        .as_ref()
        .map_or(String::new(), |path| format!("{}\n\n", grid(problem.board, path, first.into())));
    let path = format!("path of {}", counted(squares as u64, "square"));
    let what = match answer.outcome {
        Outcome::Tour => path,
        Outcome::None => format!("no {path}: the whole space was searched"),
        _ => "stopped by the budget: nothing is known beyond it".to_owned(),
    };
    let name = problem.order.name().map_or(String::new(), |name| format!(" ({name})"));
    let (board, start, order) = (problem.board, problem.start, problem.order);
    let nodes = answer.nodes.map_or(String::new(), |nodes| format!(", {}", counted(nodes, "node")));
    let checks = counted(answer.checks, "check");
    format!("{grid}{board} from {start}, order {order}{name}: {what}\n{checks}{nodes}\n")
}

/// The numbered board, with a dot on each square that is not visited.
fn grid(board: Board, path: &[Square], first: usize) -> String {
    let mut cells = vec![".".to_owned(); board.area()];
    for (number, &square) in (first..).zip(path) {
        cells[board.index(square)] = number.to_string();
    }
    let width = (first + path.len() - 1).to_string().len();
    let row = |cells: &[String]| {
        cells.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ")
    };
    cells.chunks(board.cols().into()).map(row).collect::<Vec<_>>().join("\n")
}
