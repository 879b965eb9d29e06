//! The board and the start that a program says beside its moves.

use std::ops::Range;

use knight_board::{Board, Square};

use crate::axes::{Axis, row_is_second};
use crate::moves::prepare::without_comments;
use crate::moves::uses;
use crate::stream::{end_of, words};

/// Names of the side of a square board.
const SIDES: [&str; 8] =
    ["n", "size", "boardsize", "gridsize", "side", "sidelength", "dim", "bsize"];

/// The board that the constants of a program say, and these constants: `N = 6`.
///
/// ```
/// use knight_text::moves::board_said;
///
/// let (said, board) = board_said("#define N 6\nint dx[8];").unwrap();
/// assert_eq!((said.as_str(), board.to_string().as_str()), ("N = 6", "6x6"));
/// assert_eq!(board_said("n = 6; n = 7;"), None);
/// ```
pub fn board_said(text: &str) -> Option<(String, Board)> {
    let program = without_comments(text);
    // Squares, rows and columns.
    let mut said: [Option<(&str, u16)>; 3] = [None; 3];
    for name in words(&program) {
        let (before, behind) = (&program[..name.start], &program[name.end..]);
        let name = &program[name];
        let Some(kind) = kind(name) else { continue };
        let Some(value) = value(before, behind) else { continue };
        let number = value.filter(|number| said[kind].is_none_or(|(_, other)| other == *number));
        said[kind] = Some((name, number?));
    }
    let (one, other) = match said {
        [Some(side), None, None] => (side, side),
        [None, Some(rows), Some(cols)] => (rows, cols),
        _ => return None,
    };
    let each = [one, other].map(|(name, number)| format!("{name} = {number}"));
    let words = if said[0].is_some() { each[0].clone() } else { each.join(", ") };
    Some((words, Board::new(one.1, other.1).ok()?))
}

/// A start that a program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartSaid {
    /// The call that says it, without what follows the two numbers: `solve(0, 3`.
    pub call: String,
    /// Its numbers as those of a row and a column, counted from 1.
    pub start: Square,
    /// The numbers the other way round, unless the names of the parameters say which is the row.
    pub exchanged: Option<Square>,
}

/// The start in the first call of a solver with two numbers beside each other, which count from 0.
/// The board may stand before them. The names of its parameters say which one is that of the row; x
/// is that of the column if `x_is_column`, or if the program uses it so.
///
/// ```
/// use knight_text::moves::start_said;
///
/// let said = start_said("void solve(int col, int row);\nsolve(0, 3, 1);", false).unwrap();
/// assert_eq!((said.call.as_str(), said.exchanged), ("solve(0, 3", None));
/// assert_eq!(said.start.to_string(), "(4,1)");
/// ```
pub fn start_said(text: &str, x_is_column: bool) -> Option<StartSaid> {
    let program = without_comments(text);
    words(&program).find_map(|name| {
        let listed = arguments(&program, &name)?;
        let name = &program[name];
        let is_solver = ["solve", "tour"].iter().any(|verb| name.to_lowercase().contains(verb));
        let place = (0..2).filter(|_| is_solver).find(|at| side(&listed, *at).is_some())?;
        let (first, second) = (side(&listed, place)? + 1, side(&listed, place + 1)? + 1);
        let names = words(&program)
            .filter(|other| program[other.clone()] == *name)
            .filter_map(|definition| arguments(&program, &definition))
            .filter_map(|parameters| Some([*parameters.get(place)?, *parameters.get(place + 1)?]))
            .map(|parameters| parameters.map(Axis::last_in))
            .find(|names| names.iter().all(Option::is_some));
        let x_is_column = x_is_column || uses::x_is_second(&program) == Some(true);
        let row_is_second = row_is_second(names.unwrap_or_default(), x_is_column);
        let [start, exchanged] =
            [Square { row: first, col: second }, Square { row: second, col: first }];
        Some(StartSaid {
            call: format!("{name}({}", listed[..place + 2].join(", ")),
            start: if row_is_second == Some(true) { exchanged } else { start },
            exchanged: Some(exchanged).filter(|_| row_is_second.is_none() && first != second),
        })
    })
}

/// The first arguments, or parameters, of a function whose name is at a place.
fn arguments<'a>(program: &'a str, name: &Range<usize>) -> Option<Vec<&'a str>> {
    let listed = program[name.end..].strip_prefix('(')?.split_once(')')?.0;
    Some(listed.split(',').take(4).map(str::trim).collect())
}

/// The number that an argument is, such as `3` or `x=3`.
fn side(arguments: &[&str], at: usize) -> Option<u16> {
    let argument = arguments.get(at)?;
    let value = argument.rsplit_once('=').map_or(*argument, |(_, value)| value.trim());
    value.parse().ok().filter(|side| *side < 100)
}

/// Whether a name is that of a side (0), of rows (1) or of columns (2).
fn kind(name: &str) -> Option<usize> {
    const SHORTEST: usize = 4;
    if SIDES.contains(&name.replace('_', "").to_lowercase().as_str()) {
        return Some(0);
    }
    match Axis::of_name(name).filter(|_| name.len() >= SHORTEST)? {
        Axis::Row => Some(1),
        Axis::Column => Some(2),
        Axis::X | Axis::Y => None,
    }
}

/// What is assigned to a name: a number that may be a side, or `None` for anything else; nothing if
/// none is.
fn value(before: &str, behind: &str) -> Option<Option<u16>> {
    let is_defined = before.trim_end().ends_with("define");
    // `: usize` and so on.
    let typed = behind.trim_start();
    let typed = match typed.strip_prefix(':').filter(|after| !after.starts_with('=')) {
        Some(after) => {
            after.trim_start().trim_start_matches(|c: char| c.is_alphanumeric()).trim_start()
        }
        None => typed,
    };
    let assigned = [":=", "<-", "="].iter().find_map(|sign| typed.strip_prefix(sign));
    let value = match assigned.filter(|value| !value.starts_with('=')) {
        Some(value) => value.trim_start(),
        None if is_defined => typed,
        None => return None,
    };
    let (digits, after) = value.split_at(end_of(value, 0, |c| c.is_ascii_digit()));
    let after = after.trim_start_matches(' ');
    let is_whole = after.is_empty() || after.starts_with([';', ',', ')', '\n', '\r', '}']);
    Some(digits.parse().ok().filter(|side| is_whole && (3..=100).contains(side)))
}
