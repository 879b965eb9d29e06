//! Experiments as TOML files.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use crate::experiment::error::Errors;
use crate::experiment::{Experiment, ExperimentError, ExperimentFault, Spec, time_limit};
use crate::files::shown::shown;
use knight_search::named_enum::suggest;

mod syntax;

/// The keys of an experiment file; others are refused.
const KEYS: [&str; 18] = [
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
    "split_checks",
    "images",
    "symmetry",
    "impossible",
];

/// The keys whose values are true or false.
const SWITCHES: [&str; 3] = ["tours", "split_checks", "images"];

/// Reads and validates an experiment. `path` is for messages only.
///
/// # Errors
/// [`ExperimentError`] with the lines of all faults that can be seen at once.
pub fn parse(text: &str, path: &Path) -> Result<Experiment, ExperimentError> {
    let source = Source { text, path };
    let table = DeTable::parse(text).map_err(|error| source.syntax_error(&error))?;
    let (mut spec, mut title, mut notes) = (Spec::default(), None, None);
    let mut time_limit = None;
    let [mut wrong_types, mut unknown_keys, mut missing] = <[Errors; 3]>::default();
    for (key, value) in table.get_ref() {
        let entry = Entry { source, key: key.get_ref(), value };
        let errors = &mut wrong_types;
        match entry.key {
            "title" => title = Some(errors.note(entry.text())),
            "notes" => notes = Some(errors.note(entry.text())),
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
            "time_limit" => time_limit = errors.note(entry.time_limit()),
            "tours" => spec.tours = errors.note(entry.switch()),
            "split_checks" => spec.split_checks = errors.note(entry.switch()),
            "images" => spec.images = errors.note(entry.switch()),
            "symmetry" => spec.symmetry = errors.note(entry.one()),
            "impossible" => spec.impossible = errors.note(entry.one()),
            unknown => {
                let fault = unknown_key(unknown, value.get_ref());
                unknown_keys.note(Err::<(), _>(source.error(Some(key.span()), unknown, fault)));
            }
        }
    }
    let misspelt: Vec<&str> =
        table.get_ref().keys().filter_map(|key| similar_key(key.get_ref())).collect();
    for key in ["boards", "starts", "orders", "budget"] {
        if !table.get_ref().contains_key(key) && !misspelt.contains(&key) {
            let fault = ExperimentFault::MissingKey(advice(key));
            missing.note(Err::<(), _>(source.error(None, key, fault)));
        }
    }
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
    errors.sort_by_key(|error| source.line_of(&error.place).unwrap_or(usize::MAX));
    let experiment = errors.or(experiment)?;
    let experiment = experiment.map(|it| Experiment { title, notes, time_limit, ..it });
    experiment.ok_or_else(|| source.error(None, "boards", ExperimentFault::Empty(advice("boards"))))
}

