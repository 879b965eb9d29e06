//! Results files that another program has opened and saved, by their first line.

use std::borrow::Cow;

use csv::StringRecord;

use crate::files::encoding;
use crate::results::record::Layout;

/// The byte order mark that spreadsheets write before UTF-8.
const MARK: char = '\u{feff}';

/// What another program has changed in all lines of a file, so that no line is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resaved {
    /// The text is UTF-16.
    Utf16,
    /// The columns are separated by something else than commas.
    Separated(Separator),
    /// A first line says what separates the columns.
    SeparatorLine,
    /// The file begins with a byte order mark.
    Marked,
    /// The lines end in CR LF.
    CarriageReturns,
    /// The lines end in CR alone.
    LoneReturns,
}

/// What is between the columns of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
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
        let unmarked = line.trim_start_matches(MARK);
        let plain = unmarked.trim_end_matches('\r');
        if let Some((first, rest)) = line.split_once('\r')
            && !rest.trim_start_matches('\r').is_empty()
            && Separator::of_header(first).is_some()
        {
            return Some(Resaved::LoneReturns);
        }
        let is_header = |text: &str| Layout::all().any(|layout| layout.header() == text);
        if plain.to_ascii_lowercase().starts_with("sep=") && plain.chars().count() == 5 {
            return Some(Resaved::SeparatorLine);
        }
        match Separator::of_header(line) {
            Some(Separator::Comma) if is_header(line) => None,
            Some(Separator::Comma) if is_header(plain) && unmarked.len() < line.len() => {
                Some(Resaved::Marked)
            }
            Some(Separator::Comma) if is_header(plain) => Some(Resaved::CarriageReturns),
            Some(Separator::Comma) | None => None,
            Some(other) => Some(Resaved::Separated(other)),
        }
    }

    /// What is wrong, and what to do.
    pub fn text(self) -> &'static str {
        match self {
            Resaved::Utf16 => {
                "it is UTF-16, and results are UTF-8; save it as CSV in UTF-8, or convert it with \
                 `iconv -f UTF-16 -t UTF-8`"
            }
            Resaved::Separated(Separator::Semicolon) => {
                "its columns are separated by semicolons, as some spreadsheets save them; restore \
                 the file as it was, or save it with commas, and points in numbers"
            }
            Resaved::Separated(_) => {
                "its columns are separated by tabs, as some programs save them; restore the file \
                 as it was, or save it with commas"
            }
            Resaved::SeparatorLine => {
                "its first line is for a spreadsheet and says what separates the columns; delete \
                 that line"
            }
            Resaved::Marked => {
                "it begins with a byte order mark, as spreadsheets save UTF-8; restore the file as \
                 it was, or save it as UTF-8 without the mark"
            }
            Resaved::CarriageReturns => {
                "its lines end in CR LF, as some programs save them; `tr -d '\\r'` repairs it"
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

    fn sign(self) -> char {
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
    use crate::results::resaved::*;

    #[test]
    fn what_another_program_did_to_a_file_is_known_by_its_first_line() {
        let header = Layout::default().header();
        let of = |text: &str| Resaved::of_line(text.as_bytes());
        let utf16 = |order: fn(u16) -> [u8; 2]| header.encode_utf16().flat_map(order).collect();
        let [little, big]: [Vec<u8>; 2] = [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)];
        let marked = [&[0xff, 0xfe], &little[..]].concat();
        for line in [little, big, marked] {
            assert_eq!(Resaved::of_line(&line), Some(Resaved::Utf16));
        }
        let semicolons = header.replace(',', ";");
        for (line, resaved) in [
            (header.clone(), None),
            (format!("{header}\n"), None),
            (format!("{header}\r\n"), Some(Resaved::CarriageReturns)),
            (format!("\u{feff}{header}\r\n"), Some(Resaved::Marked)),
            (semicolons.clone(), Some(Resaved::Separated(Separator::Semicolon))),
            (
                format!("\u{feff}\"{}\"\r\n", semicolons.replace(';', "\";\"")),
                Some(Resaved::Separated(Separator::Semicolon)),
            ),
            (header.replace(',', "\t"), Some(Resaved::Separated(Separator::Tab))),
            ("sep=;\r\n".to_owned(), Some(Resaved::SeparatorLine)),
            // Damaged, which is something else.
            (header.replacen(",rows", ",r", 1), None),
            ("1;2;3".to_owned(), None),
            (format!("{header}\r0,8\r1,8\r"), Some(Resaved::LoneReturns)),
            (format!("{semicolons}\r0;8\r\n"), Some(Resaved::LoneReturns)),
            (String::new(), None),
        ] {
            assert_eq!(of(&line), resaved, "{line}");
        }
    }
}
