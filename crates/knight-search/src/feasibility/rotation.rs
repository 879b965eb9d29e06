//! New paths from a known one by rotation (Pósa): the part before a neighbour of the first square
//! is reversed, or the part after a neighbour of the last.

use std::ops::Range;

use crate::feasibility::position::{Path, Position};
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};

/// Paths that are tried, at most.
const MAX_PATHS: usize = 200;

/// Turns `known`, a path through the head and all open squares that begins elsewhere, into one that
/// begins at the head. Returns what follows the head.
///
/// The search is breadth first over the pairs of ends, each of which is tried once.
pub(super) fn reroute<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    known: &[u8],
) -> Option<Path> {
    let ends = position.ends(graph);
    let squares = position.open.with(position.head);
    let len = known.len();
    let mut first = Order::<WORDS>::filled(0);
    first.as_mut_slice()[..len].copy_from_slice(known);
    let mut seen = Seen::<WORDS>::filled(SquareSet::EMPTY);
    let mut paths = Vec::with_capacity(16);
    paths.push(first);
    let mut at = 0;
    while let Some(&path) = paths.get(at) {
        at += 1;
        let [first, last] = [path[0], path[len - 1]].map(usize::from);
        let place = places::<WORDS>(&path.as_slice()[..len]);
        let before = |square: usize| 0..usize::from(place[square]);
        let after = |square: usize| usize::from(place[square]) + 1..len;
        let may_end =
            |part: &Range<usize>| part.start < len && ends.contains(usize::from(path[part.start]));
        let from_first = (graph.neighbours(first) & squares).members().map(before);
        let from_last = (graph.neighbours(last) & squares).members().map(after).filter(may_end);
        for part in from_first.chain(from_last) {
            let (first, last) = match part.start {
                0 => (usize::from(path[part.end - 1]), last),
                start => (first, usize::from(path[start])),
            };
            if seen[first].contains(last) {
                continue;
            }
            seen[first] = seen[first].with(last);
            let turned = reversed(path, part);
            if first == position.head {
                return Some(turned.as_slice()[1..len].to_vec());
            }
            paths.push(turned);
            if paths.len() == MAX_PATHS {
                return None;
            }
        }
    }
    None
}

/// The path with a part reversed.
fn reversed<const WORDS: usize>(mut path: Order<WORDS>, part: Range<usize>) -> Order<WORDS> {
    path.as_mut_slice()[part].reverse();
    path
}

/// The squares of a path, by their place in it.
type Order<const WORDS: usize> = PerSquare<u8, WORDS>;

/// The last squares of the paths seen, by their first squares.
type Seen<const WORDS: usize> = PerSquare<SquareSet<WORDS>, WORDS>;

/// The place of each square on a path.
fn places<const WORDS: usize>(path: &[u8]) -> PerSquare<u8, WORDS> {
    let mut place = PerSquare::filled(0);
    for (i, &square) in path.iter().enumerate() {
        place[usize::from(square)] = i as u8;
    }
    place
}

#[cfg(test)]
mod tests {
    use crate::feasibility::guided_search;
    use crate::feasibility::position::Settled;
    use crate::feasibility::rotation::*;

    /// Walks along a tour, and asks at each square for a path through what is left that begins with
    /// another move.
    #[test]
    fn a_rerouted_path_goes_on_from_the_head_through_all_squares_to_an_end() {
        let graph = KnightGraph::<1>::new("6x6".parse().unwrap());
        let mut found = [0; 2];
        for home in [None, Some(0)] {
            let mut at = Position { head: 0, open: graph.all().without(0), home };
            let Settled::Path(tour) = guided_search::settle(&graph, &at, 100_000) else {
                panic!("6x6 has tours from its corner");
            };
            for (turn, &next) in tour.iter().enumerate() {
                let others = graph.neighbours(at.head) & at.open.without(next.into());
                for other in others.members() {
                    let after = at.after(other);
                    let Some(path) = reroute(&graph, &after, &tour[turn..]) else {
                        continue;
                    };
                    found[usize::from(home.is_some())] += 1;
                    let mut on = after;
                    for square in path.into_iter().map(usize::from) {
                        assert!((graph.neighbours(on.head) & on.open).contains(square));
                        on = on.after(square);
                    }
                    assert!(on.open.is_empty() && after.ends(&graph).contains(on.head));
                }
                at = at.after(next.into());
            }
        }
        assert!(found[0] > 30 && found[1] > 10, "{found:?}");
    }
}
