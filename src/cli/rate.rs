//! How long other programs take for the same search: programs that perform every check.

use knight_search::{Outcome, parse_number};
use knightsweep::analysis::table::Row;
use knightsweep::results::record::Record;
use knightsweep::text::formatting;

/// The rates that are assumed unless the user gives one, in checks a second: a tutorial program in
/// C or Java, and one in Python. docs/how-to/your-program.md says how they were measured.
const ASSUMED: [(f64, &str); 2] =
    [(3e8, "3·10^8 checks a second (C, Java)"), (6e6, "6·10^6 (Python)")];

/// From how many checks on an answer says how long they take: from a second in Python.
const WORTH_SAYING: f64 = 1e6;

/// A rate that the user gives, and the seconds of a search at this rate, by its estimated checks if
/// it is estimated; missing if it was stopped.
pub(super) fn row(rate: u128, record: &Record) -> Row {
    // A search that did not stop has a number of nodes.
    let counted = record.checks.filter(|_| record.nodes.is_some());
    let checks = counted.map(|checks| checks as f64).or(record.checks_estimate);
    Row::default().with("rate", rate).with("rate_s", checks.map(|checks| checks / rate as f64))
}

/// Reads a rate such as `2500000`, `2.5M` or `1e8`.
pub(super) fn parse(text: &str) -> Result<u128, String> {
    parse_number(text).map_err(|_| "give a number of checks a second, such as 2.5M or 1e8".into())
}

/// One line about how long the checks of a search take, unless they are few and no rate is given.
pub(super) fn described(record: &Record, rate: Option<u128>) -> Option<String> {
    let (checks, more) = match (record.checks, record.checks_estimate) {
        (Some(checks), _) if record.outcome == Outcome::Budget => (checks as f64, "more than "),
        (Some(checks), _) => (checks as f64, ""),
        (None, Some(estimate)) => (estimate, "about "),
        (None, None) => return None,
    };
    let times = match rate {
        Some(rate) => {
            vec![(rate as f64, format!("{} a second", formatting::counted(rate, "check")))]
        }
        None if checks >= WORTH_SAYING => {
            ASSUMED.map(|(rate, text)| (rate, text.to_owned())).to_vec()
        }
        None => return None,
    };
    let times = times
        .into_iter()
        .map(|(rate, text)| format!("{more}{} at {text}", formatting::long_time(checks / rate)));
    Some(format!("step by step: {}", times.collect::<Vec<_>>().join(", ")))
}
