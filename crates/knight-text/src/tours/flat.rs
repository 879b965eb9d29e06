//! All numbers of a board in other lines than its rows.

use crate::stream::{Stream, stretches};
use crate::tours::beside::is_glued;
use crate::tours::cells::Cell;
use crate::tours::walks::{LEAST, board, is_move};
use crate::tours::{Candidate, Form, PrintedTour};

/// Boards whose numbers are in other lines than their rows: the grid row by row, or the numbers of
/// the squares in order of visit. The number of the first square may stand again at the end.
pub(super) fn read(stream: &Stream<Cell>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for stretch in stretches(&stream.gaps, 1).into_iter().filter(|part| part.len() >= LEAST) {
        let cells = &stream.items[stretch.clone()];
        let is_again = cells[0] == cells[cells.len() - 1];
        let cells = &cells[..cells.len() - usize::from(is_again)];
        let span = stream.span(stretch);
        // A letter may stand in the place of a digit.
        if is_glued(stream.source, &span) {
            continue;
        }
        let mut tours = tours(cells);
        tours.retain(|tour| tour.is_tour() && !(is_again && tour.form == Form::RowByRow));
        found.extend(tours.into_iter().map(|printed| {
            let span = span.clone();
            Candidate { span, printed, is_certain: false, leaves: None }
        }));
    }
    found
}

/// What numbers are that are all different, in rows of any width in which the first step is a
/// knight's.
fn tours(cells: &[Cell]) -> Vec<PrintedTour> {
    let area = cells.len();
    let first = cells.iter().filter_map(|cell| cell.number()).min().unwrap_or_default();
    let steps = cells.iter().map(|cell| usize::try_from(cell.number()? - first).ok());
    let steps: Vec<usize> = steps.map(|step| step.unwrap_or(area)).collect();
    let mut places = vec![area; area];
    for (place, step) in steps.iter().enumerate().filter(|(_, step)| **step < area) {
        places[*step] = place;
    }
    if places.contains(&area) || !(0..=1).contains(&first) {
        return Vec::new();
    }
    let of = |(form, first_number, order): (Form, i64, Vec<usize>)| {
        let at = |index: usize, width: usize| ((index / width) as i64, (index % width) as i64);
        let is_width = |width: &usize| {
            area.is_multiple_of(*width) && is_move(&at(order[0], *width), &at(order[1], *width))
        };
        let sizes = (3..area).filter(is_width).filter_map(|width| board(area / width, width));
        let tours = sizes.map(|board| {
            let squares = order.iter().map(|index| board.square(*index)).collect();
            PrintedTour { first_number, ..PrintedTour::of_squares(board, form, squares) }
        });
        tours.collect::<Vec<_>>()
    };
    let forms = [(Form::RowByRow, first, places), (Form::Indices { first }, 1, steps)];
    forms.into_iter().flat_map(of).collect()
}
