//! The order in which the frontier DP processes the vertices of a graph, found by beam search.

use crate::bitboard::SquareSet;
use crate::error::Interrupted;
use crate::frontier::graph::WalkGraph;
use crate::frontier::state_estimates::{
    TABLE_COST, power_of_width, states_by_outer_ends, transitions_per_state,
};
use crate::stop::StopCheck;

/// An order of all vertices. The search for it takes longer if the count seems expensive, unless it
/// seems to be out of reach. It takes up to seconds; `check` is called every few milliseconds.
///
/// # Errors
/// [`Interrupted`] if `check` fails.
pub(crate) fn elimination_order(
    graph: &WalkGraph,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    with_words_for(graph, false, check)
}

/// An order of all vertices, also searched for where the first order found is out of reach. On long
/// boards the quickest search is misled, although narrow orders exist.
///
/// # Errors
/// As [`elimination_order`].
pub(crate) fn thorough_elimination_order(
    graph: &WalkGraph,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    with_words_for(graph, true, check)
}

fn with_words_for(
    graph: &WalkGraph,
    is_thorough: bool,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    // Three words would save little time and cost one more copy of this code.
    match graph.len() {
        0..=64 => best_order::<1>(graph, is_thorough, check),
        65..=128 => best_order::<2>(graph, is_thorough, check),
        _ => best_order::<4>(graph, is_thorough, check),
    }
}

/// The estimated cost of a count that no memory holds. A better order is not worth a search.
const TOO_COSTLY: f64 = 1e17;

fn best_order<const WORDS: usize>(
    graph: &WalkGraph,
    is_thorough: bool,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    let beam_search = BeamSearch::<WORDS>::new(graph);
    let mut quick = beam_search.run(2, Guide::Width, check)?;
    if is_thorough && quick.cost >= TOO_COSTLY {
        quick = beam_search.run(30, Guide::Width, check)?;
    }
    let beam = match quick.cost {
        ..4e4 => return Ok(quick.order),
        ..4e5 => return Ok(beam_search.run(8, Guide::MaxStates, check)?.order),
        ..4e6 => 30,
        ..4e7 => 100,
        ..TOO_COSTLY => 1000,
        _ => return Ok(quick.order),
    };
    let by_width = beam_search.run(beam, Guide::Width, check)?;
    let by_states = beam_search.run(beam, Guide::MaxStates, check)?;
    Ok(if by_states.cost < by_width.cost { by_states.order } else { by_width.order })
}

/// An order of all vertices and its estimated cost.
struct Elimination {
    order: Vec<u16>,
    /// Estimated number of states and transitions: comparable between orders, not exact.
    cost: f64,
}

/// What a search adds up over the layers to rank partial orders.
#[derive(Clone, Copy)]
enum Guide {
    /// A power of the width. It penalises wide frontiers early, when there are still few states.
    Width,
    /// The number of states that the frontier allows.
    MaxStates,
}

/// The vertices by how far some processed vertices determine them.
#[derive(Clone, Copy)]
struct Cut<const WORDS: usize> {
    processed: SquareSet<WORDS>,
    frontier: SquareSet<WORDS>,
    /// Vertices with at least two processed neighbours.
    twice: SquareSet<WORDS>,
}

/// A partial order that the search extends.
#[derive(Clone, Copy)]
struct Partial<const WORDS: usize> {
    cut: Cut<WORDS>,
    /// The sum of the guide over the layers, which ranks it.
    rank: f64,
    /// Estimated states and transitions so far.
    cost: f64,
    /// Estimated states of the last layer.
    states: f64,
    /// The index in the history of the partial order that this one extends.
    parent: u32,
    last: u16,
}

struct BeamSearch<const WORDS: usize> {
    neighbours: Vec<SquareSet<WORDS>>,
    all: SquareSet<WORDS>,
    start: Option<usize>,
}

enum StartStatus {
    /// Both ends of the walk are free.
    Missing,
    Unseen,
    OnFrontier,
    Processed,
}

impl<const WORDS: usize> BeamSearch<WORDS> {
    fn new(graph: &WalkGraph) -> Self {
        let set = |vertices: &Vec<u16>| SquareSet::of(vertices.iter().map(|&v| v.into()));
        BeamSearch {
            neighbours: graph.neighbours.iter().map(set).collect(),
            all: SquareSet::below(graph.len()),
            start: graph.start,
        }
    }

    /// Keeps the `beam` best partial orders of each length.
    ///
    /// What follows depends only on the set of processed vertices, so of several orders of one set
    /// the cheapest is kept.
    fn run(
        &self,
        beam: usize,
        guide: Guide,
        check: &mut StopCheck,
    ) -> Result<Elimination, Interrupted> {
        let empty = SquareSet::EMPTY;
        let mut history: Vec<(u32, u16)> = Vec::with_capacity(beam * self.neighbours.len());
        let mut level = vec![Partial {
            cut: Cut { processed: empty, frontier: empty, twice: empty },
            rank: 0.0,
            cost: 0.0,
            states: 1.0,
            parent: u32::MAX,
            last: 0,
        }];
        let mut next: Vec<Partial<WORDS>> = Vec::new();
        for _ in 0..self.neighbours.len() {
            check()?;
            next.clear();
            for partial in &level {
                self.extend(partial, guide, &mut next);
            }
            keep_best(&mut next, beam);
            for partial in &mut next {
                history.push((partial.parent, partial.last));
                partial.parent = history.len() as u32 - 1;
            }
            std::mem::swap(&mut level, &mut next);
        }
        let best = level[0];
        Ok(Elimination { order: traced_back(&history, best.parent), cost: best.cost })
    }

