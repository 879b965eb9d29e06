//! The numbers of a program with their signs, and the lists and the pairs among them.

use std::ops::Range;

use knight_board::MoveOrder;

use crate::moves::program::Token;
use crate::moves::{Pair, digit, orders_of};
use crate::stream::{Stream, gap, stretches};

/// Lists that are looked at.
const MOST: usize = 100;

/// The most numbers of a record with a move.
const LONGEST_RECORD: usize = 11;

/// Numbers most of which are ±1 and ±2, and where they are.
pub(super) struct List {
    pub values: Vec<i64>,
    pub place: Range<usize>,
}

/// Eight moves.
pub(super) struct Pairs<'a> {
    /// Their order, and the one with the two numbers of each exchanged.
    pub orders: [MoveOrder; 2],
    /// Where the list is that has them, or the two lists.
    pub lists: Vec<Range<usize>>,
    /// Whether no indices put them in another order than that of the text.
    pub are_ordered: bool,
    /// The names that stand before the two numbers of each pair.
    pub own: Option<[&'a str; 2]>,
}

/// The numbers of a program with their signs.
pub(super) type Numbers<'b, 'a> = Stream<'b, i64, [Token<'a>]>;

/// The numbers of a program.
pub(super) fn numbers<'b, 'a>(program: &'b [Token<'a>]) -> Numbers<'b, 'a> {
    let mut found = Numbers::of(program, 0);
    for (at, token) in program.iter().enumerate() {
        let Some(value) = token.number() else { continue };
        let sign = program[found.end()..at].last().and_then(Token::sign);
        let start = at - usize::from(sign.is_some());
        let value = value * sign.unwrap_or(1);
        found.push(value, start..at + 1, between);
    }
    found
}

/// What stands between two numbers. Names may differ, and the end of a line may stand for a
/// semicolon between pairs.
fn between(tokens: &[Token]) -> u32 {
    let word = |at: usize| match tokens[at].text {
        ";" if at > 0 && tokens[at - 1].closes() => "",
        _ if tokens[at].is_word() => "w",
        text => text,
    };
    gap((0..tokens.len()).map(word))
}

impl<'b, 'a> Numbers<'b, 'a> {
    pub(super) fn is_signed(&self, number: usize) -> bool {
        self.span(number..number + 1).len() > 1
    }

    /// Lists of about eight numbers, which are separated alike. Sixteen may be two, or each second
    /// one an index, as in `1 => 2, 2 => 1` and `dx[0] = 2; dx[1] = 1`.
    pub(super) fn lists(&self) -> Vec<List> {
        let mut lists = Vec::new();
        for stretch in stretches(&self.gaps, 1) {
            let length =
                if are_two_halves(&self.items[stretch.clone()]) { 8 } else { stretch.len() };
            lists.extend(stretch.step_by(length).map(|from| self.list(from, 1, length)));
        }
        for stretch in stretches(&self.gaps, 2) {
            for start in [stretch.start, stretch.start + 1] {
                let indices: Vec<usize> = (start..stretch.end - 1).step_by(2).collect();
                let counts =
                    |a: &usize, b: &usize| self.items[*a].saturating_add(1) == self.items[*b];
                let runs = indices.chunk_by(counts).filter(|run| run.len() == 8);
                lists.extend(runs.map(|run| self.list(run[0] + 1, 2, 8)));
            }
        }
        let is_small = |value: &&i64| (1..=2).contains(&value.abs());
        lists.retain(|List { values, .. }| {
            let small = values.iter().filter(is_small).count();
            (6..=10).contains(&values.len()) && 4 * small >= 3 * values.len()
        });
        lists.sort_by_key(|list| list.place.start);
        lists
    }

    fn list(&self, from: usize, period: usize, count: usize) -> List {
        let values = self.items[from..].iter().step_by(period).take(count).copied().collect();
        List { values, place: self.span(from..from + (count - 1) * period + 1) }
    }

