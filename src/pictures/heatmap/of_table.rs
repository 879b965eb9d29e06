//! Heat maps of tables with a row for each start square, such as those of `best-order` and of
//! `summarize --by rows,cols,start_row,start_col`.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::pictures::PlotError;
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{Quantity, percent};
use crate::pictures::heatmap::maps::{BoardMap, Fill, MapSquare, Maps, Reason, named};
use crate::text::formatting::{grouped, joined};
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
/// [`PlotError::Unfit`] if the table is damaged, has several rows for a square, or has no such
/// column of numbers.
pub(super) fn of_table(csv: &[u8], value: Option<&str>) -> Result<Maps, PlotError> {
    let rows = rows(csv)?;
    let column = value.map_or_else(|| usual_column(&rows), Ok)?;
    if !rows[0].has(column) {
        let names = joined(rows[0].cells.keys(), ", ");
        return Err(PlotError::unfit(format!(
            "it has no column `{column}`; its columns are {names}"
        )));
    }
    let mut boards: BTreeMap<Board, BTreeMap<Square, MapSquare>> = BTreeMap::new();
    for row in &rows {
        let (board, square) = row.place()?;
        let mut shown = row.shown(column)?;
        shown.words = format!("{}: {column} {}", named(board, square), shown.words);
        if boards.entry(board).or_default().insert(square, shown).is_some() {
            return Err(PlotError::unfit(format!(
                "there are several rows for {square} of {board}; keep one row for each start square"
            )));
        }
    }
    let names = joined(boards.keys(), ", ");
    let are_several = boards.len() > 1;
    let panel = |(board, squares): (Board, BTreeMap<Square, MapSquare>)| BoardMap {
        title: if are_several { board.to_string() } else { String::new() },
        board,
        squares,
    };
    let panels: Vec<BoardMap> = boards.into_iter().map(panel).collect();
    let values = panels.iter().flat_map(|panel| panel.squares.values());
    let Some((least, most)) = extremes(values.filter_map(|square| square.fill.ok())) else {
        return Err(PlotError::unfit(format!(
            "column `{column}` has no numbers; give another --value"
        )));
    };
    let quantity = match column {
        "success_rate" => Quantity::Shares,
        // Values that span more than ten times are logarithmic.
        _ if least > 0.0 && most >= 10.0 * least => Quantity::Counts,
        _ => Quantity::Numbers,
    };
    let headline = format!("{column} by start square: {names}");
    Ok(Maps { headline, label: column.to_owned(), quantity, panels })
}

/// A row of a table.
struct StartRow {
    /// The line where it stands.
    line: u64,
    /// Its values by their columns.
    cells: BTreeMap<String, String>,
}

fn rows(csv: &[u8]) -> Result<Vec<StartRow>, PlotError> {
    let mut reader = csv::Reader::from_reader(csv);
    let header = reader.headers().map_err(PlotError::unfit)?.clone();
    let row = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(PlotError::unfit)?;
        let line = record.position().map_or(0, csv::Position::line);
        let cells = record.deserialize(Some(&header)).map_err(PlotError::unfit)?;
        Ok(StartRow { line, cells })
    };
    let rows: Vec<StartRow> = reader.records().map(row).collect::<Result<_, _>>()?;
    match rows.first() {
        None => Err(PlotError::NoRows),
        Some(first) if !first.has("rows") || !first.has("cols") => Err(PlotError::unfit(
            "the column rows or cols is missing, so nothing says which board it is; group by \
             rows,cols,start_row,start_col",
        )),
        Some(_) => Ok(rows),
    }
}

/// The first of the columns that a summary, `best-order` and `count` have, whose values differ.
fn usual_column(rows: &[StartRow]) -> Result<&'static str, PlotError> {
    const USUAL: [&str; 4] = ["success_rate", "checks_median", "checks_min", "tours"];
    let differ = |name: &&str| rows.iter().any(|row| row.text(name) != rows[0].text(name));
    let mut present = USUAL.into_iter().filter(|name| rows[0].has(name));
    let usual = present.clone().find(differ).or_else(|| present.next());
    let none = || format!("it has none of the columns {}; give --value COLUMN", USUAL.join(", "));
    usual.ok_or_else(|| PlotError::unfit(none()))
}