    /// A vertex without neighbours outside of the frontier only shrinks it, so it comes first.
    fn extend(&self, partial: &Partial<WORDS>, guide: Guide, next: &mut Vec<Partial<WORDS>>) {
        let Cut { processed, frontier, twice } = partial.cut;
        let seen = processed | frontier;
        let shrinks = |v: &usize| (self.neighbours[*v] & !seen).is_empty();
        let candidates = match frontier.members().find(shrinks) {
            Some(v) => SquareSet::only(v),
            None => self.all & !processed,
        };
        for v in candidates.members() {
            let processed = processed.with(v);
            let cut = Cut {
                processed,
                frontier: (frontier | self.neighbours[v]) & !processed,
                twice: twice | seen & self.neighbours[v],
            };
            let transitions = transitions_per_state((self.neighbours[v] & !processed).len());
            let max_states = self.max_states(cut);
            let tables = TABLE_COST * (1u64 << cut.frontier.len().min(63)) as f64;
            // Where the two bounds differ widely this follows the smaller one.
            let grown = partial.states * transitions;
            let states =
                if max_states == 0.0 { 0.0 } else { grown * max_states / (grown + max_states) };
            let rank = match guide {
                Guide::Width => self.by_width(cut),
                Guide::MaxStates => max_states,
            };
            next.push(Partial {
                cut,
                states,
                rank: partial.rank + rank,
                cost: partial.cost + states + transitions * (partial.states + tables),
                parent: partial.parent,
                last: v as u16,
            });
        }
    }

    /// `2.6^width`, and more once the frontier has the start's fragment.
    fn by_width(&self, cut: Cut<WORDS>) -> f64 {
        let width = cut.frontier.len();
        match self.start_status(cut) {
            StartStatus::Processed => power_of_width(width) * (1.0 + 0.25 * f64::from(width)),
            StartStatus::OnFrontier => power_of_width(width - 1) * (1.5 + 0.25 * f64::from(width)),
            StartStatus::Unseen | StartStatus::Missing => power_of_width(width),
        }
    }

    /// The number of states that the frontier allows.
    fn max_states(&self, cut: Cut<WORDS>) -> f64 {
        let squares = self.start.map_or(cut.frontier, |start| cut.frontier.without(start));
        let may_be_done = squares & cut.twice;
        let [none, one, two] =
            states_by_outer_ends(squares.len() as usize, may_be_done.len() as usize);
        match self.start_status(cut) {
            StartStatus::Processed => one + two,
            StartStatus::OnFrontier => none + 2.0 * one + two,
            StartStatus::Unseen => none + one,
            StartStatus::Missing => none + one + two,
        }
    }

    fn start_status(&self, cut: Cut<WORDS>) -> StartStatus {
        match self.start {
            None => StartStatus::Missing,
            Some(start) if cut.processed.contains(start) => StartStatus::Processed,
            Some(start) if cut.frontier.contains(start) => StartStatus::OnFrontier,
            Some(_) => StartStatus::Unseen,
        }
    }
}

/// The vertices from the first one on, by a history of (parent, vertex).
fn traced_back(history: &[(u32, u16)], last: u32) -> Vec<u16> {
    let mut order = Vec::new();
    let mut at = last;
    while at != u32::MAX {
        let (parent, vertex) = history[at as usize];
        order.push(vertex);
        at = parent;
    }
    order.reverse();
    order
}

/// Keeps the best partial orders with different processed sets, best first.
fn keep_best<const WORDS: usize>(partials: &mut Vec<Partial<WORDS>>, beam: usize) {
    let by_rank = |a: &Partial<WORDS>, b: &Partial<WORDS>| {
        a.rank.total_cmp(&b.rank).then(a.cut.processed.cmp(&b.cut.processed))
    };
    // One set may have several orders of different rank, so look at more than the beam holds.
    let window = beam * 8;
    if partials.len() > window {
        partials.select_nth_unstable_by(window, by_rank);
        partials.truncate(window);
    }
    partials.sort_unstable_by(|a, b| {
        a.cut.processed.cmp(&b.cut.processed).then(a.rank.total_cmp(&b.rank))
    });
    partials.dedup_by_key(|p| p.cut.processed);
    partials.sort_unstable_by(by_rank);
    partials.truncate(beam);
}

#[cfg(test)]
mod tests {
    use crate::bitboard::KnightGraph;
    use crate::frontier::elimination::*;
    use crate::frontier::{Counted, FrontierPlan};

    #[test]
    fn long_boards_have_orders_as_narrow_as_two_columns() {
        for (size, rows) in [("8x11", 8), ("16x8", 8)] {
            let knights = KnightGraph::<4>::new(size.parse().unwrap());
            let graph = WalkGraph::new(&knights, SquareSet::EMPTY, knights.all(), &|_| 1);
            let order = thorough_elimination_order(&graph, &mut || Ok(())).unwrap();
            let plan = FrontierPlan::new(&graph, &order, Counted::HamiltonianCycles).unwrap();
            assert!(plan.width <= 2 * rows, "{size}: {}", plan.width);
        }
    }
}
