//! What `solve` prints of the answer of a search, and how long other programs take for it: programs
//! that perform every check.

use knight_search::{Outcome, Rule, Tour, parse_number};
use knightsweep::analysis::approximate;
use knightsweep::analysis::summary::exponent;
use knightsweep::analysis::table::Row;
use knightsweep::results::record::Record;
use knightsweep::text::{counted, formatting, joined};

use super::why_none;

/// The rates that are assumed unless the user gives one, in checks a second: a tutorial program in
/// C or Java, and one in Python. docs/how-to/your-program.md says how they were measured.
const ASSUMED: [(f64, &str); 2] =
    [(3e8, "3·10^8 checks a second (C, Java)"), (6e6, "6·10^6 (Python)")];

/// From how many checks on an answer says how long they take: from a second in Python.
const WORTH_SAYING: f64 = 1e6;

/// The numbered board, and a few lines about the search.
pub(super) fn shown(record: &Record, first: usize, rate: Option<u128>) -> anyhow::Result<String> {
    let (board, start) = (record.board()?, record.start());
    let mut text = String::new();
    if let Some(tour) = &record.tour {
        text = Tour::parse(board, tour)?.grid(first) + "\n\n";
    }
    let why = why_none(record)?.filter(|_| !record.success);
    let what = in_words(record, why.is_some());
    let (order, rule) = (formatting::named_order(record.order), rule(record));
    text += &format!("{board} from {start}, order {order}{rule}: {what}\n");
    if let Some(why) = why {
        let known = if record.outcome == Outcome::None { "the reason" } else { "no tour exists" };
        text += &format!("{known}: {why}\n");
    }
    let checks = record.checks.map(|checks| {
        let is_power = checks > 0 && record.nodes.is_some();
        let power = is_power.then(|| format!(" = 8^{:.2}", exponent(checks as f64)));
        counted(checks, "check") + &power.unwrap_or_default()
    });
    let nodes = record.nodes.map(|nodes| counted(nodes, "node"));
    let wall = std::time::Duration::try_from_secs_f64(record.wall_s.unwrap_or_default())?;
    let found = [approximate::described(record), checks, nodes, Some(formatting::time(wall))];
    text += &format!("{}\n", joined(found.into_iter().flatten(), ", "));
    text += &in_time(record, rate).map_or(String::new(), |line| line + "\n");
    Ok(text)
}

/// The rule, unless it is the paper's.
fn rule(record: &Record) -> String {
    let seed = record.seed.map_or(String::new(), |s| format!(" {s}"));
    match record.rule {
        Rule::Fixed => String::new(),
        other => format!(", rule {other}{seed}"),
    }
}

/// The outcome of a record; a theorem may rule a tour out.
fn in_words(record: &Record, is_impossible: bool) -> String {
    let words = match record.outcome {
        Outcome::Tour if record.closed == Some(true) => "closed tour",
        Outcome::Tour => "open tour",
        Outcome::None if record.is_estimated() => return format!("no {} tour", record.goal),
        Outcome::None => return format!("no {} tour: the whole space was searched", record.goal),
        Outcome::Stuck if is_impossible => "stuck in a dead end",
        Outcome::Stuck => "stuck: the greedy run reached a dead end, which proves nothing",
        Outcome::Budget if !is_impossible => "stopped by the budget: nothing is known beyond it",
        Outcome::Time => "out of time: give more with --time-limit",
        Outcome::Unknown => "not known whether there is a tour, so the checks cannot be estimated",
        other => other.of_jobs(),
    };
    words.to_owned()
}

/// A rate that the user gives, and the seconds of a search at this rate, by its estimated checks if
/// it is estimated; missing if it was stopped.
pub(super) fn rate_row(rate: u128, record: &Record) -> Row {
    // A search that did not stop has a number of nodes.
    let counted = record.checks.filter(|_| record.nodes.is_some());
    let checks = counted.map(|checks| checks as f64).or(record.checks_estimate);
    Row::default().with("rate", rate).with("rate_s", checks.map(|checks| checks / rate as f64))
}

/// Reads a rate such as `2500000`, `2.5M` or `1e8`.
pub(super) fn parse_rate(text: &str) -> Result<u128, String> {
    parse_number(text).map_err(|_| "give a number of checks a second, such as 2.5M or 1e8".into())
}

/// One line about how long the checks of a search take, unless they are few and no rate is given.
fn in_time(record: &Record, rate: Option<u128>) -> Option<String> {
    let (checks, more) = match (record.checks, record.checks_estimate) {
        (Some(checks), _) if record.outcome == Outcome::Budget => (checks as f64, "more than "),
        (Some(checks), _) => (checks as f64, ""),
        (None, Some(estimate)) => (estimate, "about "),
        (None, None) => return None,
    };
    let times = match rate {
        Some(rate) => {
            vec![(rate as f64, format!("{} a second", counted(rate, "check")))]
        }
        None if checks >= WORTH_SAYING => {
            ASSUMED.map(|(rate, text)| (rate, text.to_owned())).to_vec()
        }
        None => return None,
    };
    let times = times
        .into_iter()
        .map(|(rate, text)| format!("{more}{} at {text}", formatting::long_time(checks / rate)));
    Some(format!("step by step: {}", joined(times, ", ")))
}
