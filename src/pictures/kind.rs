//! The kinds of plots, and which one suits jobs best.

use knight_search::named_enum::named_enum;

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::Picture;
use crate::pictures::error::PlotError;
use crate::pictures::input::{PlotInput, Variety};
use crate::pictures::{distribution, ecdf, growth, heatmap, matrix, pairs, times, tour};

/// What a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Checks on the board.
    Heatmap,
    /// The share of jobs decided within a number of checks.
    Ecdf,
    /// Checks by board size.
    Growth,
    /// How checks are distributed over orders.
    Distribution,
    /// Job by job, one order, rule or file against another.
    Pairs,
    /// Orders by starts.
    Matrix,
    /// A tour.
    Tour,
    /// Checks against time.
    Times,
}

named_enum!(
    Kind,
    "kind of plot",
    Heatmap => "heatmap",
    Ecdf => "ecdf",
    Growth => "growth",
    Distribution => "distribution",
    Pairs => "pairs",
    Matrix => "matrix",
    Tour => "tour",
    Times => "times"
);

impl Kind {
    /// Whether columns choose its groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Kind::Ecdf | Kind::Growth | Kind::Distribution)
    }
}

/// The kind of plot that suits these jobs best. Rows that are still expected count as well, so
/// that the kind of a picture does not change while its file grows.
pub fn natural_kind(input: &PlotInput) -> Kind {
    let Variety { rows, boards, starts, orders } = input.variety();
    match (boards, starts, orders) {
        (1, _, _) if rows == 1 && input.tour.is_some() => Kind::Tour,
        (2.., _, _) => Kind::Growth,
        (_, 0 | 1, 2..) => Kind::Distribution,
        _ => Kind::Heatmap,
    }
}

/// Draws a plot.
///
/// # Errors
/// [`PlotError`] if the jobs have nothing that it could show.
pub fn draw(kind: Kind, input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    if input.jobs.is_empty() {
        return Err(PlotError::NoRows);
    }
    match kind {
        Kind::Heatmap => heatmap::draw(input, style),
        Kind::Ecdf => ecdf::draw(input, style),
        Kind::Growth => growth::draw(input, style),
        Kind::Distribution => distribution::draw(input, style),
        Kind::Pairs => pairs::draw(input, style),
        Kind::Matrix => matrix::draw(input, style),
        Kind::Tour => tour::draw(input, style),
        Kind::Times => times::draw(input, style),
    }
}
