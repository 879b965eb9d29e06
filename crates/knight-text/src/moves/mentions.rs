//! What a program says beside its moves: its board, its start, and that it changes their order.

use std::collections::HashSet;

use knight_board::{Board, Square};

use crate::axes::{Axis, of_two, row_is_second};
use crate::moves::assigned::{Assignment, as_lists};
use crate::moves::numbers::{numbers, plain};
use crate::moves::program::{Token, enclosed, first, parts, source, tokens, without_comments};
use crate::moves::{headings, listed, uses};

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
    let program = tokens(&program);
    // Squares, rows and columns.
    let mut said: [Option<(&str, u16)>; 3] = [None; 3];
    for at in 0..program.len() {
        let name = program[at].text;
        let Some(kind) = kind(name) else { continue };
        let Some(value) = value(&program, at) else { continue };
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
    let program = without_comments(text);
    let program = &tokens(&program)[..];
    let used = uses::x_is_second(program);
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
        let names = two.map(|two| of_two(two.map(|parameter| headings::names(parameter).pop())));
        names.into_iter().find(|names| names.iter().all(Option::is_some)).unwrap_or_default()
    };
    let place = (0..2).filter(|_| is_solver).find(|place| side(*place).is_some())?;
    let said = listed.get(..place + 2)?.iter().map(|argument| source(argument));
    let said = said.collect::<Vec<_>>();
    let said = format!("calls {name}({}, …)", said.join(", "));
    StartSaid::of(said, [side(place), side(place + 1)], row_is_second(names(place), x_is_column))
}

/// The first arguments, or parameters, of a function whose name is at a place.
fn arguments<'b, 'a>(program: &'b [Token<'a>], name: usize) -> Option<Vec<&'b [Token<'a>]>> {
    let (inner, _) = enclosed(&program[name + 1..], ["(", ")"])?;
    Some(parts(inner))
}

/// The start that is the only square of a board to which a number is assigned, and that is 0 or 1.
fn set(program: &[Token], row_is_second: Option<bool>) -> Option<StartSaid> {
    let assigned = (0..program.len()).filter_map(|at| Assignment::of(&program[at..]));
    let squares: Vec<_> = assigned.filter(|one| one.other.parse::<u16>().is_ok()).collect();
    let Assignment { name, index, other, value, .. } = squares.first()?;
    let is_same = |one: &Assignment| (one.name, one.index, one.other) == (*name, *index, *other);
    let is_start = squares.iter().all(is_same) && (0..=1).contains(value);
    let sides = [Some(*index).filter(|_| is_start), other.parse().ok()];
    StartSaid::of(format!("sets {name}[{index}][{other}] = {value}"), sides, row_is_second)
}

/// The function by which a program changes the order of its moves, and the name of their list.
///
/// It shuffles, sorts or reverses a list that has the eight moves, or one of the two lists.
///
/// ```
/// use knight_text::moves::reordering_said;
///
/// let moves = "moves = [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]";
/// let said = reordering_said(&format!("{moves}\nrandom.shuffle(moves)"));
/// assert_eq!(said.as_deref(), Some("shuffle(moves)"));
/// assert_eq!(reordering_said(&format!("{moves}\nrandom.shuffle(starts)")), None);
/// ```
pub fn reordering_said(text: &str) -> Option<String> {
    let program = as_lists(&without_comments(text));
    let program = &plain(&tokens(&program))[..];
    let found = listed(&numbers(program), program, &HashSet::new());
    // Where they end.
    let lists: Vec<usize> = found.iter().flat_map(|pairs| pairs.lists).collect();
    let names = |list: &usize| headings::name_of(program, &(0..*list));
    let names = lists.iter().filter_map(names).collect();
    // `sorted([(2, 1), …])`
    let of_a_list = |at: usize| {
        let end = lists.iter().copied().filter(|end| *end > at + 1).min()?;
        let called = program.get(at + 1..end.min(program.len()))?;
        let is_called = first(called) == ["("] && called.iter().all(is_of_moves);
        (is_called && is_reordering(program, at)).then(|| format!("{}([…])", program[at].text))
    };
    let found_at = |at| {
        let reordered = reordering(program, at, &names).or_else(|| of_a_list(at));
        reordered.or_else(|| loop_down(program, at, &names))
    };
    (0..program.len()).find_map(found_at)
}

/// The loop at a place that takes a list with one of these names from its end: `for (k = 7; k >= 0;
/// k--)`, `for k in range(7, -1, -1)`, `for k := 8 downto 1`, and then `dx[k]`.
fn loop_down(program: &[Token], at: usize, names: &HashSet<&str>) -> Option<String> {
    const LONGEST: usize = 25;
    const LONGEST_BODY: usize = 100;
    if program[at].text != "for" {
        return None;
    }
    let behind = program[at + 1..].iter().take(LONGEST);
    let line = behind.take_while(|it| !(it.begins_line || it.is_one_of(&["{", "do"]))).count();
    let header = match enclosed(&program[at + 1..], ["(", ")"]) {
        Some((inner, _)) => &program[at..at + inner.len() + 3],
        None => &program[at..at + 1 + line],
    };
    let is_assigned = |token: &Token| token.is_one_of(&["=", ":=", "in", "<-"]);
    let place = header.iter().position(is_assigned)?;
    let (variable, range) = (header[place - 1].text, &header[place + 1..]);
    let is_down = |token: &Token| token.is_one_of(&["downto", "downTo", "rev", "reversed"]);
    let first = range.iter().find_map(Token::number);
    let goes_down = range.iter().any(is_down)
        || first.is_some_and(|first| (7..=8).contains(&first)) && range.iter().any(Token::is_minus);
    let body = &program[(at + header.len()).min(program.len())..];
    let mut used = body.windows(3).take(LONGEST_BODY);
    let is_used = used.any(|three| {
        let [list, open, index] = [0, 1, 2].map(|nth| three[nth].text);
        names.contains(list) && ["[", "("].contains(&open) && index == variable
    });
    (goes_down && is_used).then(|| source(header))
}

