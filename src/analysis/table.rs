//! Tables of results in the forms that people and programs read.

use std::iter;

use crate::analysis::json::exact;
use crate::analysis::word_wrap;
use crate::text::formatting::{joined, printable_json};
use knight_board::named_enum;

mod aligned;
mod cell;
mod latex;
mod row;

pub use aligned::{fitting, widths};
pub use cell::Cell;
pub use row::Row;

/// A table: named columns and rows of cells, all of one length.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Names of the columns, in snake_case with unit suffixes.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Aligned, for terminals.
    Table,
    /// For programs.
    Csv,
    /// For documents.
    Markdown,
    /// For papers.
    Latex,
    /// An array of objects.
    Json,
}

named_enum!(
    Format, "format",
    Table => "table", Csv => "csv", Markdown => "markdown", Latex => "latex", Json => "json"
);

impl Format {
    /// Whether people read it, and not programs.
    pub fn is_for_people(self) -> bool {
        !matches!(self, Format::Csv | Format::Json)
    }
}

impl Table {
    /// A table of rows, at least one, each of which names its cells alike.
    pub fn new<R, N>(rows: impl IntoIterator<Item = R>) -> Table
    where
        R: IntoIterator<Item = (N, Cell)>,
        N: Into<String>,
    {
        let mut columns = Vec::new();
        let rows = rows.into_iter().map(|row| {
            let (names, cells): (Vec<N>, _) = row.into_iter().unzip();
            columns = names;
            cells
        });
        let rows = rows.collect();
        Table { rows, columns: columns.into_iter().map(N::into).collect() }
    }

    /// The table with only these of its columns.
    pub fn only(&self, columns: &[&str]) -> Table {
        let place = |name: &&str| self.columns.iter().position(|known| known == name);
        let places: Vec<usize> = columns.iter().filter_map(place).collect();
        Table {
            columns: places.iter().map(|&place| self.columns[place].clone()).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| places.iter().map(|&place| row[place].clone()).collect())
                .collect(),
        }
    }

    /// Whether no line of the aligned form is longer than `width` characters.
    pub fn fits(&self, width: usize) -> bool {
        aligned::length(&aligned::widths(&self.columns, self.rows.iter().cloned())) <= width
    }

    /// The table as a text that ends with a line end.
    pub fn render(&self, format: Format) -> String {
        render_rows(&self.columns, || self.rows.iter().cloned(), format).collect()
    }

    /// The table as [`Table::render`] gives it; of the aligned form, whose lines may be longer than
    /// `width` characters, the [stacked](Table::render_stacked) one then.
    pub fn render_for(&self, format: Format, width: usize) -> String {
        match format {
            Format::Table if !self.fits(width) => self.render_stacked(width),
            _ => self.render(format),
        }
    }

    /// The aligned form with a line between rows, whose texts go on in further lines so that no
    /// line is longer than `width` characters; or else [stacked](Table::render_stacked), if lines
    /// are too short for the words of all columns.
    pub fn render_wrapped(&self, width: usize) -> String {
        /// Longer words are divided where nothing else makes room.
        const LEAST: usize = 12;
        let shown = |row: &Vec<Cell>| -> Vec<String> { row.iter().map(Cell::shown).collect() };
        let texts: Vec<Vec<String>> = self.rows.iter().map(shown).collect();
        let longest = |column: usize, name: &String| {
            let words = texts.iter().flat_map(|row| row[column].split_whitespace());
            words.map(|word| word.chars().count()).max().unwrap_or(0).max(name.chars().count())
        };
        let words = self.columns.iter().enumerate().map(|(column, name)| longest(column, name));
        let words: Vec<usize> = words.collect();
        let divided: Vec<usize> = words.iter().map(|word| (*word).min(LEAST)).collect();
        let widths = aligned::widths(&self.columns, self.rows.iter().cloned());
        let Some(widths) = narrowed(widths, &[words, divided], width) else {
            return self.render_stacked(width);
        };
        let rows: Vec<_> = self.rows.iter().map(|row| in_lines(row, &widths)).collect();
        let table = Table { columns: self.columns.clone(), rows: rows.concat() };
        let text = table.render(Format::Table);
        let mut lines = text.lines();
        let (header, line) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        let mut shown = vec![line, header, line];
        for row in &rows {
            shown.extend(lines.by_ref().take(row.len()));
            shown.push(line);
        }
        joined(shown, "\n") + "\n"
    }

    /// For narrow terminals: the cells of a row one below the other, each behind the name of its
    /// column. Only words that are longer than a line are divided.
    pub fn render_stacked(&self, width: usize) -> String {
        /// Narrower cells would be worse than long lines.
        const LEAST: usize = 12;
        const BLANKS: usize = 4;
        let length = |name: &String| name.chars().count();
        let longest = self.columns.iter().map(length).max().unwrap_or(0);
        let widest = self.rows.iter().flatten().map(|cell| cell.shown().chars().count()).max();
        let room = width.saturating_sub(longest + BLANKS).max(LEAST).min(widest.unwrap_or(0));
        let separator = "─".repeat(longest + BLANKS + room) + "\n";
        let rows = self.rows.iter().map(|row| {
            let cells = self.columns.iter().zip(row).flat_map(|(name, cell)| {
                let names = iter::once(name.as_str()).chain(iter::repeat(""));
                let lines = names.zip(wrapped(&cell.shown(), room));
                lines.map(|(name, part)| format!(" {name:<longest$}   {part}\n"))
            });
            cells.collect::<String>()
        });
        format!("{separator}{}{separator}", joined(rows, &separator))
    }

    /// The table with rows and columns exchanged: one column for each row, named by its first
    /// `keys` cells.
    pub fn transposed(&self, keys: usize) -> Table {
        let keys = keys.min(self.columns.len());
        let name = |row: &Vec<Cell>| joined(row[..keys].iter().map(Cell::plain), ",");
        let measures = self.columns.iter().enumerate().skip(keys);
        Table {
            columns: iter::once(self.columns[..keys].join(","))
                .chain(self.rows.iter().map(name))
                .collect(),
            rows: measures
                .map(|(place, name)| {
                    let values = self.rows.iter().map(|row| row[place].clone());
                    iter::once(Cell::from(name.as_str())).chain(values).collect()
                })
                .collect(),
        }
    }
}

