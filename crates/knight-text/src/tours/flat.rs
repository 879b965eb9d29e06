//! All numbers of a board in other lines than its rows.

use knight_board::{Board, is_knight_move};

use crate::stream::{Stream, stretches};
use crate::tours::beside::is_glued;
use crate::tours::cells::Cell;
use crate::tours::walks::{LEAST, board};
use crate::tours::{Candidate, Form, MOST, PrintedTour};

/// Tours whose numbers are in other lines than their rows: the grid row by row, or the numbers of
/// the squares in order of visit.
pub(super) fn read(stream: &Stream<Cell>) -> Vec<Candidate> {
    let stretches = stretches(&stream.gaps, 1).into_iter().filter(|part| part.len() >= LEAST);
    let parts = stretches.map(|stretch| (stream.span(stretch.clone()), stretch));
    // A letter may stand in the place of a digit.
    let free = parts.filter(|(span, _)| !is_glued(stream.source, span));
    let tours = free.flat_map(|(span, stretch)| {
        let readings = readings(&stream.items[stretch]).unwrap_or_default();
        let tours = readings.into_iter().filter(PrintedTour::is_tour);
        tours.map(move |printed| {
            let span = span.clone();
            Candidate { span, printed, is_certain: true, leaves: None }
        })
    });
    tours.take(MOST).collect()
}

/// What numbers are that are all different, in rows of any width in which the first step is a
/// knight's.
fn readings(cells: &[Cell]) -> Option<Vec<PrintedTour>> {
    let area = cells.len();
    let first = cells.iter().filter_map(|cell| cell.number()).min().filter(|first| *first <= 1)?;
    let step = |cell: &Cell| usize::try_from(cell.number()? - first).ok();
    let steps: Vec<usize> = cells.iter().map(step).collect::<Option<_>>()?;
    let mut places = vec![area; area];
    for (place, step) in steps.iter().enumerate() {
        *places.get_mut(*step)? = place;
    }
    if places.contains(&area) {
        return None;
    }
    let of = |(form, first_number, order): (Form, i64, Vec<usize>)| {
        let widths = (3..area).filter(|width| area.is_multiple_of(*width));
        let boards = widths.filter_map(|width| board(area / width, width));
        let is_step = |it: &Board| is_knight_move(it.square(order[0]), it.square(order[1]));
        let reading = |board: Board| {
            let squares = order.iter().map(|index| board.square(*index)).collect();
            PrintedTour { first_number, ..PrintedTour::of_squares(board, form, squares) }
        };
        boards.filter(is_step).map(reading).collect::<Vec<_>>()
    };
    let forms = [(Form::RowByRow, first, places), (Form::Indices { first }, 1, steps)];
    Some(forms.into_iter().flat_map(of).collect())
}
