//! What a program calls its lists and their numbers.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::axes::{Axis, letter, of_two};
use crate::moves::program::{Token, first, parts};

/// Tokens around a name that are looked at.
const NEAR: usize = 16;

/// The names of the two numbers of a move.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// What they say.
    pub axes: [Option<Axis>; 2],
    /// Those of the first and of the second number, or of the two lists.
    each: [Vec<&'a str>; 2],
    are_lists: bool,
    /// Those of moves as a whole, and of their list.
    wholes: Vec<&'a str>,
    /// What stands behind these for each of the two numbers.
    indices: [[&'static str; 3]; 2],
}

impl<'a> Names<'a> {
    /// Of two lists, given what stands before each.
    pub(super) fn of_lists(program: &[Token<'a>], lists: [&Range<usize>; 2]) -> Names<'a> {
        let own = lists.map(|list| own_name(program, list));
        // If both stand before the first list, it has one of them.
        let both = two_before(program, lists[0], true).filter(|_| own[1].is_none());
        let names = both.map_or(own, |two| two.map(Some));
        let each = names.map(|name| Vec::from_iter(name));
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
        let said = |two: &[&str; 2]| Some(of_two(two.map(Some))).filter(|said| *said != [None; 2]);
        let before = two_before(program, &(0..list.start), true);
        let name = list_name(program, &(0..list.start)).filter(|_| before.is_none());
        let is_there = |at: &usize| Some(program[*at].text) == name;
        let places: Vec<usize> = (list.end..program.len()).filter(is_there).collect();
        let in_loops = places.iter().filter_map(|&at| {
            let is_assigned = program[at - 1].assigns();
            two_before(program, &(0..at), is_assigned).or_else(|| two_behind(&program[at + 1..]))
        });
        let direct = two_behind(&program[list.end..]);
        let in_loops: BTreeSet<[&str; 2]> = in_loops.chain(direct).take(MOST).collect();
        // All loops that say something say one thing.
        let mut said_in_loops = in_loops.iter().filter_map(said);
        let one = said_in_loops.next().filter(|one| said_in_loops.all(|other| other == *one));
        let own = Some(of_two(own)).filter(|own| *own != [None; 2]);
        let axes = own.or_else(|| said(&before?)).or(one).unwrap_or_default();
        let before_each = places.iter().flat_map(|at| program[..*at].iter().rev().take(4));
        let words = before_each.filter(|token| token.is_word()).map(|token| token.text);
        let counts_from_0 = program.windows(3).any(|three| first(three) == ["[", "0", "]"]);
        let [one, other] = if counts_from_0 { ["0", "1"] } else { ["1", "2"] };
        Names {
            axes,
            each: [0, 1].map(|nth| in_loops.iter().chain(&before).map(|two| two[nth]).collect()),
            are_lists: false,
            wholes: words.chain(name).collect(),
            indices: [[one, "first", ".0"], [other, "second", ".1"]],
        }
    }

    /// Whether a value is called as the second of the two numbers, if they are called x and y.
    pub(super) fn second_of_xy(&self, value: &[Token]) -> Option<bool> {
        let are_xy = self.axes.iter().all(|axis| axis.is_some_and(|axis| !axis.is_strong()));
        let said = Axis::all(saying(value).into_iter().filter_map(Axis::of_name));
        let [said] = said[..] else { return None };
        (are_xy && !said.is_strong()).then_some(Some(said) == self.axes[1])
    }

    /// Whether a value takes the second of the two numbers, if it takes one of them.
    pub(super) fn second_in(&self, value: &[Token]) -> Option<bool> {
        let by_index = |nth: usize, at: usize| match first(&value[at..]) {
            ["[", index, "]"]
            | [".", index @ ("first" | "second"), _]
            | [index @ (".0" | ".1"), ..] => {
                let is_whole = |token: &Token| self.wholes.contains(&token.text);
                self.indices[nth].contains(&index) && value[..at].iter().any(is_whole)
            }
            _ => false,
        };
        let by_name = |nth: usize, at: usize| {
            let [name, next] = first(&value[at..]);
            let has_index = ["[", "(", ".", ".0", ".1"].contains(&next);
            self.each[nth].contains(&name) && has_index == self.are_lists
        };
        let second = |is_taken: &dyn Fn(usize, usize) -> bool| {
            let [first, second] = [0, 1].map(|nth| (0..value.len()).any(|at| is_taken(nth, at)));
            (first != second).then_some(second)
        };
        second(&by_index).or_else(|| second(&by_name))
    }
}

/// The lines of the statement between two places, directly before the second one.
fn lines_before<'b, 'a>(program: &'b [Token<'a>], place: &Range<usize>) -> Vec<&'b [Token<'a>]> {
    const FAR: usize = 100;
    let before = &program[place.start.max(place.end.saturating_sub(FAR))..place.end];
    // Not that of `[i32; 8]`.
    let ends = |two: &[Token]| two[0].text == ";" && two[1].number().is_none();
    let statement = before.windows(2).rposition(ends).map_or(before, |end| &before[end + 1..]);
    statement.chunk_by(|_, next| !next.begins_line).collect()
}

fn has_word(tokens: &[Token]) -> bool {
    tokens.iter().any(Token::is_word)
}

/// What gets the list between two places, before the second one: the tokens before what binds them
/// to it, in the last line that has a word.
fn bound<'b, 'a>(program: &'b [Token<'a>], place: &Range<usize>) -> &'b [Token<'a>] {
    let lines = lines_before(program, place);
    let Some(last) = lines.iter().rposition(|line| has_word(line)) else { return &[] };
    // Records may begin below the bracket around them: `{x: 2, y: 1}`.
    let opens = |line: &[Token]| line.last().is_some_and(Token::opens);
    let is_bound = |line: &[Token]| outside(line, |token| token.binds()).is_some();
    let is_inner = |at: &usize| opens(lines[*at]) && !is_bound(lines[at + 1]);
    let around = (0..last).rev().take_while(is_inner).last().map(|at| lines[at]);
    let line = around.filter(|line| is_bound(line)).unwrap_or(lines[last]);
    let Some(part) = parts(line).into_iter().rfind(|part| has_word(part)) else { return &[] };
    // A type stands behind a colon.
    let ends = |token: &Token| token.binds() || token.text == ":";
    let end = outside(part, ends).or_else(|| part.iter().position(ends)).unwrap_or(part.len());
    // Others stand before a comma, and in `((cols 8) (a '(2 1 …`.
    let is_one =
        |token: &Token, next: &Token| token.text != "," && [token.text, next.text] != [")", "("];
    part[..end].chunk_by(is_one).rfind(|part| has_word(part)).unwrap_or_default()
}

