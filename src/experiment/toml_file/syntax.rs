//! What to write in the place of a line that is not TOML.

use crate::experiment::toml_file::{is_key, key_of};
use crate::experiment::{Key, Shape};

/// What is wrong with a line that the parser refuses with a message, and what to write.
pub(super) fn advice(line: &str, message: &str) -> String {
    let (key, value) = (key_of(line), value_of(line));
    let facts = key.parse().map(Key::facts).ok();
    let what = facts.map_or("give one value", |facts| facts.advice);
    let is_quoted = value.starts_with(['"', '\'']);
    let has_open_quote = value.matches('"').count() % 2 == 1;
    if line.contains(['“', '”', '„', '‘', '’']) {
        return "the quotes are curly ones; write straight ones, such as \"8x8\"".to_owned();
    }
    if let Some((key, value)) = with_colon(line) {
        return format!("write = and not a colon behind a key: {key} = {}", quoted(value));
    }
    if facts.is_some_and(|facts| facts.shape == Shape::Switch) && !is_quoted {
        return format!("write {key} = true or {key} = false");
    }
    if has_open_quote && !value.starts_with("\"\"\"") {
        return "a quote is missing; each text begins and ends with \"".to_owned();
    }
    if is_quoted && value.contains(',') && message.contains("unexpected key or value") {
        return format!("several values stand in brackets; write {key} = [{value}]");
    }
    if message.contains("missing comma between array elements") {
        return "a comma between two values is missing, or the ] after the last one".to_owned();
    }
    if message.contains("string values must be quoted") {
        return match elements(key, value) {
            // An element of a list over several lines.
            _ if !line.contains('=') => {
                format!(
                    "texts stand in quotes; write {}",
                    quoted(line.trim().trim_end_matches(','))
                )
            }
            _ if value.is_empty() => format!("the value is missing; {what}"),
            Some(elements) => {
                let quoted: Vec<String> = elements.iter().map(|one| self::quoted(one)).collect();
                format!("texts stand in quotes; write {key} = [{}]", quoted.join(", "))
            }
            None if value.starts_with('[') => format!("texts stand in quotes; {what}"),
            None => format!("texts stand in quotes; write {key} = {}", quoted(value)),
        };
    }
    message.to_owned()
}

/// The value of a line without its comment.
fn value_of(line: &str) -> &str {
    let value = line.split_once('=').map_or("", |(_, value)| value);
    let value = match value.contains(['"', '\'']) {
        true => value,
        false => value.split('#').next().unwrap_or(value),
    };
    value.trim()
}

/// A key and its value if a colon is between them, as in YAML.
fn with_colon(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim().trim_matches('"');
    is_key(key).then(|| (key, value.trim()))
}

/// The elements of a list, some of them without quotes; `None` if commas may be parts of them, as
/// in squares.
fn elements<'a>(key: &str, value: &'a str) -> Option<Vec<&'a str>> {
    let inner = value.strip_prefix('[')?.strip_suffix(']')?;
    let inner = inner.trim_end();
    let inner = inner.strip_suffix(',').unwrap_or(inner);
    let elements: Vec<&str> = inner.split(',').map(str::trim).collect();
    let is_whole = |word: &&str| {
        !word.is_empty()
            && !word.contains(['[', ']'])
            && word.matches('"').count().is_multiple_of(2)
            && (key != "starts" || word.starts_with(|c: char| c.is_alphabetic() || c == '"'))
    };
    elements.iter().all(is_whole).then_some(elements)
}

fn quoted(value: &str) -> String {
    if value.starts_with(['"', '[']) { value.to_owned() } else { format!("\"{value}\"") }
}
