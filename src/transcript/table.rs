//! Tables of squares with a heading, such as `step,row,col`.

use crate::transcript::TranscriptError;
use crate::transcript::coordinates::{Axes, is_step, places};

/// The squares of a table in order of visit.
pub(super) struct Table {
    /// Rows and columns, with the lines of the text.
    pub(super) pairs: Vec<(usize, (i64, i64))>,
    pub(super) axes: Axes,
    pub(super) first_number: i64,
}

/// What the first line of a table says.
struct Heading {
    line: usize,
    separator: Option<char>,
    row: usize,
    col: usize,
    axes: Axes,
    step: Option<usize>,
    width: usize,
}

/// A line of a table: its number, its step if it has one, its row and column.
struct Entry {
    line: usize,
    step: Option<i64>,
    pair: (i64, i64),
}

/// Whether a line names a row and a column.
pub(super) fn is_heading(line: &str) -> bool {
    Heading::of(1, line).is_some()
}

/// The table in an undecorated text, if there is one.
pub(super) fn read(text: &str) -> Option<Result<Table, TranscriptError>> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let headings: Vec<Heading> =
        lines.iter().filter_map(|(line, text)| Heading::of(*line, text)).collect();
    let heading = headings.first()?;
    let has_rows = |second: &&Heading| second.width == heading.width;
    if let Some(second) = headings[1..].iter().find(has_rows) {
        return Some(Err(TranscriptError::Layout(format!(
            "it has several tables, at lines {} and {}; give one at a time",
            heading.line, second.line
        ))));
    }
    let entries = match heading.entries(&lines[heading.line..]) {
        Ok(entries) if entries.is_empty() => return None,
        Ok(entries) => entries,
        Err(error) => return Some(Err(error)),
    };
    Some(in_order(entries, heading.axes))
}

impl Heading {
    fn of(line: usize, text: &str) -> Option<Heading> {
        // Most lines have numbers, and no heading does.
        if text.contains(char::is_numeric) {
            return None;
        }
        let separator = [',', ';'].into_iter().find(|separator| text.contains(*separator));
        let names = fields(text, separator);
        let (row, col) = places(&names)?;
        let axes = Axes::of(&names, (row, col));
        let mut others = (0..names.len()).filter(|place| ![row, col].contains(place));
        let step = others.clone().find(|&place| is_step(names[place]));
        // Without steps the squares may be anything, and letters may be those of a grid.
        let has_steps = step.is_some_and(|place| !names[place].is_empty());
        let are_known =
            (has_steps && names[row].len() > 1) || others.all(|place| is_step(names[place]));
        let width = names.len();
        are_known.then_some(Heading { line, separator, row, col, axes, step, width })
    }

    /// The lines of the table.
    fn entries(&self, lines: &[(usize, &str)]) -> Result<Vec<Entry>, TranscriptError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut end = None;
        for &(line, text) in lines {
            let fields = fields(text, self.separator);
            let numbers = fields.iter().filter(|field| whole(field).is_some()).count();
            if fields.iter().all(|field| !field.contains(char::is_alphanumeric)) {
                continue;
            }
            let is_row = match fields.len() == self.width {
                true => 2 * numbers >= fields.len(),
                false => 2 * numbers > fields.len() && fields.len() > 1,
            };
            match end {
                _ if !is_row => end = end.or((!entries.is_empty()).then_some(line)),
                None => entries.push(self.entry(line, &fields)?),
                Some(end) => {
                    return Err(TranscriptError::Layout(format!(
                        "line {line} may belong to the table that ends at line {end}; give the \
                         table alone"
                    )));
                }
            }
        }
        Ok(entries)
    }

    fn entry(&self, line: usize, fields: &[&str]) -> Result<Entry, TranscriptError> {
        let (found, expected) = (fields.len(), self.width);
        // pandas writes an index without a name before the columns.
        let has_index = found == expected + 1 && self.step.is_none();
        if found != expected && !has_index {
            return Err(TranscriptError::Ragged { line, found, expected });
        }
        let number = |place: usize| {
            let field = fields[place + usize::from(has_index)];
            whole(field).ok_or_else(|| TranscriptError::word(line, field))
        };
        let step = match self.step {
            Some(place) => Some(number(place)?),
            None if has_index => whole(fields[0]),
            None => None,
        };
        Ok(Entry { line, step, pair: (number(self.row)?, number(self.col)?) })
    }
}

/// The squares by their steps, which must follow each other.
fn in_order(mut entries: Vec<Entry>, axes: Axes) -> Result<Table, TranscriptError> {
    entries.sort_by_key(|entry| entry.step);
    for two in entries.windows(2) {
        let Some((step, next)) = two[0].step.zip(two[1].step) else { continue };
        if step == next {
            return Err(TranscriptError::Layout(format!(
                "line {}: step {step} is in line {} too",
                two[1].line, two[0].line
            )));
        }
        if step.checked_add(1) != Some(next) {
            return Err(TranscriptError::Layout(format!(
                "line {}: step {next} follows step {step}; give all steps, or leave the column of \
                 steps out",
                two[1].line
            )));
        }
    }
    let first_number = entries[0].step.unwrap_or(1);
    Ok(Table {
        pairs: entries.iter().map(|entry| (entry.line, entry.pair)).collect(),
        axes,
        first_number,
    })
}

fn fields(line: &str, separator: Option<char>) -> Vec<&str> {
    match separator {
        Some(separator) => line.split(separator).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

/// A whole number, perhaps written as a float.
fn whole(field: &str) -> Option<i64> {
    let (whole, fraction) = field.split_once('.').unwrap_or((field, ""));
    whole.parse().ok().filter(|_| fraction.bytes().all(|digit| digit == b'0'))
}
