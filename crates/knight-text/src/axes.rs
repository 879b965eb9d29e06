//! What names say about a number: whether it is one of rows or of columns.

use std::sync::LazyLock;

use regex::Regex;

use crate::patterns::regex;

/// What the name of a number, or of an array, says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    /// It counts rows.
    Row,
    /// It counts columns.
    Column,
    /// It is called x.
    X,
    /// It is called y.
    Y,
}

/// The names of each, in the languages in which programs are written. Words beat x and y, as in
/// `dx_col`, and these beat letters, as in `curr_x` and `iX`.
const NAMES: [(Axis, &str); 6] = [
    (
        Axis::Row,
        "rows?|filas?|renglon|renglones|zeilen?|lignes?|riga|righe|linhas?|rad|rij|wiersz|vertical|\
         vert|ver|ranks?|height|down|line",
    ),
    (
        Axis::Column,
        "cols?|columns?|columnas?|spalten?|colonnes?|colonna|coluna|kolumn|kolom|kolumna|\
         horizontal|horiz|hor|files?|width|right",
    ),
    (Axis::X, "xs?"),
    (Axis::Y, "ys?"),
    (Axis::Row, "[ri]"),
    (Axis::Column, "[cj]"),
];

/// What may be written before a name or behind it.
const NOUNS: &str = "moves?|steps?|deltas?|offsets?|axis|dirs?|knight|changes?|inc|new|next|cur";

impl Axis {
    /// What a name such as `dx`, `xMove`, `rowSteps` or `fileDeltas` says; `None` for most words.
    pub(crate) fn of_name(word: &str) -> Option<Axis> {
        static HUMP: LazyLock<Regex> = LazyLock::new(|| regex(r"(\p{Ll})(\p{Lu})"));
        static NAMED: LazyLock<[(Axis, Regex); NAMES.len()]> = LazyLock::new(|| {
            let named = |names| format!("(?:^|_)(?:[dn]|{NOUNS})?(?:{names})(?:{NOUNS})?(?:_|$)");
            NAMES.map(|(axis, names)| (axis, regex(&named(names))))
        });
        let parts = HUMP.replace_all(word, "${1}_$2").to_lowercase();
        NAMED.iter().find(|(_, names)| names.is_match(&parts)).map(|(axis, _)| *axis)
    }

    /// Whether it is said by a name of rows or columns, not by x or y.
    pub(crate) fn is_strong(self) -> bool {
        matches!(self, Axis::Row | Axis::Column)
    }

    /// What the names of a text say, each once and in their order. Those of rows and columns beat
    /// those of x and y.
    pub(crate) fn all_in(text: &str) -> Vec<Axis> {
        let has_strong = named(text).any(Axis::is_strong);
        let mut found = Vec::new();
        for axis in named(text).filter(|axis| axis.is_strong() || !has_strong) {
            found.extend((!found.contains(&axis)).then_some(axis));
        }
        found
    }

    /// What the last name of a text says that says anything.
    pub(crate) fn last_in(text: &str) -> Option<Axis> {
        named(text).last()
    }
}

/// What two names say together. Names of a row and a column say nothing alone.
pub(crate) fn of_two(names: [Option<&str>; 2]) -> [Option<Axis>; 2] {
    let axes = names.map(|name| Axis::of_name(name?));
    match axes {
        [Some(Axis::Row), Some(Axis::Column)] | [Some(Axis::Column), Some(Axis::Row)] => axes,
        _ => axes.map(|axis| axis.filter(|axis| !axis.is_strong())),
    }
}

/// What the names of a text say, in their order.
fn named(text: &str) -> impl Iterator<Item = Axis> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter_map(Axis::of_name)
}

/// Whether the second of two numbers, or arrays, with these names is that of the row. x is the row.
/// `None` if the names do not say it.
pub(crate) fn row_is_second(names: [Option<Axis>; 2]) -> Option<bool> {
    let first = |is_it: fn(Axis) -> bool| names.iter().position(|axis| axis.is_some_and(is_it));
    let nth = first(Axis::is_strong).or_else(|| first(|_| true))?;
    let is_row = matches!(names[nth], Some(Axis::Row | Axis::X));
    Some(is_row == (nth == 1))
}
