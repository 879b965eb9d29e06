//! Sets of boards, start squares, move orders and seeds, by their words.

use std::fmt;

use crate::experiment::{Experiment, ExperimentFault, move_lists};
use knight_search::board::orbit_representatives;
use knight_search::named_enum::suggest;
use knight_search::{Board, MoveOrder, OrderError, Square, SquareError, Symmetry};

/// Reads one board (`5x6`) or a range of square boards, both ends included (`5-8`).
pub(super) fn parse_boards(text: &str) -> Result<Vec<Board>, ExperimentFault> {
    let Some((smallest, largest)) = text.split_once('-').filter(|_| !text.contains(['x', 'X']))
    else {
        return Ok(vec![text.parse()?]);
    };
    let side = |digits: &str| digits.trim().parse::<u16>().ok();
    match (side(smallest), side(largest)) {
        (Some(smallest), Some(largest)) if smallest <= largest => {
            // Both ends first, so that a huge range is refused before it is walked.
            Board::new(smallest, smallest)?;
            Board::new(largest, largest)?;
            Ok((smallest..=largest).map(|side| Board::new(side, side)).collect::<Result<_, _>>()?)
        }
        _ => Err(ExperimentFault::BoardRange(text.to_owned())),
    }
}

/// A set of start squares of any board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StartSet {
    /// Every square, row by row.
    All,
    Corners,
    /// The squares `(i,i)`.
    Diagonal,
    /// The square in the middle.
    Centre,
    /// The first square of each orbit of the board's symmetries.
    Orbits,
    /// One square, in the words that gave it: `1,1`, or `a8`, whose row depends on the board.
    One(String),
}

impl StartSet {
    const NAMED: [(&'static str, StartSet); 5] = [
        ("all", StartSet::All),
        ("corners", StartSet::Corners),
        ("diagonal", StartSet::Diagonal),
        ("centre", StartSet::Centre),
        ("orbits", StartSet::Orbits),
    ];

    const NAMES: [&'static str; 5] = {
        let mut names = [""; 5];
        let mut i = 0;
        while i < names.len() {
            names[i] = StartSet::NAMED[i].0;
            i += 1;
        }
        names
    };

    /// What may be written, for messages.
    pub(super) fn forms() -> String {
        let names = StartSet::NAMES.join(", ");
        format!("row,column such as 1,1, a chess name such as a8, or a set: {names}")
    }

    /// The sets that have a name.
    pub(super) fn named() -> impl Iterator<Item = &'static StartSet> {
        const { &StartSet::NAMED }.iter().map(|(_, set)| set)
    }

    /// Reads a set that must exist on each of these boards.
    pub(super) fn parse(text: &str, boards: &[Board]) -> Result<StartSet, ExperimentFault> {
        let named = StartSet::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        if let Some((_, set)) = named {
            return Ok(set.clone());
        }
        // A square of the smallest sides is on every board, whichever way it is written.
        let rows = boards.iter().map(|board| board.rows()).min();
        let cols = boards.iter().map(|board| board.cols()).min();
        let least = rows.zip(cols).and_then(|(rows, cols)| Board::new(rows, cols).ok());
        if least.is_none_or(|least| least.parse_square(text).is_err()) {
            for board in boards {
                board.parse_square(text).map_err(|fault| match fault {
                    SquareError::Malformed(text) => ExperimentFault::Starts {
                        suggestion: suggest(&text.to_ascii_lowercase(), &StartSet::NAMES),
                        text,
                    },
                    off_board => ExperimentFault::Start(off_board),
                })?;
            }
        }
        let canonical = text.trim().to_ascii_lowercase().replace(' ', "");
        Ok(StartSet::One(canonical))
    }

    /// How many squares the set has on this board.
    pub fn len(&self, board: Board) -> usize {
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        let half = |side: usize| side.div_ceil(2);
        match self {
            StartSet::All => rows * cols,
            StartSet::Corners => rows.min(2) * cols.min(2),
            StartSet::Diagonal => rows.min(cols),
            // Those of a quarter of the board, of a square board on one side of the diagonal.
            StartSet::Orbits if rows == cols => half(rows) * (half(rows) + 1) / 2,
            StartSet::Orbits => half(rows) * half(cols),
            StartSet::Centre | StartSet::One(_) => 1,
        }
    }

    /// The squares of the set on this board, none twice.
    pub fn squares(&self, board: Board) -> Vec<Square> {
        match self {
            StartSet::All => board.squares().collect(),
            StartSet::Corners => board.corners(),
            StartSet::Diagonal => board.diagonal(),
            StartSet::Centre => vec![board.centre()],
            StartSet::Orbits => orbit_representatives(board),
            StartSet::One(text) => board.parse_square(text).into_iter().collect(),
        }
    }
}

