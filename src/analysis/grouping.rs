//! Grouping records by columns of the CSV.

use crate::results::record::{Layout, Record};

/// Columns of the CSV by whose values records are grouped.
pub struct GroupingColumns {
    /// Their names, and their places in a row.
    columns: Vec<(String, usize)>,
    line: Vec<u8>,
}

/// A column that no results file has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no column `{column}` to group by; the columns are: {known}")]
pub struct UnknownColumn {
    column: String,
    known: String,
}

impl GroupingColumns {
    /// The columns of these names.
    ///
    /// # Errors
    /// [`UnknownColumn`] for the first that does not exist.
    pub fn new(names: &[String]) -> Result<GroupingColumns, UnknownColumn> {
        let header = Layout::FULL.header();
        let place = |column: &String| {
            let place = header.split(',').position(|known| known == column);
            place.map(|place| (column.clone(), place)).ok_or_else(|| UnknownColumn {
                column: column.clone(),
                known: header.replace(',', ", "),
            })
        };
        Ok(GroupingColumns {
            columns: names.iter().map(place).collect::<Result<_, _>>()?,
            line: Vec::new(),
        })
    }

    /// Names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// The values of a record in these columns, as the CSV writes them.
    pub fn key(&mut self, record: &Record) -> Vec<String> {
        if self.columns.is_empty() {
            return Vec::new();
        }
        self.line.clear();
        record.write_csv(Layout::FULL, &mut self.line);
        let line = String::from_utf8_lossy(&self.line);
        let fields: Vec<&str> = line.trim_end_matches('\n').split(',').collect();
        self.columns.iter().map(|(_, place)| fields[*place].to_owned()).collect()
    }
}
