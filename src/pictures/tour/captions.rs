//! What the headline says of all tours, and the captions of each.

use crate::analysis::columns::differ;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped, joined, named_order};
use knight_search::Tour;

/// A tour and the record that has it.
pub(super) struct Shown<'a> {
    pub record: &'a Record,
    pub tour: Tour,
}

/// What there is to say of a tour, part by part; what it has not is empty.
fn parts(Shown { record, tour }: &Shown) -> [String; 7] {
    let kind = if tour.is_closed() { "closed" } else { "open" };
    [
        kind.to_owned(),
        tour.board().to_string(),
        format!("from {}", record.start()),
        format!("order {}", named_order(record.order)),
        record.rule.to_string(),
        record.seed.map_or(String::new(), |seed| format!("seed {seed}")),
        record.checks.map_or(String::new(), |checks| format!("{} checks", grouped(checks))),
    ]
}

/// What all tours share, as the headline, and for each what it does not share with all:
/// `2 tours: open, 5x5, order 12345678 (fig2), fixed`, and `from (1,1), 1,107 checks`.
pub(super) fn texts(tours: &[Shown]) -> (String, Vec<String>) {
    let all: Vec<[String; 7]> = tours.iter().map(parts).collect();
    let is_shared = |place: usize| !differ(all.iter().map(|parts| &parts[place]));
    let told = |parts: &[String; 7], are_shared: bool| {
        let parts = parts.iter().enumerate().filter(|(place, _)| is_shared(*place) == are_shared);
        joined(parts.map(|(_, part)| part).filter(|part| !part.is_empty()), ", ")
    };
    let tours = if all.len() == 1 { "Tour".to_owned() } else { counted(all.len(), "tour") };
    let shared = all.first().map_or_else(String::new, |first| told(first, true));
    let captions = all.iter().map(|parts| told(parts, false)).collect();
    (format!("{tours}: {shared}"), captions)
}
