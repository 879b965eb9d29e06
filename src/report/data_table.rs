//! Tables of a report: the first rows as HTML, and all of them as compact JSON for the script,
//! which filters, sorts and pages.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::analysis::columns::Value;
use crate::analysis::formatting::{counted, grouped, printable};
use crate::analysis::statistics::{Cost, Quantile};
use crate::pictures::drawing::svg::escaped;

/// Whole numbers up to this one are the same in JavaScript.
const LARGEST_WHOLE: u64 = 1 << 53;

/// A value in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No value.
    Missing,
    /// A word, a board or a square.
    Word(Value),
    /// A number of zero or more in decimal digits, perhaps with a point.
    Number(String),
    /// More than such a number.
    Above(String),
    /// Less than such a number.
    Below(String),
}

impl Cell {
    /// A count.
    pub fn count(count: impl Into<u128>) -> Cell {
        Cell::Number(count.into().to_string())
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Word(Value::Text(text.into().into()))
    }

    /// The checks that decide a job.
    pub fn cost(cost: Cost) -> Cell {
        match cost {
            Cost::Exact(checks) => Cell::count(checks),
            Cost::Above(budget) => Cell::Above(budget.to_string()),
            Cost::Never | Cost::Unknown => Cell::Missing,
        }
    }

    /// A quantile of such checks.
    pub fn quantile(quantile: Quantile) -> Cell {
        match quantile {
            Quantile::Number(number) => Cell::Number(number.to_string()),
            Quantile::Above(bound) => Cell::Above(bound.to_string()),
            Quantile::Missing => Cell::Missing,
        }
    }

    fn is_a_number(&self) -> bool {
        !matches!(self, Cell::Word(_))
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        match value {
            Value::Missing => Cell::Missing,
            Value::Number(number) => Cell::count(number),
            word => Cell::Word(word),
        }
    }
}

/// How the numbers of a column are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// With commas between groups of three digits.
    #[default]
    Grouped,
    /// As they are.
    Plain,
    /// With this sign behind them.
    Unit(&'static str),
}

/// A table of some rows, column by column.
pub struct DataTable<'a, R> {
    rows: &'a [R],
    columns: Vec<DataColumn>,
}

struct DataColumn {
    name: String,
    format: Format,
    cells: Vec<Cell>,
}

/// A column as the script reads it.
#[derive(Serialize)]
struct Packed<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    plain: bool,
    /// The words of the column, sorted. Its cells are places among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    cells: String,
}

