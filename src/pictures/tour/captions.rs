//! What the headline says of all tours, and the captions of each.

use crate::analysis::columns::{Column, Value, differ};
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped, named_order};
use knight_search::{Rule, Tour};

/// A tour and the record that has it.
pub(super) struct Shown<'a> {
    pub record: &'a Record,
    pub tour: Tour,
}

/// What is said of a tour, part by part: as captions say it, empty if there is nothing to say, and
/// as the headline continues if the part is the same for all tours, empty if it does not say it.
fn said(shown: &Shown) -> [[String; 2]; 9] {
    let Shown { record, tour } = shown;
    let board = tour.board();
    let (start, order, rule) = (record.start(), named_order(record.order), record.rule.to_string());
    let seed = record.seed.map_or(String::new(), |seed| format!("seed {seed}"));
    let continued = |text: &str| if text.is_empty() { String::new() } else { format!(", {text}") };
    let not_continued = |text: String| [text, String::new()];
    [
        [board.to_string(), format!(" of the {board} board")],
        [format!("from {start}"), format!(" from {start}")],
        [format!("order {order}"), format!(", order {order}")],
        [rule.clone(), if record.rule == Rule::Fixed { String::new() } else { continued(&rule) }],
        [seed.clone(), continued(&seed)],
        not_continued(Column::Budget.named(&Value::from(record.budget), &[])),
        not_continued(format!("engine {}", record.engine)),
        not_continued(kind(shown).to_owned()),
        not_continued(checks(shown)),
    ]
}

fn checks(shown: &Shown) -> String {
    shown.record.checks.map_or(String::new(), |checks| format!("{} checks", grouped(checks)))
}

fn kind(shown: &Shown) -> &'static str {
    if shown.tour.is_closed() { "closed" } else { "open" }
}

/// What all tours share: `Open tour of the 8x8 board from (1,1), order 12345678 (fig2)`, or
/// `8 open tours of the 8x8 board: 66,005,601 checks each`.
pub(super) fn headline(tours: &[Shown]) -> String {
    let Some(first) = tours.first() else { return String::new() };
    let mut headline = match tours.len() as u64 {
        1 if first.tour.is_closed() => "Closed tour".to_owned(),
        1 => "Open tour".to_owned(),
        count if differ(tours.iter().map(kind)) => counted(count, "tour"),
        count => counted(count, &format!("{} tour", kind(first))),
    };
    let all: Vec<_> = tours.iter().map(said).collect();
    for (part, [_, continued]) in all[0].iter().enumerate() {
        if !differ(all.iter().map(|said| &said[part][0])) {
            headline += continued;
        }
    }
    let checks = checks(first);
    if !checks.is_empty() && !differ(tours.iter().map(self::checks)) {
        let each = if tours.len() > 1 { " each" } else { "" };
        headline += &format!(": {checks}{each}");
    }
    headline
}

/// For each tour what it does not share with all, part by part.
pub(super) fn captions(tours: &[Shown]) -> Vec<Vec<String>> {
    let all: Vec<_> = tours.iter().map(said).collect();
    let is_told =
        |part: usize, text: &str| !text.is_empty() && differ(all.iter().map(|said| &said[part][0]));
    let caption = |said: &[[String; 2]; 9]| {
        let parts = said.iter().enumerate().filter(|(part, [text, _])| is_told(*part, text));
        parts.map(|(_, [text, _])| text.clone()).collect()
    };
    all.iter().map(caption).collect()
}
