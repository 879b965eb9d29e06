//! Heat maps of tables with a row for each start square, such as those of `best-order` and of
//! `summarize --by rows,cols,start_row,start_col`.

use std::collections::{BTreeMap, HashMap};

use crate::pictures::PlotError;
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{Quantity, percent};
use crate::pictures::fill::Sign;
use crate::pictures::heatmap::maps::{BoardMap, MapSquare, Maps, named};
use crate::text::formatting::grouped;
use knight_search::{Board, Outcome, Square};

/// Whether a table with this header has a row for each start square. Results have a column `job`.
pub(super) fn is_by_start(header: &[&str]) -> bool {
    let has = |name: &str| header.contains(&name);
    has("start_row") && has("start_col") && !has("job") && !has("order") && !has("seed")
}

/// The heat maps of the CSV of such a table: those of the column `value`, or else of the first of
/// `success_rate`, `checks_median`, `checks_min` and `tours` that differs between its rows.
///
/// # Errors
/// [`PlotError::Table`] if the table is damaged, has several rows for a square, or has no such
/// column of numbers.
pub(super) fn of_table(csv: &[u8], value: Option<&str>) -> Result<Maps, PlotError> {
    let table = StartTable::read(csv)?;
    let column = match value {
        Some(name) => name.to_owned(),
        None => table.usual_column()?,
    };
    let label = table.words(&column);
    let mut boards: BTreeMap<Board, BTreeMap<Square, MapSquare>> = BTreeMap::new();
    for row in &table.rows {
        let (board, square) = table.place(row)?;
        let shown = table.shown(row, &column, named(board, square))?;
        if boards.entry(board).or_default().insert(square, shown).is_some() {
            return Err(fault(format!(
                "there are several rows for {square} of {board}; keep one row for each start square"
            )));
        }
    }
    let names: Vec<String> = boards.keys().map(Board::to_string).collect();
    let name = |board: Board| if names.len() > 1 { board.to_string() } else { String::new() };
    let panels: Vec<BoardMap> = boards
        .into_iter()
        .map(|(board, squares)| BoardMap { title: name(board), board, squares })
        .collect();
    let mut maps = Maps {
        headline: format!("{label} by start square: {}", names.join(", ")),
        label,
        quantity: Quantity::Numbers,
        panels,
    };
    maps.quantity = quantity(&column, &maps);
    if maps.squares().all(|square| square.fill.ok().is_none()) {
        return Err(fault(format!("column `{column}` has no numbers; give another --value")));
    }
    Ok(maps)
}

fn fault(text: String) -> PlotError {
    PlotError::Table(text)
}

/// A column in words.
fn words(column: &str) -> String {
    match column {
        "success_rate" => "Share of jobs with a tour".to_owned(),
        "checks_min" => "Fewest checks".to_owned(),
        "fig2_checks" => "Checks of order 12345678 (fig2)".to_owned(),
        "fig2_ratio" => "Checks of order 12345678 (fig2) per check of the best order".to_owned(),
        "checks_median" => "Median checks".to_owned(),
        "checks_mean" => "Mean checks".to_owned(),
        "checks_max" => "Most checks".to_owned(),
        "tours" => "Tours".to_owned(),
        other => {
            let words = other.replace('_', " ");
            let mut letters = words.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().collect::<String>() + letters.as_str()
            })
        }
    }
}

/// Shares have their own scale. Other values that span more than ten times are logarithmic.
fn quantity(column: &str, maps: &Maps) -> Quantity {
    let values = maps.squares().filter_map(|square| square.fill.ok());
    let (least, most) = extremes(values).unwrap_or_default();
    match column {
        "success_rate" => Quantity::Shares,
        _ if least > 0.0 && most >= 10.0 * least => Quantity::Counts,
        _ => Quantity::Numbers,
    }
}

/// A table in memory.
struct StartTable {
    columns: HashMap<String, usize>,
    rows: Vec<csv::StringRecord>,
}

impl StartTable {
    fn read(csv: &[u8]) -> Result<StartTable, PlotError> {
        let mut reader = csv::Reader::from_reader(csv);
        let damaged = |error: csv::Error| fault(error.to_string());
        let header = reader.headers().map_err(damaged)?;
        let columns = header.iter().enumerate().map(|(i, name)| (name.to_owned(), i)).collect();
        let rows = reader.records().collect::<Result<_, _>>().map_err(damaged)?;
        let table = StartTable { columns, rows };
        if table.rows.is_empty() {
            return Err(PlotError::NoRows);
        }
        if !["rows", "cols"].iter().all(|side| table.columns.contains_key(*side)) {
            return Err(fault(
                "the column rows or cols is missing, so nothing says which board it is; group by \
                 rows,cols,start_row,start_col"
                    .to_owned(),
            ));
        }
        Ok(table)
    }

    /// Whether each row is about the jobs of a start, as in summaries, not about the start itself.
    fn is_of_jobs(&self) -> bool {
        self.columns.contains_key("jobs")
    }

