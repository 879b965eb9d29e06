//! New paths from known ones by rotation (Pósa): reversing the part of a path before a neighbour of its first square,
//! or after a neighbour of its last.

use super::{Path, Position};
use crate::search::grid::{Grid, members};

/// Paths looked at before giving up.
const TRIED: usize = 200;

/// Turns `known`, a path through the head and all open squares, into one that begins with the head; gives what follows
/// the head.
///
/// Breadth first over the pairs of ends; each pair is looked at once.
pub(super) fn reroute(grid: &Grid, position: &Position, known: &[u8]) -> Option<Path> {
    let ends = position.ends(grid);
    let squares = position.open | 1 << position.head;
    let mut seen = [0u64; 64];
    let mut paths: Vec<[u8; 64]> = Vec::with_capacity(16);
    let len = known.len();
    let mut first = [0; 64];
    first[..len].copy_from_slice(known);
    paths.push(first);
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at];
        let path = &path[..len];
        at += 1;
        let place = places(path);
        let (first, last) = (path[0], path[len - 1]);
        if usize::from(first) == position.head {
            return Some(path[1..].to_vec());
        }
        for square in members(grid.neighbours(usize::from(first)) & squares) {
            let turn = usize::from(place[square]);
            offer(&mut paths, &mut seen, path, 0..turn);
        }
        for square in members(grid.neighbours(usize::from(last)) & squares) {
            let turn = usize::from(place[square]) + 1;
            if turn < len && ends >> path[turn] & 1 == 1 {
                offer(&mut paths, &mut seen, path, turn..len);
            }
        }
    }
    None
}

/// Adds the path with a part of it reversed, unless one with these ends has been seen.
fn offer(
    paths: &mut Vec<[u8; 64]>,
    seen: &mut [u64; 64],
    path: &[u8],
    part: std::ops::Range<usize>,
) {
    let mut turned = [0; 64];
    turned[..path.len()].copy_from_slice(path);
    turned[part].reverse();
    let (first, last) = (turned[0], turned[path.len() - 1]);
    let is_new = seen[usize::from(first)] >> last & 1 == 0;
    if is_new && paths.len() < TRIED {
        seen[usize::from(first)] |= 1 << last;
        paths.push(turned);
    }
}

fn places(path: &[u8]) -> [u8; 64] {
    let mut place = [0; 64];
    for (i, &square) in path.iter().enumerate() {
        place[usize::from(square)] = i as u8;
    }
    place
}
