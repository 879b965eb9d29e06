//! The order in which the frontier programme takes the vertices of a graph, found by beam search.

use super::super::grid::members;
use super::graph::Graph;
use super::pairings;

/// An order of all vertices of a graph, and what the programme is thought to cost along it.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    /// The vertices in the order in which they are processed.
    pub order: Vec<u8>,
    /// Estimated number of states and of transitions between them; comparable between orders, not exact.
    pub cost: f64,
}

/// A partial order: what the beam search extends.
#[derive(Clone, Copy)]
struct Partial {
    processed: u64,
    frontier: u64,
    /// Vertices with two processed neighbours or more.
    twice: u64,
    /// The sum that the beam goes by.
    guided: f64,
    /// States and transitions so far, estimated.
    cost: f64,
    /// States of the last layer, estimated.
    states: f64,
    /// The partial order that this one extends, in the history.
    parent: u32,
    last: u8,
}

/// What the beam search adds up over the layers to compare partial orders.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guide {
    /// A power of the width, which tells wide from narrow early, when there are few states yet.
    Width,
    /// The most states that there can be.
    States,
}

impl Guide {
    fn measure(self, graph: &Graph, processed: u64, frontier: u64, twice: u64) -> f64 {
        match self {
            Guide::Width => by_width(graph, processed, frontier),
            Guide::States => most_states(graph, processed, frontier, twice),
        }
    }
}

/// `2.6^width`, and more once the start's fragment is there.
fn by_width(graph: &Graph, processed: u64, frontier: u64) -> f64 {
    let start = graph.start.map_or(0, |start| 1u64 << start);
    let width = frontier.count_ones();
    if processed & start != 0 {
        POWERS[width as usize] * (1.0 + 0.25 * f64::from(width))
    } else if frontier & start != 0 {
        POWERS[width as usize - 1] * (1.5 + 0.25 * f64::from(width))
    } else {
        POWERS[width as usize]
    }
}

/// `2.6^width`.
static POWERS: [f64; 65] = {
    let mut table = [1.0; 65];
    let mut width = 1;
    while width < 65 {
        table[width] = table[width - 1] * 2.6;
        width += 1;
    }
    table
};

/// Finds an order by beam search, keeping the `beam` cheapest partial orders of each length.
///
/// The set of processed vertices alone decides what follows, so of the orders of one set only the
/// cheapest is kept. A vertex without neighbours outside the frontier only shrinks it, so where there is
/// one, it goes first.
pub(crate) fn eliminate(graph: &Graph, beam: usize, guide: Guide) -> Elimination {
    let all = u64::MAX >> (64 - graph.len());
    let mut history: Vec<(u32, u8)> = Vec::with_capacity(beam * graph.len());
    let mut level = vec![Partial {
        processed: 0,
        frontier: 0,
        twice: 0,
        guided: 0.0,
        cost: 0.0,
        states: 1.0,
        parent: u32::MAX,
        last: 0,
    }];
    let mut next: Vec<Partial> = Vec::new();
    for _ in 0..graph.len() {
        next.clear();
        for partial in &level {
            extend(graph, all, partial, guide, &mut next);
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

fn extend(graph: &Graph, all: u64, partial: &Partial, guide: Guide, next: &mut Vec<Partial>) {
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
        let twice = partial.twice | seen & graph.adjacent[v];
        let ways = branching(graph, v, processed);
        let most = most_states(graph, processed, frontier, twice);
        let of_blocks = BLOCK * (1u64 << partial.frontier.count_ones().min(63)) as f64;
        // What is far from either bound follows it; in between it is less than both.
        let grown = partial.states * ways;
        let states = if most == 0.0 {
            0.0
        } else {
            grown * most / (grown + most)
        };
        next.push(Partial {
            processed,
            frontier,
            twice,
            states,
            guided: partial.guided + guide.measure(graph, processed, frontier, twice),
            cost: partial.cost + states + ways * (partial.states + of_blocks),
            parent: partial.parent,
            last: v as u8,
        });
    }
}

/// States that a state has on average after the processing of `v`, before equal ones are merged.
fn branching(graph: &Graph, v: usize, processed: u64) -> f64 {
    let later = f64::from((graph.adjacent[v] & !processed).count_ones());
    1.0 + 0.3 * later + 0.12 * later * (later - 1.0)
}

/// What a block costs beyond its states, in states.
const BLOCK: f64 = 16.0;

/// The number of states that there is room for: every set of ends with all their pairings, and every set of vertices that may be
/// done.
fn most_states(graph: &Graph, processed: u64, frontier: u64, twice: u64) -> f64 {
    let start = graph.start.map_or(0, |start| 1u64 << start);
    let squares = frontier & !start;
    let width = squares.count_ones() as usize;
    let known = width.min(WIDEST);
    let may_be_done = (squares & twice).count_ones() as usize;
    let [none, one, two] = ROOMS[known][may_be_done.min(known)];
    let room = if processed & start != 0 {
        one + two
    } else if frontier & start != 0 {
        none + 2.0 * one + two
    } else if graph.start.is_some() {
        none + one
    } else {
        none + one + two
    };
    room * 4f64.powi((width - known) as i32)
}

/// Wider frontiers than this are too wide to be counted, however many states they have.
const WIDEST: usize = 20;

/// Numbers of states of a frontier of each width and with each number of vertices that may be done, by how many ends are outer.
static ROOMS: [[[f64; 3]; WIDEST + 1]; WIDEST + 1] = {
    let mut choose = [[0.0; WIDEST + 1]; WIDEST + 1];
    let mut n = 0;
    while n <= WIDEST {
        choose[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    let mut rooms = [[[0.0; 3]; WIDEST + 1]; WIDEST + 1];
    let mut width = 0;
    while width <= WIDEST {
        let mut twice = 0;
        while twice <= width {
            let mut ends = 0;
            while ends <= width {
                // Sets of that many ends, each with its sets of done vertices.
                let mut sets = 0.0;
                let mut among = 0;
                while among <= ends && among <= twice {
                    let columns = (1u64 << (twice - among)) as f64;
                    sets += choose[twice][among] * choose[width - twice][ends - among] * columns;
                    among += 1;
                }
                let mut outer = 0;
                while outer < 3 {
                    rooms[width][twice][outer] += sets * pairings::count(ends, outer) as f64;
                    outer += 1;
                }
                ends += 1;
            }
            twice += 1;
        }
        width += 1;
    }
    rooms
};

/// Keeps the cheapest partial orders with different processed sets, cheapest first.
fn keep_cheapest(partials: &mut Vec<Partial>, beam: usize) {
    let by_cost = |a: &Partial, b: &Partial| {
        a.guided
            .total_cmp(&b.guided)
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
            .then(a.guided.total_cmp(&b.guided))
    });
    partials.dedup_by_key(|p| p.processed);
    partials.sort_unstable_by(by_cost);
    partials.truncate(beam);
}
