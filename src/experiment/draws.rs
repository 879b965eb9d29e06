//! Jobs that are drawn at random from all pairs of a start and an order and all seeds.

use std::fmt;
use std::str::FromStr;

use knight_search::{Board, SplitMix64};
use sha2::{Digest, Sha256};

use crate::experiment::ExperimentFault;

/// How many jobs are drawn on each board, with replacement, and from which seed.
///
/// The draws on a board are the same for all rules, goals, engines and budgets. More draws from the
/// same seed begin with the fewer ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Draws {
    /// 1…[`Draws::MOST`].
    size: u64,
    seed: u64,
}

/// The draws on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardDraws(SplitMix64);

/// What is drawn: places among the starts, the orders and the seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    pub(super) start: u64,
    pub(super) order: u64,
    pub(super) seed: u64,
}

impl Draws {
    /// The most draws on a board.
    pub(crate) const MOST: u64 = 1_000_000;

    pub(crate) fn len(self) -> u64 {
        self.size
    }

    /// The draws on a board. Their numbers come from SplitMix64, seeded with the first eight bytes
    /// of the SHA-256 of `knightsweep draws SEED BOARD`.
    pub(super) fn on(self, board: Board) -> BoardDraws {
        let hash = Sha256::digest(format!("knightsweep draws {} {board}", self.seed));
        let first = hash.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
        BoardDraws(SplitMix64::new(first))
    }
}

impl BoardDraws {
    /// The draw of this place from some numbers of starts, orders and seeds. It takes the random
    /// number 3·place and the two that follow.
    pub(super) fn get(self, place: u64, starts: u64, orders: u64, seeds: u64) -> Drawn {
        let number = |which: u64, from: u64| {
            // Below `from`; its error is below from / 2^64.
            ((u128::from(self.0.after(3 * place + which)) * u128::from(from)) >> 64) as u64
        };
        Drawn { start: number(0, starts), order: number(1, orders), seed: number(2, seeds) }
    }
}

impl FromStr for Draws {
    type Err = ExperimentFault;

    /// Reads `N` or `N:SEED`; the seed is 1 if it is missing.
    fn from_str(text: &str) -> Result<Draws, ExperimentFault> {
        let (size, seed) = text.split_once(':').unwrap_or((text, "1"));
        match (size.trim().parse(), seed.trim().parse()) {
            (Ok(size @ 1..=Draws::MOST), Ok(seed)) => Ok(Draws { size, seed }),
            _ => Err(ExperimentFault::Draws(text.to_owned())),
        }
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.size, self.seed)
    }
}
