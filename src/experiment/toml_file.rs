//! Experiments as TOML files.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::experiment::{Experiment, ExperimentError, ExperimentFault, Key, Spec, WrittenAt};
use crate::text::kind;
use knight_board::named_enum::{UnknownWord, suggest};

mod entry;

use entry::KeyEntry;

/// Reads and validates an experiment. `path` is for messages only.
///
/// # Errors
/// [`ExperimentError`] with the lines of all faults that can be seen at once.
pub fn parse(text: &str, path: &Path) -> Result<Experiment, ExperimentError> {
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let source = Source { text, path, line_ends: &line_ends };
    let table = DeTable::parse(text).map_err(|error| source.syntax_error(&error))?;
    let table = table.get_ref();
    let (mut spec, mut errors) = (Spec::default(), Vec::new());
    for (name, value) in table {
        match name.get_ref().parse() {
            Ok(key) => {
                let words = KeyEntry { source, key, value }.words();
                spec = spec.with(
                    key,
                    words.unwrap_or_else(|error| {
                        errors.push(error);
                        Vec::new()
                    }),
                );
            }
            Err(UnknownWord { text, .. }) => {
                let fault = unknown_key(text, value.get_ref());
                errors.push(source.error(Some(name.span()), name.get_ref(), fault));
            }
        }
    }
    // A misspelt key is not missing too.
    let named: Vec<&str> = table.keys().filter_map(|name| similar_key(name.get_ref())).collect();
    for key in Key::ALL.iter().filter(|key| key.facts().default.is_none()) {
        if !named.contains(&key.word()) {
            let fault = ExperimentFault::MissingKey(key.facts().advice);
            errors.push(source.error(None, key.word(), fault));
        }
    }
    spec.validate_after(errors, &|key, index| {
        let value = table.get(key.word());
        let element = |value: &Spanned<DeValue>| {
            let elements = value.get_ref().as_array();
            elements.and_then(|list| list.get(index)).map_or(value.span(), Spanned::span)
        };
        source.place(value.map(element), key.word())
    })
}

/// Describes a file by its first bytes, as [`kind::describe`], or as an experiment.
pub fn describe(beginning: &[u8]) -> Option<&'static str> {
    let is_one = || is_experiment(&String::from_utf8_lossy(beginning)).then_some("an experiment");
    kind::describe(beginning).or_else(is_one)
}

/// Whether the first line of a text that is not a comment is a key of an experiment with a value.
fn is_experiment(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let key = first.and_then(|line| line.split_once('=')).map(|(key, _)| key.trim_end());
    key.is_some_and(|key| key.parse::<Key>().is_ok())
}

fn unknown_key(text: String, value: &DeValue) -> ExperimentFault {
    if value.is_table() {
        return ExperimentFault::Value(format!(
            "an experiment has no tables; remove the line [{text}], so that its keys are at the \
             top of the file"
        ));
    }
    ExperimentFault::Key { suggestion: similar_key(&text), text }
}

/// The key that an unknown one probably means.
fn similar_key(name: &str) -> Option<&'static str> {
    suggest(&name.to_ascii_lowercase(), Key::WORDS)
}

/// A file and its text.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    path: &'a Path,
    /// Where the lines end. There may be as many faults as lines, and each names its line.
    line_ends: &'a [usize],
}

impl Source<'_> {
    fn place(&self, span: Option<Range<usize>>, key: &str) -> WrittenAt {
        let line = span.map(|span| self.line_ends.partition_point(|end| *end < span.start) + 1);
        WrittenAt::key(self.path, line, key)
    }

    fn error(
        &self,
        span: Option<Range<usize>>,
        key: &str,
        fault: ExperimentFault,
    ) -> ExperimentError {
        ExperimentError::new(self.place(span, key), fault)
    }

    /// An error of the parser, with its line, column and caret.
    fn syntax_error(&self, error: &toml::de::Error) -> ExperimentError {
        /// A line may be as long as a file.
        const MOST_CHARS: usize = 200;
        let text = error.to_string();
        let lines = text.lines().map(|line| line.chars().take(MOST_CHARS).collect());
        let fault = ExperimentFault::Syntax(lines.collect::<Vec<String>>().join("\n"));
        ExperimentError::new(WrittenAt::file(self.path), fault)
    }
}

#[cfg(test)]
mod tests;
