//! What `paper` and `tutorials` share: which claims are shown, and how many have each verdict.

use clap::Args;
use knightsweep::analysis::measured::ClaimVerdict;

use super::args::one_of;

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
    pub fn chosen<'a, F>(&self, findings: &'a [F], of: fn(&F) -> ClaimVerdict) -> Vec<&'a F> {
        let is_shown = |finding: &&F| self.verdict.is_none_or(|verdict| of(finding) == verdict);
        findings.iter().filter(is_shown).collect()
    }
}

/// What is measured about a claim, and what explains it.
pub fn measured(value: Option<&str>, remark: Option<&str>) -> String {
    let remark = remark.map_or(String::new(), |remark| format!(" ({remark})"));
    value.unwrap_or("–").to_owned() + &remark
}

/// `45 claims: 29 reproduced, …`
pub fn totals<F>(findings: &[F], of: fn(&F) -> ClaimVerdict) -> String {
    let count = |verdict| findings.iter().filter(|finding| of(finding) == verdict).count();
    format!(
        "{} claims: {} reproduced, {} refuted, {} not testable\n",
        findings.len(),
        count(ClaimVerdict::Reproduced),
        count(ClaimVerdict::Refuted),
        count(ClaimVerdict::NotTestable),
    )
}