impl<'a, R> DataTable<'a, R> {
    /// A table of these rows without columns.
    pub fn of(rows: &'a [R]) -> DataTable<'a, R> {
        DataTable { rows, columns: Vec::new() }
    }

    /// Adds a column.
    pub fn column(&mut self, name: impl Into<String>, cell: impl FnMut(&R) -> Cell) {
        self.formatted(name, Format::Grouped, cell);
    }

    /// Adds a column whose numbers have this format. Without a value in any row it is left out.
    pub fn formatted(
        &mut self,
        name: impl Into<String>,
        format: Format,
        cell: impl FnMut(&R) -> Cell,
    ) {
        let cells: Vec<Cell> = self.rows.iter().map(cell).collect();
        if cells.iter().any(|cell| *cell != Cell::Missing) {
            self.columns.push(DataColumn { name: name.into(), format, cells });
        }
    }

    /// The table as HTML with this many rows, of which the script shows as many at once; empty
    /// without rows. A value that all rows share is said above it.
    pub fn html(mut self, id: &str, label: &str, at_once: usize) -> String {
        let rows = self.rows.len();
        let shared: Vec<DataColumn> = self
            .columns
            .extract_if(.., |column| {
                column.is_constant() && (rows > 1 || column.cells[0] == Cell::count(0u8))
            })
            .collect();
        if rows == 0 || self.columns.is_empty() {
            return String::new();
        }
        // Nobody asks for outcomes that no job has.
        let shared = shared.iter().filter(|column| column.cells[0] != Cell::count(0u8));
        let shared: Vec<(&str, String)> =
            shared.map(|column| (column.name.as_str(), column.shown(0))).collect();
        let mut html = format!("<div class=\"data\" id=\"{id}\" data-rows=\"{at_once}\"");
        for (name, value) in &shared {
            if ["board", "start"].contains(name) {
                let _ = write!(html, " data-{name}=\"{}\"", escaped(value));
            }
        }
        html += ">\n";
        if !shared.is_empty() {
            let shared: Vec<String> =
                shared.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let _ = writeln!(
                html,
                "<p class=\"note\">The same in all rows: {}.</p>",
                escaped(&shared.join(", "))
            );
        }
        html += &self.first_rows(label, at_once);
        if rows > at_once {
            let _ = writeln!(
                html,
                "<p class=\"note first\">These are the first {at_once} of {}; a browser with scripts shows all.</p>",
                counted(rows as u64, "row")
            );
        }
        let _ =
            writeln!(html, "<script type=\"application/json\">{}</script>\n</div>", self.json());
        html
    }

    fn first_rows(&self, label: &str, at_once: usize) -> String {
        let mut html = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead><tr>",
            escaped(label)
        );
        for column in &self.columns {
            let _ =
                write!(html, "<th scope=\"col\"{}>{}</th>", column.class(), escaped(&column.name));
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in 0..self.rows.len().min(at_once) {
            html += "<tr>";
            for column in &self.columns {
                let _ = write!(html, "<td{}>{}</td>", column.class(), escaped(&column.shown(row)));
            }
            html += "</tr>\n";
        }
        html + "</tbody>\n</table>\n</div>\n"
    }

    /// The columns as JSON that cannot end a script.
    fn json(&self) -> String {
        let packed: Vec<Packed> = self.columns.iter().map(DataColumn::packed).collect();
        let json = serde_json::to_string(&packed).expect("lists of texts are JSON");
        json.replace('<', "\\u003c")
    }
}

impl DataColumn {
    fn is_constant(&self) -> bool {
        self.cells.iter().all(|cell| *cell == self.cells[0])
    }

    fn is_numeric(&self) -> bool {
        self.cells.iter().all(Cell::is_a_number)
    }

    fn class(&self) -> &'static str {
        if self.is_numeric() { " class=\"n\"" } else { "" }
    }

    /// A cell as people read it. The script writes the same.
    fn shown(&self, row: usize) -> String {
        let (sign, number) = match &self.cells[row] {
            Cell::Missing => return "–".to_owned(),
            Cell::Word(word) => return printable(&word.to_string()).into_owned(),
            Cell::Number(number) => ("", number),
            Cell::Above(number) => ("> ", number),
            Cell::Below(number) => ("< ", number),
        };
        let (whole, part) = number.split_at(number.find('.').unwrap_or(number.len()));
        let (whole, unit) = match self.format {
            Format::Plain => (whole.to_owned(), ""),
            Format::Grouped => (whole.parse().map_or(whole.to_owned(), grouped), ""),
            Format::Unit(unit) => (whole.parse().map_or(whole.to_owned(), grouped), unit),
        };
        format!("{sign}{whole}{part}{unit}")
    }

    fn packed(&self) -> Packed<'_> {
        let words = (!self.is_numeric()).then(|| {
            let mut words: BTreeMap<&Value, usize> = BTreeMap::new();
            for cell in &self.cells {
                if let Cell::Word(word) = cell {
                    words.insert(word, 0);
                }
            }
            words.values_mut().enumerate().for_each(|(place, value)| *value = place);
            words
        });
        let tokens: Vec<String> = self.tokens(words.as_ref());
        let unit = match self.format {
            Format::Unit(unit) => Some(unit),
            _ => None,
        };
        let text = |word: &&Value| printable(&word.to_string()).into_owned();
        Packed {
            name: &self.name,
            unit,
            plain: self.format == Format::Plain,
            words: words.map(|words| words.keys().map(text).collect()),
            cells: tokens.join(","),
        }
    }

    /// A token for each cell: `-` if it is missing, nothing if it is that of the row above, `+7` if
    /// it is a whole number and 7 more than that (`+` if 1 more), else its digits, behind `>` or
    /// `<` for a bound. A word is its place.
    fn tokens(&self, words: Option<&BTreeMap<&Value, usize>>) -> Vec<String> {
        let mut above: Option<&Cell> = None;
        let mut tokens = Vec::with_capacity(self.cells.len());
        for cell in &self.cells {
            tokens.push(match cell {
                cell if above == Some(cell) => String::new(),
                Cell::Missing => "-".to_owned(),
                Cell::Word(word) => words.map_or(0, |words| words[word]).to_string(),
                Cell::Above(number) => format!(">{number}"),
                Cell::Below(number) => format!("<{number}"),
                Cell::Number(number) => match above.and_then(|above| increase(above, number)) {
                    Some(1) => "+".to_owned(),
                    Some(more) => format!("+{more}"),
                    None => number.clone(),
                },
            });
            above = Some(cell);
        }
        tokens
    }
}

