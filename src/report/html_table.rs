//! Tables as HTML: the first rows, and all of them as compact JSON for the script, which filters,
//! sorts, pages and saves them.

use std::cmp::Ordering;
use std::fmt::Write;

use serde::Serialize;

use crate::analysis::{Cell, Table};
use crate::pictures::drawing::svg::escaped;
use crate::report::note;
use crate::text::formatting::{counted, joined};

/// A column as the script reads it, and what the page needs besides.
#[derive(Serialize)]
struct HtmlColumn<'a> {
    name: &'a str,
    /// Whether its numbers have no commas.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    plain: bool,
    /// What cells say that are not whole numbers or bounds, sorted. A cell is a place among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    /// What programs read in their place, if it is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<String>>,
    /// Whether all cells say the same, which stands above the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    shared: bool,
    /// A token for each cell, or the one that all share.
    cells: String,
    /// The first cells as people read them. The script writes the same.
    #[serde(skip)]
    shown: Vec<String>,
    #[serde(skip)]
    is_right: bool,
}

/// The table with this many rows shown at once; empty without rows. A column without a value in any
/// row is left out, and a value that all rows share stands above the table. HTML for the rows, if
/// there is any, stands below their first cells.
pub(super) fn html(
    table: &Table,
    id: &str,
    label: &str,
    at_once: usize,
    below_first: &[String],
) -> String {
    let rows = table.rows.len();
    let columns = table.columns.iter().enumerate().filter_map(|(place, name)| {
        let cells: Vec<&Cell> = table.rows.iter().map(|row| &row[place]).collect();
        HtmlColumn::of(name, &cells, at_once)
    });
    let columns: Vec<HtmlColumn> = columns.collect();
    if columns.iter().all(|column| column.shared) {
        return String::new();
    }
    let mut html = format!("<div class=\"data\" id=\"{id}\" data-rows=\"{at_once}\">\n");
    // Nobody asks for outcomes that no job has.
    let shared = columns.iter().filter(|column| column.shared && !column.is_nothing());
    let shared = joined(shared.map(|column| format!("{} {}", column.name, column.shown[0])), ", ");
    if !shared.is_empty() {
        html += &note(&format!("The same in all rows: {}.", escaped(&shared)));
    }
    html += &first_rows(&columns, label, rows.min(at_once), below_first);
    if rows > at_once {
        let all = counted(rows, "row");
        html += &format!(
            "<p class=\"note first\">These are the first {at_once} of {all}; a browser with scripts shows all.</p>\n"
        );
    }
    let json = serde_json::to_string(&columns).expect("lists of texts are JSON");
    // It cannot end the script.
    let json = json.replace('<', "\\u003c");
    let _ = writeln!(html, "<script type=\"application/json\">{json}</script>\n</div>");
    html
}

