//! How the tables of the next layer are added up.
//!
//! A transition treats all states of a table alike: it takes rows to the rows of their images, and
//! done sets to done sets known from the frontier alone. So no state is looked up or sorted by
//! itself.

use crate::counts::Counts;
use crate::done_set_maps::{DoneSetMap, Merge, find_merges};
use crate::done_sets::DoneSets;
use crate::ends::Ends;
use crate::layer_step::LayerStep;
use crate::limits::CountError;
use crate::pairings::{PairingChange, pairing_count};
use crate::rows::{count_nonzero_rows, keep_nonzero_rows};
use crate::state_table::StateTable;
use crate::states::{Kept, Layer};
use crate::sums::{Sum, survey};
use crate::transitions::{Fragments, Transition};

/// Bytes of tables between two calls of the progress callback: a millisecond or less.
const PROGRESS_INTERVAL: usize = 1 << 16;

/// One term of the sum that makes a table of the next layer.
#[derive(Clone, Copy)]
struct Term {
    /// The index of the table before the step, in its group.
    table: u32,
    /// The index of the next term of the same sum, or [`NO_TERM`].
    next: u32,
    change: PairingChange,
    transition: Transition,
}

const NO_TERM: u32 = u32::MAX;

/// Rows without a state are dropped where that saves at least this part of the memory of a table.
const WORTH_DROPPING: usize = 8;

/// Buffers that a thread reuses.
#[derive(Default)]
pub(crate) struct Scratch {
    terms: Vec<Term>,
    /// The first term of each sum, by [`LayerStep::target`].
    first_terms: Vec<u32>,
    /// The sums that have a term.
    targets: Vec<u32>,
    /// The done sets of the tables of the group.
    done_sets: Vec<DoneSets>,
    map: DoneSetMap,
    merges: Vec<Merge>,
    /// The pairings that have a row; none if all do.
    pairings: Vec<u32>,
    /// The images of the rows of a table whose pairings do not all have one.
    images: Vec<u32>,
    sums: (Vec<u32>, Vec<u64>, Vec<u128>),
    /// Bytes of tables since the last call of the progress callback.
    since_progress: usize,
}

