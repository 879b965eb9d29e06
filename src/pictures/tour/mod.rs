//! Tours as paths on their boards, a panel for each.

mod animation;
mod captions;
mod drawing;
mod layout;
pub mod selection;
#[cfg(test)]
mod tests;

use crate::pictures::board::Grid;
use crate::pictures::drawing::{Anchor, Data, LINE, Picture, Style};
use crate::pictures::tour::captions::Shown;
use crate::pictures::tour::layout::{Layout, Panel, PlacedPanel};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption};
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};
use knight_search::{Goal, Rule, Tour};

/// Tours.
pub static PLOT: Plot = Plot {
    name: "tour",
    doc: "tours on their boards, a panel for each",
    options: &[PlotOption::Job],
    suits: |input, variety| variety.boards == 1 && variety.rows == 1 && input.tours.tours > 0,
    // A report has tours of its own: those of the easiest and the hardest jobs.
    is_worth: |_, _| false,
    has_one_budget: false,
    draw,
};

/// The number of the first square, as in the paper's Fig. 3 and on the boards that `solve` prints.
pub const FIRST: usize = 0;

/// Draws the tours of the selected jobs.
///
/// # Errors
/// [`PlotError`] if no selected job has a tour, a tour is not valid, or there are too many.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let selected = &input.tours;
    let records = selected.records();
    if records.is_empty() {
        let Some(job) = selected.wanted else { return Err(PlotError::NoTours) };
        let row = input.jobs.iter().find(|row| row.job == job).ok_or(PlotError::NoJob(job))?;
        return Err(PlotError::NoTour { job, outcome: row.outcome });
    }
    let mut picture = match of_records(&records, FIRST, style) {
        // Not all of them may be kept.
        Err(PlotError::TooManyTours { most, .. }) => {
            return Err(PlotError::TooManyTours { tours: selected.tours, most });
        }
        Ok(_) if selected.tours > records.len() as u64 => {
            let most = records.len() as u64;
            return Err(PlotError::TooManyTours { tours: selected.tours, most });
        }
        drawn => drawn?,
    };
    if selected.tours < selected.jobs {
        let have = if selected.tours == 1 { "has" } else { "have" };
        let (tours, jobs) = (grouped(selected.tours), counted(selected.jobs, "job"));
        picture.notes.push(format!("{tours} of {jobs} {have} a recorded tour."));
    }
    Ok(picture)
}

/// Draws the tours of records, numbered from `first`: the headline says what they share, and the
/// captions what they do not.
///
/// # Errors
/// [`PlotError`] if a record has no valid tour, or there are too many for a legible picture.
pub fn of_records(records: &[&Record], first: usize, style: &Style) -> Result<Picture, PlotError> {
    let tours: Vec<Shown> = records.iter().map(|record| shown(record)).collect::<Result<_, _>>()?;
    Ok(figure(&tours, first, style)?.0)
}

/// Draws the tour of a record, numbered from `first`.
///
/// # Errors
/// [`PlotError`] if the record has no valid tour.
pub fn of_record(record: &Record, first: usize, style: &Style) -> Result<Picture, PlotError> {
    of_records(&[record], first, style)
}

/// Draws the tour of a record so that it draws itself, again and again. Where nothing can move, all
/// of it is shown.
///
/// # Errors
/// [`PlotError`] if the record has no valid tour.
pub fn animated(record: &Record, first: usize, style: &Style) -> Result<Picture, PlotError> {
    let tours = [shown(record)?];
    let (mut picture, layout) = figure(&tours, first, style)?;
    for (shown, place) in tours.iter().zip(&layout.places) {
        animation::add(&mut picture, &shown.tour, &place.grid);
    }
    Ok(picture)
}

/// Draws a tour, numbered from `first`. A closed tour has a line from its last square to its first.
pub fn of_tour(tour: &Tour, first: usize, headline: String, style: &Style) -> Picture {
    let panel = Panel { board: tour.board(), caption: Vec::new() };
    let mut picture = Picture::of(style, headline);
    draw_panels(&mut picture, &[tour], first, &layout::in_columns(&[panel], 1, style));
    picture
}

/// The tour of a record.
fn shown(record: &Record) -> Result<Shown<'_>, PlotError> {
    let job = record.job;
    let invalid = |why: String| PlotError::Tour { job, why };
    let text = record.tour.as_deref().ok_or(PlotError::NoTour { job, outcome: record.outcome })?;
    let board = record.board().map_err(|error| invalid(error.to_string()))?;
    let tour = Tour::parse(board, text).map_err(|error| invalid(error.to_string()))?;
    Ok(Shown { record, tour })
}

/// Draws tours, and gives where their panels stand.
fn figure(tours: &[Shown], first: usize, style: &Style) -> Result<(Picture, Layout), PlotError> {
    let panel =
        |(shown, caption): (&Shown, Vec<String>)| Panel { board: shown.tour.board(), caption };
    let panels: Vec<Panel> = tours.iter().zip(captions::captions(tours)).map(panel).collect();
    let layout = layout::layout(&panels, style)
        .map_err(|most| PlotError::TooManyTours { tours: tours.len() as u64, most: most as u64 })?;
    let mut picture = Picture::of(style, captions::headline(tours));
    picture.tabulate(|| data(tours, first));
    let tours: Vec<&Tour> = tours.iter().map(|shown| &shown.tour).collect();
    draw_panels(&mut picture, &tours, first, &layout);
    Ok((picture, layout))
}

/// The squares of the tours, numbered from `first`.
fn data(tours: &[Shown], first: usize) -> Data {
    let rows = tours.iter().flat_map(|Shown { record, tour }| {
        tour.squares().iter().enumerate().map(move |(place, square)| {
            let place = (place + first).to_string();
            let (job, board) = (record.job.to_string(), tour.board().to_string());
            [job, board, place, square.row.to_string(), square.col.to_string()]
        })
    });
    Data::of(["job", "board", "place", "row", "col"], rows)
}

/// Draws each tour below its caption.
fn draw_panels(picture: &mut Picture, tours: &[&Tour], first: usize, layout: &Layout) {
    let (small, above_grid) = (picture.style.small(), Grid::above(&picture.style));
    for (tour, PlacedPanel { grid, lines }) in tours.iter().zip(&layout.places) {
        let (middle, _) = grid.area().middle();
        for (above, line) in lines.iter().rev().enumerate() {
            let y = grid.y - above_grid - (0.35 + LINE * above as f64) * small;
            picture.write((middle, y), Anchor::Middle, small, "", line);
        }
        drawing::draw(picture, tour, grid, first);
    }
    picture.height = layout.bottom;
}

/// A job in one line.
pub fn job_in_words(record: &Record) -> String {
    let checks = record.checks.map_or("no count".to_owned(), |checks| grouped(checks) + " checks");
    let rule = match record.rule {
        Rule::Fixed => String::new(),
        rule => format!(", {rule}"),
    };
    let goal = match record.goal {
        Goal::Open => String::new(),
        goal => format!(", {goal}"),
    };
    format!(
        "job {}: {}x{} from {}, order {}{rule}{goal}: {checks}",
        record.job,
        record.rows,
        record.cols,
        record.start(),
        record.order
    )
}
