//! All numbers of a board in other lines than its rows.

use std::ops::Range;

use knight_board::{Board, Fault};

use crate::patterns::stretches;
use crate::tours::grids::{board, sets};
use crate::tours::judge::judge;
use crate::tours::lines::Cell;
use crate::tours::records::SPARE;
use crate::tours::streams::Stream;
use crate::tours::walks::LEAST;
use crate::tours::{Candidate, Form, MOST, PrintedTour};

/// Boards whose numbers are in other lines than their rows: the grid row by row, or the numbers of
/// the squares in order of visit.
pub(super) fn read(numbers: &Stream<i64>, text: &str, given: Option<Board>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for stretch in stretches(&numbers.gaps, 1) {
        if stretch.len() < LEAST || found.len() > MOST {
            continue;
        }
        let items = &numbers.items[stretch.clone()];
        let is_glued = |at: usize| {
            let span = &numbers.spans[stretch.start + at];
            text[..span.start].ends_with(char::is_alphabetic)
                || text[span.end..].starts_with(char::is_alphabetic)
        };
        let cells: Vec<[Cell; 1]> = items.iter().map(|number| [Cell::Number(*number)]).collect();
        for (first, window) in sets(&cells) {
            // A letter in the place of a digit.
            if window.len() < LEAST || is_glued(window.start) || is_glued(window.end - 1) {
                continue;
            }
            let span = stretch.start + window.start..stretch.start + window.end;
            let again = items.get(window.end) == Some(&items[window.start]);
            let left = items.len() - window.len();
            let boards = boards(&items[window], first, given);
            let span = numbers.spans[span.start].start..numbers.spans[span.end - 1].end;
            found.extend(boards.into_iter().map(|printed| {
                let spare =
                    if matches!(printed.form, Form::Indices { .. }) && again { 1 } else { 0 };
                Candidate {
                    span: span.clone(),
                    printed,
                    is_certain: false,
                    leaves: left > SPARE + spare,
                }
            }));
        }
        found.extend(given.and_then(|board| walk_on(board, numbers, &stretch)));
    }
    found
}

/// All numbers of a text as the rows of the given board, if that gives a walk.
fn walk_on(board: Board, numbers: &Stream<i64>, stretch: &Range<usize>) -> Option<Candidate> {
    if stretch.len() != numbers.items.len() || stretch.len() != board.area() {
        return None;
    }
    let cells: Vec<Cell> = numbers.items.iter().map(|number| Cell::Number(*number)).collect();
    let mut printed = judge(board, &cells);
    let is_wrong = |fault: &&Fault| !matches!(fault, Fault::Unvisited { .. });
    let wrong = printed.faults.iter().filter(is_wrong).count();
    printed.form = Form::RowByRow;
    let span = numbers.spans[0].start..numbers.spans[stretch.len() - 1].end;
    let is_certain = wrong * 2 <= printed.squares.len().saturating_sub(1);
    Some(Candidate { span, printed, is_certain, leaves: false })
}

/// The tours that numbers are, each once, in rows of any width.
fn boards(items: &[i64], first: usize, given: Option<Board>) -> Vec<PrintedTour> {
    let mut places = vec![None; items.len()];
    for (place, number) in (0..).zip(items) {
        let step = usize::try_from(*number).ok().and_then(|number| number.checked_sub(first));
        match step.and_then(|step| places.get_mut(step)) {
            Some(at) => *at = Some(place),
            None => return Vec::new(),
        }
    }
    let Some(places) = places.into_iter().collect::<Option<Vec<usize>>>() else {
        return Vec::new();
    };
    let numbers: Vec<usize> = items.iter().map(|number| *number as usize - first).collect();
    let forms = [(Form::RowByRow, places), (Form::Indices { first: first as i64 }, numbers)];
    let mut found = Vec::new();
    for (form, order) in forms {
        // Only these widths make the first step a knight's.
        let by = order[0].abs_diff(order[1]);
        let mut widths = vec![by.saturating_sub(2), by + 2];
        widths.extend([by / 2, by / 2 + 1].into_iter().filter(|_| by % 2 == 1));
        for width in widths {
            let fits = |board: &Board| given.is_none_or(|given| given == *board);
            let is_side = width >= 3 && order.len().is_multiple_of(width);
            let size = is_side.then(|| board(order.len() / width, width)).flatten().filter(fits);
            let tour = size.map(|board| {
                let squares = order.iter().map(|index| board.square(*index)).collect();
                PrintedTour::of_squares(board, form, squares)
            });
            let first_number = if form == Form::RowByRow { first as i64 } else { 1 };
            let tour = tour.filter(PrintedTour::is_tour);
            found.extend(tour.map(|tour| PrintedTour { first_number, ..tour }));
        }
    }
    found
}
