//! Numbers of ways to the states of one block, in words as narrow as the largest allows.

use crate::frontier::done_sets::Transfer;
use crate::frontier::pairings::{Images, NO_IMAGE};

/// The tallies of a block: row after row, a tally for each column.
#[derive(Debug)]
pub(crate) enum Tallies {
    U8(Box<[u8]>),
    U16(Box<[u16]>),
    U32(Box<[u32]>),
    U64(Box<[u64]>),
    U128(Box<[u128]>),
}

/// An integer that a block may be made of.
pub(crate) trait Word: Copy {
    /// The number as a sum, which it fits.
    fn widen<S: Sum>(self) -> S;
}

/// An integer that tallies are summed up in.
pub(crate) trait Sum: Copy + Default + Eq {
    /// The number, which fits: callers have a bound on their sums.
    fn of(number: u128) -> Self;
    fn number(self) -> u128;
    fn plus(self, other: Self) -> Self;
    fn times(self, weight: u64) -> Self;
    /// Both numbers' bits.
    fn or(self, other: Self) -> Self;
}

macro_rules! words {
    ($($int:ty),*) => {$(
        impl Word for $int {
            #[inline(always)]
            fn widen<S: Sum>(self) -> S {
                S::of(self as u128)
            }
        }
    )*};
}

macro_rules! sums {
    ($($int:ty),*) => {$(
        impl Sum for $int {
            #[inline(always)]
            fn of(number: u128) -> $int {
                debug_assert!(number <= <$int>::MAX as u128);
                number as $int
            }

            #[inline(always)]
            fn number(self) -> u128 {
                self as u128
            }

            #[inline(always)]
            fn plus(self, other: $int) -> $int {
                self + other
            }

            #[inline(always)]
            fn times(self, weight: u64) -> $int {
                self * Self::of(weight.into())
            }

            #[inline(always)]
            fn or(self, other: $int) -> $int {
                self | other
            }
        }
    )*};
}

words!(u8, u16, u32, u64, u128);
sums!(u32, u64, u128);

/// Does the same for the tallies of every width.
macro_rules! for_each_width {
    ($tallies:expr, $words:ident => $body:expr) => {
        match $tallies {
            Tallies::U8($words) => $body,
            Tallies::U16($words) => $body,
            Tallies::U32($words) => $body,
            Tallies::U64($words) => $body,
            Tallies::U128($words) => $body,
        }
    };
}

impl Tallies {
    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        for_each_width!(self, words => size_of_val(&**words))
    }

    /// The largest number that words of this width can hold.
    pub fn most(&self) -> u128 {
        match self {
            Tallies::U8(_) => u8::MAX.into(),
            Tallies::U16(_) => u16::MAX.into(),
            Tallies::U32(_) => u32::MAX.into(),
            Tallies::U64(_) => u64::MAX.into(),
            Tallies::U128(_) => u128::MAX,
        }
    }

    /// The tally of a column of the first row.
    pub fn first_row(&self, column: usize) -> u128 {
        for_each_width!(self, words => words[column].widen())
    }

    /// Adds columns of these tallies, times the weight, to columns of the sums of the images of their rows.
    pub fn add_to<S: Sum>(
        &self,
        sums: &mut [S],
        images: Option<&Images>,
        columns: &Transfer,
        weight: u64,
    ) {
        for_each_width!(self, words => match columns.run {
            1 => add::<_, _, 1>(words, sums, images, columns, weight),
            2 => add::<_, _, 2>(words, sums, images, columns, weight),
            4 => add::<_, _, 4>(words, sums, images, columns, weight),
            8 => add::<_, _, 8>(words, sums, images, columns, weight),
            _ => add::<_, _, 16>(words, sums, images, columns, weight),
        });
    }

    /// Tallies with these sums, of which none is larger, as narrow as that allows.
    pub fn of<S: Sum>(sums: &[S], most: u128) -> Tallies {
        let numbers = sums.iter().map(|sum| sum.number());
        match word_bytes(most) {
            1 => Tallies::U8(numbers.map(|number| number as u8).collect()),
            2 => Tallies::U16(numbers.map(|number| number as u16).collect()),
            4 => Tallies::U32(numbers.map(|number| number as u32).collect()),
            8 => Tallies::U64(numbers.map(|number| number as u64).collect()),
            _ => Tallies::U128(numbers.collect()),
        }
    }
}

/// Bytes of the narrowest words for numbers up to this one.
pub(crate) fn word_bytes(most: u128) -> usize {
    let bits = u128::BITS - most.leading_zeros();
    (bits.div_ceil(8).max(1) as usize).next_power_of_two()
}

/// All bits of these sums, a number as large as the largest or less than twice as large, and of the same width; and how many are not 0.
pub(crate) fn survey<S: Sum>(sums: &[S]) -> (u128, usize) {
    let mut bits = S::default();
    let mut states = 0;
    for &sum in sums {
        bits = bits.or(sum);
        states += usize::from(sum != S::default());
    }
    (bits.number(), states)
}

#[inline]
fn add<W: Word, S: Sum, const RUN: usize>(
    words: &[W],
    sums: &mut [S],
    images: Option<&Images>,
    columns: &Transfer,
    weight: u64,
) {
    let rows = words.chunks_exact(columns.columns_before);
    let mut add = |row: &[W], image: usize| {
        let sums = &mut sums[image * columns.columns_after..][..columns.columns_after];
        for &(from, to) in &columns.runs {
            let words = &row[from as usize..][..RUN];
            let sums = &mut sums[to as usize..][..RUN];
            if weight == 1 {
                for (sum, word) in sums.iter_mut().zip(words) {
                    *sum = sum.plus(word.widen());
                }
            } else {
                for (sum, word) in sums.iter_mut().zip(words) {
                    *sum = sum.plus(word.widen::<S>().times(weight));
                }
            }
        }
    };
    match images {
        None => rows.enumerate().for_each(|(number, row)| add(row, number)),
        Some(images) => {
            for (row, &image) in rows.zip(&images.of) {
                if image != NO_IMAGE {
                    add(row, image as usize);
                }
            }
        }
    }
}
