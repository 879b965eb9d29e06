//! How checks are distributed over orders, seeds or starts: histograms, or curves for many groups.
//! All panels share their axes.

pub mod bins;
mod histograms;
mod multiples;

use crate::analysis::{Column, Jobs, SEARCH};
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

/// More groups than this are drawn as small curves.
const MOST_PANELS: usize = 6;

/// More small curves than this are too long a list.
const MOST_SMALL_CURVES: usize = 64;

/// More of them are drawn if they stand as the squares of a board do, to 12x12.
const MOST_SQUARES: usize = 144;

/// Draws a panel for each group.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let (over, usual) = usual_columns(&input.jobs);
    let by = if input.by.is_empty() { usual } else { input.by.clone() };
    let groups = groups::grouped_by(input, &by);
    groups::check(groups.len(), most_curves(&input.jobs, &by))?;
    let over = groups::said(input, over).filter(|_| groups::variety(&input.jobs, over) > 1);
    let mut headline = format!(
        "Checks of {}{}{}",
        counted(input.jobs.len(), "job"),
        over.map_or(String::new(), |over| format!(" over {over}")),
        groups::by_columns(&by)
    );
    if let [only] = groups.as_slice() {
        headline += &format!(": {}", outcomes::found(&only.stats));
    }
    let mut picture = Picture::of(style, headline);
    let (below, what) = if groups.len() > MOST_PANELS {
        multiples::draw(&mut picture, input, &by, &groups)?
    } else {
        histograms::draw(&mut picture, &groups)
    };
    picture.height = below + 0.3 * style.font;
    picture.notes.splice(0..0, [groups::in_common(input, &by), what]);
    Ok(picture)
}

/// The column over which checks are distributed, which of order, seed and start has the most
/// values, and the columns that make the panels: the others that vary, except for budgets and for
/// seeds, which only repeat. The most varied of them are left out if there would be too many
/// panels.
fn usual_columns(jobs: &Jobs) -> (Column, Vec<Column>) {
    let varied = |columns: &[Column]| -> Vec<(usize, Column)> {
        columns.iter().map(|&column| (groups::variety(jobs, column), column)).collect()
    };
    let mut within = varied(&[Column::Start, Column::Seed, Column::Order]);
    within.sort_by_key(|(count, _)| *count);
    let over = within.pop().map_or(Column::Order, |(_, column)| column);
    let mut searches = varied(&SEARCH);
    searches.retain(|(count, column)| *count > 1 && *column != Column::Budget);
    let mut panels: usize = searches.iter().map(|(count, _)| count).product();
    let mut by: Vec<Column> = searches.into_iter().map(|(_, column)| column).collect();
    for (count, column) in within {
        let with: Vec<Column> = by.iter().copied().chain([column]).collect();
        let has_room = panels * count <= most_curves(jobs, &with);
        if count > 1 && column != Column::Seed && has_room {
            panels *= count;
            by = with;
        }
    }
    (over, by)
}

/// How many groups by these columns can be drawn.
fn most_curves(jobs: &Jobs, by: &[Column]) -> usize {
    let are_squares = by == [Column::Start] && groups::variety(jobs, Column::Board) == 1;
    if are_squares { MOST_SQUARES } else { MOST_SMALL_CURVES }
}

/// `from (1,1): 24 of 64 jobs with a tour, 40 stopped by the budget; median > 1,000 checks`.
fn in_words(group: &GroupStats) -> String {
    format!("{}: {}", group.name, outcomes::found(&group.stats))
}

#[cfg(test)]
mod tests;
