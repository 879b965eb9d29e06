//! A text without what only decorates it: borders, quotes, arrows, commands of LaTeX.

use std::borrow::Cow;

use crate::text::encoding::narrow;

/// Ends a row inside a line: `\\` in LaTeX, and `\n` in a string.
pub(super) const ROW_BREAK: char = '\u{b}';

/// The text with blanks in place of decoration. Its lines have the same numbers.
pub(super) fn undecorated(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let plain = if text.contains('\\') { without_commands(text) } else { text.to_owned() };
    let plain = with_full_stops(&narrow(&plain));
    let plain =
        ["-->", "==>", "->", "=>"].iter().fold(plain, |text, arrow| text.replace(arrow, " "));
    let plain: String = plain.chars().map(undecorated_char).collect();
    if plain.contains('.') {
        plain.split_inclusive('\n').map(without_dots).collect()
    } else {
        plain
    }
}

/// A row of a grid with -1 in the place of each dot, which stands for an unvisited square. Other
/// lines as they are.
fn without_dots(line: &str) -> Cow<'_, str> {
    let mut words = line.split_whitespace();
    let is_of_grid = |word: &str| word == "." || word.parse::<i64>().is_ok();
    let count = words.clone().count();
    if count < 2 || !words.clone().any(|word| word == ".") || !words.all(is_of_grid) {
        return line.into();
    }
    let numbers: Vec<&str> =
        line.split_whitespace().map(|word| if word == "." { "-1" } else { word }).collect();
    let end = if line.ends_with('\n') { "\n" } else { "" };
    (numbers.join(" ") + end).into()
}

fn undecorated_char(c: char) -> char {
    match c {
        '\u{2212}' => '-',
        '♘' | '♞' => 'N',
        '\u{2500}'..='\u{259f}' | '|' | '&' | '$' | '"' | '\'' | '`' | '*' | '~' | '<' | '>' => ' ',
        '→' | '⇒' | '➔' | '➜' | '⟶' | '⇨' | '–' | '—' => ' ',
        c => c,
    }
}

/// The text with `1.` in the place of `1)` where no bracket was opened.
fn with_full_stops(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut word_is_number = false;
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 && word_is_number => {
                plain.push('.');
                word_is_number = false;
                continue;
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        word_is_number = c.is_ascii_digit() && (word_is_number || before.is_whitespace());
        plain.push(c);
        before = c;
    }
    plain
}

/// The text without commands such as `\hline` and `\begin{tabular}{|c|c|}`.
fn without_commands(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('\\') {
        plain += &rest[..place];
        rest = &rest[place + 1..];
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = &rest[..letters];
        rest = &rest[letters..];
        match name {
            "" if rest.starts_with('\\') => {
                plain.push(ROW_BREAK);
                rest = &rest[1..];
                rest = without_groups(rest, &['['], &mut plain);
            }
            "" => {
                // An escaped character, such as `\"` or `\&`.
                let skipped = rest.chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
                rest = &rest[skipped..];
                plain.push(' ');
            }
            "n" => plain.push(ROW_BREAK),
            "begin" | "end" | "cline" | "cmidrule" | "label" | "caption" | "vspace" | "hspace"
            | "documentclass" | "usepackage" | "setlength" | "color" | "cellcolor" => {
                rest = without_groups(rest, &['[', '{', '('], &mut plain);
                plain.push(' ');
            }
            _ => plain.push(' '),
        }
    }
    plain + rest
}

/// The text behind groups in brackets that begin it; keeps their line ends.
fn without_groups<'a>(text: &'a str, openings: &[char], plain: &mut String) -> &'a str {
    let mut rest = text.strip_prefix('*').unwrap_or(text);
    while rest.starts_with(openings) {
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(place, c)| {
            match c {
                '[' | '{' | '(' => depth += 1,
                ']' | '}' | ')' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(place + 1)
        });
        let Some(end) = end else { return rest };
        plain.extend(rest[..end].chars().filter(|c| *c == '\n'));
        rest = &rest[end..];
    }
    rest
}
