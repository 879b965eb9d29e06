//! What `paper` and `tutorials` share: the records that claims are judged by, which claims are
//! shown, and how.

use std::path::Path;

use anyhow::Context;
use clap::Args;
use knight_search::Interrupted;
use knightsweep::analysis::claims::{self, ClaimVerdict, Finding, changed};
use knightsweep::analysis::reading::rows::Rows;
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::toml_file;
use knightsweep::results::record::Record;
use knightsweep::results::{Existing, OpenOptions};
use knightsweep::text::{joined, shown};
use serde::de::DeserializeOwned;

use crate::cli::args::{Common, one_of};
use crate::cli::exit_codes::FAILED;
use crate::cli::searching;
use crate::cli::ui::{print, print_json, wrapped_width};

/// Which claims are shown, and in which form.
#[derive(Args)]
pub(super) struct VerdictArgs {
    /// Show only claims with this verdict
    ///
    /// reproduced, refuted or untestable
    #[arg(long, value_parser = one_of(ClaimVerdict::ALL, ClaimVerdict::word))]
    verdict: Option<ClaimVerdict>,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

impl VerdictArgs {
    /// Prints the findings to show, as JSON or as this text below the totals of all, and names
    /// those whose verdict has changed.
    pub(super) fn print(
        &self,
        common: &Common,
        findings: &[Finding],
        text: impl Fn(&[&Finding]) -> String,
    ) -> anyhow::Result<u8> {
        let is_shown =
            |finding: &&Finding| self.verdict.is_none_or(|verdict| finding.verdict == verdict);
        let shown: Vec<&Finding> = findings.iter().filter(is_shown).collect();
        let printed = match self.json {
            true => print_json(&shown),
            false => print(totals(findings) + &text(&shown)),
        };
        let changed = changed(findings);
        if changed.is_empty() {
            return printed;
        }
        printed?;
        common.say(&format!("verdicts that have changed: {}", changed.join(", ")));
        Ok(FAILED)
    }
}

/// The findings as a table. `stated` names the column of the values of the document.
pub(super) fn table(findings: &[&Finding], stated: &'static str) -> String {
    claims::table(findings.iter().copied(), stated).render_wrapped(wrapped_width())
}

/// `45 claims: 30 reproduced, …`
fn totals(findings: &[Finding]) -> String {
    let count = |verdict: &ClaimVerdict| {
        let alike = findings.iter().filter(|finding| finding.verdict == *verdict);
        format!("{} {verdict}", alike.count())
    };
    let counts = joined(ClaimVerdict::ALL.iter().map(count), ", ");
    format!("{} claims: {counts}\n\n", findings.len())
}

/// The records of an experiment, which are kept in the folder `out`.
pub(super) fn records(
    common: &Common,
    name: &str,
    experiment: &str,
    out: Option<&Path>,
) -> anyhow::Result<Vec<Record>> {
    let experiment = toml_file::parse(experiment, &Path::new(name).with_extension("toml"))?;
    let Some(folder) = out else {
        return searching::in_memory(common, &Plan::new(&experiment), &common.tables(), None);
    };
    let csv = folder.join(name).with_extension("csv");
    let (existing, reuse, writer) = (Existing::default(), Vec::new(), common.writer());
    let options = OpenOptions { shard: None, existing, reuse, writer };
    let run = searching::into_file(common, &experiment, &csv, options)?;
    if run.interrupted && !run.sealed {
        return Err(Interrupted.into());
    }
    anyhow::ensure!(run.sealed, "{}: not all jobs have a row", shown(&csv));
    let file = std::fs::File::open(&csv).with_context(|| shown(&csv))?;
    read_rows(std::io::BufReader::new(file))
}

/// The records of results.
pub(super) fn read_rows(file: impl std::io::BufRead) -> anyhow::Result<Vec<Record>> {
    Rows::new(file)?.map(|row| Ok(row?.record)).collect()
}

/// The rows of a table of `best-order` or `count`.
pub(super) fn rows_of<T: DeserializeOwned>(table: &str) -> anyhow::Result<Vec<T>> {
    Ok(csv::Reader::from_reader(table.as_bytes()).deserialize().collect::<Result<_, _>>()?)
}
