//! Tables as HTML: the first rows, and all of them as compact JSON for the script, which filters,
//! sorts and pages.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::analysis::{Cell, Table, Value};
use crate::pictures::drawing::svg::escaped;
use crate::report::note;
use crate::text::formatting::{counted, grouped_digits, joined, printable};

/// The columns whose numbers have no commas between groups of three digits.
const PLAIN: [&str; 2] = ["order", "seed"];

/// Whole numbers up to this one are the same in JavaScript.
const LARGEST_WHOLE: u64 = 1 << 53;

/// A column as the script reads it, and what the page needs besides.
#[derive(Serialize)]
struct HtmlColumn<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    plain: bool,
    /// The words of the column, sorted. Its cells are places among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    cells: String,
    /// The first cells as people read them. The script writes the same.
    #[serde(skip)]
    shown: Vec<String>,
    #[serde(skip)]
    is_constant: bool,
}

/// The table with this many rows, of which the script shows as many at once; empty without rows. A
/// column without a value in any row is left out, and a value that all rows share is said above the
/// table.
pub(super) fn html(table: &Table, id: &str, label: &str, at_once: usize) -> String {
    let rows = table.rows.len();
    let columns = table.columns.iter().enumerate().filter_map(|(place, name)| {
        let cells: Vec<&Cell> = table.rows.iter().map(|row| &row[place]).collect();
        HtmlColumn::of(name, &cells, at_once)
    });
    let (shared, columns): (Vec<HtmlColumn>, Vec<HtmlColumn>) =
        columns.partition(|column| column.is_constant && (rows > 1 || column.is_nothing()));
    if columns.is_empty() {
        return String::new();
    }
    // Nobody asks for outcomes that no job has.
    let shared = shared.iter().filter(|column| !column.is_nothing());
    let shared: Vec<(&str, &str)> =
        shared.map(|column| (column.name, column.shown[0].as_str())).collect();
    let mut html = format!("<div class=\"data\" id=\"{id}\" data-rows=\"{at_once}\"");
    for (name, value) in &shared {
        if ["board", "start"].contains(name) {
            let _ = write!(html, " data-{name}=\"{}\"", escaped(value));
        }
    }
    html += ">\n";
    if !shared.is_empty() {
        let shared = joined(shared.iter().map(|(name, value)| format!("{name} {value}")), ", ");
        html += &note(&format!("The same in all rows: {}.", escaped(&shared)));
    }
    html += &first_rows(&columns, label, rows.min(at_once));
    if rows > at_once {
        let _ = writeln!(
            html,
            "<p class=\"note first\">These are the first {at_once} of {}; a browser with scripts shows all.</p>",
            counted(rows as u64, "row")
        );
    }
    let json = serde_json::to_string(&columns).expect("lists of texts are JSON");
    // It cannot end the script.
    let json = json.replace('<', "\\u003c");
    let _ = writeln!(html, "<script type=\"application/json\">{json}</script>\n</div>");
    html
}

