//! Sets of squares as one to four machine words, and tables indexed by square.

use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Index, IndexMut, Not, Shl, Shr};

/// A set of squares of a board, by their index there: square `i` is bit `i % 64` of word `i / 64`.
///
/// The number of words is part of the type, so the compiler unrolls the loops over them: a set on a
/// board of at most 64 squares is one machine word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SquareSet<const WORDS: usize>([u64; WORDS]);

/// Words of a set on the largest board.
pub(super) const MAX_WORDS: usize = 4;

/// A value for each index that a [`SquareSet`] of this width can hold. It has no spare values,
/// because most of the setup of a search is to fill such tables.
#[derive(Clone, Copy, Debug)]
pub struct PerSquare<T, const WORDS: usize>([[T; 64]; WORDS]);

impl<T: Copy, const WORDS: usize> PerSquare<T, WORDS> {
    /// One value everywhere.
    #[inline(always)]
    pub fn filled(value: T) -> Self {
        PerSquare([[value; 64]; WORDS])
    }
}

impl<T, const WORDS: usize> PerSquare<T, WORDS> {
    /// The values in the order of the indices.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        self.0.as_flattened()
    }

    /// The values in the order of the indices, mutable.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.0.as_flattened_mut()
    }
}

impl<T, const WORDS: usize> Index<usize> for PerSquare<T, WORDS> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.as_slice()[index]
    }
}

impl<T, const WORDS: usize> IndexMut<usize> for PerSquare<T, WORDS> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.as_mut_slice()[index]
    }
}

impl<const WORDS: usize> SquareSet<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = SquareSet([0; WORDS]);

    /// The set of one square.
    #[inline(always)]
    pub fn only(index: usize) -> Self {
        let mut words = [0; WORDS];
        words[index / 64] = 1 << (index % 64);
        SquareSet(words)
    }

    /// The squares of these indices.
    pub fn of(indices: impl Iterator<Item = usize>) -> Self {
        indices.fold(Self::EMPTY, |set, index| set | Self::only(index))
    }

    /// The squares of indices 0 to `count − 1`.
    #[inline(always)]
    pub fn below(count: usize) -> Self {
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = match count.saturating_sub(64 * i) {
                0 => 0,
                more @ 1..64 => (1 << more) - 1,
                _ => u64::MAX,
            };
        }
        SquareSet(words)
    }

    /// Whether the set has no square.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Whether the set has this square. Any index is allowed.
    #[inline(always)]
    pub fn contains(self, index: usize) -> bool {
        let word = self.0.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Number of squares.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set with this square added.
    #[inline(always)]
    pub fn with(self, index: usize) -> Self {
        self | Self::only(index)
    }

    /// The set with this square removed.
    #[inline(always)]
    pub fn without(self, index: usize) -> Self {
        self & !Self::only(index)
    }

    /// The indices in ascending order.
    #[inline(always)]
    pub fn members(self) -> impl Iterator<Item = usize> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let first = rest.first();
                rest = rest.without_first();
                first
            })
        })
    }

    /// The exclusive or of the words: a seed that differs between most sets.
    pub fn folded(self) -> u64 {
        self.0.iter().fold(0, |folded, word| folded ^ word)
    }

    /// Adds a square.
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// The smallest index; `64 · WORDS` for the empty set.
    #[inline(always)]
    pub fn first(self) -> usize {
        let in_word = |i: usize| 64 * i + self.0[i].trailing_zeros() as usize;
        let last = in_word(WORDS - 1);
        (0..WORDS - 1)
            .rev()
            .fold(last, |first, i| select_unpredictable(self.0[i] != 0, in_word(i), first))
    }

    /// The set of the smallest index.
    #[inline(always)]
    pub fn only_first(self) -> Self {
        let mut carry = true;
        self.map(|word| {
            let (negated, carries) = (!word).overflowing_add(u64::from(carry));
            carry = carries;
            word & negated
        })
    }

    /// The set without its smallest index.
    #[inline(always)]
    pub fn without_first(self) -> Self {
        let mut borrow = true;
        self.map(|word| {
            let (less_one, borrows) = word.overflowing_sub(u64::from(borrow));
            borrow = borrows;
            word & less_one
        })
    }

    /// `chosen` or `other`, without a branch.
    #[inline(always)]
    pub fn select(choose: bool, chosen: Self, other: Self) -> Self {
        chosen.zip(other, |c, o| select_unpredictable(choose, c, o))
    }

    #[inline(always)]
    fn map(self, f: impl FnMut(u64) -> u64) -> Self {
        SquareSet(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        SquareSet(words)
    }
}

