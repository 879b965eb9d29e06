//! What a program does with its rows and columns, and how it makes its moves.

use std::collections::HashMap;

use crate::axes::{Axis, letter};
use crate::moves::names::saying;
use crate::moves::program::{Token, assignments, enclosed, first, parts};

/// Whether y is that of the row, as in `board[y][x]`, or x is; `None` if the program does not say
/// it, or says both.
pub(super) fn y_is_row(program: &[Token]) -> Option<bool> {
    row_is_second(program, |value| {
        let names = saying(&without_indices(value)).into_iter().filter_map(Axis::of_name);
        match Axis::all(names)[..] {
            [Axis::X] => Some(false),
            [Axis::Y] => Some(true),
            _ => None,
        }
    })
}

/// Whether the second of the two numbers of moves is that of the row, by what the program does with
/// them: it adds one to `row` and the other to `col`, or uses the sums as the first and the second
/// index of its board. `is_second` says which of them a value takes, if it is one. `None` if the
/// program does not say it, or says both.
pub(super) fn row_is_second(
    program: &[Token],
    is_second: impl Fn(&[Token]) -> Option<bool>,
) -> Option<bool> {
    let mut votes = [false; 2];
    // If two names are those of a row and a column, the row is what they say, else the first.
    let mut vote = |second: [Option<bool>; 2], names: [Option<&str>; 2], is_ordered: bool| {
        let is_column = match names.map(|name| strong(name?)) {
            [Some(one), Some(other)] if one != other => one == Axis::Column,
            _ if is_ordered => false,
            _ => return,
        };
        if let [Some(one), Some(other)] = second
            && one != other
        {
            votes[usize::from(one != is_column)] = true;
        }
    };
    let mut sums: HashMap<&str, Option<bool>> = HashMap::new();
    let mut before = (None, None);
    for one in assignments(program) {
        let (Some(name), Some(second)) = (one.name(), is_second(one.value)) else { continue };
        vote([before.1, Some(second)], [before.0, Some(name)], false);
        before = (Some(name), Some(second));
        let known = sums.entry(name).or_insert(Some(second));
        *known = known.filter(|known| *known == second);
    }
    let of_sum = |value: &[Token]| value.iter().find_map(|token| *sums.get(token.text)?);
    let name = |value: &[Token]| {
        saying(&without_indices(value))
            .into_iter()
            .find(|name| strong(name).is_some())
            .map(str::to_owned)
    };
    for (two, is_ordered) in beside(program) {
        let second = two.map(|value| is_second(value).or_else(|| of_sum(value)));
        let names = two.map(name);
        vote(second, [names[0].as_deref(), names[1].as_deref()], is_ordered);
    }
    (votes[0] != votes[1]).then_some(votes[1])
}

/// Whether the numbers of moves are added to rows and columns, so that an x and a y elsewhere are
/// others.
pub(super) fn are_of_others(
    program: &[Token],
    is_second: impl Fn(&[Token]) -> Option<bool>,
) -> bool {
    let is_strong = |name: &Token| Axis::of_name(name.text).is_some_and(Axis::is_strong);
    // What stands beside a sign, and is not an index.
    let is_other = |value: &[Token]| {
        let value = &without_indices(value)[..];
        let signs = (0..value.len()).filter(|at| value[*at].is_sign());
        let mut beside = signs.flat_map(|at| [at.checked_sub(1), Some(at + 1)]);
        beside.any(|at| at.and_then(|at| value.get(at)).is_some_and(is_strong))
    };
    let has_both = |value: &[Token]| is_second(value).is_some() && is_other(value);
    let mut sums = assignments(program).into_iter().map(|one| one.value);
    sums.any(has_both) || beside(program).into_iter().flat_map(|(two, _)| two).any(has_both)
}

/// What a name says that is certainly one of a row or a column.
fn strong(name: &str) -> Option<Axis> {
    let is_sure = letter(name).is_none_or(|letter| "rc".contains(letter));
    Axis::of_name(name).filter(|axis| axis.is_strong() && is_sure)
}

/// Each two sums beside each other in brackets, as in `solve(row + dy[k], col + dx[k])`, or
/// the two indices of a board, and whether they are indices, as in `board[y + 1][x]`, `board[y, x]` and `board[y * n +
/// x]`.
fn beside<'b, 'a>(program: &'b [Token<'a>]) -> Vec<([&'b [Token<'a>]; 2], bool)> {
    let mut found = Vec::new();
    for at in 0..program.len() {
        let Some((inner, behind)) = enclosed(&program[at..]) else { continue };
        let values = parts(inner);
        let is_sum = |value: &&[Token]| value.iter().any(Token::is_sign);
        let sums = values.windows(2).filter(|two| two.iter().all(is_sum));
        found.extend(sums.map(|two| ([two[0], two[1]], false)));
        let is_square = program[at].text == "[";
        let is_index = is_index(program, at);
        let second = enclosed(behind).filter(|_| behind[0].text == "[");
        let indices = match (&values[..], second) {
            _ if !is_square => None,
            ([one, other], _) if is_index => Some([*one, *other]),
            ([one], Some((second, _))) => Some([*one, second]),
            ([one], None) if is_index => row_by_row(one),
            _ => None,
        };
        found.extend(indices.map(|two| (two, true)));
    }
    found
}

/// Whether the bracket at a place stands directly behind what has an index, unlike those of `const
/// [dx, dy]` and `[[dx, dy]]`.
pub(super) fn is_index(program: &[Token], at: usize) -> bool {
    let has_index = |before: &Token| before.is_word() || before.is_one_of(&["]", ")"]);
    program[at].is_glued && program[..at].last().is_some_and(has_index)
}

/// The row and the column in the index of a board in one list: `row * n + col`.
fn row_by_row<'b, 'a>(index: &'b [Token<'a>]) -> Option<[&'b [Token<'a>]; 2]> {
    let times = index.iter().position(|token| token.text == "*")?;
    let is_plus = |token: &Token| token.text == "+";
    if let Some(plus) = index[times..].iter().position(is_plus) {
        return Some([&index[..times + plus], &index[times + plus + 1..]]);
    }
    let plus = index[..times].iter().rposition(is_plus)?;
    Some([&index[plus + 1..], &index[..plus]])
}

/// The tokens outside square brackets.
fn without_indices<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut depth = 0;
    let is_outside = |token: &&Token| {
        depth += i32::from(token.text == "[") - i32::from(token.text == "]");
        depth == 0 && token.text != "]"
    };
    tokens.iter().filter(is_outside).copied().collect()
}

/// Whether moves may be the elements of a loop of Python, Haskell or another language.
pub(super) fn has_loop(program: &[Token]) -> bool {
    /// Words from `for` to `in`, at most: `for (dx, dy) in`.
    const MOST_WORDS: usize = 3;
    let has = |text| program.iter().any(|token| token.text == text);
    let is_loop = |at: usize| {
        let mut words = program[at + 1..].iter().filter(|token| token.is_word()).take(MOST_WORDS);
        program[at].text == "for"
            && (first(&program[at + 1..]) == ["("] || words.any(|word| word.text == "in"))
    };
    // `[(x, y) | x <- …]`; R assigns by the same arrow.
    has("|") && has("<-") || (0..program.len()).any(is_loop)
}
