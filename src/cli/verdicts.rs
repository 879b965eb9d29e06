//! What `paper` and `tutorials` share: which claims are shown, and how many have each verdict.

use std::process::ExitCode;

use clap::Args;
use knightsweep::analysis::measured::{ClaimVerdict, Finding};

use super::args::{Common, one_of};
use super::ui::output::{print, print_json};

/// Which claims are shown.
#[derive(Args)]
pub struct VerdictArgs {
    /// Show only the claims with this verdict: reproduced, refuted or not-testable
    #[arg(long, ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(ClaimVerdict::ALL, word))]
    verdict: Option<ClaimVerdict>,
}

/// A verdict as an argument, which has no blank.
fn word(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::NotTestable => "not-testable",
        ClaimVerdict::Reproduced | ClaimVerdict::Refuted => verdict.word(),
    }
}

impl VerdictArgs {
    /// The findings to show.
    fn shown<'a>(&self, findings: &'a [Finding]) -> Vec<&'a Finding> {
        let is_shown =
            |finding: &&Finding| self.verdict.is_none_or(|verdict| finding.verdict == verdict);
        findings.iter().filter(is_shown).collect()
    }
}

/// Exit code: a claim has another verdict than it is known to have.
const CHANGED: u8 = 3;

/// Prints the findings that are shown, as JSON or as this text with the totals of all, and names
/// those whose verdict has changed.
pub fn print_findings(
    common: &Common,
    arguments: &VerdictArgs,
    json: bool,
    (findings, changed): (&[Finding], &[&str]),
    text: impl Fn(&[&Finding]) -> String,
) -> anyhow::Result<ExitCode> {
    let shown = arguments.shown(findings);
    let printed = match json {
        true => print_json(&shown),
        false => print(text(&shown) + &totals(findings)),
    };
    if changed.is_empty() {
        return printed;
    }
    printed?;
    common.say(&format!("verdicts that have changed: {}", changed.join(", ")));
    Ok(ExitCode::from(CHANGED))
}

/// What is measured about a claim, and what explains it.
pub fn measured(finding: &Finding) -> String {
    let remark = finding.remark.as_deref().map_or(String::new(), |remark| format!(" ({remark})"));
    finding.measured.as_deref().unwrap_or("–").to_owned() + &remark
}

/// `45 claims: 29 reproduced, …`
fn totals(findings: &[Finding]) -> String {
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    format!(
        "{} claims: {} reproduced, {} refuted, {} not testable\n",
        findings.len(),
        count(ClaimVerdict::Reproduced),
        count(ClaimVerdict::Refuted),
        count(ClaimVerdict::NotTestable),
    )
}
