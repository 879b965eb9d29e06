//! A table of walk counts that searches share.
//!
//! `W` is the same for all images of a shape under symmetries and translations, so they share a
//! [`ShapeKey`]. The table changes how soon an answer is known, never the answer.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
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

type Bucket = HashMap<ShapeKey, Walks, Hasher>;
type Hasher = BuildHasherDefault<DefaultHasher>;

/// A bounded map from shapes, with their first squares marked, to walk counts. Threads share it.
#[derive(Debug)]
pub(crate) struct WalkTable {
    shards: Vec<Mutex<Bucket>>,
    /// The most entries of a shard.
    max_entries: usize,
    hits: AtomicU64,
    misses: AtomicU64,
}

const SHARDS: usize = 64;

/// Bytes of an entry in a hash map, with the room that maps keep free.
const ENTRY_BYTES: usize = 2 * size_of::<(ShapeKey, Walks)>();

impl WalkTable {
    /// A table that takes at most this many bytes.
    pub(crate) fn new(bytes: usize) -> WalkTable {
        WalkTable {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            max_entries: bytes / ENTRY_BYTES / SHARDS,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
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
        let known = self.shard(key).get(key).copied();
        known.filter(|walks| match walks {
            Walks::Exactly(_) => true,
            Walks::AtLeast(walks) => *walks > cap,
        })
    }

    /// Keeps a count. A full shard is cleared first, since recent keys are the likeliest to return.
    pub(crate) fn put(&self, key: ShapeKey, walks: Walks) {
        let mut shard = self.shard(&key);
        if shard.len() >= self.max_entries {
            shard.clear();
        }
        if self.max_entries > 0 {
            shard.insert(key, walks);
        }
    }

    pub(crate) fn usage(&self) -> TableUse {
        TableUse {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
        }
    }

    fn shard(&self, key: &ShapeKey) -> MutexGuard<'_, Bucket> {
        let hash = Hasher::default().hash_one(key);
        let shard = &self.shards[hash as usize % SHARDS];
        // A map is whole between its calls, so a panic elsewhere cannot have damaged it.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
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
