//! The buckets of a layer, and the way of states into them.
//!
//! A state's bucket is a hash of the statuses that last through the next step, so equal states after that step can only
//! come from the same bucket.

use std::sync::{Mutex, PoisonError};

use super::frontier::{Plan, lasting};
use super::layer::{Chunk, Entry, Full, Packing, Store, Tally, lock};
use super::mates::Mates;

/// States of a layer, in buckets.
#[derive(Default)]
pub(crate) struct Layer {
    /// Chunks of each bucket.
    pub buckets: Vec<Vec<Chunk>>,
    /// Number of states.
    pub states: usize,
    /// The sum of their tallies, or the largest number if it is larger.
    pub tallies: u128,
}

impl Layer {
    /// The sum of the tallies, or the largest number if it is larger. For a part of a layer, that of all of it.
    pub fn tallies(&self) -> u128 {
        self.tallies
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The layer in up to about so many parts, each of whole buckets.
    pub fn into_parts(self, most: usize) -> Vec<Layer> {
        let enough = self.states / most;
        let mut parts: Vec<Layer> = Vec::new();
        for bucket in self.buckets {
            let states = bucket.iter().map(Chunk::states).sum();
            match parts.last_mut() {
                Some(part) if part.states <= enough => {
                    part.states += states;
                    part.buckets.push(bucket);
                }
                _ => parts.push(Layer {
                    buckets: vec![bucket],
                    states,
                    tallies: self.tallies,
                }),
            }
        }
        parts
    }

    /// Adds the states of another layer, different from these and in as many buckets of the same kind.
    pub fn append(&mut self, other: Layer) {
        self.states += other.states;
        self.tallies = self.tallies.saturating_add(other.tallies);
        if self.buckets.is_empty() {
            self.buckets = other.buckets;
        } else {
            debug_assert_eq!(self.buckets.len(), other.buckets.len());
            for (bucket, more) in self.buckets.iter_mut().zip(other.buckets) {
                bucket.extend(more);
            }
        }
    }
}

/// The most buckets are two to the power of this.
const MOST_BITS: u32 = 15;

/// What decides to which bucket a state belongs. Equal states belong to the same one.
pub(crate) enum By<M> {
    /// What equal states after the next steps have in common before them.
    Statuses {
        /// Slots that are ends of fragments after the next steps exactly if they are before them.
        ends: M,
        /// Slots that are untouched after the next steps exactly if they are before them.
        untouched: M,
    },
    /// All of the state.
    Whole,
}

/// States on their way into buckets.
pub(crate) struct Sorted<'a, 'b, M> {
    by: By<M>,
    bits: u32,
    pub packing: &'a Packing<M>,
    pub store: &'a Store<'b>,
    buckets: Vec<Mutex<Vec<Chunk>>>,
}

impl<'a, 'b, M: Mates> Sorted<'a, 'b, M> {
    /// About so many buckets, at least one.
    pub fn new(
        by: By<M>,
        buckets: usize,
        packing: &'a Packing<M>,
        store: &'a Store<'b>,
    ) -> Sorted<'a, 'b, M> {
        let bits = buckets.ilog2().min(MOST_BITS);
        Sorted {
            by,
            bits,
            packing,
            store,
            buckets: (0..1 << bits).map(|_| Mutex::default()).collect(),
        }
    }

    /// The chunks that a thread has begun, one for each bucket.
    pub fn begun(&self) -> Vec<Chunk> {
        self.buckets.iter().map(|_| Chunk::default()).collect()
    }

    /// Puts a state into its bucket.
    #[inline]
    pub fn put<N: Tally>(&self, begun: &mut [Chunk], entry: Entry<M, N>) -> Result<(), Full> {
        let bucket = self.bucket(entry.0);
        let chunk = &mut begun[bucket];
        if !chunk.push(self.packing, entry) {
            let full = std::mem::replace(chunk, self.store.take()?);
            chunk.push(self.packing, entry);
            if full.states() > 0 {
                lock(&self.buckets[bucket]).push(full);
            }
        }
        Ok(())
    }

    /// Takes the chunks that a thread has begun.
    pub fn keep(&self, begun: Vec<Chunk>) {
        for (chunk, bucket) in begun.into_iter().zip(&self.buckets) {
            if chunk.states() > 0 {
                lock(bucket).push(chunk);
            }
        }
    }

    /// The layer of the states, of which there are so many, with the sum of their tallies.
    pub fn into_layer(self, states: usize, tallies: u128) -> Layer {
        Layer {
            buckets: self.buckets.into_iter().map(into_inner).collect(),
            states,
            tallies,
        }
    }

    #[inline]
    fn bucket(&self, state: M::Stored) -> usize {
        match self.by {
            _ if self.bits == 0 => 0,
            By::Statuses { ends, untouched } => {
                let statuses = M::load(state).statuses(ends, untouched);
                (statuses.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.bits)) as usize
            }
            // Tables go by the highest bits of the hash, so these do not.
            By::Whole => M::hash(state) as usize & ((1 << self.bits) - 1),
        }
    }
}

impl<M: Mates> By<M> {
    /// By what lasts through these steps.
    pub fn statuses(next: &[Plan]) -> By<M> {
        let (ends, untouched) = lasting(next);
        By::Statuses { ends, untouched }
    }
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
