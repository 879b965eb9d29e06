//! Tables of results in the forms that people and programs read.

use std::iter;

use comfy_table::{
    Cell as ShownCell, CellAlignment, ColumnConstraint, ContentArrangement, Width, presets,
};
use serde_json::Value;

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

    /// The table without those of `dispensable` columns, from the first, for which lines of this
    /// width have no room, and their names. All of it if that is not enough: then it is
    /// [stacked](Table::render_stacked).
    pub fn without_those_too_many(
        &self,
        dispensable: &[&str],
        width: usize,
    ) -> (Table, Vec<String>) {
        let without = |count: usize| {
            let (left_out, known) = (&dispensable[..count], &self.columns);
            let kept = known.iter().map(String::as_str).filter(|name| !left_out.contains(name));
            let left_out = left_out.iter().map(|name| (*name).to_owned());
            let left_out = left_out.filter(|name| known.contains(name)).collect();
            (self.only(&kept.collect::<Vec<_>>()), left_out)
        };
        let mut tables = (0..=dispensable.len()).map(without);
        let fitting = tables.find(|(table, _)| table.fits(width));
        fitting.unwrap_or_else(|| (self.clone(), Vec::new()))
    }

    /// Whether no line of the aligned form is longer than `width` characters.
    pub fn fits(&self, width: usize) -> bool {
        let widths = aligned::widths(&self.columns, self.rows.iter().cloned());
        let line: usize = widths.iter().map(|width| width + aligned::BETWEEN).sum();
        line <= width.saturating_add(1)
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

    /// The aligned form. If lines would be longer than `width` characters, the texts of the last
    /// column go on in further lines.
    pub fn render_within(&self, width: usize) -> String {
        /// A narrower column would be worse than long lines.
        const LEAST: usize = 20;
        let widths = aligned::widths(&self.columns, self.rows.iter().cloned());
        let Some((_, before)) = widths.split_last() else { return String::new() };
        let before: usize = before.iter().map(|width| width + aligned::BETWEEN).sum();
        let room = width.saturating_sub(before + 2).max(LEAST);
        let rows = self.rows.iter().flat_map(|row| {
            let (last, first) = row.split_last().unwrap_or((&Cell::Missing, &[]));
            let parts = match last {
                Cell::Text(text) => wrapped(text, room).into_iter().map(Cell::Text).collect(),
                other => vec![other.clone()],
            };
            let blank = vec![Cell::from(""); first.len()];
            let names = iter::once(first.to_vec()).chain(iter::repeat(blank));
            names.zip(parts).map(|(names, part)| [names, vec![part]].concat())
        });
        Table { columns: self.columns.clone(), rows: rows.collect() }.render(Format::Table)
    }

    /// The aligned form, with texts wrapped so that no line is longer than `width` characters; or
    /// else [stacked](Table::render_stacked), if lines are too short for the words of all columns.
    pub fn render_wrapped(&self, width: u16) -> String {
        let Some(least_widths) = self.least_widths(width) else {
            return self.render_stacked(width.into());
        };
        let mut shown = comfy_table::Table::new();
        shown.load_style(presets::UTF8_HORIZONTAL_ONLY).set_header(&self.columns);
        for row in &self.rows {
            shown.add_row(row.iter().map(|cell| {
                let side = if cell.is_right() { CellAlignment::Right } else { CellAlignment::Left };
                ShownCell::new(cell.shown()).set_alignment(side)
            }));
        }
        shown.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        shown.set_constraints(
            least_widths
                .into_iter()
                .map(|least| ColumnConstraint::LowerBoundary(Width::Fixed(least))),
        );
        joined(shown.lines().map(|line| line.trim_end().to_owned()), "\n") + "\n"
    }

    /// For narrow terminals: the cells of a row one below the other, each behind the name of its
    /// column. Only words that are longer than a line are divided.
    pub fn render_stacked(&self, width: usize) -> String {
        /// Narrower cells would be worse than long lines.
        const LEAST: usize = 12;
        const BLANKS: usize = 4;
        let length = |name: &String| name.chars().count();
        let longest = self.columns.iter().map(length).max().unwrap_or(0);
        let room = width.saturating_sub(longest + BLANKS).max(LEAST);
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

    /// The least widths of columns in which no word is divided, with their blanks. If they do not
    /// fit into lines of this width, the widest is what remains; `None` if that is too little for
    /// usual words.
    fn least_widths(&self, width: u16) -> Option<Vec<u16>> {
        const BLANKS: usize = 2;
        const LEAST: usize = 12;
        let longest = |text: &str| text.split_whitespace().map(|word| word.chars().count()).max();
        let mut widths: Vec<usize> =
            self.columns.iter().map(|name| longest(name).unwrap_or(0)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = longest(&cell.shown()).unwrap_or(0).max(*widest);
            }
        }
        let needed: usize = widths.iter().map(|word| word + BLANKS + 1).sum();
        let excess = needed.saturating_sub(width.into());
        if let Some(widest) = widths.iter_mut().max().filter(|_| excess > 0) {
            *widest = widest.checked_sub(excess).filter(|rest| *rest >= LEAST)?;
        }
        let with_blanks = |word| u16::try_from(word + BLANKS).unwrap_or(u16::MAX);
        Some(widths.into_iter().map(with_blanks).collect())
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
                let object: Value =
                    columns.iter().cloned().zip(row.iter().map(Cell::value)).collect();
                // A row is a line, for tools that work on lines.
                let before = if place == 0 { "[\n" } else { ",\n" };
                before.to_owned() + &printable_json(&object.to_string())
            });
            let end = if rows().next().is_none() { "[]\n" } else { "\n]\n" };
            Box::new(objects.chain(iter::once(end.to_owned())))
        }
    }
}

/// The lines of a text of at most this many characters, at least one.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let lines = word_wrap::wrapped(text, width as f64, |_| 1.0);
    if lines.is_empty() { vec![String::new()] } else { lines }
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
