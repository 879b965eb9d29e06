//! A graph and an elimination order as a list of steps, ready to be counted.

use crate::bit_order::{order_bits, order_bits_for_all_steps};
use crate::colours::{ColourBalance, colouring};
use crate::graph::WalkGraph;
use crate::limits::CountError;
use crate::slices::{GROWTH, LEAST_ROOM, Slice, room_of_layers, slices, slices_wherever_possible};
use crate::transitions::{MAX_SLOTS, ScarceVertex, VertexStep};

/// What is counted in a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Walks from the start, each with the weight of its last vertex.
    Walks,
    /// Walks through all vertices. Without a start they have two free ends and at least two
    /// vertices, count with the weights of both ends, and count once for both directions.
    HamiltonianPaths,
    /// Whether there is a walk through all vertices: any positive number if there is, else 0.
    HamiltonianPathExists,
    /// Cycles through all vertices, once for both directions.
    HamiltonianCycles,
}

/// The steps of a frontier DP, one for each vertex.
#[derive(Debug)]
pub struct FrontierPlan {
    pub(crate) steps: Vec<VertexStep>,
    /// The steps that are taken part by part.
    pub(crate) slices: Vec<Slice>,
    /// The slices for remainders, which do not grow from step to step.
    pub(crate) slices_of_remainders: Vec<Slice>,
    /// The most vertices that the frontier has.
    pub(crate) width: usize,
    /// Vertices that are squares.
    pub(crate) squares: usize,
    pub(crate) counted: Counted,
}

impl FrontierPlan {
    /// Plans to process the vertices in this order.
    ///
    /// # Errors
    /// [`CountError::TooWide`] if the frontier does not fit its slots.
    pub fn new(
        graph: &WalkGraph,
        order: &[u16],
        counted: Counted,
    ) -> Result<FrontierPlan, CountError> {
        let mut planner = Planner::new(graph, order, counted);
        let mut width = 0;
        let mut steps = Vec::with_capacity(order.len());
        for &vertex in order {
            steps.push(planner.step(vertex.into())?);
            width = width.max(planner.frontier.len());
        }
        match counted {
            Counted::Walks => {
                let room = room_of_layers(&steps);
                order_bits_for_all_steps(&mut steps, &room);
            }
            // Plans for boards of several lengths share steps.
            _ => order_bits(&mut steps),
        }
        Ok(FrontierPlan {
            slices: slices(&steps, LEAST_ROOM, GROWTH),
            slices_of_remainders: slices(&steps, LEAST_ROOM, 1.0),
            steps,
            width,
            squares: graph.squares,
            counted,
        })
    }
}

impl FrontierPlan {
    /// What is counted.
    pub fn counted(&self) -> Counted {
        self.counted
    }

    /// The most vertices that the frontier has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The plan in the longest slices that its steps allow, whether they save memory or not: for
    /// tests.
    #[doc(hidden)]
    pub fn sliced_wherever_possible(self) -> FrontierPlan {
        let slices = slices_wherever_possible(&self.steps);
        FrontierPlan { slices_of_remainders: slices.clone(), slices, ..self }
    }

    /// How many steps both plans begin with.
    pub(crate) fn shared_steps(&self, other: &FrontierPlan) -> usize {
        if self.counted != other.counted {
            return 0;
        }
        self.steps.iter().zip(&other.steps).take_while(|(own, others)| own == others).count()
    }
}

/// The frontier while the steps are planned.
struct Planner<'a> {
    graph: &'a WalkGraph,
    counted: Counted,
    /// The place of each vertex in the order.
    turn_of: Vec<usize>,
    /// Vertices processed so far.
    processed: usize,
    /// Vertices that are processed or have been on the frontier.
    seen: usize,
    /// The vertices of the frontier, ascending.
    frontier: Vec<usize>,
    /// The slot of each vertex that is or was on the frontier.
    slot_of: Vec<Option<u32>>,
    /// Slots not in use, the next one last.
    free_slots: Vec<u32>,
    /// The colours of the vertices; empty if `balance` is missing.
    colours: Vec<i32>,
    balance: Option<ColourBalance>,
}

