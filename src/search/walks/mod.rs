//! Walk counts: how many self-avoiding knight walks begin at a square and stay in a shape.
//!
//! `W(p, C)` is the number of self-avoiding walks that begin at `p` and stay in the set `C`, the
//! walk that stays at `p` included. It is the number of nodes of a failed search from `p` with the squares
//! `C` unvisited, in whatever order the moves are tried (`docs/leap.md`, §2).

use std::ops::ControlFlow;

use super::grid::Grid;

pub(crate) mod chain;
pub(crate) mod elimination;
pub(crate) mod frontier;
pub(crate) mod graph;
pub(crate) mod layer;
pub(crate) mod mates;
pub(crate) mod stepping;

use elimination::{Elimination, eliminate};
use frontier::{Limits, Programme, Stop};
use graph::Graph;
use layer::Tally;

/// Why a count could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The states do not fit the memory given.
    #[error("the count needs more memory than its limit")]
    MemoryLimit,
    /// The count was stopped from outside.
    #[error("the count was stopped before it was finished")]
    Interrupted,
}

/// A number of walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walks {
    /// Exactly so many.
    Exactly(u128),
    /// So many or more: counting stopped past the cap.
    AtLeast(u128),
}

impl Walks {
    /// The number counted, whether or not there are more.
    pub fn counted(self) -> u128 {
        match self {
            Walks::Exactly(walks) | Walks::AtLeast(walks) => walks,
        }
    }
}

/// What a count may use.
pub struct Counter<'a> {
    /// The board.
    pub grid: &'a Grid,
    /// The most bytes for the states of a count.
    pub bytes: usize,
    /// Threads for large counts, the caller's among them.
    pub threads: usize,
    /// Called every few milliseconds; [`ControlFlow::Break`] stops the count.
    pub pulse: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// Walks counted one by one before the frontier programme is set up.
const STEPS: u64 = 3000;

