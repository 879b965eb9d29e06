//! `paper`: every number and claim of the paper, beside what we measure.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use knight_search::first_path::PathSearch;
use knight_search::orders::best_orders::{Quickest, best_order};
use knight_search::orders::no_backtracking::runs_without_backtracking;
use knight_search::{Board, Budget, Goal, Problem, Square};
use knightsweep::analysis::claims::Finding;
use knightsweep::analysis::claims::paper::{self, Evidence, TourSearch};
use knightsweep::pictures::tour::{self, FIRST};
use knightsweep::pictures::{Caption, Style};
use knightsweep::results::record::Record;
use knightsweep::text::shown;
use serde::Deserialize;

use crate::cli::args::Common;
use crate::cli::ui::{Target, failure, picture_target, signals};
use crate::cli::verdicts::{VerdictArgs, read_rows, records, rows_of, table};

/// Reproduce the paper, claim by claim
///
/// Every number and claim that it states, beside the measured one.
///
/// Runs the paper's experiments (Fig. 3, the eight corner solutions, the diagonal) and the searches
/// over all move orders that its claims need. This takes some seconds. The checks without a budget
/// are those of experiments/paper/exact-diagonal.toml and exact-fig2.toml, whose results are part
/// of the program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep paper
  knightsweep paper --out results
  knightsweep paper --verdict refuted")]
pub(crate) struct PaperArgs {
    /// Keep the results in this folder
    ///
    /// Those of the experiments, as paper-fig3.csv and so on, and the tours of Figs. 6 and 7 as
    /// paper-fig6.svg and paper-fig7.svg
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    #[command(flatten)]
    verdict: VerdictArgs,
}

/// The experiments of the paper.
const FIG3: &str = include_str!("../../../experiments/paper/paper-fig3.toml");
const CORNERS: &str = include_str!("../../../experiments/paper/paper-corners.toml");
const DIAGONAL: &str = include_str!("../../../experiments/paper/paper-diagonal.toml");

/// The results of `experiments/paper/exact-diagonal.toml`, which take half a minute.
const EXACT_DIAGONAL: &str = include_str!("../../../results/reference/exact-diagonal.csv");

/// The results of `experiments/paper/exact-fig2.toml`, which take minutes.
const EXACT_FIG2: &str = include_str!("../../../results/exact-fig2/exact-fig2.csv");

/// Fig. 2's order from every square of smaller boards, counted, and of larger ones, estimated.
const SMALLER_BOARDS: &str = include_str!("../../../results/growth/growth-counts.csv");
const LARGER_BOARDS: &str = include_str!("../../../results/growth/growth.csv");

/// Warnsdorff's rule from every square.
const WARNSDORFF: &str = include_str!("../../../experiments/warnsdorff/warnsdorff.toml");

/// A small board with searches that find a tour without a failed node.
const PERFECT_RUNS: &str = "5x5";

/// The quickest orders from every square of 8×8, of which the search below repeats those from
/// (1,1).
const QUICKEST: &str = include_str!("../../../results/best-order/8x8.csv");

/// The sum and the quantiles of the checks of all searches of 8×8.
const SPREAD: &str = include_str!("../../../results/distribution/spread.csv");

/// `knightsweep paper`
pub(super) fn paper(common: &Common, arguments: &PaperArgs) -> anyhow::Result<u8> {
    let out = arguments.out.as_deref();
    let targets = |folder: &Path| {
        FIGURES.iter().map(|(file, ..)| picture_target(common, &folder.join(file))).collect()
    };
    let targets: Option<Vec<Target>> = out.map(targets).transpose()?;
    let undone = "interrupted before all claims were tested; with --out finished results are kept";
    let (evidence, corners) = failure::or_undone(gather(common, out), undone)?;
    if let Some(targets) = targets {
        draw_figures(common, &targets, &corners)?;
    }
    let text = |shown: &[&Finding]| format!("{HEADING}{}", table(shown, "paper"));
    arguments.verdict.print(common, &paper::judge(&evidence), text)
}

