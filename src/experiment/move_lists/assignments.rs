//! Moves that are assigned one number at a time: `dx[0] = 2; dy[0] = 1; dx[1] = 1; …`.

use std::collections::BTreeMap;

use crate::experiment::move_lists::MovesError;

/// The numbers of an array, by their indices.
struct Array<'a> {
    name: &'a str,
    /// What is behind the index that counts the moves, such as `[1]` or `.x`, or before it.
    part: String,
    numbers: BTreeMap<i64, i64>,
}

/// An assignment of a number: `name[index] = number`, `name[first][second] = number` or
/// `name[index].field = number`. Brackets may be round, and the sign may be `:=`.
struct Assignment<'a> {
    name: &'a str,
    first: i64,
    second: Option<i64>,
    field: Option<&'a str>,
    number: i64,
}

/// The arrays that a text assigns number by number, in brackets; `None` if it does not.
///
/// # Errors
/// [`MovesError::Assigned`] if an index occurs twice, or one between others does not.
pub(super) fn as_arrays(text: &str) -> Result<Option<String>, MovesError> {
    const LEAST: usize = 4;
    let assignments = assignments(text);
    if assignments.len() < LEAST {
        return Ok(None);
    }
    // In `moves[2][8]` the second index counts the moves, in `moves[8][2]` the first one.
    let largest = |of: fn(&Assignment) -> i64| assignments.iter().map(of).max().unwrap_or(0);
    let second_counts = largest(|one| one.second.unwrap_or(0)) > largest(|one| one.first);
    let mut arrays: Vec<Array> = Vec::new();
    for Assignment { name, first, second, field, number } in assignments {
        let (index, part) = match (second, field) {
            (Some(second), _) if second_counts => (second, format!("[{first}]")),
            (Some(second), _) => (first, format!("[{second}]")),
            (None, Some(field)) => (first, format!(".{field}")),
            (None, None) => (first, String::new()),
        };
        let place = arrays.iter().position(|array| array.name == name && array.part == part);
        let place = place.unwrap_or_else(|| {
            arrays.push(Array { name, part: part.clone(), numbers: BTreeMap::new() });
            arrays.len() - 1
        });
        if arrays[place].numbers.insert(index, number).is_some() {
            return Err(MovesError::Assigned(format!("{name}[{index}]{part} is assigned twice")));
        }
    }
    arrays.iter().map(Array::written).collect::<Result<String, _>>().map(Some)
}

impl Array<'_> {
    fn written(&self) -> Result<String, MovesError> {
        let indices = self.numbers.keys();
        let gap = indices.clone().zip(indices.skip(1)).find(|(one, next)| *one + 1 != **next);
        if let Some((one, _)) = gap {
            let (name, part, index) = (self.name, &self.part, one + 1);
            return Err(MovesError::Assigned(format!("{name}[{index}]{part} is not assigned")));
        }
        let numbers: Vec<String> = self.numbers.values().map(i64::to_string).collect();
        let name = self.part.strip_prefix('.').unwrap_or(self.name);
        Ok(format!("{name} = {{{}}};\n", numbers.join(", ")))
    }
}

fn assignments(text: &str) -> Vec<Assignment<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        rest = &rest[begin..];
        let (name, after) = word(rest);
        match assignment(name, after) {
            Some((assignment, after)) => {
                found.push(assignment);
                rest = after;
            }
            None => rest = after,
        }
    }
    found
}

fn assignment<'a>(name: &'a str, text: &'a str) -> Option<(Assignment<'a>, &'a str)> {
    let (first, mut after, inner) = index(text)?;
    let mut second = inner;
    if second.is_none()
        && let Some((number, behind, None)) = index(after)
    {
        (second, after) = (Some(number), behind);
    }
    let field = after.strip_prefix('.').map(word).filter(|(field, _)| !field.is_empty());
    let after = field.map_or(after, |(_, behind)| behind).trim_start();
    let after = after.strip_prefix(":=").or_else(|| after.strip_prefix('='))?;
    let (number, after) = number(after.trim_start())?;
    let field = field.map(|(field, _)| field);
    // `dx[0] = 2 * k` is not a number.
    let ends = after.trim_start_matches([' ', '\t']);
    let is_end =
        ends.is_empty() || ends.starts_with([';', ',', '\n', '\r', ':', '#', '/', '}', ')']);
    (is_end || ends.starts_with(char::is_alphabetic))
        .then_some((Assignment { name, first, second, field, number }, after))
}

/// An index in brackets, or two of them with a comma between, and what follows.
fn index(text: &str) -> Option<(i64, &str, Option<i64>)> {
    let inner = text.trim_start_matches(' ').strip_prefix(['[', '('])?;
    let (first, after) = number(inner.trim_start())?;
    let after = after.trim_start();
    let (second, after) = match after.strip_prefix(',') {
        Some(after) => number(after.trim_start()).map(|(second, after)| (Some(second), after))?,
        None => (None, after),
    };
    Some((first, after.trim_start().strip_prefix([']', ')'])?, second))
}

fn number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
    let is_negative = text.starts_with(['-', '\u{2212}']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i64 = digits[..end].parse().ok()?;
    Some((if is_negative { -number } else { number }, &digits[end..]))
}

fn word(text: &str) -> (&str, &str) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()))
}
