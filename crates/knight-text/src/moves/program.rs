//! A program as words, numbers and signs, without its comments.

use std::ops::Range;

use crate::stream::end_of;

/// A word, a number or a sign of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// Whether nothing stands between it and the token before.
    pub is_glued: bool,
    pub begins_line: bool,
}

impl Token<'_> {
    /// A whole number, which may end in `.0` or in a type, as in `2i32` and `2L`, or be imaginary;
    /// `None` for others, such as `0.5`, `8u` and `1..8`.
    pub(super) fn number(&self) -> Option<i64> {
        const TYPES: [&str; 11] =
            ["L", "f", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "j", "im"];
        let plain = TYPES.iter().find_map(|of| self.text.strip_suffix(of));
        let text = plain.map_or(self.text, |text| text.trim_end_matches('_'));
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_whole = whole.starts_with(|c: char| c.is_ascii_digit())
            && whole.bytes().all(|b| b.is_ascii_digit())
            && fraction.bytes().all(|b| b == b'0');
        is_whole.then(|| whole.parse().unwrap_or(i64::MAX))
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    pub(super) fn is_minus(&self) -> bool {
        ["-", "-=", "\u{2212}", "–", "~", "¯"].contains(&self.text)
    }

    pub(super) fn is_sign(&self) -> bool {
        self.is_minus() || self.is_one_of(&["+", "+="])
    }

    pub(super) fn is_one_of(&self, texts: &[&str]) -> bool {
        texts.contains(&self.text)
    }

    pub(super) fn opens(&self) -> bool {
        self.is_one_of(&["(", "[", "{"])
    }

    pub(super) fn closes(&self) -> bool {
        self.is_one_of(&[")", "]", "}"])
    }

    /// Whether it stands between a name and what that gets.
    pub(super) fn assigns(&self) -> bool {
        self.is_one_of(&["=", ":=", "<-"])
    }

    /// Whether it stands between names and what they name, or what they take one by one.
    pub(super) fn binds(&self) -> bool {
        self.assigns() || self.is_one_of(&["in", "of"])
    }
}

/// The tokens of a program, without its comments unless they are asked for.
pub(super) fn tokens(program: &str, has_comments: bool) -> Vec<Token<'_>> {
    /// Signs that mean something else together.
    const LONG: [&str; 13] =
        ["...", "===", "<-", "->", ":=", "==", "-=", "+=", "=>", "<=", ">=", "!=", "::"];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let (mut at, mut is_glued, mut begins_line) = (0, false, true);
    let ends = COMMENTS.map(|[_, end]| program.rfind(end));
    while let Some(c) = program[at..].chars().next() {
        let rest = &program[at..];
        let comment = if has_comments { None } else { comment(program, at, &ends) };
        let is_number =
            c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let length = match LONG.iter().find(|sign| rest.starts_with(**sign)) {
            _ if comment.is_some() => comment.unwrap_or_default(),
            Some(sign) => sign.len(),
            None if is_number => end_of(rest, 0, |c| is_part(c) || c == '.'),
            None if is_part(c) => end_of(rest, 0, is_part),
            None => c.len_utf8(),
        };
        let text = &rest[..length];
        if comment.is_some() || c.is_whitespace() {
            is_glued = false;
            begins_line |= text.contains('\n');
        } else if c != '$' {
            // That of PHP and Perl begins names.
            found.push(Token { text, is_glued, begins_line });
            (is_glued, begins_line) = (true, false);
        }
        at += length;
    }
    found
}

/// How comments begin and end.
const COMMENTS: [[&str; 2]; 6] =
    [["/*", "*/"], ["(*", "*)"], ["\"\"\"", "\"\"\""], ["//", "\n"], ["#", "\n"], ["-- ", "\n"]];

/// The length of the comment that begins at a place, given where each of their ends is last.
fn comment(text: &str, at: usize, ends: &[Option<usize>]) -> Option<usize> {
    let rest = &text[at..];
    let kind = COMMENTS.iter().position(|[begin, _]| rest.starts_with(begin))?;
    let [begin, end] = COMMENTS[kind];
    let inner = &rest[begin.len()..];
    let is_comment = match begin {
        "//" => true,
        "#" => {
            let is_part = |c: char| c.is_alphanumeric() || c == '&';
            !text[..at].ends_with(is_part) && !inner.trim_start().starts_with("define")
        }
        "-- " => inner.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()),
        _ => ends[kind] >= Some(at + begin.len()),
    };
    let length = || inner.find(end).map(|length| begin.len() + length + end.len());
    is_comment.then(|| length().unwrap_or(rest.len()))
}

/// The texts of the first tokens, empty for those that are missing.
pub(super) fn first<'a, const N: usize>(tokens: &[Token<'a>]) -> [&'a str; N] {
    std::array::from_fn(|at| tokens.get(at).map_or("", |token| token.text))
}

/// The most tokens of a statement that are looked at.
const LONGEST: usize = 40;

