//! A graph and an elimination order as a list of steps, ready to be counted.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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
        let mut planner = Planner::new(graph, counted);
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
    is_processed: Vec<bool>,
    /// How many of them are not.
    left: usize,
    /// The vertices of the frontier and their slots.
    frontier: BTreeMap<usize, u32>,
    /// Slots not in use, the next one last.
    free_slots: Vec<u32>,
    /// The colours of the vertices; empty if `balance` is missing.
    colours: Vec<i32>,
    balance: Option<ColourBalance>,
}

impl<'a> Planner<'a> {
    fn new(graph: &'a WalkGraph, counted: Counted) -> Planner<'a> {
        let colours = if counted == Counted::Walks { None } else { colouring(graph) };
        let balance_of = |colours: &Vec<i32>| {
            ColourBalance::new(colours, graph.start, free_ends(graph, counted))
        };
        Planner {
            graph,
            counted,
            balance: colours.as_ref().and_then(balance_of),
            colours: colours.unwrap_or_default(),
            is_processed: vec![false; graph.vertices()],
            left: graph.vertices(),
            frontier: BTreeMap::new(),
            free_slots: (0..MAX_SLOTS as u32).rev().collect(),
        }
    }

    /// Processes the next vertex of the order.
    fn step(&mut self, vertex: usize) -> Result<VertexStep, CountError> {
        let graph = self.graph;
        let is_start = |v: usize| graph.start == Some(v);
        let later: Vec<usize> =
            self.neighbours(vertex).filter(|v| !self.is_processed[*v]).collect();
        let later_slots =
            later.into_iter().map(|v| self.enter(v)).collect::<Result<Vec<u32>, CountError>>()?;
        let slot = self.frontier.remove(&vertex);
        self.free_slots.extend(slot);
        self.is_processed[vertex] = true;
        self.left -= 1;
        let squares: Vec<(usize, u32)> = self
            .frontier
            .iter()
            .map(|(v, slot)| (*v, *slot))
            .filter(|(v, _)| !is_start(*v))
            .collect();
        let scarce = self.scarce(&squares);
        let colours_before = self.balance;
        self.update_balance(vertex, &squares);
        Ok(VertexStep {
            slot,
            start: graph.start.and_then(|start| self.frontier.get(&start).copied()),
            is_start: is_start(vertex),
            free_ends: free_ends(graph, self.counted),
            allows_cycle: self.counted == Counted::HamiltonianCycles,
            is_hamiltonian: self.is_hamiltonian(),
            weight: graph.weights[vertex],
            unaffected: bits(self.frontier.values()) & !bits(&later_slots),
            later_slots,
            // The bits are put in order when all steps are known.
            may_be_done_before: Vec::new(),
            may_be_done: self.may_be_done(&squares, &scarce),
            colours_before,
            colours: self.balance,
            frontier: bits(squares.iter().map(|(_, slot)| slot)),
            scarce,
            is_all_seen: self.left == self.frontier.len(),
        })
    }

    fn is_hamiltonian(&self) -> bool {
        self.counted != Counted::Walks
    }

    fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + use<'a> {
        self.graph.neighbours[vertex].iter().map(|&v| v.into())
    }

    /// The slot of a vertex, which is put on the frontier unless it is there.
    fn enter(&mut self, vertex: usize) -> Result<u32, CountError> {
        match self.frontier.entry(vertex) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => {
                Ok(*new.insert(self.free_slots.pop().ok_or(CountError::TooWide)?))
            }
        }
    }

    /// Updates the colours after a vertex has been processed.
    fn update_balance(&mut self, vertex: usize, squares: &[(usize, u32)]) {
        if let Some(balance) = self.balance {
            let colour = if self.graph.start == Some(vertex) { 0 } else { self.colours[vertex] };
            let white = squares.iter().filter(|(v, _)| self.colours[*v] < 0);
            self.balance = Some(balance.after(colour, bits(white.map(|(_, slot)| slot))));
        }
    }

    /// The squares of the frontier with at most one neighbour beyond it.
    fn scarce(&self, squares: &[(usize, u32)]) -> Vec<ScarceVertex> {
        let scarce = squares.iter().map(|&(v, slot)| {
            let may_end = self.graph.weights[v] != 0;
            let mut scarce = ScarceVertex { slot, may_end, beyond: 0, near: 0 };
            for v in self.neighbours(v).filter(|v| !self.is_processed[*v]) {
                match self.frontier.get(&v) {
                    Some(slot) => scarce.near |= 1 << slot,
                    None => scarce.beyond += 1,
                }
            }
            scarce
        });
        scarce.filter(|scarce| scarce.beyond < 2).collect()
    }

    /// The slots of the frontier whose vertices may be done.
    ///
    /// A vertex may be done if two of its neighbours are processed, because it needs two edges. If
    /// not every vertex must be used, a vertex that may lack neighbours may be done too.
    fn may_be_done(&self, squares: &[(usize, u32)], scarce: &[ScarceVertex]) -> Vec<u32> {
        let may_lack =
            |slot: u32| !self.is_hamiltonian() && scarce.iter().any(|scarce| scarce.slot == slot);
        let may_be_done = |&&(v, slot): &&(usize, u32)| {
            self.neighbours(v).filter(|v| self.is_processed[*v]).count() > 1 || may_lack(slot)
        };
        squares.iter().filter(may_be_done).map(|(_, slot)| *slot).collect()
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
fn bits<'a>(slots: impl IntoIterator<Item = &'a u32>) -> u32 {
    slots.into_iter().fold(0, |bits, slot| bits | 1 << slot)
}
