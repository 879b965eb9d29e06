//! Tours, as people and programs print them: grids of numbers, lists of squares, lists of moves.
//!
//! | form | tokeniser |
//! |---|---|
//! | a grid | rows of one width: lines, the innermost brackets, or what stands between semicolons |
//! | chess names | in the order of the text, or columns of a table |
//! | pairs of numbers | numbers whose separators repeat, with or without step numbers |
//! | one line of all numbers | the grid row by row, or the squares by their numbers |
//! | moves | a square and digits, on a given board |

use std::ops::Range;

use knight_board::{Board, Square};

use crate::axes::Axis;
use crate::tours::lines::Line;

mod clean;
mod columns;
mod digits;
mod flat;
mod grids;
mod judge;
mod lines;
mod lists;
mod printed;
mod refusals;
mod squares;
mod walks;

use grids::{Run, runs};

pub use printed::{Form, Found, Note, PrintedTour, Refusal};
pub use refusals::is_fraction;

/// A reading of a part of a text.
#[derive(Clone, Debug)]
struct Candidate {
    span: Range<usize>,
    printed: PrintedTour,
    /// Whether the form is beyond doubt, so that faults count.
    is_certain: bool,
    /// Whether something of its block is left over.
    leaves: bool,
}

/// Boards of a text that are looked at.
const MOST: usize = 100;

/// Reads a printed tour.
///
/// The board is that of the text; for lists it is the given one, or else the smallest board that
/// has all squares. Lists of moves need the board given.
///
/// # Errors
/// [`Refusal`] unless exactly one tour is there, or one reading accounts for everything.
pub fn read(text: &str, board: Option<Board>) -> Result<PrintedTour, Refusal> {
    let text = &clean::cleaned(text);
    let moves = digits::read(text, board);
    if let Some(square) = single(text) {
        return sized(&square, text, board).map(|()| square.printed);
    }
    let lines = lines::lines(text);
    let runs = runs(&lines);
    let mut candidates = of_grids(&runs, text);
    for rows in [lines::brackets, lines::statements] {
        candidates.extend(of_grids(&grids::runs(&rows(text)), text));
    }
    candidates.extend(lists::read(text, board));
    candidates.extend(flat::read(text, board));
    let tours = candidates.iter().filter(|c| c.printed.is_tour());
    let spans: Vec<Range<usize>> = tours.map(|c| c.span.clone()).collect();
    let candidates = distinct(candidates);
    let tours: Vec<&Candidate> = candidates.iter().filter(|c| c.printed.is_tour()).collect();
    let found = |c: &&Candidate| refusals::found(c, text);
    match tours[..] {
        [] => moves.unwrap_or_else(|| condemned(&candidates, (&lines, &runs), text, board)),
        [tour] => {
            let is_outside =
                |span: &Range<usize>| span.end <= tour.span.start || tour.span.end <= span.start;
            let rows = |run: &Run| run.rows.iter().filter(|row| is_outside(&row.span)).count();
            let is_grid_outside = |run: &Run| run.is_grid() && rows(run) >= 3;
            // Rows of the same grid, such as one of unvisited squares, are not labels.
            let is_outside_row =
                |run: &Run, row: &&Line| is_outside(&row.span) && !row.is_labels(run.width());
            let is_cut = |run: &Run| {
                run.rows.iter().any(|row| !is_outside(&row.span))
                    && run.rows.iter().any(|row| is_outside_row(run, row))
            };
            let is_part = tour.printed.form == Form::Grid && runs.iter().any(is_cut);
            let has_other = is_part
                || squares::names_outside(&spans, text) >= walks::LEAST
                || runs.iter().any(is_grid_outside)
                || candidates.iter().any(|c| c.is_certain && is_outside(&c.span));
            if tour.leaves || has_other {
                return Err(Refusal::Leftover(found(&tour)));
            }
            sized(tour, text, board).map(|()| tour.printed.clone())
        }
        [..] => Err(Refusal::Several(tours.iter().map(found).collect())),
    }
}

