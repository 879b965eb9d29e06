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
use std::sync::LazyLock;

use knight_board::{Board, Square};
use regex::Regex;

use crate::axes::Axis;
use crate::patterns::regex;
use crate::stream::{MOST_BYTES, count_of_numbers};
use crate::tours::lines::views;

mod beside;
mod blocks;
mod cells;
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

pub use blocks::read_all;
pub use printed::{Block, Form, Note, PrintedTour, Refusal};
pub use refusals::is_fraction;

/// A reading of a part of a text.
#[derive(Clone, Debug)]
struct Candidate {
    span: Range<usize>,
    printed: PrintedTour,
    /// Whether the form is beyond doubt, so that faults count.
    is_certain: bool,
    /// Where something of its block is that is left over.
    leaves: Option<usize>,
}

impl Candidate {
    /// Whether it accounts for all of its block, beyond doubt.
    fn is_condemned(&self) -> bool {
        self.is_certain && self.leaves.is_none()
    }
}

/// The numbers of the longest tour: a step, a name, a row and a column for each square.
const MOST_NUMBERS: usize = 4 * (Board::MAX_SIDE as usize).pow(2) + 1000;

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
    let text = &plain(text)?;
    whole(text, board).map_err(|refused| refused.why(text))
}

/// The text without decoration, unless it is too long.
fn plain(text: &str) -> Result<String, Refusal> {
    let numbers = count_of_numbers(text);
    if numbers > MOST_NUMBERS || text.len() > MOST_BYTES {
        return Err(Refusal::TooLong { numbers });
    }
    Ok(clean::cleaned(text))
}

/// What a text has that is not one board.
struct Refused {
    candidates: Vec<Candidate>,
    /// Why it is refused, if that is not for the candidates to say.
    why: Option<Box<Refusal>>,
}

impl From<Refusal> for Refused {
    fn from(why: Refusal) -> Refused {
        Refused { candidates: Vec::new(), why: Some(Box::new(why)) }
    }
}

impl Refused {
    /// Why the text is refused.
    fn why(&self, text: &str) -> Refusal {
        self.why.as_deref().cloned().unwrap_or_else(|| refusals::why(&self.candidates, text))
    }
}

/// Reads a text as one board, which may have one square.
fn whole(text: &str, board: Option<Board>) -> Result<PrintedTour, Refused> {
    match single(text) {
        Some(square) => sized(&square, text, board).map_err(Refused::from),
        None => one(text, board),
    }
}

/// Reads a text as one board of several squares.
fn one(text: &str, board: Option<Board>) -> Result<PrintedTour, Refused> {
    let streams = [1, 0].map(|letters| squares::items(text, letters));
    let streams = streams.each_ref();
    let moves = digits::read(text);
    let lacks_board = moves.is_some() && board.is_none();
    let views = views(text);
    let grids = views.iter().flat_map(|view| grids::boards(view));
    let mut candidates: Vec<Candidate> = grids.take(MOST + 1).collect();
    candidates.extend(lists::read(streams, board));
    candidates.extend(flat::read(streams[1], board));
    let moves = moves.zip(board).map(|(moves, board)| moves.on(board)).transpose();
    candidates.extend(moves?);
    // Words may be those of a program, with a matrix or two points.
    let has_words = text.contains(char::is_alphabetic);
    let is_cut = ["[]", "{}"].into_iter().any(|pair| {
        let count = |sign: &str| text.matches(sign).count();
        count(&pair[..1]) != count(&pair[1..])
    });
    for Candidate { printed, is_certain, .. } in &mut candidates {
        let may_be_tour = printed.board.rows().min(printed.board.cols()) > 2 || !printed.is_grid();
        let is_meant = board.is_some() || printed.is_grid() && !has_words;
        *is_certain &= !(is_cut && printed.form == Form::Grid);
        *is_certain &= is_meant || may_be_tour && printed.has_move();
    }
    let tours = candidates.iter().filter(|c| c.printed.is_tour());
    let spans: Vec<Range<usize>> = tours.map(|tour| tour.span.clone()).collect();
    let candidates = distinct(candidates);
    let tours: Vec<&Candidate> = candidates.iter().filter(|c| c.printed.is_tour()).collect();
    let certain: Vec<&Candidate> = candidates.iter().filter(|c| c.is_condemned()).collect();
    let found = |candidate: &Candidate| refusals::found(candidate, text);
    let read = match (&tours[..], &certain[..]) {
        ([tour], _) => {
            let is_other = |other: &&&Candidate| is_outside(&other.span, &tour.span);
            let other = || certain.iter().find(is_other).map(|other| other.span.start);
            let left = tour.leaves.or_else(|| beside::list(&spans, streams));
            match left.or_else(other).or_else(|| beside::rows(&views, tour)) {
                Some(at) => {
                    let line = refusals::line_of(text, at);
                    Err(Some(Refusal::Leftover { tour: found(tour), line }))
                }
                None => sized(tour, text, board).map_err(Some),
            }
        }
        ([], _) if lacks_board => Err(Some(Refusal::NoBoard)),
        ([], [one]) if beside::rows(&views, one).is_none() => sized(one, text, board).map_err(Some),
        ([], _) => Err(None),
        _ => Err(Some(Refusal::Several(tours.into_iter().map(found).collect()))),
    };
    read.map_err(|why| Refused { candidates, why: why.map(Box::new) })
}

fn is_outside(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// The board of one square, which must be the whole text. A word alone before a number is not a
/// board: `solutions: 0`.
fn single(text: &str) -> Option<Candidate> {
    const SIGNS: &str = r"[\s(){};,\]\[]*";
    static ONE: LazyLock<Regex> =
        LazyLock::new(|| regex(&format!(r"\A(?:[\w =:]*\[)?{SIGNS}(0|1|[aA]1){SIGNS}\z")));
    let (_, [inner]) = ONE.captures(text)?.extract();
    let board = Board::new(1, 1).ok()?;
    let form = if inner.len() > 1 { Form::Names } else { Form::Grid };
    let mut printed = PrintedTour::of_squares(board, form, board.squares().collect());
    printed.first_number = i64::from(inner != "0");
    Some(Candidate { span: 0..text.len(), printed, is_certain: true, leaves: None })
}

/// A reading, unless it is of another board than the given one.
fn sized(candidate: &Candidate, text: &str, board: Option<Board>) -> Result<PrintedTour, Refusal> {
    let printed = &candidate.printed;
    let Some(board) = board.filter(|board| *board != printed.board) else {
        return Ok(printed.clone());
    };
    let is_there = |at: &&Square| match printed.form {
        // Ranks count from the bottom.
        Form::Names => board.parse_square(&printed.name(**at)).is_ok(),
        _ => board.contains(**at),
    };
    let mut squares = printed.squares.iter().filter(|_| !printed.is_grid());
    Err(match squares.find(|at| !is_there(at)) {
        Some(outside) => Refusal::Outside(printed.name(*outside)),
        None => Refusal::Size(refusals::found(candidate, text)),
    })
}

/// Candidates without those that are others read again: of the same place with the same squares, or
/// with rows and columns exchanged; and what says the same as a tour in another form.
fn distinct(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let is_same = |other: &&mut Candidate| {
            let (one, two) = (&candidate.printed, &other.printed);
            let overlap = !is_outside(&candidate.span, &other.span);
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
                // What stands beside a grid is seen by its lines only. Of several ways to the same
                // list one accounts for most.
                if other.printed.form != Form::Grid {
                    other.leaves = other.leaves.and(candidate.leaves);
                }
            }
            None => kept.push(candidate),
        }
    }
    kept
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
