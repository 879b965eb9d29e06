//! A text without what only decorates it: colours, mark-up, quotes, arrows.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::encoding::narrow;
use crate::stream::{ROW_BREAK, count_of_numbers};

/// The text with blanks in place of decoration. Its lines have the same numbers.
pub(super) fn cleaned(text: &str) -> String {
    let text = narrow(text.trim_start_matches('\u{feff}'));
    let text = without_indices(text);
    let text = without_keys(text);
    let text = without_types(text);
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let (written, left) = match c {
            '\u{1b}' => (' ', after_escape(after)),
            '\\' => command(after),
            '<' => tag(after),
            '&' => after.strip_prefix("nbsp;").map_or(('&', after), |after| (' ', after)),
            // Not a blank: a time and a number are no board.
            '0'..='9' => after_time(&plain, rest).map_or((c, after), |after| ('"', after)),
            // A message behind a number at the end of a program: `10Press any key`.
            'A'..='Z' if plain.ends_with(|c: char| c.is_ascii_digit()) && is_message(rest) => {
                plain.push(ROW_BREAK);
                (c, after)
            }
            // An item of a list in YAML.
            '-' if after.starts_with(" [") && begins_line(&plain) => (' ', after),
            // `1.0` is whole.
            '.' if is_fraction_of_0(&plain, after) => (' ', &after[1..]),
            '-' | '=' => without_arrow(rest).map_or((c, after), |after| (' ', after)),
            '\r' => ('\n', after.strip_prefix('\n').unwrap_or(after)),
            c => (plain_char(c), after),
        };
        plain.push(written);
        rest = left;
    }
    plain
}

fn begins_line(before: &str) -> bool {
    let before = before.trim_end_matches(' ');
    before.is_empty() || before.ends_with('\n')
}

fn is_fraction_of_0(before: &str, after: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let rest = after.strip_prefix('0').filter(|_| before.ends_with(is_digit));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| is_digit(c) || c == '.'))
}

/// The text without the types of numbers that numpy prints, as in `np.int64(3)`.
fn without_types(text: Cow<'_, str>) -> Cow<'_, str> {
    const TYPE: &str = "np.";
    let Some(first) = text.find(TYPE) else { return text };
    let mut plain = text[..first].to_owned();
    for part in text[first..].split(TYPE).skip(1) {
        let value = part.split_once('(').and_then(|(kind, rest)| {
            let (number, rest) = rest.split_once(')')?;
            let is_type = kind.chars().all(|c| c.is_ascii_alphanumeric());
            (is_type && number.parse::<i64>().is_ok()).then_some((number, rest))
        });
        match value {
            Some((number, rest)) => plain.extend([number, rest]),
            None => plain.extend([TYPE, part]),
        }
    }
    plain.into()
}

/// The text with blanks in the place of indices before the lines of a vector, as R prints them:
/// `[1] 5 12 7` and `[4] 3 8`, but not in `[1] 0`, which is a number.
fn without_indices(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("[1] ") {
        return text;
    }
    let mut next = 1;
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let index = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("] "));
        let index = index.and_then(|(index, rest)| Some((index.parse::<usize>().ok()?, rest)));
        let is_index = |(index, rest): &(usize, &str)| {
            [1, next].contains(index) && !rest.contains('[') && next + count_of_numbers(rest) > 2
        };
        let rest = match index.filter(is_index) {
            None if index.is_some() && next > 1 => return text,
            None => line,
            Some((index, rest)) => {
                next = index + count_of_numbers(rest);
                rest
            }
        };
        plain.extend(std::iter::repeat_n(' ', line.len() - rest.len()));
        plain += rest;
    }
    plain.into()
}

/// The text with blanks in the place of the keys that `print_r` of PHP writes before what stands in
/// an array, `[0] => 1`, if those of each array count from 0.
fn without_keys(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("[0] =>") {
        return text;
    }
    // By their distance from the margin.
    let mut next: HashMap<usize, usize> = HashMap::new();
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start();
        let margin = line.len() - inner.len();
        let key = inner.strip_prefix('[').and_then(|rest| rest.split_once("] =>"));
        let Some((key, rest)) = key else {
            plain += line;
            continue;
        };
        match key.parse() {
            Ok(key) if key == 0 || next.get(&margin) == Some(&key) => next.insert(margin, key + 1),
            _ => return text,
        };
        plain.extend(std::iter::repeat_n(' ', line.len() - rest.len()));
        plain += rest;
    }
    plain.into()
}

