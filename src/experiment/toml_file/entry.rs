//! The values under the keys of an experiment file, and their types.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeValue};

use crate::experiment::toml_file::Source;
use crate::experiment::{ExperimentError, ExperimentFault, Key, Shape};

/// A key with its value.
pub(super) struct KeyEntry<'a> {
    pub(super) source: Source<'a>,
    pub(super) key: Key,
    pub(super) value: &'a Spanned<DeValue<'a>>,
}

impl KeyEntry<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> ExperimentError {
        let fault = ExperimentFault::Value(message.into());
        self.source.error(Some(span), self.key.word(), fault)
    }

    /// The words of its value, if it has the shape of the key.
    pub(super) fn words(&self) -> Result<Vec<String>, ExperimentError> {
        let wrong = |message| Err(self.error(self.value.span(), message));
        match (self.key.facts().shape, self.value.get_ref()) {
            (Shape::Text, DeValue::String(text)) => Ok(vec![text.to_string()]),
            (Shape::Text, _) => wrong("write one text in quotes"),
            (Shape::Switch, DeValue::Boolean(switch)) => Ok(vec![switch.to_string()]),
            (Shape::Switch, _) => wrong("write true or false, without quotes"),
            // 0.01 for 1 %, or a number of seconds.
            (Shape::Quantity, DeValue::Float(number)) => Ok(vec![number.as_str().to_owned()]),
            (Shape::List | Shape::OneOrList, _) => self.list(),
            (Shape::One | Shape::Quantity, _) => match self.list()? {
                words if words.len() == 1 => Ok(words),
                _ => wrong("one value is expected here, not a list; keep one of them"),
            },
        }
    }

    /// One value, or a list of them.
    fn list(&self) -> Result<Vec<String>, ExperimentError> {
        match self.value.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                let fault = ExperimentFault::Empty(self.key.facts().advice);
                Err(self.source.error(Some(self.value.span()), self.key.word(), fault))
            }
            DeValue::Array(list) if self.key == Key::Orders && is_list_of_moves(list) => {
                Ok(vec![self.written(self.value)])
            }
            DeValue::Array(list) => list.iter().map(|element| self.word(element)).collect(),
            _ => Ok(vec![self.word(self.value)?]),
        }
    }

    /// A value as it stands in the file.
    fn written(&self, value: &Spanned<DeValue>) -> String {
        self.source.text.get(value.span()).unwrap_or_default().to_owned()
    }

    /// A text, or a number or a switch as a text. The key refuses what it does not know.
    fn word(&self, value: &Spanned<DeValue>) -> Result<String, ExperimentError> {
        let word = match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => whole_float(number),
            DeValue::Boolean(switch) => Ok(switch.to_string()),
            DeValue::Array(_) if self.key == Key::Orders => Ok(self.written(value)),
            DeValue::Array(list) if self.key == Key::Starts => match pair(list) {
                Some((row, col)) => Ok(format!("{row},{col}")),
                None => Err("a square has two numbers, such as [1, 1] or \"1,1\"".to_owned()),
            },
            _ => Err("write a text in quotes, a whole number, or a list of them".to_owned()),
        };
        word.map_err(|message| self.error(value.span(), message))
    }
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
