//! What the headline says of all tours, and the captions of each.

use crate::analysis::JobRow;
use crate::analysis::columns::{Column, differ};
use crate::pictures::groups;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped, named_order};
use knight_search::{Rule, Tour};

/// A tour and the record that has it.
pub(super) struct Shown<'a> {
    pub record: &'a Record,
    pub tour: Tour,
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
    let board = |shown: &Shown| format!(" of the {} board", shown.tour.board());
    let start = |shown: &Shown| format!(" from {}", shown.record.start());
    let order = |shown: &Shown| format!(", order {}", named_order(shown.record.order));
    let rule = |shown: &Shown| match shown.record.rule {
        Rule::Fixed => String::new(),
        rule => format!(", {rule}"),
    };
    let seed = |shown: &Shown| shown.record.seed.map_or(String::new(), |it| format!(", seed {it}"));
    let each = if tours.len() > 1 { " each" } else { "" };
    let checks = |shown: &Shown| match checks(shown) {
        none if none.is_empty() => none,
        checks => format!(": {checks}{each}"),
    };
    let parts: [&dyn Fn(&Shown) -> String; 6] = [&board, &start, &order, &rule, &seed, &checks];
    for part in parts {
        if !differ(tours.iter().map(part)) {
            headline += &part(first);
        }
    }
    headline
}

/// For each tour what it does not share with all, part by part.
pub(super) fn captions(tours: &[Shown]) -> Vec<Vec<String>> {
    const COLUMNS: [Column; 7] = [
        Column::Board,
        Column::Start,
        Column::Order,
        Column::Rule,
        Column::Seed,
        Column::Budget,
        Column::Engine,
    ];
    let jobs: Vec<JobRow> = tours.iter().filter_map(|shown| JobRow::of(0, shown.record)).collect();
    let mut captions = groups::told_apart(&COLUMNS, &jobs, &[]);
    for of in [|shown: &Shown| kind(shown).to_owned(), checks] {
        if differ(tours.iter().map(of)) {
            let parts = captions.iter_mut().zip(tours);
            parts.for_each(|(caption, shown)| caption.push(of(shown)));
        }
    }
    captions
}