fn first_rows(columns: &[HtmlColumn], label: &str, rows: usize) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead><tr>",
        escaped(label)
    );
    let class = |column: &HtmlColumn| if column.words.is_none() { " class=\"n\"" } else { "" };
    for column in columns {
        let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), escaped(column.name));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in 0..rows {
        html += "<tr>";
        for column in columns {
            let _ = write!(html, "<td{}>{}</td>", class(column), escaped(&column.shown[row]));
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n"
}

impl<'a> HtmlColumn<'a> {
    /// The column of these cells, of which this many are shown at once; `None` without a value.
    fn of(name: &'a str, cells: &[&Cell], at_once: usize) -> Option<HtmlColumn<'a>> {
        if cells.iter().all(|cell| **cell == Cell::Missing) {
            return None;
        }
        let mut places: BTreeMap<Value, usize> =
            cells.iter().filter_map(|cell| Some((word(cell)?, 0))).collect();
        places.values_mut().enumerate().for_each(|(place, value)| *value = place);
        let words: Vec<String> =
            places.keys().map(|word| printable(&word.to_string()).into_owned()).collect();
        let is_of_words = !words.is_empty();
        let plain = PLAIN.contains(&name);
        let mut units = cells.iter().map(|cell| parts(&number(cell)).2.to_owned());
        let unit = units.find(|unit| !unit.is_empty()).filter(|_| !is_of_words);
        // As the script reads it, and as people do.
        let both = |cell: &&Cell| match (word(cell), cell) {
            (Some(word), _) => (places[&word].to_string(), words[places[&word]].clone()),
            (None, Cell::Missing) => ("-".to_owned(), "–".to_owned()),
            (None, cell) => {
                let number = number(cell);
                let (sign, digits, unit) = parts(&number);
                let (whole, part) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
                let whole = if plain { whole.to_owned() } else { grouped_digits(whole) };
                (sign.trim_end().to_owned() + digits, format!("{sign}{whole}{part}{unit}"))
            }
        };
        let (tokens, mut shown): (Vec<String>, Vec<String>) = cells.iter().map(both).unzip();
        shown.truncate(at_once);
        Some(HtmlColumn {
            name,
            unit,
            plain,
            shown,
            is_constant: tokens.iter().all(|token| *token == tokens[0]),
            cells: shortened(&tokens, is_of_words).join(","),
            words: is_of_words.then_some(words),
        })
    }

    /// Whether it begins with the number 0.
    fn is_nothing(&self) -> bool {
        self.words.is_none() && self.shown[0] == "0"
    }
}

fn word(cell: &Cell) -> Option<Value> {
    match cell {
        Cell::Text(text) => Some(Value::Text(text.clone().into())),
        Cell::Word(word) => Some(word.clone()),
        _ => None,
    }
}

/// A number as people read it, without commas: `> 1000`, `12.3 %`.
fn number(cell: &Cell) -> String {
    match cell {
        Cell::Above(bound) => format!("> {bound}"),
        Cell::Shown(number) => number.clone(),
        number => number.plain(),
    }
}

/// The sign of a bound, the digits and the unit of such a number: `> `, `1000`, ` %`.
fn parts(number: &str) -> (&str, &str, &str) {
    let rest = number.trim_start_matches(['<', '>', ' ']);
    let (digits, unit) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
    (&number[..number.len() - rest.len()], digits, unit)
}

/// A token for each cell: nothing if it is that of the row above, `+7` if it is a whole number and
/// 7 more than that (`+` if 1 more), else its digits. A word is its place.
fn shortened(cells: &[String], are_words: bool) -> Vec<String> {
    let mut above: Option<&String> = None;
    let mut tokens = Vec::with_capacity(cells.len());
    for cell in cells {
        let increase = above.filter(|_| !are_words).and_then(|above| increase(above, cell));
        tokens.push(match increase {
            _ if above == Some(cell) => String::new(),
            Some(1) => "+".to_owned(),
            Some(more) => format!("+{more}"),
            None => cell.clone(),
        });
        above = Some(cell);
    }
    tokens
}

/// How much more a whole number is than the one above, if that is shorter to write.
fn increase(above: &str, number: &str) -> Option<u64> {
    let number: u64 = number.parse().ok()?;
    let more = number.checked_sub(above.parse().ok()?)?;
    (number < LARGEST_WHOLE && more < number / 100).then_some(more)
}

#[cfg(test)]
mod tests {
    use crate::report::html_table::*;

    fn column(name: &str, cells: Vec<Cell>) -> HtmlColumn<'_> {
        HtmlColumn::of(name, &cells.iter().collect::<Vec<_>>(), cells.len()).unwrap()
    }

    #[test]
    fn tokens_are_short_and_lose_nothing() {
        let whole = [12_345_678u64, 12_345_687, 12_345_687, 12_345_688].map(Cell::from);
        let more = ["7.5", "3"].map(|number| Cell::Shown(number.to_owned()));
        let mut cells = [whole.to_vec(), more.to_vec()].concat();
        cells.extend([Cell::Above(1000), Cell::Missing, Cell::Missing]);
        cells.extend([u128::MAX.into(), Cell::Shown("< 2".to_owned())]);
        let largest = u128::MAX;
        let expected = format!("12345678,+9,,+,7.5,3,>1000,-,,{largest},<2");
        assert_eq!(column("x", cells).cells, expected);
    }

    #[test]
    fn a_unit_is_said_once() {
        let shares = ["< 0.1 %", "12.5 %"].map(|share| Cell::Shown(share.to_owned()));
        let shares = column("decided", shares.to_vec());
        assert_eq!((shares.unit.as_deref(), shares.cells.as_str()), (Some(" %"), "<0.1,12.5"));
        assert_eq!(column("time", vec![3u64.into()]).unit, None);
    }

    #[test]
    fn words_are_sorted_as_what_they_are() {
        let board = |text: &str| Cell::Word(Value::Board(text.parse().unwrap()));
        let column = column("board", vec![board("10x10"), Cell::Missing, board("9x9")]);
        assert_eq!(column.words, Some(vec!["9x9".to_owned(), "10x10".to_owned()]));
        assert_eq!(column.cells, "1,-,0");
    }

    #[test]
    fn numbers_are_written_out() {
        let shown = |name: &str, cell: Cell| column(name, vec![cell, 0u64.into()]).shown[0].clone();
        let number = |text: &str| Cell::Shown(text.to_owned());
        assert_eq!(shown("checks", Cell::Above(1000)), "> 1,000");
        assert_eq!(shown("seed", 12_345_678u64.into()), "12345678");
        assert_eq!(shown("checks", number("29136579.5")), "29,136,579.5");
        assert_eq!(shown("decided", number("1234.5 %")), "1,234.5 %");
        assert_eq!(shown("decided", number("< 0.1 %")), "< 0.1 %");
        assert_eq!(shown("checks", Cell::Missing), "–");
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
        let html = html(&table, "jobs", "Jobs", 50);
        assert!(html.contains("The same in all rows: board 8x8."), "{html}");
        assert!(html.contains("data-board=\"8x8\"") && !html.contains("seed"), "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("<th ").count(), 1, "{html}");
    }
}
