//! Carries layers of states through the steps of a frontier programme, with memory and threads.
//!
//! A layer is kept in *buckets*. Most slots keep their status (untouched, done or end of a fragment) through a step,
//! and a state's bucket is a hash of these statuses. So equal states can only come from the same bucket, and a step
//! takes one bucket after another: the table in which equal states meet stays in a core's cache, the layers
//! are lists that are read and written in sequence, and threads that work on different buckets share nothing.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::buckets::{By, Layer, Sorted};
use super::count::{Limits, Stop};
use super::frontier::{Expansion, Plan, Step};
use super::layer::{Chunk, Full, Gauge, Packing, Store, Table, Tally, lock};
use super::mates::Mates;

/// What a count has for its layers.
pub(crate) struct Sweep<'a, M> {
    gauge: &'a Gauge,
    packing: Packing<M>,
    store: Store<'a>,
}

/// Tables of one kind of tally, one for each thread that there was so far.
pub(crate) type TableSet<M, N> = Vec<Table<M, N>>;

/// Numbers of states that decide how a step is made. They change no result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Layers of this many states are worth more than one thread.
    pub shared: usize,
    /// States of a bucket: so many that a table for them and what they become stays in a core's cache.
    pub bucket: usize,
    /// The most slots of layers that are kept whole; wider ones are made part by part.
    pub widest: usize,
}

impl Sizes {
    /// About how many buckets are good for what becomes of so many states.
    pub fn buckets(&self, states: usize) -> usize {
        (2 * states / self.bucket).max(1)
    }
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            shared: 1 << 16,
            bucket: 1 << 11,
            widest: 15,
        }
    }
}

/// Buckets of so many times the usual size are scattered before equal states are merged, since no cache would hold a table
/// for them. Where a step meets many slots few statuses last, and buckets are large.
const LARGE: usize = 32;

/// States between two calls of the pulse: a millisecond or less.
const PULSE_STATES: usize = 1 << 12;

impl<'a, M: Mates> Sweep<'a, M> {
    /// For states of so many slots.
    pub fn new(slots: u32, gauge: &'a Gauge) -> Self {
        Sweep {
            gauge,
            packing: Packing::new(slots),
            store: Store::new(gauge),
        }
    }

    /// The layer before the first step.
    ///
    /// # Errors
    /// [`Full::Memory`].
    pub fn first(&self) -> Result<Layer, Full> {
        let mut chunk = self.store.take()?;
        chunk.push(&self.packing, (M::initial().store(), 1u64));
        Ok(Layer {
            buckets: vec![vec![chunk]],
            states: 1,
            tallies: 1,
        })
    }

    /// The states of a layer, sorted into buckets for other steps.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn sort(&self, layer: Layer, next: &[Plan], limits: &mut Limits) -> Result<Layer, Stop> {
        let buckets = limits.sizes.buckets(layer.states);
        let sorted = Sorted::new(By::statuses(next), buckets, &self.packing, &self.store);
        let mut out = sorted.begun();
        let mut since_pulse = 0;
        for bucket in layer.buckets {
            for chunk in bucket {
                for entry in chunk.entries::<M, u128>(&self.packing) {
                    sorted.put(&mut out, entry)?;
                }
                since_pulse += chunk.states();
                if since_pulse >= PULSE_STATES {
                    since_pulse = 0;
                    if (limits.pulse)().is_break() {
                        return Err(Stop::Interrupted);
                    }
                }
                self.store.give_back(chunk);
            }
        }
        sorted.keep(out);
        Ok(sorted.into_layer(layer.states, layer.tallies))
    }

    /// The layer after a step, sorted into about so many buckets for the steps after that, and the walks finished on the
    /// way.
    ///
    /// # Errors
    /// [`Stop`], also if a tally does not fit the tables.
    pub fn advance<N: Tally, const COVER: bool>(
        &self,
        tables: &mut TableSet<M, N>,
        layer: Layer,
        step: &Step<M, COVER>,
        next: &[Plan],
        buckets: usize,
        limits: &mut Limits,
    ) -> Result<(Layer, u128), Stop> {
        let threads = if layer.states < limits.sizes.shared {
            1
        } else {
            (limits.threads)().max(1)
        };
        while tables.len() < threads {
            tables.push(Table::new());
        }
        // A large one that is left for last keeps one thread busy and the others idle.
        let mut largest_first = layer.buckets;
        largest_first.sort_unstable_by_key(|bucket| std::cmp::Reverse(bucket.len()));
        let work = Work {
            step,
            gauge: self.gauge,
            sizes: limits.sizes,
            buckets: largest_first.into_iter().map(Mutex::new).collect(),
            taken: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            sorted: Sorted::new(By::statuses(next), buckets, &self.packing, &self.store),
        };
        let (own, others) = tables[..threads].split_at_mut(1);
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
        let layer = work.sorted.into_layer(done.states, done.tallies);
        Ok((layer, done.finished))
    }
}

/// What a thread has done of a step.
#[derive(Default)]
struct Done {
    states: usize,
    tallies: u128,
    finished: u128,
}

