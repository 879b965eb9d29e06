//! `solve --squares` and `--split-checks`: a search that stops once it has visited N squares, and
//! what its checks find.

use std::time::Instant;

use knight_search::first_path::{CheckSplit, PathSearch};
use knight_search::{Answer, Goal, Outcome, Problem, Rule, Square};
use knightsweep::analysis::table::Row;
use knightsweep::experiment::plan::Job;
use knightsweep::results::record::{Record, SearchTime};
use knightsweep::text::{counted, grouped, joined, named_order};

use super::{SolveArgs, UNDONE, exit_code, shown, why_none};
use crate::cli::answer::{reply, start_row};
use crate::cli::args::Common;
use crate::cli::ui::{failure, refuse};

/// Searches for the first path of --squares, by the move order of the job.
pub(super) fn print_first(
    common: &Common,
    job: &Job,
    arguments: &SolveArgs,
    moves: Row,
) -> anyhow::Result<u8> {
    let problem = job.problem;
    let board = problem.board;
    let most = board.area();
    let squares = arguments.squares.unwrap_or(most);
    if !(1..=most).contains(&squares) {
        refuse!("--squares: give a number from 1 to {most}");
    }
    let engine = job.method.engine;
    if let Some(instead) = engine.instead_of_checks() {
        let option = if arguments.squares.is_some() { "--squares" } else { "--split-checks" };
        refuse!("{option}: engine {engine} {instead} without performing them; use step or auto");
    }
    debug_assert_eq!((job.method.rule, problem.goal), (Rule::Fixed, Goal::Open));
    let search = PathSearch { squares, ..PathSearch::of(&problem) };
    let began = Instant::now();
    let doing = || "searching".to_owned();
    let found = common.work(doing, |stop| search.first_with_split(&mut |_| stop.check()))?;
    let (found, split) = failure::or_undone(found, UNDONE)?;
    let split = arguments.split_checks.then_some(split);
    let said = split.map_or(String::new(), in_words);
    let more = split.map(split_row).unwrap_or_default().and(moves);
    let first = arguments.first;
    if arguments.squares.is_some() {
        let row = row(job, squares, &found).and(more);
        reply(arguments.json, &row, &(text(job, squares, &found, first) + &said))?;
        return Ok(exit_code(found.outcome, false));
    }
    // It is the search of solve, and so is its answer.
    let time = SearchTime { wall: began.elapsed(), cpu: None };
    let record = &Record::new(job, &found.into(), Some(time), true)?;
    arguments.reply(record, more, || Ok(shown(record, first, None)? + &said))?;
    Ok(exit_code(record.outcome, why_none(record)?.is_some()))
}

fn in_words(CheckSplit { off_board, visited, moves }: CheckSplit) -> String {
    let ([off_board, visited], moves) = ([off_board, visited].map(grouped), counted(moves, "move"));
    format!("{off_board} off the board, {visited} on visited squares, {moves}\n")
}

fn row(job: &Job, squares: usize, found: &Answer) -> Row {
    let problem = job.problem;
    let name = |square: &Square| problem.board.chess_name(*square);
    let names = |path: &Vec<Square>| joined(path.iter().map(name), "-");
    let outcome = if found.outcome == Outcome::Tour { "path" } else { found.outcome.word() };
    start_row(problem.board, problem.start)
        .with("order", problem.order.to_string())
        .with("squares", squares as u64)
        .with("budget", problem.budget.limit())
        .with("outcome", outcome)
        .with("checks", found.checks)
        .with("nodes", found.nodes)
        .with("path", found.tour.as_ref().map(names))
}

fn split_row(CheckSplit { off_board, visited, moves }: CheckSplit) -> Row {
    Row::default()
        .with("checks_off_board", off_board)
        .with("checks_visited", visited)
        .with("checks_moves", moves)
}

/// The answer of a search for a path of some squares.
fn text(job: &Job, squares: usize, found: &Answer, first: usize) -> String {
    let Problem { board, start, order, .. } = job.problem;
    let kind = format!("path of {}", counted(squares, "square"));
    let what = match found.outcome {
        Outcome::Tour => kind,
        Outcome::None => format!("no {kind}: the whole space was searched"),
        _ => "stopped by the budget: nothing is known beyond it".to_owned(),
    };
    let grid = found.tour.as_ref().map(|path| board.grid(path, first) + "\n\n");
    let grid = grid.unwrap_or_default();
    let nodes = found.nodes.map_or(String::new(), |nodes| format!(", {}", counted(nodes, "node")));
    let (order, checks) = (named_order(order), counted(found.checks, "check"));
    format!("{grid}{board} from {start}, order {order}: {what}\n{checks}{nodes}\n")
}