/// How much more a whole number is than the one above, if that is shorter to write.
fn increase(above: &Cell, number: &str) -> Option<u64> {
    let Cell::Number(above) = above else {
        return None;
    };
    let number: u64 = number.parse().ok()?;
    let more = number.checked_sub(above.parse().ok()?)?;
    (number < LARGEST_WHOLE && more < number / 100).then_some(more)
}

#[cfg(test)]
mod tests {
    use crate::report::data_table::*;

    fn column(cells: Vec<Cell>, format: Format) -> DataColumn {
        DataColumn { name: "x".to_owned(), format, cells }
    }

    #[test]
    fn tokens_are_short_and_lose_nothing() {
        let numbers = ["12345678", "12345687", "12345687", "12345688", "7.5", "3"];
        let mut cells: Vec<Cell> =
            numbers.iter().map(|number| Cell::Number((*number).to_owned())).collect();
        cells.extend([Cell::Above("1000".to_owned()), Cell::Missing, Cell::Missing]);
        cells.extend([Cell::count(u128::MAX), Cell::Below("2".to_owned())]);
        let tokens = column(cells, Format::Grouped).tokens(None).join(",");
        let largest = u128::MAX;
        assert_eq!(tokens, format!("12345678,+9,,+,7.5,3,>1000,-,,{largest},<2"));
    }

    #[test]
    fn words_are_sorted_as_what_they_are() {
        let board = |text: &str| Cell::Word(Value::Board(text.parse().unwrap()));
        let column = column(vec![board("10x10"), Cell::Missing, board("9x9")], Format::Grouped);
        let packed = column.packed();
        assert_eq!(packed.words, Some(vec!["9x9".to_owned(), "10x10".to_owned()]));
        assert_eq!(packed.cells, "1,-,0");
    }

    #[test]
    fn numbers_are_written_out() {
        let shown = |cell: Cell, format| column(vec![cell], format).shown(0);
        assert_eq!(shown(Cell::Above("1000".to_owned()), Format::Grouped), "> 1,000");
        assert_eq!(shown(Cell::count(12_345_678u64), Format::Plain), "12345678");
        assert_eq!(shown(Cell::Number("29136579.5".to_owned()), Format::Grouped), "29,136,579.5");
        assert_eq!(shown(Cell::Number("12.3".to_owned()), Format::Unit(" %")), "12.3 %");
        assert_eq!(shown(Cell::Missing, Format::Grouped), "–");
    }

    #[test]
    fn what_all_rows_share_is_said_once() {
        let rows = [1u64, 2];
        let mut table = DataTable::of(&rows);
        table.column("board", |_| Cell::Word(Value::Board("8x8".parse().unwrap())));
        table.column("stuck", |_| Cell::count(0u8));
        table.column("seed", |_| Cell::Missing);
        table.column("name", |row| Cell::text(format!("</script>{row}")));
        let html = table.html("jobs", "Jobs", 50);
        assert!(html.contains("The same in all rows: board 8x8."), "{html}");
        assert!(html.contains("data-board=\"8x8\"") && !html.contains("seed"), "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("<th ").count(), 1, "{html}");
    }
}
