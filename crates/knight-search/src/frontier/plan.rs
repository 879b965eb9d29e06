//! A graph and an order of its vertices, made ready for counting.

use crate::frontier::elimination::Elimination;
use crate::frontier::graph::{Graph, Vertices};
use crate::frontier::transitions::{MOST_SLOTS, Scarce, Step};

/// A graph and an order of its vertices, made ready for counting.
#[derive(Debug)]
pub(crate) struct FrontierPlan {
    steps: Vec<Step>,
    width: u32,
    squares: usize,
    what: Counted,
}

/// What is counted of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    /// Walks from the start, each with the weight of its last vertex.
    Walks,
    /// Those through all vertices. Without a start, paths with two free ends, of two vertices or more, that count with the weights of
    /// both and not once in each direction.
    Covers,
    /// Whether there is one of those through all vertices.
    Existence,
    /// Cycles through all vertices.
    Cycles,
}

/// The frontier while the steps are planned.
struct Frontier<const WORDS: usize> {
    processed: Vertices<WORDS>,
    seen: Vertices<WORDS>,
    /// The slot of each vertex that has been seen.
    slot_of: Vec<u32>,
    /// Slots not in use, the next one last.
    free: Vec<u32>,
    /// Vertices of the frontier that may be done; of those that came together, those that are met soonest last.
    may_be_done: Vec<usize>,
}

impl FrontierPlan {
    /// `None` if the frontier is wider than can be counted.
    pub fn new<const WORDS: usize>(
        graph: &Graph<WORDS>,
        elimination: &Elimination,
        what: Counted,
    ) -> Option<FrontierPlan> {
        let all = Vertices::below(graph.len());
        let covers = what != Counted::Walks;
        let free_ends = match (what, graph.start) {
            (Counted::Cycles, _) => 0,
            (_, Some(_)) => 1,
            (_, None) => 2,
        };
        let mut turns = vec![0; graph.len()];
        for (turn, &vertex) in elimination.order.iter().enumerate() {
            turns[usize::from(vertex)] = turn;
        }
        let mut frontier = Frontier {
            processed: Vertices::EMPTY,
            seen: Vertices::EMPTY,
            slot_of: vec![0; graph.len()],
            free: (0..MOST_SLOTS as u32).rev().collect(),
            may_be_done: Vec::new(),
        };
        let mut steps = Vec::with_capacity(graph.len());
        let mut width = 0;
        for (turn, &vertex) in elimination.order.iter().enumerate() {
            let vertex = usize::from(vertex);
            let later = graph.adjacent[vertex] & !frontier.processed.with(vertex);
            let before = frontier.done_slots();
            let was_seen = frontier.seen.contains(vertex);
            for v in (later & !frontier.seen).members() {
                frontier.enter(v)?;
            }
            let slot = was_seen.then_some(frontier.slot_of[vertex]);
            frontier.free.extend(slot);
            frontier.processed = frontier.processed.with(vertex);
            frontier.seen = frontier.seen.with(vertex);
            let open = frontier.open();
            width = width.max(open.len());
            let scarce = frontier.scarce(graph);
            let met_next = |v: usize| {
                let near = graph.adjacent[v].with(v).members();
                let near = near.map(|near| turns[near]);
                near.filter(|&near| near > turn).min()
            };
            // Where every vertex is to be used, none is done for want of neighbours.
            let lacking = if covers { &[][..] } else { &scarce };
            frontier.choose_bits(graph, later.with(vertex), lacking, met_next);
            let start = graph.start.filter(|start| open.contains(*start));
            let squares = open & !graph.start_set();
            steps.push(Step {
                slot,
                start: start.map(|start| frontier.slot_of[start]),
                is_start: graph.start == Some(vertex),
                free_ends,
                closes: what == Counted::Cycles,
                covers,
                later: later.members().map(|v| frontier.slot_of[v]).collect(),
                weight: graph.weights[vertex],
                bystanders: frontier.slots(open & !later),
                before,
                after: frontier.done_slots(),
                frontier: frontier.slots(squares),
                scarce,
                is_all_seen: frontier.seen == all,
            });
        }
        Some(FrontierPlan { steps, width, squares: graph.squares, what })
    }

    /// The steps, one for each vertex, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Vertices that are squares.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// What is counted.
    pub fn what(&self) -> Counted {
        self.what
    }

    /// The most vertices of the frontier.
    pub fn width(&self) -> u32 {
        self.width
    }
}

impl<const WORDS: usize> Frontier<WORDS> {
    /// The vertices of the frontier.
    fn open(&self) -> Vertices<WORDS> {
        self.seen & !self.processed
    }

    /// Gives a vertex a slot, if there is one.
    fn enter(&mut self, vertex: usize) -> Option<()> {
        self.slot_of[vertex] = self.free.pop()?;
        self.seen = self.seen.with(vertex);
        Some(())
    }

    /// The slots of vertices.
    fn slots(&self, vertices: Vertices<WORDS>) -> u32 {
        let slots = vertices.members().map(|v| 1 << self.slot_of[v]);
        slots.fold(0, |slots, slot| slots | slot)
    }

    /// The squares with at most one neighbour beyond the frontier.
    fn scarce(&self, graph: &Graph<WORDS>) -> Vec<Scarce> {
        let squares = self.open() & !graph.start_set();
        let scarce = squares.members().map(|v| {
            let rest = graph.adjacent[v] & !self.processed;
            Scarce {
                slot: self.slot_of[v],
                may_end: graph.weights[v] != 0,
                beyond: (rest & !self.seen).len(),
                near: self.slots(rest & self.seen),
            }
        });
        scarce.filter(|scarce| scarce.beyond < 2).collect()
    }

    /// Chooses the order of the vertices that may be done: those that a step has met come after the others, those first that are
    /// met again last. Two edges need two processed neighbours; what lacks neighbours may count as done.
    fn choose_bits(
        &mut self,
        graph: &Graph<WORDS>,
        met: Vertices<WORDS>,
        lacking: &[Scarce],
        met_next: impl Fn(usize) -> Option<usize>,
    ) {
        let mut order = std::mem::take(&mut self.may_be_done);
        order.retain(|&v| !met.contains(v));
        let may_be_done = |v: usize| {
            let edges = (graph.adjacent[v] & self.processed).len();
            edges > 1 || lacking.iter().any(|scarce| scarce.slot == self.slot_of[v])
        };
        let squares = self.open() & !graph.start_set();
        let mut added: Vec<usize> =
            squares.members().filter(|&v| may_be_done(v) && !order.contains(&v)).collect();
        added.sort_by_key(|&v| std::cmp::Reverse(met_next(v)));
        order.extend(added);
        self.may_be_done = order;
    }

    /// The slots of the vertices that may be done.
    fn done_slots(&self) -> Vec<u32> {
        let slot_of = |&v: &usize| self.slot_of[v];
        self.may_be_done.iter().map(slot_of).collect()
    }
}
