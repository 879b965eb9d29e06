//! `solve --squares` and `--split-checks`: a search that stops once it has visited N squares, and
//! what its checks find.

use std::process::ExitCode;

use knight_search::questions::first_path::{CheckSplit, PathSearch};
use knight_search::{Answer, Board, Engine, Goal, Outcome, Rule, Square, Tour};
use knightsweep::analysis::formatting::{counted, grouped};
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
struct Path {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    order: String,
    squares: usize,
    budget: Option<u128>,
    /// `path`, `none` or `budget`.
    outcome: &'static str,
    checks: u128,
    /// Missing for outcome `budget`.
    nodes: Option<u128>,
    /// The squares as chess names, joined by `-`.
    path: Option<String>,
    #[serde(flatten)]
    split: Option<Split>,
}

#[derive(Serialize)]
struct Split {
    checks_off_board: u128,
    checks_visited: u128,
}

/// What is asked for.
pub struct PathArgs {
    /// The squares to visit; all if missing.
    pub squares: Option<usize>,
    /// Whether to say what the checks find.
    pub split: bool,
    /// The number of the first square.
    pub first: u8,
    pub json: bool,
}

/// Searches for the first path of this many squares, by the move order of the job.
pub fn print_first(common: &Common, job: &Job, asked: &PathArgs) -> anyhow::Result<ExitCode> {
    let problem = job.problem;
    let board = problem.board;
    let squares = asked.squares.unwrap_or(board.area());
    if !(1..=board.area()).contains(&squares) {
        let most = board.area();
        return Err(failure::usage(format!("--squares: give a number from 1 to {most}")));
    }
    let instead = match job.method.engine {
        Engine::Step | Engine::Auto => None,
        Engine::Estimate => Some("estimates checks"),
        _ => Some("counts failed checks"),
    };
    if let Some(instead) = instead {
        let option = if asked.squares.is_some() { "--squares" } else { "--split-checks" };
        let engine = job.method.engine;
        let why = format!(
            "{option}: engine {engine} {instead} without performing them; use step or auto"
        );
        return Err(failure::usage(why));
    }
    debug_assert_eq!((job.method.rule, problem.goal), (Rule::Fixed, Goal::Open));
    let search = PathSearch { squares, ..PathSearch::of(&problem) };
    let stop = signals::obey();
    let answer = common.work(String::new, || search.first_with_split(&mut |_| stop.check()))?;
    let (answer, split) = answer.map_err(|error| {
        failure::explain_interruption(error.into(), "interrupted before there was an answer")
    })?;
    let split = asked.split.then_some(split);
    if asked.json {
        print_json(&object(job, squares, &answer, split))?;
    } else {
        print(shown(job, squares, &answer, split, asked.first))?;
    }
    Ok(match answer.outcome {
        Outcome::Tour => ExitCode::SUCCESS,
        Outcome::None => ExitCode::from(NO_PATH),
        _ => ExitCode::from(UNDECIDED),
    })
}

fn object(job: &Job, squares: usize, answer: &Answer, split: Option<CheckSplit>) -> Path {
    let problem = job.problem;
    let (board, start) = (problem.board, problem.start);
    let names = |path: &Vec<Square>| {
        path.iter().map(|&square| board.chess_name(square)).collect::<Vec<_>>().join("-")
    };
    Path {
        rows: board.rows(),
        cols: board.cols(),
        start_row: start.row,
        start_col: start.col,
        order: problem.order.to_string(),
        squares,
        budget: problem.budget.limit(),
        outcome: match answer.outcome {
            Outcome::Tour => "path",
            other => other.word(),
        },
        checks: answer.checks,
        nodes: answer.nodes,
        path: answer.tour.as_ref().map(names),
        split: split.map(|split| Split {
            checks_off_board: split.off_board,
            checks_visited: split.visited,
        }),
    }
}

fn shown(
    job: &Job,
    squares: usize,
    answer: &Answer,
    split: Option<CheckSplit>,
    first: u8,
) -> String {
    let problem = job.problem;
    let grid = answer
        .tour
        .as_ref()
        .map_or(String::new(), |path| format!("{}\n\n", grid(problem.board, path, first.into())));
    let is_closed = |path: &Vec<Square>| {
        Tour::new(problem.board, path.clone()).is_ok_and(|tour| tour.is_closed())
    };
    let path = match &answer.tour {
        _ if squares < problem.board.area() => {
            format!("path of {}", counted(squares as u64, "square"))
        }
        Some(path) if is_closed(path) => "closed tour".to_owned(),
        _ => "open tour".to_owned(),
    };
    let what = match answer.outcome {
        Outcome::Tour => path,
        Outcome::None => format!("no {path}: the whole space was searched"),
        _ => "stopped by the budget: nothing is known beyond it".to_owned(),
    };
    let name = problem.order.name().map_or(String::new(), |name| format!(" ({name})"));
    let (board, start, order) = (problem.board, problem.start, problem.order);
    let nodes = answer.nodes.map_or(String::new(), |nodes| format!(", {}", counted(nodes, "node")));
    let checks = counted(answer.checks, "check");
    let split = split.map_or(String::new(), |CheckSplit { off_board, visited, moves }| {
        let [off_board, visited, moves] = [off_board, visited, moves].map(grouped);
        format!("{off_board} off the board, {visited} on visited squares, {moves} moves\n")
    });
    format!("{grid}{board} from {start}, order {order}{name}: {what}\n{checks}{nodes}\n{split}")
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
