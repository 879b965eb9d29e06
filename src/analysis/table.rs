//! Tables of results in the forms that people and programs read.

use std::iter;
use std::time::Duration;

use comfy_table::{Cell as ShownCell, CellAlignment, ContentArrangement, presets};
use serde_json::{Number, Value};

use crate::analysis::formatting::{grouped, printable, printable_json, time};
use knight_search::named_enum::named_enum;

/// A table: named columns and rows of cells, all of one length.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Names of the columns, in snake_case with unit suffixes.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A value of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A whole number.
    Count(u128),
    /// A real number; finite.
    Real(f64),
    /// A time in seconds; finite, not negative.
    Seconds(f64),
    /// No value.
    Missing,
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
    /// An array of objects.
    Json,
}

named_enum!(Format, "format", Table => "table", Csv => "csv", Markdown => "markdown", Json => "json");

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Missing, Into::into)
    }
}

macro_rules! cells_from {
    ($($value:ty => $variant:ident),+) => {$(
        impl From<$value> for Cell {
            fn from(value: $value) -> Cell {
                Cell::$variant(value.into())
            }
        }
    )+};
}
cells_from!(&str => Text, String => Text, u16 => Count, u64 => Count, u128 => Count, f64 => Real);

impl Table {
    /// A table of rows, at least one, each of which names its cells alike.
    pub fn new<R>(rows: impl IntoIterator<Item = R>) -> Table
    where
        R: IntoIterator<Item = (&'static str, Cell)>,
    {
        let mut columns = Vec::new();
        let rows = rows.into_iter().map(|row| {
            let (names, cells) = row.into_iter().unzip();
            columns = names;
            cells
        });
        let rows = rows.collect();
        Table { rows, columns: columns.into_iter().map(str::to_owned).collect() }
    }

    /// The table as a text that ends with a line end.
    pub fn render(&self, format: Format) -> String {
        render_rows(&self.columns, || self.rows.iter().cloned(), format).collect()
    }

    /// The aligned form, with texts wrapped so that no line is longer than `width` characters.
    pub fn render_wrapped(&self, width: u16) -> String {
        let mut shown = comfy_table::Table::new();
        shown.load_style(presets::UTF8_HORIZONTAL_ONLY).set_header(&self.columns);
        for row in &self.rows {
            shown.add_row(row.iter().map(|cell| {
                let (text, alignment) = cell.shown();
                ShownCell::new(text).set_alignment(alignment)
            }));
        }
        shown.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        let lines: Vec<String> = shown.lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }

    /// The table with rows and columns exchanged: one column for each row, named by its first
    /// `keys` cells.
    pub fn transposed(&self, keys: usize) -> Table {
        let keys = keys.min(self.columns.len());
        let name =
            |row: &Vec<Cell>| row[..keys].iter().map(Cell::plain).collect::<Vec<_>>().join(",");
        let measures = self.columns.iter().enumerate().skip(keys);
        Table {
            columns: std::iter::once(self.columns[..keys].join(","))
                .chain(self.rows.iter().map(name))
                .collect(),
            rows: measures
                .map(|(place, name)| {
                    let values = self.rows.iter().map(|row| row[place].clone());
                    std::iter::once(Cell::from(name.as_str())).chain(values).collect()
                })
                .collect(),
        }
    }
}

/// Parts of the text of a table, whose rows are made when they are written: once, or twice if
/// columns are aligned. So memory does not grow with the rows. All texts are [`printable`].
pub fn render_rows<'a, R: Iterator<Item = Vec<Cell>> + 'a>(
    columns: &'a [String],
    rows: impl Fn() -> R + 'a,
    format: Format,
) -> Box<dyn Iterator<Item = String> + 'a> {
    match format {
        Format::Table | Format::Markdown => render_aligned(columns, rows, format),
        Format::Csv => {
            let rows = rows().map(|row| csv_line(row.iter().map(Cell::plain)));
            Box::new(iter::once(csv_line(columns.iter().cloned())).chain(rows))
        }
        Format::Json => {
            let objects = (0u64..).zip(rows()).map(|(place, row)| {
                let object: Value =
                    columns.iter().cloned().zip(row.iter().map(Cell::value)).collect();
                let before = if place == 0 { "[\n  " } else { ",\n  " };
                before.to_owned() + &printable_json(&format!("{object:#}")).replace('\n', "\n  ")
            });
            let end = if rows().next().is_none() { "[]\n" } else { "\n]\n" };
            Box::new(objects.chain(iter::once(end.to_owned())))
        }
    }
}

/// Columns as wide as their widest cell, in a first pass, with a blank on either side.
fn render_aligned<'a, R: Iterator<Item = Vec<Cell>> + 'a>(
    columns: &'a [String],
    rows: impl Fn() -> R + 'a,
    format: Format,
) -> Box<dyn Iterator<Item = String> + 'a> {
    let (edge, between, line) = match format {
        Format::Markdown => ("|", "|", "-"),
        _ => ("", " ", "─"),
    };
    let width = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = columns.iter().map(|name| width(name)).collect();
    for row in rows() {
        for (widest, cell) in widths.iter_mut().zip(&row) {
            *widest = width(&cell.shown().0).max(*widest);
        }
    }
    let join = move |cells: Vec<String>| {
        let joined = format!("{edge}{}{edge}", cells.join(between));
        joined.trim_end().to_owned() + "\n"
    };
    let header = columns.iter().zip(&widths).map(|(name, &wide)| format!(" {name:<wide$} "));
    let header = join(header.collect());
    let lines = widths.iter().map(|wide| line.repeat(wide + 2)).collect::<Vec<_>>();
    let junction = if format == Format::Markdown { between } else { line };
    let separator = format!("{edge}{}{edge}\n", lines.join(junction));
    let rows = rows().map(move |row| {
        let cells = row.iter().zip(&widths).map(|(cell, &wide)| match cell.shown() {
            (text, CellAlignment::Right) => format!(" {text:>wide$} "),
            (text, _) => format!(" {text:<wide$} "),
        });
        join(cells.collect())
    });
    Box::new([header, separator].into_iter().chain(rows))
}

