//! What the headline says of all tours, and the captions of each.

use crate::analysis::columns::{Column, Value, differ};
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped, named_order};
use knight_search::{Board, Rule, Tour};

/// A tour and the record that has it.
pub(super) struct Shown<'a> {
    pub record: &'a Record,
    pub board: Board,
    pub tour: Tour,
}

/// Something that is said of a tour: in the headline if it is the same for all tours, or else in
/// each caption.
struct Part {
    /// As captions say it; empty if there is nothing to say.
    in_caption: fn(&Shown) -> String,
    /// As the headline continues; empty if it does not say it.
    in_headline: fn(&Shown) -> String,
}

/// What is said of a tour, in this order.
const PARTS: [Part; 9] = [
    Part {
        in_caption: |shown| shown.board.to_string(),
        in_headline: |shown| format!(" of the {} board", shown.board),
    },
    Part {
        in_caption: |shown| format!("from {}", shown.record.start()),
        in_headline: |shown| format!(" from {}", shown.record.start()),
    },
    Part {
        in_caption: |shown| format!("order {}", named_order(shown.record.order)),
        in_headline: |shown| format!(", order {}", named_order(shown.record.order)),
    },
    Part {
        in_caption: |shown| shown.record.rule.to_string(),
        in_headline: |shown| match shown.record.rule {
            Rule::Fixed => String::new(),
            rule => format!(", {rule}"),
        },
    },
    Part { in_caption: seed, in_headline: |shown| after_comma(seed(shown)) },
    Part {
        in_caption: |shown| {
            let budget = Value::from(shown.record.budget);
            Column::Budget.named(&budget, &[])
        },
        in_headline: |_| String::new(),
    },
    Part {
        in_caption: |shown| format!("engine {}", shown.record.engine),
        in_headline: |_| String::new(),
    },
    Part { in_caption: |shown| kind(shown).to_owned(), in_headline: |_| String::new() },
    Part { in_caption: checks, in_headline: |_| String::new() },
];

fn seed(shown: &Shown) -> String {
    shown.record.seed.map_or(String::new(), |seed| format!("seed {seed}"))
}

fn checks(shown: &Shown) -> String {
    shown.record.checks.map_or(String::new(), |checks| format!("{} checks", grouped(checks)))
}

fn kind(shown: &Shown) -> &'static str {
    if shown.tour.is_closed() { "closed" } else { "open" }
}

fn after_comma(text: String) -> String {
    if text.is_empty() { text } else { format!(", {text}") }
}

/// Whether something is the same for all tours.
fn is_shared(tours: &[Shown], said: fn(&Shown) -> String) -> bool {
    !differ(tours.iter().map(said))
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
    for part in PARTS.iter().filter(|part| is_shared(tours, part.in_caption)) {
        headline += &(part.in_headline)(first);
    }
    let checks = Some(checks(first)).filter(|said| !said.is_empty() && is_shared(tours, checks));
    if let Some(checks) = checks {
        let each = if tours.len() > 1 { " each" } else { "" };
        headline += &format!(": {checks}{each}");
    }
    headline
}

/// For each tour what it does not share with all, part by part.
pub(super) fn captions(tours: &[Shown]) -> Vec<Vec<String>> {
    let parts: Vec<&Part> =
        PARTS.iter().filter(|part| !is_shared(tours, part.in_caption)).collect();
    let caption = |shown: &Shown| {
        let said = parts.iter().map(|part| (part.in_caption)(shown));
        said.filter(|text| !text.is_empty()).collect()
    };
    tours.iter().map(caption).collect()
}
