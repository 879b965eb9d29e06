//! Experiments as TOML files.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::experiment::error::Errors;
use crate::experiment::{Experiment, ExperimentError, ExperimentFault, Place, Spec};
use knight_board::named_enum::suggest;

mod entry;
mod syntax;

use entry::Entry;

/// The keys of an experiment file; others are refused.
const KEYS: [&str; 17] = [
    "title",
    "notes",
    "boards",
    "starts",
    "orders",
    "rule",
    "seeds",
    "draws",
    "goal",
    "engine",
    "precision",
    "budget",
    "time_limit",
    "tours",
    "images",
    "symmetry",
    "impossible",
];

/// The keys whose values are true or false.
const SWITCHES: [&str; 2] = ["tours", "images"];

/// Reads and validates an experiment. `path` is for messages only.
///
/// # Errors
/// [`ExperimentError`] with the lines of all faults that can be seen at once.
pub fn parse(text: &str, path: &Path) -> Result<Experiment, ExperimentError> {
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let source = Source { text, path, line_ends: &line_ends };
    let table = DeTable::parse(text).map_err(|error| source.syntax_error(&error))?;
    let mut read = Entries::default();
    for (key, value) in table.get_ref() {
        read.take(&Entry { source, key: key.get_ref(), value }, key.span());
    }
    let Entries { spec, title, notes, time_limit, wrong_types, unknown_keys } = read;
    let missing = missing_keys(source, table.get_ref());
    let place = |key: &'static str, index| {
        let value = table.get_ref().get(key);
        let element = |value: &Spanned<DeValue>| {
            let elements = value.get_ref().as_array();
            elements.and_then(|list| list.get(index)).map_or(value.span(), Spanned::span)
        };
        source.place(value.map(element), key)
    };
    let mut errors = Errors::default();
    let experiment = match wrong_types.is_empty() {
        true => errors.note(spec.validate(&place).map(Some)),
        false => {
            errors.note(wrong_types.or(()));
            errors.note(other_faults(spec, &place));
            None
        }
    };
    errors.note(unknown_keys.or(()));
    errors.note(missing.or(()));
    errors.sort_by_line();
    let experiment = errors.or(experiment)?;
    let experiment = experiment.map(|it| Experiment { title, notes, time_limit, ..it });
    experiment.ok_or_else(|| source.error(None, "boards", ExperimentFault::Empty(advice("boards"))))
}

/// What the keys of a file say.
#[derive(Default)]
struct Entries {
    spec: Spec,
    title: Option<String>,
    notes: Option<String>,
    time_limit: Option<Duration>,
    wrong_types: Errors,
    unknown_keys: Errors,
}

impl Entries {
    fn take(&mut self, entry: &Entry, key: Range<usize>) {
        let Entries { spec, wrong_types: errors, .. } = self;
        match entry.key {
            "title" => self.title = Some(errors.note(entry.text())),
            "notes" => self.notes = Some(errors.note(entry.text())),
            "boards" => spec.boards = errors.note(entry.list()),
            "starts" => spec.starts = errors.note(entry.list()),
            "orders" => spec.orders = errors.note(entry.list()),
            "rule" => spec.rule = errors.note(entry.list()),
            "seeds" => spec.seeds = errors.note(entry.list()),
            "draws" => spec.draws = errors.note(entry.one()),
            "goal" => spec.goal = errors.note(entry.list()),
            "engine" => spec.engine = errors.note(entry.list()),
            "precision" => spec.precision = errors.note(entry.precision()),
            "budget" => spec.budget = errors.note(entry.list()),
            "time_limit" => self.time_limit = errors.note(entry.time_limit()),
            "tours" => spec.tours = errors.note(entry.switch()),
            "images" => spec.images = errors.note(entry.switch()),
            "symmetry" => spec.symmetry = errors.note(entry.one()),
            "impossible" => spec.impossible = errors.note(entry.one()),
            unknown => {
                let fault = unknown_key(unknown, entry.value.get_ref());
                let error = entry.source.error(Some(key), unknown, fault);
                self.unknown_keys.note(Err::<(), _>(error));
            }
        }
    }
}

/// The keys that every experiment has, where neither they nor similar ones are there.
fn missing_keys(source: Source, table: &DeTable) -> Errors {
    let mut missing = Errors::default();
    let misspelt: Vec<&str> = table.keys().filter_map(|key| similar_key(key.get_ref())).collect();
    for key in ["boards", "starts", "orders", "budget"] {
        if !table.contains_key(key) && !misspelt.contains(&key) {
            let fault = ExperimentFault::MissingKey(advice(key));
            missing.note(Err::<(), _>(source.error(None, key, fault)));
        }
    }
    missing
}

