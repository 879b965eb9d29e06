//! Tables of results in the forms that people and programs read.

use std::time::Duration;

use comfy_table::{
    Cell as ShownCell, CellAlignment, ContentArrangement, LineStyle, TableStyle, presets,
};
use serde_json::{Number, Value};

use crate::analysis::formatting::{grouped, time};
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
        match format {
            Format::Table => {
                let line = LineStyle::none().fill('─').junction('─');
                trimmed(&self.shown(presets::NOTHING.header_separator(line)))
            }
            Format::Markdown => trimmed(&self.shown(presets::ASCII_MARKDOWN)),
            Format::Csv => self.render_csv(),
            Format::Json => {
                let object = |row: &Vec<Cell>| -> Value {
                    self.columns.iter().cloned().zip(row.iter().map(Cell::value)).collect()
                };
                format!("{:#}\n", self.rows.iter().map(object).collect::<Value>())
            }
        }
    }

    fn shown(&self, style: TableStyle) -> comfy_table::Table {
        let mut shown = comfy_table::Table::new();
        shown.load_style(style).set_header(&self.columns);
        for row in &self.rows {
            shown.add_row(row.iter().map(Cell::shown));
        }
        shown
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

    /// The aligned form, with texts wrapped so that no line is longer than `width` characters.
    pub fn render_wrapped(&self, width: u16) -> String {
        let mut shown = self.shown(presets::UTF8_HORIZONTAL_ONLY);
        shown.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        trimmed(&shown)
    }

    fn render_csv(&self) -> String {
        let mut bytes = Vec::new();
        let mut writer = csv::Writer::from_writer(&mut bytes);
        let mut write = || -> csv::Result<()> {
            writer.write_record(&self.columns)?;
            self.rows
                .iter()
                .try_for_each(|row| writer.write_record(row.iter().map(Cell::plain)))?;
            Ok(writer.flush()?)
        };
        write().expect("rows of one length are written to memory");
        drop(writer);
        String::from_utf8(bytes).expect("texts and numbers are UTF-8")
    }
}

/// The lines of a table without the blanks at their ends.
fn trimmed(shown: &comfy_table::Table) -> String {
    let lines: Vec<String> = shown.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

impl Cell {
    fn plain(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
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

    fn shown(&self) -> ShownCell {
        let (text, alignment) = match self {
            Cell::Text(text) => (text.clone(), CellAlignment::Left),
            Cell::Count(count) => (grouped(*count), CellAlignment::Right),
            Cell::Real(real) => (rounded(*real), CellAlignment::Right),
            Cell::Seconds(seconds) => (shown_time(*seconds), CellAlignment::Right),
            Cell::Missing => ("–".to_owned(), CellAlignment::Right),
        };
        ShownCell::new(text).set_alignment(alignment)
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