impl Done {
    fn add(&mut self, part: Done) -> Result<(), Stop> {
        self.states += part.states;
        self.tallies = self.tallies.saturating_add(part.tallies);
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
    sizes: Sizes,
    buckets: Vec<Mutex<Vec<Chunk>>>,
    /// How many of the buckets have been taken.
    taken: AtomicUsize,
    stopped: AtomicBool,
    sorted: Sorted<'a, 'b, M>,
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
        let Sorted { packing, store, .. } = self.sorted;
        let mut done = Done::default();
        let mut out = self.sorted.begun();
        let mut states_before = 0;
        let mut since_pulse = 0;
        let mut pulse = |states: usize| {
            since_pulse += states;
            if since_pulse >= PULSE_STATES {
                since_pulse = 0;
                if pulse().is_break() || self.stopped.load(Ordering::Relaxed) {
                    return Err(Stop::Interrupted);
                }
            }
            Ok(())
        };
        while let Some(bucket) = self.take() {
            let states = bucket.iter().map(Chunk::states).sum::<usize>();
            // Buckets of a step grow alike.
            let expected = states * done.states.max(1) / states_before.max(1);
            let expected = expected.clamp(states, 8 * states);
            states_before += states;
            let mut drain = |table: &mut Table<M, N>| {
                done.states += table.len();
                table.drain(|entry| {
                    done.tallies = done.tallies.saturating_add(entry.1.number());
                    self.sorted.put(&mut out, entry)
                })
            };
            let finished = if states <= self.sizes.bucket.saturating_mul(LARGE) {
                table.prepare(expected, self.gauge)?;
                let add = |state, tally| table.add(state, tally, self.gauge);
                let finished = self.expand(bucket, &mut pulse, add)?;
                drain(table)?;
                finished
            } else {
                let buckets = self.sizes.buckets(expected);
                let scattered = Sorted::new(By::Whole, buckets, packing, store);
                let mut begun = scattered.begun();
                let add = |state, tally: N| scattered.put(&mut begun, (state, tally));
                let finished = self.expand(bucket, &mut pulse, add)?;
                scattered.keep(begun);
                for part in scattered.into_layer(expected, 0).buckets {
                    let states = part.iter().map(Chunk::states).sum::<usize>();
                    table.prepare(states / 2, self.gauge)?;
                    for chunk in part {
                        for (state, tally) in chunk.entries(packing) {
                            table.add(state, tally, self.gauge)?;
                        }
                        pulse(chunk.states())?;
                        store.give_back(chunk);
                    }
                    drain(table)?;
                }
                finished
            };
            let finished = done.finished.checked_add(finished);
            done.finished = finished.ok_or(Stop::Tally)?;
        }
        self.sorted.keep(out);
        Ok(done)
    }

    /// Expands the states of a bucket, and gives the number of walks finished on the way.
    #[inline]
    fn expand<N: Tally>(
        &self,
        bucket: Vec<Chunk>,
        pulse: &mut impl FnMut(usize) -> Result<(), Stop>,
        add: impl FnMut(M::Stored, N) -> Result<(), Full>,
    ) -> Result<u128, Stop> {
        let mut expansion = Expansion::new(self.step, add);
        for chunk in bucket {
            for (state, tally) in chunk.entries(self.sorted.packing) {
                expansion.expand(M::load(state), tally)?;
            }
            pulse(chunk.states())?;
            self.sorted.store.give_back(chunk);
        }
        Ok(expansion.finished())
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
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::Grid;
    use super::super::best_order;
    use super::super::count::Activity;
    use super::super::frontier::Programme;
    use super::super::graph::Graph;
    use super::super::mates::Marked;
    use super::*;

    const WHOLE: Sizes = Sizes {
        shared: usize::MAX,
        bucket: usize::MAX,
        widest: usize::MAX,
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
        for (shared, bucket, widest) in [
            (usize::MAX, usize::MAX, usize::MAX),
            (usize::MAX, 8, 7),
            (0, 64, 8),
            (0, 1, 3),
            (0, 16, 0),
        ] {
            let sizes = Sizes {
                shared,
                bucket,
                widest,
            };
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
    fn wide_layers_take_less_memory_in_parts() {
        let programme = programme("6x7");
        let most_bytes = |widest: usize| {
            let (mut most, mut parts) = (0, 0);
            let mut watch = |activity: Activity| {
                most = most.max(activity.bytes);
                parts = parts.max(activity.parts);
                assert!((1..=activity.parts).contains(&activity.part));
            };
            let sizes = Sizes {
                widest,
                ..Sizes::default()
            };
            let walks = count::<Marked>(&programme, sizes, 1, 1 << 30, &mut watch);
            (walks, parts, most)
        };
        let widest = programme.slots() as usize;
        let whole = most_bytes(widest);
        let in_parts = most_bytes(widest - 1);
        assert_eq!((whole.0, whole.1), (in_parts.0, 1));
        assert!(
            in_parts.1 > 1 && in_parts.2 < whole.2,
            "{whole:?}, {in_parts:?}"
        );
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
                    widest: 8,
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
