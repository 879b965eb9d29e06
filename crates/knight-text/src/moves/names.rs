//! What a program calls its lists and their numbers.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::axes::{Axis, letter, of_two};
use crate::moves::program::{Token, first, outside, parts};

/// The names of the two numbers of a move.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// What they say.
    pub axes: [Option<Axis>; 2],
    /// Each name, and whether it is that of the second number or list.
    each: Vec<(&'a str, bool)>,
    are_lists: bool,
    /// The names of moves as a whole, and of their list.
    wholes: HashSet<&'a str>,
    counts_from_0: bool,
}

impl<'a> Names<'a> {
    /// Of two lists, given what stands before each up to its first number.
    pub(super) fn of_lists(before: [&[Token<'a>]; 2]) -> Names<'a> {
        let own = before.map(own_name);
        // If both stand before the first list, it has one of them.
        let both = two_before(before[0], true).filter(|_| own[1].is_none());
        let names = both.map_or(own, |two| two.map(Some));
        let each = names.into_iter().zip([false, true]);
        let each = each.filter_map(|(name, is_second)| Some((name?, is_second))).collect();
        Names { axes: of_two(names), each, are_lists: true, ..Names::default() }
    }

    /// Of an x and a y.
    pub(super) fn xy() -> Names<'a> {
        Names { axes: [Some(Axis::X), Some(Axis::Y)], ..Names::default() }
    }

    /// Of a list of pairs, given the names that stand before their numbers. Others stand before the
    /// list, or in a loop over it.
    pub(super) fn of_pairs(
        program: &[Token<'a>],
        list: Range<usize>,
        own: [Option<&'a str>; 2],
    ) -> Names<'a> {
        const MOST: usize = 20;
        let before = &program[..=list.start];
        let bound = two_before(before, true);
        let name = list_name(before).filter(|_| bound.is_none());
        let is_there = |at: &usize| Some(program[*at].text) == name;
        let places: Vec<usize> = (list.end..program.len()).filter(is_there).collect();
        let in_loops = places.iter().filter_map(|&at| {
            let is_assigned = program[at - 1].assigns();
            two_before(&program[..=at], is_assigned).or_else(|| two_behind(&program[at + 1..]))
        });
        let direct = two_behind(&program[list.end..]);
        let in_loops: BTreeSet<[&str; 2]> = in_loops.chain(direct).take(MOST).collect();
        let said = |names| Some(of_two(names)).filter(|said| *said != [None; 2]);
        let said_in_loops = only(in_loops.iter().filter_map(|two| said(two.map(Some))));
        let axes = said(own).or_else(|| said(bound?.map(Some))).or(said_in_loops);
        let each = in_loops.into_iter().chain(bound);
        let near = places.iter().flat_map(|at| program[..*at].iter().rev().take(4));
        let near = near.filter(|token| token.is_word()).map(|token| token.text);
        Names {
            axes: axes.unwrap_or_default(),
            each: each.flat_map(|[one, other]| [(one, false), (other, true)]).collect(),
            are_lists: false,
            wholes: near.chain(name).collect(),
            counts_from_0: program.windows(3).any(|three| first(three) == ["[", "0", "]"]),
        }
    }

    /// Whether a value is called as the second of the two numbers, if they are called x and y.
    pub(super) fn second_of_xy(&self, value: &[Token]) -> Option<bool> {
        let are_xy = self.axes.iter().all(|axis| axis.is_some_and(|axis| !axis.is_strong()));
        let said = only(saying(value).filter_map(Axis::of_name))?;
        (are_xy && !said.is_strong()).then_some(Some(said) == self.axes[1])
    }

    /// Whether a value takes the second of the two numbers, if it takes one of them.
    pub(super) fn second_in(&self, value: &[Token]) -> Option<bool> {
        let is_whole = |token: &Token| self.wholes.contains(token.text);
        let whole = value.iter().position(is_whole).unwrap_or(value.len());
        let by_index = (whole..value.len()).filter_map(|at| match first(&value[at..]) {
            ["[", "0", "]"] | [".", "first", _] | [".0", ..] => Some(false),
            ["[", "1", "]"] => Some(self.counts_from_0),
            ["[", "2", "]"] if !self.counts_from_0 => Some(true),
            [".", "second", _] | [".1", ..] => Some(true),
            _ => None,
        });
        let by_name = (0..value.len()).flat_map(|at| {
            let [name, next] = first(&value[at..]);
            let has_index = ["[", "(", ".", ".0", ".1"].contains(&next);
            let each = self.each.iter().filter(move |_| has_index == self.are_lists);
            each.filter(move |(of, _)| *of == name).map(|(_, is_second)| *is_second)
        });
        only(by_index).or_else(|| only(by_name))
    }
}

/// What some things are, if they are all one.
pub(super) fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let one = all.next()?;
    all.all(|other| other == one).then_some(one)
}

/// The lines of the statement directly before the last of some tokens, and of that one.
fn last_lines<'b, 'a>(tokens: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    const FAR: usize = 100;
    let tokens = &tokens[tokens.len().saturating_sub(FAR)..];
    // Not that of `[i32; 8]`.
    let ends = |two: &[Token]| two[0].text == ";" && two[1].number().is_none();
    let statement = tokens.windows(2).rposition(ends).map_or(tokens, |end| &tokens[end + 1..]);
    statement.chunk_by(|_, next| !next.begins_line).collect()
}

fn has_word(tokens: &[Token]) -> bool {
    tokens.iter().any(Token::is_word)
}

/// What gets the list before which some tokens stand: those before what binds them to it, in the
/// last line that has a word.
fn bound<'b, 'a>(before: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let lines = last_lines(&before[..before.len() - 1]);
    let Some(last) = lines.iter().rposition(|line| has_word(line)) else { return &[] };
    // A type stands behind a colon.
    let binds = |token: &Token| token.binds() || token.text == ":";
    let binder = |line: &[Token]| line.iter().position(outside(binds));
    // Records may begin below the bracket around them: `{x: 2, y: 1}`.
    let is_inner =
        |at: &usize| lines[*at].last().is_some_and(Token::opens) && binder(lines[at + 1]).is_none();
    let around = (0..last).rev().take_while(is_inner).last().map(|at| lines[at]);
    let line = around.filter(|line| binder(line).is_some()).unwrap_or(lines[last]);
    let Some(part) = parts(line).into_iter().rfind(|part| has_word(part)) else { return &[] };
    let end = binder(part).or_else(|| part.iter().position(binds)).unwrap_or(part.len());
    // Others stand before a comma, and in `((cols 8) (a '(2 1 …`.
    let is_one =
        |token: &Token, next: &Token| token.text != "," && [token.text, next.text] != [")", "("];
    part[..end].chunk_by(is_one).rfind(|part| has_word(part)).unwrap_or_default()
}

/// The name of the list that some tokens end with the beginning of, or of what takes its elements:
/// `for move in`.
pub(super) fn list_name<'a>(before: &[Token<'a>]) -> Option<&'a str> {
    let mut bound = bound(before);
    // A function that makes it: `c(` of R.
    while let [rest @ .., _, open] = bound
        && open.text == "("
    {
        bound = rest;
    }
    bound.iter().rfind(|token| token.is_word()).map(|token| token.text)
}

