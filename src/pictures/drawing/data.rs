//! The numbers behind a picture.

use std::collections::BTreeSet;

use crate::analysis::table::csv_line;

/// A table of what a picture shows. Numbers have all their digits and no commas; what is missing is
/// empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Data {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    chart: Option<Chart>,
}

/// How the rows of a table are drawn: the columns of the horizontal and of the vertical axis, and
/// that of the groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// What a row becomes.
    pub mark: ChartMark,
    /// The horizontal axis.
    pub across: &'static str,
    /// The vertical axis.
    pub up: &'static str,
    /// The groups.
    pub group: &'static str,
}

/// What a row of a table becomes. What a value `x` of a line or of a shade is only known to be
/// above stands in a column `x_above`, and the ends of its interval in `x_low` and `x_high`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChartMark {
    /// A step of a line.
    Steps,
    /// A point of a line.
    Lines {
        /// The columns with the ends of a band behind it.
        band: Option<[&'static str; 2]>,
    },
    /// A point.
    Points {
        /// The symbols of the groups.
        symbols: Vec<SymbolOf>,
    },
    /// A bar.
    Bars {
        /// The column with the last of the whole numbers that it reaches to.
        to: &'static str,
        /// The column that says why a bar has no place.
        without: &'static str,
    },
    /// A square with the shade of another column, in a panel of its group.
    Squares {
        /// That column.
        shade: &'static str,
    },
}

/// The symbol of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolOf {
    /// What the rows of the group have in its column.
    pub value: &'static str,
    /// Its symbol in Vega-Lite.
    pub path: &'static str,
    /// The series whose colour it has.
    pub series: usize,
}

impl Data {
    /// The table with these columns and rows.
    pub fn of<const N: usize>(
        header: [&'static str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Data {
        Data {
            header: header.to_vec(),
            rows: rows.into_iter().map(Vec::from).collect(),
            chart: None,
        }
    }

    /// The table, drawn with these columns across, up, and for the groups.
    pub fn drawn_as(mut self, mark: ChartMark, [across, up, group]: [&'static str; 3]) -> Data {
        self.chart = Some(Chart { mark, across, up, group });
        self
    }

    /// How it is drawn, if it has points, lines, bars or squares.
    pub fn chart(&self) -> Option<&Chart> {
        self.chart.as_ref()
    }

    /// The names of the columns.
    pub fn header(&self) -> &[&'static str] {
        &self.header
    }

    /// Whether there is a column.
    pub fn has(&self, column: &str) -> bool {
        self.header.contains(&column)
    }

    /// The values of a column, each once.
    pub fn distinct(&self, column: &str) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.values(column).filter(|value| seen.insert(*value)).collect()
    }

    /// How many values a column has.
    pub fn variety(&self, column: &str) -> usize {
        self.distinct(column).len()
    }

    /// Whether a row has something in a column: a value other than `false`.
    pub fn is_marked(&self, column: &str) -> bool {
        self.values(column).any(|value| !value.is_empty() && value != "false")
    }

    /// Whether a row has no value in a column.
    pub fn is_missing_in(&self, column: &str) -> bool {
        self.values(column).any(str::is_empty)
    }

    fn values(&self, column: &str) -> impl Iterator<Item = &str> {
        let place = self.header.iter().position(|name| *name == column);
        self.rows.iter().filter_map(move |row| Some(row[place?].as_str()))
    }

    /// The table as CSV: the header, then the rows.
    pub fn csv(&self) -> String {
        csv_line(&self.header) + &self.rows.iter().map(csv_line).collect::<String>()
    }
}

/// A value that may be missing.
pub fn field<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::data::*;

    #[test]
    fn tables_are_quoted_where_they_must() {
        let data = Data::of(["group", "jobs"], [["a, b".to_owned(), field(Some(3))]]);
        assert_eq!(data.csv(), "group,jobs\n\"a, b\",3\n");
        assert_eq!(Data::of(["x"], [[field::<u64>(None)]]).csv(), "x\n\"\"\n");
    }
}