impl<'a> Planner<'a> {
    fn new(graph: &'a WalkGraph, order: &[u16], counted: Counted) -> Planner<'a> {
        let mut turn_of = vec![0; graph.vertices()];
        for (turn, &vertex) in order.iter().enumerate() {
            turn_of[usize::from(vertex)] = turn;
        }
        let colours = match counted {
            Counted::Walks => None,
            _ => colouring(graph),
        };
        let colours = colours.unwrap_or_default();
        let balance = match colours[..] {
            [] => None,
            _ => ColourBalance::new(&colours, graph.start, free_ends(graph, counted)),
        };
        Planner {
            graph,
            counted,
            colours,
            balance,
            turn_of,
            processed: 0,
            seen: 0,
            frontier: Vec::with_capacity(MAX_SLOTS),
            slot_of: vec![None; graph.vertices()],
            free_slots: (0..MAX_SLOTS as u32).rev().collect(),
        }
    }

    /// Processes the next vertex of the order.
    fn step(&mut self, vertex: usize) -> Result<VertexStep, CountError> {
        let graph = self.graph;
        let is_start = |v: usize| graph.start == Some(v);
        let later: Vec<usize> =
            self.neighbours(vertex).filter(|&v| !self.is_processed(v)).collect();
        let colours_before = self.balance;
        let slot = self.slot_of[vertex];
        for &v in &later {
            self.enter(v)?;
        }
        self.leave(vertex);
        let squares: Vec<usize> = self.frontier.iter().copied().filter(|&v| !is_start(v)).collect();
        let scarce = self.scarce(&squares);
        self.update_balance(vertex, &squares);
        let unaffected: Vec<usize> =
            self.frontier.iter().copied().filter(|v| !later.contains(v)).collect();
        Ok(VertexStep {
            slot,
            start: graph.start.filter(|v| self.frontier.contains(v)).and_then(|v| self.slot_of[v]),
            is_start: is_start(vertex),
            free_ends: free_ends(graph, self.counted),
            allows_cycle: self.counted == Counted::HamiltonianCycles,
            is_hamiltonian: self.is_hamiltonian(),
            later_slots: self.slots(&later),
            weight: graph.weights[vertex],
            unaffected: bits(&self.slots(&unaffected)),
            // The bits are put in order when all steps are known.
            may_be_done_before: Vec::new(),
            may_be_done: self.slots(&self.may_be_done(&squares, &scarce)),
            colours_before,
            colours: self.balance,
            frontier: bits(&self.slots(&squares)),
            scarce,
            is_all_seen: self.seen == graph.vertices(),
        })
    }

    fn is_hamiltonian(&self) -> bool {
        self.counted != Counted::Walks
    }

    fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + use<'a> {
        self.graph.neighbours[vertex].iter().map(|&v| v.into())
    }

    fn is_processed(&self, vertex: usize) -> bool {
        self.turn_of[vertex] < self.processed
    }

    /// Puts a vertex on the frontier unless it is there.
    fn enter(&mut self, vertex: usize) -> Result<(), CountError> {
        if self.slot_of[vertex].is_none() {
            self.slot_of[vertex] = Some(self.free_slots.pop().ok_or(CountError::TooWide)?);
            self.frontier.insert(self.frontier.partition_point(|&v| v < vertex), vertex);
            self.seen += 1;
        }
        Ok(())
    }

    /// Marks a vertex as processed.
    fn leave(&mut self, vertex: usize) {
        match self.slot_of[vertex] {
            Some(slot) => {
                self.free_slots.push(slot);
                self.frontier.retain(|&v| v != vertex);
            }
            None => self.seen += 1,
        }
        self.processed += 1;
    }

    /// Updates the colours after a vertex has been processed.
    fn update_balance(&mut self, vertex: usize, squares: &[usize]) {
        if let Some(balance) = self.balance {
            let colour = if self.graph.start == Some(vertex) { 0 } else { self.colours[vertex] };
            let white: Vec<usize> =
                squares.iter().copied().filter(|&v| self.colours[v] < 0).collect();
            let white = bits(&self.slots(&white));
            self.balance = Some(balance.after(colour, white));
        }
    }

    /// The slots of vertices that have one.
    fn slots(&self, vertices: &[usize]) -> Vec<u32> {
        vertices.iter().filter_map(|&v| self.slot_of[v]).collect()
    }

    /// The squares of the frontier with at most one neighbour beyond it.
    fn scarce(&self, squares: &[usize]) -> Vec<ScarceVertex> {
        let scarce = squares.iter().map(|&v| {
            let mut scarce = ScarceVertex {
                slot: self.slot_of[v].expect("the vertex is on the frontier"),
                may_end: self.graph.weights[v] != 0,
                beyond: 0,
                near: 0,
            };
            for v in self.neighbours(v).filter(|&v| !self.is_processed(v)) {
                match self.slot_of[v] {
                    Some(slot) => scarce.near |= 1 << slot,
                    None => scarce.beyond += 1,
                }
            }
            scarce
        });
        scarce.filter(|scarce| scarce.beyond < 2).collect()
    }

    /// The vertices of the frontier that may be done.
    ///
    /// A vertex may be done if two of its neighbours are processed, because it needs two edges. If
    /// not every vertex must be used, a vertex that may lack neighbours may be done too.
    fn may_be_done(&self, squares: &[usize], scarce: &[ScarceVertex]) -> Vec<usize> {
        let may_lack = |v: usize| {
            !self.is_hamiltonian() && scarce.iter().any(|s| Some(s.slot) == self.slot_of[v])
        };
        let may_be_done = |v: &usize| {
            self.neighbours(*v).filter(|&v| self.is_processed(v)).count() > 1 || may_lack(*v)
        };
        squares.iter().copied().filter(may_be_done).collect()
    }
}

/// The ends of what is counted that are not its start.
fn free_ends(graph: &WalkGraph, counted: Counted) -> u8 {
    match (counted, graph.start) {
        (Counted::HamiltonianCycles, _) => 0,
        (_, Some(_)) => 1,
        (_, None) => 2,
    }
}

/// The set of slots as bits.
fn bits(slots: &[u32]) -> u32 {
    slots.iter().fold(0, |bits, slot| bits | 1 << slot)
}