/// The faults of the values that have the right type. The others are empty here, so nothing is to
/// be said about them, nor about how many jobs there are.
fn other_faults(
    spec: Spec,
    place: &dyn Fn(&'static str, usize) -> String,
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
    suggest(&key.to_ascii_lowercase(), &KEYS).filter(|_| !KEYS.contains(&key))
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
}

impl Source<'_> {
    fn place(&self, span: Option<Range<usize>>, key: &str) -> String {
        let path = shown(self.path);
        match span {
            None => format!("{path}: {key}"),
            Some(span) => {
                let before = self.text.get(..span.start).unwrap_or(self.text);
                format!("{path}:{}: {key}", before.matches('\n').count() + 1)
            }
        }
    }

    /// The line of a place.
    fn line_of(&self, place: &str) -> Option<usize> {
        let rest = place.strip_prefix(&shown(self.path).to_string())?.strip_prefix(':')?;
        rest.split(':').next()?.parse().ok()
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

/// A key with its value.
struct Entry<'a> {
    source: Source<'a>,
    key: &'a str,
    value: &'a Spanned<DeValue<'a>>,
}

impl Entry<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> ExperimentError {
        self.source.error(Some(span), self.key, ExperimentFault::Syntax(message.into()))
    }

    fn text(&self) -> Result<String, ExperimentError> {
        let text = self.value.get_ref().as_str().map(str::to_owned);
        text.ok_or_else(|| self.error(self.value.span(), "expected one text in quotes"))
    }

    fn time_limit(&self) -> Result<Option<Duration>, ExperimentError> {
        let text = match self.value.get_ref() {
            // A number of seconds, whole or not.
            DeValue::Float(seconds) => seconds.as_str().to_owned(),
            _ => self.one()?,
        };
        let error = |fault| self.source.error(Some(self.value.span()), self.key, fault);
        time_limit::parse(&text).map_err(error)
    }

    fn precision(&self) -> Result<String, ExperimentError> {
        match self.value.get_ref() {
            // 0.01 for 1 %.
            DeValue::Float(share) => Ok(share.as_str().to_owned()),
            _ => self.one(),
        }
    }

    fn switch(&self) -> Result<bool, ExperimentError> {
        let switch = self.value.get_ref().as_bool();
        switch.ok_or_else(|| self.error(self.value.span(), "write true or false, without quotes"))
    }

    /// One value, or a list of them.
    fn list(&self) -> Result<Vec<String>, ExperimentError> {
        match self.value.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                let fault = ExperimentFault::Empty(advice(self.key));
                Err(self.source.error(Some(self.value.span()), self.key, fault))
            }
            DeValue::Array(list) if self.key == "orders" && is_list_of_moves(list) => {
                Ok(vec![self.written(self.value)])
            }
            DeValue::Array(list) if self.key == "orders" && is_list_of_digits(list) => {
                Ok(vec![self.written(self.value)])
            }
            DeValue::Array(list) => {
                self.check_square(list)?;
                list.iter().map(|element| self.word(element)).collect()
            }
            _ => Ok(vec![self.word(self.value)?]),
        }
    }

    /// Refuses a square in the place of a list of squares.
    fn check_square(&self, list: &[Spanned<DeValue>]) -> Result<(), ExperimentError> {
        let Some((row, col)) = pair(list).filter(|_| self.key == "starts") else { return Ok(()) };
        Err(self.error(
            self.value.span(),
            format!("write one square as \"{row},{col}\" or [[{row}, {col}]]"),
        ))
    }

    /// One value, or a list of one.
    fn one(&self) -> Result<String, ExperimentError> {
        let mut words = self.list()?;
        match (words.pop(), words.is_empty()) {
            (Some(word), true) => Ok(word),
            _ => Err(self.error(
                self.value.span(),
                "one value is expected here, not a list; keep one of them",
            )),
        }
    }

    /// A value as it stands in the file.
    fn written(&self, value: &Spanned<DeValue>) -> String {
        self.source.text.get(value.span()).unwrap_or_default().to_owned()
    }

    /// A text, or a number as a text.
    fn word(&self, value: &Spanned<DeValue>) -> Result<String, ExperimentError> {
        let word = match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => whole_float(number),
            DeValue::Array(_) if self.key == "orders" => Ok(self.written(value)),
            DeValue::Array(list) if self.key == "starts" => match pair(list) {
                Some((row, col)) => Ok(format!("{row},{col}")),
                None => Err("a square has two numbers, such as [1, 1] or \"1,1\"".to_owned()),
            },
            DeValue::Array(list) if self.key == "boards" => match pair(list) {
                Some((rows, cols)) => {
                    Err(format!("a board is written in quotes: write \"{rows}x{cols}\""))
                }
                None => Err("write boards in quotes, such as [\"5x5\", \"6x6\"]".to_owned()),
            },
            _ => Err("expected a text, a whole number, or a list of them".to_owned()),
        };
        word.map_err(|message| self.error(value.span(), message))
    }
}

/// Whether the elements are the digits of one order.
fn is_list_of_digits(list: &[Spanned<DeValue>]) -> bool {
    let is_digit = |value: &Spanned<DeValue>| {
        value.get_ref().as_integer().is_some_and(|number| number.as_str().len() == 1)
    };
    list.len() == 8 && list.iter().all(is_digit)
}

/// The numbers of a list of two.
fn pair(list: &[Spanned<DeValue>]) -> Option<(String, String)> {
    let number = |value: &Spanned<DeValue>| integer(value.get_ref().as_integer()?).ok();
    match list {
        [one, other] => number(one).zip(number(other)),
        _ => None,
    }
}

/// Whether the elements are moves, or arrays of steps, rather than orders.
fn is_list_of_moves(list: &[Spanned<DeValue>]) -> bool {
    let is_flat = |element: &Spanned<DeValue>| {
        let numbers = element.get_ref().as_array();
        numbers.is_some_and(|list| list.iter().all(|number| !number.get_ref().is_array()))
    };
    list.iter().all(is_flat)
}

fn integer(number: &DeInteger) -> Result<String, String> {
    let value = i128::from_str_radix(number.as_str(), number.radix());
    value.map(|value| value.to_string()).map_err(|_| format!("{number} is out of range"))
}

/// TOML reads `1e8` as a float, which is exact up to 2^53.
fn whole_float(number: &DeFloat) -> Result<String, String> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_str().parse::<f64>() {
        Ok(value) if value.fract() == 0.0 && value.abs() <= EXACT => Ok(format!("{value:.0}")),
        Ok(value) if value.fract() == 0.0 => {
            Err(format!("a float does not hold {number} exactly; write it in quotes: \"{number}\""))
        }
        _ => Err(format!("{number} is not a whole number")),
    }
}

#[cfg(test)]
mod tests;
