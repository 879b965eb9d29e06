//! How checks are distributed over orders, seeds or starts: histograms with the same axes.

pub mod bins;
mod histograms;

use crate::analysis::Column;
use crate::pictures::drawing::{Picture, Style};
use crate::pictures::groups::{self, GroupStats};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, Variety, outcomes};
use crate::text::formatting::counted;

/// How checks are distributed over orders.
pub static PLOT: Plot = Plot {
    name: "distribution",
    doc: "how the checks of a start are distributed over orders",
    options: &[PlotOption::Groups, PlotOption::Axes],
    suits: |_, variety| {
        let Variety { boards, starts, orders, .. } = *variety;
        boards < 2 && starts < 2 && orders > 1
    },
    is_worth: |_, variety| variety.orders > 1,
    has_one_budget: true,
    draw,
};

/// More panels than this would be too high.
const MOST_PANELS: usize = 6;

/// Draws a panel for each group.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    // Checks are distributed over what has the most values, and the others make the panels.
    let within = [Column::Start, Column::Seed, Column::Order];
    let variety = |column: &Column| input.values(*column).len();
    let over = within.into_iter().max_by_key(variety).unwrap_or(Column::Order);
    let mut among = vec![Column::Board, Column::Goal, Column::Rule, Column::Start, Column::Order];
    among.retain(|column| *column != over);
    let by = groups::chosen(input, &among, MOST_PANELS);
    let groups = groups::grouped_by(input, &by);
    groups::check(groups.len(), MOST_PANELS)?;
    let jobs = counted(input.jobs.len(), "job");
    let mut headline = format!("Checks of {jobs}{}", groups::by_columns(&by));
    if let [only] = groups.as_slice() {
        headline += &format!(": {}", outcomes::found(&only.stats));
    }
    let mut picture = Picture::of(style, headline);
    let what = histograms::draw(&mut picture, &groups);
    picture.notes = vec![groups::in_common(input, &by), what];
    Ok(picture)
}

/// `from (1,1): 24 of 64 jobs with a tour, 40 stopped by the budget; median > 1,000 checks`.
fn in_words(group: &GroupStats) -> String {
    format!("{}: {}", group.name, outcomes::found(&group.stats))
}
