//! `tutorials`: what tutorials of this search state, print or do, beside what is measured.

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::claims::Finding;
use knightsweep::analysis::claims::tutorials::{self, Evidence, Programs};
use knightsweep::results::record::Record;
use serde::Deserialize;

use crate::cli::args::Common;
use crate::cli::ui::{failure, signals};
use crate::cli::verdicts::{VerdictArgs, read_rows, records, rows_of, table};

/// Check the claims of four published tutorials
///
/// Runs their programs as they are printed, and searches with all orders from the corners of an
/// example. This takes some seconds. Two numbers that take longer are part of the program: the
/// checks of experiments/paper/alternating.toml, and the closed tours of
/// results/counts/closed-8x8.csv.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep tutorials
  knightsweep tutorials --verdict refuted")]
pub(crate) struct TutorialsArgs {
    #[command(flatten)]
    verdict: VerdictArgs,
}

/// The example of a tutorial is a grid of 5×5 whose first square is (5,5), with a text that has it
/// begin at (1,1).
const EXAMPLE: &str = r#"
boards = "5x5"
starts = ["1,1", "5,5"]
orders = "all"
budget = "none"
tours = true
"#;

/// Warnsdorff's rule with the moves of the tutorial that has his name.
const WARNSDORFF: &str = r#"
boards = "8x8"
starts = "1,1"
orders = "tutorial"
rule = "warnsdorff"
budget = "none"
"#;

/// The results of `experiments/paper/alternating.toml`.
const ALTERNATING: &str = include_str!("../../../results/reference/alternating.csv");

/// The closed tours of 8×8.
const CLOSED_TOURS: &str = include_str!("../../../results/counts/closed-8x8.csv");

/// `knightsweep tutorials`
pub(super) fn tutorials(common: &Common, arguments: &TutorialsArgs) -> anyhow::Result<u8> {
    let undone = "interrupted before all claims were tested";
    let evidence = failure::or_undone(gather(common), undone)?;
    arguments.verdict.print(common, &tutorials::judge(&evidence), tables)
}

/// What the claims are judged by.
fn gather(common: &Common) -> anyhow::Result<Evidence> {
    let CountRow { undirected, directed } = only(rows_of(CLOSED_TOURS)?)?;
    let orders_of_5x5 = records(common, "tutorials", EXAMPLE, None)?;
    let warnsdorff = only(records(common, "tutorials", WARNSDORFF, None)?)?;
    common.say("running the programs of the tutorials");
    let stop = signals::obey();
    Ok(Evidence {
        programs: Programs::run(&mut |_checks| stop.check())?,
        orders_of_5x5,
        alternating: checks(&only(read_rows(ALTERNATING.as_bytes())?)?)?,
        warnsdorff: checks(&warnsdorff)?,
        closed_tours: (undirected, directed),
    })
}

fn checks(record: &Record) -> anyhow::Result<u128> {
    record.checks.context("a search to its end has a number of checks")
}

/// A row of a table of `count`.
#[derive(Deserialize)]
struct CountRow {
    undirected: u128,
    directed: u128,
}

fn only<T>(mut rows: Vec<T>) -> anyhow::Result<T> {
    rows.pop().context("one job or number has one row")
}

/// A table for each document.
fn tables(findings: &[&Finding]) -> String {
    let document = |of_one: &[&Finding]| {
        format!("{}\n{}\n", of_one[0].claim.document, table(of_one, "stated"))
    };
    findings.chunk_by(|a, b| a.claim.document == b.claim.document).map(document).collect()
}