/// Whether a token can be part of a list of pairs.
fn is_of_moves(token: &Token) -> bool {
    token.number().is_some() || token.is_one_of(&["(", ")", "[", "]", "{", "}", ",", "-", "+"])
}

/// Whether the word at a place is a function that changes the order of a list.
fn is_reordering(program: &[Token], at: usize) -> bool {
    const BEGINNINGS: [&str; 5] = ["shuffle", "sort", "reverse", "permut", "orderby"];
    const WORDS: [&str; 6] =
        ["rev", "sample", "randomshuffle", "stablesort", "qsort", "nextpermutation"];
    let word = program[at].text.to_lowercase().replace('_', "");
    let is_known = BEGINNINGS.iter().any(|it| word.starts_with(it)) || WORDS.contains(&&*word);
    let line = program[..at].iter().rev().take_while(|token| !token.begins_line);
    is_known && line.filter(|token| token.text == "\"").count() % 2 == 0
}

/// The function, or the slice, at a place that changes the order of a list with one of these names.
fn reordering(program: &[Token], at: usize, names: &HashSet<&str>) -> Option<String> {
    let (name, behind) = (program[at].text, &program[at + 1..]);
    if names.contains(name) && first(behind) == ["[", ":", ":", "-", "1", "]"] {
        return Some(format!("{name}[::-1]"));
    }
    if let (true, ["[", last @ ("7" | "8"), "-", index, "]"]) =
        (names.contains(name), first(behind))
    {
        return Some(format!("{name}[{last} - {index}]"));
    }
    if !is_reordering(program, at) {
        return None;
    }
    let list = called_by(&program[..at], names).or_else(|| argument(program, at, names))?;
    Some(format!("{name}({list})"))
}

/// The list whose method stands behind tokens: `moves.`, `[...moves].`, `moves.iter().`.
fn called_by<'a>(before: &[Token<'a>], names: &HashSet<&str>) -> Option<&'a str> {
    /// Methods that give the same moves in the same order.
    const SAME: [&str; 7] = ["iter", "into_iter", "iter_mut", "copy", "clone", "slice", "to_vec"];
    let texts: Vec<&'a str> = before.iter().rev().take(5).map(|token| token.text).collect();
    match texts[..] {
        [".", list, ..] if names.contains(list) => Some(list),
        // `...` is left out of a program.
        [".", "]", list, "[", "=" | "(" | "of" | "in" | "return"] if names.contains(list) => {
            Some(list)
        }
        [".", ")", "(", method, ".", ..] if SAME.contains(&method) => {
            called_by(&before[..before.len() - 4], names)
        }
        _ => None,
    }
}

/// The list that the function at a place takes first: `shuffle(moves)`, `reverse moves`,
/// `shuffle(Arrays.asList(moves))`.
fn argument<'a>(program: &[Token<'a>], at: usize, names: &HashSet<&str>) -> Option<&'a str> {
    /// Words before a call; before a definition stand others.
    const BEFORE: [&str; 8] = ["in", "of", "return", "else", "and", "or", "not", "do"];
    /// Functions that give the same moves in the same order.
    const SAME: [&str; 5] = ["list", "tuple", "zip", "asList", "begin"];
    let behind = &program[at + 1..];
    // Go's `rand.Shuffle(len(moves), …)`.
    if let ("Shuffle", ["(", "len", "(", list]) = (program[at].text, first(behind)) {
        return Some(list).filter(|list| names.contains(list));
    }
    let before = program[..at].last().filter(|it| it.is_word() && !program[at].begins_line);
    if first(behind) != ["("] {
        let [list, next] = first(behind);
        let is_it = names.contains(list) && !["=", ":", "("].contains(&next);
        return is_it.then_some(list);
    }
    if before.is_some_and(|it| !it.is_one_of(&BEFORE)) {
        return None;
    }
    let around = |two: &&[Token]| {
        let of_a_name = two[0].is_word() && two[1].is_one_of(&[".", ":"]);
        let is_same = two[1].text == "(" && two[0].is_one_of(&SAME);
        of_a_name && !names.contains(two[0].text)
            || is_same
            || two[0].is_one_of(&["(", "&", ".", ":"])
    };
    let skipped = behind.windows(2).take_while(around).count();
    let [list, next] = first(&behind[skipped..]);
    (names.contains(list) && [",", ")", "."].contains(&next)).then_some(list)
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
fn value(program: &[Token], name: usize) -> Option<Option<u16>> {
    let is_defined = name > 0 && program[name - 1].text == "define";
    // `: usize` and so on.
    let at = match first::<3>(&program[name + 1..]) {
        ["=" | ":=" | "<-", ..] => name + 2,
        [":", _, "=" | ":=" | "<-"] => name + 4,
        _ if is_defined => name + 1,
        _ => return None,
    };
    let side = program.get(at).and_then(Token::number).and_then(|side| u16::try_from(side).ok());
    let is_end = |token: &Token| token.begins_line || token.is_one_of(&[";", ",", ")", "}"]);
    let is_whole = program.get(at + 1).is_none_or(is_end);
    Some(side.filter(|side| is_whole && (3..=100).contains(side)))
}