/// Runs what the claims are judged by. The records of the corners are for the figures.
fn gather(common: &Common, out: Option<&Path>) -> anyhow::Result<(Evidence, Vec<Record>)> {
    let fig3 = records(common, "paper-fig3", FIG3, out)?;
    let corners = records(common, "paper-corners", CORNERS, out)?;
    let diagonal = records(common, "paper-diagonal", DIAGONAL, out)?;
    let fig3 = fig3.first().and_then(TourSearch::of).context("paper-fig3 finds a tour")?;
    common.say(
        "searching with all 40,320 orders from (1,1), and from every square without backtracking",
    );
    let (board, start) = (fig3.tour.board(), fig3.tour.squares()[0]);
    let (stop, tables) = (signals::obey(), common.tables());
    let (best, without_backtracking, perfect_elsewhere) = common.pool()?.install(|| {
        let best = best_order(board, start, fig3.checks, &tables, stop)?;
        let small: Board = PERFECT_RUNS.parse()?;
        let (perfect, _) = runs_without_backtracking(small, stop)?;
        anyhow::Ok((best, runs_without_backtracking(board, stop)?, (small, perfect)))
    })?;
    let Quickest::Tour(best_order) = best else {
        anyhow::bail!("Fig. 2's own order finds a tour within its checks");
    };
    let search = PathSearch::of(&Problem {
        board,
        start,
        order: fig3.order,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    });
    let (_, fig3_checks) = search.first_with_split(&mut |_| stop.check())?;
    let budget = Budget::checks(100_000_000)?;
    let unmarked = [(2, 2), (3, 4), (1, 8), (1, 5), (6, 5)].map(|(row, col)| {
        let start = Square { row, col };
        let search = PathSearch { start, marks_start: false, budget, ..search.clone() };
        anyhow::Ok((start, search.first(&mut |_| stop.check())?))
    });
    let warnsdorff = tours_by_start(&records(common, "warnsdorff", WARNSDORFF, None)?);
    let exact_fig2 = read_rows(EXACT_FIG2.as_bytes())?;
    let evidence = Evidence {
        fig3_checks,
        unmarked: unmarked.into_iter().collect::<anyhow::Result<_>>()?,
        best_order,
        perfect_elsewhere,
        warnsdorff: *warnsdorff.get(&start).context("warnsdorff finds a tour from (1,1)")?,
        exact_diagonal: tours_by_start(&read_rows(EXACT_DIAGONAL.as_bytes())?),
        exact_fig2: tours_by_start(&exact_fig2),
        growth: [
            exact_fig2,
            read_rows(SMALLER_BOARDS.as_bytes())?,
            read_rows(LARGER_BOARDS.as_bytes())?,
        ]
        .concat(),
        all_searches: all_searches(SPREAD)?,
        least_checks: least_checks(QUICKEST)?,
        without_backtracking,
        fig3,
        corners: corners.iter().filter_map(TourSearch::of).collect(),
        diagonal,
    };
    Ok((evidence, corners))
}

/// The checks of the searches that find a tour, by their starts.
fn tours_by_start(records: &[Record]) -> BTreeMap<Square, u128> {
    let tours = records.iter().filter(|record| record.success);
    tours.filter_map(|record| Some((record.start(), record.checks?))).collect()
}

/// The sum and the median in a table of what spreads the checks of all searches.
fn all_searches(table: &str) -> anyhow::Result<(u128, f64)> {
    let value = |what: &str| {
        let mut lines = table.lines().filter_map(|line| line.split_once(','));
        let found = lines.find(|(name, _)| *name == what).map(|(_, value)| value);
        found.with_context(|| format!("spread.csv has no `{what}`"))
    };
    let quantiles: Vec<&str> = value("quantiles of all searches")?.split(' ').collect();
    let median = quantiles.get(quantiles.len() / 2).context("spread.csv has no median")?;
    Ok((value("checks of all searches")?.parse()?, median.parse()?))
}

/// A row of a table of `best-order`.
#[derive(Deserialize)]
struct QuickestRow {
    start_row: u16,
    start_col: u16,
    checks_min: Option<u128>,
}

/// The least checks from each square that a table of `best-order` has them for.
fn least_checks(table: &str) -> anyhow::Result<BTreeMap<Square, u128>> {
    let least = |row: QuickestRow| {
        Some((Square { row: row.start_row, col: row.start_col }, row.checks_min?))
    };
    Ok(rows_of(table)?.into_iter().filter_map(least).collect())
}

/// The corner of the paper's own search.
const FIRST_CORNER: Square = Square { row: 1, col: 1 };

/// The file of each figure, its caption in the paper, and whether it has the solutions from the
/// first corner or those from the others.
const FIGURES: [(&str, &str, bool); 2] = [
    ("paper-fig6.svg", "Fig. 6. Two possible solutions", true),
    ("paper-fig7.svg", "Fig. 7. Six more possible solutions, one from each corner", false),
];

/// Draws the figures of these corner solutions, each of which is checked to be a tour.
fn draw_figures(common: &Common, targets: &[Target], corners: &[Record]) -> anyhow::Result<()> {
    for (target, (_, title, is_first)) in targets.iter().zip(FIGURES) {
        let is_in = |record: &&Record| (record.start() == FIRST_CORNER) == is_first;
        let records: Vec<&Record> = corners.iter().filter(is_in).collect();
        let picture = tour::of_records(&records, FIRST, &Style::default())?;
        let svg = picture.standalone(&Caption::of(title, "paper-corners.csv"));
        if let Some(path) = target.write(svg.as_bytes())? {
            common.say(&format!("{}: {title}", shown(path)));
        }
    }
    Ok(())
}

/// What is compared.
const HEADING: &str = "\
W. McEvoy, Using Backtracking to Solve the Knight's Tour Problem, University of
Colorado Boulder, unpublished: its claims, beside what knightsweep measures.
A check (an iteration of the paper) is one test of whether a move stays on the
board and leads to an unvisited square.

";
