//! What a program calls its lists and their numbers.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;

use crate::axes::{Axis, of_two};
use crate::moves::numbers::Pairs;
use crate::moves::program::{Token, end_of_line, first, line_before, name_of, rest_of_line};

/// The names of the two numbers of a move.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// What they say.
    pub axes: [Option<Axis>; 2],
    /// Each name, with whether it is that of the second number or list, unless it is that of both.
    each: HashMap<&'a str, Option<bool>>,
    /// The variables that are sums with one of them, or are added to it.
    pub sums: HashMap<&'a str, Option<bool>>,
    /// The names of moves as a whole, and of their list.
    wholes: HashSet<&'a str>,
    /// The two fields of a move.
    fields: Option<[&'a str; 2]>,
    counts_from_0: bool,
}

/// What stands in a program in the place of a list of pairs, or of each of two lists.
const LISTS: [&str; 2] = ["#1", "#2"];

/// The program with a token in the place of each list, which goes on the line above.
fn without_numbers<'a>(program: &[Token<'a>], lists: &[Range<usize>]) -> Vec<Token<'a>> {
    let mut program = program.to_vec();
    for (list, text) in lists.iter().zip(LISTS).rev() {
        program.splice(list.clone(), [Token { text, is_glued: false, begins_line: false }]);
        let open = program[..list.start].iter_mut().rev().take_while(|token| token.opens());
        open.for_each(|open| open.begins_line = false);
    }
    program
}

impl<'a> Names<'a> {
    /// Of moves of a program.
    pub(super) fn of(program: &[Token<'a>], moves: &Pairs<'a>) -> Names<'a> {
        if let Some(own) = moves.own {
            return Names::called(vec![own.map(Some)]);
        }
        let program = &without_numbers(program, &moves.lists);
        let is_list = |at: &usize| LISTS.contains(&program[*at].text);
        match (0..program.len()).filter(is_list).collect::<Vec<_>>()[..] {
            [list] => Names::of_pairs(program, list),
            [first, second] => {
                let each = || [first, second].map(|list| name_of_list(program, list));
                let together = names_before(program, first).map(|two| two.map(Some));
                Names::called(vec![together.unwrap_or_else(each)])
            }
            _ => Names::default(),
        }
    }

    /// Of a list of pairs: those in a loop over the list, or in a function that is called on it.
    fn of_pairs(program: &[Token<'a>], list: usize) -> Names<'a> {
        let name = name_of_list(program, list);
        let is_there = |at: &usize| *at == list || Some(program[*at].text) == name;
        let places: Vec<usize> = (list..program.len()).filter(is_there).collect();
        let before = places.iter().filter_map(|at| names_before(program, *at));
        let behind = places.iter().filter_map(|at| names_behind(&program[at + 1..]));
        let near = places.iter().flat_map(|at| program[..*at].iter().rev().take(4));
        let near = near.filter(|token| token.is_word() && !token.binds()).map(|token| token.text);
        let called = Names::called(before.chain(behind).map(|two| two.map(Some)).collect());
        let fields = only(fields(program).map(Some)).flatten();
        let named = fields.filter(|_| called.axes == [None; 2]);
        Names {
            axes: named.map_or(called.axes, |fields| of_two(fields.map(Some))),
            wholes: near.chain(name).collect(),
            fields,
            counts_from_0: program.windows(3).any(|three| first(three) == ["[", "0", "]"]),
            ..called
        }
    }

    /// Of numbers with each of these names.
    fn called(two: Vec<[Option<&'a str>; 2]>) -> Names<'a> {
        let axes = two.iter().map(|two| of_two(*two)).filter(|axes| *axes != [None; 2]);
        let mut names = Names { axes: only(axes).unwrap_or_default(), ..Names::default() };
        for (name, is_second) in two.into_iter().flat_map(|two| two.into_iter().zip([false, true]))
        {
            name.into_iter().for_each(|name| keep(&mut names.each, name, is_second));
        }
        names
    }

    /// Whether a value takes the second of the two numbers, if it takes one of them.
    pub(super) fn second_in(&self, value: &[Token]) -> Option<bool> {
        only((0..value.len()).filter_map(|at| self.second_at(&value[at..])))
    }

    fn second_at(&self, tokens: &[Token]) -> Option<bool> {
        let [name] = first(tokens);
        let whole = tokens.get(1..).filter(|_| self.wholes.contains(name));
        let named = || *self.each.get(name).or_else(|| self.sums.get(name))?;
        whole.and_then(|behind| self.second_of_whole(behind)).or_else(named)
    }

    /// Whether the second number of a move is taken by what stands behind its name.
    fn second_of_whole(&self, behind: &[Token]) -> Option<bool> {
        let behind = operand(behind);
        only((0..behind.len()).filter_map(|at| match first(&behind[at..]) {
            ["[", "0", "]"] | [".", "first", _] | [".0", ..] => Some(false),
            ["[", "1", "]"] => Some(self.counts_from_0),
            ["[", "2", "]"] if !self.counts_from_0 => Some(true),
            [".", "second", _] | [".1", ..] => Some(true),
            [".", name, _] => Some(self.fields?.iter().position(|it| *it == name)? == 1),
            _ => None,
        }))
    }

    /// Whether a value is called as the second of the two numbers, if they are called x and y.
    pub(super) fn second_of_xy(&self, value: &[Token]) -> Option<bool> {
        let are_xy = self.axes.iter().all(|axis| axis.is_some_and(|axis| !axis.is_strong()));
        let said = value.iter().filter_map(|token| Axis::of_name(token.text));
        let said = only(said.filter(|axis| !axis.is_strong()).map(Some))?;
        are_xy.then_some(said == self.axes[1])
    }
}

/// Keeps which of the two numbers a name is of, unless it is of both.
pub(super) fn keep<K: Eq + Hash>(known: &mut HashMap<K, Option<bool>>, name: K, is_second: bool) {
    let known = known.entry(name).or_insert(Some(is_second));
    *known = known.filter(|known| *known == is_second);
}

/// What some things are, if they are all one.
pub(super) fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let one = all.next()?;
    all.all(|other| other == one).then_some(one)
}

/// The tokens of a line up to the next sign, or to what closes a bracket around them.
pub(super) fn operand<'b, 'a>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let is_end = |token: &Token| token.is_sign() || token.is_one_of(&[",", "="]);
    rest_of_line(tokens).split(is_end).next().unwrap_or_default()
}

/// The tokens of a line before what begins at a place, without the brackets around it.
fn before<'b, 'a>(program: &'b [Token<'a>], place: usize) -> &'b [Token<'a>] {
    let end = program[..place].iter().rposition(|token| !token.opens());
    line_before(&program[..end.map_or(0, |end| end + 1)])
}

