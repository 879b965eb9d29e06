//! `best-order`: the quickest move orders from each start.

use std::ops::ControlFlow::Continue;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use clap::Args;
use knight_search::engines::leap::Tables;
use knight_search::orders::comparison::{ComparedStart, OrderComparison, Stage};
use knight_search::walks::MAX_AREA;
use knight_search::{Board, Budget, MoveOrder, Problem, Square};
use knight_text::moves::{Language, as_code};
use knightsweep::analysis::table::{Format, Table};
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::{ExperimentFault, Key, Spec, WrittenAt};
use knightsweep::text::{counted, named_order};

use crate::cli::answer::{FormatArgs, print_table};
use crate::cli::args::Common;
use crate::cli::exit_codes::DONE;
use crate::cli::moves_args::{CodeArgs, Given, MovesArgs, say_orders};
use crate::cli::table_file;
use crate::cli::ui::{failure, print, refuse};

mod shown;

use shown::{row, sentences, table_for_people};

/// Find the move orders that need the fewest checks
///
/// Searches from every start with all 40,320 orders. The table has the exact least number of checks
/// to an open tour, the orders that attain it, and how many times as many checks the order of
/// --compare needs (Fig. 2's by default). Where numbers are missing, the outcome says why: none if
/// no tour begins there, budget if no order finds a tour within --limit, memory if the search needs
/// more than --memory. fig2_outcome says the same about Fig. 2's order, whose budget is
/// --compare-budget; for another order the columns are compared_order, compared_outcome,
/// compared_checks and compared_ratio. Boards have up to 256 squares.
///
/// One start is answered in sentences. A table is printed or written when all starts are done; the
/// one for people is short, and shows an outcome where there is no number. CSV, Markdown and JSON
/// have all columns, CSV and JSON also all orders. An interrupted search saves nothing. For closed
/// tours, search all orders with `sweep --goal closed --orders all`, and show the best with
/// `summarize --by start`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep best-order --board 8x8 --starts all --out best-8x8.csv
  knightsweep best-order --board 8x8 --starts 1,1      # from one start, in words
  knightsweep best-order --board 8x8 --starts 1,1 --json
  knightsweep best-order --board 6x6 --starts corners --compare tutorial
  knightsweep best-order --board 5-7 --starts orbits --no-compare")]
pub(crate) struct BestOrderArgs {
    /// Boards: 5x6, or 5-8 for square ones
    ///
    /// Rows x columns such as 5x6, or 5-8 for all square boards from 5x5 to 8x8 [default: 8x8]
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1..)]
    boards: Option<Vec<String>>,

    /// Start squares: all, corners, 1,1, a8 …
    ///
    /// all, corners, diagonal, centre, orbits (one per symmetry orbit), 1,1 or a8 [default: all]
    #[arg(short, long, alias = "start", value_name = "START", num_args = 1..)]
    starts: Option<Vec<String>>,

    /// The most checks of each order
    ///
    /// Such as 1M; none for no limit
    #[arg(long, value_name = "CHECKS", default_value = "none", allow_negative_numbers = true)]
    limit: String,

    /// Compare with this order
    ///
    /// fig2, tutorial, alternating, eight digits or rank:N
    #[arg(long, value_name = "ORDER", default_value = "fig2", conflicts_with = "moves")]
    compare: String,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    code: CodeArgs,

    /// The budget of the order of --compare
    ///
    /// Search it for at most this many checks; beyond them its outcome is budget [default: none for
    /// one start of up to 64 squares, which takes up to a minute; otherwise 1e12]
    #[arg(long, value_name = "CHECKS", hide_short_help = true)]
    compare_budget: Option<Budget>,

    /// Skip the comparison
    #[arg(long, conflicts_with_all = ["compare", "compare_budget", "moves"])]
    no_compare: bool,

    #[command(flatten)]
    format: FormatArgs,

    /// Write the table to this CSV file
    ///
    /// The command, program and machine go to FILE.meta.json
    #[arg(short, long, value_name = "FILE.csv", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// `knightsweep best-order`
pub(super) fn best_order(common: &Common, arguments: &BestOrderArgs) -> anyhow::Result<u8> {
    let plan = arguments.plan(common)?;
    let is_in_words = plan.len() == 1 && arguments.format.asked().is_none();
    if arguments.code.moves_as.is_some() && !(is_in_words && arguments.out.is_none()) {
        refuse!("--moves-as: code is printed for one start; give one, without --format or --out");
    }
    let Continue(file) = table_file::open(common, arguments.out.as_deref(), None)? else {
        return Ok(DONE);
    };
    let problems: Vec<Problem> = plan.jobs().map(|job| job.problem).collect();
    let Problem { order, budget: limit, .. } = problems[0];
    let usual = || usual_budget(&problems);
    let budget = arguments.compare_budget.map_or_else(usual, Ok)?;
    let with = (!arguments.no_compare).then_some((order, budget));
    let comparison = OrderComparison { limit, with };
    let tables = common.tables();
    let mut answers: Vec<(Board, ComparedStart)> = Vec::new();
    for on_board in problems.chunk_by(|a, b| a.board == b.board) {
        answers.extend(on_one_board(common, &comparison, on_board, &tables)?);
    }
    let table = Table::new(answers.iter().map(|(board, answer)| row(&comparison, *board, answer)));
    match file {
        Some(file) => {
            let starts = counted(table.rows.len(), "start");
            table_file::write(common, file, &table, &format!("the quickest orders of {starts}"))
        }
        None => arguments.print(&answers, &table, &comparison),
    }
}