fn plain_char(c: char) -> char {
    match c {
        '\u{2212}' | '–' | '—' => '-',
        '→' | '⇒' | '➔' | '➜' | '⟶' | '⇨' | '♘' | '♞' => ' ',
        '"' | '\'' | '`' | '“' | '”' | '‘' | '’' | '„' | '«' | '»' | '$' | '>' | '%' => {
            ' '
        }
        '\n' | '\t' => c,
        ROW_BREAK => ' ',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Whether a text begins with a capital and two small letters, and not with a name such as `Row2`,
/// and has at most one number on the line.
fn is_message(text: &str) -> bool {
    let behind = text.trim_start_matches(char::is_alphabetic);
    text.chars().skip(1).take(2).filter(char::is_ascii_lowercase).count() == 2
        && !behind.starts_with(|c: char| c.is_ascii_digit())
        && count_of_numbers(rest_of_line(text)) < 2
}

/// The beginning of what is left of a line.
fn rest_of_line(text: &str) -> &str {
    const LONGEST: usize = 200;
    let end = text.char_indices().take(LONGEST).take_while(|(_, c)| *c != '\n').last();
    &text[..end.map_or(0, |(last, c)| last + c.len_utf8())]
}

/// The text behind a date or a time such as `2026-01-31T12:00:59.5Z`, as logs have them.
fn after_time<'a>(before: &str, text: &'a str) -> Option<&'a str> {
    let has = |text: &str, shape: &str| {
        let fits = |(c, wanted): (u8, u8)| c == wanted || wanted == b'0' && c.is_ascii_digit();
        text.len() >= shape.len() && text.bytes().zip(shape.bytes()).all(fits)
    };
    const SHAPES: [&str; 5] = ["0000-00-00", "0000/00/00", "00.00.0000", "00/00/0000", "00:00:00"];
    let shape = SHAPES.into_iter().find(|shape| has(text, shape))?;
    let behind = &text[shape.len()..];
    let behind = behind.strip_prefix(',').filter(|part| has(part, "000")).unwrap_or(behind);
    let is_part = |c: char| c.is_alphanumeric() || "-:.".contains(c);
    if before.ends_with(is_part) {
        return None;
    }
    Some(without_level(behind.trim_start_matches(is_part)))
}

/// A line of a log behind what stands between its time and its message: ` - knight - INFO - `,
/// ` [main] INFO Board: ` or ` - `.
fn without_level(text: &str) -> &str {
    let line = rest_of_line(text);
    let letters = line.rfind(char::is_alphabetic).map_or(0, |last| last + 1);
    let letters = (letters..=line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let (before, behind) = line.split_at(letters);
    let numbers = behind.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let signs = &behind[..numbers];
    // What follows letters may be a square that was not visited.
    let end = match before {
        "" => signs.rfind("- "),
        _ => signs.find(": ").or_else(|| signs.find("- ")),
    };
    end.map_or(text, |end| &text[letters + end + 1..])
}

/// The text behind an arrow such as `->` or `==>`.
fn without_arrow(text: &str) -> Option<&str> {
    const LONGEST: usize = 12;
    let head = text.bytes().take(LONGEST).position(|c| c != b'-' && c != b'=')?;
    text[head..].strip_prefix('>')
}

/// The text behind a sequence of a terminal, such as a colour.
fn after_escape(text: &str) -> &str {
    let Some(parameters) = text.strip_prefix('[') else {
        let rest = text.strip_prefix(['(', ')']).unwrap_or(text);
        return rest.strip_prefix(|_: char| true).unwrap_or(rest);
    };
    let last = parameters.trim_start_matches(|c: char| (' '..='?').contains(&c));
    last.strip_prefix(|c: char| c.is_ascii()).unwrap_or(last)
}

/// What to write for a tag of HTML, and the text behind it.
fn tag(text: &str) -> (char, &str) {
    const LONGEST: usize = 200;
    let end = text.char_indices().take(LONGEST).find(|(_, c)| "<>\n".contains(*c));
    let Some((end, '>')) = end else { return (' ', text) };
    let (inner, after) = (&text[..end], &text[end + 1..]);
    let name = inner.trim_start_matches('/');
    let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let written = match name.to_ascii_lowercase().as_str() {
        "tr" | "br" | "li" | "p" | "div" | "pre" | "table" => ROW_BREAK,
        "td" | "th" if !inner.starts_with('/') => '|',
        _ => ' ',
    };
    (written, after)
}

/// What to write for a command of LaTeX or an escape of a string, and the text behind it.
fn command(text: &str) -> (char, &str) {
    if let Some(after) = text.strip_prefix('\\') {
        return (ROW_BREAK, without_groups(after));
    }
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, after) = text.split_at(letters);
    match name.as_bytes() {
        // An escaped sign, or the end of a line that goes on.
        [] => (' ', text.get(text.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default()),
        [b'n'] => (ROW_BREAK, after),
        [b'n', b'A'..=b'Z', ..] => (ROW_BREAK, &text[1..]),
        [b't'] => ('\t', after),
        _ => (' ', without_groups(after)),
    }
}

/// The text behind groups in brackets that begin it, such as `{|c|c|}`, but not `{12}` or `{a3}`.
fn without_groups(mut text: &str) -> &str {
    let is_end = |c: char| c.is_ascii_digit() || "]}\n".contains(c);
    while let Some(inner) = text.strip_prefix(['[', '{'])
        && let Some(end) = inner.find(is_end)
        && inner[end..].starts_with([']', '}'])
    {
        text = &inner[end + 1..];
    }
    text
}
