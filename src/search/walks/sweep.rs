//! Carries layers of states through the steps of a frontier programme, with memory and threads.
//!
//! A layer is kept in *buckets*. Most slots keep their status (untouched, done or end of a fragment) through a step,
//! and a state's bucket is a hash of these statuses. So equal states can only come from the same bucket, and a step
//! takes one bucket after another: the table in which equal states meet stays in a core's cache, the layers
//! are lists that are read and written in sequence, and threads that work on different buckets share nothing.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::frontier::{Expansion, Limits, Plan, Step, Stop};
use super::layer::{Chunk, Entry, Full, Gauge, Packing, Store, Table, Tally, lock};
use super::mates::Mates;

/// States of a layer, in buckets.
pub(crate) struct Layer {
    buckets: Vec<Vec<Chunk>>,
    states: usize,
}

impl Layer {
    /// Number of states.
    pub fn states(&self) -> usize {
        self.states
    }
}

/// What a count has for its layers.
pub(crate) struct Sweep<'a, M: Mates, N> {
    gauge: &'a Gauge,
    packing: Packing<M>,
    store: Store<'a>,
    /// One for each thread so far.
    tables: Vec<Table<M, N>>,
}

/// Numbers of states that decide how a step is made. They change no result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Layers of this many states are worth more than one thread.
    pub shared: usize,
    /// States of a bucket: so many that a table for them and what they become stays in a core's cache.
    pub bucket: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            shared: 1 << 16,
            bucket: 1 << 11,
        }
    }
}

/// The most buckets are two to the power of this.
const MOST_BITS: u32 = 15;

/// States between two calls of the pulse: a millisecond or less.
const PULSE_STATES: usize = 1 << 12;

impl<'a, M: Mates, N: Tally> Sweep<'a, M, N> {
    /// For states of so many slots.
    pub fn new(slots: u32, gauge: &'a Gauge) -> Self {
        Sweep {
            gauge,
            packing: Packing::new(slots),
            store: Store::new(gauge),
            tables: Vec::new(),
        }
    }

    /// The layer before the first step.
    ///
    /// # Errors
    /// [`Full::Memory`].
    pub fn first(&self) -> Result<Layer, Full> {
        let mut chunk = self.store.take()?;
        chunk.push(&self.packing, (M::initial().store(), N::ONE));
        Ok(Layer {
            buckets: vec![vec![chunk]],
            states: 1,
        })
    }

    /// The layer after a step, sorted for the step after that, and the walks finished on the way.
    pub fn advance<const COVER: bool>(
        &mut self,
        layer: Layer,
        step: &Step<M, COVER>,
        next: Option<&Plan>,
        limits: &mut Limits,
    ) -> Result<(Layer, u128), Stop> {
        let threads = if layer.states < limits.sizes.shared {
            1
        } else {
            (limits.threads)().max(1)
        };
        while self.tables.len() < threads {
            self.tables.push(Table::new());
        }
        let sorter = Sorter::new(next, 2 * layer.states / limits.sizes.bucket);
        let work = Work {
            step,
            gauge: self.gauge,
            packing: &self.packing,
            store: &self.store,
            buckets: layer.buckets.into_iter().map(Mutex::new).collect(),
            taken: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            next: (0..sorter.buckets()).map(|_| Mutex::default()).collect(),
            sorter,
        };
        let (own, others) = self.tables[..threads].split_at_mut(1);
        let mut done = Done::default();
        if others.is_empty() {
            done.add(work.share(&mut own[0], limits.pulse)?)?;
        } else {
            std::thread::scope(|scope| {
                let helpers: Vec<_> = others
                    .iter_mut()
                    .map(|table| {
                        scope.spawn(|| work.share(table, &mut || ControlFlow::Continue(())))
                    })
                    .collect();
                let own = work.share(&mut own[0], limits.pulse);
                // Every helper is joined before an error is passed on; a panic of one is passed on as it is.
                let others: Vec<Result<Done, Stop>> = helpers
                    .into_iter()
                    .map(|helper| {
                        helper
                            .join()
                            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    })
                    .collect();
                // What stopped a thread first matters, not that others stopped for it.
                let mut results = others;
                results.push(own);
                results.sort_by_key(|result| matches!(result, Err(Stop::Interrupted)));
                results.into_iter().try_for_each(|part| done.add(part?))
            })?;
        }
        let buckets = work.next.into_iter().map(into_inner).collect();
        let layer = Layer {
            buckets,
            states: done.states,
        };
        Ok((layer, done.finished))
    }
}

