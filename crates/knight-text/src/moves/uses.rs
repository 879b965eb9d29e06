//! What a program does with its rows and columns.

use std::collections::{BTreeSet, HashMap};

use crate::axes::{Axis, letter};
use crate::moves::names::{Names, only};
use crate::moves::program::{Token, assignments, enclosed, parts};

/// Whether the second of the two numbers of moves is that of the row, by what the program does with
/// them: it adds one to `row` and the other to `col`, or uses the sums as the first and the second
/// index of its board. `None` if the program does not say it, or says both.
pub(super) fn row_is_second<'a>(program: &[Token<'a>], names: &Names<'a>) -> Option<bool> {
    let mut sums = Sums { names, known: HashMap::new() };
    // A sum may be known only behind its use.
    for _ in 0..2 {
        sums.learn(program);
    }
    let is_row_or_column = |name: &&str| Axis::of_name(name).is_some_and(Axis::is_strong);
    // The x and y of moves that are added to rows and columns are others.
    let are_xy = !sums.known.keys().any(is_row_or_column);
    let second_in = |value: &[Token]| {
        sums.second_in(value).or_else(|| names.second_of_xy(value).filter(|_| are_xy))
    };
    let named = sums.known.iter().filter_map(|(name, second)| Some((strong(name)?, (*second)?)));
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

/// The variables of a program that are sums with one of the two numbers of moves, or are added to
/// it.
struct Sums<'n, 'a> {
    names: &'n Names<'a>,
    /// Whether each is of the second number, unless it is of both.
    known: HashMap<&'a str, Option<bool>>,
}

impl<'a> Sums<'_, 'a> {
    fn learn(&mut self, program: &[Token<'a>]) {
        for at in (1..program.len()).filter(|at| program[*at].is_sign()) {
            let second = self.second_at(&program[at + 1..]);
            self.keep(program[at - 1].text, second.filter(|_| program[at - 1].is_word()));
        }
        for (name, value) in assignments(program) {
            self.keep(name, self.second_in(value));
        }
    }

    fn keep(&mut self, name: &'a str, second: Option<bool>) {
        if second.is_some() {
            let known = self.known.entry(name).or_insert(second);
            *known = known.filter(|known| Some(*known) == second);
        }
    }

    fn second_at(&self, tokens: &[Token]) -> Option<bool> {
        let known = || *self.known.get(tokens.first()?.text)?;
        self.names.second_at(tokens).or_else(known)
    }

    /// Whether a value takes the second of the two numbers, if it takes one of them.
    fn second_in(&self, value: &[Token]) -> Option<bool> {
        only((0..value.len()).filter_map(|at| self.second_at(&value[at..])))
    }
}

/// What a name says that is certainly one of a row or a column.
fn strong(name: &str) -> Option<Axis> {
    let is_sure = letter(name).is_none_or(|letter| "rc".contains(letter));
    Axis::of_name(name).filter(|axis| axis.is_strong() && is_sure)
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
