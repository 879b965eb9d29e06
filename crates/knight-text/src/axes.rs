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

/// In the languages in which programs are written.
const ROWS: &str = "\
    r row rows fila filas renglon renglones zeile zeilen ligne lignes riga righe linha linhas \
    rad rij wiersz vertical vert v rank ranks height down i line";
const COLUMNS: &str = "\
    c col cols column columns columna columnas spalte spalten colonne colonnes colonna coluna \
    kolumn kolom kolumna horizontal horiz file files w width right j";

impl Axis {
    /// What a name such as `dx`, `xMove`, `rowSteps` or `fileDeltas` says; `None` for most words.
    pub fn of_name(word: &str) -> Option<Axis> {
        let mut parts = String::new();
        let mut was_small = false;
        for c in word.chars() {
            parts.extend((c.is_uppercase() && was_small).then_some('_'));
            parts.extend(c.to_lowercase());
            was_small = c.is_lowercase();
        }
        parts.split('_').find_map(Axis::of_part)
    }

    fn of_part(part: &str) -> Option<Axis> {
        const NOUNS: [&str; 18] = [
            "moves", "move", "steps", "step", "deltas", "delta", "offsets", "offset", "axis",
            "dirs", "dir", "knight", "changes", "change", "inc", "new", "next", "cur",
        ];
        let is_in = |names: &str, word: &str| names.split(' ').any(|name| name == word);
        let axis = |word: &str| match word {
            "x" | "xs" => Some(Axis::X),
            "y" | "ys" => Some(Axis::Y),
            _ if is_in(ROWS, word) => Some(Axis::Row),
            _ if is_in(COLUMNS, word) => Some(Axis::Column),
            _ => None,
        };
        let without_noun = NOUNS.iter().flat_map(|noun| {
            [part.strip_prefix(noun), part.strip_suffix(noun)].into_iter().flatten()
        });
        let short = part.strip_prefix(['d', 'n']).into_iter();
        [part].into_iter().chain(short).chain(without_noun).find_map(axis)
    }

    /// What the names of a text say, each once and in their order. Names of rows and columns beat
    /// those of x and y.
    pub fn all_in(text: &str) -> Vec<Axis> {
        let mut found = Vec::new();
        for axis in named(text) {
            if !found.contains(&axis) {
                found.push(axis);
            }
        }
        let is_strong = |axis: &Axis| matches!(axis, Axis::Row | Axis::Column);
        if found.iter().any(is_strong) {
            found.retain(is_strong);
        }
        found
    }

    /// What the last name of a text says that says anything.
    pub fn last_in(text: &str) -> Option<Axis> {
        named(text).last()
    }
}

/// What the names of a text say, in their order.
fn named(text: &str) -> impl Iterator<Item = Axis> {
    let ends = |c: char| !c.is_alphanumeric() && c != '_';
    text.split_inclusive(ends).filter_map(move |part| {
        let word = part.trim_end_matches(ends);
        // `c(` of R makes a vector, and `v.push_back(` fills one.
        let is_other = word.len() == 1 && part.ends_with(['(', '.']);
        Axis::of_name(word).filter(|_| !is_other)
    })
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
    let is_row = |axis: Axis| match axis {
        Axis::Row => true,
        Axis::Column => false,
        Axis::X => !x_is_column,
        Axis::Y => x_is_column,
    };
    let is_strong = |axis: &Axis| matches!(axis, Axis::Row | Axis::Column);
    let says = |is_said: &dyn Fn(&Axis) -> bool| {
        let [first, second] = names.map(|name| name.filter(is_said));
        first.map(|first| !is_row(first)).or(second.map(is_row))
    };
    says(&is_strong).or_else(|| says(&|_| true))
}
