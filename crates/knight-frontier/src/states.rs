//! The states of a layer: tables, in memory or not.

use crate::counts::Counts;
use crate::ends::Ends;
use crate::limits::CountError;
use crate::numbers::MAX_LANES;
use crate::spill::SpilledTable;
use crate::state_table::{ALLOCATION, StateTable};

/// A table of a layer, in memory or not.
#[derive(Clone, Debug)]
pub(crate) enum Kept {
    Here(StateTable),
    Spilled(SpilledTable),
}

impl Kept {
    pub(crate) fn ends(&self) -> Ends {
        match self {
            Kept::Here(table) => table.ends,
            Kept::Spilled(table) => table.ends,
        }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Kept::Here(table) => table.bytes(),
            Kept::Spilled(_) => size_of::<Kept>() + ALLOCATION,
        }
    }

    /// Bytes of the table when it is in memory.
    pub(crate) fn whole_bytes(&self) -> usize {
        match self {
            Kept::Here(table) => table.bytes(),
            Kept::Spilled(table) => table.bytes,
        }
    }
}

/// Tables with the same ends among some slots, together.
pub(crate) fn by_ends(mut tables: Vec<Kept>, slots: u32) -> Vec<Vec<Kept>> {
    let key = |table: &Kept| table.ends().slots & slots;
    tables.sort_unstable_by_key(key);
    let mut groups: Vec<Vec<Kept>> = Vec::new();
    for table in tables {
        match groups.last_mut() {
            Some(group) if key(&group[0]) == key(&table) => group.push(table),
            _ => groups.push(vec![table]),
        }
    }
    groups
}

/// The states between two steps, or the part of them that one thread has added up.
#[derive(Clone, Default)]
pub(crate) struct Layer {
    /// No two have the same ends.
    pub tables: Vec<Kept>,
    /// Counts that are not 0; of a part of a layer those of the whole.
    pub states: usize,
    /// An upper bound on the counts, less than twice the largest of the whole layer.
    pub max_count: u128,
    /// The walks finished in the step before, in each lane.
    pub finished: [u128; MAX_LANES],
}

impl Layer {
    /// The layer before the first step: one state, without a frontier.
    pub(crate) fn first(lanes: usize) -> Layer {
        let counts = Counts::of(&vec![1u32; lanes], 1);
        let ends = Ends::default();
        let table = StateTable { ends, may_be_done: 0, pairings: None, counts };
        Layer { tables: vec![Kept::Here(table)], states: 1, max_count: 1, ..Layer::default() }
    }

    /// Bytes of the tables in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(Kept::bytes).sum()
    }

    /// Cuts the layer into parts of tables that have the same ends among some slots. Each has the
    /// states and the bound of the whole layer.
    pub(crate) fn into_parts(self, slots: u32) -> Vec<Layer> {
        let (states, max_count) = (self.states, self.max_count);
        let part = |tables| Layer { tables, states, max_count, ..Layer::default() };
        by_ends(self.tables, slots).into_iter().map(part).collect()
    }

    /// Adds the part of another thread.
    pub(crate) fn add(&mut self, part: Layer) -> Result<(), CountError> {
        self.tables.extend(part.tables);
        self.states += part.states;
        self.max_count = self.max_count.max(part.max_count);
        let mut lanes = part.finished.into_iter().enumerate();
        lanes.try_for_each(|(lane, walks)| self.add_finished(lane, Some(walks)))
    }

    /// Adds finished walks to a lane; `None` stands for too many.
    pub(crate) fn add_finished(
        &mut self,
        lane: usize,
        walks: Option<u128>,
    ) -> Result<(), CountError> {
        let sum = walks.and_then(|walks| walks.checked_add(self.finished[lane]));
        self.finished[lane] = sum.ok_or(CountError::Overflow)?;
        Ok(())
    }
}
