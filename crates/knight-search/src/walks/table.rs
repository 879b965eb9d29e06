//! Tables of what is known of shapes, which searches share. They change how soon an answer is
//! known, never the answer.
//!
//! `W` is the same for all images of a shape under symmetries and translations, so they share a
//! [`ShapeKey`].

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::walks::number::Walks;
use knight_board::bitboard::ShapeKey;

/// How often a table had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableUse {
    /// Lookups that found an answer.
    pub hits: u64,
    /// Lookups that found none.
    pub misses: u64,
}

type Bucket<K, V> = HashMap<K, V, Hasher>;
type Hasher = BuildHasherDefault<DefaultHasher>;

/// A bounded map. Threads share it.
#[derive(Debug)]
pub(crate) struct SharedMap<K, V> {
    shards: Vec<Mutex<Bucket<K, V>>>,
    /// The most entries of a shard.
    max_entries: usize,
}

const SHARDS: usize = 64;

impl<K: Eq + Hash, V: Copy> SharedMap<K, V> {
    /// A map that takes at most this many bytes.
    pub(crate) fn new(bytes: usize) -> SharedMap<K, V> {
        // With the room that hash maps keep free.
        let entry = 2 * size_of::<(K, V)>();
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        SharedMap { shards, max_entries: bytes / entry / SHARDS }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.shard(key).get(key).copied()
    }

    /// Keeps a value. A full shard is cleared first, since recent keys are the likeliest to return.
    pub(crate) fn put(&self, key: K, value: V) {
        let mut shard = self.shard(&key);
        if shard.len() >= self.max_entries {
            shard.clear();
        }
        if self.max_entries > 0 {
            shard.insert(key, value);
        }
    }

    fn shard(&self, key: &K) -> MutexGuard<'_, Bucket<K, V>> {
        let hash = Hasher::default().hash_one(key);
        let shard = &self.shards[hash as usize % SHARDS];
        // A map is whole between its calls, so a panic elsewhere cannot have damaged it.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The walk counts of shapes, with their first squares marked.
#[derive(Debug)]
pub(crate) struct WalkTable {
    walks: SharedMap<ShapeKey, Walks>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl WalkTable {
    /// A table that takes at most this many bytes.
    pub(crate) fn new(bytes: usize) -> WalkTable {
        let walks = SharedMap::new(bytes);
        WalkTable { walks, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// What is known of a count, if that suffices to compare it with `cap`.
    pub(crate) fn get(&self, key: &ShapeKey, cap: u128) -> Option<Walks> {
        let known = self.look_again(key, cap);
        let counter = if known.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        known
    }

    /// Looks a shape up without counting that, because it was counted before.
    pub(crate) fn look_again(&self, key: &ShapeKey, cap: u128) -> Option<Walks> {
        self.walks.get(key).filter(|walks| match walks {
            Walks::Exactly(_) => true,
            Walks::AtLeast(walks) => *walks > cap,
        })
    }

    /// Keeps a count.
    pub(crate) fn put(&self, key: ShapeKey, walks: Walks) {
        self.walks.put(key, walks);
    }

    pub(crate) fn usage(&self) -> TableUse {
        TableUse {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::walks::stepping;
    use crate::walks::table::*;
    use knight_board::Board;
    use knight_board::bitboard::{KnightGraph, SquareSet};
    use std::collections::HashMap;

    fn graph(board: Board) -> KnightGraph<1> {
        KnightGraph::new(board)
    }

    #[test]
    fn shapes_of_one_key_have_the_same_walks() {
        let graph = graph("3x3".parse().unwrap());
        let mut walks = HashMap::new();
        for bits in 1u64..1 << 9 {
            let shape = SquareSet::of((0..9).filter(|place| bits >> place & 1 == 1));
            let key = ShapeKey::new(&graph, shape.only_first(), shape);
            let counted = stepping::count(&graph, shape.only_first(), shape, u64::MAX);
            let known = *walks.entry(key).or_insert((shape.len(), counted));
            assert_eq!(known, (shape.len(), counted), "{shape:?}");
        }
        assert!(walks.len() < 511, "no two shapes have one key");
    }

    #[test]
    fn bounds_answer_only_the_caps_below_them() {
        let table = WalkTable::new(1 << 20);
        let graph = graph("3x3".parse().unwrap());
        let key = ShapeKey::new(&graph, SquareSet::only(0), graph.all());
        assert_eq!(table.get(&key, 5), None);
        table.put(key, Walks::AtLeast(100));
        assert_eq!(table.get(&key, 99), Some(Walks::AtLeast(100)));
        assert_eq!(table.get(&key, 100), None);
        table.put(key, Walks::Exactly(120));
        assert_eq!(table.get(&key, 1000), Some(Walks::Exactly(120)));
        assert_eq!(table.usage(), TableUse { hits: 2, misses: 2 });
    }

    #[test]
    fn a_table_without_room_forgets() {
        let table = WalkTable::new(0);
        let graph = graph("3x3".parse().unwrap());
        let key = ShapeKey::new(&graph, SquareSet::only(0), graph.all());
        table.put(key, Walks::Exactly(1));
        assert_eq!(table.get(&key, 0), None);
    }
}