macro_rules! bit_operators {
    ($($Operator:ident $operator:ident $bit:tt)*) => {$(
        impl<const WORDS: usize> $Operator for SquareSet<WORDS> {
            type Output = Self;

            #[inline(always)]
            fn $operator(self, other: Self) -> Self {
                self.zip(other, |a, b| a $bit b)
            }
        }
    )*};
}

bit_operators!(BitAnd bitand & BitOr bitor | BitXor bitxor ^);

impl<const WORDS: usize> Not for SquareSet<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}

impl<const WORDS: usize> BitOrAssign for SquareSet<WORDS> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> BitAndAssign for SquareSet<WORDS> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// Towards larger indices, by 1 to 63 places. What leaves the last word is lost.
impl<const WORDS: usize> Shl<u32> for SquareSet<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, places: u32) -> Self {
        let mut carry = 0;
        self.map(|word| {
            let moved = word.wrapping_shl(places) | carry;
            carry = if WORDS > 1 { word.wrapping_shr(64 - places) } else { 0 };
            moved
        })
    }
}

/// Towards smaller indices, by 1 to 63 places. What passes index 0 is lost.
impl<const WORDS: usize> Shr<u32> for SquareSet<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, places: u32) -> Self {
        let mut words = self.0.map(|word| word.wrapping_shr(places));
        for i in 1..WORDS {
            words[i - 1] |= self.0[i].wrapping_shl(64 - places);
        }
        SquareSet(words)
    }
}

#[cfg(test)]
mod tests {
    use crate::bitboard::square_set::*;

    fn set<const WORDS: usize>(indices: &[usize]) -> SquareSet<WORDS> {
        SquareSet::of(indices.iter().copied())
    }

    fn indices<const WORDS: usize>(set: SquareSet<WORDS>) -> Vec<usize> {
        set.members().collect()
    }

    fn squares_of_all_words_come_out_in_order<const WORDS: usize>() {
        let wanted: Vec<usize> = (0..64 * WORDS).filter(|i| i % 7 == 0 || i % 64 == 63).collect();
        let found = set::<WORDS>(&wanted);
        assert_eq!(indices(found), wanted);
        assert_eq!(found.len() as usize, wanted.len());
        let mut inserted = SquareSet::<WORDS>::EMPTY;
        wanted.iter().for_each(|&index| inserted.insert(index));
        assert_eq!(inserted, found);
        assert_eq!(
            indices(found.without(63).with(1)),
            [&[0, 1][..], &wanted[1..]]
                .concat()
                .into_iter()
                .filter(|&i| i != 63)
                .collect::<Vec<_>>()
        );
        assert!((0..64 * WORDS).all(|i| found.contains(i) == wanted.contains(&i)));
        assert!(SquareSet::<WORDS>::EMPTY.is_empty() && !found.is_empty());
    }

    fn shifts_cross_words<const WORDS: usize>() {
        for places in [1, 2, 8, 32, 63] {
            let all: Vec<usize> = (0..64 * WORDS).step_by(5).collect();
            let (last, by) = (64 * WORDS, places as usize);
            let up: Vec<usize> = all.iter().map(|i| i + by).filter(|&i| i < last).collect();
            let down: Vec<usize> = all.iter().filter(|&&i| i >= by).map(|i| i - by).collect();
            assert_eq!(indices(set::<WORDS>(&all) << places), up);
            assert_eq!(indices(set::<WORDS>(&all) >> places), down);
        }
    }

    #[test]
    fn sets_of_every_width_hold_their_squares() {
        squares_of_all_words_come_out_in_order::<1>();
        squares_of_all_words_come_out_in_order::<2>();
        squares_of_all_words_come_out_in_order::<3>();
        squares_of_all_words_come_out_in_order::<4>();
        shifts_cross_words::<1>();
        shifts_cross_words::<2>();
        shifts_cross_words::<3>();
        shifts_cross_words::<4>();
    }

    #[test]
    fn select_takes_one_of_the_two() {
        let (a, b) = (set::<2>(&[1, 70]), set::<2>(&[2, 100]));
        assert_eq!(SquareSet::select(true, a, b), a);
        assert_eq!(SquareSet::select(false, a, b), b);
    }
}
