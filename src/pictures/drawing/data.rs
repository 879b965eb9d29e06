//! The numbers behind a picture.

use crate::analysis::table::csv_line;

/// A table of what a picture shows. Numbers have all their digits and no commas; what is missing is
/// empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Data(String);

impl Data {
    /// The table with these columns, separated by commas, and these rows.
    pub fn of<const N: usize>(
        header: &'static str,
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Data {
        debug_assert_eq!(header.split(',').count(), N, "{header}");
        let rows: String = rows.into_iter().map(|row| csv_line(&row)).collect();
        Data(format!("{header}\n{rows}"))
    }

    /// The table as CSV: the header, then the rows.
    pub fn csv(&self) -> &str {
        &self.0
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
        let data = Data::of("group,jobs", [["a, b".to_owned(), field(Some(3))]]);
        assert_eq!(data.csv(), "group,jobs\n\"a, b\",3\n");
        assert_eq!(Data::of("x", [[field::<u64>(None)]]).csv(), "x\n\"\"\n");
    }
}
