//! What a heat map shows, before it is drawn.

use std::collections::BTreeMap;

use crate::pictures::drawing::{Quantity, Sign};
use knight_search::{Board, Square};

/// Boards with one statistic and one scale of colours.
#[derive(Clone, PartialEq, Debug)]
pub struct Maps {
    /// One line that says what they show.
    pub headline: String,
    /// What the colours stand for.
    pub label: String,
    /// How its values become colours.
    pub quantity: Quantity,
    /// The boards, those of the same size beside each other.
    pub panels: Vec<BoardMap>,
}

/// A board and what is known of its squares.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardMap {
    /// What tells it from the other panels; empty if there are none.
    pub title: String,
    /// The board.
    pub board: Board,
    /// What the squares show; squares without a job are missing.
    pub squares: BTreeMap<Square, MapSquare>,
}

/// A square of a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct MapSquare {
    /// How it is filled.
    pub fill: Fill<f64>,
    /// All digits of its value; empty without one.
    pub exact: String,
    /// Whether its value rests on estimates.
    pub is_estimated: bool,
    /// The checks that it is above, if they are known.
    pub bound: Option<u128>,
    /// Whether a search or a theorem proves that no tour begins here.
    pub has_no_tour: bool,
    /// All that is known, in words.
    pub words: String,
}

/// What is known of some jobs: a value, which is coloured, or why there is none.
pub type Fill<V> = Result<V, Reason>;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// It is above a budget.
    Above,
    /// A search proves that there is no tour.
    NoTour,
    /// Greedy runs got stuck, which proves nothing.
    Stuck,
    /// Nothing is known, as memory or time ran out.
    Unknown,
    /// There is no job or no number.
    Empty,
}

/// How squares without a value look, and what it means.
pub struct ReasonLook {
    /// What it means.
    pub words: &'static str,
    /// The attributes of a square that has only room for a colour.
    pub(super) colour: &'static str,
    /// What stands on a square that has room for it.
    pub(super) sign: Option<Sign>,
}

impl Reason {
    /// How its squares look.
    pub fn look(self) -> ReasonLook {
        let (words, colour, sign) = match self {
            Reason::Above => ("above the budget", "class=\"unknown\"", Some(Sign::Hatch)),
            Reason::NoTour => ("no tour exists", "class=\"note\"", Some(Sign::Corner)),
            Reason::Stuck => {
                ("stuck in a dead end: nothing is proved", "class=\"dark\"", Some(Sign::Ring))
            }
            Reason::Unknown => {
                ("out of memory or time: nothing is known", "class=\"ink\"", Some(Sign::Cross))
            }
            Reason::Empty => ("no job", "class=\"empty\"", None),
        };
        ReasonLook { words, colour, sign }
    }
}

impl Maps {
    /// The squares of all panels.
    pub fn squares(&self) -> impl Iterator<Item = &MapSquare> {
        self.panels.iter().flat_map(|panel| panel.squares.values())
    }
}

/// A square as people read it: `(1,1) a8`.
pub fn named(board: Board, square: Square) -> String {
    format!("{square} {}", board.chess_name(square))
}

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text[..first].to_uppercase() + &text[first..]
}