/// The fields of each type of a program that has two: `struct Move { int dx, dy; }`, or with the
/// type behind them, `struct { dx, dy int }` and `struct Move { dx: i32, dy: i32 }`.
fn fields<'a>(program: &[Token<'a>]) -> impl Iterator<Item = [&'a str; 2]> {
    /// Tokens from the word to the bracket, at most.
    const FAR: usize = 4;
    let types = program.split(|token| token.is_one_of(&["struct", "class", "record"])).skip(1);
    types.filter_map(|behind| {
        let open = behind.iter().take(FAR).position(Token::opens)?;
        let inner = behind[open + 1..].split(|it| it.opens() || it.closes()).next()?;
        let fields = inner.split(|token| token.is_one_of(&[",", ";"]));
        let fields: Vec<&[Token]> = fields.filter(|field| !field.is_empty()).collect();
        let [one, other] = fields[..] else { return None };
        // Of `public: int dx` the colon is no type's.
        let is_first = one.len() == 1 || [one, other].iter().all(|it| first(&it[1..]) == [":"]);
        Some([one, other].map(|field| field[if is_first { 0 } else { field.len() - 1 }].text))
    })
}

/// The name that gets a list, or what takes its elements. It may stand directly before the list, as
/// in `int dx[8]{`.
fn name_of_list<'a>(program: &[Token<'a>], list: usize) -> Option<&'a str> {
    let line = before(program, list);
    let by = line.iter().rposition(Token::binds);
    name_of(end_of_line(&line[..by.unwrap_or(line.len())]))
}

/// The two names that take the numbers of each pair of the list at a place: `for dr, dc in`,
/// `(dr, dc) =`, or `dr, dc` in a line of their own; not the parameters of a function.
fn names_before<'a>(program: &[Token<'a>], list: usize) -> Option<[&'a str; 2]> {
    const WORDS: [&str; 10] =
        ["let", "val", "var", "for", "foreach", "auto", "const", "mut", "as", "local"];
    let is_pattern = |word: &Token| !word.is_word() && !word.assigns() || word.is_one_of(&WORDS);
    let takes = |behind: &[Token]| match behind {
        [] => program[list].text == LISTS[0],
        // In `row, col = best(moves)` they are other things.
        [by, call, ..] if by.is_one_of(&["=", ":="]) && call.text != "zip" => false,
        [by, behind @ ..] => {
            let is_whole = rest_of_line(behind).len() == behind.len();
            by.binds() && is_whole && !behind.iter().any(Token::binds)
        }
    };
    let two = two_names(before(program, list), |before, behind| {
        before.is_none_or(is_pattern) && takes(behind)
    });
    two.last()
}

/// The two names of the function that is called on the list that these tokens follow:
/// `.map(([dx, dy]) =>`, `as [$dx, $dy]`, `|> List.map (fun (dx, dy) ->`.
fn names_behind<'a>(behind: &[Token<'a>]) -> Option<[&'a str; 2]> {
    let is_inner = |token: &Token| token.closes() || token.text == ",";
    let call = rest_of_line(&behind[behind.iter().position(|token| !is_inner(token))?..]);
    call.first().filter(|first| !first.binds())?;
    let mut two = two_names(call, |before, behind| {
        before.is_some_and(|word| word.is_one_of(&["as", "list"]))
            || behind.first().is_some_and(|sign| sign.is_one_of(&["=>", "->", "|", "in"]))
    });
    two.next()
}

/// Two names with a comma between them, given whether they are meant by the token before them, or
/// before a bracket around them, and those behind them.
fn two_names<'b, 'a>(
    tokens: &'b [Token<'a>],
    are_meant: impl Fn(Option<&Token<'a>>, &[Token<'a>]) -> bool,
) -> impl Iterator<Item = [&'a str; 2]> {
    tokens.windows(3).enumerate().filter_map(move |(at, three)| {
        let [one, comma, second] = three else { return None };
        let is_open = tokens[..at].last().is_some_and(Token::opens);
        let before = tokens[..at - usize::from(is_open)].last();
        let behind = &tokens[at + 3..];
        let behind = &behind[behind.iter().take_while(|token| token.closes()).count()..];
        let are_names = one.is_word() && comma.text == "," && second.is_word();
        (are_names && are_meant(before, behind)).then_some([one.text, second.text])
    })
}
