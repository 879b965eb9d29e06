//! The kinds of plots, and which one suits records best.

use knight_search::named_enum::named_enum;

use crate::pictures::old::{PlotData, Variety, cactus, growth, heatmap, orders, times, tour};
use crate::pictures::{Picture, PlotError};

/// What a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Check counts on the board.
    Heatmap,
    /// How many jobs are decided within how many checks.
    Cactus,
    /// How checks are distributed over orders.
    Orders,
    /// Checks against time.
    Times,
    /// Checks by board size.
    Growth,
    /// A tour.
    Tour,
}

named_enum!(
    Kind,
    "kind of plot",
    Heatmap => "heatmap",
    Cactus => "cactus",
    Orders => "orders",
    Times => "times",
    Growth => "growth",
    Tour => "tour"
);

/// The kind of plot that suits these records best. Rows that are still expected count as well, so
/// that the kind of a picture does not change while its file grows.
pub fn natural_kind(data: &PlotData) -> Kind {
    let Variety { rows, boards, starts, orders } = data.variety();
    match (boards, starts, orders) {
        (1, _, _) if rows == 1 && data.drawn.is_some() => Kind::Tour,
        (2.., _, _) => Kind::Growth,
        (_, 0 | 1, 2..) => Kind::Orders,
        _ => Kind::Heatmap,
    }
}

/// Draws a plot.
///
/// # Errors
/// [`PlotError`] if the records have nothing that it could show.
pub fn draw(kind: Kind, data: &PlotData) -> Result<Picture, PlotError> {
    if data.rows == 0 {
        return Err(PlotError::NoRows);
    }
    match kind {
        Kind::Heatmap => heatmap::draw(data),
        Kind::Cactus => cactus::draw(data),
        Kind::Orders => orders::draw(data),
        Kind::Times => times::draw(data),
        Kind::Growth => growth::draw(data),
        Kind::Tour => tour::draw(data),
    }
}
