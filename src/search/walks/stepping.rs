//! Walk counts of small shapes by stepping through the walks.

use super::super::grid::{Grid, members};

/// The number of self-avoiding walks that begin at a square of `first` and stay in `open`, the walk of one square
/// included; stops soon after the number has passed `cap`.
pub(crate) fn count(grid: &Grid, first: u64, open: u64, cap: u64) -> u64 {
    let mut walks = 0;
    for square in members(first & open) {
        if walks > cap {
            break;
        }
        let rest = open & !(1 << square);
        let next = grid.neighbours(square) & rest;
        walks += 1 + if next == 0 {
            0
        } else {
            count(grid, next, rest, cap.saturating_sub(walks))
        };
    }
    walks
}
