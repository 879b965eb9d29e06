//! What names say about a number: whether it is one of rows or of columns.

/// What the name of a number, or of an array, says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// It counts rows.
    Row,
    /// It counts columns.
    Column,
    /// It is called x.
    X,
    /// It is called y.
    Y,
}

/// The names of each, in the languages in which programs are written.
const NAMES: [(Axis, &str); 4] = [
    (Axis::X, "x xs"),
    (Axis::Y, "y ys"),
    (
        Axis::Row,
        "r row rows fila filas renglon renglones zeile zeilen ligne lignes riga righe linha linhas \
         rad rij wiersz vertical vert ver v rank ranks height down i line",
    ),
    (
        Axis::Column,
        "c col cols column columns columna columnas spalte spalten colonne colonnes colonna coluna \
         kolumn kolom kolumna horizontal horiz hor file files w width right j",
    ),
];

impl Axis {
    /// What a name such as `dx`, `xMove`, `rowSteps` or `fileDeltas` says; `None` for most words.
    /// Words that name rows or columns beat x and y, as in `dx_col`.
    pub(crate) fn of_name(word: &str) -> Option<Axis> {
        let is_in = |core: &str, names: &str| names.split(' ').any(|name| name == core);
        let said = |core: &String| {
            let (axis, _) = NAMES.iter().find(|(_, names)| is_in(core, names))?;
            Some((*axis, axis.is_strong() && core.len() > 1))
        };
        let said: Vec<(Axis, bool)> = cores(word).iter().filter_map(said).collect();
        said.iter().find(|(_, is_word)| *is_word).or(said.first()).map(|(axis, _)| *axis)
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

/// The parts of a name, and these without `d`, `n` or a noun.
fn cores(name: &str) -> Vec<String> {
    const NOUNS: [&str; 18] = [
        "moves", "move", "steps", "step", "deltas", "delta", "offsets", "offset", "axis", "dirs",
        "dir", "knight", "changes", "change", "inc", "new", "next", "cur",
    ];
    let mut parts = String::new();
    let mut was_small = false;
    for c in name.chars() {
        parts.extend((c.is_uppercase() && was_small).then_some('_'));
        parts.extend(c.to_lowercase());
        was_small = c.is_lowercase();
    }
    // In `iX` the letter says that it is an integer.
    let parts = match parts.split_once('_') {
        Some((letter, rest)) if letter.len() == 1 && ["x", "y", "dx", "dy"].contains(&rest) => rest,
        _ => &parts,
    };
    let cores = |part| {
        let without_noun = NOUNS.iter().flat_map(move |noun| {
            [str::strip_prefix(part, noun), part.strip_suffix(noun)].into_iter().flatten()
        });
        let short = part.strip_prefix(['d', 'n']).into_iter();
        [part].into_iter().chain(short).chain(without_noun)
    };
    // That of `curr_x` is no row.
    parts.split('_').filter(|part| *part != "curr").flat_map(cores).map(str::to_owned).collect()
}

/// The letter of a row or a column that is a name: `r` for `dr`.
pub(crate) fn letter(name: &str) -> Option<char> {
    let letters = |core: &String| core.parse().ok().filter(|letter| "rcijvhw".contains(*letter));
    cores(name).iter().find_map(letters)
}

/// What two names say together. Names of a row and a column say nothing alone, and nothing if they
/// are letters that are no pair.
pub(crate) fn of_two(names: [Option<&str>; 2]) -> [Option<Axis>; 2] {
    const LETTERS: [[char; 2]; 4] = [['r', 'c'], ['i', 'j'], ['v', 'h'], ['h', 'w']];
    let axes = names.map(|name| Axis::of_name(name?));
    if let [Some(one), Some(other)] = names.map(|name| letter(name?))
        && one != other
    {
        let [row, column] = [Axis::Row, Axis::Column].map(Some);
        return match [[one, other], [other, one]].map(|two| LETTERS.contains(&two)) {
            [true, _] => [row, column],
            [_, true] => [column, row],
            _ => [None; 2],
        };
    }
    match axes {
        [Some(one), Some(other)] if one.is_strong() && other.is_strong() => axes,
        _ => axes.map(|axis| axis.filter(|axis| !axis.is_strong())),
    }
}

/// What the names of a text say, in their order.
fn named(text: &str) -> impl Iterator<Item = Axis> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter_map(Axis::of_name)
}

/// What the names of two numbers say, or else a heading that says two things. One word of it may be
/// any word, such as the name of a language.
pub(crate) fn named_or(
    names: [Option<Axis>; 2],
    heading: impl FnOnce() -> Vec<Axis>,
) -> [Option<Axis>; 2] {
    match (names, &heading()[..]) {
        ([None, None], [one, other]) => [Some(*one), Some(*other)],
        _ => names,
    }
}

/// Whether the second of two numbers, or arrays, with these names is that of the row. x is the row
/// unless `x_is_column`. `None` if the names do not say it.
pub(crate) fn row_is_second(names: [Option<Axis>; 2], x_is_column: bool) -> Option<bool> {
    let named = (0..2).filter_map(|nth| Some((nth, names[nth]?)));
    let strong = named.clone().find(|(_, axis)| axis.is_strong());
    let (nth, axis) = strong.or_else(|| named.clone().next())?;
    let is_row = match axis {
        Axis::Row => true,
        Axis::Column => false,
        Axis::X => !x_is_column,
        Axis::Y => x_is_column,
    };
    Some(is_row == (nth == 1))
}
