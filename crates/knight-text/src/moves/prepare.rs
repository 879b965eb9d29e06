//! A program without what is not a number of a list: comments, sizes, ranges, indices.

/// How comments that may have several lines begin and end.
const COMMENTS: [(&str, &str); 4] =
    [("/*", "*/"), ("(*", "*)"), ("<!--", "-->"), ("\"\"\"", "\"\"\"")];

/// The text with blanks in the place of comments, of every length.
pub(super) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let (mut before, mut begins_line) = ('\n', true);
    // Whether an end may still come.
    let mut ends = COMMENTS.map(|_| true);
    while let Some(c) = rest.chars().next() {
        let kind = COMMENTS.iter().position(|(begin, _)| rest.starts_with(begin));
        let end = match kind.filter(|kind| ends[*kind]) {
            Some(kind) => {
                let (begin, end) = COMMENTS[kind];
                let length = rest[begin.len()..].find(end).map(|at| begin.len() + at + end.len());
                ends[kind] = length.is_some();
                length
            }
            None if is_line_comment(rest, before, begins_line) => {
                rest.find('\n').or(Some(rest.len()))
            }
            None => None,
        };
        match end {
            Some(end) => plain.extend(rest[..end].chars().map(|c| if c == '\n' { c } else { ' ' })),
            None => plain.push(c),
        }
        begins_line = c == '\n' || begins_line && c.is_whitespace();
        before = c;
        rest = &rest[end.unwrap_or(c.len_utf8())..];
    }
    plain
}

fn is_line_comment(text: &str, before: char, begins_line: bool) -> bool {
    let after = |sign: &str| text.strip_prefix(sign);
    let is_word = before.is_alphanumeric() || before == '&';
    after("//").is_some()
        || after("#").is_some_and(|t| !is_word && !t.trim_start().starts_with("define"))
        || after("-- ")
            .is_some_and(|t| t.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()))
        || after(";;").is_some()
        || begins_line && ["C ", "c ", "! ", "% ", "' "].iter().any(|sign| after(sign).is_some())
}

/// The program without indices such as `dx[3]` and `DX(3) =`, sizes such as `[i32; 8]`, ranges such
/// as `1..8` and numbers with a suffix, and with one sign for minus and for assignment.
pub(super) fn without_indices(text: &str) -> String {
    let mut text = text.replace("<-", ":=");
    text = text.replace("...", " ");
    text = text.replace(['\u{2212}', '–'], "-");
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    // What stands before, and whether a name ended the text, perhaps with other indices.
    let (mut is_behind_name, mut is_in_number) = (false, false);
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '[' | '<' => size(rest, is_behind_name),
            '(' if is_behind_name => index_in_parentheses(rest),
            '(' => negative(rest).map(|(number, length)| {
                plain += number;
                length
            }),
            c if c.is_ascii_digit() && !is_behind_name && !is_in_number => range_or_suffixed(rest),
            _ => None,
        };
        is_in_number = c.is_ascii_digit();
        let length = skipped.unwrap_or(c.len_utf8());
        if skipped.is_some() {
            plain.push(' ');
        } else {
            plain.push(c);
            is_behind_name = c.is_alphanumeric() && (is_behind_name || !c.is_ascii_digit())
                || c == '_'
                || c == ']'
                || c == ' ' && is_behind_name;
        }
        rest = &rest[length..];
    }
    plain
}

/// What is in brackets that begin a text, if it is short and has no other brackets, and where they
/// end.
fn inside(text: &str, close: char) -> Option<(&str, usize)> {
    enclosed(text, close, "[](){}<>\n")
}

/// What is in brackets that begin a text, if it is short and has none of these signs, and where
/// they end.
pub(super) fn enclosed<'a>(text: &'a str, close: char, signs: &str) -> Option<(&'a str, usize)> {
    const LONGEST: usize = 60;
    let inner = &text[1..];
    let end = inner.char_indices().take(LONGEST).find(|(_, c)| signs.contains(*c));
    let (end, found) = end?;
    (found == close).then(|| (&inner[..end], end + 2))
}

/// The length of `[8]`, `[i]`, `[0, 1]`, `[i32; 8]`, `[1..8]` or `<int, 8>`.
fn size(text: &str, is_behind_name: bool) -> Option<usize> {
    let is_square = text.starts_with('[');
    let (inner, length) = inside(text, if is_square { ']' } else { '>' })?;
    let is_word =
        |part: &str| part.trim().chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let parts: Vec<&str> = inner.split([',', ';']).collect();
    let begins_name = inner.starts_with(|c: char| c.is_alphabetic());
    let is_range = inner.contains("..");
    let is_size = parts.len() <= 2 && parts.iter().all(|part| is_word(part));
    let after = text[length..].trim_start();
    let is_assigned = after.starts_with(['=', ':']);
    let is_declared = after.is_empty()
        || after.starts_with(['[', '{', ';', ',', '.', ')'])
        || after.starts_with("of");
    let goes_on = is_assigned || is_declared && parts.len() == 1;
    (is_size
        && (is_range || begins_name && parts.len() == 2 || is_square && is_behind_name && goes_on))
        .then_some(length)
}

/// The length of `(3)` or `(3, 1)` before an assignment.
fn index_in_parentheses(text: &str) -> Option<usize> {
    let (inner, length) = inside(text, ')')?;
    let after = text[length..].trim_start();
    let is_number =
        |part: &str| !part.trim().is_empty() && part.trim().bytes().all(|b| b.is_ascii_digit());
    let is_assigned =
        (after.starts_with('=') || after.starts_with(":=")) && !after.starts_with("==");
    (is_assigned && inner.split(',').all(is_number)).then_some(length)
}

/// A negative number that is alone in parentheses, as in Haskell, and where they end.
fn negative(text: &str) -> Option<(&str, usize)> {
    let (inner, length) = inside(text, ')')?;
    let digits = inner.trim().strip_prefix(['-', '+'])?.trim();
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| (inner.trim(), length))
}

/// The length of `1..8`, or of a number with letters behind it such as `8u`.
fn range_or_suffixed(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let after = &text[digits..];
    if let Some(range) = after.strip_prefix("..") {
        let end = range.trim_start_matches(['=', '<', ' ']);
        let word = end.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(end.len());
        return Some(text.len() - end.len() + word);
    }
    let letters = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let suffix = &after[..after.len() - letters.len()];
    (!suffix.is_empty()).then_some(digits + suffix.len())
}

/// Whether a text has `matrix(c(…` or `array(c(…` of R, which fills columns first unless it says
/// otherwise. Those of numpy take rows.
pub(super) fn is_matrix_of_r(text: &str) -> bool {
    let is_vector = |inner: &str| {
        let inner = inner.trim_start();
        let named = inner.strip_prefix("data").map(str::trim_start);
        let value = named.and_then(|inner| inner.strip_prefix('=')).map_or(inner, str::trim_start);
        value.starts_with("c(")
    };
    ["matrix(", "array("].iter().any(|call| text.split(call).skip(1).any(is_vector))
}