/// What is between the brackets that begin tokens, if it is short and in a line, and what follows
/// them.
pub(super) fn enclosed<'b, 'a>(
    tokens: &'b [Token<'a>],
) -> Option<(&'b [Token<'a>], &'b [Token<'a>])> {
    let (_, inner) = tokens.split_first().filter(|(first, _)| first.opens())?;
    let end = length_in_line(inner);
    inner.get(end).filter(|token| token.closes() && !token.begins_line)?;
    Some((&inner[..end], &inner[end + 1..]))
}

/// How many tokens there are to the end of a line, or to what closes a bracket around them.
fn length_in_line(tokens: &[Token]) -> usize {
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        token.begins_line || depth < 0
    };
    let tokens = &tokens[..tokens.len().min(LONGEST)];
    tokens.iter().position(is_end).unwrap_or(tokens.len())
}

/// The parts of tokens between commas that stand in no brackets of their own.
pub(super) fn parts<'b, 'a>(tokens: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    tokens.split(outside(|token| token.text == ",")).collect()
}

/// The first arguments, or parameters, of a function whose name is at a place.
pub(super) fn arguments<'b, 'a>(
    program: &'b [Token<'a>],
    name: usize,
) -> Option<Vec<&'b [Token<'a>]>> {
    let call = program[name + 1..].first().filter(|open| open.text == "(");
    Some(parts(enclosed(call.map(|_| &program[name + 1..])?)?.0))
}

/// Says of tokens one after the other whether they are such and stand in no brackets.
pub(super) fn outside(is_it: impl Fn(&Token) -> bool) -> impl FnMut(&Token) -> bool {
    let mut depth = 0;
    move |token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        depth == 0 && is_it(token)
    }
}

/// What gets a value, and the value.
pub(super) struct Assignment<'b, 'a> {
    /// Tokens that end with what gets it.
    pub to: &'b [Token<'a>],
    pub value: &'b [Token<'a>],
    /// Where the sign is for them, and where they are.
    pub at: usize,
    pub places: [Range<usize>; 2],
}

/// The assignments of a program, such as `row += dy[i]`, and two of `x, y = x + dx, y + dy`.
pub(super) fn assignments<'b, 'a>(program: &'b [Token<'a>]) -> Vec<Assignment<'b, 'a>> {
    let assigns = |token: &Token| token.assigns() || token.is_one_of(&["+=", "-="]);
    let mut found = Vec::new();
    for at in (0..program.len()).filter(|at| assigns(&program[*at])) {
        let behind = &program[at + 1..];
        let behind = &behind[..length_in_line(behind)];
        let end = behind.iter().position(|token| token.text == ";").unwrap_or(behind.len());
        // In `int a = 1, b = 2` there is one after the other.
        let has_other = |part: &&[Token]| part.iter().any(assigns);
        let (names, values) = (parts(end_of_statement(&program[..at])), parts(&behind[..end]));
        let names = names.rsplit(has_other).next().unwrap_or_default();
        let count = 1 + values[1..].iter().take_while(|part| !has_other(part)).count();
        let count = if names.len() < count { 1 } else { count };
        let each = &names[names.len().saturating_sub(count)..];
        let begin = at + 1 - each.iter().map(|part| part.len() + 1).sum::<usize>();
        let places = placed(each, begin).zip(placed(&values, at + 1));
        found.extend(places.map(|places| {
            let [to, value] = [&places.0, &places.1].map(|place| &program[place.clone()]);
            Assignment { to, value, at, places: places.into() }
        }));
    }
    found
}

/// Where parts between commas are, the first of which begins at a place.
fn placed(parts: &[&[Token]], begin: usize) -> impl Iterator<Item = Range<usize>> {
    parts.iter().scan(begin, |begin, part| {
        let place = *begin..*begin + part.len();
        *begin = place.end + 1;
        Some(place)
    })
}

/// The part of the last line of tokens that no bracket and no semicolon closes.
fn end_of_statement<'b, 'a>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let near = &tokens[tokens.len().saturating_sub(LONGEST)..];
    let line = near.chunk_by(|_, next| !next.begins_line).next_back().unwrap_or_default();
    let mut depth = 0;
    let is_before = |token: &Token| {
        depth += i32::from(token.closes()) - i32::from(token.opens());
        depth < 0 || token.text == ";"
    };
    &line[line.iter().rposition(is_before).map_or(0, |at| at + 1)..]
}

impl<'a> Assignment<'_, 'a> {
    /// The name that gets the value. A type may stand behind it.
    pub(super) fn name(&self) -> Option<&'a str> {
        match self.to {
            [.., name, colon, _] if colon.text == ":" && name.is_word() => Some(name.text),
            [.., name] if name.is_word() => Some(name.text),
            _ => None,
        }
    }
}

/// The part of a program with these tokens, without what stood between them and was removed.
pub(super) fn source(tokens: &[Token]) -> String {
    let mut source = String::new();
    for token in tokens {
        let is_apart = !token.is_glued && !source.is_empty();
        source.extend(is_apart.then_some(if token.begins_line { '\n' } else { ' ' }));
        source += token.text;
    }
    source
}
