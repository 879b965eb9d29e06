//! The numbers behind a picture.

/// A table of what a picture shows. Numbers have all their digits and no commas; what is missing is
/// empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Data {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Data {
    /// The table with these columns and rows.
    pub fn of<const N: usize>(
        header: [&'static str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Data {
        Data { header: header.to_vec(), rows: rows.into_iter().map(Vec::from).collect() }
    }

    /// The table as CSV: the header, then the rows.
    pub fn csv(&self) -> String {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let lines = std::iter::once(self.header.iter().map(|name| (*name).to_owned()).collect());
        for line in lines.chain(self.rows.iter().cloned()) {
            csv.write_record(line).expect("all lines are as long as the header, in memory");
        }
        let bytes = csv.into_inner().expect("memory takes what is left");
        String::from_utf8(bytes).expect("all fields are UTF-8")
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
