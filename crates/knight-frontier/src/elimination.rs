//! The order in which the frontier DP processes the vertices of a graph, found by beam search.

use crate::graph::WalkGraph;
use crate::state_estimates::{
    TABLE_COST, power_of_width, states_by_outer_ends, transitions_per_state,
};
use knight_board::bitboard::SquareSet;
use knight_board::{Interrupted, StopCheck};

/// How long an order is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderEffort {
    /// For microseconds; on hundreds of vertices for milliseconds. Frontiers are wider here and
    /// there.
    Quick,
    /// Up to seconds if the count seems expensive, unless it seems to be out of reach.
    Usual,
    /// Longer even where the first order found is out of reach. On long boards the quickest search
    /// misses narrow orders.
    Thorough,
}

/// An order of all vertices. `check` is called every few milliseconds.
///
/// # Errors
/// [`Interrupted`] if `check` fails.
pub fn elimination_order(
    graph: &WalkGraph,
    effort: OrderEffort,
    check: &mut StopCheck,
) -> Result<Vec<u16>, Interrupted> {
    Ok(search(graph, effort, check)?.order)
}

/// The estimated cost up to which a count state by state is quicker than one by tables.
const MAX_NARROW_COST: f64 = 4e5;

/// An order with so few states that they are counted one by one ([`NarrowCounter`]); `None` if a
/// quick search finds none.
///
/// [`NarrowCounter`]: crate::NarrowCounter
///
/// # Errors
/// As [`elimination_order`].
pub fn narrow_elimination_order(
    graph: &WalkGraph,
    check: &mut StopCheck,
) -> Result<Option<Vec<u16>>, Interrupted> {
    let found = search(graph, OrderEffort::Quick, check)?;
    Ok((found.cost <= MAX_NARROW_COST).then_some(found.order))
}

fn search(
    graph: &WalkGraph,
    effort: OrderEffort,
    check: &mut StopCheck,
) -> Result<Elimination, Interrupted> {
    // Three words would save little time and cost one more copy of this code.
    match graph.vertices() {
        0..=64 => best_order::<1>(graph, effort, check),
        65..=128 => best_order::<2>(graph, effort, check),
        _ => best_order::<4>(graph, effort, check),
    }
}

/// The estimated cost of a count that no memory holds. A better order is not worth a search.
const TOO_COSTLY: f64 = 1e17;

fn best_order<const WORDS: usize>(
    graph: &WalkGraph,
    effort: OrderEffort,
    check: &mut StopCheck,
) -> Result<Elimination, Interrupted> {
    let beam_search = BeamSearch::<WORDS>::new(graph);
    if effort == OrderEffort::Quick {
        return beam_search.run(2, Guide::MaxStates, check);
    }
    let mut quick = beam_search.run(2, Guide::Width, check)?;
    if effort == OrderEffort::Thorough && quick.cost >= TOO_COSTLY {
        quick = beam_search.run(30, Guide::Width, check)?;
    }
    let beam = match quick.cost {
        ..4e4 => return Ok(quick),
        ..4e5 => return beam_search.run(8, Guide::MaxStates, check),
        ..4e6 => 30,
        ..4e7 => 100,
        ..TOO_COSTLY => 1000,
        _ => return Ok(quick),
    };
    let by_width = beam_search.run(beam, Guide::Width, check)?;
    let by_states = beam_search.run(beam, Guide::MaxStates, check)?;
    Ok(if by_states.cost < by_width.cost { by_states } else { by_width })
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

/// Which vertices are processed, and which have processed neighbours.
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
    /// Its place in the history.
    place: u32,
}

/// A partial order with one more vertex.
#[derive(Clone, Copy)]
struct Candidate<const WORDS: usize> {
    processed: SquareSet<WORDS>,
    rank: f64,
    /// The index of the order that it extends, in its level.
    parent: u32,
    last: u16,
}