/// The name of a list that says what it is, or else its last one.
pub(super) fn own_name<'a>(before: &[Token<'a>]) -> Option<&'a str> {
    let mut names = saying(bound(before));
    // `dx (col)`.
    let is_strong = |name: &&str| !matches!(Axis::of_name(name), Some(Axis::X | Axis::Y));
    let strong = names.clone().rfind(is_strong);
    strong.or_else(|| names.next_back()).or_else(|| list_name(before))
}

/// The words that say something.
pub(super) fn saying<'a>(tokens: &[Token<'a>]) -> impl DoubleEndedIterator<Item = &'a str> + Clone {
    let says = |at: &usize| {
        let name = tokens[*at].text;
        // `c(` of R makes a vector, and `v.push_back(` fills one.
        let is_other = name.len() == 1 && matches!(first(&tokens[at + 1..]), ["(" | "."]);
        tokens[*at].is_word()
            && !is_other
            && (letter(name).is_some() || Axis::of_name(name).is_some())
    };
    (0..tokens.len()).filter(says).map(|at| tokens[at].text)
}

/// The two names that take the halves or the numbers of what some tokens end with the beginning of:
/// `for dr, dc in`, `(dr, dc) =`, or `dr, dc` in a line of their own.
fn two_before<'a>(before: &[Token<'a>], may_assign: bool) -> Option<[&'a str; 2]> {
    let lines = last_lines(before);
    let last = lines.iter().rposition(|line| has_word(line))?;
    let line = if last + 1 < lines.len() { lines[last] } else { lines[last].split_last()?.1 };
    let end = line.iter().rposition(|token| token.binds() || token.text == ":");
    let names = &line[..end.unwrap_or(line.len())];
    let closes = |token: &Token| token.closes() || token.text == "|";
    let count = names.iter().rposition(|token| !closes(token))? + 1;
    let is_bound = match end.map(|end| line[end].text) {
        // `(dr, dc):`.
        Some(":") => count < names.len(),
        Some("in" | "of" | "<-") => true,
        Some(_) => may_assign,
        None => last + 1 < lines.len(),
    };
    let (second, before) = names[..count].split_last()?;
    let comma = before.iter().rposition(|token| token.text == ",");
    let (one, before) = match comma {
        Some(comma) => before[..comma].split_last()?,
        None if end.is_none() => before.split_last()?,
        None => return None,
    };
    let are_words = one.is_word() && second.is_word();
    (is_bound && are_words && begins_pattern(before)).then_some([one.text, second.text])
}

/// Whether names may begin behind these tokens that get what follows, not the parameters of a
/// function: `for (const [`.
fn begins_pattern(before: &[Token]) -> bool {
    const WORDS: [&str; 11] =
        ["let", "val", "var", "my", "for", "foreach", "auto", "const", "mut", "as", "local"];
    match before {
        // A type, an object, or another name: `(int dr, int dc)`, `self.dr`, `a, dr, dc`.
        [rest @ .., open, of] if of.is_word() && open.text == "(" => begins_pattern(rest),
        [rest @ .., name, sign] if name.is_word() && sign.is_one_of(&[".", ","]) => {
            begins_pattern(rest)
        }
        [rest @ .., open] if open.opens() => begins_pattern(rest),
        [.., last] => last.is_one_of(&WORDS) || last.is_one_of(&["|", ";", ",", "}"]),
        [] => true,
    }
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
