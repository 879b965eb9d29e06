//! Jobs that are drawn at random from all pairs of a start and an order and all seeds.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use indexmap::IndexMap;
use knight_search::{Board, SplitMix64};
use sha2::{Digest, Sha256};

use crate::experiment::ExperimentFault;

/// How many jobs are drawn on each board, and from which seed.
///
/// Pairs of a start and an order are drawn at random, with replacement, and each with a seed. What
/// was drawn before is skipped, until there are as many different pairs as asked for, or all. The
/// draws on a board are the same for all rules, goals, engines and budgets that have the same
/// starts. More draws from the same seed begin with the fewer ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Draws {
    /// 1…[`Draws::MOST`].
    pub(super) size: u64,
    seed: u64,
}

/// The draws on one board, by their places. All numbers come from SplitMix64.
#[derive(Debug)]
pub(super) struct BoardDraws {
    random: SplitMix64,
    starts: u64,
    orders: u64,
    seeds: u64,
    /// How many there are.
    pub(super) len: u64,
    /// The pairs that are drawn, each with its seed. Made when a draw is asked for; boxed, because
    /// every board of a plan has room for it.
    pairs: OnceLock<Box<IndexMap<u64, u64>>>,
}

/// What is drawn: a pair of a start and an order and a seed, both by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    /// The place of the start times the number of orders, plus the place of the order.
    pub(super) pair: u64,
    /// 0 if there are no seeds.
    pub(super) seed: u64,
}

impl Draws {
    /// The most draws on a board.
    pub(crate) const MOST: u64 = 1_000_000;

    /// The draws on a board from some numbers of starts, orders and seeds. Their numbers come from
    /// SplitMix64, seeded with the first eight bytes of the SHA-256 of `knightsweep draws SEED
    /// BOARD`.
    pub(super) fn on(self, board: Board, starts: u64, orders: u64, seeds: u64) -> BoardDraws {
        let hash = Sha256::digest(format!("knightsweep draws {} {board}", self.seed));
        let first = hash.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
        let (random, len) = (SplitMix64::new(first), self.size.min(starts * orders));
        BoardDraws { random, starts, orders, seeds, len, pairs: OnceLock::new() }
    }
}

impl BoardDraws {
    /// The draw of a place, from 0, less than [`BoardDraws::len`].
    pub(super) fn get(&self, place: u64) -> Drawn {
        let (&pair, &seed) = self.pairs().get_index(place as usize).expect("a place of a draw");
        Drawn { pair, seed }
    }

    /// The place of the draw of a pair, if it is drawn.
    pub(super) fn place(&self, pair: u64) -> Option<u64> {
        self.pairs().get_index_of(&pair).map(|place| place as u64)
    }

    fn pairs(&self) -> &IndexMap<u64, u64> {
        self.pairs.get_or_init(|| {
            let mut pairs = IndexMap::with_capacity(self.len as usize);
            // Until the last of a million pairs is drawn, about 15 million numbers are needed.
            for Drawn { pair, seed } in (0..).map(|number| self.number(number)) {
                if pairs.len() as u64 == self.len {
                    break;
                }
                pairs.entry(pair).or_insert(seed);
            }
            Box::new(pairs)
        })
    }

    /// What is drawn at this number, from 0, with repeats. It takes the random number 3·number and
    /// the two that follow.
    fn number(&self, number: u64) -> Drawn {
        let choice = |which: u64, from: u64| {
            let random = self.random.after(3 * number + which);
            // Below `from`; its error is below from / 2^64.
            ((u128::from(random) * u128::from(from)) >> 64) as u64
        };
        let pair = choice(0, self.starts) * self.orders + choice(1, self.orders);
        Drawn { pair, seed: choice(2, self.seeds) }
    }
}

impl FromStr for Draws {
    type Err = ExperimentFault;

    /// Reads `N` or `N:SEED`; the seed is 1 if it is missing.
    fn from_str(text: &str) -> Result<Draws, ExperimentFault> {
        let (size, seed) = text.split_once(':').unwrap_or((text, "1"));
        match (size.trim().parse(), seed.trim().parse()) {
            (Ok(size @ 1..=Draws::MOST), Ok(seed)) => Ok(Draws { size, seed }),
            _ => Err(ExperimentFault::malformed(
                text,
                format!("a number of draws; write N or N:SEED with N from 1 to {}", Draws::MOST),
            )),
        }
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.size, self.seed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::experiment::draws::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn draws_are_the_first_different_pairs(
            (starts, orders, seeds, seed) in (1u64..40, 1u64..40, 0u64..9, 0u64..99),
            size in 1u64..2_000,
        ) {
            let draws = Draws { size, seed }.on(Board::new(5, 6).unwrap(), starts, orders, seeds);
            prop_assert_eq!(draws.len, size.min(starts * orders));
            let mut seen = HashSet::new();
            let sequence = (0..).map(|number| draws.number(number));
            let first = sequence.filter(|drawn| seen.insert(drawn.pair)).take(draws.len as usize);
            for (place, drawn) in (0..).zip(first) {
                prop_assert_eq!(draws.get(place), drawn);
                prop_assert_eq!(draws.place(drawn.pair), Some(place));
                prop_assert!(drawn.seed == 0 || drawn.seed < seeds);
            }
            let drawn = (0..starts * orders).filter(|pair| draws.place(*pair).is_some());
            prop_assert_eq!(drawn.count() as u64, draws.len);
        }
    }
}
