//! A row by itself.

use serde::{Serialize, Serializer};

use crate::analysis::table::Cell;

/// Values with the names of their columns: a row of a [`Table`](super::Table), and by itself an
/// object of JSON.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Row<N = &'static str>(pub(super) Vec<(N, Cell)>);

impl Row {
    /// The row with one more value.
    pub fn with(mut self, column: &'static str, value: impl Into<Cell>) -> Row {
        self.0.push((column, value.into()));
        self
    }

    /// The row with the values of another one behind its own.
    pub fn and(mut self, other: Row) -> Row {
        self.0.extend(other);
        self
    }
}

impl IntoIterator for Row {
    type Item = (&'static str, Cell);
    type IntoIter = std::vec::IntoIter<(&'static str, Cell)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<N: Serialize> Serialize for Row<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(column, value)| (column, value)))
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::table::*;

    #[test]
    fn a_row_is_an_object_and_a_row_of_a_table() {
        let row = Row::default()
            .with("start", "(1,1)")
            .with("found", true)
            .with("chance", Cell::Digits("6.25e-400".to_owned()))
            .with("checks", None::<u64>);
        let json = serde_json::to_string(&row).unwrap();
        assert_eq!(json, r#"{"start":"(1,1)","found":true,"chance":6.25e-400,"checks":null}"#);
        let csv = Table::new([row]).render(Format::Csv);
        assert_eq!(csv, "start,found,chance,checks\n\"(1,1)\",true,6.25e-400,\n");
    }
}
