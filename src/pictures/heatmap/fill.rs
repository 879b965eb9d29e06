//! How the squares of heat maps are filled.

use std::collections::BTreeSet;

use crate::analysis::columns::differ;
use crate::analysis::{JobStats, Quantile};
use crate::pictures::board::APART;
use crate::pictures::drawing::{Entry, Mark, Quantity, Shades, Sign};
use knight_search::Outcome;

/// What is known of some jobs: a value, which is coloured, or why there is none.
pub type Fill<V> = Result<V, Reason>;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
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

/// What the colours of a picture stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// The checks of the only job of a square.
    Checks,
    /// The median of all jobs of a square.
    Median,
    /// The share of the jobs of a square that find a tour.
    Share,
}

impl Statistic {
    /// The statistic that tells the jobs of these squares apart: the median where most medians
    /// are numbers, else the share of jobs with a tour. Runs that get stuck differ in their shares.
    pub fn of(all: &[&JobStats]) -> Statistic {
        let numbers = all.iter().filter(|stats| stats.median().number().is_some()).count();
        let is_any_stuck = all.iter().any(|stats| stats.with(Outcome::Stuck) > 0);
        let have_equal_medians = !differ(all.iter().map(|stats| stats.median()));
        let have_shares = differ(all.iter().map(|stats| stats.success_rate()));
        match 2 * numbers < all.len() || (have_equal_medians || is_any_stuck) && have_shares {
            _ if all.iter().all(|stats| stats.jobs() == 1) => Statistic::Checks,
            true => Statistic::Share,
            false => Statistic::Median,
        }
    }

    /// What the colours stand for.
    pub fn label(self) -> &'static str {
        match self {
            Statistic::Checks => "checks",
            Statistic::Median => "median checks",
            Statistic::Share => "share of jobs with a tour",
        }
    }

    /// How its values become colours.
    pub fn quantity(self) -> Quantity {
        if self == Statistic::Share { Quantity::Shares } else { Quantity::Counts }
    }

    /// How the square of some jobs is filled; `is_impossible` if a theorem rules out all tours.
    pub fn fill(self, stats: &JobStats, is_impossible: bool) -> Fill<f64> {
        let is_stuck = stats.with(Outcome::Stuck) > stats.costs.unknown();
        match (stats.success_rate(), stats.median()) {
            (None, _) => Err(Reason::Empty),
            // A bound or a count is still one of the search.
            (Some(_), _) if is_impossible && self == Statistic::Share => Err(Reason::NoTour),
            (Some(_), _) if self == Statistic::Share && stats.costs.unknown() > 0 => {
                Err(Reason::Unknown)
            }
            (Some(share), _) if self == Statistic::Share => Ok(share),
            (_, Quantile::Number(median)) => Ok(median.as_f64()),
            (_, Quantile::Above(_)) => Err(Reason::Above),
            (_, Quantile::Missing) if is_impossible => Err(Reason::NoTour),
            (_, Quantile::Missing) if is_stuck => Err(Reason::Stuck),
            (_, Quantile::Missing) => Err(Reason::Unknown),
        }
    }
}

impl Reason {
    /// What it means.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Above => "above the budget",
            Reason::NoTour => "no tour exists",
            Reason::Stuck => "stuck in a dead end: nothing is proved",
            Reason::Unknown => "out of memory or time: nothing is known",
            Reason::Empty => "no job",
        }
    }

    /// The attributes of a square that has only room for a colour.
    fn colour(self) -> &'static str {
        match self {
            Reason::Above => "class=\"unknown\"",
            Reason::NoTour => "class=\"note\"",
            Reason::Stuck => "class=\"dark\"",
            Reason::Unknown => "class=\"ink\"",
            Reason::Empty => "class=\"empty\"",
        }
    }

    /// What stands on a square that has room for it.
    fn sign(self) -> Option<Sign> {
        match self {
            Reason::Above => Some(Sign::Hatch),
            Reason::NoTour => Some(Sign::Corner),
            Reason::Stuck => Some(Sign::Ring),
            Reason::Unknown => Some(Sign::Cross),
            Reason::Empty => None,
        }
    }
}

/// How squares of one size are filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filling {
    /// Missing where none has a value.
    pub shades: Option<Shades>,
    /// Their side.
    pub side: f64,
}

impl Filling {
    /// Whether they are apart from each other, and have room for a sign.
    pub fn are_apart(&self) -> bool {
        self.side >= APART
    }

    /// The space between them.
    pub fn gap(&self) -> f64 {
        if self.are_apart() { 1.0 } else { 0.0 }
    }

    /// The attributes of a square: its colour, or the ground below its sign.
    pub fn ground(&self, fill: Fill<usize>) -> String {
        match (fill, self.shades) {
            (Ok(level), Some(shades)) => format!("fill=\"{}\"", shades.colour_of(level)),
            (Err(reason), _) if self.sign(reason).is_none() => reason.colour().to_owned(),
            _ => "class=\"unknown\"".to_owned(),
        }
    }

    /// What stands on the ground of a square, if it has room.
    pub fn sign(&self, reason: Reason) -> Option<Sign> {
        reason.sign().filter(|_| self.are_apart())
    }

    /// What these reasons look like, for a legend.
    pub fn entries(&self, reasons: &BTreeSet<Reason>) -> Vec<Entry> {
        let entry = |reason: &Reason| {
            let swatch = || Mark::Swatch(reason.colour().to_owned());
            let mark = self.sign(*reason).map_or_else(swatch, Mark::Sign);
            Entry::new(mark, reason.words())
        };
        reasons.iter().map(entry).collect()
    }
}