impl StartRow {
    fn has(&self, column: &str) -> bool {
        self.cells.contains_key(column)
    }

    fn text(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// Whether a column is a number above 0.
    fn counts(&self, column: &str) -> bool {
        self.text(column).parse::<u64>().is_ok_and(|count| count > 0)
    }

    fn number<T: FromStr>(&self, column: &str) -> Result<T, PlotError> {
        let text = self.text(column);
        text.parse().map_err(|_| self.fault(format!("{column} is `{text}`, no number")))
    }

    fn fault(&self, why: impl ToString) -> PlotError {
        PlotError::unfit(format!("line {}: {}", self.line, why.to_string()))
    }

    fn place(&self) -> Result<(Board, Square), PlotError> {
        let square = Square { row: self.number("start_row")?, col: self.number("start_col")? };
        let board = Board::new(self.number("rows")?, self.number("cols")?);
        let board = board.map_err(|error| self.fault(error))?;
        match board.contains(square) {
            true => Ok((board, square)),
            false => Err(self.fault(format!("{square} is not on {board}"))),
        }
    }

    /// How the square is filled, and the checks that it is above, if they are known.
    fn fill(&self, column: &str) -> Result<(Fill<f64>, Option<u128>), PlotError> {
        if !self.text(column).is_empty() {
            let value: f64 = self.number(column)?;
            return match value.is_finite() {
                true => Ok((Ok(value), None)),
                false => Err(self.fault(format!("{column} is `{value}`, no number"))),
            };
        }
        let bound = self.text(&format!("{column}_above")).parse().ok();
        // Summaries are about the jobs of a start, not about the start itself.
        let is_of_jobs = self.has("jobs");
        let ends = |ended: &Outcome| {
            self.text("outcome") == ended.word() || is_of_jobs && self.counts(ended.word())
        };
        let reason = match bound {
            Some(_) => Reason::Above,
            None if Outcome::ALL.iter().any(|it| it.is_unknown() && ends(it)) => Reason::Unknown,
            None if ends(&Outcome::Budget) => Reason::Above,
            None => Reason::Empty,
        };
        Ok((Err(reason), bound))
    }

    /// The square, with its value in words.
    fn shown(&self, column: &str) -> Result<MapSquare, PlotError> {
        let (fill, bound) = self.fill(column)?;
        let exact = match (fill, self.text(column).parse::<u128>()) {
            (Err(_), _) => String::new(),
            (Ok(share), _) if column == "success_rate" => percent(share),
            (Ok(_), Ok(count)) => grouped(count),
            (Ok(_), Err(_)) => self.text(column).to_owned(),
        };
        let is_proved = self.counts("none") || self.counts("impossible");
        let has_no_tour = self.text("outcome") == Outcome::None.word()
            || is_proved && !self.counts(Outcome::Tour.word());
        let fill = match fill {
            Err(Reason::Empty) if has_no_tour => Err(Reason::NoTour),
            fill => fill,
        };
        // Of a summary with estimates.
        let is_estimated = fill.is_ok() && column.starts_with("checks") && self.counts("estimated");
        let mut words = match (fill, bound) {
            (Ok(_), _) if is_estimated => format!("≈ {exact}"),
            (Ok(_), _) => exact.clone(),
            (_, Some(bound)) => format!("> {}", grouped(bound)),
            (Err(Reason::Above), None) => Reason::Above.look().words.to_owned(),
            (Err(_), None) => "no value".to_owned(),
        };
        if has_no_tour {
            words += "; proved to have no tour";
        }
        Ok(MapSquare { fill, exact, is_estimated, bound, has_no_tour, words })
    }
}
