//! Proofs that a position has no path. Each is sound: what it calls dead is dead.

use super::Position;
use crate::search::grid::{Grid, members};

/// The tests that cost a few dozen operations: squares that cannot be reached or left, colours that do not
/// alternate.
#[inline]
pub(super) fn is_obvious(grid: &Grid, position: &Position) -> bool {
    has_dead_ends(grid, position) || breaks_colours(grid, position) || is_split(grid, position)
}

/// A square with no neighbour cannot be visited; one with a single neighbour can only be the last. A closed path has
/// no last: it goes on to its home.
#[inline]
pub(super) fn has_dead_ends(grid: &Grid, position: &Position) -> bool {
    let (once, twice) = grid.met_once_and_twice(position.squares());
    let dead_ends = position.open & !twice;
    let most = usize::from(position.home.is_none());
    position.open & !once != 0
        || (dead_ends != 0 && (most == 0 || dead_ends & (dead_ends - 1) != 0))
}

/// Colours alternate along a path, so after the head the other colour comes as often or once more.
fn breaks_colours(grid: &Grid, position: &Position) -> bool {
    let light = (position.open & grid.light()).count_ones();
    let dark = position.open.count_ones() - light;
    let (same, other) = if is_light(grid, position.head) {
        (light, dark)
    } else {
        (dark, light)
    };
    let last_is_other = other == same + 1;
    let alternates = last_is_other || other == same;
    // The home must have the other colour than the last square.
    let returns = position.home.is_none_or(|home| {
        let home_is_same = is_light(grid, home) == is_light(grid, position.head);
        home_is_same == last_is_other
    });
    !alternates || !returns
}

fn is_light(grid: &Grid, square: usize) -> bool {
    grid.light() >> square & 1 == 1
}

/// Some square cannot be reached.
#[inline]
pub(super) fn is_split(grid: &Grid, position: &Position) -> bool {
    grid.flood(1 << position.head, position.open | 1 << position.head) & position.open
        != position.open
}

/// No choice of moves, whether or not they hang together, gives every square the two that a path needs (one for the
/// head, the home and the last square): a maximum flow from the light squares to the dark ones.
pub(super) fn by_degrees(grid: &Grid, position: &Position) -> bool {
    let squares = position.squares();
    let mut room = [0u8; 64];
    for square in members(squares) {
        room[square] = 2;
    }
    let mut moves = position.open.count_ones();
    room[position.head] -= 1;
    if let Some(home) = position.home {
        moves += 1;
        if home != position.head {
            room[home] -= 1;
        }
    }
    if position.home == Some(position.head) {
        room[position.head] = 2;
    }
    let mut flow = Flow {
        grid,
        squares,
        room,
        used: [0; 64],
    };
    let mut found = 0;
    for square in members(squares & grid.light()) {
        while flow.room[square] > 0 && flow.augment(square) {
            flow.room[square] -= 1;
            found += 1;
        }
    }
    found < moves
}

struct Flow<'a> {
    grid: &'a Grid,
    squares: u64,
    /// How many more moves each square may have.
    room: [u8; 64],
    /// The moves in use at each light square, by their dark squares.
    used: [u64; 64],
}

impl Flow<'_> {
    /// Finds one more move for a light square, moving others aside (breadth first).
    fn augment(&mut self, from: usize) -> bool {
        let mut via = [0u8; 64]; // the light square from which a dark one was reached, and the reverse
        let mut queue = [0u8; 64];
        let (mut read, mut write) = (0, 1);
        queue[0] = from as u8;
        let mut seen = 1u64 << from;
        while read < write {
            let light = usize::from(queue[read]);
            read += 1;
            let fresh = self.grid.neighbours(light) & self.squares & !self.used[light] & !seen;
            seen |= fresh;
            for dark in members(fresh) {
                via[dark] = light as u8;
                if self.room[dark] > 0 {
                    self.room[dark] -= 1;
                    self.shift(from, dark, &via);
                    return true;
                }
                for other in members(self.grid.neighbours(dark) & self.squares & !seen) {
                    if self.used[other] >> dark & 1 == 1 {
                        seen |= 1 << other;
                        via[other] = dark as u8;
                        queue[write] = other as u8;
                        write += 1;
                    }
                }
            }
        }
        false
    }

    /// Exchanges used and unused moves along the path found.
    fn shift(&mut self, from: usize, to: usize, via: &[u8; 64]) {
        let mut dark = to;
        loop {
            let light = usize::from(via[dark]);
            self.used[light] |= 1 << dark;
            if light == from {
                return;
            }
            dark = usize::from(via[light]);
            self.used[light] &= !(1 << dark);
        }
    }
}

/// Removing `k` squares from a path leaves at most `k + 1` runs, one fewer for each of its ends among them;
/// and a piece of the board needs a run for each square by which one colour outnumbers the other, at least one.
pub(super) fn by_toughness(grid: &Grid, position: &Position, k: u32) -> bool {
    let ends = 1u64 << position.head | position.home.map_or(0, |home| 1 << home);
    if position.home == Some(position.head) {
        return false;
    }
    let toughness = Toughness {
        grid,
        squares: position.squares(),
        ends,
    };
    toughness.is_violated(0, k, toughness.squares)
}

struct Toughness<'a> {
    grid: &'a Grid,
    squares: u64,
    ends: u64,
}

impl Toughness<'_> {
    /// Whether removing `more` squares of `from`, besides those removed, leaves too many pieces.
    fn is_violated(&self, removed: u64, more: u32, from: u64) -> bool {
        if more == 0 {
            return self.leaves_too_much(removed);
        }
        let mut later = from;
        members(from).any(|square| {
            later &= !(1 << square);
            self.is_violated(removed | 1 << square, more - 1, later)
        })
    }

    fn leaves_too_much(&self, removed: u64) -> bool {
        let allowed = removed.count_ones() + 1 - (removed & self.ends).count_ones();
        let mut rest = self.squares & !removed;
        let mut runs = 0;
        while rest != 0 {
            let piece = self.grid.flood(rest & rest.wrapping_neg(), rest);
            let light = (piece & self.grid.light()).count_ones();
            let dark = piece.count_ones() - light;
            runs += light.abs_diff(dark).max(1);
            rest &= !piece;
        }
        runs > allowed
    }
}
