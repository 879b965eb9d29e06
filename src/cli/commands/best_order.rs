//! `best-order`: the quickest move orders from each start.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use clap::Args;
use knight_search::engines::leap::Tables;
use knight_search::questions::best_orders::{Quickest, best_orders};
use knight_search::{
    Answer, Board, Budget, Engine, Goal, Interrupted, Method, MoveOrder, Outcome, Problem,
    SearchError, Square, StopRequest, engines,
};
use knightsweep::analysis::formatting;
use knightsweep::analysis::table::{Cell, Format, Table};
use knightsweep::experiment::Spec;
use knightsweep::experiment::plan::Plan;
use rayon::prelude::*;

use crate::cli::args::{Common, parse_format};
use crate::cli::table_file::TableFile;
use crate::cli::ui::output::print;
use crate::cli::ui::{failure, signals};

/// Find the move orders that need the fewest checks from each start
///
/// For every start: the exact least number of checks to an open tour over all 40,320 orders, the
/// orders that need no more, and how many times more Fig. 2's order needs. Where the numbers are
/// missing, the outcome says why: none if no tour begins there, budget if no order finds a tour within
/// --limit, memory if the search exceeds --memory. fig2_outcome says the same of Fig. 2's order, whose
/// budget is --compare-budget. Boards have up to 256 squares.
///
/// The table is printed or written when all starts are done; an interrupted search keeps nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep best-order --board 8x8 --starts all --out best-8x8.csv
  knightsweep best-order --board 8x8 --starts 1,1 --json
  knightsweep best-order --board 5-7 --starts orbits --no-compare")]
pub struct BestOrderArgs {
    /// Boards: 8x8, 5x6, or 5-8 for the square boards of these sides
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1.., default_value = "8x8")]
    boards: Vec<String>,

    /// Start squares: all, corners, diagonal, orbits (one per symmetry orbit), 1,1 or a8
    #[arg(short, long, alias = "start", value_name = "START", num_args = 1.., default_value = "all")]
    starts: Vec<String>,

    /// Search each order for at most this many checks, such as 1M; none for no limit
    #[arg(long, value_name = "CHECKS", default_value = "none")]
    limit: String,

    /// Search Fig. 2's order for at most this many checks; beyond them fig2_outcome is budget
    #[arg(long, value_name = "CHECKS", default_value = "1e12")]
    compare_budget: Budget,

    /// Skip the comparison with Fig. 2's order
    #[arg(long)]
    no_compare: bool,

    /// Output format: table, csv, markdown or json
    #[arg(short, long, default_value = "table", value_parser = parse_format)]
    format: Format,

    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write the table to this CSV file, and the command, program and machine to FILE.meta.json
    #[arg(short, long, value_name = "FILE.csv", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// `knightsweep best-order`
pub fn best_order(common: &Common, arguments: &BestOrderArgs) -> anyhow::Result<ExitCode> {
    let plan = arguments.plan()?;
    let limit = plan.budget().limit().unwrap_or(Budget::MAX);
    let stop = signals::stop_request()?;
    let tables = common.tables();
    let file = arguments.out.as_deref().map(TableFile::new).transpose()?;
    let format = match (&file, arguments.json) {
        (Some(_), _) => Format::Csv,
        (None, true) => Format::Json,
        (None, false) => arguments.format,
    };
    let mut rows = Vec::new();
    for (board, starts) in starts_by_board(&plan) {
        let count = formatting::counted(starts.len() as u64, "start");
        common.say(&format!("{board}: {count}, all 40,320 orders from each"));
        let (at, compared, all) = (AtomicUsize::new(0), AtomicUsize::new(0), starts.len());
        let how_far = || match at.load(Ordering::Relaxed) {
            place if place < all => format!("{board}: start {} of {all}", place + 1),
            _ => {
                let compared = compared.load(Ordering::Relaxed);
                format!("{board}: Fig. 2's order searched from {compared} of {all} starts")
            }
        };
        let searched = common.work(how_far, || {
            let began = |place| at.store(place, Ordering::Relaxed);
            let best = best_orders(board, &starts, limit, &tables, stop, began)?;
            began(all);
            let searches = starts.par_iter().zip(&best).map(|(&start, best)| {
                let answer = arguments.search_by_fig2(board, start, best, &tables, stop)?;
                compared.fetch_add(1, Ordering::Relaxed);
                Ok(answer)
            });
            let fig2 = searches.collect::<Result<Vec<_>, _>>()?;
            Ok::<_, Interrupted>((best, fig2))
        })?;
        let (best, fig2) =
            searched.context("interrupted before all starts were done; no table is kept")?;
        let found = starts.iter().zip(best).zip(fig2);
        rows.extend(found.map(|((&start, best), fig2)| row(board, start, &best, fig2, format)));
    }
    let table = table(rows);
    match file {
        Some(file) => {
            let starts = formatting::counted(table.rows.len() as u64, "start");
            let csv = file.write(&table, common.threads())?;
            common.say(&format!("{}: the quickest orders of {starts}", csv.display()));
            Ok(ExitCode::SUCCESS)
        }
        None => print(&table.render(format)),
    }
}

