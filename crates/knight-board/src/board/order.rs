//! Move orders: the permutations of the eight moves that direct a search.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::board::Move;

/// The order in which a search tries the eight moves: a permutation, written as eight digits.
///
/// `12345678` tries the moves as Fig. 2 of the paper lists them. Orders compare lexicographically,
/// and [`MoveOrder::rank`] is the place in that order.
///
/// ```
/// use knight_board::MoveOrder;
/// let order: MoveOrder = "tutorial".parse().unwrap();
/// assert_eq!(order.to_string(), "21876543");
/// assert_eq!(MoveOrder::from_rank(order.rank()), Some(order));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveOrder([Move; 8]);

/// [`MoveOrder::FIG2`].
impl Default for MoveOrder {
    fn default() -> MoveOrder {
        MoveOrder::FIG2
    }
}

/// Why a text is not a move order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderError {
    /// Neither a name, nor eight digits, nor a rank.
    #[error(
        "`{0}` is not a move order; write the digits 1 to 8 in some order, \
             a name ({names}) or rank:N",
        names = MoveOrder::NAMED.map(|(name, _)| name).join(", ")
    )]
    Malformed(String),
    /// Digits that are moves, of which some occur twice or not at all.
    #[error(
        "move order `{text}` {}; every move from 1 to 8 must occur once",
        faults(repeated, missing)
    )]
    NotEachOnce {
        /// The order as it was written.
        text: String,
        /// The moves that occur twice or more.
        repeated: Vec<Move>,
        /// The moves that do not occur.
        missing: Vec<Move>,
    },
    /// A rank past the last order.
    #[error("there is no order of rank {0}; ranks go from 0 to {last}", last = MoveOrder::COUNT - 1)]
    NoSuchRank(String),
}

impl MoveOrder {
    /// The number of move orders, 8!.
    pub const COUNT: u16 = 40_320;

    /// Fig. 2 of the paper: `12345678`.
    pub const FIG2: MoveOrder = MoveOrder(Move::ALL);

    /// `21876543`: the order of common tutorials, which the paper calls clockwise (§VIII.A).
    pub const TUTORIAL: MoveOrder = MoveOrder::of_digits([2, 1, 8, 7, 6, 5, 4, 3]);

    /// `14857623`: the order that alternates the sign of the column step.
    pub const ALTERNATING: MoveOrder = MoveOrder::of_digits([1, 4, 8, 5, 7, 6, 2, 3]);

    /// The orders that have names.
    pub const NAMED: [(&'static str, MoveOrder); 3] = [
        ("fig2", MoveOrder::FIG2),
        ("tutorial", MoveOrder::TUTORIAL),
        ("alternating", MoveOrder::ALTERNATING),
    ];

    const fn of_digits(digits: [u8; 8]) -> MoveOrder {
        let mut moves = Move::ALL;
        let mut i = 0;
        while i < 8 {
            moves[i] = Move::ALL[digits[i] as usize - 1];
            i += 1;
        }
        MoveOrder(moves)
    }

    /// The order that tries these moves in turn, or `None` if one is repeated.
    pub fn new(moves: [Move; 8]) -> Option<MoveOrder> {
        Move::ALL.iter().all(|mv| moves.contains(mv)).then_some(MoveOrder(moves))
    }

    /// All 40,320 orders by ascending rank.
    pub fn all() -> impl Iterator<Item = MoveOrder> {
        (0..MoveOrder::COUNT).filter_map(MoveOrder::from_rank)
    }

    /// A sample of the orders, by ascending rank: those with the smallest SHA-256 of the text
    /// `knightsweep sample SEED RANK`. So a seed gives equal samples everywhere, and each sample is
    /// part of every larger one with its seed.
    ///
    /// ```
    /// use knight_board::MoveOrder;
    /// let sample = MoveOrder::sample(3, 1);
    /// assert_eq!(format!("{sample:?}"), "[14327865, 16358472, 82431756]");
    /// ```
    pub fn sample(size: u16, seed: u64) -> Vec<MoveOrder> {
        let hash = |rank| Sha256::digest(format!("knightsweep sample {seed} {rank}"));
        let mut ranks: Vec<u16> = (0..MoveOrder::COUNT).collect();
        ranks.sort_by_cached_key(|rank| hash(*rank));
        ranks.truncate(size.into());
        ranks.sort_unstable();
        ranks.into_iter().filter_map(MoveOrder::from_rank).collect()
    }

    /// The moves in the order in which they are tried.
    pub const fn moves(self) -> [Move; 8] {
        self.0
    }

    /// The place, 0…7, at which a move is tried.
    pub fn position(self, mv: Move) -> usize {
        // A permutation contains every move, so this is below 8.
        self.0.iter().take_while(|&&m| m != mv).count()
    }

    /// The place among all orders in lexicographic order, 0…40,319.
    pub fn rank(self) -> u16 {
        self.0.iter().enumerate().fold(0, |rank, (i, mv)| {
            let smaller_later = self.0[i + 1..].iter().filter(|m| *m < mv).count() as u16;
            rank * (8 - i as u16) + smaller_later
        })
    }

    /// The order of this rank, or `None` from [`MoveOrder::COUNT`] on.
    pub fn from_rank(rank: u16) -> Option<MoveOrder> {
        if rank >= MoveOrder::COUNT {
            return None;
        }
        let mut unused = Move::ALL.to_vec();
        let (mut rest, mut choices) = (rank, MoveOrder::COUNT);
        let moves = std::array::from_fn(|i| {
            choices /= 8 - i as u16;
            let chosen = unused.remove((rest / choices) as usize);
            rest %= choices;
            chosen
        });
        Some(MoveOrder(moves))
    }

    /// The name of the order, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let named = MoveOrder::NAMED.iter().find(|(_, order)| *order == self);
        named.map(|(name, _)| *name)
    }
}

