//! The lists of numbers in a piece of a program.

use crate::experiment::move_lists::{Axis, MovesError};

/// Numbers of one pair of brackets, or of one statement without brackets.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct List {
    pub(super) numbers: Vec<i64>,
    /// What the names inside the brackets say, for each number.
    pub(super) labels: Vec<Option<Axis>>,
    /// What the name before it says.
    pub(super) name: Option<Axis>,
    pub(super) is_bracketed: bool,
}

/// The lists of numbers that can be moves: those in the innermost brackets, or, if there are none,
/// the others. Sizes such as `[8]` and `[8][2]` are left out.
pub(super) fn read(text: &str) -> Result<Vec<List>, MovesError> {
    let all = all_lists(text)?;
    let is_size = |list: &List| matches!(list.numbers[..], [] | [_] | [8, 2] | [2, 8]);
    let (bracketed, loose): (Vec<List>, Vec<List>) =
        all.into_iter().partition(|list| list.is_bracketed);
    let bracketed: Vec<List> = bracketed.into_iter().filter(|list| !is_size(list)).collect();
    Ok(if bracketed.is_empty() { loose } else { bracketed })
}

fn all_lists(text: &str) -> Result<Vec<List>, MovesError> {
    let mut lists = Vec::new();
    let mut current = List::default();
    let (mut name, mut label) = (None, None);
    // Of `dr, dc = …, …` the second name; and the last name with what follows it.
    let (mut second_name, mut last_name) = (None, None);
    let mut finish = |current: &mut List, next: List| {
        let list = std::mem::replace(current, next);
        if !list.numbers.is_empty() {
            lists.push(list);
        }
    };
    let mut rest = text;
    let mut is_behind_word = false;
    while let Some((token, after)) = next_token(rest, is_behind_word)? {
        rest = after;
        // A sign behind a name in brackets is that of a step: `(x - 2, y + 1)`.
        is_behind_word = matches!(token, Token::Word(_)) && current.is_bracketed;
        match token {
            Token::Open => {
                // A word before the bracket does not name the first number in it.
                label = None;
                finish(&mut current, List { name, is_bracketed: true, ..List::default() })
            }
            Token::End if current.is_bracketed => {}
            Token::Close | Token::End => {
                // A size between a name and its list has one number.
                if current.numbers.len() >= 2 {
                    name = second_name.take();
                } else if ends_names(text_before(text, rest), rest) {
                    (name, second_name) = (None, None);
                }
                label = None;
                finish(&mut current, List::default());
            }
            // The function of R that makes a vector, not a name.
            Token::Word("c") if rest.starts_with('(') && is_a_value(text_before(text, rest)) => {}
            Token::Word(word) => {
                // The name of a list may stand before its type: `let dx: [i32; 8]`.
                let axis = Axis::of_name(word);
                label = axis.or(label);
                if axis.is_some() {
                    let is_second = last_name.is_some_and(|after: &str| {
                        text_before(after, rest).trim_end_matches(word).trim() == ","
                    });
                    (name, second_name) = if is_second { (name, axis) } else { (axis, None) };
                    last_name = Some(rest);
                }
                if !current.is_bracketed {
                    finish(&mut current, List { name, ..List::default() });
                }
            }
            Token::Mixed(word) if current.is_bracketed => return Err(not_a_number(word)),
            Token::Mixed(_) => finish(&mut current, List::default()),
            Token::Number(number) => {
                if current.numbers.is_empty() && !current.is_bracketed {
                    current.name = name;
                }
                current.numbers.push(number);
                current.labels.push(label.take().filter(|_| current.is_bracketed));
            }
        }
    }
    finish(&mut current, List::default());
    Ok(lists)
}

fn text_before<'a>(text: &'a str, rest: &str) -> &'a str {
    &text[..text.len() - rest.len()]
}

/// Whether a text ends with a `c` that is a value: `dx <- c`, `dx = c` or `list(c`.
fn is_a_value(before: &str) -> bool {
    let before = before.trim_end_matches('c').trim_end();
    before.ends_with("<-") || before.ends_with(['=', '(', ','])
}

