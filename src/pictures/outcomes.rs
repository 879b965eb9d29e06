//! How pictures say and show how jobs ended.

use crate::pictures::drawing::series::Symbol;
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

/// The outcomes of jobs without a count, as pictures list them.
pub const UNCOUNTED: [Outcome; 5] =
    [Outcome::Budget, Outcome::Stuck, Outcome::Memory, Outcome::Time, Outcome::Unknown];

/// How an outcome looks.
pub fn look(outcome: Outcome) -> OutcomeLook {
    let (words, short, symbol, series) = match outcome {
        Outcome::Tour => ("tour", "tour", Symbol::Disc, 0),
        Outcome::None => ("no tour exists", "no tour", Symbol::Square, 1),
        Outcome::Stuck => ("stuck", "stuck", Symbol::Triangle, 3),
        Outcome::Budget => ("stopped by the budget", "stopped", Symbol::Ring, 6),
        Outcome::Memory => ("out of memory", "no memory", Symbol::Cross, 6),
        Outcome::Time => ("out of time", "no time", Symbol::Cross, 6),
        Outcome::Unknown => ("not known", "not known", Symbol::Cross, 6),
    };
    OutcomeLook { words, short, symbol, series }
}
