//! What the colours of the squares say about the vertices that are done.
//!
//! If neighbours always differ in colour, the degrees of the black vertices add up to as much as
//! those of the white ones, whatever edges are chosen. If every vertex must be used, the degree of
//! a processed vertex is known, except at the ends of the walk. So the ends of the fragments tell
//! by how much the done vertices of one colour outnumber those of the other.

use crate::ends::Ends;
use crate::graph::WalkGraph;

/// A colour for each vertex, 1 (black) or −1 (white); neighbours differ. `None` if there is none.
pub(crate) fn colouring(graph: &WalkGraph) -> Option<Vec<i32>> {
    let mut colours = vec![0; graph.vertices()];
    let mut reached = Vec::new();
    for first in 0..graph.vertices() {
        if colours[first] == 0 {
            colours[first] = 1;
            reached.push(first);
        }
        while let Some(vertex) = reached.pop() {
            for &neighbour in &graph.neighbours[vertex] {
                let neighbour = usize::from(neighbour);
                if colours[neighbour] == colours[vertex] {
                    return None;
                }
                if colours[neighbour] == 0 {
                    colours[neighbour] = -colours[vertex];
                    reached.push(neighbour);
                }
            }
        }
    }
    Some(colours)
}

/// The colours of processed vertices, of ends of the walk and of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ColourBalance {
    /// The slots of the white vertices on the frontier.
    pub white: u32,
    /// The sum of the colours of the processed vertices, without the start.
    processed: i32,
    /// The colour of the start; 0 if there is none.
    start: i32,
    /// By the number of free ends that are processed: the least and the greatest sum of their
    /// colours. Sums have steps of 2.
    free_ends: [(i32, i32); 3],
}

impl ColourBalance {
    /// Before the first step. `None` if colours exclude that the walk uses every vertex.
    ///
    /// The degree is 2 at every vertex and 1 at the ends of a walk, so the colours of the ends add
    /// up to twice the sum of all colours.
    pub(crate) fn new(
        colours: &[i32],
        start: Option<usize>,
        free_ends: u8,
    ) -> Option<ColourBalance> {
        let start = start.map_or(0, |start| colours[start]);
        let of_free_ends = 2 * colours.iter().sum::<i32>() - start;
        let all = (of_free_ends, of_free_ends);
        let free_ends = match (free_ends, of_free_ends) {
            (0, 0) => [(0, 0); 3],
            (1, 1 | -1) => [(0, 0), all, all],
            (2, 0) => [(0, 0), (-1, 1), all],
            (2, 2 | -2) => [(0, 0), (of_free_ends / 2, of_free_ends / 2), all],
            _ => return None,
        };
        Some(ColourBalance { white: 0, processed: 0, start, free_ends })
    }

    /// After a step that processes a vertex of this colour, 0 for the start.
    pub(crate) fn after(self, colour: i32, white: u32) -> ColourBalance {
        ColourBalance { white, processed: self.processed + colour, ..self }
    }

    /// By how much the black done vertices of the frontier outnumber the white ones, in the states
    /// with these ends: the least and the greatest difference. `None` if there are no such states.
    pub(crate) fn surplus_of_done(&self, ends: Ends) -> Option<(i32, i32)> {
        let has_begun = u8::from(ends.has_begun);
        let of_start = i32::from(has_begun) * self.start;
        let white = (ends.slots & self.white).count_ones() as i32;
        let of_ends = ends.count() as i32 - 2 * white;
        let (least, most) = self.free_ends[usize::from(ends.outer - has_begun)];
        // 2·processed − free ends + start + ends + 2·done = 0.
        let twice = |of_free_ends| of_free_ends - 2 * self.processed - of_start - of_ends;
        (twice(least) % 2 == 0).then(|| (twice(least) / 2, twice(most) / 2))
    }
}
