//! A program as words, numbers and signs, without its comments.

use std::sync::LazyLock;

use regex::Regex;

use crate::patterns::regex;

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
        static NUMBER: LazyLock<Regex> =
            LazyLock::new(|| regex(r"^([0-9]+)(\.0*)?_*(L|i8|i16|i32|i64|isize|f|f32|f64|j|im)?$"));
        let digits = NUMBER.captures(self.text)?.get(1)?.as_str();
        Some(digits.parse().unwrap_or(i64::MAX))
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// What it makes of the number behind it, as a factor.
    pub(super) fn sign(&self) -> Option<i64> {
        match self.text {
            "+" | "+=" => Some(1),
            "-" | "-=" | "\u{2212}" | "–" | "~" | "¯" => Some(-1),
            _ => None,
        }
    }

    pub(super) fn is_sign(&self) -> bool {
        self.sign().is_some()
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
        self.assigns() || self.is_one_of(&["in", "of", ":"])
    }
}

/// Comments of many languages, and what stands before the names of an object. A comment that is not
/// closed goes on to the end.
const COMMENT: &str = concat!(
    r"\b(?:self|this)\.|//[^\n]*|/\*.*?(?:\*/|\z)|\(\*\s.*?(?:\*\)|\z)|",
    r#""".*?(?:"""|\z)|#[^\n]*|-- +[A-Za-z][^\n]*"#
);

/// Numbers, words and signs. `$` of PHP and Perl begins names, and `#` ends that of a language.
const TOKEN: &str = r"\.?[0-9][\w.]*|\$?\w+#?|\.\.\.|===|<-|->|:=|==|-=|\+=|=>|<=|>=|!=|::|\S";

/// The tokens of a program, without its comments.
pub(super) fn tokens(program: &str) -> Vec<Token<'_>> {
    static PARTS: LazyLock<Regex> =
        LazyLock::new(|| regex(&format!("(?s)(?<comment>{COMMENT})|{TOKEN}")));
    let mut found = Vec::new();
    let mut end = 0;
    for part in PARTS.captures_iter(program).filter(|part| part.name("comment").is_none()) {
        let token = part.get_match();
        let between = &program[end..token.start()];
        end = token.end();
        let text = token.as_str().trim_start_matches('$');
        let goes_on = |last: &Token| last.opens() || last.assigns() || last.text == ",";
        let goes_on = text == "." || found.last().is_some_and(goes_on);
        found.push(Token {
            text,
            is_glued: between.is_empty(),
            begins_line: found.is_empty() || between.contains('\n') && !goes_on,
        });
    }
    found
}

/// The texts of the first tokens, empty for those that are missing.
pub(super) fn first<'a, const N: usize>(tokens: &[Token<'a>]) -> [&'a str; N] {
    std::array::from_fn(|at| tokens.get(at).map_or("", |token| token.text))
}

/// The most tokens of a statement that are looked at.
pub(super) const LONGEST: usize = 60;

/// What is between the brackets that begin tokens, if it is short and in a line, and what follows
/// them.
pub(super) fn enclosed<'b, 'a>(
    tokens: &'b [Token<'a>],
) -> Option<(&'b [Token<'a>], &'b [Token<'a>])> {
    let (_, inner) = tokens.split_first().filter(|(first, _)| first.opens())?;
    let part = rest_of_line(inner);
    let (end, behind) = inner[part.len()..].split_first()?;
    (end.closes() && !end.begins_line).then_some((part, behind))
}

/// The tokens up to the end of a line or statement, or to what closes a bracket around them.
pub(super) fn rest_of_line<'b, 'a>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        token.begins_line || depth < 0 || token.text == ";"
    };
    let tokens = &tokens[..tokens.len().min(LONGEST)];
    tokens.split(is_end).next().unwrap_or_default()
}

/// The last line of tokens.
pub(super) fn line_before<'b, 'a>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let near = &tokens[tokens.len().saturating_sub(LONGEST)..];
    near.chunk_by(|_, next| !next.begins_line).next_back().unwrap_or_default()
}

/// The part of the last line of tokens that no bracket and no semicolon closes.
pub(super) fn end_of_line<'b, 'a>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let line = line_before(tokens);
    let mut depth = 0;
    let is_before = |token: &Token| {
        depth += i32::from(token.closes()) - i32::from(token.opens());
        depth < 0 || token.text == ";" && depth == 0
    };
    &line[line.iter().rposition(is_before).map_or(0, |at| at + 1)..]
}

/// The parts of tokens between signs that stand in no brackets of their own.
pub(super) fn parts<'b, 'a>(tokens: &'b [Token<'a>], sign: &'static str) -> Vec<&'b [Token<'a>]> {
    let mut depth = 0;
    let is_between = |token: &Token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        depth == 0 && token.text == sign
    };
    tokens.split(is_between).collect()
}

/// The variables that get a value in a program, and the values: two of `x, y = x + dx, y + dy`.
pub(super) fn assignments<'b, 'a>(
    program: &'b [Token<'a>],
) -> impl Iterator<Item = (&'a str, &'b [Token<'a>])> {
    let places = (0..program.len()).filter(|at| program[*at].assigns());
    let pairs = places.flat_map(|at| {
        let names = parts(end_of_line(&program[..at]), ",");
        let values = parts(rest_of_line(&program[at + 1..]), ",");
        // In `int a = 1, b = 2` there is one after the other.
        let has_other = values.iter().any(|part| part.iter().any(Token::assigns));
        let count = if has_other { 1 } else { names.len().min(values.len()) };
        let names = names[names.len() - count..].to_vec();
        names.into_iter().zip(values)
    });
    pairs.filter_map(|(to, value)| {
        to.last().filter(|last| last.is_word())?;
        Some((name_of(to)?, value))
    })
}

/// What is named by the tokens before what it gets. A type stands behind a colon, and a size or
/// parameters in brackets.
pub(super) fn name_of<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let name = parts(parts(tokens, ",").pop()?, ":").swap_remove(0);
    let mut depth = 0;
    let is_name = |token: &&Token| {
        depth += i32::from(token.closes()) - i32::from(token.opens());
        depth == 0 && token.is_word()
    };
    name.iter().rev().find(is_name).map(|token| token.text)
}

/// The part of a program with these tokens, in one line.
pub(super) fn source(tokens: &[Token]) -> String {
    let between = |token: &Token| if token.is_glued { "" } else { " " };
    let parts = tokens.iter().flat_map(|token| [between(token), token.text]);
    parts.collect::<String>().trim_start().to_owned()
}