/// Parts of the text of a table, whose rows are made when they are written: once, or twice if
/// columns are aligned. So memory does not grow with the rows. All texts are
/// [printable](crate::text::formatting::printable).
pub fn render_rows<'a, R: Iterator<Item = Vec<Cell>> + 'a>(
    columns: &'a [String],
    rows: impl Fn() -> R + 'a,
    format: Format,
) -> Box<dyn Iterator<Item = String> + 'a> {
    match format {
        Format::Table | Format::Markdown => aligned::render(columns, rows, format),
        Format::Latex => latex::render(columns, rows),
        Format::Csv => {
            let rows = rows().map(|row| csv_line(row.iter().map(Cell::plain)));
            Box::new(iter::once(csv_line(columns.iter().cloned())).chain(rows))
        }
        Format::Json => {
            let objects = (0u64..).zip(rows()).map(|(place, row)| {
                let object = exact(&Row(columns.iter().zip(row).collect()))
                    .expect("every cell is a value of JSON");
                // A row is a line, for tools that work on lines.
                let before = if place == 0 { "[\n" } else { ",\n" };
                before.to_owned() + &printable_json(&object)
            });
            let end = if rows().next().is_none() { "[]\n" } else { "\n]\n" };
            Box::new(objects.chain(iter::once(end.to_owned())))
        }
    }
}

/// The widths of columns, of which the widest are made narrower until a line has room for all of
/// them: down to the first of these limits, or else to the next; `None` if that is not enough.
fn narrowed(mut widths: Vec<usize>, limits: &[Vec<usize>], line: usize) -> Option<Vec<usize>> {
    for least in limits {
        while aligned::length(&widths) > line {
            let wide = (0..widths.len()).filter(|&column| widths[column] > least[column]);
            let Some(widest) = wide.max_by_key(|&column| widths[column]) else { break };
            widths[widest] -= 1;
        }
    }
    (aligned::length(&widths) <= line).then_some(widths)
}

/// A row whose texts go on in further lines where they are wider than their columns.
fn in_lines(row: &[Cell], widths: &[usize]) -> Vec<Vec<Cell>> {
    let parts: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, &width)| wrapped(&cell.shown(), width)).collect();
    let lines = 0..parts.iter().map(Vec::len).max().unwrap_or(0);
    let part = |(cell, parts): (&Cell, &Vec<String>), line: usize| {
        let text = parts.get(line).cloned().unwrap_or_default();
        if cell.is_right() { Cell::Shown(text) } else { Cell::Text(text) }
    };
    lines.map(|line| row.iter().zip(&parts).map(|it| part(it, line)).collect()).collect()
}

/// The lines of a text of at most this many characters, at least one. Blanks in front say to which
/// row above one belongs.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    word_wrap::wrapped(text, width as f64, |_| 1.0)
}

/// A line of CSV.
pub(crate) fn csv_line<T: AsRef<[u8]>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("a record is written to memory");
    let bytes = writer.into_inner().expect("memory takes every record");
    String::from_utf8(bytes).expect("texts and numbers are UTF-8")
}

#[cfg(test)]
mod tests;
