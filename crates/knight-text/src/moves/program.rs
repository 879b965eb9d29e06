//! A program as words, numbers and signs, without its comments.

use std::ops::Range;

use crate::stream::end_of;

/// A word, a number or a sign of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// Where it begins in the program.
    pub at: usize,
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

    /// Where it ends in the program.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
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
}

/// The tokens of a program.
pub(super) fn tokens(program: &str) -> Vec<Token<'_>> {
    /// Signs that mean something else together.
    const LONG: [&str; 7] = ["...", "<-", "->", ":=", "==", "-=", "+="];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut begins_line = true;
    let mut at = 0;
    while let Some(c) = program[at..].chars().next() {
        let rest = &program[at..];
        let is_number =
            c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let length = match LONG.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => sign.len(),
            None if is_number => end_of(rest, 0, |c| is_part(c) || c == '.'),
            None if is_part(c) => end_of(rest, 0, is_part),
            None => c.len_utf8(),
        };
        begins_line |= c == '\n';
        // That of PHP and Perl begins names.
        if !c.is_whitespace() && c != '$' {
            found.push(Token { text: &rest[..length], at, begins_line });
            begins_line = false;
        }
        at += length;
    }
    found
}

/// The statements of a program: lines, and what stands between semicolons. Those in brackets are
/// parts of the one around them.
pub(super) fn statements<'b, 'a>(
    program: &'b [Token<'a>],
) -> impl Iterator<Item = &'b [Token<'a>]> {
    let mut depth = 0_usize;
    program.chunk_by(move |token, next| {
        depth += usize::from(token.is_one_of(&["(", "["]));
        depth = depth.saturating_sub(token.is_one_of(&[")", "]"]).into());
        depth > 0 || token.text != ";" && !next.begins_line
    })
}

/// The texts of the first tokens, empty for those that are missing.
pub(super) fn first<'a, const N: usize>(tokens: &[Token<'a>]) -> [&'a str; N] {
    std::array::from_fn(|at| tokens.get(at).map_or("", |token| token.text))
}

/// What is between brackets that begin tokens, if it is short and in a line, and what follows them.
pub(super) fn enclosed<'b, 'a>(
    tokens: &'b [Token<'a>],
    [open, close]: [&str; 2],
) -> Option<(&'b [Token<'a>], &'b [Token<'a>])> {
    const LONGEST: usize = 40;
    let (_, inner) = tokens.split_first().filter(|(first, _)| first.text == open)?;
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.text == open) - i32::from(token.text == close);
        token.begins_line || depth < 0
    };
    let end = inner.iter().take(LONGEST).position(is_end)?;
    (inner[end].text == close).then(|| (&inner[..end], &inner[end + 1..]))
}

/// The parts of tokens between commas that stand in no brackets of their own.
pub(super) fn parts<'b, 'a>(tokens: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.is_one_of(&["(", "[", "{"]));
        depth -= i32::from(token.is_one_of(&[")", "]", "}"]));
        depth == 0 && token.text == ","
    };
    tokens.split(is_end).collect()
}

/// The part of a program with these tokens, without what stood between them and was removed.
pub(super) fn source(tokens: &[Token]) -> String {
    let mut source = String::new();
    let mut end = tokens.first().map_or(0, |token| token.at);
    for token in tokens {
        source.extend((token.at > end).then_some(if token.begins_line { '\n' } else { ' ' }));
        source += token.text;
        end = token.end();
    }
    source
}

/// The text with blanks in the place of comments.
pub(super) fn without_comments(text: &str) -> String {
    /// How comments begin and end.
    const COMMENTS: [[&str; 2]; 6] = [
        ["/*", "*/"],
        ["(*", "*)"],
        ["\"\"\"", "\"\"\""],
        ["//", "\n"],
        ["#", "\n"],
        ["-- ", "\n"],
    ];
    let mut plain = String::with_capacity(text.len());
    // Whether an end may still come.
    let mut ends = COMMENTS.map(|_| true);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let is_comment = |[begin, _]: &[&str; 2]| begins_comment(text, at, begin);
        let kind = COMMENTS.iter().position(is_comment).filter(|kind| ends[*kind]);
        let end = kind.and_then(|kind| {
            let [begin, end] = COMMENTS[kind];
            let inner = at + begin.len();
            let length = text[inner..].find(end).map(|length| inner + length + end.len());
            ends[kind] = length.is_some();
            length.or((end == "\n").then_some(text.len()))
        });
        let span: Range<usize> = at..end.unwrap_or(at + c.len_utf8());
        at = span.end;
        // Each byte keeps its place.
        let blanks = |c: char| if c == '\n' { "\n" } else { &"    "[..c.len_utf8()] };
        match end {
            Some(_) => plain.extend(text[span].chars().map(blanks)),
            None => plain.push(c),
        }
    }
    plain
}

/// Whether these signs begin a comment at a place of a text.
fn begins_comment(text: &str, at: usize, signs: &str) -> bool {
    let Some(after) = text[at..].strip_prefix(signs) else { return false };
    let before = text[..at].chars().next_back().unwrap_or('\n');
    match signs {
        "#" => {
            let is_word = before.is_alphanumeric() || before == '&';
            !is_word && !after.trim_start().starts_with("define")
        }
        "-- " => after.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()),
        _ => true,
    }
}