fn csv_line(fields: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("a record is written to memory");
    let bytes = writer.into_inner().expect("memory takes every record");
    String::from_utf8(bytes).expect("texts and numbers are UTF-8")
}

impl Cell {
    fn plain(&self) -> String {
        match self {
            Cell::Text(text) => printable(text).into_owned(),
            Cell::Count(count) => count.to_string(),
            Cell::Real(real) | Cell::Seconds(real) => real.to_string(),
            Cell::Missing => String::new(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            // Beyond 64 bits JSON readers differ, so such a count is written as a text.
            Cell::Count(count) => {
                u64::try_from(*count).map_or_else(|_| count.to_string().into(), Value::from)
            }
            Cell::Real(real) | Cell::Seconds(real) => {
                Number::from_f64(*real).map_or(Value::Null, Value::Number)
            }
            Cell::Missing => Value::Null,
        }
    }

    /// The text for people, and its alignment.
    fn shown(&self) -> (String, CellAlignment) {
        match self {
            Cell::Text(text) => (printable(text).into_owned(), CellAlignment::Left),
            Cell::Count(count) => (grouped(*count), CellAlignment::Right),
            Cell::Real(real) => (rounded(*real), CellAlignment::Right),
            Cell::Seconds(seconds) => (shown_time(*seconds), CellAlignment::Right),
            Cell::Missing => ("–".to_owned(), CellAlignment::Right),
        }
    }
}

fn shown_time(seconds: f64) -> String {
    Duration::try_from_secs_f64(seconds).map_or_else(|_| "–".to_owned(), time)
}

/// A real number with about four significant digits; whole ones in full as far as a float knows
/// their digits, with an exponent beyond.
fn rounded(real: f64) -> String {
    const SIGNIFICANT: i32 = 4;
    if real == 0.0 {
        return "0".to_owned();
    }
    if real.abs() >= 1e15 {
        return format!("{real:.3e}");
    }
    if real.abs() >= 10_000.0 {
        let sign = if real < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(real.abs().round() as u128));
    }
    let decimals = (SIGNIFICANT - 1 - real.abs().log10().floor() as i32).clamp(0, 12);
    format!("{real:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use crate::analysis::table::*;

    fn table() -> Table {
        Table {
            columns: vec!["order".into(), "checks".into(), "wall_s".into()],
            rows: vec![
                vec!["12345678".into(), 66_005_601u64.into(), 0.0123456.into()],
                vec!["with, comma".into(), u128::MAX.into(), Cell::Missing],
            ],
        }
    }

    #[test]
    fn tables_are_written_in_every_format() {
        insta::assert_snapshot!(table().render(Format::Table), @"
         order         checks                                                wall_s
        ─────────────────────────────────────────────────────────────────────────────
         12345678                                               66,005,601   0.01235
         with, comma   340,282,366,920,938,463,463,374,607,431,768,211,455         –
        ");
        insta::assert_snapshot!(table().render(Format::Csv), @r#"
        order,checks,wall_s
        12345678,66005601,0.0123456
        "with, comma",340282366920938463463374607431768211455,
        "#);
        insta::assert_snapshot!(table().render(Format::Markdown), @"
        | order       | checks                                              | wall_s  |
        |-------------|-----------------------------------------------------|---------|
        | 12345678    |                                          66,005,601 | 0.01235 |
        | with, comma | 340,282,366,920,938,463,463,374,607,431,768,211,455 |       – |
        ");
        insta::assert_snapshot!(table().render(Format::Json), @r#"
        [
          {
            "order": "12345678",
            "checks": 66005601,
            "wall_s": 0.0123456
          },
          {
            "order": "with, comma",
            "checks": "340282366920938463463374607431768211455",
            "wall_s": null
          }
        ]
        "#);
    }

    #[test]
    fn a_table_without_rows_has_its_columns() {
        let table = Table { rows: Vec::new(), ..table() };
        assert_eq!(table.render(Format::Json), "[]\n");
        assert_eq!(table.render(Format::Csv), "order,checks,wall_s\n");
        assert_eq!(table.render(Format::Markdown).lines().count(), 2);
    }

    #[test]
    fn reals_are_rounded_for_people() {
        let reals = [
            0.0,
            0.000_012_345,
            0.5,
            12.345_6,
            1234.56,
            98_765.4,
            -98_765.4,
            166_773_300_140_720_029_696.0,
        ]
        .map(rounded);
        assert_eq!(
            reals,
            ["0", "0.00001234", "0.5000", "12.35", "1235", "98,765", "-98,765", "1.668e20",]
        );
    }
}
