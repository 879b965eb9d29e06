//! What a program does with its rows and columns, and how it makes its moves.

use std::collections::HashMap;

use crate::axes::{Axis, letter};
use crate::moves::names::{Names, only, saying};
use crate::moves::program::{Token, arguments, assignments, enclosed, parts};

/// Whether the second of the two numbers of moves is that of the row, by what the program does with
/// them: it adds one to `row` and the other to `col`, or uses the sums as the first and the second
/// index of its board. `None` if the program does not say it, or says both.
pub(super) fn row_is_second<'a>(program: &[Token<'a>], names: &Names) -> Option<bool> {
    let mut sums = assignments(program);
    sums.retain(|one| names.second_in(one.value).is_some());
    let sides = beside(program);
    let mut known: HashMap<&str, Option<bool>> = HashMap::new();
    for one in &sums {
        learn(&mut known, one.name().unwrap_or_default(), names.second_in(one.value));
    }
    for (parameter, value) in passed(program) {
        let of_sum = || value.iter().find_map(|token| *known.get(token.text)?);
        if let Some(second) = names.second_in(value).or_else(of_sum) {
            learn(&mut known, parameter, Some(second));
        }
    }
    let mut values = sums.iter().map(|one| one.value).chain(sides.iter().flat_map(|(two, _)| *two));
    let are_others = values.any(|value| names.second_in(value).is_some() && is_of_others(value));
    let second_in = |value: &[Token]| {
        let of_sum = || value.iter().find_map(|token| *known.get(token.text)?);
        let of_xy = || names.second_of_xy(&without_indices(value)).filter(|_| !are_others);
        names.second_in(value).or_else(of_sum).or_else(of_xy)
    };
    let of_sums = sums.windows(2).map(|two| {
        let [one, other] = [&two[0], &two[1]];
        ([one.value, other.value], [one.name(), other.name()].map(|name| strong(name?)), false)
    });
    let strong_in = |value: &[Token<'a>]| saying(&without_indices(value)).find_map(strong);
    let of_sides = sides.iter().map(|(two, is_ordered)| (*two, two.map(strong_in), *is_ordered));
    let votes = of_sums.chain(of_sides).filter_map(|(values, axes, is_ordered)| {
        // If two names are those of a row and a column, the row is what they say, else the first.
        let row_is_other = match axes {
            [Some(one), Some(other)] if one != other => one == Axis::Column,
            _ if is_ordered => false,
            _ => return None,
        };
        let [one, other] = values.map(second_in);
        (one? != other?).then_some(one? != row_is_other)
    });
    only(votes)
}

/// Keeps what a name has, unless it has both.
fn learn<'a>(known: &mut HashMap<&'a str, Option<bool>>, name: &'a str, second: Option<bool>) {
    let known = known.entry(name).or_insert(second);
    *known = known.filter(|known| Some(*known) == second);
}

/// The parameters of the functions of a program, with what they are given where these are called.
fn passed<'b, 'a>(program: &'b [Token<'a>]) -> Vec<(&'a str, &'b [Token<'a>])> {
    const WORDS: [&str; 9] = ["return", "if", "elif", "while", "and", "or", "not", "in", "new"];
    let is_definition = |at: usize| {
        let before = program[..at].last();
        before.is_some_and(|before| before.is_word() && !before.is_one_of(&WORDS))
    };
    let (mut defined, mut calls) = (HashMap::new(), Vec::new());
    for at in (0..program.len()).filter(|at| program[*at].is_word()) {
        let Some(values) = arguments(program, at) else { continue };
        match is_definition(at) {
            true => _ = defined.entry(program[at].text).or_insert(values),
            false => calls.push((program[at].text, values)),
        }
    }
    let parameters = |(name, values): (&str, Vec<&'b [Token<'a>]>)| {
        let parameters = defined.get(name).into_iter().flatten();
        let named = parameters.zip(values).filter_map(|(parameter, value)| {
            // A type may stand before the name, or behind a colon.
            let name = parameter.split(|token| token.text == ":").next()?;
            Some((name.iter().rfind(|token| token.is_word())?.text, value))
        });
        named.collect::<Vec<_>>()
    };
    calls.into_iter().flat_map(parameters).collect()
}

/// Whether a value adds to a row or a column, so that an x and a y elsewhere are others.
fn is_of_others(value: &[Token]) -> bool {
    let is_strong = |name: &Token| Axis::of_name(name.text).is_some_and(Axis::is_strong);
    without_indices(value)
        .windows(2)
        .any(|two| two[0].is_sign() && is_strong(&two[1]) || is_strong(&two[0]) && two[1].is_sign())
}

/// What a name says that is certainly one of a row or a column.
fn strong(name: &str) -> Option<Axis> {
    let is_sure = letter(name).is_none_or(|letter| "rc".contains(letter));
    Axis::of_name(name).filter(|axis| axis.is_strong() && is_sure)
}

/// Each two sums beside each other in brackets, as in `solve(row + dy[k], col + dx[k])`, and the
/// two indices of each access to a board, as in `board[y + 1][x]`, `board[y, x]` and `board[y * n +
/// x]`, with whether they are indices.
fn beside<'b, 'a>(program: &'b [Token<'a>]) -> Vec<([&'b [Token<'a>]; 2], bool)> {
    let mut found = Vec::new();
    for at in 0..program.len() {
        let Some((inner, behind)) = enclosed(&program[at..]) else { continue };
        let values = parts(inner);
        let is_sum = |value: &&[Token]| value.iter().any(Token::is_sign);
        let sums = values.windows(2).filter(|two| two.iter().all(is_sum));
        found.extend(sums.map(|two| ([two[0], two[1]], false)));
        if program[at].text != "[" {
            continue;
        }
        let second = enclosed(behind).filter(|_| behind[0].text == "[");
        let indices = match (&values[..], second, is_index(program, at)) {
            ([one, other], _, true) => Some([*one, *other]),
            ([one], Some((second, _)), _) => Some([*one, second]),
            ([one], None, true) => row_by_row(one),
            _ => None,
        };
        found.extend(indices.map(|two| (two, true)));
    }
    found
}

/// Whether the bracket at a place stands directly behind what has an index, unlike those of `const
/// [dx, dy]` and `[[dx, dy]]`.
fn is_index(program: &[Token], at: usize) -> bool {
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
    /// Tokens from `for` to `in`, at most: `for (dx, dy) in`.
    const FAR: usize = 6;
    let has = |part: &[Token], text| part.iter().any(|token| token.text == text);
    let is_loop = |six: &[Token]| six[0].text == "for" && (six[1].text == "(" || has(six, "in"));
    // `[(x, y) | x <- …]`; R assigns by the same arrow.
    has(program, "|") && has(program, "<-") || program.windows(FAR).any(is_loop)
}