/// The least number of candidates between two calls of `check`: tens of microseconds.
const CHECK_INTERVAL: usize = 1000;

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
            all: SquareSet::below(graph.vertices()),
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
            place: u32::MAX,
        }];
        let mut candidates: Vec<Candidate<WORDS>> = Vec::new();
        let mut next: Vec<Partial<WORDS>> = Vec::new();
        let mut since_check = 0;
        for _ in 0..self.neighbours.len() {
            since_check += candidates.len();
            if since_check >= CHECK_INTERVAL {
                since_check = 0;
                check()?;
            }
            candidates.clear();
            for (parent, partial) in level.iter().enumerate() {
                self.list_candidates(partial, parent as u32, guide, &mut candidates);
            }
            keep_best(&mut candidates, beam);
            next.clear();
            for candidate in &candidates {
                let parent = &level[candidate.parent as usize];
                next.push(self.partial_of(parent, candidate, history.len() as u32));
                history.push((parent.place, candidate.last));
            }
            std::mem::swap(&mut level, &mut next);
        }
        let best = level[0];
        Ok(Elimination { order: traced_back(&history, best.place), cost: best.cost })
    }

    /// Lists the candidates that extend a partial order. A vertex without neighbours outside of
    /// the frontier only shrinks it, so it comes first.
    fn list_candidates(
        &self,
        partial: &Partial<WORDS>,
        parent: u32,
        guide: Guide,
        candidates: &mut Vec<Candidate<WORDS>>,
    ) {
        let Cut { processed, frontier, .. } = partial.cut;
        let seen = processed | frontier;
        let shrinks = |v: &usize| (self.neighbours[*v] & !seen).is_empty();
        let vertices = match frontier.members().find(shrinks) {
            Some(v) => SquareSet::only(v),
            None => self.all & !processed,
        };
        for v in vertices.members() {
            let cut = self.cut_after(partial.cut, v);
            let rank = match guide {
                Guide::Width => self.by_width(cut),
                Guide::MaxStates => self.max_states(cut),
            };
            let rank = partial.rank + rank;
            let processed = cut.processed;
            candidates.push(Candidate { processed, rank, parent, last: v as u16 });
        }
    }

    fn cut_after(&self, cut: Cut<WORDS>, v: usize) -> Cut<WORDS> {
        let Cut { processed, frontier, twice } = cut;
        let seen = processed | frontier;
        let processed = processed.with(v);
        Cut {
            processed,
            frontier: (frontier | self.neighbours[v]) & !processed,
            twice: twice | seen & self.neighbours[v],
        }
    }

    /// The partial order of a candidate, at this place in the history.
    fn partial_of(
        &self,
        parent: &Partial<WORDS>,
        candidate: &Candidate<WORDS>,
        place: u32,
    ) -> Partial<WORDS> {
        let v = candidate.last.into();
        let cut = self.cut_after(parent.cut, v);
        let transitions = transitions_per_state((self.neighbours[v] & !cut.processed).len());
        let max_states = self.max_states(cut);
        let tables = TABLE_COST * (1u64 << cut.frontier.len().min(63)) as f64;
        // Where the two bounds differ widely this follows the smaller one.
        let grown = parent.states * transitions;
        let states =
            if max_states == 0.0 { 0.0 } else { grown * max_states / (grown + max_states) };
        Partial {
            cut,
            states,
            rank: candidate.rank,
            cost: parent.cost + states + transitions * (parent.states + tables),
            place,
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

/// Keeps the best candidates with different processed sets, best first.
fn keep_best<const WORDS: usize>(candidates: &mut Vec<Candidate<WORDS>>, beam: usize) {
    let by_rank = |a: &Candidate<WORDS>, b: &Candidate<WORDS>| {
        let of_sets = a.processed.cmp(&b.processed);
        a.rank.total_cmp(&b.rank).then(of_sets).then(a.parent.cmp(&b.parent))
    };
    // One set may have several orders of different rank, so look at more than the beam holds.
    let window = beam * 8;
    if candidates.len() > window {
        candidates.select_nth_unstable_by(window, by_rank);
        candidates.truncate(window);
    }
    candidates.sort_unstable_by(|a, b| a.processed.cmp(&b.processed).then(by_rank(a, b)));
    candidates.dedup_by_key(|candidate| candidate.processed);
    candidates.sort_unstable_by(by_rank);
    candidates.truncate(beam);
}

#[cfg(test)]
mod tests {
    use crate::elimination::*;
    use crate::{Counted, FrontierPlan};
    use knight_board::bitboard::KnightGraph;

    #[test]
    fn long_boards_have_orders_as_narrow_as_two_columns() {
        for (size, rows) in [("8x11", 8), ("16x8", 8)] {
            let knights = KnightGraph::<4>::new(size.parse().unwrap());
            let graph = WalkGraph::new(&knights, SquareSet::EMPTY, knights.all(), &|_| 1);
            let order = elimination_order(&graph, OrderEffort::Thorough, &mut || Ok(())).unwrap();
            let plan = FrontierPlan::new(&graph, &order, Counted::HamiltonianCycles).unwrap();
            assert!(plan.width <= 2 * rows, "{size}: {}", plan.width);
        }
    }
}
