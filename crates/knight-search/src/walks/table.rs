//! A table of walk counts that searches share.
//!
//! `W` is the same for a shape and its images under the board's symmetries and translations, so the key is the
//! least of the images. What is in the table never changes an answer, only the time to it.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::{MOST_WORDS, SquareSet};
use crate::walks::Walks;

/// A shape and the squares in it where walks begin, up to symmetry and translation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    /// Columns of the least rectangle around the shape, which the sets are packed into row by row.
    cols: u16,
    shape: SquareSet<MOST_WORDS>,
    first: SquareSet<MOST_WORDS>,
}

impl Key {
    /// The key of a shape that is not empty.
    pub fn new<const WORDS: usize>(
        grid: &KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
    ) -> Key {
        let stride = grid.stride();
        let row_col = |square: usize| (square / stride, square % stride);
        let squares = || shape.members().map(row_col);
        let top = squares().map(|s| s.0).min().unwrap_or(0);
        let bottom = squares().map(|s| s.0).max().unwrap_or(0);
        let left = squares().map(|s| s.1).min().unwrap_or(0);
        let right = squares().map(|s| s.1).max().unwrap_or(0);
        let (rows, cols) = (bottom - top + 1, right - left + 1);
        let image = |turned: usize| {
            let transposed = turned & 4 != 0;
            let (image_rows, image_cols) = if transposed { (cols, rows) } else { (rows, cols) };
            let place = |square: usize| {
                let (row, col) = row_col(square);
                let (row, col) = (row - top, col - left);
                let (row, col) = if transposed { (col, row) } else { (row, col) };
                let row = if turned & 2 != 0 { image_rows - 1 - row } else { row };
                let col = if turned & 1 != 0 { image_cols - 1 - col } else { col };
                row * image_cols + col
            };
            let pack = |set: SquareSet<WORDS>| SquareSet::<WORDS>::of(set.members().map(place));
            (image_cols, pack(shape), pack(first))
        };
        let images = (1..8).map(image);
        let (cols, shape, first) = images.fold(image(0), Ord::min);
        Key { cols: cols as u16, shape: shape.widened(), first: first.widened() }
    }
}

/// How often a table had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableUse {
    /// Questions that it had the answer to.
    pub hits: u64,
    /// Questions that it had no answer to.
    pub misses: u64,
}

/// A bounded map from shapes to walk counts, for many threads at once.
#[derive(Debug)]
pub(crate) struct Table {
    shards: Vec<Mutex<HashMap<Key, Walks, Hasher>>>,
    /// The most entries of a shard.
    full: usize,
    hits: AtomicU64,
    misses: AtomicU64,
}

type Hasher = BuildHasherDefault<DefaultHasher>;

const SHARDS: usize = 64;

/// Bytes that an entry takes in a hash map, with the room that maps keep free.
const ENTRY_BYTES: usize = 2 * size_of::<(Key, Walks)>();

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        Table {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            full: bytes / ENTRY_BYTES / SHARDS,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// What is known of a count: enough to compare it with `cap`, or `None`.
    pub fn get(&self, key: &Key, cap: u128) -> Option<Walks> {
        let known = self.shard(key).get(key).copied();
        let known = known.filter(|walks| match walks {
            Walks::Exactly(_) => true,
            Walks::AtLeast(walks) => *walks > cap,
        });
        let counter = if known.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        known
    }

    /// Keeps a count. A full shard starts anew: what is asked for now is likelier to be asked for again.
    pub fn put(&self, key: Key, walks: Walks) {
        let mut shard = self.shard(&key);
        if shard.len() >= self.full {
            shard.clear();
        }
        if self.full > 0 {
            shard.insert(key, walks);
        }
    }

    pub fn usage(&self) -> TableUse {
        TableUse {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
        }
    }

    fn shard(&self, key: &Key) -> std::sync::MutexGuard<'_, HashMap<Key, Walks, Hasher>> {
        let hash = Hasher::default().hash_one(key);
        let shard = &self.shards[hash as usize % SHARDS];
        // A map is whole between its calls, whatever happened to a thread that held it.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Square, Symmetry};
    use crate::walks::stepping;
    use crate::walks::table::*;
    use proptest::prelude::*;

    fn grid(board: Board) -> KnightGraph<1> {
        KnightGraph::new(board)
    }

    /// The key of these squares of a board, the first of which is where walks begin.
    fn key<const WORDS: usize>(board: Board, squares: &[Square]) -> Key {
        let grid = KnightGraph::<WORDS>::new(board);
        let set = |squares: &[Square]| SquareSet::of(squares.iter().map(|s| grid.index(*s)));
        Key::new(&grid, set(&squares[..1]), set(squares))
    }

    proptest! {
        #[test]
        fn images_of_a_shape_have_its_key(
            squares in prop::collection::vec((1u16..=4, 1u16..=5), 1..15),
            shift in (0u16..=3, 0u16..=3),
            turn in 0usize..8,
        ) {
            let small: Board = "4x5".parse().unwrap();
            let large: Board = "8x8".parse().unwrap();
            let larger: Board = "9x25".parse().unwrap();
            let squares: Vec<Square> = squares.iter().map(|&(row, col)| Square { row, col }).collect();
            let of_small = key::<1>(small, &squares);
            let g = Symmetry::ALL[turn];
            let moved: Vec<Square> = squares
                .iter()
                .map(|&s| g.square(small, s))
                .map(|s| Square { row: s.row + shift.0, col: s.col + shift.1 })
                .collect();
            prop_assert_eq!(of_small, key::<1>(large, &moved));
            prop_assert_eq!(of_small, key::<4>(larger, &moved));
        }
    }

    proptest! {
        #[test]
        fn shapes_of_one_key_have_the_same_walks(left in 1u64..1 << 9, right in 1u64..1 << 9) {
            let grid = grid("3x3".parse().unwrap());
            let shape = |bits: u64| SquareSet::of((0..9).filter(|place| bits >> place & 1 == 1));
            let (left, right) = (shape(left), shape(right));
            let key = |shape: SquareSet<1>| Key::new(&grid, shape.only_first(), shape);
            let walks = |shape: SquareSet<1>| stepping::count(&grid, shape.only_first(), shape, u64::MAX);
            if key(left) == key(right) {
                prop_assert_eq!(left.len(), right.len());
                prop_assert_eq!(walks(left), walks(right));
            }
            prop_assert_eq!(key(left), key(left));
        }
    }

    #[test]
    fn bounds_answer_only_the_caps_below_them() {
        let table = Table::new(1 << 20);
        let grid = grid("3x3".parse().unwrap());
        let key = Key::new(&grid, SquareSet::only(0), grid.all());
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
        let table = Table::new(0);
        let grid = grid("3x3".parse().unwrap());
        let key = Key::new(&grid, SquareSet::only(0), grid.all());
        table.put(key, Walks::Exactly(1));
        assert_eq!(table.get(&key, 0), None);
    }
}
