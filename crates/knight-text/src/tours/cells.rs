//! Numbers, squares and signs of a text.

/// A row and a column, or a rank and a file, as they are written.
pub(super) type Written = (i64, i64);

/// A number of 0 or above, or what the negative ones stand for: eight bytes, as a text may have
/// millions of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(i64);

impl Cell {
    /// A sign or a negative number: a square that was not visited.
    pub(super) const EMPTY: Cell = Cell(-1);
    /// A word or half a number.
    pub(super) const SLIP: Cell = Cell(-2);
    const LETTERS: i64 = -3;
    const NAMES: i64 = i64::MIN;

    /// A letter, which may label a row or a column.
    fn letter(letter: char) -> Cell {
        Cell(Cell::LETTERS - i64::from(u32::from(letter.to_ascii_lowercase())))
    }

    /// A chess name with this rank and file, from 1, of at most four digits.
    pub(super) fn named(rank: i64, file: i64) -> Cell {
        Cell(Cell::NAMES + (rank << 16) + file)
    }

    /// The number in digits; a slip if it is too long.
    pub(super) fn of_digits(digits: &str) -> Cell {
        digits.parse().map_or(Cell::SLIP, Cell)
    }

    /// The number, if it is one.
    pub(super) fn number(self) -> Option<i64> {
        (self.0 >= 0).then_some(self.0)
    }

    /// The rank and the file, if it is a chess name.
    pub(super) fn name(self) -> Option<Written> {
        let name = self.0.wrapping_sub(Cell::NAMES);
        (0..1 << 32).contains(&name).then_some((name >> 16, name & 0xffff))
    }

    /// The letter, if it is one.
    fn as_letter(self) -> Option<i64> {
        let letter = Cell::LETTERS.wrapping_sub(self.0);
        (0..=i64::from(u32::from(char::MAX))).contains(&letter).then_some(letter)
    }

    pub(super) fn is_letter(self) -> bool {
        self.as_letter().is_some()
    }

    /// Whether it may be a square of a board.
    pub(super) fn is_square(&self) -> bool {
        self.0 >= Cell::EMPTY.0
    }

    /// What it counts as in a row or column of labels.
    pub(super) fn as_label(self) -> Option<i64> {
        self.number().or(self.as_letter())
    }

    /// What a word is in a grid; `None` for signs that only decorate it.
    pub(super) fn of_word(word: &str) -> Option<Cell> {
        const SIGNS: &str = "-.·_*?#~∙•○□◦";
        let are_digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        if are_digits(word) {
            return Some(Cell::of_digits(word));
        }
        if word.chars().all(|c| SIGNS.contains(c)) {
            return (1..=2).contains(&word.chars().count()).then_some(Cell::EMPTY);
        }
        let bare = word.trim_matches(['*', '#']);
        let digits = bare.strip_prefix(['-', '+']).unwrap_or(bare);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut letters = bare.chars();
        match (letters.next(), letters.next()) {
            _ if ["None", "null", "nil"].contains(&word) => Some(Cell::EMPTY),
            _ if are_digits(whole) && fraction.bytes().all(|b| b == b'0') => {
                Some(if bare.starts_with('-') { Cell::EMPTY } else { Cell::of_digits(whole) })
            }
            (Some(letter), None) if letter.is_alphabetic() => Some(Cell::letter(letter)),
            _ if word.contains(|c: char| c.is_alphanumeric() || c == '@') => Some(Cell::SLIP),
            _ => None,
        }
    }
}

/// Whether cells are labels one after the other, from a, 0 or 1 on or down to it, with gaps for
/// those that are left out.
pub(super) fn are_labels<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let known = || (0..).zip(cells.clone()).filter_map(|(at, cell)| Some((at, cell.as_label()?)));
    let Some((first, from)) = known().next() else { return false };
    let Some((_, to)) = known().skip(1).last() else { return false };
    let step = (to - from).signum();
    let begins_right = [from, to].iter().any(|end| [0, 1, i64::from(b'a')].contains(end));
    step != 0
        && known().all(|(at, label)| label == from.wrapping_add(step * (at - first)))
        && (begins_right || cells.clone().any(|cell| cell.as_label().is_none()))
        && !cells.clone().any(|cell| *cell == Cell::SLIP)
}
