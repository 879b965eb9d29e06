//! What `solve` prints of the answer of a search.

use knight_search::{Outcome, Rule, Tour};
use knightsweep::analysis::approximate;
use knightsweep::analysis::summary::exponent;
use knightsweep::results::record::Record;
use knightsweep::text::formatting;

use super::why_none;
use crate::cli::rate;

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
    text += &approximate::described(record).map_or(String::new(), |estimate| estimate + ", ");
    if let Some(checks) = record.checks {
        text += &formatting::counted(checks, "check");
        if checks > 0 && record.nodes.is_some() {
            text += &format!(" = 8^{:.2}", exponent(checks as f64));
        }
        text += ", ";
    }
    if let Some(nodes) = record.nodes {
        text += &format!("{}, ", formatting::counted(nodes, "node"));
    }
    let wall = std::time::Duration::try_from_secs_f64(record.wall_s.unwrap_or_default())?;
    text += &format!("{}\n", formatting::time(wall));
    text += &rate::described(record, rate).map_or(String::new(), |line| line + "\n");
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
