//! Tours, as people and programs print them: grids of numbers, lists of squares, lists of moves.
//!
//! | form | tokeniser |
//! |---|---|
//! | a grid | rows of one width: lines, the innermost brackets, or what stands between semicolons |
//! | chess names | in the order of the text, or columns of a table |
//! | pairs of numbers | numbers whose separators repeat, with or without step numbers |
//! | one line of all numbers | the grid row by row, or the squares by their numbers |
//! | moves | a square and digits, on a given board |

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use knight_board::Board;
use regex::Regex;

use crate::axes::Axis;
use crate::patterns::regex;
use crate::stream::{MOST_BYTES, count_of_numbers};

mod beside;
mod blocks;
mod cells;
mod clean;
mod digits;
mod flat;
mod grids;
mod items;
mod judge;
mod lists;
mod printed;
mod records;
mod refusals;
mod rows;
mod walks;

pub use blocks::read_all;
pub use printed::{Block, Form, Note, PrintedTour, Refusal};

/// A reading of a part of a text.
#[derive(Clone, Debug)]
struct Candidate {
    span: Range<usize>,
    printed: PrintedTour,
    /// Whether it is a tour, or its form is beyond doubt, so that faults count.
    is_certain: bool,
    /// Where something of its block is that is left over.
    leaves: Option<usize>,
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
    Reading::of(&plain(text)?, board).verdict()
}

/// The text without decoration, unless it is too long.
fn plain(text: &str) -> Result<String, Refusal> {
    let numbers = count_of_numbers(text);
    if numbers > MOST_NUMBERS || text.len() > MOST_BYTES {
        return Err(Refusal::TooLong { numbers });
    }
    Ok(clean::cleaned(text))
}

/// A text and its boards.
struct Reading<'a> {
    text: &'a str,
    given: Option<Board>,
    /// The boards, each once.
    candidates: Vec<Candidate>,
}

impl<'a> Reading<'a> {
    fn of(text: &'a str, given: Option<Board>) -> Reading<'a> {
        let [numbers, names, wide] = [0, 1, 2].map(|letters| items::items(text, letters));
        let mut candidates = grids::read(text);
        candidates.extend(single(text));
        candidates.extend(flat::read(&numbers));
        candidates.extend(lists::read(&numbers, 2, given));
        candidates.extend(lists::read(&names, 1, given));
        // Files behind z. Two letters may also be a knight and a file.
        let wide = lists::read(&wide, 1, given).into_iter();
        candidates.extend(wide.filter(|list| list.printed.is_tour()));
        candidates.extend(digits::read(text, given).ok().flatten());
        // The end of an array may be missing.
        let count = |sign: char| text.matches(sign).count();
        let is_cut = count('[') != count(']') || count('{') != count('}');
        candidates.iter_mut().for_each(|one| one.is_certain &= !is_cut || one.printed.is_tour());
        Reading { text, given, candidates: distinct(candidates) }
    }

    /// The tours, or the other boards that are certain.
    fn certain(&self, are_tours: bool) -> Vec<&Candidate> {
        let certain = self.candidates.iter().filter(|one| one.is_certain);
        certain.filter(|one| one.printed.is_tour() == are_tours).collect()
    }

    /// The only tour, or else the only board that is certain, if nothing is left over beside it.
    fn verdict(&self) -> Result<PrintedTour, Refusal> {
        let found = |one: &Candidate| refusals::found(one, self.text);
        let [tours, wrong] = [true, false].map(|are_tours| self.certain(are_tours));
        let boards = if tours.is_empty() { wrong } else { tours };
        let [board, others @ ..] = &boards[..] else { return Err(refusals::why(self)) };
        if !others.iter().all(|other| is_again(board, other)) {
            return Err(Refusal::Several(boards.into_iter().map(found).collect()));
        }
        match self.left_over(&boards) {
            Some(at) if board.printed.is_tour() => {
                let line = refusals::line_of(self.text, at);
                Err(Refusal::Leftover { tour: found(board), line })
            }
            Some(_) => Err(refusals::why(self)),
            None if self.given.is_some_and(|given| given != board.printed.board) => {
                Err(Refusal::Size(found(board)))
            }
            None => Ok(board.printed.clone()),
        }
    }

    /// Where something is that may be of a board, written once or in several forms, or of another
    /// board: a list through which a knight walks is one.
    fn left_over(&self, forms: &[&Candidate]) -> Option<usize> {
        let parts: Vec<Range<usize>> = forms.iter().map(|form| form.span.clone()).collect();
        let is_other = |one: &&Candidate| {
            let is_list = !one.printed.is_grid() && !one.printed.is_tour();
            is_list && !parts.iter().any(|part| is_inside(&one.span, part))
        };
        let other = self.candidates.iter().find(is_other).map(|one| one.span.start);
        let text = || beside::left_over(self.text, &parts, &forms[0].printed);
        forms.iter().find_map(|form| form.leaves).or(other).or_else(text)
    }
}

fn is_outside(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

fn is_inside(one: &Range<usize>, other: &Range<usize>) -> bool {
    other.start <= one.start && one.end <= other.end
}

/// Whether a tour is written again in another form.
fn is_again(tour: &Candidate, other: &Candidate) -> bool {
    let (one, two) = (&tour.printed, &other.printed);
    one.form != two.form && one.board == two.board && one.squares == two.squares
}

/// Candidates without those that others are too, of which more is known, and without lists that
/// are tours where another list is one.
fn distinct(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let order = |one: &Candidate| (one.leaves.is_some(), !one.is_certain, Reverse(one.span.len()));
    candidates.sort_by_key(order);
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let is_list = |one: &Candidate| one.printed.is_tour() && !one.printed.is_grid();
        let is_same = |other: &Candidate| {
            let (one, two) = (&candidate.printed, &other.printed);
            !is_outside(&candidate.span, &other.span)
                && (is_list(&candidate) && is_list(other)
                    || one.board == two.board && one.squares == two.squares)
        };
        if !kept.iter().any(is_same) {
            kept.push(candidate);
        }
    }
    kept.sort_by_key(|one| one.span.start);
    kept
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
    let printed = PrintedTour::of_squares(board, form, board.squares().collect());
    let printed = PrintedTour { first_number: i64::from(inner != "0"), ..printed };
    Some(Candidate { span: 0..text.len(), printed, is_certain: true, leaves: None })
}

/// Whether the heading of a table names a row and a column of each square, and beside them at most
/// the steps.
pub fn names_squares(heading: &str) -> bool {
    const STEPS: [&str; 7] = ["step", "move", "n", "number", "index", "no", "visit"];
    let is_known = |name: &str| {
        let name = &*name.to_lowercase();
        let is_size = ["rows", "cols"].contains(&name);
        name.is_empty() || STEPS.contains(&name) || Axis::of_name(name).is_some() && !is_size
    };
    let mut names = heading.split(|c: char| !c.is_alphanumeric());
    names.all(is_known) && Axis::all_in(heading).len() == 2
}

#[cfg(test)]
mod tests;
