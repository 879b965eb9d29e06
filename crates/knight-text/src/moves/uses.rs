//! What a program says about its rows and columns, and how it makes its moves.

use std::ops::Range;

use crate::axes::Axis;
use crate::moves::program::{Token, enclosed, first, source};

/// What the names say that stand between two places, directly before the second one, where a list
/// begins: in its statement, or in the line above if it stands alone.
pub(super) fn names_before(program: &[Token], place: Range<usize>) -> Vec<Axis> {
    const FAR: usize = 100;
    let [from, to] = [place.start, place.end].map(|at| program.partition_point(|t| t.at < at));
    let mut before = &program[from.max(to.saturating_sub(FAR))..to];
    // What ends the line of another list belongs to that one.
    if from > 0
        && let Some(next) = before.iter().position(|token| token.begins_line)
    {
        before = &before[next..];
    }
    // Not that of `[i32; 8]`.
    let ends = |two: &[Token]| two[0].text == ";" && two[1].number().is_none();
    let statement = before.windows(2).rposition(ends).map_or(before, |end| &before[end + 1..]);
    let statement = source(statement);
    let mut lines = statement.rsplit('\n');
    let line = lines.find(|line| line.contains(char::is_alphabetic)).unwrap_or_default();
    // `f(int r, int c) {` and `the next column (r, c).` end before the list.
    let is_ended = line.trim_end_matches(['{', ' ']).ends_with([')', '}', '.'])
        && !statement.ends_with(['=', '(', '[', ',', ':']);
    let is_call = line.ends_with('{') && line.contains(')');
    let is_other = !line.contains('=') && (is_ended || is_call);
    if is_other { Vec::new() } else { Axis::all_in(line) }
}

/// What the two variables of a loop over a list of pairs say: `for mx, my in moves`.
pub(super) fn names_in_loop(tokens: &[Token], list: usize) -> Vec<Axis> {
    const FAR: usize = 16;
    let list = tokens.partition_point(|token| token.at < list);
    let declared = &tokens[list.saturating_sub(FAR)..list];
    let is_list = |name: &&Token| name.is_word() && declared.iter().any(|t| t.text == name.text);
    let variables = (0..tokens.len()).filter_map(|at| {
        let (one, other, after) = match first(&tokens[at..]) {
            [one, ",", other, ")" | "]", "in" | "of" | ":" | "<-"] => (one, other, at + 5),
            [one, ",", other, "in" | "of" | ":" | "<-", _] => (one, other, at + 4),
            _ => return None,
        };
        tokens[after..].iter().take(2).find(is_list)?;
        let axis = |name: &str| Axis::of_name(name.strip_prefix('m').unwrap_or(name));
        Some(vec![axis(one)?, axis(other)?])
    });
    variables.into_iter().next().unwrap_or_default()
}

/// The names of two lists; if both stand before the first one, it has one of them.
pub(super) fn one_each([first, second]: [Vec<Axis>; 2]) -> [Option<Axis>; 2] {
    match (&first[..], &second[..]) {
        ([one, other], []) => [Some(*one), Some(*other)],
        (one, other) => [one, other].map(|names| match names {
            [axis] => Some(*axis),
            _ => None,
        }),
    }
}

/// Whether x is the second index of the board, as in `board[y][x]`, or the first one; `None` if the
/// program does not say it, or says both.
pub(super) fn x_is_second(program: &[Token]) -> Option<bool> {
    const BRACKETS: [&str; 2] = ["[", "]"];
    // x or y, if an index has only one of them.
    let letter = |index: &[Token]| match Axis::all_in(&source(index))[..] {
        [axis] => Some(axis),
        _ => None,
    };
    let mut votes = [false; 2];
    for at in 0..program.len() {
        let Some((first, after)) = enclosed(&program[at..], BRACKETS) else { continue };
        // Not `const [dx, dy]` and `[[dx, dy]]`.
        let is_index = program[..at].last().is_some_and(|before| {
            before.end() == program[at].at && (before.is_word() || before.is_one_of(&["]", ")"]))
        });
        let comma = first.iter().position(|token| is_index && token.text == ",");
        let indices = match (comma, enclosed(after, BRACKETS)) {
            (Some(comma), _) => [&first[..comma], &first[comma..]],
            (None, Some((second, _))) => [first, second],
            _ => continue,
        };
        match indices.map(letter) {
            [Some(Axis::X), Some(Axis::Y)] => votes[0] = true,
            [Some(Axis::Y), Some(Axis::X)] => votes[1] = true,
            _ => {}
        }
    }
    (votes[0] != votes[1]).then_some(votes[1])
}

/// Whether moves may be the elements of a loop of Python, Haskell or another language.
pub(super) fn has_loop(program: &[Token]) -> bool {
    /// Words from `for` to `in`, at most: `for (dx, dy) in`.
    const MOST_WORDS: usize = 3;
    let has = |text| program.iter().any(|token| token.text == text);
    let is_loop = |at: usize| {
        let mut words = program[at + 1..].iter().filter(|token| token.is_word()).take(MOST_WORDS);
        program[at].text == "for"
            && (first::<1>(&program[at + 1..]) == ["("] || words.any(|word| word.text == "in"))
    };
    // `[(x, y) | x <- …]`; R assigns by the same arrow.
    has("|") && has("<-") || (0..program.len()).any(is_loop)
}
