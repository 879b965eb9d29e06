//! Tables as LaTeX has them: an environment `tabular` to paste into a paper.

use crate::analysis::table::aligned::shapes;
use crate::analysis::table::{Cell, Format};

/// Parts of the text, whose rows are made when they are written.
pub(super) fn render<'a, R: Iterator<Item = Vec<Cell>> + 'a>(
    columns: &'a [String],
    rows: impl Fn() -> R + 'a,
) -> Box<dyn Iterator<Item = String> + 'a> {
    let shapes = shapes(columns, rows(), Format::Latex);
    let sides: String = shapes.iter().map(|at| if at.is_right { 'r' } else { 'l' }).collect();
    let names: Vec<String> = columns.iter().map(|name| escaped(name)).collect();
    let begin = format!("\\begin{{tabular}}{{{sides}}}\n\\hline\n{}\\hline\n", line(names));
    let rows = rows().map(move |row| {
        let cells = row.iter().zip(&shapes).map(|(cell, at)| {
            let text = cell.shown();
            // Blanks in front say to which row above one belongs.
            let bare = text.trim_start();
            let indent = if bare.len() < text.len() { "\\quad " } else { "" };
            let text = indent.to_owned() + &escaped(bare);
            // Texts among numbers, and numbers among texts.
            if cell.is_right() && !at.is_right { format!("\\hfill {text}") } else { text }
        });
        line(cells.collect())
    });
    let end = "\\hline\n\\end{tabular}\n".to_owned();
    Box::new(std::iter::once(begin).chain(rows).chain(std::iter::once(end)))
}

fn line(cells: Vec<String>) -> String {
    cells.join(" & ") + " \\\\\n"
}

/// The text with what LaTeX would take for commands written as characters.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
            '\\' => "\\textbackslash{}".to_owned(),
            '~' => "\\textasciitilde{}".to_owned(),
            '^' => "\\textasciicircum{}".to_owned(),
            '<' | '>' => format!("${c}$"),
            '×' => "$\\times$".to_owned(),
            '·' => "$\\cdot$".to_owned(),
            '≈' => "$\\approx$".to_owned(),
            '∞' => "$\\infty$".to_owned(),
            c => c.to_string(),
        })
        .collect()
}