impl LayerStep<'_> {
    /// Takes a small layer through the step.
    pub(crate) fn take_all(
        &self,
        tables: Vec<Kept>,
        scratch: &mut Scratch,
        progress: &mut dyn FnMut() -> Result<(), CountError>,
    ) -> Result<Layer, CountError> {
        let mut tables = self.loaded(tables)?;
        let key = |table: &StateTable| table.ends.slots & self.step.unaffected;
        tables.sort_unstable_by_key(key);
        let mut after = Layer::default();
        for group in tables.chunk_by(|table, next| key(table) == key(next)) {
            self.take(group, scratch, &mut after, progress)?;
        }
        self.free(tables);
        Ok(after)
    }

    /// Frees the tables of a group.
    pub(crate) fn free(&self, group: Vec<StateTable>) {
        self.meter.release(group.iter().map(StateTable::bytes).sum());
    }

    /// Takes the tables of one group through the step. No other group adds to the same tables.
    pub(crate) fn take(
        &self,
        group: &[StateTable],
        scratch: &mut Scratch,
        after: &mut Layer,
        progress: &mut dyn FnMut() -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        self.collect_terms(group, scratch, after)?;
        for turn in 0..scratch.targets.len() {
            let target = scratch.targets[turn] as usize;
            let first = std::mem::replace(&mut scratch.first_terms[target], NO_TERM);
            let table = self.sum_table(group, first, scratch, after)?;
            scratch.since_progress += table.as_ref().map_or(0, StateTable::bytes);
            after.tables.extend(table.map(|table| self.kept(table)).transpose()?);
            if scratch.since_progress >= PROGRESS_INTERVAL {
                scratch.since_progress = 0;
                progress()?;
            }
        }
        Ok(())
    }

    /// Lists the terms of all sums, and adds the walks that are whole.
    fn collect_terms(
        &self,
        group: &[StateTable],
        scratch: &mut Scratch,
        after: &mut Layer,
    ) -> Result<(), CountError> {
        let Scratch { terms, first_terms, targets, done_sets, map, .. } = scratch;
        terms.clear();
        targets.clear();
        done_sets.clear();
        for (number, table) in group.iter().enumerate() {
            let before = self.done_sets_before(table);
            let mut added = Ok(());
            self.step.each_transition(table.ends, |transition| {
                let Fragments::Paired(change) = transition.result else {
                    if added.is_ok() {
                        added = self.add_finished(table, &before, &transition, map, after);
                    }
                    return;
                };
                let target = self.target(transition.ends);
                if first_terms.len() <= target {
                    first_terms.resize(target + 1, NO_TERM);
                }
                if first_terms[target] == NO_TERM {
                    targets.push(target as u32);
                }
                let next = std::mem::replace(&mut first_terms[target], terms.len() as u32);
                terms.push(Term { table: number as u32, next, change, transition });
            });
            added?;
            done_sets.push(before);
        }
        Ok(())
    }

    /// A number for the ends after the step that differs for those that tables of one group lead
    /// to.
    fn target(&self, ends: Ends) -> usize {
        let later = &self.step.later_slots;
        let bits = later.iter().fold(0, |bits, slot| bits << 1 | ends.slots >> slot & 1);
        (bits << 3 | u32::from(ends.outer) << 1 | u32::from(ends.has_begun)) as usize
    }

    /// Adds the walks of a table that a transition makes whole.
    fn add_finished(
        &self,
        table: &StateTable,
        before: &DoneSets,
        transition: &Transition,
        map: &mut DoneSetMap,
        after: &mut Layer,
    ) -> Result<(), CountError> {
        let step = self.step;
        let lanes = self.numbers.lanes();
        // There is a single pairing, and its row is never dropped.
        let mut add = |done_set: usize| {
            (0..lanes).try_for_each(|lane| {
                let walks = table.counts.count(done_set * lanes + lane);
                after.add_finished(lane, walks.checked_mul(self.weight(transition).into()))
            })
        };
        let columns = self.done_sets(transition.ends, u32::MAX);
        if step.is_hamiltonian {
            if step.never_done(transition.ends, columns.slots()) != 0 || !step.is_all_seen {
                return Ok(());
            }
            let done_set = before.number_before_all_done(step, transition);
            return done_set.map_or(Ok(()), |done_set| add(done_set as usize));
        }
        if !map.set(step, before, &columns, transition) {
            return Ok(());
        }
        for (from, length) in map.runs_before() {
            (from..from + length).try_for_each(&mut add)?;
        }
        Ok(())
    }

    /// The sum of the terms from the first on; `None` if it has no state.
    fn sum_table(
        &self,
        group: &[StateTable],
        first: u32,
        scratch: &mut Scratch,
        after: &mut Layer,
    ) -> Result<Option<StateTable>, CountError> {
        let Scratch { terms, done_sets, map, merges, pairings, images, sums, .. } = scratch;
        let ends = terms[first as usize].transition.ends;
        let rows = pairing_count(ends.count(), ends.outer.into());
        let may_be_done = terms_from(terms, first).fold(0, |slots, term| {
            let before = group[term.table as usize].may_be_done & self.step.frontier;
            slots | before | term.transition.becomes_done
        });
        let columns = self.done_sets(ends, may_be_done);
        if columns.number == 0 {
            return Ok(None);
        }
        let words = rows.saturating_mul(columns.number).saturating_mul(self.numbers.lanes());
        if rows >= u32::MAX as usize || words > self.meter.limit() {
            return Err(CountError::MemoryLimit);
        }
        let most_merged = find_merges(self.step, ends, &columns, merges);
        let sum =
            TableSum { group, done_sets, terms, first, ends, words, columns: &columns, merges };
        let most = self.max_sum(&sum, most_merged).ok_or(CountError::Overflow)?;
        let buffers = TableBuffers { map, pairings, images };
        if most <= u32::MAX.into() {
            self.add_up(sum, most, buffers, &mut sums.0, after)
        } else if most <= u64::MAX.into() {
            self.add_up(sum, most, buffers, &mut sums.1, after)
        } else {
            self.add_up(sum, most, buffers, &mut sums.2, after)
        }
    }

    /// An upper bound on the sums; `None` if it exceeds 128 bits.
    fn max_sum(&self, sum: &TableSum, most_merged: usize) -> Option<u128> {
        let bound = sum.terms().try_fold(0u128, |bound, term| {
            let table = &sum.group[term.table as usize];
            let alike = term.change.max_preimages(table.ends.count()) as u128;
            let max = table.counts.max().min(self.max_count);
            bound.checked_add(max.checked_mul(alike * u128::from(self.weight(&term.transition)))?)
        });
        bound?.checked_mul(most_merged as u128)
    }

    fn add_up<S: Sum>(
        &self,
        sum: TableSum,
        most: u128,
        buffers: TableBuffers,
        buffer: &mut Vec<S>,
        after: &mut Layer,
    ) -> Result<Option<StateTable>, CountError> {
        if buffer.len() < sum.words {
            let bytes = sum.words.saturating_mul(size_of::<S>());
            self.meter.reserve(bytes - size_of_val(&**buffer))?;
            *buffer = Vec::new();
            buffer.resize(sum.words, S::default());
        }
        let TableBuffers { map, pairings, images } = buffers;
        let lanes = self.numbers.lanes();
        let mut sums = &mut buffer[..sum.words];
        sums.fill(S::default());
        for term in sum.terms() {
            let number = term.table as usize;
            if map.set(self.step, &sum.done_sets[number], sum.columns, &term.transition) {
                let table = &sum.group[number];
                let images = self.images_of_rows(term.change, table, images)?;
                map.widen(lanes);
                table.counts.add_to(sums, images, map, self.weight(&term.transition));
            }
        }
        let row = sum.columns.number * lanes;
        if !sum.merges.is_empty() {
            sums.chunks_exact_mut(row).for_each(|row| merge_columns(row, lanes, sum.merges));
        }
        self.shorten(sums, most);
        let (max, nonzero) = survey(sums);
        if nonzero == 0 {
            return Ok(None);
        }
        pairings.clear();
        if nonzero < sum.words - sum.words / WORTH_DROPPING {
            sums = self.drop_rows(sums, row, max, pairings)?;
        }
        let (counts, list) = (Counts::bytes_for(sums.len(), max), size_of_val(&pairings[..]));
        self.meter.reserve(StateTable::bytes_with(counts, list))?;
        after.states += nonzero.div_ceil(lanes);
        after.max_count = after.max_count.max(max);
        Ok(Some(StateTable {
            ends: sum.ends,
            may_be_done: sum.columns.slots(),
            pairings: (!pairings.is_empty()).then(|| pairings[..].into()),
            counts: Counts::of(sums, max),
        }))
    }

    /// Drops the rows of `row` sums that are all 0, if that is worth it. Returns the other sums and
    /// sets the pairings of their rows.
    fn drop_rows<'s, S: Sum>(
        &self,
        sums: &'s mut [S],
        row: usize,
        max: u128,
        pairings: &mut Vec<u32>,
    ) -> Result<&'s mut [S], CountError> {
        let bytes = Counts::bytes_for(sums.len(), max);
        let bytes_of_row = Counts::bytes_for(row, max) + size_of::<u32>();
        if count_nonzero_rows(sums, row) * bytes_of_row > bytes - bytes / WORTH_DROPPING {
            return Ok(sums);
        }
        self.grow(pairings, sums.len() / row)?;
        keep_nonzero_rows(sums, row, pairings);
        Ok(&mut sums[..pairings.len() * row])
    }
}

