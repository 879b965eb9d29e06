//! Tours as paths on their boards, a panel for each.

mod captions;
mod drawing;
pub mod selection;
#[cfg(test)]
mod tests;

use crate::pictures::board_panels::{BoardLayout, BoardPanel};
use crate::pictures::drawing::{Data, Picture, Style};
use crate::pictures::tour::captions::Shown;
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption};
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};
use knight_search::{Outcome, Tour};

/// Tours.
pub static PLOT: Plot = Plot {
    name: "tour",
    doc: "tours on their boards, a panel for each",
    options: &[PlotOption::Job],
    suits: |input, variety| variety.boards == 1 && variety.rows == 1 && input.tours.tours > 0,
    is_worth: |input, _| (1..=MOST_IN_REPORT).contains(&input.tours.tours),
    has_one_budget: false,
    draw,
};

/// A report shows so many tours; more are drawn if they are asked for.
const MOST_IN_REPORT: u64 = 8;

/// The number of the first square, as in the paper's Fig. 3 and on the boards that `solve` prints.
pub const FIRST: usize = 0;

/// No row holds a tour.
const NO_TOURS: PlotError = PlotError::nothing(
    "no row has a recorded tour; set `tours = true` in the experiment (--tours) to record tours, or \
     draw the tour of one search with `knightsweep solve --svg tour.svg`",
);

/// Draws the tours of the selected jobs.
///
/// # Errors
/// [`PlotError`] if no selected job has a tour, a tour is not valid, or there are too many.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let selected = &input.tours;
    let records = selected.records();
    if records.is_empty() {
        let Some(job) = selected.wanted else { return Err(NO_TOURS) };
        let row = input.jobs.iter().find(|row| row.job == job);
        return Err(row.map_or_else(
            || PlotError::unfit(format!("there is no row of job {job}")),
            |row| no_tour(job, row.outcome),
        ));
    }
    // Not all of them are kept.
    if selected.tours > records.len() as u64 {
        let advice = "choose some with --where or one with --job";
        let (count, most) = (selected.tours, records.len() as u64);
        return Err(PlotError::TooMany { count, what: "tours", most, advice });
    }
    let mut picture = of_records(&records, FIRST, style)?;
    if selected.tours < selected.jobs {
        let (tours, jobs) = (grouped(selected.tours), counted(selected.jobs, "job"));
        picture.notes.push(format!("Recorded tours: those of {tours} of {jobs}."));
    }
    Ok(picture)
}

fn no_tour(job: u64, outcome: Outcome) -> PlotError {
    PlotError::unfit(format!("job {job} has no recorded tour; its outcome is `{outcome}`"))
}

/// Draws the tours of records, numbered from `first`: the headline says what they share, and the
/// captions what they do not.
///
/// # Errors
/// [`PlotError`] if a record has no valid tour.
pub fn of_records(records: &[&Record], first: usize, style: &Style) -> Result<Picture, PlotError> {
    let tours = shown(records)?;
    let (headline, captions) = captions::texts(&tours);
    let mut picture = Picture::of(style, headline);
    picture.tabulate(|| data(&tours, first));
    let tours: Vec<&Tour> = tours.iter().map(|shown| &shown.tour).collect();
    draw_panels(&mut picture, &tours, first, captions);
    Ok(picture)
}

/// Draws a tour, numbered from `first`. A closed tour has a line from its last square to its first.
pub fn of_tour(tour: &Tour, first: usize, headline: String, style: &Style) -> Picture {
    let mut picture = Picture::of(style, headline);
    draw_panels(&mut picture, &[tour], first, vec![String::new()]);
    picture
}

/// The tours of records.
fn shown<'a>(records: &[&'a Record]) -> Result<Vec<Shown<'a>>, PlotError> {
    let shown = |record: &&'a Record| {
        let job = record.job;
        let invalid = |why| PlotError::unfit(format!("the tour of job {job} is not valid: {why}"));
        let tour = record.checked_tour().map_err(invalid)?;
        Ok(Shown { record, tour: tour.ok_or_else(|| no_tour(job, record.outcome))? })
    };
    records.iter().map(shown).collect()
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
    Data::of("job,board,place,row,col", rows)
}

/// Draws each tour below its caption.
fn draw_panels(picture: &mut Picture, tours: &[&Tour], first: usize, captions: Vec<String>) {
    let panel = |(tour, caption): (&&Tour, String)| BoardPanel { board: tour.board(), caption };
    let panels: Vec<BoardPanel> = tours.iter().zip(captions).map(panel).collect();
    let layout = BoardLayout::of(&panels, &picture.style);
    layout.draw(picture);
    for (tour, place) in tours.iter().zip(&layout.places) {
        drawing::draw(picture, tour, &place.grid, first);
    }
}
