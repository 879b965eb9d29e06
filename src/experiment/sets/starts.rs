//! Sets of start squares, by their words.

use std::fmt;

use crate::experiment::ExperimentFault;
use knight_board::named_enum::suggest;
use knight_board::{named_enum, orbit_representatives};
use knight_search::{Board, Square, SquareError};

/// A set of start squares of any board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StartSet {
    Named(NamedStarts),
    /// One square, in the words that gave it: `1,1`, or `a8`, whose row depends on the board.
    One(String),
}

/// The sets that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedStarts {
    /// Every square, row by row.
    All,
    Corners,
    /// The squares `(i,i)`.
    Diagonal,
    /// The square in the middle.
    Centre,
    /// The first square of each orbit of the board's symmetries.
    Orbits,
}

named_enum!(NamedStarts, "set of starts",
    All => "all", Corners => "corners", Diagonal => "diagonal", Centre => "centre",
    Orbits => "orbits");

impl StartSet {
    pub(in crate::experiment) const ALL: StartSet = StartSet::Named(NamedStarts::All);

    /// What may be written, for messages.
    pub(in crate::experiment) fn forms() -> String {
        let names = NamedStarts::WORDS.join(", ");
        format!("row,column such as 1,1, a chess name such as a8, or a set: {names}")
    }

    /// Reads a set that must exist on each of these boards.
    pub(in crate::experiment) fn parse(
        text: &str,
        boards: &[Board],
    ) -> Result<StartSet, ExperimentFault> {
        if let Ok(named) = text.to_ascii_lowercase().parse() {
            return Ok(StartSet::Named(named));
        }
        // A square of the smallest sides is on every board, whichever way it is written.
        let rows = boards.iter().map(|board| board.rows()).min();
        let cols = boards.iter().map(|board| board.cols()).min();
        let least = rows.zip(cols).and_then(|(rows, cols)| Board::new(rows, cols).ok());
        let fault = match least {
            Some(least) if least.parse_square(text).is_ok() => None,
            Some(_) => boards.iter().find_map(|board| board.parse_square(text).err()),
            // Where all boards are wrong, a square may be on those that are meant.
            None => {
                let any = Board::new(26, 26).ok().and_then(|any| any.parse_square(text).err());
                any.filter(|fault| matches!(fault, SquareError::Malformed(_)))
            }
        };
        match fault {
            Some(SquareError::Malformed(text)) => {
                Err(ExperimentFault::Starts { suggestion: similar(&text), text })
            }
            Some(off_board) => Err(ExperimentFault::Start(off_board)),
            None => Ok(StartSet::One(text.trim().to_ascii_lowercase().replace(' ', ""))),
        }
    }

    /// How many squares the set has on this board.
    pub(crate) fn len(&self, board: Board) -> usize {
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        let half = |side: usize| side.div_ceil(2);
        match self {
            StartSet::Named(NamedStarts::All) => board.area(),
            // Those of a quarter of the board, of a square board on one side of the diagonal.
            StartSet::Named(NamedStarts::Orbits) if rows == cols => {
                half(rows) * (half(rows) + 1) / 2
            }
            StartSet::Named(NamedStarts::Orbits) => half(rows) * half(cols),
            // It is on each board of its experiment.
            StartSet::One(_) => 1,
            StartSet::Named(_) => self.squares(board).len(),
        }
    }

    /// The squares of the set on this board, none twice.
    pub(crate) fn squares(&self, board: Board) -> Vec<Square> {
        match self {
            StartSet::Named(NamedStarts::All) => board.squares().collect(),
            StartSet::Named(NamedStarts::Corners) => board.corners(),
            StartSet::Named(NamedStarts::Diagonal) => board.diagonal(),
            StartSet::Named(NamedStarts::Centre) => vec![board.centre()],
            StartSet::Named(NamedStarts::Orbits) => orbit_representatives(board),
            StartSet::One(text) => board.parse_square(text).into_iter().collect(),
        }
    }
}

/// The square or the set that a text probably means.
fn similar(text: &str) -> Option<String> {
    let is_other = |c: char| !c.is_ascii_digit();
    let numbers: Vec<&str> = text.split(is_other).filter(|digits| !digits.is_empty()).collect();
    match numbers[..] {
        [row, col] => Some(format!("{row},{col}")),
        _ => suggest(&text.to_ascii_lowercase(), NamedStarts::WORDS).map(str::to_owned),
    }
}

impl fmt::Display for StartSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartSet::Named(named) => write!(f, "{named}"),
            StartSet::One(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::sets::starts::*;

    #[test]
    fn sets_of_squares_have_as_many_as_they_say() {
        for board in ["1x1", "1x5", "2x2", "3x7", "6x6", "7x7", "8x5"] {
            let board = board.parse().unwrap();
            for set in ["all", "corners", "diagonal", "centre", "orbits", "a1"] {
                let set = StartSet::parse(set, &[board]).unwrap();
                assert_eq!(set.len(board), set.squares(board).len(), "{set} on {board}");
            }
        }
    }
}
