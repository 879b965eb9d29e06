//! A text without what only decorates it: colours, mark-up, quotes, arrows.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::encoding::narrow;
use crate::patterns::{Rule, regex, replaced, rules, with};
use crate::stream::count_of_numbers;

/// What decorates a text, and what to write for it, one rule after the other. Lines keep their
/// numbers: `\x0b`, which is [`ROW_BREAK`](crate::stream::ROW_BREAK), parts them.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    rules(&[
        (r"\r\n?", "\n"),
        (r"[\x0b\x0c]", " "),
        // A sequence of a terminal, such as a colour.
        (r"\x1b(?:\[[ -?]*[@-~]?|[()]?.)?", " "),
        // The types of numbers that numpy prints, as in `np.int64(3)`.
        (r"np\.[a-zA-Z0-9]+\((-?[0-9]+)\)", "$1"),
        // `\\` of LaTeX, and its commands, with their groups, but not with `{12}` or `{a3}`.
        (r"\\\\(?:[\[{][^0-9\]}\n]*[\]}])*", "\u{b}"),
        (r"\\(?:[A-Zabc-mo-su-z]|n[a-z]|t[A-Za-z])[A-Za-z]*(?:[\[{][^0-9\]}\n]*[\]}])*", " "),
        // What is written in strings, and the end of a line that goes on.
        (r"\\n", "\u{b}"),
        (r"\\t", "\t"),
        (r"\\[^\n]?", " "),
        // Attributes of XML that say a row, and tags of HTML. Cells in lines of their own are in a
        // row; `\x0c` counts as a line and ends none.
        (r"<\w+(\s[^<>\n]*\b(?:row|rank|r|y)=[^<>\n]*)>", "$1"),
        (r"(</[Tt][DdHh]>|<[Tt][Rr][^<>\n]*>)[ \t]*\n[ \t]*(<[Tt][DdHh])", "$1\u{c}$2"),
        (r"<(?i-u:/?(?:tr|br|li|p|div|pre|table))(?:[^A-Za-z0-9<>\n][^<>\n]*)?>", "\u{b}"),
        (r"<(?i-u:td|th)(?:[^A-Za-z0-9<>\n][^<>\n]*)?>", "|"),
        (r"<[^<>\n]*>|<|&nbsp;", " "),
        (r"[-=]+>", " "),
        (r"[\x{2212}–—]", "-"),
        (r#"[→⇒➔➜⟶⇨♘♞"'`“”‘’„«»$>%]|[^\S\n\t\x0b\x0c]"#, " "),
        // `1.0` is whole.
        (r"([0-9])\.0([^0-9.]|$)", "$1  $2"),
        // An item of a list in YAML.
        (r"(?m)^( *)- \[", "$1  ["),
        // A message behind a number at the end of a program: `10Press any key`.
        (
            r"(?m)([0-9])([A-Z][a-z]{2}\pL*(?:[^\pL0-9\n][^0-9\n]*(?:[0-9]+[^0-9\n]*)?)?)$",
            "$1\u{b}$2",
        ),
        // The date or the time of a line in a log, with what stands between it and the message:
        // ` - knight - INFO - `, ` [main] INFO Board: ` or ` - `. What follows letters may be a
        // square that was not visited. Not a blank: a time and a number are no board.
        (
            r"(?mx)(^|[^\w.:-])
        (?:[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}|[0-9]{2}[./][0-9]{2}[./][0-9]{4}|[0-9]{2}(?::[0-9]{2}){2})
        (?:,[0-9]{3})?[\w.:-]*
        (?:[^\n]*\pL[^\pL0-9\n]*?[:-]\x20(?<message>[^\pL\n]*)$|[^\pL0-9\n]*-\x20)?",
            "$1\" $message",
        ),
    ])
});

/// The text with blanks in place of decoration. Its lines have the same numbers.
pub(super) fn cleaned(text: &str) -> String {
    let text = without_stars(without_keys(narrow(text.trim_start_matches('\u{feff}'))));
    replaced(text, &RULES).into_owned()
}

/// The text with blanks in the place of keys before what stands in an array, if all of them are
/// right: `[0] => 1`, which `print_r` of PHP counts from 0 in each array, and `[1] 5 12 7` and
/// `[4] 3 8`, which R counts by numbers from 1. In `[1] 0` it is a number.
fn without_keys(text: Cow<'_, str>) -> Cow<'_, str> {
    static KEY: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^( *)\[([0-9]+)\]( =>| )(.*)$"));
    // Arrays of PHP have other distances from the margin.
    let mut next: HashMap<Option<usize>, usize> = HashMap::new();
    for key in KEY.captures_iter(&text) {
        let [margin, number, arrow, rest] = [1, 2, 3, 4].map(|nth| &key[nth]);
        let array = (arrow != " ").then_some(margin.len());
        let count = if array.is_some() { 1 } else { count_of_numbers(rest) };
        let first = usize::from(array.is_none());
        let next = next.entry(array).or_insert(first);
        let is_key = array.is_some() || !rest.contains('[') && (*next > 1 || count > 1);
        match number.parse::<usize>() {
            Ok(number) if is_key && (number == first || number == *next) => *next = number + count,
            _ => return text,
        }
    }
    let blank = |key: &regex::Captures| " ".repeat(key[0].len() - key[4].len()) + &key[4];
    with(text, &KEY, blank)
}

/// The text with blanks in the place of what frames a comment of C and begins its lines.
fn without_stars(text: Cow<'_, str>) -> Cow<'_, str> {
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| regex(r"(?s)/\*.*?\*/"));
    static FRAME: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)/\*+|\*+/|^[ \t]*\*"));
    let plain = |comment: &regex::Captures| FRAME.replace_all(&comment[0], " ").into_owned();
    with(text, &COMMENT, plain)
}
