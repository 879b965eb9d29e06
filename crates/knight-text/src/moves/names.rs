//! What a program calls its lists and their numbers.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;

use crate::axes::{Axis, of_two};
use crate::moves::program::{LONGEST, Token, end_of_line, first, parts, rest_of_line};

/// The names of the two numbers of a move.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// What they say.
    pub axes: [Option<Axis>; 2],
    /// Each name, with whether an index stands behind it, and whether it is that of the second
    /// number or list, unless it is that of both.
    each: HashMap<(&'a str, bool), Option<bool>>,
    /// The variables that are sums with one of them, or are added to it.
    pub sums: HashMap<&'a str, Option<bool>>,
    /// The names of moves as a whole, and of their list.
    wholes: HashSet<&'a str>,
    counts_from_0: bool,
}

impl<'a> Names<'a> {
    /// Of two lists that begin at these places.
    pub(super) fn of_lists(program: &[Token<'a>], lists: [usize; 2]) -> Names<'a> {
        let [first, second] = lists.map(|at| bound_at(program, at));
        let are_together = second.is_some_and(|second| second.place > 0);
        let names = [first, second].map(|bound| match bound? {
            Bound { to, place, .. } if are_together => nth_name(to, place),
            bound => bound.name(),
        });
        let mut each = HashMap::new();
        for (name, is_second) in names.into_iter().zip([false, true]) {
            name.into_iter().for_each(|name| keep(&mut each, (name, true), is_second));
        }
        Names { axes: of_two(names), each, ..Names::default() }
    }

    /// Of a list of pairs, given the names that stand before their numbers, with whether an index
    /// stands behind them. Others stand before the list, or in a loop over it.
    pub(super) fn of_pairs(
        program: &[Token<'a>],
        list: Range<usize>,
        own: Option<[(&'a str, bool); 2]>,
    ) -> Names<'a> {
        const MOST: usize = 20;
        let before = bound_at(program, list.start);
        let name = before.filter(|bound| bound.two_names().is_none()).and_then(Bound::name);
        let is_there = |at: &usize| Some(program[*at].text) == name;
        let places: Vec<usize> = (list.end..program.len()).filter(is_there).collect();
        let in_loops = places.iter().filter_map(|&at| {
            // In `row, col = best(moves)` they are other things.
            let is_it = |bound: &Bound| {
                bound.by.binds() && (!bound.by.assigns() || program[at - 1].assigns())
            };
            bound_at(program, at).filter(is_it)
        });
        let before = before.into_iter().chain(in_loops).filter_map(Bound::two_names);
        let ends = places.iter().map(|at| at + 1).chain([list.end]);
        let behind = ends.filter_map(|end| two_behind(&program[end..]));
        let two = before.chain(behind).take(MOST).map(|two| two.map(|name| (name, false)));
        let two: BTreeSet<[(&str, bool); 2]> = two.chain(own).collect();
        let axes = two.iter().map(|two| of_two(two.map(|(name, _)| Some(name))));
        let axes = only(axes.filter(|axes| *axes != [None; 2]));
        let mut each = HashMap::new();
        for [one, other] in two {
            keep(&mut each, one, false);
            keep(&mut each, other, true);
        }
        let near = places.iter().flat_map(|at| program[..*at].iter().rev().take(4));
        let near = near.filter(|token| token.is_word() && !token.binds()).map(|token| token.text);
        Names {
            axes: axes.unwrap_or_default(),
            each,
            sums: HashMap::new(),
            wholes: near.chain(name).collect(),
            counts_from_0: program.windows(3).any(|three| first(three) == ["[", "0", "]"]),
        }
    }

    /// Whether a value takes the second of the two numbers, if it takes one of them.
    pub(super) fn second_in(&self, value: &[Token]) -> Option<bool> {
        only((0..value.len()).filter_map(|at| self.second_at(&value[at..])))
    }

    fn second_at(&self, tokens: &[Token]) -> Option<bool> {
        let [name, next] = first(tokens);
        let has_index = ["[", "(", ".", ".0", ".1"].contains(&next);
        let by_name = || *self.each.get(&(name, has_index))?;
        let whole = tokens.get(1..).filter(|_| self.wholes.contains(name));
        let second = whole.and_then(|behind| self.second_of_whole(behind)).or_else(by_name);
        second.or_else(|| *self.sums.get(name)?)
    }

    /// Whether the second number of a move is taken by what stands behind its name.
    fn second_of_whole(&self, behind: &[Token]) -> Option<bool> {
        let behind = operand(behind);
        only((0..behind.len()).filter_map(|at| match first(&behind[at..]) {
            ["[", "0", "]"] | [".", "first", _] | [".0", ..] => Some(false),
            ["[", "1", "]"] => Some(self.counts_from_0),
            ["[", "2", "]"] if !self.counts_from_0 => Some(true),
            [".", "second", _] | [".1", ..] => Some(true),
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

/// What a list is bound to.
#[derive(Clone, Copy)]
pub(super) struct Bound<'b, 'a> {
    /// The tokens of its line that end with what gets the list.
    to: &'b [Token<'a>],
    by: Token<'a>,
    /// How many values stand before the list, between commas: one before that of `b` in
    /// `a, b = [1], [2]`.
    place: usize,
}

/// What gets the list that begins at a place. Functions and types may stand around it, as in
/// `moves = np.array([`, and what gets it may stand in a line of its own, or directly before it, as
/// in `int dx[8]{`.
pub(super) fn bound_at<'b, 'a>(program: &'b [Token<'a>], list: usize) -> Option<Bound<'b, 'a>> {
    const AROUND: [&str; 13] =
        [".", "::", "!", "&", "'", "\"", "@", "*", "/", "\\", "#", "=>", "|"];
    let (mut depth, mut place, mut has_word) = (0, 0, false);
    let mut braced = None;
    for at in (list.saturating_sub(LONGEST)..list).rev() {
        let by = program[at];
        let goes_on = by.opens() || by.binds() || by.is_one_of(&[",", "=>"]);
        if program[at + 1].begins_line && depth == 0 && !goes_on {
            let to = end_of_line(&program[..=at]);
            let is_heading = to.iter().all(|token| token.is_word() || token.text == ",");
            return if is_heading && !has_word { Some(Bound { to, by, place }) } else { braced };
        }
        let bound = || Bound { to: end_of_line(&program[..at]), by, place };
        let closes = by.closes() || by.text == ">";
        let opens = by.opens() || by.text == "<";
        depth = 0.max(depth + i32::from(closes) - i32::from(opens));
        match by.text {
            _ if depth > 0 => {}
            "{" => braced = Some(bound()),
            "," => place += 1,
            _ if by.binds() => return Some(bound()),
            _ if by.is_word() => has_word = true,
            _ if opens || by.number().is_some() || AROUND.contains(&by.text) => {}
            _ => return braced,
        }
    }
    braced
}

impl<'a> Bound<'_, 'a> {
    /// The name of a list, or of what takes its elements: `for move in`.
    pub(super) fn name(self) -> Option<&'a str> {
        let part = parts(self.to, ",").pop()?;
        // A type stands behind a colon, and a size or parameters in brackets.
        let part = parts(part, ":").swap_remove(0);
        let mut depth = 0;
        let is_name = |token: &&Token| {
            depth += i32::from(token.closes()) - i32::from(token.opens());
            depth == 0 && token.is_word()
        };
        part.iter().rev().find(is_name).map(|token| token.text)
    }

    /// The two names that take the numbers of a pair: `for dr, dc in`, `(dr, dc) =`, or `dr, dc` in
    /// a line of their own; not the parameters of a function.
    fn two_names(self) -> Option<[&'a str; 2]> {
        const WORDS: [&str; 11] =
            ["let", "val", "var", "for", "foreach", "auto", "const", "mut", "as", "local", "|"];
        let pattern = self.to.rsplit(|token| token.is_one_of(&WORDS)).next()?;
        let name = |part: &[Token<'a>]| {
            let start = part.iter().position(|token| !token.opens())?;
            let end = part.iter().rposition(|token| !token.closes())?;
            let before = part[start..end].last();
            let is_name = part[end].is_word() && before.is_none_or(|before| before.text == ".");
            is_name.then_some(part[end].text)
        };
        match &pattern.split(|token| token.text == ",").collect::<Vec<_>>()[..] {
            [.., one, second] if self.place == 0 => Some([name(one)?, name(second)?]),
            [[one, second]] if self.by.is_word() => Some([one.text, second.text]),
            _ => None,
        }
    }
}

/// The name at a place between commas.
fn nth_name<'a>(tokens: &[Token<'a>], place: usize) -> Option<&'a str> {
    let part = tokens.split(|token| token.text == ",").nth(place)?;
    part.iter().rfind(|token| token.is_word()).map(|token| token.text)
}

/// The two names of the function that is called on what these tokens follow: `.map(([dx, dy]) =>`,
/// `as [$dx, $dy]`, `|> List.map (fun (dx, dy) ->`.
fn two_behind<'a>(behind: &[Token<'a>]) -> Option<[&'a str; 2]> {
    const NEAR: usize = 16;
    const WORDS: [&str; 6] = ["as", "case", "do", "fn", "fun", "list"];
    let is_inner = |token: &Token| token.closes() || token.text == ",";
    let call = &behind[behind.iter().position(|token| !is_inner(token))?..];
    let call = &call[..call.len().min(NEAR)];
    call.first().filter(|token| token.is_one_of(&[".", "|", "as", "fn"]))?;
    call.windows(6).find_map(|six| match six {
        [before, open, one, comma, second, close]
            if one.is_word() && comma.text == "," && second.is_word() =>
        {
            let is_function = before.is_word() && !before.is_one_of(&WORDS);
            let is_open = open.opens() && !is_function && close.closes();
            (is_open || open.text == "|" && close.text == "|").then_some([one.text, second.text])
        }
        _ => None,
    })
}
