//! What a program says about its rows and columns, and how it makes its moves.

use crate::axes::Axis;
use crate::moves::prepare::enclosed;

/// What the names say that stand between two places, directly before the second one, where a list
/// begins: in its statement, or in the line above if it stands alone.
pub(super) fn names_before(list: usize, from: usize, text: &str) -> Vec<Axis> {
    const FAR: usize = 300;
    let mut from = from.max(list.saturating_sub(FAR));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let Some(before) = text.get(from..list) else { return Vec::new() };
    // What ends the line of another list belongs to that one.
    let before = before.split_once('\n').filter(|_| from > 0).map_or(before, |lines| lines.1);
    let statement = before.rsplit(';').next().unwrap_or_default();
    let mut lines = statement.trim_end().rsplit('\n');
    let line = lines.find(|line| line.contains(char::is_alphabetic)).unwrap_or_default();
    // `f(int r, int c) {` and `the next column (r, c).` end before the list.
    let is_ended = line.trim_end_matches(['{', ' ']).ends_with([')', '}', '.'])
        && !statement.trim_end().ends_with(['=', '(', '[', ',', ':'])
        && !line.contains('=');
    let is_call = line.trim_end().ends_with('{') && line.contains(')') && !line.contains('=');
    if is_ended || is_call { Vec::new() } else { Axis::all_in(line) }
}

/// The names of two lists; if both stand before the first one, it has one of them.
pub(super) fn one_each([first, second]: [Vec<Axis>; 2]) -> [Option<Axis>; 2] {
    match (&first[..], &second[..]) {
        ([one, other], []) => [Some(*one), Some(*other)],
        ([one], [other]) => [Some(*one), Some(*other)],
        ([one], _) => [Some(*one), None],
        (_, [other]) => [None, Some(*other)],
        _ => [None, None],
    }
}

/// Whether x is the second index of the board, as in `board[y][x]`, or the first one; `None` if the
/// program does not say it, or says both.
pub(super) fn x_is_second(program: &str) -> Option<bool> {
    let inside = |text| enclosed(text, ']', "[]\n");
    let mut votes = [false; 2];
    let mut at = 0;
    while let Some(open) = program[at..].find('[') {
        let start = at + open;
        at = start + 1;
        let Some((first, length)) = inside(&program[start..]) else { continue };
        let second = program[start + length..].trim_start();
        let other = Some(second).filter(|t| t.starts_with('[')).and_then(inside);
        let (one, other) = match (first.split_once(','), other) {
            (Some((one, other)), _) => (one, other),
            (None, Some((other, _))) => (first, other),
            _ => continue,
        };
        match (letter(one), letter(other)) {
            (Some(Axis::X), Some(Axis::Y)) => votes[0] = true,
            (Some(Axis::Y), Some(Axis::X)) => votes[1] = true,
            _ => {}
        }
    }
    match votes {
        [true, false] => Some(false),
        [false, true] => Some(true),
        _ => None,
    }
}

/// x or y, if an index has only one of them.
fn letter(index: &str) -> Option<Axis> {
    match Axis::all_in(index)[..] {
        [axis] => Some(axis),
        _ => None,
    }
}

/// Whether moves may be the elements of a loop of Python, Haskell or another language.
pub(super) fn has_loop(program: &str) -> bool {
    /// Words from `for` to `in`, at most: `for (dx, dy) in`.
    const MOST_WORDS: usize = 4;
    let mut words = program.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut behind = MOST_WORDS;
    let is_loop = |word: &str| {
        behind = if word == "for" { 0 } else { behind + 1 };
        word == "in" && behind < MOST_WORDS
    };
    ["for (", "for("].iter().any(|start| program.contains(start))
        // `[(x, y) | x <- …]`; R assigns by the same arrow.
        || (program.contains('|') && program.contains("<-"))
        || words.any(is_loop)
}