/// What is wrong with moves, as the middle of a sentence.
fn faults(repeated: &[Move], missing: &[Move]) -> String {
    let listed = |moves: &[Move]| {
        let digits: Vec<String> = moves.iter().map(Move::to_string).collect();
        digits.join(" ")
    };
    match (repeated, missing) {
        (_, []) => format!("repeats {}", listed(repeated)),
        ([], _) => format!("lacks {}", listed(missing)),
        _ => format!("repeats {} and lacks {}", listed(repeated), listed(missing)),
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, "{mv}"))
    }
}

impl fmt::Debug for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for MoveOrder {
    type Err = OrderError;

    /// Reads eight digits, a name in small or capital letters, or `rank:N`.
    fn from_str(text: &str) -> Result<MoveOrder, OrderError> {
        let mut named = MoveOrder::NAMED.iter();
        if let Some((_, order)) = named.find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(*order);
        }
        if let Some(rank) = text.strip_prefix("rank:") {
            let order = rank.parse().ok().and_then(MoveOrder::from_rank);
            return order.ok_or_else(|| OrderError::NoSuchRank(rank.to_owned()));
        }
        let moves: Option<Vec<Move>> =
            text.bytes().map(|digit| Move::from_number(digit.wrapping_sub(b'0'))).collect();
        let moves = moves
            .filter(|moves| (2..=16).contains(&moves.len()))
            .ok_or_else(|| OrderError::Malformed(text.to_owned()))?;
        let order = moves.as_slice().try_into().ok().and_then(MoveOrder::new);
        order.ok_or_else(|| {
            let times = |mv: &Move| moves.iter().filter(|other| *other == mv).count();
            let all = Move::ALL.into_iter();
            OrderError::NotEachOnce {
                text: text.to_owned(),
                repeated: all.clone().filter(|mv| times(mv) > 1).collect(),
                missing: all.filter(|mv| times(mv) == 0).collect(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::*;

    #[test]
    fn ranks_count_the_orders_lexicographically() {
        let orders: Vec<MoveOrder> = MoveOrder::all().collect();
        assert_eq!(orders.len(), usize::from(MoveOrder::COUNT));
        assert!(orders.is_sorted());
        for (rank, order) in orders.iter().enumerate() {
            assert_eq!(usize::from(order.rank()), rank);
            assert_eq!(order.to_string().parse(), Ok(*order));
        }
        assert_eq!(MoveOrder::from_rank(MoveOrder::COUNT), None);
        assert_eq!(orders[0], MoveOrder::FIG2);
        assert_eq!(orders[40_319].to_string(), "87654321");
    }

    #[test]
    fn position_inverts_the_order() {
        for order in [MoveOrder::FIG2, MoveOrder::TUTORIAL, MoveOrder::ALTERNATING] {
            for (i, mv) in order.moves().into_iter().enumerate() {
                assert_eq!(order.position(mv), i);
            }
        }
    }

    #[test]
    fn names_digits_and_ranks_are_read() {
        assert_eq!("fig2".parse(), Ok(MoveOrder::FIG2));
        assert_eq!("FIG2".parse(), Ok(MoveOrder::FIG2));
        assert_eq!("21876543".parse(), Ok(MoveOrder::TUTORIAL));
        assert_eq!("rank:0".parse(), Ok(MoveOrder::FIG2));
        assert_eq!(MoveOrder::ALTERNATING.to_string(), "14857623");
        assert_eq!(MoveOrder::TUTORIAL.name(), Some("tutorial"));
    }

    #[test]
    fn what_is_no_permutation_is_refused_with_its_fault() {
        let fault = |text: &str| text.parse::<MoveOrder>().unwrap_err();
        for (text, wrong) in [
            ("11345678", "repeats 1 and lacks 2;"),
            ("1234567", "lacks 8;"),
            ("123456788", "repeats 8;"),
            ("11334567", "repeats 1 3 and lacks 2 8;"),
        ] {
            let fault = fault(text).to_string();
            assert!(fault.contains(&format!("`{text}` {wrong}")), "{fault}");
        }
        for text in ["", "1", "123456789", "02345678", "12345679", "fig3"] {
            assert!(matches!(fault(text), OrderError::Malformed(_)), "{text}");
        }
        assert!(matches!(fault("rank:40320"), OrderError::NoSuchRank(_)));
        assert!(matches!(fault("rank:-1"), OrderError::NoSuchRank(_)));
    }
}