fn first_rows(columns: &[HtmlColumn], label: &str, rows: usize, below_first: &[String]) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead><tr>",
        escaped(label)
    );
    let class = |column: &HtmlColumn| if column.is_right { " class=\"n\"" } else { "" };
    let columns: Vec<&HtmlColumn> = columns.iter().filter(|column| !column.shared).collect();
    for column in &columns {
        let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), escaped(column.name));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in 0..rows {
        html += "<tr>";
        for (place, column) in columns.iter().enumerate() {
            let below = below_first.get(row).filter(|_| place == 0).map_or("", String::as_str);
            let text = escaped(&column.shown[row]);
            let _ = write!(html, "<td{}>{text}{below}</td>", class(column));
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n"
}

impl<'a> HtmlColumn<'a> {
    /// The column of these cells, of which this many are shown at once; `None` without a value.
    fn of(name: &'a str, cells: &[&Cell], at_once: usize) -> Option<HtmlColumn<'a>> {
        let first = cells.iter().find(|cell| ***cell != Cell::Missing)?;
        let is_number = |cell: &&Cell| {
            matches!(cell, Cell::Count(_) | Cell::Above(_) | Cell::Digits(_) | Cell::Missing)
        };
        let words = (!cells.iter().all(is_number)).then(|| words(cells));
        let token = |cell: &&Cell| match (&words, cell) {
            (_, Cell::Missing) => "-".to_owned(),
            (Some(words), cell) => {
                words.partition_point(|word| order(word, cell).is_lt()).to_string()
            }
            (None, Cell::Above(bound)) => format!(">{bound}"),
            (None, number) => number.plain(),
        };
        let mut tokens: Vec<String> = cells.iter().map(token).collect();
        let is_right = first.is_right() || words.is_none();
        let shown: Vec<String> = cells.iter().take(at_once).map(|cell| cell.shown()).collect();
        let is_constant = tokens.iter().all(|token| *token == tokens[0]);
        let shared = is_constant && (cells.len() > 1 || is_right && shown[0] == "0");
        if shared {
            tokens.truncate(1);
        }
        // Nothing stands for the token of the row above.
        let differs = |row: usize| row == 0 || tokens[row - 1] != tokens[row];
        let tokens = (0..tokens.len()).map(|row| if differs(row) { &*tokens[row] } else { "" });
        let texts = |of: fn(&Cell) -> String| {
            words.as_ref().map(|words| words.iter().map(|word| of(word)).collect::<Vec<_>>())
        };
        let (words, values) = (texts(Cell::shown), texts(Cell::plain));
        Some(HtmlColumn {
            name,
            plain: matches!(first, Cell::Digits(_)),
            values: values.filter(|values| words.as_ref() != Some(values)),
            cells: joined(tokens, ","),
            words,
            shared,
            shown,
            is_right,
        })
    }

    /// Whether it begins with the number 0.
    fn is_nothing(&self) -> bool {
        self.is_right && self.shown[0] == "0"
    }
}

/// What cells say, each once, sorted.
fn words<'a>(cells: &[&'a Cell]) -> Vec<&'a Cell> {
    let mut words: Vec<&Cell> = cells.to_vec();
    words.retain(|cell| **cell != Cell::Missing);
    words.sort_by(|one, other| order(one, other));
    words.dedup();
    words
}

/// The order of words. Bounds come last, as the script sorts them among whole numbers.
fn order(one: &Cell, other: &Cell) -> Ordering {
    let is_above = |cell: &Cell| matches!(cell, Cell::Above(_));
    let kinds = is_above(one).cmp(&is_above(other)).then_with(|| one.compare(other));
    kinds.then_with(|| one.shown().cmp(&other.shown()))
}

#[cfg(test)]
mod tests {
    use crate::analysis::Value;
    use crate::report::html_table::*;

    fn column(name: &str, cells: Vec<Cell>) -> HtmlColumn<'_> {
        HtmlColumn::of(name, &cells.iter().collect::<Vec<_>>(), cells.len()).unwrap()
    }

    #[test]
    fn tokens_are_short_and_lose_nothing() {
        let whole = [12_345_678u64, 12_345_687, 12_345_687, 12_345_688].map(Cell::from);
        let mut cells = whole.to_vec();
        cells.extend([Cell::Above(1000), Cell::Missing, Cell::Missing, u128::MAX.into()]);
        let expected = format!("12345678,12345687,,12345688,>1000,-,,{}", u128::MAX);
        assert_eq!(column("x", cells).cells, expected);
    }

    #[test]
    fn words_are_sorted_as_what_they_are() {
        let board = |text: &str| Cell::Word(Value::Board(text.parse().unwrap()));
        let column = column("board", vec![board("10x10"), Cell::Missing, board("9x9")]);
        assert_eq!(column.words, Some(vec!["9x9".to_owned(), "10x10".to_owned()]));
        assert_eq!((column.cells.as_str(), column.values), ("1,-,0", None));
    }

    #[test]
    fn numbers_that_people_read_rounded_have_all_their_digits_for_programs() {
        let column = column("share", [0.123456, 1.0, 0.25, 0.25].map(Cell::Share).to_vec());
        assert_eq!(column.words.unwrap(), ["12.3 %", "25.0 %", "100 %"]);
        assert_eq!(column.values.unwrap(), ["0.123456", "0.25", "1"]);
        assert_eq!((column.cells.as_str(), column.is_right), ("0,2,1,", true));
    }

    #[test]
    fn what_all_rows_share_is_said_once() {
        let table = Table::new([1, 2].map(|row| {
            [
                ("board", Cell::Word(Value::Board("8x8".parse().unwrap()))),
                ("stuck", 0u64.into()),
                ("seed", Cell::Missing),
                ("name", format!("</script>{row}").into()),
            ]
        }));
        let html = html(&table, "jobs", "Jobs", 50, &[]);
        assert!(html.contains("The same in all rows: board 8x8."), "{html}");
        assert!(!html.contains("seed"), "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("<th ").count(), 1, "{html}");
    }
}
