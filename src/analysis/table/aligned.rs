//! Tables with aligned columns, as terminals and Markdown have them.

use crate::analysis::table::{Cell, Format};
use crate::text::formatting::joined;

/// How many characters the widest name or cell of each column has as [`Format::Table`] and
/// [`Format::Markdown`] write it.
pub fn widths(columns: &[String], rows: impl Iterator<Item = Vec<Cell>>) -> Vec<usize> {
    shapes(columns, rows, Format::Table).into_iter().map(|shape| shape.width).collect()
}

/// How a column is written.
pub(super) struct ColumnShape {
    /// The characters of its widest name or cell.
    width: usize,
    /// Whether its name stands above numbers, on the right like these.
    pub(super) is_right: bool,
}

/// A cell as it is shown. In Markdown a bar would end it.
fn shown(cell: &Cell, format: Format) -> String {
    let text = cell.shown();
    if format == Format::Markdown { text.replace('|', "\\|") } else { text }
}

pub(super) fn shapes(
    columns: &[String],
    rows: impl Iterator<Item = Vec<Cell>>,
    format: Format,
) -> Vec<ColumnShape> {
    let width = |text: &str| text.chars().count();
    let shape = |name: &String| ColumnShape { width: width(name), is_right: true };
    let mut shapes: Vec<ColumnShape> = columns.iter().map(shape).collect();
    for row in rows {
        for (shape, cell) in shapes.iter_mut().zip(&row) {
            shape.width = width(&shown(cell, format)).max(shape.width);
            shape.is_right &= cell.is_right();
        }
    }
    shapes
}

/// The characters between the texts of two columns.
pub(super) const BETWEEN: usize = 3;

/// The characters of a line with columns of these widths, which lacks a blank at its end.
pub(super) fn length(widths: &[usize]) -> usize {
    widths.iter().map(|width| width + BETWEEN).sum::<usize>().saturating_sub(1)
}

/// A text on one side of a column, with a blank on either side.
fn padded(text: &str, width: usize, is_right: bool) -> String {
    if is_right { format!(" {text:>width$} ") } else { format!(" {text:<width$} ") }
}

/// The columns of these widths, the most important first, that fit together into lines of
/// [`Format::Table`] with this many characters, by their places among the widths. A column that
/// does not fit makes room for those after it; the first `always` are there in any case.
pub fn fitting(widths: &[usize], always: usize, line: usize) -> Vec<usize> {
    /// A blank on either side of a cell.
    const BLANKS: usize = 2;
    let mut end = 0;
    let places = widths.iter().enumerate().filter(|&(place, width)| {
        // A blank stands between two cells.
        let with_it = end + usize::from(end > 0) + width + BLANKS;
        let fits = place < always || with_it <= line;
        if fits {
            end = with_it;
        }
        fits
    });
    places.map(|(place, _)| place).collect()
}

/// Columns as wide as their widest cell, in a first pass, with a blank on either side.
pub(super) fn render<'a, R: Iterator<Item = Vec<Cell>> + 'a>(
    columns: &'a [String],
    rows: impl Fn() -> R + 'a,
    format: Format,
) -> Box<dyn Iterator<Item = String> + 'a> {
    let (edge, between, line) = match format {
        Format::Markdown => ("|", "|", "-"),
        _ => ("", " ", "─"),
    };
    let shapes = shapes(columns, rows(), format);
    let join = move |cells: Vec<String>| {
        let joined = format!("{edge}{}{edge}", cells.join(between));
        joined.trim_end().to_owned() + "\n"
    };
    let names = columns.iter().zip(&shapes);
    let header = join(names.map(|(name, at)| padded(name, at.width, at.is_right)).collect());
    let lines = shapes.iter().map(|at| line.repeat(at.width + 2));
    let junction = if format == Format::Markdown { between } else { line };
    let separator = format!("{edge}{}{edge}\n", joined(lines, junction));
    let rows = rows().map(move |row| {
        let cells = row.iter().zip(&shapes);
        join(
            cells
                .map(|(cell, at)| padded(&shown(cell, format), at.width, cell.is_right()))
                .collect(),
        )
    });
    Box::new([header, separator].into_iter().chain(rows))
}
