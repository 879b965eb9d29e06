//! What a program does with its rows and columns.

use std::collections::BTreeSet;

use crate::axes::Axis;
use crate::moves::names::{Names, keep, operand};
use crate::moves::program::{Token, assignments, enclosed, parts};

/// Whether the second of the two numbers of moves is that of the row, by what the program does with
/// them: it adds one to `row` and the other to `col`, or uses the sums as the first and the second
/// index of its board. `None` if the program does not say it, or says both.
pub(super) fn row_is_second<'a>(program: &[Token<'a>], names: &mut Names<'a>) -> Option<bool> {
    learn(program, names);
    let is_row_or_column = |name: &&str| Axis::of_name(name).is_some_and(Axis::is_strong);
    // The x and y of moves that are added to rows and columns are others.
    let are_xy = !names.sums.keys().any(is_row_or_column);
    let second_in = |value: &[Token]| {
        names.second_in(value).or_else(|| names.second_of_xy(value).filter(|_| are_xy))
    };
    let named = names.sums.iter().filter_map(|(name, second)| Some((strong(name)?, (*second)?)));
    let indexed = indices(program).filter_map(|two| {
        let [one, other] = two.map(second_in);
        (one? != other?).then_some([(Axis::Row, one?), (Axis::Column, other?)])
    });
    one_each(named).or_else(|| one_each(indexed.flatten()))
}

/// Whether the row is the second number, given rows and columns with whether each is, if there are
/// both and they agree.
fn one_each(said: impl Iterator<Item = (Axis, bool)>) -> Option<bool> {
    let said = said.map(|(axis, second)| (axis == Axis::Row, second));
    match Vec::from_iter(BTreeSet::from_iter(said))[..] {
        [(false, column), (true, row)] if column != row => Some(row),
        _ => None,
    }
}

/// Finds the variables that are sums with one of the two numbers, or are added to it.
fn learn<'a>(program: &[Token<'a>], names: &mut Names<'a>) {
    let mut sums: Vec<(&str, Option<bool>)> = Vec::new();
    for at in (3..program.len()).filter(|at| program[*at].is_sign()) {
        // Not the width in `y * n + x`; `*y += 1` is a pointer.
        let [factor, times, added] = [3, 2, 1].map(|back| program[at - back]);
        let is_width = times.text == "*" && (factor.is_word() || factor.closes());
        if added.is_word() && !is_width {
            sums.push((added.text, names.second_in(operand(&program[at + 1..]))));
        }
    }
    let assigned: Vec<(&str, &[Token])> = assignments(program).collect();
    // What is assigned may be a sum of what was assigned before.
    for _ in 0..3 {
        for (name, second) in sums.drain(..) {
            second.into_iter().for_each(|second| keep(&mut names.sums, name, second));
        }
        sums.extend(assigned.iter().map(|(name, value)| (*name, names.second_in(value))));
    }
}

/// What a name says that is certainly one of a row or a column.
fn strong(name: &str) -> Option<Axis> {
    let may_count = name.ends_with(['i', 'j']);
    Axis::of_name(name).filter(|axis| axis.is_strong() && !may_count)
}

/// The two indices of each access to a board, as in `board[y + 1][x]`, `board[y, x]` and
/// `board[y * n + x]`.
fn indices<'b, 'a>(program: &'b [Token<'a>]) -> impl Iterator<Item = [&'b [Token<'a>]; 2]> {
    // Unlike the brackets of `const [dx, dy]` and `[[dx, dy]]`, it stands directly behind a name.
    let has_index = |before: &Token| before.is_word() || before.is_one_of(&["]", ")"]);
    let is_index =
        move |at: usize| program[at].is_glued && program[..at].last().is_some_and(has_index);
    let places = (0..program.len()).filter(|at| program[*at].text == "[");
    places.filter_map(move |at| {
        let (inner, behind) = enclosed(&program[at..])?;
        let second = enclosed(behind).filter(|_| behind[0].text == "[");
        match (&parts(inner, ",")[..], second, is_index(at)) {
            ([one, other], _, true) => Some([*one, *other]),
            ([one], Some((second, _)), _) => Some([*one, second]),
            ([one], None, true) => row_by_row(one),
            _ => None,
        }
    })
}

/// The row and the column in the index of a board in one list: `row * n + col`.
fn row_by_row<'b, 'a>(index: &'b [Token<'a>]) -> Option<[&'b [Token<'a>]; 2]> {
    let terms = parts(index, "+");
    let is_row = |term: &&&[Token]| term.iter().any(|token| token.text == "*");
    let column = terms.iter().find(|term| !is_row(term))?;
    Some([terms.iter().find(is_row)?, column])
}
