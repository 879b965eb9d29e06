//! Proofs that a position has no path. Each is sound: what it calls dead is dead.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::{PerSquare, SquareSet};
use crate::feasibility::Position;

/// The tests that cost a few dozen operations: squares that cannot be reached or left, colours that do not
/// alternate.
#[inline]
pub(super) fn is_obvious<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    has_dead_ends(grid, position) || breaks_colours(grid, position) || is_split(grid, position)
}

/// A square with no neighbour cannot be visited; one with a single neighbour can only be the last. A closed path has
/// no last: it goes on to its home.
#[inline]
pub(super) fn has_dead_ends<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let (once, twice) = grid.spread_once_and_twice(position.squares());
    let dead_ends = position.open & !twice;
    let too_many = if position.home.is_some() { dead_ends } else { dead_ends.without_first() };
    !(position.open & !once).is_empty() || !too_many.is_empty()
}

/// Colours alternate along a path, so after the head the other colour comes as often or once more.
fn breaks_colours<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let light = (position.open & grid.light()).len();
    let dark = position.open.len() - light;
    let is_light = |square| grid.light().contains(square);
    let (same, other) = if is_light(position.head) { (light, dark) } else { (dark, light) };
    let last_is_other = other == same + 1;
    let alternates = last_is_other || other == same;
    // The home must have the other colour than the last square.
    let returns = position.home.is_none_or(|home| {
        let home_is_same = is_light(home) == is_light(position.head);
        home_is_same == last_is_other
    });
    !alternates || !returns
}

/// Some square cannot be reached.
#[inline]
pub(super) fn is_split<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let head = SquareSet::only(position.head);
    grid.flood(head, position.open | head) & position.open != position.open
}

/// No choice of moves, whether or not they hang together, gives every square the two that a path needs (one for the
/// head, the home and the last square): a maximum flow from the light squares to the dark ones.
pub(super) fn by_degrees<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let squares = position.squares();
    let mut room = PerSquare::filled(0u8);
    for square in squares.members() {
        room[square] = 2;
    }
    let mut moves = position.open.len();
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
    let mut flow = Flow { grid, squares, room, used: PerSquare::filled(SquareSet::EMPTY) };
    let mut found = 0;
    for square in (squares & grid.light()).members() {
        while flow.room[square] > 0 && flow.augment(square) {
            flow.room[square] -= 1;
            found += 1;
        }
    }
    found < moves
}

struct Flow<'a, const WORDS: usize> {
    grid: &'a KnightGraph<WORDS>,
    squares: SquareSet<WORDS>,
    /// How many more moves each square may have.
    room: PerSquare<u8, WORDS>,
    /// The moves in use at each light square, by their dark squares.
    used: PerSquare<SquareSet<WORDS>, WORDS>,
}

impl<const WORDS: usize> Flow<'_, WORDS> {
    /// Finds one more move for a light square, moving others aside (breadth first).
    fn augment(&mut self, from: usize) -> bool {
        // The light square from which a dark one was reached, and the reverse.
        let mut via = PerSquare::filled(0u8);
        let mut queue = PerSquare::<u8, WORDS>::filled(0);
        let (mut read, mut write) = (0, 1);
        queue[0] = from as u8;
        let mut seen = SquareSet::only(from);
        while read < write {
            let light = usize::from(queue[read]);
            read += 1;
            let fresh = self.grid.neighbours(light) & self.squares & !self.used[light] & !seen;
            seen |= fresh;
            for dark in fresh.members() {
                via[dark] = light as u8;
                if self.room[dark] > 0 {
                    self.room[dark] -= 1;
                    self.shift(from, dark, &via);
                    return true;
                }
                let unseen = self.grid.neighbours(dark) & self.squares & !seen;
                for other in unseen.members() {
                    if self.used[other].contains(dark) {
                        seen = seen.with(other);
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
    fn shift(&mut self, from: usize, to: usize, via: &PerSquare<u8, WORDS>) {
        let mut dark = to;
        loop {
            let light = usize::from(via[dark]);
            self.used[light] = self.used[light].with(dark);
            if light == from {
                return;
            }
            dark = usize::from(via[light]);
            self.used[light] = self.used[light].without(dark);
        }
    }
}

/// Removing `k` squares from a path leaves at most `k + 1` runs, one fewer for each of its ends among them;
/// and a piece of the board needs a run for each square by which one colour outnumbers the other, at least one.
pub(super) fn by_toughness<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    k: u32,
) -> bool {
    if position.home == Some(position.head) {
        return false;
    }
    let toughness = Toughness { grid, squares: position.squares(), ends: position.known_ends() };
    toughness.is_violated(SquareSet::EMPTY, k, toughness.squares)
}

struct Toughness<'a, const WORDS: usize> {
    grid: &'a KnightGraph<WORDS>,
    squares: SquareSet<WORDS>,
    ends: SquareSet<WORDS>,
}

impl<const WORDS: usize> Toughness<'_, WORDS> {
    /// Whether removing `more` squares of `from`, besides those removed, leaves too many pieces.
    fn is_violated(&self, removed: SquareSet<WORDS>, more: u32, from: SquareSet<WORDS>) -> bool {
        if more == 0 {
            return self.leaves_too_much(removed);
        }
        let mut later = from;
        from.members().any(|square| {
            later = later.without(square);
            self.is_violated(removed.with(square), more - 1, later)
        })
    }

    fn leaves_too_much(&self, removed: SquareSet<WORDS>) -> bool {
        let allowed = removed.len() + 1 - (removed & self.ends).len();
        let mut rest = self.squares & !removed;
        let mut runs = 0;
        while !rest.is_empty() {
            let piece = self.grid.flood(rest.only_first(), rest);
            let light = (piece & self.grid.light()).len();
            let dark = piece.len() - light;
            runs += light.abs_diff(dark).max(1);
            rest &= !piece;
        }
        runs > allowed
    }
}