/// Where the first of some tokens is that stands in no brackets.
fn outside(line: &[Token], is_it: impl Fn(&Token) -> bool) -> Option<usize> {
    let mut depth = 0;
    line.iter().position(|token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        depth == 0 && is_it(token)
    })
}

/// The name of a list, or of what takes its elements: `for move in`.
pub(super) fn list_name<'a>(program: &[Token<'a>], place: &Range<usize>) -> Option<&'a str> {
    let mut bound = bound(program, place);
    // A function that makes it: `c(` of R.
    while let [rest @ .., _, open] = bound
        && open.text == "("
    {
        bound = rest;
    }
    bound.iter().rfind(|token| token.is_word()).map(|token| token.text)
}

/// The name of a list that says what it is, or else its last one.
pub(super) fn own_name<'a>(program: &[Token<'a>], place: &Range<usize>) -> Option<&'a str> {
    let names = saying(bound(program, place));
    // `dx (col)`.
    let is_strong = |name: &&&str| !matches!(Axis::of_name(name), Some(Axis::X | Axis::Y));
    let said = names.iter().rfind(is_strong).or(names.last());
    said.copied().or_else(|| list_name(program, place))
}

/// The words that say something.
pub(super) fn saying<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let says = |at: &usize| {
        let name = tokens[*at].text;
        // `c(` of R makes a vector, and `v.push_back(` fills one.
        let is_other = name.len() == 1 && matches!(first(&tokens[at + 1..]), ["(" | "."]);
        tokens[*at].is_word()
            && !is_other
            && (letter(name).is_some() || Axis::of_name(name).is_some())
    };
    (0..tokens.len()).filter(says).map(|at| tokens[at].text).collect()
}

/// The two names that take the halves or the numbers of what is at a place: `for dr, dc in`, `(dr,
/// dc) =`, or `dr, dc` in a line of their own.
fn two_before<'a>(
    program: &[Token<'a>],
    place: &Range<usize>,
    may_assign: bool,
) -> Option<[&'a str; 2]> {
    let lines = lines_before(program, &(place.start..place.end + 1));
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

/// The two names that the function takes that is called on what these tokens follow: `.map(([dx,
/// dy]) =>`, `as [$dx, $dy]`.
fn two_behind<'a>(behind: &[Token<'a>]) -> Option<[&'a str; 2]> {
    let is_inner = |token: &Token| token.closes() || token.text == ",";
    let call = &behind[behind.iter().position(|token| !is_inner(token))?..];
    let call = &call[..call.len().min(NEAR)];
    call.first().filter(|token| token.is_one_of(&[".", "as"]))?;
    call.windows(6).find_map(|six| match six {
        [before, open, one, comma, second, close]
            if one.is_word() && comma.text == "," && second.is_word() =>
        {
            let is_function = before.is_word() && !before.is_one_of(&["as", "case", "fun", "do"]);
            let is_open = open.opens() && !is_function && close.closes();
            (is_open || open.text == "|" && close.text == "|").then_some([one.text, second.text])
        }
        _ => None,
    })
}
