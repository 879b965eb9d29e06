//! Estimates of numbers that are too large to count: walks, and checks of searches.
//!
//! A failed search from a square has as many nodes as there are self-avoiding walks from it
//! ([`walks`](crate::walks)). Random walks estimate that number (D. E. Knuth,
//! *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29, 1975,
//! 121–136). What a search without a budget costs follows from it, if its first tour is known. The
//! method is described in `docs/explanation/estimates.md`.

mod checks;
mod estimate;
mod profile;
mod stratum;
mod total;
mod walk_sampler;

pub use checks::{Estimated, OnEstimate, checks};
pub use estimate::{Estimate, Precision, PrecisionError, Sampling, SamplingProgress};
pub use profile::{Level, Profile, profile};

use knight_board::bitboard::{KnightGraph, SquareSet, with_words};
use knight_board::{Board, Interrupted, Square};
use stratum::Strata;
use total::Total;

/// Estimates the number of self-avoiding walks that begin at a square, including that of one
/// square: what [`walks::on_board`](crate::walks::on_board) counts.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
///
/// # Examples
/// ```
/// use knight_search::Square;
/// use knight_search::estimates::{self, Sampling};
/// use std::ops::ControlFlow;
///
/// let sampling = Sampling { precision: "5%".parse()?, ..Sampling::default() };
/// let start = Square { row: 1, col: 1 };
/// let progress = &mut |_| ControlFlow::Continue(());
/// let walks = estimates::walks("6x6".parse()?, start, &sampling, progress)?;
/// assert!(walks.low() <= 19_431_824_959.0 && 19_431_824_959.0 <= walks.high());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walks(
    board: Board,
    start: Square,
    sampling: &Sampling,
    progress: &mut SamplingProgress,
) -> Result<Estimate, Interrupted> {
    assert!(board.contains(start));
    with_words!(board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(board);
        let first = SquareSet::only(graph.index(start));
        let mut strata = Strata::new(&graph, sampling.seed);
        let all = graph.all();
        let total = Total { known: 0.0, factor: 1.0, strata: vec![strata.place(first, all)] };
        total.estimate(&mut strata, sampling, progress)
    })
}