impl fmt::Display for StartSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = StartSet::NAMED.iter().find(|(_, set)| set == self);
        f.write_str(match (named, self) {
            (Some((name, _)), _) => name,
            (None, StartSet::One(text)) => text,
            (None, _) => unreachable!("every other set is in NAMED"),
        })
    }
}

/// A set of move orders.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OrderSet {
    /// All 40,320, by rank.
    All,
    One(MoveOrder),
    /// One that was written as a list of moves.
    Moves(MoveOrder),
    /// The images of an order under the eight symmetries of the square, the order itself first.
    Images(MoveOrder),
    /// A seeded sample without repeats, by rank: [`MoveOrder::sample`].
    Sample {
        /// 1…40,320.
        size: u16,
        seed: u64,
    },
}

/// The words of sets of orders: the word alone, or with what follows it.
const ALL: &str = "all";
const IMAGES: &str = "images:";
const SAMPLE: &str = "sample:";

impl OrderSet {
    /// What may be written, for messages.
    pub(super) fn forms() -> String {
        let names = MoveOrder::NAMED.map(|(name, _)| name).join(", ");
        format!(
            "the digits 1 to 8 in some order, a name ({names}), rank:N, the eight moves as pairs, \
             or a set: {ALL}, {IMAGES}ORDER, {SAMPLE}N:SEED"
        )
    }

    pub(super) fn parse(text: &str) -> Result<OrderSet, ExperimentFault> {
        let named = MoveOrder::NAMED.map(|(name, _)| name);
        let names: Vec<&str> = named.into_iter().chain([ALL, "images:ORDER", "sample:N"]).collect();
        let order = |word: &str| {
            if move_lists::is_list(word) {
                return Ok(move_lists::order(word)?);
            }
            word.parse().map_err(|fault| match fault {
                OrderError::Malformed(_) => ExperimentFault::Orders {
                    text: text.to_owned(),
                    suggestion: suggest(&text.to_ascii_lowercase(), &names),
                },
                fault => ExperimentFault::Order(fault),
            })
        };
        if text.eq_ignore_ascii_case(ALL) {
            Ok(OrderSet::All)
        } else if let Some(of) = after(IMAGES, text) {
            Ok(OrderSet::Images(order(of)?))
        } else if let Some(sample) = after(SAMPLE, text) {
            let (size, seed) = sample.split_once(':').unwrap_or((sample, "0"));
            match (size.parse(), seed.parse()) {
                (Ok(size @ 1..=MoveOrder::COUNT), Ok(seed)) => Ok(OrderSet::Sample { size, seed }),
                _ => Err(ExperimentFault::Sample(text.to_owned())),
            }
        } else if move_lists::is_list(text) {
            Ok(OrderSet::Moves(order(text)?))
        } else {
            Ok(OrderSet::One(order(text)?))
        }
    }

    pub fn len(&self) -> usize {
        match self {
            OrderSet::All => MoveOrder::COUNT.into(),
            OrderSet::One(_) | OrderSet::Moves(_) => 1,
            OrderSet::Images(_) => Symmetry::ALL.len(),
            OrderSet::Sample { size, .. } => (*size).into(),
        }
    }

    /// The orders of the set, none twice.
    pub fn orders(&self) -> Vec<MoveOrder> {
        match *self {
            OrderSet::All => MoveOrder::all().collect(),
            OrderSet::One(order) | OrderSet::Moves(order) => vec![order],
            OrderSet::Images(order) => Symmetry::ALL.iter().map(|g| g.order(order)).collect(),
            OrderSet::Sample { size, seed } => MoveOrder::sample(size, seed),
        }
    }
}

/// The text behind a word in letters of any case.
fn after<'a>(word: &str, text: &'a str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

impl fmt::Display for OrderSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderSet::All => f.write_str(ALL),
            OrderSet::One(order) | OrderSet::Moves(order) => write!(f, "{order}"),
            OrderSet::Images(order) => write!(f, "{IMAGES}{order}"),
            OrderSet::Sample { size, seed } => write!(f, "{SAMPLE}{size}:{seed}"),
        }
    }
}

/// A range of seeds, with both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeedSet {
    first: u64,
    last: u64,
}

impl SeedSet {
    /// Seed 1.
    pub const DEFAULT: SeedSet = SeedSet { first: 1, last: 1 };

    /// Reads a seed (`7`) or a range of them (`1-100`).
    pub(super) fn parse(text: &str) -> Result<SeedSet, ExperimentFault> {
        let malformed = || ExperimentFault::Seeds(text.to_owned());
        let seed = |digits: &str| digits.trim().parse::<u64>().map_err(|_| malformed());
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (seed(first)?, seed(last)?);
        let seeds = SeedSet { first, last };
        if first > last {
            Err(malformed())
        } else if seeds.len() > Experiment::MOST_SEEDS {
            Err(ExperimentFault::TooManySeeds(text.to_owned()))
        } else {
            Ok(seeds)
        }
    }

