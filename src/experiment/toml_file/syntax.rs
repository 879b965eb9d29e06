//! What to write in the place of a line that is not TOML.

use crate::experiment::toml_file::{is_key, key_of};
use crate::experiment::{Key, Shape};

/// What is wrong with a line that the parser refuses with a message, and what to write.
pub(super) fn advice(line: &str, message: &str) -> String {
    let (key, value) = (key_of(line), value_of(line));
    let facts = key.parse().map(Key::facts).ok();
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
    if message.contains("missing comma between array elements") || message.contains("in array") {
        return "a comma between two values is missing here, or the ] of a list above".to_owned();
    }
    if message.contains("string values must be quoted") {
        let what = facts.map_or("give one value", |facts| facts.advice);
        let write = match value {
            // An element of a list over several lines.
            _ if !line.contains('=') => quoted(line.trim().trim_end_matches(',')),
            "" => return format!("the value is missing; {what}"),
            list if list.starts_with('[') => return format!("texts stand in quotes; {what}"),
            one => format!("{key} = {}", quoted(one)),
        };
        return format!("texts stand in quotes; write {write}");
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

fn quoted(value: &str) -> String {
    if value.starts_with(['"', '[']) { value.to_owned() } else { format!("\"{value}\"") }
}
