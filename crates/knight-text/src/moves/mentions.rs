//! What a program says beside its moves: its board and its start.

use std::collections::BTreeSet;

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
/// that reverses, sorts or shuffles something, `[::-1]`, a loop that goes down through a list of
/// eight numbers, or such numbers that are subtracted. Other ways are not noticed.
///
/// ```
/// use knight_text::moves::change_said;
///
/// assert_eq!(change_said("for m in reversed(moves):").as_deref(), Some("reversed("));
/// let list = "dx = [2, 1, -1, -2, -2, -1, 1, 2]\n";
/// let down = format!("{list}for k in range(7, -1, -1): x += dx[k]");
/// assert_eq!(change_said(&down).as_deref(), Some("range(7, -1, -1)"));
/// assert_eq!(change_said(&format!("{list}x2 = x - dx[k]")).as_deref(), Some("- dx["));
/// assert_eq!(change_said(&format!("{list}x += dx[k]; x -= dx[k]")), None);
/// ```
pub fn change_said(text: &str) -> Option<String> {
    const CALLS: &str = "shuffle shuffled random_shuffle reverse reversed rev sort sorted";
    let program = &tokens(text)[..];
    let called = |at: usize| match first::<5>(&program[at..]) {
        [call, "(", ..] if CALLS.split(' ').any(|it| it == call) => Some(format!("{call}(")),
        [_, "[", "::", "-", "1"] => Some("[::-1]".to_owned()),
        _ => None,
    };
    let is_long = |value: &[Token]| value.iter().filter(|it| it.number().is_some()).count() >= 8;
    let lists = assignments(program).filter(|(_, value)| is_long(value));
    let lists: BTreeSet<&str> = lists.map(|(name, _)| name).collect();
    let subtracted = |at: usize| match first::<4>(&program[at..]) {
        [_, sign @ ("-" | "-="), list, "["] if lists.contains(list) && !is_added(program, list) => {
            Some(format!("{sign} {list}["))
        }
        _ => None,
    };
    let all = || 0..program.len();
    let down = all().find_map(|at| counted_down(program, at, &lists));
    all().find_map(called).or(down).or_else(|| all().find_map(subtracted))
}

/// Whether a program adds numbers of a list to something.
fn is_added(program: &[Token], list: &str) -> bool {
    (0..program.len()).any(|at| {
        let [sign, name, open] = first(&program[at..]);
        ["+", "+="].contains(&sign) && name == list && open == "["
    })
}

/// What counts a variable down at this place of a program, if it is the place in one of some lists
/// behind it.
fn counted_down(program: &[Token], at: usize, lists: &BTreeSet<&str>) -> Option<String> {
    /// The most tokens of the head of a loop, and of its body up to the list.
    const NEAR: [usize; 2] = [16, 80];
    let [before, behind] = [at.saturating_sub(NEAR[0]), program.len().min(at + NEAR[1])];
    let [before, behind] = [&program[before..at], &program[at..behind]];
    let is_place = |name: &str| {
        (0..behind.len()).any(|at| {
            let [list, open, place, close] = first(&behind[at..]);
            [open, place, close] == ["[", name, "]"] && lists.contains(list)
        })
    };
    let has = |words: &[&str]| before.iter().any(|token| token.is_one_of(words));
    let has_place = || before.iter().any(|token| is_place(token.text));
    let (counted, length) = match first::<3>(behind) {
        [name, "-", "-"] | ["-", "-", name] if has(&["for", "while"]) => (is_place(name), 3),
        ["downto" | "downTo" | "DOWNTO", ..] => (has_place(), 1),
        ["step" | "Step" | "STEP", "-", "1"] if has(&["to", "To", "TO"]) => (has_place(), 3),
        ["range", "(", ..] => {
            let (inner, _) = enclosed(&behind[1..])?;
            let goes_down = parts(inner, ",").get(2).is_some_and(|step| source(step) == "-1");
            let counted = || before.iter().rev().nth(1).is_some_and(|it| is_place(it.text));
            (goes_down && counted(), inner.len() + 3)
        }
        _ => return None,
    };
    counted.then(|| source(&behind[..length]))
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
