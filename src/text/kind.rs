//! What a file of the wrong kind probably is, for messages.

/// What a file is that begins as an object of JSON.
pub const JSON: &str = "a sidecar or another JSON file";

/// How files begin, in lower case, and what they are: the first that fits counts.
const KINDS: [(&str, &str); 7] = [
    // A PNG begins with the byte 0x89, which is not UTF-8.
    ("\u{fffd}png", "a picture"),
    ("<svg", "a picture"),
    ("<?xml", "a picture"),
    ("<!doctype html", "a page"),
    ("<html", "a page"),
    ("rows,cols,start_row,start_col,order,", "a results file"),
    ("rows,cols,", "a table"),
];

/// Describes a file that this program writes or reads by its first bytes, such as "a picture".
/// Missing for everything else, and for tours and experiments.
pub fn describe(beginning: &[u8]) -> Option<&'static str> {
    /// More than the comments above an experiment.
    const MOST: usize = 1 << 16;
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(MOST)]);
    let text = text.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if is_json_object(&text) {
        return Some(JSON);
    }
    KINDS.iter().find(|(start, _)| text.starts_with(start)).map(|(_, kind)| *kind)
}

/// Whether a text, of which perhaps only the first line is there, begins an object and not an array
/// of C.
fn is_json_object(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.is_empty() || inside.starts_with(['"', '}']))
}

#[cfg(test)]
mod tests {
    use crate::text::kind::*;

    #[test]
    fn files_are_known_by_their_beginning() {
        for (beginning, kind) in [
            ("<svg xmlns=", Some("a picture")),
            ("\u{fffd}PNG\r\n", Some("a picture")),
            ("<!DOCTYPE html>", Some("a page")),
            ("{\n  \"kind\"", Some(JSON)),
            ("rows,cols,start_row,start_col,order,rule", Some("a results file")),
            ("rows,cols,start_row", Some("a table")),
            ("boards = \"8x8\"\n", None),
            ("1 2 3\n", None),
            ("{{1, 2}, {3, 4}}", None),
            ("a8-c7-e8", None),
            ("name,age", None),
            ("", None),
        ] {
            assert_eq!(describe(beginning.as_bytes()), kind, "{beginning}");
        }
    }
}
