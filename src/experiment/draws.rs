//! Jobs that are drawn at random from all pairs of a start and an order and all seeds.

use std::fmt;
use std::str::FromStr;

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

impl Draws {
    /// The most draws on a board.
    pub(crate) const MOST: u64 = 1_000_000;

    /// The draws on a board from some numbers of starts, orders and seeds: pairs, each with the
    /// place of its seed. The place of a pair is that of its start times the number of orders, plus
    /// that of its order.
    pub(super) fn on(self, board: Board, from: [u64; 3]) -> IndexMap<u64, u64> {
        let size = self.size.min(from[0] * from[1]) as usize;
        let mut pairs = IndexMap::with_capacity(size);
        // Until the last of a million pairs is drawn, about 15 million numbers are needed.
        let mut sequence = self.sequence(board, from);
        while pairs.len() < size
            && let Some((pair, seed)) = sequence.next()
        {
            pairs.entry(pair).or_insert(seed);
        }
        pairs
    }

    /// What is drawn, with repeats and without end. The numbers come from SplitMix64, three for
    /// each draw, seeded with the first eight bytes of the SHA-256 of `knightsweep draws SEED
    /// BOARD`. The place of the seed is 0 if there are no seeds.
    fn sequence(
        self,
        board: Board,
        [starts, orders, seeds]: [u64; 3],
    ) -> impl Iterator<Item = (u64, u64)> {
        let hash = Sha256::digest(format!("knightsweep draws {} {board}", self.seed));
        let first = hash.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
        let random = SplitMix64::new(first);
        (0..).map(move |number| {
            let choice = |which: u64, from: u64| {
                let random = random.after(3 * number + which);
                // Below `from`; its error is below from / 2^64.
                ((u128::from(random) * u128::from(from)) >> 64) as u64
            };
            (choice(0, starts) * orders + choice(1, orders), choice(2, seeds))
        })
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
            let (draws, board) = (Draws { size, seed }, Board::new(5, 6).unwrap());
            let drawn = draws.on(board, [starts, orders, seeds]);
            prop_assert_eq!(drawn.len() as u64, size.min(starts * orders));
            let mut seen = HashSet::new();
            let sequence = draws.sequence(board, [starts, orders, seeds]);
            let first = sequence.filter(|(pair, _)| seen.insert(*pair)).take(drawn.len());
            for ((&pair, &seed), first) in drawn.iter().zip(first) {
                prop_assert_eq!((pair, seed), first);
                prop_assert!(pair < starts * orders && (seed == 0 || seed < seeds));
            }
        }
    }
}