/// Tells the bucket of a state for the next step.
struct Sorter<M> {
    /// Slots that are ends of fragments after the step exactly if they are before it.
    ends: M,
    /// Slots that are untouched after the step exactly if they are before it.
    untouched: M,
    bits: u32,
}

impl<M: Mates> Sorter<M> {
    /// For a step that should come to about so many buckets.
    fn new(step: Option<&Plan>, buckets: usize) -> Sorter<M> {
        let (ends, untouched) = step.map_or((M::mask(&[]), M::mask(&[])), Plan::lasting);
        Sorter {
            ends,
            untouched,
            bits: buckets.max(1).ilog2().min(MOST_BITS),
        }
    }

    fn buckets(&self) -> usize {
        1 << self.bits
    }

    #[inline]
    fn bucket(&self, state: M::Stored) -> usize {
        if self.bits == 0 {
            return 0;
        }
        let statuses = M::load(state).statuses(self.ends, self.untouched);
        (statuses.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.bits)) as usize
    }
}

/// What a thread has done of a step.
#[derive(Default)]
struct Done {
    states: usize,
    finished: u128,
}

impl Done {
    fn add(&mut self, part: Done) -> Result<(), Stop> {
        self.states += part.states;
        self.finished = self
            .finished
            .checked_add(part.finished)
            .ok_or(Stop::Tally)?;
        Ok(())
    }
}

/// A step in work: what its threads share.
struct Work<'a, 'b, M: Mates, const COVER: bool> {
    step: &'a Step<'a, M, COVER>,
    gauge: &'a Gauge,
    packing: &'a Packing<M>,
    store: &'a Store<'b>,
    buckets: Vec<Mutex<Vec<Chunk>>>,
    /// How many of the buckets have been taken.
    taken: AtomicUsize,
    stopped: AtomicBool,
    next: Vec<Mutex<Vec<Chunk>>>,
    sorter: Sorter<M>,
}

