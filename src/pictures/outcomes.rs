//! How pictures say and show how jobs ended.

use crate::pictures::drawing::Symbol;
use knight_search::Outcome;

/// An outcome in a picture.
pub struct OutcomeLook {
    /// In a legend or a tooltip.
    pub words: &'static str,
    /// Below a bar.
    pub short: &'static str,
    /// Its symbol.
    pub symbol: Symbol,
    /// The series whose colour it has.
    pub series: usize,
}

/// How an outcome looks.
pub fn look(outcome: Outcome) -> OutcomeLook {
    let (words, short, symbol, series) = match outcome {
        Outcome::Tour => ("tour", "tour", Symbol::Disc, 0),
        Outcome::None => ("no tour exists", "no tour", Symbol::Square, 1),
        Outcome::Stuck => (outcome.of_jobs(), "stuck", Symbol::Triangle, 3),
        Outcome::Budget => (outcome.of_jobs(), "stopped", Symbol::Ring, 6),
        Outcome::Memory => (outcome.of_jobs(), "no memory", Symbol::Cross, 6),
        Outcome::Time => (outcome.of_jobs(), "no time", Symbol::Cross, 6),
        Outcome::Unknown => (outcome.of_jobs(), "not known", Symbol::Cross, 6),
    };
    OutcomeLook { words, short, symbol, series }
}
