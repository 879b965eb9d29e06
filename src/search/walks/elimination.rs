//! The order in which the frontier programme takes the vertices of a graph, found by beam search.

use super::super::grid::members;
use super::graph::Graph;

/// An order of all vertices of a graph, and what the programme is thought to cost along it.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    /// The vertices in the order in which they are processed.
    pub order: Vec<u8>,
    /// Estimated number of states over all layers; comparable between orders, not exact.
    pub cost: f64,
}

/// A partial order: what the beam search extends.
#[derive(Clone, Copy)]
struct Partial {
    processed: u64,
    frontier: u64,
    cost: f64,
    /// The partial order that this one extends, in the history.
    parent: u32,
    last: u8,
}

/// Finds an order by beam search, keeping the `beam` cheapest partial orders of each length.
///
/// The set of processed vertices alone decides what follows, so of the orders of one set only the
/// cheapest is kept. A vertex without neighbours outside the frontier only shrinks it, so where there is
/// one, it goes first.
pub(crate) fn eliminate(graph: &Graph, beam: usize) -> Elimination {
    let all = u64::MAX >> (64 - graph.len());
    let mut history: Vec<(u32, u8)> = Vec::with_capacity(beam * graph.len());
    let mut level = vec![Partial {
        processed: 0,
        frontier: 0,
        cost: 0.0,
        parent: u32::MAX,
        last: 0,
    }];
    let mut next: Vec<Partial> = Vec::new();
    for _ in 0..graph.len() {
        next.clear();
        for partial in &level {
            extend(graph, all, partial, &mut next);
        }
        keep_cheapest(&mut next, beam);
        for partial in &mut next {
            history.push((partial.parent, partial.last));
            partial.parent = history.len() as u32 - 1;
        }
        std::mem::swap(&mut level, &mut next);
    }
    let best = level[0];
    let mut order = Vec::with_capacity(graph.len());
    let mut at = best.parent;
    while at != u32::MAX {
        let (parent, vertex) = history[at as usize];
        order.push(vertex);
        at = parent;
    }
    order.reverse();
    Elimination {
        order,
        cost: best.cost,
    }
}

fn extend(graph: &Graph, all: u64, partial: &Partial, next: &mut Vec<Partial>) {
    let seen = partial.processed | partial.frontier;
    let closed = |v: usize| graph.adjacent[v] & !seen == 0;
    let closing = members(partial.frontier).find(|&v| closed(v));
    let candidates = match closing {
        Some(v) => 1 << v,
        None => all & !partial.processed,
    };
    for v in members(candidates) {
        let processed = partial.processed | 1 << v;
        let frontier = (partial.frontier | graph.adjacent[v]) & !processed;
        let width = frontier.count_ones();
        next.push(Partial {
            processed,
            frontier,
            cost: partial.cost + states(graph, processed, frontier, width),
            parent: partial.parent,
            last: v as u8,
        });
    }
}

/// Rough number of states of a frontier. It grows by about 2.6 a square, as measured on 8×8; once the
/// start's fragment is there, its end is at any of the squares.
fn states(graph: &Graph, processed: u64, frontier: u64, width: u32) -> f64 {
    let start = graph.start.map_or(0, |start| 1u64 << start);
    if processed & start != 0 {
        STATES[width as usize] * (1.0 + 0.25 * f64::from(width))
    } else if frontier & start != 0 {
        STATES[width as usize - 1] * (1.5 + 0.25 * f64::from(width))
    } else {
        STATES[width as usize]
    }
}

/// `2.6^width`.
static STATES: [f64; 65] = {
    let mut table = [1.0; 65];
    let mut width = 1;
    while width < 65 {
        table[width] = table[width - 1] * 2.6;
        width += 1;
    }
    table
};

/// Keeps the cheapest partial orders with different processed sets, cheapest first.
fn keep_cheapest(partials: &mut Vec<Partial>, beam: usize) {
    let by_cost = |a: &Partial, b: &Partial| {
        a.cost
            .total_cmp(&b.cost)
            .then(a.processed.cmp(&b.processed))
    };
    // Equal sets come in runs of equal set, not of equal cost, so look at more than the beam holds.
    let window = beam * 8;
    if partials.len() > window {
        partials.select_nth_unstable_by(window, by_cost);
        partials.truncate(window);
    }
    partials.sort_unstable_by(|a, b| {
        a.processed
            .cmp(&b.processed)
            .then(a.cost.total_cmp(&b.cost))
    });
    partials.dedup_by_key(|p| p.processed);
    partials.sort_unstable_by(by_cost);
    partials.truncate(beam);
}
