//! Numbers, squares and signs of a text.

/// A row and a column, or a rank and a file, as they are written.
pub(super) type Written = (i64, i64);

/// What a grid has in the place of a square, or a list in its order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cell {
    /// A number of 0 or above.
    Number(i64),
    /// A chess name: its rank and its file, from 1.
    Name(u16, u16),
    /// A letter, which may label a row or a column, as the number of its sign.
    Letter(i64),
    /// A negative number, or nothing: a square that was not visited.
    Empty,
    /// A sign: such a square too, or decoration.
    Sign,
    /// A word or half a number.
    Slip,
}

impl Cell {
    /// The number in digits; a slip if it is too long.
    pub(super) fn of_digits(digits: &str) -> Cell {
        digits.parse().map_or(Cell::Slip, Cell::Number)
    }

    /// The number, if it is one.
    pub(super) fn number(self) -> Option<i64> {
        if let Cell::Number(number) = self { Some(number) } else { None }
    }

    /// The rank and the file, if it is a chess name.
    pub(super) fn name(self) -> Option<Written> {
        if let Cell::Name(rank, file) = self { Some((rank.into(), file.into())) } else { None }
    }

    /// Whether it may be a square of a board.
    pub(super) fn is_square(&self) -> bool {
        matches!(self, Cell::Number(_)) || self.is_empty()
    }

    /// Whether it is no number, or stands for none.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Cell::Empty | Cell::Sign)
    }

    pub(super) fn is_letter(&self) -> bool {
        matches!(self, Cell::Letter(_))
    }

    /// What it counts as in a row or column of labels.
    pub(super) fn as_label(self) -> Option<i64> {
        if let Cell::Number(label) | Cell::Letter(label) = self { Some(label) } else { None }
    }

    /// What a word is in a grid; `None` for signs that only decorate it.
    pub(super) fn of_word(word: &str) -> Option<Cell> {
        let is_sign = |c: char| {
            matches!(c, '-' | '.' | '·' | '_' | '*' | '?' | '#' | '~' | '∙' | '•' | '○' | '□' | '◦')
        };
        if word.chars().all(is_sign) {
            return (1..=2).contains(&word.chars().count()).then_some(Cell::Sign);
        }
        let bare = word.trim_matches(['*', '#']);
        let digits = bare.strip_prefix(['-', '+']).unwrap_or(bare);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_whole = !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit());
        let mut letters = bare.chars();
        match (letters.next(), letters.next()) {
            _ if is_whole && fraction.bytes().all(|b| b == b'0') => {
                Some(if bare.starts_with('-') { Cell::Empty } else { Cell::of_digits(whole) })
            }
            (Some(c), None) if c.is_alphabetic() => {
                Some(Cell::Letter(u32::from(c.to_ascii_lowercase()).into()))
            }
            _ if ["None", "null", "nil"].contains(&word) => Some(Cell::Empty),
            _ if word.contains(|c: char| c.is_alphanumeric() || c == '@') => Some(Cell::Slip),
            _ => None,
        }
    }
}

/// Whether the labels among cells count up or down by one, with gaps for those that are left out.
pub(super) fn count_on(cells: impl Iterator<Item = Cell>) -> bool {
    let labels = (0..).zip(cells).filter_map(|(at, cell)| Some((at, cell.as_label()?)));
    let mut labels = labels.peekable();
    let Some((first, from)) = labels.next() else { return true };
    let step = labels.peek().map_or(1, |(_, label)| (label - from).signum());
    step != 0
        && labels.all(|(at, label): (i64, i64)| label == from.wrapping_add(step * (at - first)))
}

/// Whether cells are labels one after the other, from a, 0 or 1 on or down to it, with gaps for
/// those that are left out.
pub(super) fn are_labels<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let known = || cells.clone().filter_map(|cell| cell.as_label());
    let is_end = |end: Option<i64>| end.is_some_and(|end| [0, 1, i64::from(b'a')].contains(&end));
    known().nth(1).is_some()
        && count_on(cells.clone().copied())
        && (is_end(known().next())
            || is_end(known().last())
            || cells.clone().any(|cell| cell.as_label().is_none()))
        && !cells.clone().any(|cell| *cell == Cell::Slip)
}