    /// A column in words, and of what its jobs are.
    fn words(&self, column: &str) -> String {
        let of_what = match column {
            "checks_min" if self.columns.contains_key("outcome") && !self.is_of_jobs() => {
                " of any order"
            }
            "checks_min" => " of these jobs",
            _ => "",
        };
        words(column) + of_what
    }

    /// Whether a column of a row is a number above 0.
    fn counts(&self, row: &csv::StringRecord, column: &str) -> bool {
        self.text(row, column).parse::<u64>().is_ok_and(|count| count > 0)
    }

    fn text<'a>(&self, row: &'a csv::StringRecord, column: &str) -> &'a str {
        self.columns.get(column).and_then(|&place| row.get(place)).unwrap_or("")
    }

    fn side(&self, row: &csv::StringRecord, column: &str) -> Result<u16, PlotError> {
        let text = self.text(row, column);
        text.parse().map_err(|_| fault(format!("{}{column} is `{text}`", line(row))))
    }

    fn place(&self, row: &csv::StringRecord) -> Result<(Board, Square), PlotError> {
        let square =
            Square { row: self.side(row, "start_row")?, col: self.side(row, "start_col")? };
        let board = Board::new(self.side(row, "rows")?, self.side(row, "cols")?)
            .map_err(|error| fault(format!("{}{error}", line(row))))?;
        if board.contains(square) {
            Ok((board, square))
        } else {
            Err(fault(format!("{}{square} is not on {board}", line(row))))
        }
    }

    /// The first of the columns that a summary, `best-order` and `count` have, whose values differ.
    fn usual_column(&self) -> Result<String, PlotError> {
        const USUAL: [&str; 4] = ["success_rate", "checks_median", "checks_min", "tours"];
        let differ = |name: &&str| {
            self.rows.iter().any(|row| self.text(row, name) != self.text(&self.rows[0], name))
        };
        let has = |name: &&str| self.columns.contains_key(*name);
        let usual = USUAL.into_iter().filter(has).find(differ).or(USUAL.into_iter().find(has));
        usual.map(str::to_owned).ok_or_else(|| {
            let none =
                format!("it has none of the columns {}; give --value COLUMN", USUAL.join(", "));
            fault(none)
        })
    }

    /// The square of a row, with all of its columns in words.
    fn shown(
        &self,
        row: &csv::StringRecord,
        column: &str,
        name: String,
    ) -> Result<MapSquare, PlotError> {
        if !self.columns.contains_key(column) {
            let mut names: Vec<&str> = self.columns.keys().map(String::as_str).collect();
            names.sort_unstable();
            return Err(fault(format!(
                "it has no column `{column}`; its columns are {}",
                names.join(", ")
            )));
        }
        let outcome = self.text(row, "outcome");
        let text = self.text(row, column);
        let is = |ended: Outcome| outcome == ended.word();
        let bound = self.text(row, &format!("{column}_above")).parse().ok();
        let bound: Option<u128> = bound.filter(|_| text.is_empty());
        let ends =
            |ended: Outcome| is(ended) || self.is_of_jobs() && self.counts(row, ended.word());
        let fill = match text {
            "" if bound.is_some() => Err(Sign::Above),
            "" if Outcome::ALL.iter().any(|it| it.is_unknown() && ends(*it)) => Err(Sign::Unknown),
            "" if ends(Outcome::Budget) => Err(Sign::Above),
            "" => Err(Sign::Empty),
            number => {
                let value = number.parse::<f64>().ok().filter(|value| value.is_finite());
                Ok(value.ok_or_else(|| {
                    fault(format!("{}{column} is `{text}`, no number", line(row)))
                })?)
            }
        };
        let exact = fill.map_or(String::new(), |value| exact(column, text, value));
        let has_no_tour = is(Outcome::None)
            || (self.counts(row, "none") || self.counts(row, "impossible"))
                && !self.counts(row, "tour");
        let what = match (fill, bound) {
            (Ok(_), _) => exact.clone(),
            (_, Some(bound)) => format!("> {}", grouped(bound)),
            (Err(Sign::Above), None) => Sign::Above.look().words.to_owned(),
            (Err(_), None) => "no value".to_owned(),
        };
        let no_tour = if has_no_tour { "; proved to have no tour" } else { "" };
        Ok(MapSquare {
            fill,
            exact,
            bound,
            has_no_tour,
            words: format!("{name}: {} {what}{no_tour}", self.words(column)),
        })
    }
}

fn exact(column: &str, text: &str, value: f64) -> String {
    match text.parse::<u128>() {
        _ if column == "success_rate" => percent(value),
        Ok(count) => grouped(count),
        Err(_) => text.to_owned(),
    }
}

fn line(row: &csv::StringRecord) -> String {
    row.position().map_or(String::new(), |position| format!("line {}: ", position.line()))
}

#[cfg(test)]
mod tests;
