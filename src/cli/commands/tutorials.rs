//! `tutorials`: what the tutorials of the same search state, print or do, beside what is so.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::reading::rows::Rows;
use knightsweep::analysis::table::Table;
use knightsweep::analysis::tutorials::{self, Evidence, Finding};
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::toml_file;
use knightsweep::results::record::Record;
use serde::Deserialize;

use crate::cli::args::Common;
use crate::cli::jobs;
use crate::cli::ui::output::wrapped_width;
use crate::cli::ui::{failure, signals};
use crate::cli::verdicts::{VerdictArgs, measured, print_findings};

/// Check the tutorials of the same search: what each states, prints or does, beside what is so
///
/// Runs the programs of four tutorials as they are printed, and searches with all orders from the
/// corners of an example. This takes some seconds. The number of a search that would take a century
/// is that of experiments/alternating.toml, and the number of closed tours that of
/// results/counts/closed-8x8.csv; both are part of the program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep tutorials
  knightsweep tutorials --verdict refuted

Exit codes: 0 all verdicts are the known ones, refuted claims too, 3 a verdict has changed, \
1 failed, 2 bad input or usage, 130 interrupted.")]
pub struct TutorialsArgs {
    #[command(flatten)]
    verdict: VerdictArgs,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
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

/// The results of `experiments/alternating.toml`.
const ALTERNATING: &str = include_str!("../../../results/reference/alternating.csv");

/// The closed tours of 8×8.
const CLOSED_TOURS: &str = include_str!("../../../results/counts/closed-8x8.csv");

/// `knightsweep tutorials`
pub fn tutorials(common: &Common, arguments: &TutorialsArgs) -> anyhow::Result<ExitCode> {
    let found = gather(common).and_then(|evidence| {
        common.say("running the programs of the tutorials");
        let stop = signals::obey();
        Ok(tutorials::judge(&evidence, &mut |_checks| stop.check())?)
    });
    let findings = found.map_err(|error| {
        failure::explain_interruption(error, "interrupted before all claims were tested")
    })?;
    let changed = tutorials::changed(&findings);
    print_findings(common, &arguments.verdict, arguments.json, (&findings, &changed), tables)
}

/// What the claims are judged by.
fn gather(common: &Common) -> anyhow::Result<Evidence> {
    let alternating = Rows::new(ALTERNATING.as_bytes())?.next().context("a row")??.record;
    Ok(Evidence {
        orders_of_5x5: records(common, EXAMPLE)?,
        alternating,
        warnsdorff: records(common, WARNSDORFF)?.pop().context("one job has one record")?,
        closed_tours: closed_tours()?,
    })
}

fn records(common: &Common, experiment: &str) -> anyhow::Result<Vec<Record>> {
    let experiment = toml_file::parse(experiment, "tutorials.toml".as_ref())?;
    jobs::in_memory(common, &Plan::new(&experiment))
}

/// The undirected and the directed ones.
fn closed_tours() -> anyhow::Result<(u128, u128)> {
    #[derive(Deserialize)]
    struct Row {
        undirected: u128,
        directed: u128,
    }
    let mut rows = csv::Reader::from_reader(CLOSED_TOURS.as_bytes());
    let row: Row = rows.deserialize().next().context("closed-8x8.csv has a row")??;
    Ok((row.undirected, row.directed))
}

/// A table for each document.
fn tables(findings: &[&Finding]) -> String {
    let row = |finding: &&Finding| {
        [
            ("where", finding.place.into()),
            ("claim", finding.claim.into()),
            ("stated", finding.stated.into()),
            ("measured", measured(finding).into()),
            ("verdict", finding.verdict.word().into()),
        ]
    };
    let document = |of_one: &[&Finding]| {
        let table = Table::new(of_one.iter().map(row)).render_wrapped(wrapped_width());
        format!("{}\n{table}\n", of_one[0].document)
    };
    findings.chunk_by(|a, b| a.document == b.document).map(document).collect()
}
