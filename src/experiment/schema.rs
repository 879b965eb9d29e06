//! The table of keys as a JSON Schema, by which editors complete and check experiment files.

use serde_json::{Value, json};

use crate::experiment::{Key, Shape};

/// The schema of experiment files, in draft 7, which editors of TOML know. It refuses unknown keys
/// and words, and values of another shape. Some values that it accepts the program still refuses,
/// such as a start that is not on the board.
pub fn of_experiments() -> Value {
    let properties: serde_json::Map<String, Value> =
        Key::ALL.iter().map(|&key| (key.word().to_owned(), property(key))).collect();
    let required = Key::ALL.iter().filter(|key| key.facts().default.is_none());
    let required: Vec<&str> = required.map(|key| key.word()).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An experiment of knightsweep",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// What stands under a key.
fn property(key: Key) -> Value {
    let facts = key.facts();
    let mut property = match facts.shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Switch => json!({ "type": "boolean" }),
        Shape::One | Shape::Quantity => word(key),
        Shape::List | Shape::OneOrList => json!({ "anyOf": [word(key), list(key)] }),
    };
    let help: Vec<&str> = facts.help.iter().map(|line| line.trim()).collect();
    property["description"] = help.join("\n").into();
    match (facts.shape, facts.default) {
        (_, None | Some("")) => {}
        (Shape::Switch, Some(word)) => property["default"] = (word == "true").into(),
        (_, Some(word)) => property["default"] = word.into(),
    }
    property
}

/// One of the words of a key, if it has only some, or else any text or number.
fn word(key: Key) -> Value {
    match &(key.facts().words)()[..] {
        [] => json!({ "type": ["string", "number"] }),
        words => json!({ "enum": words }),
    }
}

/// A list of words. A square may be two numbers, and an order a list of digits or steps.
fn list(key: Key) -> Value {
    let items = match key {
        Key::Starts => json!({ "anyOf": [word(key), {
            "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2,
        }] }),
        Key::Orders => json!({ "type": ["string", "number", "array"] }),
        _ => word(key),
    };
    json!({ "type": "array", "items": items, "minItems": 1 })
}

#[cfg(test)]
mod tests {
    use crate::experiment::schema::*;

    #[test]
    fn the_schema_beside_the_experiments_is_this_one() {
        let text = std::fs::read_to_string("experiments/schema.json").unwrap();
        let written: Value = serde_json::from_str(&text).unwrap();
        let how = "run: cargo run -- schema > experiments/schema.json";
        assert_eq!(written, of_experiments(), "{how}");
    }
}
