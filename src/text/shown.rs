//! Names of files in messages.

use std::io;
use std::path::Path;

/// A path as text, for messages. Control characters are written as `\u{a}`, so that a name cannot
/// add lines to a message.
///
/// ```
/// use knightsweep::text::shown::shown;
///
/// assert_eq!(shown("a\nb.csv"), r"a\u{a}b.csv");
/// ```
pub fn shown(path: impl AsRef<Path>) -> String {
    let text = path.as_ref().display().to_string();
    let escaped = |c: char| match c.is_control() {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// Why a file cannot be read, without the number of the error where there is a plain sentence.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; give a file".to_owned(),
        _ => error.to_string(),
    }
}