impl BestOrderArgs {
    /// Boards and starts, as the jobs of an experiment with the budget `--limit`.
    fn plan(&self) -> anyhow::Result<Plan> {
        let spec = Spec {
            boards: self.boards.clone(),
            starts: self.starts.clone(),
            orders: vec!["fig2".to_owned()],
            budget: self.limit.clone(),
            ..Spec::default()
        };
        let experiment = spec.validate(&|key, _| match key {
            "boards" => "--board".to_owned(),
            "budget" => "--limit".to_owned(),
            key => format!("--{key}"),
        })?;
        let plan = Plan::new(&experiment);
        if plan.is_empty() {
            return Err(failure::usage("there is no start on these boards".to_owned()));
        }
        Ok(plan)
    }

    /// The search by Fig. 2's order; `None` if it is not asked for, or there is no tour to find.
    fn search_by_fig2(
        &self,
        board: Board,
        start: Square,
        quickest: &Quickest,
        tables: &Tables,
        stop: &StopRequest,
    ) -> Result<Option<Compared>, Interrupted> {
        if self.no_compare || *quickest == Quickest::None {
            return Ok(None);
        }
        let problem = Problem {
            board,
            start,
            order: MoveOrder::FIG2,
            goal: Goal::Open,
            budget: self.compare_budget,
        };
        let mut progress = |_| stop.check();
        match engines::search_one(Method::fixed(Engine::Auto), &problem, tables, &mut progress) {
            Ok(Answer { outcome, checks, .. }) => {
                let checks = (outcome == Outcome::Tour).then_some(checks);
                Ok(Some(Compared { outcome, checks }))
            }
            Err(SearchError::MemoryLimit) => {
                Ok(Some(Compared { outcome: Outcome::Memory, checks: None }))
            }
            Err(SearchError::Interrupted) => Err(Interrupted),
        }
    }
}

/// The search by Fig. 2's order.
struct Compared {
    outcome: Outcome,
    /// Where it found a tour.
    checks: Option<u128>,
}

/// The boards of a plan with their starts.
fn starts_by_board(plan: &Plan) -> Vec<(Board, Vec<Square>)> {
    let mut boards: Vec<(Board, Vec<Square>)> = Vec::new();
    for job in plan.jobs() {
        let Problem { board, start, .. } = job.problem;
        match boards.last_mut() {
            Some((last, starts)) if *last == board => starts.push(start),
            _ => boards.push((board, vec![start])),
        }
    }
    boards
}

fn row(
    board: Board,
    start: Square,
    quickest: &Quickest,
    fig2: Option<Compared>,
    format: Format,
) -> Vec<Cell> {
    let fig2_outcome = fig2.as_ref().map(|searched| searched.outcome);
    let fig2 = fig2.and_then(|searched| searched.checks);
    let side = |side: u16| Cell::from(u64::from(side));
    let best = quickest.best();
    let checks = best.map(|best| best.checks);
    let ratio = checks.zip(fig2).filter(|(checks, _)| *checks > 0);
    let orders = best.map(|best| {
        let digits: Vec<String> = best.orders.iter().map(MoveOrder::to_string).collect();
        Cell::Text(match format {
            Format::Table => shortened(digits),
            _ => digits.join(" "),
        })
    });
    vec![
        side(board.rows()),
        side(board.cols()),
        side(start.row),
        side(start.col),
        quickest.outcome().word().into(),
        checks.into(),
        best.map(|best| best.orders.len() as u64).into(),
        orders.unwrap_or(Cell::Missing),
        fig2_outcome.map_or(Cell::Missing, |outcome| outcome.word().into()),
        fig2.into(),
        ratio.map(|(checks, fig2)| fig2 as f64 / checks as f64).into(),
    ]
}

/// All of them, unless they would not fit a terminal.
fn shortened(orders: Vec<String>) -> String {
    const MOST: usize = 8;
    let mut text = orders[..orders.len().min(MOST)].join(" ");
    if orders.len() > MOST {
        text += &format!(" and {} more", orders.len() - MOST);
    }
    text
}

fn table(rows: Vec<Vec<Cell>>) -> Table {
    let columns = [
        "rows",
        "cols",
        "start_row",
        "start_col",
        "outcome",
        "checks_min",
        "orders_min",
        "checks_min_orders",
        "fig2_outcome",
        "fig2_checks",
        "fig2_ratio",
    ];
    Table { columns: columns.map(str::to_owned).to_vec(), rows }
}
