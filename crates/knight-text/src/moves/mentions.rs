//! What a program says beside its moves: its board and its start.

use knight_board::{Board, Square};

use crate::axes::{Axis, of_two, row_is_second};
use crate::moves::names::{Names, saying};
use crate::moves::plain::{Element, elements};
use crate::moves::program::{Token, arguments, assignments, source, tokens};
use crate::moves::uses;

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
    let program = tokens(text, false);
    let constants = assignments(&program).into_iter().filter(|one| program[one.at].assigns());
    let constants = constants.filter_map(|one| Some((one.name()?, one.value)));
    let lines = program.chunk_by(|_, next| !next.begins_line);
    let defined = lines.filter_map(|line| match line {
        [_, define, name, value @ ..] if define.text == "define" => Some((name.text, value)),
        _ => None,
    });
    // Squares, rows and columns.
    let mut said: [Option<(&str, u16)>; 3] = [None; 3];
    for (name, value) in constants.chain(defined) {
        let Some(kind) = kind(name) else { continue };
        let number = if let [number] = value { number.number() } else { None };
        let number = number.and_then(|number| u16::try_from(number).ok());
        let number = number.filter(|number| (3..=100).contains(number))?;
        if said[kind].is_some_and(|(_, other)| other != number) {
            return None;
        }
        said[kind] = Some((name, number));
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
    /// What the program does: `calls solve(0, 3, …)` or `sets board[0][3] = 1`.
    pub said: String,
    /// Its numbers as those of a row and a column, counted from 1.
    pub start: Square,
    /// The numbers the other way round, unless names or uses say which is the row.
    pub exchanged: Option<Square>,
}

impl StartSaid {
    /// `None` if a number is missing that may be a side from 0.
    fn of(said: String, sides: [Option<i64>; 2], row_is_second: Option<bool>) -> Option<StartSaid> {
        let side = |at: usize| u16::try_from(sides[at]?).ok().filter(|side| *side < 100);
        let (first, second) = (side(0)? + 1, side(1)? + 1);
        let [start, exchanged] =
            [Square { row: first, col: second }, Square { row: second, col: first }];
        Some(StartSaid {
            said,
            start: if row_is_second == Some(true) { exchanged } else { start },
            exchanged: Some(exchanged).filter(|_| row_is_second.is_none() && first != second),
        })
    }
}

/// The start in the first call of a solver with two numbers beside each other, which count from 0,
/// or else the only square of a board that is set to 0 or 1.
///
/// The board may stand before the two numbers of a call. The names of its parameters say which one
/// is that of the row; x is that of the column if `x_is_column`, or if the program uses it so.
///
/// ```
/// use knight_text::moves::start_said;
///
/// let said = start_said("void solve(int col, int row);\nsolve(0, 3, 1);", false).unwrap();
/// assert_eq!((said.said.as_str(), said.exchanged), ("calls solve(0, 3, …)", None));
/// assert_eq!(said.start.to_string(), "(4,1)");
///
/// let said = start_said("board[y][x] = n; board[0][3] = 1;", false).unwrap();
/// assert_eq!((said.said.as_str(), said.exchanged), ("sets board[0][3] = 1", None));
/// assert_eq!(said.start.to_string(), "(1,4)");
/// ```
pub fn start_said(text: &str, x_is_column: bool) -> Option<StartSaid> {
    let program = &tokens(text, false)[..];
    let used = uses::row_is_second(program, &Names::xy());
    (0..program.len())
        .find_map(|at| called(program, at, x_is_column || used == Some(true)))
        .or_else(|| set(program, used.map(|is_second| !is_second && x_is_column)))
}

fn called(program: &[Token], at: usize, x_is_column: bool) -> Option<StartSaid> {
    let listed = arguments(program, at)?;
    let name = program[at].text;
    let is_solver = ["solve", "tour"].iter().any(|verb| name.to_lowercase().contains(verb));
    let side = |at: usize| match *listed.get(at)? {
        [number] | [_, Token { text: "=", .. }, number] => number.number(),
        _ => None,
    };
    let names = |place: usize| {
        let definitions = (0..program.len()).filter(|other| program[*other].text == name);
        let parameters = definitions.filter_map(|at| arguments(program, at));
        let two = parameters.filter_map(|all| Some([*all.get(place)?, *all.get(place + 1)?]));
        let names = two.map(|two| of_two(two.map(|parameter| saying(parameter).next_back())));
        names.into_iter().find(|names| names.iter().all(Option::is_some)).unwrap_or_default()
    };
    let place = (0..2).filter(|_| is_solver).find(|place| side(*place).is_some())?;
    let said = listed.get(..place + 2)?.iter().map(|argument| source(argument));
    let said = said.collect::<Vec<_>>();
    let said = format!("calls {name}({}, …)", said.join(", "));
    StartSaid::of(said, [side(place), side(place + 1)], row_is_second(names(place), x_is_column))
}

/// The start that is the only square of a board to which a number is assigned, and that is 0 or 1.
fn set(program: &[Token], row_is_second: Option<bool>) -> Option<StartSaid> {
    let mut squares = elements(program);
    squares.retain(|one| one.other.parse::<u16>().is_ok());
    let Element { name, index, other, value, .. } = squares.first()?;
    let is_same = |one: &Element| (one.name, one.index, one.other) == (*name, *index, *other);
    let is_start = squares.iter().all(is_same) && (0..=1).contains(value);
    let sides = [Some(*index).filter(|_| is_start), other.parse().ok()];
    StartSaid::of(format!("sets {name}[{index}][{other}] = {value}"), sides, row_is_second)
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
