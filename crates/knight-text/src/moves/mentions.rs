//! What a program says beside its moves: its board and its start.

use knight_board::{Board, Square};

use crate::axes::Axis;
use crate::moves::plain;
use crate::moves::program::{Token, assignments, enclosed, first, parts, source, tokens};

/// Names of the side of a square board.
const SIDES: &str = "n size boardsize gridsize side sidelength dim bsize";

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
    let text = plain(text);
    let program = tokens(&text);
    // Squares, rows and columns.
    let mut said: [Option<(&str, u16)>; 3] = [None; 3];
    for (name, value) in assignments(&program) {
        let Some(kind) = kind(name) else { continue };
        let number = if let [number] = value { small(number) } else { None };
        let number = number.filter(|number| (3..=100).contains(number))?;
        if said[kind].is_some_and(|(_, other)| other != number) {
            return None;
        }
        said[kind] = Some((name, number));
    }
    let (words, board) = match said {
        [Some((name, side)), None, None] => (format!("{name} = {side}"), Board::new(side, side)),
        [None, Some((row, rows)), Some((col, cols))] => {
            (format!("{row} = {rows}, {col} = {cols}"), Board::new(rows, cols))
        }
        _ => return None,
    };
    Some((words, board.ok()?))
}

/// The start in the first call of a solver with two numbers beside each other, and the call. The
/// numbers count from 0, and the first one is taken as that of the row. The board may stand before
/// them.
///
/// ```
/// use knight_text::moves::start_said;
///
/// let (said, start) = start_said("solve(board, 0, 3, 1);").unwrap();
/// assert_eq!((said.as_str(), start.to_string().as_str()), ("solve(board, 0, 3, …)", "(1,4)"));
/// ```
pub fn start_said(text: &str) -> Option<(String, Square)> {
    let program = &tokens(text)[..];
    let is_solver = |at: &usize| {
        let name = program[*at].text.to_lowercase();
        let is_called = program[at + 1..].first().is_some_and(|open| open.text == "(");
        is_called && (name.contains("solve") || name.contains("tour"))
    };
    let mut calls = (0..program.len()).filter(is_solver);
    calls.find_map(|at| called(program[at].text, enclosed(&program[at + 1..])?.0))
}

/// What a program has that may make other moves of its list, or put them in another order: a call
/// that reverses, sorts or shuffles something, `[::-1]`, a loop that counts down, or moves that are
/// subtracted. Other ways are not noticed.
///
/// ```
/// use knight_text::moves::reordering_said;
///
/// assert_eq!(reordering_said("for m in reversed(moves):").as_deref(), Some("reversed("));
/// assert_eq!(reordering_said("for (k = 7; k >= 0; k--) {").as_deref(), Some("k--"));
/// assert_eq!(reordering_said("for (k = 7; k >= 0; --k) {").as_deref(), Some("--"));
/// assert_eq!(reordering_said("for (k = 0; k < 8; k++) n--;"), None);
/// assert_eq!(reordering_said("for k in range(7, -1, -1):").as_deref(), Some("range(…, -1)"));
/// assert_eq!(reordering_said("for k := 8 downto 1 do").as_deref(), Some("downto"));
/// assert_eq!(reordering_said("while (k--) {").as_deref(), Some("k--"));
/// assert_eq!(reordering_said("r2 = r - dr[k]").as_deref(), Some("- dr["));
/// ```
pub fn reordering_said(text: &str) -> Option<String> {
    const CALLS: &str = "shuffle shuffled random_shuffle reverse reversed rev sort sorted";
    /// The most tokens of the head of a loop.
    const HEAD: usize = 24;
    let program = &tokens(text)[..];
    (0..program.len()).find_map(|at| match first::<5>(&program[at..]) {
        [call, "(", ..] if CALLS.split(' ').any(|it| it == call) => Some(format!("{call}(")),
        [_, "[", "::", "-", "1"] => Some("[::-1]".to_owned()),
        [down @ ("downto" | "downTo" | "DOWNTO"), ..] => Some(down.to_owned()),
        [step @ ("step" | "Step" | "STEP"), "-", "1", ..] => Some(format!("{step} -1")),
        ["while", "(", name, "-", "-"] => Some(format!("{name}--")),
        ["range", "(", ..] => {
            let arguments = enclosed(&program[at + 1..])?.0;
            let last = parts(arguments, ",").get(2).is_some_and(|last| source(last) == "-1");
            last.then(|| "range(…, -1)".to_owned())
        }
        [_, "-", name, "[", ..] if Axis::of_name(name).is_some() => Some(format!("- {name}[")),
        ["for", ..] => {
            let head = &program[at..program.len().min(at + HEAD)];
            let bound = head.iter().position(|token| token.is_one_of(&[">", ">="]))?;
            let mut steps = head[bound..].windows(3).map(first::<3>);
            let [name, ..] = steps.find(|[_, one, two]| [*one, *two] == ["-"; 2])?;
            // `;` stands before `--k`.
            Some(format!("{}--", name.trim_start_matches([';', '(', ','])))
        }
        _ => None,
    })
}

fn called(name: &str, arguments: &[Token]) -> Option<(String, Square)> {
    let values = parts(arguments, ",");
    let side = |at: usize| match *values.get(at)? {
        [number] | [_, Token { text: "=", .. }, number] => small(number).filter(|side| *side < 100),
        _ => None,
    };
    let place = (0..2).find(|place| side(*place).is_some())?;
    let start = Square { row: side(place)? + 1, col: side(place + 1)? + 1 };
    let said: Vec<String> = values[..place + 2].iter().map(|value| source(value)).collect();
    Some((format!("{name}({}, …)", said.join(", ")), start))
}

fn small(number: &Token) -> Option<u16> {
    number.number()?.try_into().ok()
}

/// Whether a name is that of a side (0), of rows (1) or of columns (2).
fn kind(name: &str) -> Option<usize> {
    const SHORTEST: usize = 4;
    let plain = name.replace('_', "").to_lowercase();
    if SIDES.split(' ').any(|side| side == plain) {
        return Some(0);
    }
    match Axis::of_name(name).filter(|_| name.len() >= SHORTEST)? {
        Axis::Row => Some(1),
        Axis::Column => Some(2),
        Axis::X | Axis::Y => None,
    }
}
