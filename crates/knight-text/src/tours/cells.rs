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
    /// A negative number, a dash or nothing: a square that was not visited.
    Empty,
    /// Another sign: such a square too, or decoration.
    Sign,
    /// A word with digits, or a number that is too long.
    Slip,
    /// A word without digits.
    Word,
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

    /// What a word is in a grid; `None` for signs that only decorate it.
    pub(super) fn of_word(word: &str) -> Option<Cell> {
        let is_sign = |c| "-.·_*?#~∙•○□◦".contains(c);
        if word.chars().all(is_sign) {
            let cell = if word.starts_with('-') { Cell::Empty } else { Cell::Sign };
            return (1..=2).contains(&word.chars().count()).then_some(cell);
        }
        let bare = word.trim_matches([':', '*', '#']);
        let whole = match bare.split_once('.') {
            Some((whole, fraction)) if fraction.bytes().all(|byte| byte == b'0') => whole,
            _ => bare,
        };
        let mut letters = bare.chars();
        match (whole.parse(), letters.next(), letters.next()) {
            (Ok(_), Some('-'), _) => Some(Cell::Empty),
            (Ok(number), ..) => Some(Cell::Number(number)),
            (_, Some(c), None) if c.is_alphabetic() => {
                Some(Cell::Letter(u32::from(c.to_ascii_lowercase()).into()))
            }
            _ if ["None", "null", "nil"].contains(&word) => Some(Cell::Empty),
            _ if word.contains(char::is_numeric) => Some(Cell::Slip),
            _ => word.contains(|c: char| c.is_alphabetic() || c == '@').then_some(Cell::Word),
        }
    }
}

/// Whether cells are labels one after the other, from a, 0 or 1 on or down to it, perhaps beside
/// empty corners.
pub(super) fn are_labels<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let labels = cells.clone().skip_while(|cell| cell.is_empty());
    let label = |cell: &Cell| match *cell {
        Cell::Number(label) | Cell::Letter(label) => Some(label),
        _ => None,
    };
    let labels: Vec<i64> = labels.map_while(label).collect();
    let is_end = |label: Option<&i64>| label.is_some_and(|end| [0, 1, 97].contains(end));
    let counts_by =
        |step: i64| labels.windows(2).all(|two| two[0].checked_add(step) == Some(two[1]));
    let empty = cells.clone().filter(|cell| cell.is_empty()).count();
    labels.len() > 2
        && labels.len() + empty == cells.count()
        && (is_end(labels.first()) || is_end(labels.last()))
        && (counts_by(1) || counts_by(-1))
}
