//! Results files that another program has opened and saved, by their first line.

use std::borrow::Cow;

use csv::StringRecord;

use knight_text::encoding;

/// The byte order mark that spreadsheets write before UTF-8.
const MARK: char = '\u{feff}';

/// A form in which another program has saved a file and in which it is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resaved {
    /// The text is UTF-16.
    Utf16,
    /// A first line says what separates the columns.
    SeparatorLine,
    /// The lines end in CR alone.
    LoneReturns,
}

/// What is between the columns of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Separator {
    /// As this program writes them.
    Comma,
    /// As spreadsheets do where the comma is in numbers.
    Semicolon,
    /// As in "text" files of spreadsheets.
    Tab,
}

impl Resaved {
    /// What has happened to a file with this first line; `None` if nothing of it, or if the line
    /// is not a header of results at all.
    pub fn of_line(line: &[u8]) -> Option<Resaved> {
        if encoding::is_utf16(line) {
            return Some(Resaved::Utf16);
        }
        let line = std::str::from_utf8(line).ok()?;
        let line = line.strip_suffix('\n').unwrap_or(line);
        let plain = line.trim_start_matches(MARK).trim_end_matches('\r');
        if let Some((first, rest)) = line.split_once('\r')
            && !rest.trim_start_matches('\r').is_empty()
            && Separator::of_header(first).is_some()
        {
            return Some(Resaved::LoneReturns);
        }
        let is_separator_line =
            plain.to_ascii_lowercase().starts_with("sep=") && plain.chars().count() == 5;
        is_separator_line.then_some(Resaved::SeparatorLine)
    }

    /// What is wrong, and what to do.
    pub fn text(self) -> &'static str {
        match self {
            Resaved::Utf16 => {
                "it is UTF-16, and results are UTF-8; save it as CSV in UTF-8, or convert it with \
                 `iconv -f UTF-16 -t UTF-8`"
            }
            Resaved::SeparatorLine => {
                "its first line is for a spreadsheet and says what separates the columns; delete \
                 that line"
            }
            Resaved::LoneReturns => {
                "its lines end in CR alone, as on old Macs; `tr '\\r' '\\n'` repairs it"
            }
        }
    }
}

impl Separator {
    /// What separates the columns of a header of results, in whichever order they are; `None` if
    /// the line names fewer than two of the outcome and the checks of jobs and their starts.
    pub(super) fn of_header(line: &str) -> Option<Separator> {
        let is_it = |separator: &Separator| {
            let names = separator.names(line);
            let is_named = |column: &&str| names.iter().any(|name| name == column);
            ["start_row", "outcome", "checks"].into_iter().filter(is_named).count() > 1
        };
        [Separator::Comma, Separator::Semicolon, Separator::Tab].into_iter().find(is_it)
    }

    pub(super) fn sign(self) -> char {
        match self {
            Separator::Comma => ',',
            Separator::Semicolon => ';',
            Separator::Tab => '\t',
        }
    }

    /// Whether a line has no fields with a text.
    pub(super) fn is_empty_line(self, line: &[u8]) -> bool {
        line.iter().all(|&byte| char::from(byte) == self.sign() || b" \"\r".contains(&byte))
    }

    /// The names of a header, without its mark.
    pub(super) fn names(self, line: &str) -> Vec<Cow<'_, str>> {
        self.fields(line.trim_start_matches(MARK))
    }

    /// The fields of a line, with or without quotes.
    pub(super) fn fields(self, line: &str) -> Vec<Cow<'_, str>> {
        let line = line.trim_end_matches(['\n', '\r']);
        if !line.contains('"') {
            return line.split(self.sign()).map(Cow::Borrowed).collect();
        }
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(self.sign() as u8)
            .buffer_capacity(256)
            .from_reader(line.as_bytes());
        let mut record = StringRecord::new();
        match reader.read_record(&mut record) {
            Ok(true) => record.iter().map(|field| Cow::Owned(field.to_owned())).collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::reading::resaved::*;
    use crate::results::record::columns;

    #[test]
    fn forms_that_are_not_read_are_known_by_the_first_line() {
        let header = columns::header();
        let utf16 = |order: fn(u16) -> [u8; 2]| header.encode_utf16().flat_map(order).collect();
        let [little, big]: [Vec<u8>; 2] = [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)];
        let marked = [&[0xff, 0xfe], &little[..]].concat();
        for line in [little, big, marked] {
            assert_eq!(Resaved::of_line(&line), Some(Resaved::Utf16));
        }
        let semicolons = header.replace(',', ";");
        for (line, resaved) in [
            (header.clone(), None),
            (format!("\u{feff}{header}\r\n"), None),
            (semicolons.clone(), None),
            ("sep=;\r\n".to_owned(), Some(Resaved::SeparatorLine)),
            ("1;2;3".to_owned(), None),
            (format!("{header}\r8,8\r8,8\r"), Some(Resaved::LoneReturns)),
            (format!("{semicolons}\r8;8\r\n"), Some(Resaved::LoneReturns)),
            (String::new(), None),
        ] {
            assert_eq!(Resaved::of_line(line.as_bytes()), resaved, "{line}");
        }
    }
}
