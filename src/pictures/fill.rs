//! How the squares of heat maps and the cells of matrices are filled.

use crate::analysis::{JobStats, Quantile};
use crate::pictures::drawing::{Entry, Mark, Quantity, Symbol};
use knight_search::Outcome;

/// What is known of some jobs: a value, which is coloured, or the sign in its place.
pub type Fill<V> = Result<V, Sign>;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// It is above a budget.
    Above,
    /// A search proves that there is no tour.
    NoTour,
    /// Greedy runs got stuck, which proves nothing.
    Stuck,
    /// Nothing is known, as memory or time ran out.
    Unknown,
    /// There is no job or no number.
    Empty,
}

/// The series whose colour is that of texts.
pub const INK: usize = 7;

/// The share of these jobs that find a tour, or else the median of their checks.
pub fn of(stats: &JobStats, quantity: Quantity) -> Fill<f64> {
    let is_stuck = stats.with(Outcome::Stuck) > stats.costs.unknown();
    match (stats.success_rate(), stats.median()) {
        (None, _) => Err(Sign::Empty),
        (Some(share), _) if quantity == Quantity::Shares => Ok(share),
        (_, Quantile::Number(median)) => Ok(median.as_f64()),
        (_, Quantile::Above(_)) => Err(Sign::Above),
        (_, Quantile::Missing) if is_stuck => Err(Sign::Stuck),
        (_, Quantile::Missing) => Err(Sign::Unknown),
    }
}

/// How a sign looks.
pub struct SignLook {
    /// What it means.
    pub words: &'static str,
    /// The attributes of an area that has only room for a colour.
    pub paint: &'static str,
    /// The symbol on an area that has room for one.
    pub symbol: Option<Symbol>,
}

impl Sign {
    /// How it looks.
    pub fn look(self) -> SignLook {
        let (words, paint, symbol) = match self {
            Sign::Above => ("above the budget", "class=\"unknown\"", None),
            Sign::NoTour => ("no tour exists", "class=\"note\"", None),
            Sign::Stuck => {
                ("stuck in a dead end: nothing is proved", "class=\"dark\"", Some(Symbol::Ring))
            }
            Sign::Unknown => {
                ("out of memory or time: nothing is known", "class=\"ink\"", Some(Symbol::Cross))
            }
            Sign::Empty => ("no job, or not finished yet", "class=\"empty\"", None),
        };
        SignLook { words, paint, symbol }
    }

    /// The entry of a legend: the symbol where there is room, or else the colour.
    pub fn entry(self, has_room: bool) -> Entry {
        let SignLook { words, paint, symbol } = self.look();
        let mark = match symbol.filter(|_| has_room) {
            Some(symbol) => Mark::Symbol(symbol, INK),
            None => Mark::Swatch(paint.to_owned()),
        };
        Entry::new(mark, words)
    }
}