impl<M: Mates, const COVER: bool> Work<'_, '_, M, COVER> {
    /// The share of one thread.
    fn share<N: Tally>(
        &self,
        table: &mut Table<M, N>,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Done, Stop> {
        let done = self.take_buckets(table, pulse);
        if done.is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        done
    }

    fn take_buckets<N: Tally>(
        &self,
        table: &mut Table<M, N>,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Done, Stop> {
        let mut done = Done::default();
        let mut out: Vec<Chunk> = (0..self.next.len()).map(|_| Chunk::default()).collect();
        let mut since_pulse = 0;
        let mut states_before = 0;
        while let Some(bucket) = self.take() {
            let states = bucket.iter().map(Chunk::states).sum::<usize>();
            // Buckets of a step grow alike.
            let expected = states * done.states.max(1) / states_before.max(1);
            states_before += states;
            table.prepare(expected.clamp(states, 8 * states), self.gauge)?;
            let mut expansion = Expansion::new(self.step, |state, tally| {
                table.add(state, tally, self.gauge)
            });
            for chunk in &bucket {
                for (state, tally) in chunk.entries(self.packing) {
                    expansion.expand(M::load(state), tally)?;
                }
                since_pulse += chunk.states();
                if since_pulse >= PULSE_STATES {
                    since_pulse = 0;
                    if pulse().is_break() || self.stopped.load(Ordering::Relaxed) {
                        return Err(Stop::Interrupted);
                    }
                }
            }
            let finished = done.finished.checked_add(expansion.finished());
            done.finished = finished.ok_or(Stop::Tally)?;
            self.store.give_back(bucket);
            done.states += table.len();
            table.drain(|entry| self.put(&mut out, entry))?;
        }
        for (chunk, next) in out.into_iter().zip(&self.next) {
            if chunk.states() > 0 {
                lock(next).push(chunk);
            }
        }
        Ok(done)
    }

    fn take(&self) -> Option<Vec<Chunk>> {
        loop {
            let turn = self.taken.fetch_add(1, Ordering::Relaxed);
            let bucket = std::mem::take(&mut *lock(self.buckets.get(turn)?));
            if !bucket.is_empty() {
                return Some(bucket);
            }
        }
    }

    /// Puts a state into its bucket of the next layer.
    #[inline]
    fn put<N: Tally>(&self, out: &mut [Chunk], entry: Entry<M, N>) -> Result<(), Full> {
        let bucket = self.sorter.bucket(entry.0);
        let chunk = &mut out[bucket];
        if !chunk.push(self.packing, entry) {
            let full = std::mem::replace(chunk, self.store.take()?);
            chunk.push(self.packing, entry);
            if full.states() > 0 {
                lock(&self.next[bucket]).push(full);
            }
        }
        Ok(())
    }
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::Grid;
    use super::super::best_order;
    use super::super::frontier::{Activity, Programme};
    use super::super::graph::Graph;
    use super::super::mates::Marked;
    use super::*;

    const WHOLE: Sizes = Sizes {
        shared: usize::MAX,
        bucket: usize::MAX,
    };

    fn programme(board: &str) -> Programme {
        let grid = Grid::new(board.parse().unwrap()).unwrap();
        let graph = Graph::new(&grid, 1, grid.all(), |_| 1);
        Programme::new(&graph, &best_order(&graph))
    }

    fn count<M: Mates>(
        programme: &Programme,
        sizes: Sizes,
        threads: usize,
        bytes: usize,
        watch: &mut dyn FnMut(Activity),
    ) -> Result<u128, Stop> {
        let mut limits = Limits {
            bytes,
            sizes,
            threads: &|| threads,
            watch,
            cap: u128::MAX,
            pulse: &mut || ControlFlow::Continue(()),
        };
        programme.count::<M, u64, false>(&mut limits)
    }

    #[test]
    fn neither_buckets_nor_threads_nor_packing_change_a_count() {
        let programme = programme("6x6");
        for (shared, bucket) in [(usize::MAX, usize::MAX), (usize::MAX, 8), (0, 64), (0, 1)] {
            let sizes = Sizes { shared, bucket };
            for threads in [1, 2, 4] {
                let walks = [
                    count::<u64>(&programme, sizes, threads, 1 << 28, &mut |_| ()),
                    count::<Marked>(&programme, sizes, threads, 1 << 28, &mut |_| ()),
                    count::<u128>(&programme, sizes, threads, 1 << 28, &mut |_| ()),
                ];
                assert_eq!(
                    walks,
                    [Ok(19_431_824_959); 3],
                    "{sizes:?}, {threads} threads"
                );
            }
        }
    }

    #[test]
    fn layers_large_enough_to_be_shared_give_the_count_of_one_piece() {
        let programme = programme("6x7");
        let mut most = 0;
        let mut watch = |activity: Activity| most = most.max(activity.states);
        let whole = count::<u64>(&programme, WHOLE, 1, 1 << 30, &mut watch).unwrap();
        let usual = Sizes::default();
        assert!(most > 2 * usual.shared, "{most} states");
        for threads in [1, 2, 4] {
            let shared = count::<u64>(&programme, usual, threads, 1 << 30, &mut |_| ());
            assert_eq!(shared, Ok(whole));
        }
    }

    #[test]
    fn a_count_that_does_not_fit_its_memory_has_no_result() {
        let programme = programme("6x6");
        let mut fitting = 0;
        for bits in 10..24 {
            for threads in [1, 4] {
                let sizes = Sizes {
                    shared: 0,
                    bucket: 256,
                };
                let bytes = 1 << bits;
                let mut watch = |activity: Activity| assert!(activity.bytes <= bytes);
                let walks = count::<u64>(&programme, sizes, threads, bytes, &mut watch);
                fitting += usize::from(walks.is_ok());
                assert!(
                    matches!(walks, Ok(19_431_824_959) | Err(Stop::Memory)),
                    "{walks:?}"
                );
            }
        }
        assert!(fitting > 0 && fitting < 28, "{fitting} of 28 fit");
    }
}