impl Counter<'_> {
    /// The walks that begin at a square of `first` and stay in `shape`: the sum of `W(p, shape)` over `first`.
    ///
    /// Once the number is known to be above `cap`, counting stops and the result is [`Walks::AtLeast`] a number
    /// above it.
    ///
    /// # Errors
    /// [`CountError`] if memory runs out or the pulse breaks.
    pub fn count(&mut self, first: u64, shape: u64, cap: u128) -> Result<Walks, CountError> {
        let mut walks = 0u128;
        let mut rest = first & shape;
        while rest != 0 {
            let component = self.grid.flood(rest & rest.wrapping_neg(), shape);
            let counted = self.count_connected(rest & component, component, cap - walks)?;
            walks += counted.counted();
            if let Walks::AtLeast(_) = counted {
                return Ok(Walks::AtLeast(walks));
            }
            rest &= !component;
        }
        Ok(Walks::Exactly(walks))
    }

    fn count_connected(
        &mut self,
        first: u64,
        shape: u64,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let steps = u64::try_from(cap).unwrap_or(u64::MAX).min(STEPS);
        let stepped = stepping::count(self.grid, first, shape, steps);
        if stepped <= steps {
            return Ok(Walks::Exactly(stepped.into()));
        }
        if u128::from(stepped) > cap {
            return Ok(Walks::AtLeast(stepped.into()));
        }
        if let Some(walks) = self.exceeds_on_a_part(first, shape, cap)? {
            return Ok(Walks::AtLeast(walks));
        }
        let walks = self.programme(first, shape, |_| 1, cap)?;
        Ok(if walks > cap {
            Walks::AtLeast(walks)
        } else {
            Walks::Exactly(walks)
        })
    }

    /// Looks for a lower bound above `cap`, with growing effort while it costs less than the count itself.
    fn exceeds_on_a_part(
        &mut self,
        first: u64,
        shape: u64,
        cap: u128,
    ) -> Result<Option<u128>, CountError> {
        let grid = self.grid;
        let Ok(cap) = u64::try_from(cap) else {
            return Ok(None);
        };
        for size in [8, 10, 12, 14, 16] {
            let bound = chain::lower_bound(grid, first, shape, cap, size);
            if bound > cap {
                return Ok(Some(bound.into()));
            }
        }
        for size in [20, 24, 28, 32, 36] {
            if size + 6 > shape.count_ones() {
                break;
            }
            let (part, weights) = chain::first_part(grid, first, shape, cap, size, 15);
            let bound = self.programme(first & part, part, |s| weights[s], cap.into())?;
            if bound > cap.into() {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    /// Counts by the frontier programme: exactly, or to a number above `cap`.
    fn programme(
        &mut self,
        first: u64,
        shape: u64,
        weight: impl Fn(usize) -> u64,
        cap: u128,
    ) -> Result<u128, CountError> {
        let graph = Graph::new(self.grid, first, shape, weight);
        let programme = Programme::new(&graph, &best_order(&graph));
        let mut limits = Limits {
            bytes: self.bytes,
            threads: self.threads,
            cap,
            pulse: self.pulse,
        };
        match run::<u64>(&programme, &mut limits) {
            Err(Stop::Tally) => run::<u128>(&programme, &mut limits),
            counted => counted,
        }
        .map_err(|stop| match stop {
            Stop::Memory | Stop::Tally => CountError::MemoryLimit,
            Stop::Interrupted => CountError::Interrupted,
        })
    }
}

fn run<N: Tally>(programme: &Programme, limits: &mut Limits) -> Result<u128, Stop> {
    if programme.fits::<u64>() {
        programme.count::<u64, N, false>(limits)
    } else {
        programme.count::<u128, N, false>(limits)
    }
}

/// An elimination order, searched for as long as the count is thought to deserve.
pub(crate) fn best_order(graph: &Graph) -> Elimination {
    let quick = eliminate(graph, 2);
    let beam = match quick.cost {
        ..1e3 => return quick,
        ..1e4 => 8,
        ..1e5 => 30,
        ..1e6 => 100,
        _ => 1000,
    };
    eliminate(graph, beam)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use proptest::prelude::*;

    fn grid(size: &str) -> Grid {
        Grid::new(size.parse::<Board>().unwrap()).unwrap()
    }

    fn count(grid: &Grid, first: u64, shape: u64, cap: u128) -> Result<Walks, CountError> {
        Counter {
            grid,
            bytes: 1 << 30,
            threads: 2,
            pulse: &mut || ControlFlow::Continue(()),
        }
        .count(first, shape, cap)
    }

    fn by_programme(grid: &Grid, first: u64, shape: u64) -> u128 {
        Counter {
            grid,
            bytes: 1 << 30,
            threads: 2,
            pulse: &mut || ControlFlow::Continue(()),
        }
        .programme(first, shape, |_| 1, u128::MAX)
        .unwrap()
    }

    #[test]
    fn the_6x6_board_from_its_corner() {
        let grid = grid("6x6");
        let walks = count(&grid, 1, grid.all(), u128::MAX);
        assert_eq!(walks, Ok(Walks::Exactly(19_431_824_959)));
    }

    #[test]
    fn the_5x5_board_as_the_literal_search_counts_it() {
        let grid = grid("5x5");
        let walks = count(&grid, 2, grid.all(), u128::MAX);
        assert_eq!(walks, Ok(Walks::Exactly(1_829_421)));
    }

    proptest! {
        #[test]
        fn the_programme_counts_what_stepping_counts(
            size in prop::sample::select(vec!["5x5", "8x8", "4x7", "3x12"]),
            bits in any::<(u64, u64, u64)>(),
        ) {
            let grid = grid(size);
            let shape = (bits.0 | bits.1 & bits.2) & grid.all();
            prop_assume!(shape != 0);
            let first = (bits.2 & shape) & (bits.2 & shape).wrapping_neg();
            prop_assume!(first != 0);
            let mut shape = grid.flood(first, shape);
            while shape.count_ones() > 18 {
                let far = 63 - (shape & !first).leading_zeros();
                shape = grid.flood(first, shape & !(1 << far));
            }
            let firsts = first | bits.0 & bits.1 & shape;
            let stepped = stepping::count(&grid, firsts, shape, u64::MAX);
            prop_assert_eq!(by_programme(&grid, firsts, shape), u128::from(stepped));
        }
    }
}