/// The budget of the compared order: none where its search is counted in seconds.
fn usual_budget(problems: &[Problem]) -> anyhow::Result<Budget> {
    /// From a start of 8x8 it takes up to a minute.
    const LARGEST: usize = 64;
    match problems {
        [only] if only.board.area() <= LARGEST => Ok(Budget::UNLIMITED),
        _ => Ok(Budget::checks(1_000_000_000_000)?),
    }
}

/// The answers for the starts of one board, with progress.
fn on_one_board(
    common: &Common,
    comparison: &OrderComparison,
    problems: &[Problem],
    tables: &Tables,
) -> anyhow::Result<Vec<(Board, ComparedStart)>> {
    let (board, all) = (problems[0].board, problems.len());
    let starts: Vec<Square> = problems.iter().map(|problem| problem.start).collect();
    let with = match comparison.with {
        None | Some((MoveOrder::FIG2, _)) => String::new(),
        Some((order, _)) => format!(", compared with {}", named_order(order)),
    };
    let number = counted(all, "start");
    common.say(&format!("{board}: {number}, all 40,320 orders from each{with}"));
    let (at, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let how_far = || match (compared.load(Ordering::Relaxed), comparison.with) {
        (compared @ 1.., Some((order, _))) => {
            format!("{board}: order {order} searched from {compared} of {all} starts")
        }
        _ => format!("{board}: start {} of {all}", at.load(Ordering::Relaxed) + 1),
    };
    let began = |step| match step {
        Stage::Searching(place) => at.store(place, Ordering::Relaxed),
        Stage::Compared => drop(compared.fetch_add(1, Ordering::Relaxed)),
    };
    let answers =
        common.work(how_far, |stop| comparison.answer(board, &starts, tables, stop, began))?;
    let answers = answers.context("interrupted before all starts were done; no table is kept")?;
    Ok(answers.into_iter().map(|answer| (board, answer)).collect())
}

impl BestOrderArgs {
    /// Prints the table in the format that is asked for, or else for people.
    fn print(
        &self,
        answers: &[(Board, ComparedStart)],
        table: &Table,
        asked: &OrderComparison,
    ) -> anyhow::Result<u8> {
        match self.format.asked() {
            None if let [(board, answer)] = answers => {
                let best = answer.quickest.best().and_then(|best| best.orders.first());
                let language = self.code.moves_as.unwrap_or(Language::C);
                let code = best.map(|order| as_code(*order, language)).unwrap_or_default();
                print(sentences(asked, *board, answer) + &code)
            }
            None | Some(Format::Table) => {
                print_table(&table_for_people(asked, answers), Format::Table)
            }
            Some(format) => print(table.render(format)),
        }
    }

    /// Boards and starts, as the jobs of an experiment with the budget `--limit`, whose order is
    /// the compared one.
    fn plan(&self, common: &Common) -> anyhow::Result<Plan> {
        let words = |given: &Option<Vec<String>>, usual: &str| {
            given.clone().unwrap_or_else(|| vec![usual.to_owned()])
        };
        let spec = Spec::default()
            .with(Key::Boards, words(&self.boards, "8x8"))
            .with(Key::Starts, words(&self.starts, "all"))
            .with(Key::Orders, self.moves.or(&self.compare))
            .with(Key::Budget, [&self.limit]);
        let experiment = spec.validate(&|key, _| match key {
            Key::Budget => WrittenAt::flag("--limit"),
            Key::Orders => self.moves.written_at("--compare"),
            key => WrittenAt::of_flag(key),
        });
        let experiment = experiment.map_err(|error| match *error.fault {
            ExperimentFault::TooLarge { .. } => failure::usage(format!(
                "{}: best-order takes boards of up to {MAX_AREA} squares; `knightsweep construct` \
                 makes tours of most larger ones without a search",
                error.place
            )),
            _ => error.into(),
        })?;
        if experiment.only_order().is_none() {
            refuse!("--compare: best-order compares with one order; give one");
        }
        say_orders(common, &experiment);
        let given = Given { board: self.boards.is_some(), start: self.starts.is_some() };
        self.moves.say_unused(common, &experiment, given);
        let plan = Plan::new(&experiment);
        if plan.is_empty() {
            refuse!("--starts: these boards have no such square");
        }
        Ok(plan)
    }
}
