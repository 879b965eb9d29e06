//! Layers of states in blocks, and how a block of the next layer is added up.
//!
//! The states with the same ends are one block: a table with a row for each pairing of the ends
//! ([`pairings`]) and a column for each set of vertices that are done ([`columns`](mod@crate::frontier::done_sets)). A
//! way of a step does the same to all states of a block: it takes rows to the rows of their images, and columns to columns
//! that can be told from the frontier alone. So nothing is looked up or sorted state by state.

use crate::frontier::count::Stop;
use crate::frontier::done_sets::{Columns, Transfer};
use crate::frontier::memory::Gauge;
use crate::frontier::pairings::{self, Change, ImageTable, Images};
use crate::frontier::tallies::{Sum, Tallies, survey, word_bytes};
use crate::frontier::transitions::{Ends, Fragments, Step, Way};

/// The states with the same ends: a row for each pairing of the ends, a column for each set of vertices that are done among
/// those that may be.
#[derive(Debug)]
pub(crate) struct Block {
    pub ends: Ends,
    tallies: Tallies,
}

impl Block {
    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        Block::bytes_of(self.tallies.bytes())
    }

    fn bytes_of(tallies: usize) -> usize {
        size_of::<Block>() + tallies + ALLOCATION
    }
}

/// All images of pairings of up to so many ends take a few megabytes, so they are kept from count to count.
const SHARED_ENDS: usize = 10;

/// Bytes of blocks between two calls of the progress, a millisecond or less; a larger block is made without one.
const PULSE: usize = 1 << 16;

/// Bytes that an allocation takes beyond its content, about.
const ALLOCATION: usize = 16;

/// The states between two steps, none of them twice; or those of them that one thread has added up.
#[derive(Default)]
pub(crate) struct Layer {
    pub blocks: Vec<Block>,
    /// Tallies that are not 0.
    pub states: usize,
    /// At least the largest tally, and less than twice as much.
    pub most: u128,
    /// The walks finished in the step before.
    pub finished: u128,
}

impl Layer {
    /// The layer before the first step: no frontier, one way.
    pub fn first() -> Layer {
        let block = Block { ends: Ends::default(), tallies: Tallies::U8([1].into()) };
        Layer { blocks: vec![block], states: 1, most: 1, finished: 0 }
    }

    /// Adds what another thread has added up.
    pub fn add(&mut self, part: Layer) -> Result<(), Stop> {
        self.blocks.extend(part.blocks);
        self.states += part.states;
        self.most = self.most.max(part.most);
        self.finish(Some(part.finished))
    }

    /// Adds walks; `None` are too many.
    fn finish(&mut self, walks: Option<u128>) -> Result<(), Stop> {
        let sum = walks.and_then(|walks| walks.checked_add(self.finished));
        self.finished = sum.ok_or(Stop::Tally)?;
        Ok(())
    }
}

/// How a group of blocks is taken through a step.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a> {
    pub step: &'a Step,
    /// At least the largest tally before the step.
    pub most: u128,
    /// Images of pairings of few ends, which counts share.
    pub images: &'a ImageTable,
    /// Those of many ends.
    pub own_images: &'a ImageTable,
    pub gauge: &'a Gauge,
    /// Whether it matters only which tallies are 0.
    pub is_existence: bool,
}

/// What is added up for a block of the next layer.
#[derive(Clone, Copy)]
struct Term {
    /// The block before the step, in its group.
    block: u32,
    /// The next term of the same sum.
    next: u32,
    change: Change,
    way: Way,
}

/// No further term.
const NO_TERM: u32 = u32::MAX;

/// What a thread needs again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    terms: Vec<Term>,
    /// The first term of each sum.
    first: Vec<u32>,
    /// The sums that have one.
    targets: Vec<u32>,
    /// The columns of the blocks of the group.
    sources: Vec<Columns>,
    transfer: Transfer,
    merged: Vec<(u32, Option<u32>)>,
    sums: (Vec<u32>, Vec<u64>, Vec<u128>),
    /// Bytes of blocks since it was last asked whether to go on.
    since_pulse: usize,
}