    pub fn len(&self) -> u128 {
        u128::from(self.last - self.first) + 1
    }

    /// The least seed.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The largest seed.
    pub fn last(&self) -> u64 {
        self.last
    }
}

impl fmt::Display for SeedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::sets::*;

    #[test]
    fn samples_are_seeded_nested_and_without_repeats() {
        let sample = |size, seed| OrderSet::Sample { size, seed }.orders();
        let (small, large) = (sample(10, 7), sample(100, 7));
        assert_eq!(large.len(), 100);
        assert!(large.is_sorted_by(|a, b| a < b));
        assert!(small.iter().all(|order| large.contains(order)));
        assert_ne!(sample(10, 8), small);
        assert_eq!(sample(MoveOrder::COUNT, 1), OrderSet::All.orders());
    }

    #[test]
    fn a_sample_is_fixed_by_its_definition() {
        let orders: Vec<String> = OrderSet::Sample { size: 3, seed: 1 }
            .orders()
            .iter()
            .map(MoveOrder::to_string)
            .collect();
        insta::assert_compact_debug_snapshot!(orders, @r#"["14327865", "16358472", "82431756"]"#);
    }

    #[test]
    fn sets_survive_their_text() {
        for text in ["all", "12345678", "images:21876543", "sample:12:3"] {
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), text);
        }
        for (text, meant) in
            [("ALL", "all"), ("FIG2", "12345678"), ("images:Fig2", "images:12345678")]
        {
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), meant);
        }
        let boards = [Board::new(8, 8).unwrap()];
        for text in ["all", "corners", "diagonal", "centre", "orbits", "3,4", "a8"] {
            assert_eq!(StartSet::parse(text, &boards).unwrap().to_string(), text);
        }
    }

    #[test]
    fn messages_name_every_set_that_exists() {
        let boards = [Board::new(8, 8).unwrap()];
        let said = StartSet::parse("tutorial", &boards).unwrap_err().to_string();
        for set in StartSet::named() {
            assert!(said.contains(&set.to_string()), "{set}: {said}");
        }
        let said = OrderSet::parse("corners").unwrap_err().to_string();
        for text in ["all", "images:ORDER", "sample:N:SEED", "rank:N", "fig2", "alternating"] {
            assert!(said.contains(text), "{text}: {said}");
        }
        for (text, meant) in [("sample", "sample:N"), ("Image:fig2", "images:ORDER")] {
            let said = OrderSet::parse(text).unwrap_err().to_string();
            assert!(said.contains(&format!("(did you mean `{meant}`?)")), "{said}");
        }
        let said = StartSet::parse("CORNER", &boards).unwrap_err().to_string();
        assert!(said.contains("(did you mean `corners`?)"), "{said}");
        for text in ["SAMPLE:3:1", "Images:12345678"] {
            let meant = text.to_ascii_lowercase();
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), meant);
        }
    }

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

    #[test]
    fn a_square_must_be_on_every_board() {
        let boards = ["5x8", "8x5"].map(|text| text.parse().unwrap());
        for (text, is_there) in [("5,5", true), ("e5", true), ("8,5", false), ("f1", false)] {
            assert_eq!(StartSet::parse(text, &boards).is_ok(), is_there, "{text}");
        }
    }

    #[test]
    fn seeds_are_numbers_and_ranges_with_both_ends() {
        let seeds = |text: &str| SeedSet::parse(text).map(|set| (set.first(), set.last()));
        assert_eq!(seeds("3-5").unwrap(), (3, 5));
        assert_eq!(seeds("18446744073709551615").unwrap(), (u64::MAX, u64::MAX));
        for text in ["7", "1-100"] {
            assert_eq!(SeedSet::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "-1", "5-3", "1-2-3", "x", "1.5", "18446744073709551616"] {
            let fault = seeds(text).unwrap_err();
            assert!(matches!(fault, ExperimentFault::Seeds(_)), "{text}");
        }
        for text in ["1-1000001", "0-18446744073709551615"] {
            let fault = seeds(text).unwrap_err();
            assert!(matches!(fault, ExperimentFault::TooManySeeds(_)), "{text}");
        }
    }

    #[test]
    fn ranges_of_boards_include_both_ends() {
        let boards = |text: &str| {
            parse_boards(text).map(|b| b.iter().map(Board::to_string).collect::<Vec<_>>())
        };
        assert_eq!(boards("5-7").unwrap(), ["5x5", "6x6", "7x7"]);
        assert_eq!(boards("5x6").unwrap(), ["5x6"]);
        assert_eq!(boards("5X6").unwrap(), ["5x6"]);
        for text in ["7-5", "5-", "-5", "a-b", "5-7-9", "0-3", "5-99999", ""] {
            assert!(boards(text).is_err(), "{text}");
        }
    }
}
