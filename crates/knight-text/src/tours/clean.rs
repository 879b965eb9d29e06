//! A text without what only decorates it: colours, mark-up, quotes, arrows.

use std::sync::LazyLock;

use crate::patterns::{Rule, narrow, replaced, rules};

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
    replaced(narrow(text.trim_start_matches('\u{feff}')), &RULES).into_owned()
}
