//! All numbers of a board in other lines than its rows.

use std::ops::Range;

use knight_board::{Board, Fault};

use crate::stream::{Stream, stretches};
use crate::tours::beside::Surroundings;
use crate::tours::cells::Cell;
use crate::tours::grids::sets;
use crate::tours::judge::{board, is_step, judge, places};
use crate::tours::walks::LEAST;
use crate::tours::{Candidate, Form, MOST, PrintedTour};

/// Boards whose numbers are in other lines than their rows: the grid row by row, or the numbers of
/// the squares in order of visit.
pub(super) fn read(stream: &Stream<Cell>, given: Option<Board>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for stretch in stretches(&stream.gaps, 1).into_iter().filter(|part| part.len() >= LEAST) {
        if found.len() > MOST {
            break;
        }
        let inner = &stream.items[stretch.clone()];
        for (first, window) in sets(inner, 1).into_iter().filter(|(_, part)| part.len() >= LEAST) {
            let [begin, end] = [window.start, window.end].map(|at| stretch.start + at);
            let is_again = inner.get(window.end) == Some(&inner[window.start]);
            let left = inner.len() - window.len();
            let candidate = |printed: PrintedTour| {
                let around = Surroundings::of(stream, begin..stretch.end, begin + 1);
                let again = usize::from(is_again && printed.form != Form::RowByRow);
                let span = stream.span(begin..end);
                let leaves = (left > again || around.have_cells(false)).then_some(span.start);
                // A letter in the place of a digit.
                let is_whole = !around.is_glued;
                is_whole.then_some(Candidate { span, printed, is_certain: false, leaves })
            };
            found.extend(boards(&inner[window], first, given).into_iter().filter_map(candidate));
        }
        found.extend(given.and_then(|board| walk_on(board, &stretch, stream)));
    }
    found
}

/// All numbers of a text as the rows of the given board, if that gives a walk.
fn walk_on(board: Board, stretch: &Range<usize>, stream: &Stream<Cell>) -> Option<Candidate> {
    if stretch.len() != stream.items.len() || stretch.len() != board.area() {
        return None;
    }
    let mut printed = judge(board, &stream.items);
    let is_wrong = |fault: &&Fault| !matches!(fault, Fault::Unvisited { .. });
    let wrong = printed.faults.iter().filter(is_wrong).count();
    printed.form = Form::RowByRow;
    let span = stream.span(stretch.clone());
    let is_certain = wrong * 2 <= printed.squares.len().saturating_sub(1);
    Some(Candidate { span, printed, is_certain, leaves: None })
}

/// The tours that numbers are, each once, in rows of any width.
fn boards(cells: &[Cell], first: i64, given: Option<Board>) -> Vec<PrintedTour> {
    let places: Option<Vec<usize>> = places(cells, first).into_iter().collect();
    let Some(places) = places else { return Vec::new() };
    let steps = cells.iter().filter_map(|cell| Some((cell.number()? - first) as usize));
    let forms = [(Form::RowByRow, first, places), (Form::Indices { first }, 1, steps.collect())];
    let mut found = Vec::new();
    for (form, first_number, order) in forms {
        let area = order.len();
        let is_width =
            |width: &usize| area.is_multiple_of(*width) && is_step((order[0], order[1]), *width);
        let fits = |board: &Board| given.is_none_or(|given| given == *board);
        let sizes = (3..area).filter(is_width).filter_map(|width| board(area / width, width));
        let tours = sizes.filter(fits).map(|board| {
            let squares = order.iter().map(|index| board.square(*index)).collect();
            PrintedTour { first_number, ..PrintedTour::of_squares(board, form, squares) }
        });
        found.extend(tours.filter(PrintedTour::is_tour));
    }
    found
}
