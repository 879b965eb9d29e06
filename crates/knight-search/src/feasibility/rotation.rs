//! New paths from a known one by rotation (Pósa): the part before a neighbour of the first square
//! is reversed, or the part after a neighbour of the last.

use crate::bitboard::{KnightGraph, PerSquare, SquareSet};
use crate::feasibility::position::{Path, Position};

/// Paths that are tried, at most.
const MAX_PATHS: usize = 200;

/// Turns `known`, a path through the head and all open squares, into one that begins at the head.
/// Returns what follows the head.
///
/// The search is breadth first over the pairs of ends, each of which is tried once.
pub(super) fn reroute<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    known: &[u8],
) -> Option<Path> {
    let ends = position.ends(graph);
    let squares = position.open.with(position.head);
    let mut seen = Seen::filled(SquareSet::EMPTY);
    let mut paths: Vec<Order<WORDS>> = Vec::with_capacity(16);
    let len = known.len();
    let mut first = Order::filled(0);
    first.as_mut_slice()[..len].copy_from_slice(known);
    paths.push(first);
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at];
        let path = &path.as_slice()[..len];
        at += 1;
        let place = places::<WORDS>(path);
        let (first, last) = (path[0], path[len - 1]);
        if usize::from(first) == position.head {
            return Some(path[1..].to_vec());
        }
        for square in (graph.neighbours(usize::from(first)) & squares).members() {
            let turn = usize::from(place[square]);
            offer(&mut paths, &mut seen, path, 0..turn);
        }
        for square in (graph.neighbours(usize::from(last)) & squares).members() {
            let turn = usize::from(place[square]) + 1;
            if turn < len && ends.contains(path[turn].into()) {
                offer(&mut paths, &mut seen, path, turn..len);
            }
        }
    }
    None
}

/// Adds the path with a part reversed, unless one with these ends has been seen.
fn offer<const WORDS: usize>(
    paths: &mut Vec<Order<WORDS>>,
    seen: &mut Seen<WORDS>,
    path: &[u8],
    part: std::ops::Range<usize>,
) {
    let mut turned = Order::filled(0);
    turned.as_mut_slice()[..path.len()].copy_from_slice(path);
    turned.as_mut_slice()[part].reverse();
    let (first, last) = (turned[0].into(), turned[path.len() - 1].into());
    let seen = &mut seen[first];
    if !seen.contains(last) && paths.len() < MAX_PATHS {
        *seen = seen.with(last);
        paths.push(turned);
    }
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