/// Whether the names of a text do not belong to what follows: `f(int r, int c)`, `int c; moves =`,
/// or `… to (r, c).` and another sentence on the next line. Those of `(dr, dc) =` do.
fn ends_names(before: &str, after: &str) -> bool {
    let Some(end) = before.chars().last() else { return false };
    let goes_on = before.trim_end().ends_with(['=', ':', ',', '(', '[', '{']);
    let after = after.trim_start_matches([' ', '\t', '\r']);
    let next = after.chars().next();
    match end {
        ')' => !after.starts_with(['=', ':']),
        ';' => true,
        '\n' => !goes_on && next.is_none_or(|c| c.is_alphabetic() || matches!(c, '_' | '\n')),
        _ => false,
    }
}

enum Token<'a> {
    Number(i64),
    /// Such as the `2x8` or `1st` of a sentence.
    Mixed(&'a str),
    Word(&'a str),
    Open,
    Close,
    /// The end of a statement or of a line.
    End,
}

/// The first token of a text, which may stand behind the name of a number, and what follows it.
fn next_token(text: &str, is_behind_word: bool) -> Result<Option<(Token<'_>, &str)>, MovesError> {
    let mut rest = text;
    loop {
        let Some(c) = rest.chars().next() else { return Ok(None) };
        let after = &rest[c.len_utf8()..];
        let ends_line = |text: &'_ str| text.find('\n').unwrap_or(text.len());
        if let Some(inner) = number_in_brackets(rest) {
            return Ok(Some(inner));
        }
        let token = match c {
            '(' | '[' | '{' => Token::Open,
            ')' | ']' | '}' => Token::Close,
            ';' | '\n' => Token::End,
            '#' => {
                rest = &rest[ends_line(rest)..];
                continue;
            }
            '/' if after.starts_with('/') => {
                rest = &rest[ends_line(rest)..];
                continue;
            }
            '/' if after.starts_with('*') => {
                rest = after.find("*/").map_or("", |end| &after[end + 2..]);
                continue;
            }
            c if c.is_ascii_digit() => return number(rest, false).map(Some),
            '-' | '\u{2212}' if begins_number(after) => return number(after, true).map(Some),
            '-' | '\u{2212}' if is_behind_word && begins_number(after.trim_start()) => {
                return number(after.trim_start(), true).map(Some);
            }
            '-' | '\u{2212}' if begins_number(after.trim_start()) => {
                let shown: String = rest.chars().take(12).collect();
                return Err(MovesError::LooseSign(shown));
            }
            c if c.is_alphabetic() || c == '_' => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                return Ok(Some((Token::Word(&rest[..end]), &rest[end..])));
            }
            _ => {
                rest = after;
                continue;
            }
        };
        return Ok(Some((token, after)));
    }
}

/// A negative number alone in round brackets, as Haskell needs them: `(1, (-2))`.
fn number_in_brackets(text: &str) -> Option<(Token<'_>, &str)> {
    let inner = text.strip_prefix('(')?.strip_prefix(['-', '\u{2212}'])?;
    let digits = inner.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
    let after = inner[digits..].strip_prefix(')')?;
    Some((Token::Number(-inner[..digits].parse::<i64>().ok()?), after))
}

fn begins_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A whole number, which may end in `.0`.
fn number(text: &str, is_negative: bool) -> Result<(Token<'_>, &str), MovesError> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    let (word, after) = text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
    if word.contains(|c: char| c.is_ascii_alphabetic()) {
        return Ok((Token::Mixed(word), after));
    }
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let value = whole.parse::<i64>().ok().filter(|_| fraction.bytes().all(|digit| digit == b'0'));
    let value = value.ok_or_else(|| not_a_number(word))?;
    Ok((Token::Number(if is_negative { -value } else { value }), after))
}

fn not_a_number(word: &str) -> MovesError {
    MovesError::Number(word.chars().take(40).collect())
}