impl Pass<'_> {
    /// Frees the blocks of a group.
    pub fn free(&self, group: Vec<Block>) {
        self.gauge.give_back(group.iter().map(Block::bytes).sum());
    }

    /// Takes the blocks of one group through the step.
    pub fn take(
        &self,
        group: &[Block],
        scratch: &mut Scratch,
        after: &mut Layer,
        may_go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Scratch { terms, first, targets, sources, .. } = scratch;
        terms.clear();
        targets.clear();
        sources.clear();
        let mut whole = Vec::new();
        for (number, block) in group.iter().enumerate() {
            sources.push(Columns::new(&self.step.before, block.ends));
            self.step.each_way(block.ends, |way| {
                let block = number as u32;
                let Fragments::Paired(change) = way.result else {
                    whole.push((block, way));
                    return;
                };
                let target = self.target(way.ends);
                if first.len() <= target {
                    first.resize(target + 1, NO_TERM);
                }
                if first[target] == NO_TERM {
                    targets.push(target as u32);
                }
                let next = std::mem::replace(&mut first[target], terms.len() as u32);
                terms.push(Term { block, next, change, way });
            });
        }
        for (block, way) in whole {
            self.finish(group, block as usize, &way, scratch, after)?;
        }
        for turn in 0..scratch.targets.len() {
            let target = scratch.targets[turn] as usize;
            let first = std::mem::replace(&mut scratch.first[target], NO_TERM);
            let block = self.block(group, first, scratch, after)?;
            scratch.since_pulse += block.as_ref().map_or(0, Block::bytes);
            after.blocks.extend(block);
            if scratch.since_pulse >= PULSE {
                scratch.since_pulse = 0;
                may_go_on()?;
            }
        }
        Ok(())
    }

    /// A number for the ends after the step, different for those that blocks of a group come to.
    fn target(&self, ends: Ends) -> usize {
        let bits = self.step.later.iter().fold(0, |bits, slot| bits << 1 | ends.slots >> slot & 1);
        (bits << 3 | u32::from(ends.outer) << 1 | u32::from(ends.has_begun)) as usize
    }

    fn weight(&self, way: &Way) -> u64 {
        if way.is_walk_end { self.step.weight } else { 1 }
    }

    /// Adds the walks of a block that are whole.
    fn finish(
        &self,
        group: &[Block],
        block: usize,
        way: &Way,
        scratch: &mut Scratch,
        after: &mut Layer,
    ) -> Result<(), Stop> {
        let step = self.step;
        let transfer = &mut scratch.transfer;
        if !transfer.set(step, &scratch.sources[block], way) {
            return Ok(());
        }
        if step.covers && (step.never_done(way.ends) != 0 || !step.is_all_seen) {
            return Ok(());
        }
        let all_done = transfer.columns_after - 1;
        for &(from, to) in &transfer.runs {
            for i in 0..transfer.run {
                if step.covers && to as usize + i != all_done {
                    continue;
                }
                let walks = group[block].tallies.first_row(from as usize + i);
                after.finish(walks.checked_mul(self.weight(way).into()))?;
            }
        }
        Ok(())
    }

    /// The block that the terms from the first on add up to.
    fn block(
        &self,
        group: &[Block],
        first: u32,
        scratch: &mut Scratch,
        after: &mut Layer,
    ) -> Result<Option<Block>, Stop> {
        let Scratch { terms, sources, transfer, merged, sums, .. } = scratch;
        let ends = terms[first as usize].way.ends;
        let terms = Terms { terms, first };
        let rows = pairings::count(ends.count(), ends.outer.into());
        let columns = Columns::new(&self.step.after, ends).number;
        let room = rows.saturating_mul(columns);
        if rows >= u32::MAX as usize || room > self.gauge.most() {
            return Err(Stop::Memory);
        }
        let merges = self.step.merge(ends, merged);
        let largest = self.largest(group, terms, merges).ok_or(Stop::Tally)?;
        let sum = Sources { group, of_group: sources, terms, ends, room, columns, merged };
        if largest <= u32::MAX.into() {
            self.sum(sum, transfer, &mut sums.0, after)
        } else if largest <= u64::MAX.into() {
            self.sum(sum, transfer, &mut sums.1, after)
        } else {
            self.sum(sum, transfer, &mut sums.2, after)
        }
    }

    /// At least the largest sum; `None` if it may be beyond 128 bits.
    fn largest(&self, group: &[Block], terms: Terms, merges: usize) -> Option<u128> {
        let sum = terms.iter().try_fold(0u128, |sum, term| {
            let block = &group[term.block as usize];
            let alike = term.change.most_alike(block.ends.count()) as u128;
            let most = block.tallies.most().min(self.most);
            sum.checked_add(most.checked_mul(alike * u128::from(self.weight(&term.way)))?)
        });
        sum?.checked_mul(merges as u128)
    }

    fn sum<S: Sum>(
        &self,
        sources: Sources,
        transfer: &mut Transfer,
        sums: &mut Vec<S>,
        after: &mut Layer,
    ) -> Result<Option<Block>, Stop> {
        let Sources { ends, room, columns, merged, .. } = sources;
        if sums.len() < room {
            let bytes = room.saturating_mul(size_of::<S>());
            self.gauge.take(bytes - size_of_val(&**sums))?;
            *sums = Vec::new();
            sums.resize(room, S::default());
        }
        let sums = &mut sums[..room];
        sums.fill(S::default());
        for term in sources.terms.iter() {
            let number = term.block as usize;
            if transfer.set(self.step, &sources.of_group[number], &term.way) {
                let block = &sources.group[number];
                let images = self.images(term.change, block.ends)?;
                let weight = self.weight(&term.way);
                block.tallies.add_to(sums, images, transfer, weight);
            }
        }
        if !merged.is_empty() {
            for row in sums.chunks_exact_mut(columns) {
                for &(from, to) in merged {
                    let tally = std::mem::take(&mut row[from as usize]);
                    if let Some(to) = to {
                        row[to as usize] = row[to as usize].plus(tally);
                    }
                }
            }
        }
        if self.is_existence {
            for sum in &mut *sums {
                *sum = S::of(u128::from(*sum != S::default()));
            }
        }
        let (most, states) = survey(sums);
        if states == 0 {
            return Ok(None);
        }
        self.gauge.take(Block::bytes_of(room * word_bytes(most)))?;
        let tallies = Tallies::of(sums, most);
        after.states += states;
        after.most = after.most.max(most);
        Ok(Some(Block { ends, tallies }))
    }

    fn images(&self, change: Change, ends: Ends) -> Result<Option<&Images>, Stop> {
        let (count, outer) = (ends.count(), ends.outer.into());
        if count <= SHARED_ENDS {
            self.images.get(change, count, outer, |_| Ok(()))
        } else {
            let take = |bytes| self.gauge.take(bytes);
            self.own_images.get(change, count, outer, take)
        }
    }
}

/// The terms of one sum.
#[derive(Clone, Copy)]
struct Terms<'a> {
    terms: &'a [Term],
    first: u32,
}

impl<'a> Terms<'a> {
    fn iter(self) -> impl Iterator<Item = &'a Term> {
        let mut next = self.first;
        std::iter::from_fn(move || {
            let term = self.terms.get(next as usize)?;
            next = term.next;
            Some(term)
        })
    }
}

/// What is added up.
#[derive(Clone, Copy)]
struct Sources<'a> {
    group: &'a [Block],
    of_group: &'a [Columns],
    terms: Terms<'a>,
    ends: Ends,
    /// Rows times columns.
    room: usize,
    columns: usize,
    merged: &'a [(u32, Option<u32>)],
}
