//! Results files that another program has opened and saved, by their first line.

use std::borrow::Cow;

use knight_text::encoding;

use crate::results::lines;

/// The byte order mark that spreadsheets write before UTF-8.
const MARK: char = '\u{feff}';

/// The text is UTF-16.
pub(super) const UTF16: &str = "it is UTF-16, and results are UTF-8; save it as CSV in UTF-8, or \
                                convert it with `iconv -f UTF-16 -t UTF-8`";

/// A first line says what separates the columns.
pub(super) const SEPARATOR_LINE: &str = "its first line is for a spreadsheet and says what separates \
                                         the columns; delete that line";

/// The lines end in CR alone.
pub(super) const LONE_RETURNS: &str =
    "its lines end in CR alone, as on old Macs; `tr '\\r' '\\n'` repairs it";

/// What has happened to a file with this first line if another program has saved it in a form in
/// which it is not read, and what to do; `None` if nothing of it, or if the line is not a header of
/// results at all.
pub(super) fn refused(line: &[u8]) -> Option<&'static str> {
    if encoding::is_utf16(line) {
        return Some(UTF16);
    }
    let line = std::str::from_utf8(line).ok()?;
    let line = line.strip_suffix('\n').unwrap_or(line);
    let plain = line.trim_start_matches(MARK).trim_end_matches('\r');
    if let Some((first, rest)) = line.split_once('\r')
        && !rest.trim_start_matches('\r').is_empty()
        && Separator::of_header(first).is_some()
    {
        return Some(LONE_RETURNS);
    }
    let is_separator_line =
        plain.to_ascii_lowercase().starts_with("sep=") && plain.chars().count() == 5;
    is_separator_line.then_some(SEPARATOR_LINE)
}

/// What is between the columns of a table: a comma, as this program writes it, a semicolon, as
/// spreadsheets do where the comma is in numbers, or a tab, as in their "text" files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Separator(pub(super) char);

impl Separator {
    pub(super) const COMMA: Separator = Separator(',');

    /// What separates the columns of a header of results, in whichever order they are; `None` if
    /// the line names fewer than two of the outcome and the checks of jobs and their starts.
    pub(super) fn of_header(line: &str) -> Option<Separator> {
        let is_it = |separator: &Separator| {
            let names = separator.names(line);
            let is_named = |column: &&str| names.iter().any(|name| name == column);
            ["start_row", "outcome", "checks"].into_iter().filter(is_named).count() > 1
        };
        [',', ';', '\t'].map(Separator).into_iter().find(is_it)
    }

    /// Whether a line has no fields with a text.
    pub(super) fn is_empty_line(self, line: &[u8]) -> bool {
        line.iter().all(|&byte| char::from(byte) == self.0 || b" \"\r".contains(&byte))
    }

    /// The names of a header, without its mark.
    pub(super) fn names(self, line: &str) -> Vec<Cow<'_, str>> {
        self.fields(line.trim_start_matches(MARK))
    }

    /// The fields of a line, with or without quotes.
    pub(super) fn fields(self, line: &str) -> Vec<Cow<'_, str>> {
        lines::fields(line.trim_end_matches(['\n', '\r']), self.0)
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
            assert_eq!(refused(&line), Some(UTF16));
        }
        let semicolons = header.replace(',', ";");
        for (line, resaved) in [
            (header.clone(), None),
            (format!("\u{feff}{header}\r\n"), None),
            (semicolons.clone(), None),
            ("sep=;\r\n".to_owned(), Some(SEPARATOR_LINE)),
            ("1;2;3".to_owned(), None),
            (format!("{header}\r8,8\r8,8\r"), Some(LONE_RETURNS)),
            (format!("{semicolons}\r8;8\r\n"), Some(LONE_RETURNS)),
            (String::new(), None),
        ] {
            assert_eq!(refused(line.as_bytes()), resaved, "{line}");
        }
    }
}