/// The sum that makes one table of the next layer.
#[derive(Clone, Copy)]
struct TableSum<'a> {
    group: &'a [StateTable],
    /// The done sets of the tables of the group.
    done_sets: &'a [DoneSets],
    terms: &'a [Term],
    first: u32,
    /// The ends after the step.
    ends: Ends,
    /// Rows times columns times lanes.
    words: usize,
    columns: &'a DoneSets,
    merges: &'a [Merge],
}

/// Buffers for the terms of one table.
struct TableBuffers<'a> {
    map: &'a mut DoneSetMap,
    pairings: &'a mut Vec<u32>,
    images: &'a mut Vec<u32>,
}

impl<'a> TableSum<'a> {
    fn terms(self) -> impl Iterator<Item = &'a Term> {
        terms_from(self.terms, self.first)
    }
}

/// Adds columns of a row up that have become the same done set, or drops them.
fn merge_columns<S: Sum>(row: &mut [S], lanes: usize, merges: &[Merge]) {
    for merge in merges {
        for lane in 0..lanes {
            let count = std::mem::take(&mut row[merge.from as usize * lanes + lane]);
            if let Some(to) = merge.to {
                let to = &mut row[to as usize * lanes + lane];
                *to = *to + count;
            }
        }
    }
}

/// The terms of one sum.
fn terms_from(terms: &[Term], first: u32) -> impl Iterator<Item = &Term> {
    let mut next = first;
    std::iter::from_fn(move || {
        let term = terms.get(next as usize)?;
        next = term.next;
        Some(term)
    })
}

#[cfg(test)]
mod tests;
