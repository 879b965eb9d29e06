//! The names that a program gives to its lists.

use std::ops::Range;

use crate::axes::{Axis, letter, of_two};
use crate::moves::program::{Token, first, parts};

/// The names that a list has where it begins.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Heading<'a> {
    /// Its own.
    pub own: Option<&'a str>,
    /// Two names that take its two halves or numbers: `for dr, dc in`.
    pub two: Option<[&'a str; 2]>,
}

/// The names that stand between two places, directly before the second one, where a list begins: in
/// its statement, or in the line above if it stands alone.
pub(super) fn heading<'a>(program: &[Token<'a>], place: Range<usize>) -> Heading<'a> {
    let [statement, line] = statement_before(program, &place);
    if line.is_empty() {
        return Heading::default();
    }
    let end = |part: &[Token]| part.last().map(Token::end);
    let list = program.partition_point(|token| token.at < place.end);
    let stands_alone =
        end(line) != end(statement) || program.get(list).is_some_and(|list| list.begins_line);
    Heading { own: own(line), two: two(line, stands_alone) }
}

/// The statement between two places, directly before the second one, and the last line of it that
/// has a word.
pub(super) fn statement_before<'b, 'a>(
    program: &'b [Token<'a>],
    place: &Range<usize>,
) -> [&'b [Token<'a>]; 2] {
    const FAR: usize = 100;
    let [from, to] = [place.start, place.end].map(|at| program.partition_point(|t| t.at < at));
    let before = &program[from.max(to.saturating_sub(FAR))..to];
    // Not that of `[i32; 8]`.
    let ends = |two: &[Token]| two[0].text == ";" && two[1].number().is_none();
    let statement = before.windows(2).rposition(ends).map_or(before, |end| &before[end + 1..]);
    let mut lines = statement.chunk_by(|_, next| !next.begins_line);
    let line = lines.rfind(|line| line.iter().any(Token::is_word));
    [statement, line.unwrap_or_default()]
}

/// Whether a token stands between names and what they name.
fn binds(line: &[Token], at: usize) -> bool {
    let is_other = |at: usize| line.get(at).is_some_and(|t| t.is_one_of(&["<", ">", "!", "="]));
    line[at].is_one_of(&[":=", "<-", "in", "of", ":"])
        || line[at].text == "=" && !is_other(at + 1) && !is_other(at.wrapping_sub(1))
}

/// The name that a line has behind its other ones.
fn own<'a>(line: &[Token<'a>]) -> Option<&'a str> {
    let last = line.iter().rposition(Token::is_word)?;
    // `(cols 8)` is another one too.
    let ends = |at: &usize| {
        line[*at].text == "," || *at > 0 && line[at - 1].is_word() && line[*at].number().is_some()
    };
    let part = &line[(0..last).rfind(ends).map_or(0, |end| end + 1)..];
    let names = names(part);
    // `dx (col)`.
    let is_strong = |name: &&&str| !matches!(Axis::of_name(name), Some(Axis::X | Axis::Y));
    names.iter().rfind(is_strong).or(names.last()).copied()
}

/// The words that say something.
pub(super) fn names<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
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

/// The two names before what binds them at the end of a line, or those that end it.
fn two<'a>(line: &[Token<'a>], stands_alone: bool) -> Option<[&'a str; 2]> {
    let end = (0..line.len()).rfind(|at| binds(line, *at));
    let bound = &line[..end.unwrap_or(line.len())];
    let closes = |token: &Token| token.is_one_of(&[")", "]", "}", "|"]);
    let last = bound.iter().rposition(|token| !closes(token))?;
    // `moves (c, r) = ` names what a function takes.
    let opens =
        bound.iter().rposition(|token| token.text == "(").filter(|_| last + 1 < bound.len());
    let is_function = opens.and_then(|at| bound[..at].last()).is_some_and(|before| {
        before.is_word() && !before.is_one_of(&["let", "val", "var", "my", "for", "auto", "const"])
    });
    let may_bind = match end {
        Some(end) if line[end].text == "=" && is_function => false,
        // Not `def f(c, r): return`.
        Some(end) if line[end].text == ":" => {
            let is_direct = !line[end..].iter().any(Token::is_word);
            is_direct && last + 1 < end || line[end - 1].text == "]"
        }
        // Not `let at = (c, r) in`.
        Some(end) if line[end].text == "in" => {
            let from = (0..end).rfind(|at| binds(line, *at)).unwrap_or(0);
            line[from..end].iter().any(|token| token.text.starts_with("for"))
        }
        Some(_) => true,
        None => stands_alone,
    };
    let comma = bound[..last].iter().rposition(|token| token.text == ",");
    let one = match comma {
        Some(comma) => comma,
        None if end.is_none() => last,
        _ => return None,
    };
    let two = [bound[..one].last()?, &bound[last]];
    (may_bind && two.iter().all(|name| name.is_word())).then(|| two.map(|name| name.text))
}

/// The name of a list that begins at a place, or of what takes its elements: `for move in`.
pub(super) fn name_of<'a>(program: &[Token<'a>], place: &Range<usize>) -> Option<&'a str> {
    const BINDS: [&str; 5] = ["=", ":=", "<-", "in", "of"];
    let [statement, last] = statement_before(program, place);
    let lines: Vec<&[Token]> = statement.chunk_by(|_, next| !next.begins_line).collect();
    let outside = |line: &[Token], texts: &[&str]| {
        let mut depth = 0;
        line.iter().position(|token| {
            depth += i32::from(token.is_one_of(&["(", "[", "{"]));
            depth -= i32::from(token.is_one_of(&[")", "]", "}"]));
            depth == 0 && token.is_one_of(texts)
        })
    };
    // Records may begin below the bracket around them: `{x: 2, y: 1}`.
    let opens = |line: &[Token]| line.last().is_some_and(|it| it.is_one_of(&["(", "[", "{"]));
    let inner = lines.iter().rev().zip(lines.iter().rev().skip(1));
    let inner = inner.take_while(|(line, above)| outside(line, &BINDS).is_none() && opens(above));
    let around = inner.last().map(|(_, above)| *above);
    let line = around.filter(|line| outside(line, &BINDS).is_some()).unwrap_or(last);
    let mut parts = parts(line).into_iter().rev();
    let part = parts.find(|part| part.iter().any(Token::is_word))?;
    let bound = &part[..outside(part, &BINDS).unwrap_or(part.len())];
    // A type stands behind a colon, and names stand in others: `std::vector`.
    let is_colon = |at: usize| bound.get(at).is_some_and(|token| token.text == ":");
    let colon = (0..bound.len())
        .find(|at| is_colon(*at) && !is_colon(at + 1) && !at.checked_sub(1).is_some_and(is_colon));
    let bound = &bound[..colon.unwrap_or(bound.len())];
    bound.iter().rfind(|token| token.is_word()).map(|token| token.text)
}

/// What the names of two lists say; if both stand before the first one, it has one of them.
pub(super) fn one_each([first, second]: [Heading; 2]) -> [Option<Axis>; 2] {
    match first.two {
        Some(two) if second.own.is_none() => of_two(two.map(Some)),
        _ => of_two([first.own, second.own]),
    }
}