/// The boards among runs. Faults of one count only if there are no other rows.
fn of_grids(runs: &[Run], text: &str) -> Vec<Candidate> {
    let count = |open: char, close: char| (text.matches(open).count(), text.matches(close).count());
    let is_cut = [('[', ']'), ('{', '}')].iter().any(|&(a, b)| count(a, b).0 != count(a, b).1);
    // Labels above and below, the grid, and one that is too much.
    let wide: Vec<&Run> = runs.iter().filter(|run| run.width() > 2).take(4).collect();
    let mut candidates = Vec::new();
    for run in runs {
        let is_other = |other: &&Run| {
            let is_labels = other.rows.iter().all(|row| row.is_labels(run.width()));
            other.span() != run.span() && !is_labels
        };
        for mut board in run.boards() {
            // The array of a program begins without a visited square.
            let is_blank = board.printed.squares.is_empty() && text.contains(char::is_alphabetic);
            board.is_certain &= !is_cut && !is_blank && !wide.iter().any(is_other);
            candidates.push(board);
        }
        if candidates.len() > MOST {
            break;
        }
    }
    candidates
}

/// The board of one square, which must be the whole text.
fn single(text: &str) -> Option<Candidate> {
    const LONGEST: usize = 200;
    let name = text
        .trim_start()
        .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
        .trim_start();
    // A word alone before a number is not a board: `solutions: 0`.
    let value = name.strip_prefix(['=', ':']).filter(|value| value.contains('['));
    let value = value.unwrap_or(text);
    let inner = value.trim_matches(|c: char| c.is_whitespace() || "[](){};,".contains(c));
    let is_one = text.len() < LONGEST && ["0", "1", "a1"].contains(&inner);
    let board = Board::new(1, 1).ok().filter(|_| is_one)?;
    let form = if inner == "a1" { Form::Names } else { Form::Grid };
    let mut printed = PrintedTour::of_squares(board, form, board.squares().collect());
    printed.first_number = i64::from(inner != "0");
    Some(Candidate { span: 0..text.len(), printed, is_certain: true, leaves: false })
}

/// Refuses another board than the given one.
fn sized(candidate: &Candidate, text: &str, board: Option<Board>) -> Result<(), Refusal> {
    match board {
        Some(board) if board != candidate.printed.board => {
            Err(Refusal::Size(refusals::found(candidate, text)))
        }
        _ => Ok(()),
    }
}

/// Candidates without those that are others read again: of the same place with the same squares, or
/// with rows and columns exchanged; and what says the same as a tour in another form.
fn distinct(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let is_same = |other: &&mut Candidate| {
            let (one, two) = (&candidate.printed, &other.printed);
            let overlap =
                candidate.span.start < other.span.end && other.span.start < candidate.span.end;
            let is_transposed = |a: &Square, b: &Square| (a.row, a.col) == (b.col, b.row);
            let are_pairs = [one.form, two.form].iter().all(|f| matches!(f, Form::Pairs { .. }));
            let same = one.board == two.board && one.squares == two.squares
                || are_pairs
                    && one.squares.len() == two.squares.len()
                    && one.squares.iter().zip(&two.squares).all(|(a, b)| is_transposed(a, b));
            let is_other_form = one.form != two.form && one.is_tour() && two.is_tour();
            same && (overlap || is_other_form)
        };
        match kept.iter_mut().find(is_same) {
            Some(other) => {
                other.is_certain |= candidate.is_certain;
                match [&candidate, other].map(|c| c.printed.form == Form::Grid) {
                    // What stands beside a grid is seen by its lines only.
                    [true, true] => other.leaves |= candidate.leaves,
                    [false, true] => {}
                    // Of several ways to the same list one accounts for most.
                    _ => other.leaves &= candidate.leaves,
                }
            }
            None => kept.push(candidate),
        }
    }
    kept
}

/// The reading that accounts for everything and is not a tour, or else why the text is refused.
fn condemned(
    candidates: &[Candidate],
    (lines, runs): (&[Line], &[Run]),
    text: &str,
    board: Option<Board>,
) -> Result<PrintedTour, Refusal> {
    let certain: Vec<&Candidate> =
        candidates.iter().filter(|c| c.is_certain && !c.leaves).collect();
    match certain[..] {
        [one] => sized(one, text, board).map(|()| one.printed.clone()),
        _ => Err(refusals::why(candidates, (lines, runs), text)),
    }
}

/// Whether a line is the heading of a table of squares: it names a row and a column, as in
/// `step,row,col`, and at most a step besides.
pub fn names_squares(line: &str) -> bool {
    const STEPS: [&str; 7] = ["step", "move", "n", "number", "index", "no", "visit"];
    let names = line.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
    let others: Vec<String> = names
        .map(str::to_lowercase)
        .filter(|name| Axis::of_name(name).is_none() || ["rows", "cols"].contains(&name.as_str()))
        .collect();
    Axis::all_in(line).len() == 2 && others.iter().all(|name| STEPS.contains(&name.as_str()))
}

#[cfg(test)]
mod tests;
