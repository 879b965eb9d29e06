//! All numbers of a board in other lines than its rows.

use std::ops::Range;

use knight_board::{Board, Fault};

use crate::stream::{Stream, stretches};
use crate::tours::cells::Cell;
use crate::tours::grids::{board, sets};
use crate::tours::judge::{judge, places};
use crate::tours::lines::is_end;
use crate::tours::squares::{is_cut, items};
use crate::tours::walks::LEAST;
use crate::tours::{Candidate, Form, MOST, PrintedTour};

/// Boards whose numbers are in other lines than their rows: the grid row by row, or the numbers of
/// the squares in order of visit.
pub(super) fn read(text: &str, given: Option<Board>) -> Vec<Candidate> {
    let stream = items(text, 0);
    let mut found = Vec::new();
    for stretch in stretches(&stream.gaps, 1) {
        if stretch.len() < LEAST || found.len() > MOST {
            continue;
        }
        let inner = &stream.items[stretch.clone()];
        for (first, window) in sets(inner, 1) {
            let begin = stretch.start + window.start;
            let end = stretch.start + window.end;
            // A letter in the place of a digit.
            let is_glued = stream.before(begin).ends_with(char::is_alphabetic)
                || stream.behind(end - 1).starts_with(char::is_alphabetic);
            if window.len() < LEAST || is_glued {
                continue;
            }
            let again = usize::from(inner.get(window.end) == Some(&inner[window.start]));
            let left = inner.len() - window.len();
            let is_cut = is_cut(&stream, begin..stretch.end, [begin, begin + 1], false);
            let span = stream.span(begin..end);
            let has_other = is_cut || has_cell_beside(text, &stream.span(stretch.clone()));
            found.extend(boards(&inner[window], first, given).into_iter().map(|printed| {
                let again = if printed.form == Form::RowByRow { 0 } else { again };
                let leaves = left > again || has_other;
                Candidate { span: span.clone(), printed, is_certain: false, leaves }
            }));
        }
        found.extend(given.and_then(|board| walk_on(board, &stretch, &stream)));
    }
    found
}

/// Whether a sign or a letter stands beside numbers on their lines, as a cell of a grid would.
fn has_cell_beside(text: &str, span: &Range<usize>) -> bool {
    let before = text[..span.start].rsplit(is_end).next().unwrap_or_default();
    let behind = text[span.end..].split(is_end).next().unwrap_or_default();
    let is_name = before.trim_end_matches(|c: char| c.is_whitespace() || "[({".contains(c));
    let before = if is_name.ends_with(['=', ':']) { "" } else { before };
    let words = [before, behind]
        .into_iter()
        .flat_map(|part| part.split(|c: char| c.is_whitespace() || "[](){},;".contains(c)));
    words
        .into_iter()
        .any(|word| Cell::of_word(word).is_some_and(|cell| cell == Cell::Empty || cell.is_letter()))
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
    Some(Candidate { span, printed, is_certain, leaves: false })
}

/// The tours that numbers are, each once, in rows of any width.
fn boards(cells: &[Cell], first: i64, given: Option<Board>) -> Vec<PrintedTour> {
    let places: Option<Vec<usize>> = places(cells, first).into_iter().collect();
    let Some(places) = places else { return Vec::new() };
    let steps = cells.iter().filter_map(|cell| Some((cell.number()? - first) as usize));
    let numbers: Vec<usize> = steps.collect();
    let forms = [(Form::RowByRow, places), (Form::Indices { first }, numbers)];
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
            let first_number = if form == Form::RowByRow { first } else { 1 };
            let tour = tour.filter(PrintedTour::is_tour);
            found.extend(tour.map(|tour| PrintedTour { first_number, ..tour }));
        }
    }
    found
}
