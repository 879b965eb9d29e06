//! Sound proofs that a position has no path.

use crate::feasibility::position::Position;
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};

/// The tests that take a few dozen operations: squares that cannot be reached or left, and colours
/// that cannot alternate.
#[inline]
pub(super) fn is_obvious<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    has_dead_ends(graph, position) || breaks_colours(graph, position) || is_split(graph, position)
}

/// A square without a neighbour cannot be visited. One with a single neighbour can only be the
/// last, and a path with a home has none of these: it continues from its last square.
#[inline]
pub(super) fn has_dead_ends<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let (once, twice) = graph.spread_once_and_twice(position.squares());
    let dead_ends = position.open & !twice;
    let too_many = if position.home.is_some() { dead_ends } else { dead_ends.without_first() };
    !(position.open & !once).is_empty() || !too_many.is_empty()
}

/// Colours alternate along a path, so after the head the other colour occurs as often or once more.
fn breaks_colours<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let light = (position.open & graph.light()).len();
    let dark = position.open.len() - light;
    let is_light = |square| graph.light().contains(square);
    let (same, other) = if is_light(position.head) { (light, dark) } else { (dark, light) };
    let last_is_other = other == same + 1;
    let alternates = last_is_other || other == same;
    // The home and the last square must have different colours.
    let returns = position.home.is_none_or(|home| {
        let home_is_same = is_light(home) == is_light(position.head);
        home_is_same == last_is_other
    });
    !alternates || !returns
}

/// Some open square cannot be reached from the head.
#[inline]
pub(super) fn is_split<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let head = SquareSet::only(position.head);
    graph.flood(head, position.open | head) & position.open != position.open
}

/// No choice of moves gives every square the two that a path needs (one for the head, the home and
/// the last square), even if the moves need not form one path. This is a maximum flow from the
/// light squares to the dark ones.
pub(super) fn by_degrees<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> bool {
    let squares = position.squares();
    let mut room = PerSquare::filled(0u8);
    for square in squares.members() {
        room[square] = 2;
    }
    if position.home != Some(position.head) {
        for end in position.known_ends().members() {
            room[end] = 1;
        }
    }
    let moves = position.open.len() + u32::from(position.home.is_some());
    let mut flow = Flow { graph, squares, room, used: PerSquare::filled(SquareSet::EMPTY) };
    let mut found = 0;
    for square in (squares & graph.light()).members() {
        while flow.room[square] > 0 && flow.augment(square) {
            flow.room[square] -= 1;
            found += 1;
        }
    }
    found < moves
}

struct Flow<'a, const WORDS: usize> {
    graph: &'a KnightGraph<WORDS>,
    squares: SquareSet<WORDS>,
    /// How many more moves each square may have.
    room: PerSquare<u8, WORDS>,
    /// The moves in use at each light square, by their dark squares.
    used: PerSquare<SquareSet<WORDS>, WORDS>,
}

impl<const WORDS: usize> Flow<'_, WORDS> {
    /// Finds an augmenting path from a light square, breadth first.
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
            let fresh = self.graph.neighbours(light) & self.squares & !self.used[light] & !seen;
            seen |= fresh;
            for dark in fresh.members() {
                via[dark] = light as u8;
                if self.room[dark] > 0 {
                    self.room[dark] -= 1;
                    self.exchange(from, dark, &via);
                    return true;
                }
                let unseen = self.graph.neighbours(dark) & self.squares & !seen;
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

    /// Exchanges used and unused moves along an augmenting path.
    fn exchange(&mut self, from: usize, to: usize, via: &PerSquare<u8, WORDS>) {
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
