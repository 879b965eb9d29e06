//! A graph and an order of its vertices, made ready for counting.

use super::super::grid::members;
use super::elimination::Elimination;
use super::graph::Graph;
use super::ways::{MOST_SLOTS, Scarce, Step};

/// A graph and an order of its vertices, made ready for counting.
#[derive(Debug)]
pub(crate) struct Programme {
    steps: Vec<Step>,
    width: u32,
    squares: usize,
    what: What,
}

/// What is counted of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
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
#[derive(Default)]
struct Frontier {
    processed: u64,
    seen: u64,
    /// The slot of each vertex that has been seen.
    slot_of: Vec<u32>,
    /// Slots not in use, the next one last.
    free: Vec<u32>,
    /// Vertices of the frontier that may be done; of those that came together, those that are met soonest last.
    may_be_done: Vec<usize>,
}

impl Programme {
    /// `None` if the frontier is wider than can be counted.
    pub fn new(graph: &Graph, elimination: &Elimination, what: What) -> Option<Programme> {
        let all = u64::MAX >> (64 - graph.len());
        let covers = what != What::Walks;
        let free_ends = match (what, graph.start) {
            (What::Cycles, _) => 0,
            (_, Some(_)) => 1,
            (_, None) => 2,
        };
        let mut turns = vec![0; graph.len()];
        for (turn, &vertex) in elimination.order.iter().enumerate() {
            turns[usize::from(vertex)] = turn;
        }
        let mut frontier = Frontier {
            slot_of: vec![0; graph.len()],
            free: (0..MOST_SLOTS as u32).rev().collect(),
            ..Frontier::default()
        };
        let mut steps = Vec::with_capacity(graph.len());
        let mut width = 0;
        for (turn, &vertex) in elimination.order.iter().enumerate() {
            let vertex = usize::from(vertex);
            let bit = 1u64 << vertex;
            let later = graph.adjacent[vertex] & !(frontier.processed | bit);
            let before = frontier.done_slots();
            let was_seen = frontier.seen & bit != 0;
            for v in members(later & !frontier.seen) {
                frontier.enter(v)?;
            }
            let slot = was_seen.then_some(frontier.slot_of[vertex]);
            frontier.free.extend(slot);
            frontier.processed |= bit;
            frontier.seen |= bit;
            let open = frontier.open();
            width = width.max(open.count_ones());
            let scarce = frontier.scarce(graph);
            let met_next = |v: usize| {
                let near = members(graph.adjacent[v] | 1 << v).map(|near| turns[near]);
                near.filter(|&near| near > turn).min()
            };
            // Where every vertex is to be used, none is done for want of neighbours.
            let lacking = if covers { &[][..] } else { &scarce };
            frontier.choose_bits(graph, later | bit, lacking, met_next);
            let start = graph.start.filter(|start| open >> start & 1 == 1);
            let squares = open & !graph.start.map_or(0, |start| 1 << start);
            steps.push(Step {
                slot,
                start: start.map(|start| frontier.slot_of[start]),
                is_start: graph.start == Some(vertex),
                free_ends,
                closes: what == What::Cycles,
                covers,
                later: members(later).map(|v| frontier.slot_of[v]).collect(),
                weight: graph.weights[vertex],
                bystanders: frontier.slots(open & !later),
                before,
                after: frontier.done_slots(),
                frontier: frontier.slots(squares),
                scarce,
                is_all_seen: frontier.seen == all,
            });
        }
        Some(Programme {
            steps,
            width,
            squares: graph.squares,
            what,
        })
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
    pub fn what(&self) -> What {
        self.what
    }

    /// The most vertices of the frontier.
    pub fn width(&self) -> u32 {
        self.width
    }
}

impl Frontier {
    /// The vertices of the frontier.
    fn open(&self) -> u64 {
        self.seen & !self.processed
    }

    /// Gives a vertex a slot, if there is one.
    fn enter(&mut self, vertex: usize) -> Option<()> {
        self.slot_of[vertex] = self.free.pop()?;
        self.seen |= 1 << vertex;
        Some(())
    }

    /// The slots of vertices.
    fn slots(&self, vertices: u64) -> u32 {
        members(vertices).fold(0, |slots, v| slots | 1 << self.slot_of[v])
    }

    /// The squares with at most one neighbour beyond the frontier.
    fn scarce(&self, graph: &Graph) -> Vec<Scarce> {
        let squares = members(self.open()).filter(|&v| graph.start != Some(v));
        let scarce = squares.map(|v| {
            let rest = graph.adjacent[v] & !self.processed;
            Scarce {
                slot: self.slot_of[v],
                may_end: graph.weights[v] != 0,
                beyond: (rest & !self.seen).count_ones(),
                near: self.slots(rest & self.seen),
            }
        });
        scarce.filter(|scarce| scarce.beyond < 2).collect()
    }

    /// Chooses the order of the vertices that may be done: those that a step has met come after the others, those first that are
    /// met again last. Two edges need two processed neighbours; what lacks neighbours may count as done.
    fn choose_bits(
        &mut self,
        graph: &Graph,
        met: u64,
        lacking: &[Scarce],
        met_next: impl Fn(usize) -> Option<usize>,
    ) {
        let mut order = std::mem::take(&mut self.may_be_done);
        order.retain(|&v| met >> v & 1 == 0);
        let may_be_done = |v: usize| {
            let edges = (graph.adjacent[v] & self.processed).count_ones();
            edges > 1 || lacking.iter().any(|scarce| scarce.slot == self.slot_of[v])
        };
        let mut added: Vec<usize> = members(self.open())
            .filter(|&v| graph.start != Some(v) && may_be_done(v) && !order.contains(&v))
            .collect();
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
