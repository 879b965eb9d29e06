//! The cases of the files in `tests/data`. `README.md` there says what they look like.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::patterns::regex;

/// The name and the text of a file in `tests/data`.
macro_rules! data {
    ($name:literal) => {
        ($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/", $name)))
    };
}
pub(crate) use data;

/// A file's name and its text.
type File = (&'static str, &'static str);

/// What names such as `{n}` stand for in one repetition of a part of a text.
pub(crate) type Row = Vec<(&'static str, String)>;

/// A text, and what is read in it.
pub(crate) struct Case {
    /// The file and the line of the text.
    place: String,
    /// What is given to the reader beside the text.
    given: Option<String>,
    /// The facts that are read.
    pub(crate) answer: String,
    /// The text, before parts of it are repeated.
    pub(crate) text: String,
}

/// A line of a text with its number in the file.
type Line<'a> = (usize, &'a str);

/// Reads all cases of a file, whose parts are repeated for each row. Fails with all cases in which
/// other facts are read.
pub(crate) fn check(file: File, rows: &[Row], facts: impl Fn(&str, Option<&str>) -> Vec<String>) {
    let mut wrong = String::new();
    for Case { place, given, answer, text } in cases(file) {
        let text = repeated(&text, rows);
        let found = facts(&text, given.as_deref());
        let is_found = |fact: &str| found.iter().any(|found| is_beginning(fact, found));
        if !answer.split(" or ").any(|facts| facts.split("; ").all(is_found)) {
            wrong +=
                &format!("{place}: read as “{}”, not as “{answer}”:\n{text}\n", found.join("; "));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Whether whole words of a fact are those at its beginning.
fn is_beginning(words: &str, fact: &str) -> bool {
    fact.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// The cases of a file.
pub(crate) fn cases((file, text): File) -> Vec<Case> {
    let mut names = HashMap::new();
    let mut cases = Vec::new();
    for (heading, lines) in parts(text) {
        if let Some(name) = heading.strip_prefix("let ") {
            let text = named(&joined(&lines), &names);
            assert!(names.insert(name, text).is_none(), "{file}: {name} is named twice");
            continue;
        }
        let (heading, texts) = match heading.strip_prefix("each line: ") {
            Some(heading) => (heading, lines.chunks(1).collect()),
            None => (heading, vec![&lines[..]]),
        };
        let texts = texts.into_iter().filter(|lines| is_written(&lines[0]));
        let given = heading.strip_prefix("given ").and_then(|rest| rest.split_once(": "));
        cases.extend(texts.map(|lines| Case {
            place: format!("{file}:{}", lines[0].0),
            given: given.map(|(given, _)| given.to_owned()),
            answer: named(given.map_or(heading, |(_, answer)| answer), &names),
            text: named(&joined(lines), &names),
        }));
    }
    assert!(!cases.is_empty(), "{file} has no case");
    cases
}

fn joined(lines: &[Line<'_>]) -> String {
    lines.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// The headings of a file, each with the indented lines below it, without blank ones at the ends.
fn parts(text: &str) -> Vec<(&str, Vec<Line<'_>>)> {
    let mut parts: Vec<(&str, Vec<Line<'_>>)> = Vec::new();
    let is_comment = |line: &str| line.starts_with('#');
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line)) {
        let of_text = if line.is_empty() { Some(line) } else { line.strip_prefix("    ") };
        match (of_text, parts.last_mut()) {
            (Some(""), None) => {}
            (Some(""), Some((_, lines))) if lines.is_empty() => {}
            (Some(line), Some((_, lines))) => lines.push((number, line)),
            _ => {
                let heading = line.strip_suffix(':');
                let heading = heading.unwrap_or_else(|| panic!("line {number} is no heading"));
                parts.push((heading, Vec::new()));
            }
        }
    }
    for (heading, lines) in &mut parts {
        let last = lines.iter().rposition(is_written);
        lines.truncate(last.unwrap_or_else(|| panic!("no text below {heading}")) + 1);
    }
    parts
}

fn is_written((_, line): &Line<'_>) -> bool {
    !line.is_empty()
}

/// A text with what the names in it stand for, such as `@GRID`.
fn named(text: &str, names: &HashMap<&str, String>) -> String {
    static NAME: LazyLock<Regex> = LazyLock::new(|| regex("@([A-Z]+)"));
    let value = |name: &Captures<'_>| {
        names.get(&name[1]).unwrap_or_else(|| panic!("{} has no text", &name[0])).clone()
    };
    NAME.replace_all(text, value).into_owned()
}

/// A text with each `<<part|between>>` written once for each row, with `between` between them.
pub(crate) fn repeated(text: &str, rows: &[Row]) -> String {
    static PART: LazyLock<Regex> = LazyLock::new(|| regex("(?s)<<(.*?)>>"));
    let write = |written: &Captures<'_>| {
        let part = written[1].replace("\\n", "\n");
        let (part, between) = part.rsplit_once('|').unwrap_or((&part, ", "));
        let one = |row: &Row| {
            let value = |part: String, (name, value): &(&str, String)| part.replace(name, value);
            row.iter().fold(part.to_owned(), value)
        };
        rows.iter().map(one).collect::<Vec<_>>().join(between)
    };
    PART.replace_all(text, write).into_owned()
}
