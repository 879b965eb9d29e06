//! Which of two numbers changes the row.

use knight_search::Move;

use crate::experiment::move_lists::{MovesError, Pair};

/// What a name says about a number or an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// It changes the row.
    Row,
    /// It changes the column.
    Column,
    /// It is called x.
    X,
    /// It is called y.
    Y,
}

impl Axis {
    /// What a name such as `dx`, `xMove`, `x_axis`, `rowSteps` or `dc` says; `None` for most words.
    pub(super) fn of_name(word: &str) -> Option<Axis> {
        let mut parts = Vec::new();
        let mut before = ' ';
        for c in word.chars() {
            let begins_part = c == '_' || (c.is_uppercase() && before.is_lowercase());
            if begins_part || parts.is_empty() {
                parts.push(String::new());
            }
            if c != '_'
                && let Some(part) = parts.last_mut()
            {
                part.extend(c.to_lowercase());
            }
            before = c;
        }
        parts.iter().find_map(|part| Axis::of_part(part))
    }

    fn of_part(part: &str) -> Option<Axis> {
        const NOUNS: [&str; 13] = [
            "moves", "move", "steps", "step", "deltas", "delta", "offsets", "offset", "axis",
            "dirs", "dir", "knight", "change",
        ];
        let axis = |word: &str| match word {
            "r" | "row" | "rows" | "i" => Some(Axis::Row),
            "c" | "col" | "cols" | "column" | "columns" | "j" => Some(Axis::Column),
            "x" | "xs" => Some(Axis::X),
            "y" | "ys" => Some(Axis::Y),
            _ => None,
        };
        let mut without_noun = NOUNS.iter().flat_map(|noun| {
            [part.strip_prefix(noun), part.strip_suffix(noun)].into_iter().flatten()
        });
        let difference = part.strip_prefix('d').and_then(axis);
        axis(part).or(difference).or_else(|| without_noun.find_map(axis))
    }
}

/// Which of the two numbers of a pair changes the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Axes {
    row_is_first: bool,
}

impl Axes {
    /// By the names of the two numbers, of which one or both may be missing.
    pub(super) fn new(names: [Option<Axis>; 2], x_is_column: bool) -> Result<Axes, MovesError> {
        let is_row = |axis: Axis| match axis {
            Axis::Row => true,
            Axis::Column => false,
            Axis::X => !x_is_column,
            Axis::Y => x_is_column,
        };
        let is_x_or_y = |axis: &Axis| matches!(axis, Axis::X | Axis::Y);
        let mut named = names.iter().flatten().peekable();
        if x_is_column && named.peek().is_some() && !named.any(is_x_or_y) {
            return Err(MovesError::NeedsNoXy);
        }
        let row_is_first = match names {
            [None, None] => !x_is_column,
            [Some(first), None] => is_row(first),
            [None, Some(second)] => !is_row(second),
            [Some(first), Some(second)] if is_row(first) == is_row(second) => {
                return Err(MovesError::SameName(first));
            }
            [Some(first), Some(_)] => is_row(first),
        };
        Ok(Axes { row_is_first })
    }

    pub(super) fn row_and_column(self, (first, second): Pair) -> Pair {
        if self.row_is_first { (first, second) } else { (second, first) }
    }

    pub(super) fn as_written(self, mv: Move) -> Pair {
        let (row, col) = mv.delta();
        // The exchange is its own inverse.
        self.row_and_column((row.into(), col.into()))
    }
}