/// The faults of the values that have the right type. The others are empty here, so nothing is to
/// be said about them, nor about how many jobs there are.
fn other_faults(
    spec: Spec,
    place: &dyn Fn(&'static str, usize) -> Place,
) -> Result<(), ExperimentError> {
    let or_default = |word: String, default: String| if word.is_empty() { default } else { word };
    let default = Spec::default();
    let has_engine = !spec.engine.is_empty();
    let spec = Spec {
        precision: if has_engine { spec.precision } else { String::new() },
        symmetry: or_default(spec.symmetry, default.symmetry),
        impossible: or_default(spec.impossible, default.impossible),
        ..spec
    };
    let is_of_all_jobs = |fault: &ExperimentFault| {
        matches!(fault, ExperimentFault::TooManyJobs(_) | ExperimentFault::AllImpossible)
    };
    match spec.validate(place) {
        Err(error) if !is_of_all_jobs(&error.fault) => Err(error),
        _ => Ok(()),
    }
}

fn unknown_key(key: &str, value: &DeValue) -> ExperimentFault {
    if value.is_table() {
        return ExperimentFault::Syntax(format!(
            "an experiment has no tables; remove the line [{key}], so that its keys are at the top \
             of the file"
        ));
    }
    ExperimentFault::UnknownKey { suggestion: similar_key(key), known: KEYS.join(", ") }
}

/// The key that an unknown one probably means.
fn similar_key(key: &str) -> Option<&'static str> {
    match &*key.to_ascii_lowercase() {
        // Not similar, but what other programs call it.
        "name" => Some("title"),
        lower => suggest(lower, &KEYS).filter(|_| !KEYS.contains(&key)),
    }
}

/// What to write under a key.
fn advice(key: &str) -> &'static str {
    match key {
        "boards" => "give at least one, such as \"8x8\"",
        "starts" => "give at least one, such as \"all\" or \"1,1\"",
        "orders" => "give at least one, such as \"fig2\" or \"all\"",
        "seeds" => "give at least one, or remove the key to use seed 1",
        "budget" => "give the most checks that a job may spend, such as \"100M\", or \"none\"",
        _ => "give one value",
    }
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
    fn place(&self, span: Option<Range<usize>>, key: &str) -> Place {
        let line = span.map(|span| self.line_ends.partition_point(|end| *end < span.start) + 1);
        Place::key(self.path, line, key)
    }

    fn error(
        &self,
        span: Option<Range<usize>>,
        key: &str,
        fault: ExperimentFault,
    ) -> ExperimentError {
        ExperimentError { place: self.place(span, key), fault: Box::new(fault), more: Vec::new() }
    }

    fn syntax_error(&self, error: &toml::de::Error) -> ExperimentError {
        let is_of_list = ["missing comma between array elements", "unexpected `=` in array"]
            .iter()
            .any(|message| error.message().contains(message));
        if is_of_list && let Some(open) = self.open_list(error.span()) {
            let key = self.key_at(Some(open.clone()));
            let message = "the ] behind the last value is missing".to_owned();
            return self.error(Some(open), &key, ExperimentFault::Syntax(message));
        }
        let (key, line) = (self.key_at(error.span()), self.line_at(error.span()));
        let first = self.text.lines().position(|other| key_of(other) == key);
        let message = match first {
            Some(first) if error.message().contains("duplicate key") => {
                format!("this key is there twice, first in line {}; remove one", first + 1)
            }
            _ => syntax::advice(line, error.message()),
        };
        self.error(error.span(), &key, ExperimentFault::Syntax(message))
    }

    /// The line above a span that begins with a key, if the line of the span begins with one as
    /// well, so that a list was not closed.
    fn open_list(&self, span: Option<Range<usize>>) -> Option<Range<usize>> {
        let begins_with_key = |line: &str| line.contains('=') && KEYS.contains(&key_of(line));
        let line = self.line_at(span.clone());
        let before = self.text.get(..span?.start)?;
        let (above, left) = before.rsplit_once('\n')?;
        if left.contains('=') || !begins_with_key(line) {
            return None;
        }
        let mut start = 0;
        let lines = above.split_inclusive('\n').map(|line| {
            start += line.len();
            start - line.len()..start
        });
        lines.filter(|line| begins_with_key(&above[line.clone()])).last()
    }

    /// The key of the line where a span begins, or the start of the line as it is.
    fn key_at(&self, span: Option<Range<usize>>) -> String {
        key_of(self.line_at(span)).chars().take(40).collect()
    }

    /// The line where a span begins.
    fn line_at(&self, span: Option<Range<usize>>) -> &str {
        let start = span.map_or(0, |span| span.start.min(self.text.len()));
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line_start..].lines().next().unwrap_or("")
    }
}

fn key_of(line: &str) -> &str {
    line.split(['=', ':']).next().unwrap_or("").trim()
}

#[cfg(test)]
mod tests;