    /// Eight moves in records whose separators repeat.
    pub(super) fn pairs(&self) -> Vec<Pairs<'a>> {
        let mut found = Vec::new();
        let ways =
            (2..=LONGEST_RECORD).flat_map(|period| (1..period).map(move |apart| (period, apart)));
        for (period, apart) in ways {
            let is_move = |at: &usize| digit((self.items[*at], self.items[at + apart])).is_some();
            for stretch in stretches(&self.gaps, period) {
                for start in stretch.start..stretch.start + period {
                    let records: Vec<usize> =
                        (start..stretch.end - apart).step_by(period).collect();
                    let runs = records.chunk_by(|a, b| is_move(a) == is_move(b));
                    let eight = runs.filter(|run| run.len() == 8);
                    found.extend(eight.filter_map(|run| self.columns(run, apart, stretch.start)));
                }
                if found.len() > MOST {
                    return found;
                }
            }
        }
        found
    }

    /// Two columns of eight records of a stretch of numbers, if they are the eight moves.
    fn columns(&self, records: &[usize], apart: usize, stretch: usize) -> Option<Pairs<'a>> {
        let pair = |at: &usize| (self.items[*at], self.items[at + apart]);
        let orders = orders_of(&records.iter().map(pair).collect::<Vec<_>>())?;
        let period = records[1] - records[0];
        // Of the first record, the numbers before the two may not be there.
        let ends = records.iter().map(|at| at + apart + 1).filter(|end| *end >= stretch + period);
        let whole: Vec<&[i64]> = ends.map(|end| &self.items[end - period..end]).collect();
        let [one, other] = [period - 1 - apart, period - 1];
        let step = |two: &[&[i64]], at: usize| two[1][at].saturating_sub(two[0][at]);
        let counts = |at: usize| {
            let first = step(&whole, at);
            first >= 0 && whole.windows(2).all(|two| step(two, at) == first)
        };
        let repeats =
            |at: usize| [one, other].iter().any(|it| whole.iter().all(|all| all[at] == all[*it]));
        let (before, between) = (&whole[0][..one], &whole[0][one + 1..other]);
        let are_ordered = (0..other).all(|at| counts(at) || repeats(at))
            && (before.len() != between.len() || before <= between);
        let lists = vec![self.span(records[0]..records[7] + apart + 1)];
        Some(Pairs { orders, lists, are_ordered, own: self.names(records, apart) })
    }

    /// The names before the two numbers of records.
    fn names(&self, records: &[usize], apart: usize) -> Option<[&'a str; 2]> {
        let name = |number: usize, before: Option<usize>| {
            let from = before.map_or(0, |before| self.span(before..before + 1).end);
            let tokens = &self.source[from..self.start(number)];
            let tokens = tokens.rsplit(|token| token.is_one_of(&[",", ";"])).next()?;
            tokens.iter().rfind(|token| token.is_word()).map(|token| token.text)
        };
        // The first record may have the name of the list before it.
        let of_record = |at: usize| name(at, (at + apart).checked_sub(records[1] - records[0]));
        let names = [of_record(records[1])?, name(records[1] + apart, Some(records[1]))?];
        // Else they stand behind their numbers, or are of the array with both.
        let are_own = of_record(records[0]) == Some(names[0]) && names[0] != names[1];
        are_own.then_some(names)
    }

    /// The increments of variables, such as `x + 2`, with the names of the variables as gaps. One
    /// or two that are there again, such as in a check before a call, count once.
    pub(super) fn increments(&self) -> Numbers<'b, 'a> {
        let mut kept: Vec<((&str, i64), usize)> = Vec::new();
        for at in (0..self.items.len()).filter(|at| self.is_signed(*at)) {
            let name = match &self.source[..self.start(at)] {
                // Not the bound in `x < n - 2` and `x <= n - 3`.
                [.., sign, _] if sign.is_one_of(&["<", ">", "<=", ">="]) => continue,
                // That of `at[0] + 2` is the index.
                [.., index, close] if close.text == "]" => index.text,
                // `x += -1`
                [.., name, plus] if plus.sign() == Some(1) && name.is_word() => name.text,
                [.., name] if name.is_word() => name.text,
                _ => continue,
            };
            kept.push(((name, self.items[at]), at));
            let again = match &kept[..] {
                [.., a, b] if a.0 == b.0 => 1,
                [.., a, b, c, d] if [a.0, b.0] == [c.0, d.0] => 2,
                _ => 0,
            };
            kept.truncate(kept.len() - again);
        }
        let mut found = Numbers::of(self.source, kept.len());
        for ((name, value), at) in kept {
            found.push(value, self.span(at..at + 1), |_| gap([name]));
        }
        found
    }
}

/// Whether sixteen numbers are two lists of eight that are the eight moves together.
fn are_two_halves(values: &[i64]) -> bool {
    values.len() == 16 && orders_of(&paired(&values[..8], &values[8..])).is_some()
}

/// The numbers of two lists together.
pub(super) fn paired(one: &[i64], other: &[i64]) -> Vec<Pair> {
    one.iter().copied().zip(other.iter().copied()).collect()
}
