//! The numbers of a program with their signs, and the lists of eight and of pairs among them.

use std::ops::Range;

use crate::moves::names::{Names, saying};
use crate::moves::program::Token;
use crate::moves::{Pair, digit, is_eight};
use crate::stream::{Stream, gap, stretches};

/// Lists that are looked at.
pub(super) const MOST: usize = 100;

/// Eight numbers of ±1 and ±2.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub values: Vec<i64>,
    /// Where it begins, and where the list before it ends.
    pub place: Range<usize>,
}

/// Pairs of numbers, and the names of the two.
pub(super) struct Pairs<'a> {
    pub pairs: Vec<Pair>,
    /// Where the list begins that has them, or the two lists.
    pub lists: [usize; 2],
    /// Whether no indices put them in another order than that of the text.
    pub are_ordered: bool,
    pub names: Names<'a>,
}

/// The numbers of a program with their signs.
pub(super) type Numbers<'b, 'a> = Stream<'b, i64, [Token<'a>]>;

/// The numbers of a program, as [`plain`](crate::moves::plain::plain) makes it.
pub(super) fn numbers<'b, 'a>(program: &'b [Token<'a>]) -> Numbers<'b, 'a> {
    let mut found = Numbers::of(program, 0);
    let mut case: Option<i64> = None;
    for (at, token) in program.iter().enumerate() {
        match (token.text, case) {
            ("switch", _) => case = None,
            // The last case may have no number.
            ("default", Some(last)) => found.push(last.saturating_add(1), at + 1..at + 1, between),
            _ => {}
        }
        let Some(value) = token.number() else { continue };
        let before = program[found.end()..at].last();
        if before.is_some_and(|before| before.text == "case") {
            case = case.max(Some(value));
        }
        let sign = before.filter(|sign| sign.is_sign());
        let start = at - usize::from(sign.is_some());
        let value = if sign.is_some_and(Token::is_minus) { -value } else { value };
        found.push(value, start..at + 1, between);
    }
    found
}

/// What stands between two numbers. Names may differ, and the end of a line may stand for a
/// semicolon between pairs.
fn between(tokens: &[Token]) -> u32 {
    let word = |at: usize| match tokens[at].text {
        ";" if at > 0 && tokens[at - 1].is_one_of(&[")", "]", "}"]) => "",
        _ if tokens[at].is_word() => "w",
        text => text,
    };
    gap((0..tokens.len()).map(word))
}

impl<'b, 'a> Numbers<'b, 'a> {
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

    pub(super) fn is_signed(&self, number: usize) -> bool {
        self.span(number..number + 1).len() > 1
    }

    /// Lists of eight, whose numbers are separated alike. Sixteen may be two, or each second one an
    /// index, as in `1 => 2, 2 => 1`.
    pub(super) fn lists(&self) -> Vec<List> {
        let mut lists = Vec::new();
        let mut end = 0;
        for stretch in stretches(&self.gaps, 1) {
            let values = &self.items[stretch.clone()];
            if are_steps(values) && (values.len() == 8 || is_eight_in_halves(values)) {
                for from in stretch.step_by(8) {
                    let (values, start) = (self.items[from..from + 8].to_vec(), self.start(from));
                    // Two lists may share a number.
                    lists.push(List { values, place: end.min(start)..start });
                    end = self.span(from..from + 8).end;
                }
            }
        }
        for stretch in stretches(&self.gaps, 2).into_iter().filter(|stretch| stretch.len() == 16) {
            let [indices, values] = [0, 1].map(|from| self.column(stretch.start + from, 2, 8));
            if is_counting(&indices) && are_steps(&values) {
                // As in `case 2: x = x + 1`, each may have the name.
                lists.push(List { values, place: 0..self.start(stretch.start + 3) });
            }
        }
        lists
    }

    /// Numbers of records.
    fn column(&self, from: usize, period: usize, count: usize) -> Vec<i64> {
        self.items[from..].iter().step_by(period).take(count).copied().collect()
    }

    /// Eight moves in records whose separators repeat.
    pub(super) fn pairs(&self) -> Vec<Pairs<'a>> {
        let of_period = |period| {
            let stretches = stretches(&self.gaps, period).into_iter();
            let found = stretches.flat_map(|stretch| self.columns(&stretch, period));
            found.take(MOST).collect::<Vec<_>>()
        };
        (2..12).map(of_period).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Two columns of records, from the first that is a move to the last. In `f(x + 2, y + 1) and
    /// g(x + 2, y + 1)` the second column is not the first number.
    fn columns(&self, stretch: &Range<usize>, period: usize) -> Vec<Pairs<'a>> {
        let mut found: Vec<Pairs<'a>> = Vec::new();
        let ways = (0..period).flat_map(|one| [(one, 1), (one, 2)]);
        for (one, apart) in ways.filter(|(_, apart)| *apart < period) {
            let records = (stretch.start + one..stretch.end - apart).step_by(period);
            let records: Vec<usize> = records.collect();
            let pair = |at: &usize| (self.items[*at], self.items[at + apart]);
            let is_move = |at: &usize| digit(pair(at)).is_some();
            let runs = records.chunk_by(|a, b| is_move(a) == is_move(b));
            for run in runs.filter(|run| run.len() >= 8 && is_move(&run[0])).take(MOST) {
                let is_index = |other: usize| {
                    let mut numbers = self.column(run[0] - one + other, period, run.len());
                    let is_sorted = numbers.is_sorted();
                    numbers.sort_unstable();
                    !is_sorted && is_counting(&numbers)
                };
                let are_ordered = !(0..period).any(is_index);
                // One more than eight shows that they are others.
                let pairs: Vec<Pair> = run.iter().take(9).map(pair).collect();
                let exchanged = pairs.iter().map(|&(one, other)| (other, one));
                if found.iter().all(|other| !exchanged.clone().eq(other.pairs.iter().copied())) {
                    let lists = [self.start(run[0]); 2];
                    found.push(Pairs { pairs, lists, are_ordered, names: self.names(run, apart) });
                }
            }
        }
        found
    }

    /// The names of the two numbers in records.
    fn names(&self, records: &[usize], apart: usize) -> Names<'a> {
        // The first of a list may have the name of the list before it.
        let second = records[1];
        let name = |at: usize| saying(self.before(at)).next_back();
        let names = [second, second + apart].map(name);
        // Else they stand behind their numbers.
        let own = if name(records[0]) == names[0] { names } else { [None; 2] };
        let list = self.span(records[0]..records[records.len() - 1] + apart + 1);
        Names::of_pairs(self.source, list, own)
    }
}

/// Whether numbers go up by one from 0 or 1.
fn is_counting(numbers: &[i64]) -> bool {
    (0..=1).contains(&numbers[0]) && numbers.windows(2).all(|two| two[0] + 1 == two[1])
}

pub(super) fn are_steps(values: &[i64]) -> bool {
    values.iter().all(|value| (1..=2).contains(&value.abs()))
}

/// Whether sixteen numbers are two lists of eight that are the eight moves together.
fn is_eight_in_halves(values: &[i64]) -> bool {
    values.len() == 16 && is_eight(&paired(&values[..8], &values[8..]))
}

/// The numbers of two lists together.
pub(super) fn paired(one: &[i64], other: &[i64]) -> Vec<Pair> {
    one.iter().copied().zip(other.iter().copied()).collect()
}
