//! The order in which the frontier programme takes the vertices of a graph, found by beam search.

use crate::bitboard::knight_graph::MAX_AREA;
use crate::frontier::graph::{Graph, Vertices};
use crate::frontier::pairings;

/// An order of all vertices of a graph, and what the programme is thought to cost along it.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    /// The vertices in the order in which they are processed.
    pub order: Vec<u8>,
    /// Estimated number of states and of transitions between them; comparable between orders, not exact.
    pub cost: f64,
}

/// The vertices after some of them have been processed.
#[derive(Clone, Copy)]
struct Layer<const WORDS: usize> {
    processed: Vertices<WORDS>,
    frontier: Vertices<WORDS>,
    /// Vertices with two processed neighbours or more.
    twice: Vertices<WORDS>,
}

/// A partial order: what the beam search extends.
#[derive(Clone, Copy)]
struct Partial<const WORDS: usize> {
    layer: Layer<WORDS>,
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
    fn measure<const WORDS: usize>(self, graph: &Graph<WORDS>, layer: Layer<WORDS>) -> f64 {
        match self {
            Guide::Width => by_width(graph, layer),
            Guide::States => most_states(graph, layer),
        }
    }
}

/// `2.6^width`, and more once the start's fragment is there.
fn by_width<const WORDS: usize>(graph: &Graph<WORDS>, layer: Layer<WORDS>) -> f64 {
    let width = layer.frontier.len();
    let power = |width: u32| POWERS[width as usize];
    match graph.start {
        Some(start) if layer.processed.contains(start) => {
            power(width) * (1.0 + 0.25 * f64::from(width))
        }
        Some(start) if layer.frontier.contains(start) => {
            power(width - 1) * (1.5 + 0.25 * f64::from(width))
        }
        _ => power(width),
    }
}

/// `2.6^width`.
static POWERS: [f64; MAX_AREA + 1] = {
    let mut table = [1.0; MAX_AREA + 1];
    let mut width = 1;
    while width < table.len() {
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
pub(crate) fn eliminate<const WORDS: usize>(
    graph: &Graph<WORDS>,
    beam: usize,
    guide: Guide,
) -> Elimination {
    let all = Vertices::below(graph.len());
    let mut history: Vec<(u32, u8)> = Vec::with_capacity(beam * graph.len());
    let mut level = vec![Partial {
        layer: Layer {
            processed: Vertices::EMPTY,
            frontier: Vertices::EMPTY,
            twice: Vertices::EMPTY,
        },
        guided: 0.0,
        cost: 0.0,
        states: 1.0,
        parent: u32::MAX,
        last: 0,
    }];
    let mut next: Vec<Partial<WORDS>> = Vec::new();
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
    Elimination { order, cost: best.cost }
}

fn extend<const WORDS: usize>(
    graph: &Graph<WORDS>,
    all: Vertices<WORDS>,
    partial: &Partial<WORDS>,
    guide: Guide,
    next: &mut Vec<Partial<WORDS>>,
) {
    let Layer { processed, frontier, twice } = partial.layer;
    let seen = processed | frontier;
    let closed = |v: usize| (graph.adjacent[v] & !seen).is_empty();
    let closing = frontier.members().find(|&v| closed(v));
    let candidates = match closing {
        Some(v) => Vertices::only(v),
        None => all & !processed,
    };
    for v in candidates.members() {
        let processed = processed.with(v);
        let layer = Layer {
            processed,
            frontier: (frontier | graph.adjacent[v]) & !processed,
            twice: twice | seen & graph.adjacent[v],
        };
        let ways = branching(graph, v, processed);
        let most = most_states(graph, layer);
        let of_blocks = BLOCK * (1u64 << frontier.len().min(63)) as f64;
        // What is far from either bound follows it; in between it is less than both.
        let grown = partial.states * ways;
        let states = if most == 0.0 { 0.0 } else { grown * most / (grown + most) };
        next.push(Partial {
            layer,
            states,
            guided: partial.guided + guide.measure(graph, layer),
            cost: partial.cost + states + ways * (partial.states + of_blocks),
            parent: partial.parent,
            last: v as u8,
        });
    }
}

/// States that a state has on average after the processing of `v`, before equal ones are merged.
fn branching<const WORDS: usize>(
    graph: &Graph<WORDS>,
    v: usize,
    processed: Vertices<WORDS>,
) -> f64 {
    let later = f64::from((graph.adjacent[v] & !processed).len());
    1.0 + 0.3 * later + 0.12 * later * (later - 1.0)
}

/// What a block costs beyond its states, in states.
const BLOCK: f64 = 16.0;

/// The number of states that there is room for: every set of ends with all their pairings, and every set of vertices that may be
/// done.
fn most_states<const WORDS: usize>(graph: &Graph<WORDS>, layer: Layer<WORDS>) -> f64 {
    let squares = layer.frontier & !graph.start_set();
    let width = squares.len() as usize;
    let known = width.min(WIDEST);
    let may_be_done = (squares & layer.twice).len() as usize;
    let [none, one, two] = ROOMS[known][may_be_done.min(known)];
    let room = match graph.start {
        Some(start) if layer.processed.contains(start) => one + two,
        Some(start) if layer.frontier.contains(start) => none + 2.0 * one + two,
        Some(_) => none + one,
        None => none + one + two,
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
fn keep_cheapest<const WORDS: usize>(partials: &mut Vec<Partial<WORDS>>, beam: usize) {
    let by_cost = |a: &Partial<WORDS>, b: &Partial<WORDS>| {
        a.guided.total_cmp(&b.guided).then(a.layer.processed.cmp(&b.layer.processed))
    };
    // Equal sets come in runs of equal set, not of equal cost, so look at more than the beam holds.
    let window = beam * 8;
    if partials.len() > window {
        partials.select_nth_unstable_by(window, by_cost);
        partials.truncate(window);
    }
    partials.sort_unstable_by(|a, b| {
        a.layer.processed.cmp(&b.layer.processed).then(a.guided.total_cmp(&b.guided))
    });
    partials.dedup_by_key(|p| p.layer.processed);
    partials.sort_unstable_by(by_cost);
    partials.truncate(beam);
}
