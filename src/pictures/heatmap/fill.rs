//! How the squares of heat maps are filled.

use std::collections::BTreeSet;

use crate::analysis::columns::differ;
use crate::analysis::{JobStats, Quantile};
use crate::pictures::board::APART;
use crate::pictures::drawing::series::{self, INK};
use crate::pictures::drawing::{Area, Entry, Mark, Picture, Quantity, Shades, Symbol, legend};
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
    pub fn of(all: &[&JobStats], has_single_jobs: bool) -> Statistic {
        let numbers = all.iter().filter(|stats| stats.median().number().is_some()).count();
        let is_any_stuck = all.iter().any(|stats| stats.with(Outcome::Stuck) > 0);
        let have_equal_medians = !differ(all.iter().map(|stats| stats.median()));
        let have_shares = differ(all.iter().map(|stats| stats.success_rate()));
        match 2 * numbers < all.len() || (have_equal_medians || is_any_stuck) && have_shares {
            _ if has_single_jobs => Statistic::Checks,
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
            (None, _) => Err(Sign::Empty),
            // A bound or a count is still one of the search.
            (Some(_), _) if is_impossible && self == Statistic::Share => Err(Sign::NoTour),
            (Some(share), _) if self == Statistic::Share => Ok(share),
            (_, Quantile::Number(median)) => Ok(median.as_f64()),
            (_, Quantile::Above(_)) => Err(Sign::Above),
            (_, Quantile::Missing) if is_impossible => Err(Sign::NoTour),
            (_, Quantile::Missing) if is_stuck => Err(Sign::Stuck),
            (_, Quantile::Missing) => Err(Sign::Unknown),
        }
    }
}

impl Sign {
    /// What it means.
    pub fn words(self) -> &'static str {
        match self {
            Sign::Above => "above the budget",
            Sign::NoTour => "no tour exists",
            Sign::Stuck => "stuck in a dead end: nothing is proved",
            Sign::Unknown => "out of memory or time: nothing is known",
            Sign::Empty => "no job",
        }
    }

    /// The attributes of a square that has only room for a colour.
    fn colour(self) -> &'static str {
        match self {
            Sign::Above => "class=\"unknown\"",
            Sign::NoTour => "class=\"note\"",
            Sign::Stuck => "class=\"dark\"",
            Sign::Unknown => "class=\"ink\"",
            Sign::Empty => "class=\"empty\"",
        }
    }

    /// The symbol on a square that has room for one.
    fn symbol(self) -> Option<Symbol> {
        match self {
            Sign::Stuck => Some(Symbol::Ring),
            Sign::Unknown => Some(Symbol::Cross),
            Sign::Above | Sign::NoTour | Sign::Empty => None,
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
            (Err(sign), _) if !self.has_sign(sign) => sign.colour().to_owned(),
            _ => "class=\"unknown\"".to_owned(),
        }
    }

    /// Whether a sign is drawn, and not a colour in its place.
    fn has_sign(&self, sign: Sign) -> bool {
        self.are_apart() && sign != Sign::Empty
    }

    /// Draws what stands on the ground of a square.
    pub fn draw_sign(&self, picture: &mut Picture, area: Area, sign: Sign) {
        if !self.has_sign(sign) {
            return;
        }
        match (sign, sign.symbol()) {
            (_, Some(symbol)) => {
                let paint = series::outline(INK) + " pointer-events=\"none\"";
                symbol.draw(picture, area.middle(), 0.25 * self.side, &paint, "");
            }
            (Sign::NoTour, None) => legend::corner(picture, area, (0.4 * self.side).min(9.0)),
            (_, None) => {
                let paint = "class=\"hatch\" stroke-opacity=\".6\" pointer-events=\"none\"";
                picture.hatch(area, (self.side / 5.0).clamp(4.0, 9.0), paint);
            }
        }
    }

    /// What these signs mean, for a legend.
    pub fn entries(&self, signs: &BTreeSet<Sign>) -> Vec<Entry> {
        let entry = |sign: &Sign| {
            let mark = match (*sign, sign.symbol()) {
                (sign, _) if !self.has_sign(sign) => Mark::Swatch(sign.colour().to_owned()),
                (_, Some(symbol)) => Mark::Symbol(symbol, INK),
                (Sign::NoTour, None) => Mark::Corner,
                (_, None) => Mark::Hatch,
            };
            Entry::new(mark, sign.words())
        };
        signs.iter().map(entry).collect()
    }
}
