//! Counts of the states of one table, in words as narrow as the largest count allows.
//!
//! Counts of five bytes, for example, are kept as words of four and words of one. Together they take
//! less memory than words of eight, and both are added with vector instructions.

use std::ops::{Add, BitOr, Mul, Shl, Sub};

use crate::frontier::done_sets::DoneSetMap;
use crate::frontier::pairing_maps::NO_IMAGE;

/// The counts of a table: row after row, a count for each done set, a word for each lane.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    low: Words,
    /// What exceeds the words of `low`; empty if nothing does.
    high: Words,
}

/// Words of one width.
#[derive(Clone, Debug)]
enum Words {
    U8(Box<[u8]>),
    U16(Box<[u16]>),
    U32(Box<[u32]>),
    U64(Box<[u64]>),
    U128(Box<[u128]>),
}

/// An integer type that counts are stored in.
pub(crate) trait Word: Copy + Into<u128> {}

impl<W: Copy + Into<u128>> Word for W {}

/// An integer type that counts are added up in. Callers have a bound that excludes overflow.
pub(crate) trait Sum:
    Word
    + Default
    + Ord
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
{
    fn of(number: u128) -> Self;

    /// The bits from this one on, moved down, and those below it.
    fn split(self, bit: u32) -> (Self, Self);
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
            fn split(self, bit: u32) -> ($int, $int) {
                let high = self.checked_shr(bit).unwrap_or(0);
                (high, self ^ high.checked_shl(bit).unwrap_or(0))
            }
        }
    )*};
}

sums!(u32, u64, u128);

/// Evaluates the same expression for the words of each width.
macro_rules! for_each_width {
    ($all:expr, $words:ident => $body:expr) => {
        match $all {
            Words::U8($words) => $body,
            Words::U16($words) => $body,
            Words::U32($words) => $body,
            Words::U64($words) => $body,
            Words::U128($words) => $body,
        }
    };
}

impl Counts {
    /// Counts with these sums, none of which is above `max`, in the narrowest words that hold
    /// `max`.
    pub fn of<S: Sum>(sums: &[S], max: u128) -> Counts {
        let (low, high) = word_bytes(max);
        let low_bits = 8 * low as u32;
        let high = match high {
            0 => Words::U8(Box::default()),
            _ => Words::of(sums.iter().map(|sum| sum.split(low_bits).0.into()), high),
        };
        Counts { low: Words::of(sums.iter().map(|&sum| sum.into()), low), high }
    }

    /// Bytes of counts up to `max`.
    pub fn bytes_for(counts: usize, max: u128) -> usize {
        let (low, high) = word_bytes(max);
        counts * (low + high)
    }

    /// Bytes of the words.
    pub fn bytes(&self) -> usize {
        self.low.bytes() + self.high.bytes()
    }

    /// The largest number that the words hold.
    pub fn max(&self) -> u128 {
        let high = if self.high.bytes() == 0 { 0 } else { self.high.bits() };
        u128::MAX >> (u128::BITS - self.low.bits() - high)
    }

    /// One of the counts.
    pub fn count(&self, at: usize) -> u128 {
        let high = if self.high.bytes() == 0 { 0 } else { self.high.word(at) << self.low.bits() };
        self.low.word(at) | high
    }

    /// Adds these counts, times the weight, to the sums. Rows go to the rows of their images, done
    /// sets to those of the map.
    pub fn add_to<S: Sum>(
        &self,
        sums: &mut [S],
        images: Option<&[u32]>,
        map: &DoneSetMap,
        weight: u64,
    ) {
        self.low.add_to(sums, images, map, weight, 0);
        if self.high.bytes() > 0 {
            self.high.add_to(sums, images, map, weight, self.low.bits());
        }
    }
}

impl Words {
    /// Words of this many bytes, of the lowest bits of numbers.
    fn of(numbers: impl Iterator<Item = u128>, bytes: usize) -> Words {
        match bytes {
            1 => Words::U8(numbers.map(|number| number as u8).collect()),
            2 => Words::U16(numbers.map(|number| number as u16).collect()),
            4 => Words::U32(numbers.map(|number| number as u32).collect()),
            8 => Words::U64(numbers.map(|number| number as u64).collect()),
            _ => Words::U128(numbers.collect()),
        }
    }

    fn bytes(&self) -> usize {
        for_each_width!(self, words => size_of_val(&**words))
    }

    /// Bits of a word.
    fn bits(&self) -> u32 {
        fn bits<W>(_: &[W]) -> u32 {
            8 * size_of::<W>() as u32
        }
        for_each_width!(self, words => bits(words))
    }

    fn word(&self, at: usize) -> u128 {
        fn number<W: Word>(words: &[W], at: usize) -> u128 {
            words[at].into()
        }
        for_each_width!(self, words => number(words, at))
    }

    /// As [`Counts::add_to`], with the words moved up by `shift` bits.
    fn add_to<S: Sum>(
        &self,
        sums: &mut [S],
        images: Option<&[u32]>,
        map: &DoneSetMap,
        weight: u64,
        shift: u32,
    ) {
        for_each_width!(self, words => match map.lengths[..] {
            [(1, _)] if weight == 1 => add::<_, _, 1>(words, sums, images, map, shift),
            [(2, _)] if weight == 1 => add::<_, _, 2>(words, sums, images, map, shift),
            [(4, _)] if weight == 1 => add::<_, _, 4>(words, sums, images, map, shift),
            [(8, _)] if weight == 1 => add::<_, _, 8>(words, sums, images, map, shift),
            [(16, _)] if weight == 1 => add::<_, _, 16>(words, sums, images, map, shift),
            _ => add_of_lengths(words, sums, images, map, S::of(weight.into()) << shift),
        });
    }
}

/// Bytes of the narrowest words that hold numbers up to `max`: of the low words and, where two words
/// together are narrower than one, of the high words.
fn word_bytes(max: u128) -> (usize, usize) {
    let bits = u128::BITS - max.leading_zeros();
    match bits.div_ceil(8) {
        0 | 1 => (1, 0),
        2 => (2, 0),
        3 | 4 => (4, 0),
        5 => (4, 1),
        6 => (4, 2),
        7 | 8 => (8, 0),
        9 => (8, 1),
        10 => (8, 2),
        11 | 12 => (8, 4),
        _ => (16, 0),
    }
}

/// An upper bound on the sums, less than twice their maximum, and the number of sums that are not
/// 0. The bound is the bitwise or of the sums, so it has the width of the largest.
pub(crate) fn survey<S: Sum>(sums: &[S]) -> (u128, usize) {
    let mut bits = S::default();
    let mut states = 0;
    for &sum in sums {
        bits = bits | sum;
        states += usize::from(sum != S::default());
    }
    (bits.into(), states)
}

/// Adds words in runs of one length.
fn add<W: Word, S: Sum, const RUN: usize>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    shift: u32,
) {
    if let [(from, to)] = map.runs[..] {
        return add_single_run::<W, S, RUN>(words, sums, images, map, (from, to), shift);
    }
    for_each_row(words, sums, images, map, |row, sums| {
        for &(from, to) in &map.runs {
            let (from, to) = (from as usize, to as usize);
            add_run::<W, S, RUN>(&row[from..from + RUN], &mut sums[to..to + RUN], shift);
        }
    });
}

/// The same with a single run in each row. In small tables this is the most frequent case.
fn add_single_run<W: Word, S: Sum, const RUN: usize>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    (from, to): (u32, u32),
    shift: u32,
) {
    let (from, to) = (from as usize, to as usize);
    let runs = words.chunks_exact(map.before).map(|row| &row[from..from + RUN]);
    match images {
        None if map.before == RUN && map.after == RUN => {
            for (sum, &word) in sums.iter_mut().zip(words) {
                *sum = *sum + (S::of(word.into()) << shift);
            }
        }
        None => {
            for (run, sums) in runs.zip(sums.chunks_exact_mut(map.after)) {
                add_run::<W, S, RUN>(run, &mut sums[to..to + RUN], shift);
            }
        }
        Some(images) => {
            for (run, &image) in runs.zip(images) {
                let start = image as usize * map.after + to;
                // What has no image would lie far beyond the table.
                if let Some(sums) = sums.get_mut(start..start + RUN) {
                    add_run::<W, S, RUN>(run, sums, shift);
                }
            }
        }
    }
}

/// Adds one run. The words are copied first, so that the compiler uses vectors.
#[inline(always)]
fn add_run<W: Word, S: Sum, const RUN: usize>(run: &[W], sums: &mut [S], shift: u32) {
    let run = run.first_chunk::<RUN>().expect("callers give as many words");
    let run = run.map(|word| S::of(word.into()) << shift);
    for (sum, word) in sums[..RUN].iter_mut().zip(run) {
        *sum = *sum + word;
    }
}

/// Adds words times a factor, in runs of several lengths.
fn add_of_lengths<W: Word, S: Sum>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    factor: S,
) {
    let one = S::of(1);
    for_each_row(words, sums, images, map, |row, sums| {
        let mut runs = map.runs.iter();
        for &(length, number) in &map.lengths {
            let length = length as usize;
            for &(from, to) in runs.by_ref().take(number as usize) {
                let words = &row[from as usize..][..length];
                let sums = &mut sums[to as usize..][..length];
                if factor == one {
                    for (sum, &word) in sums.iter_mut().zip(words) {
                        *sum = *sum + S::of(word.into());
                    }
                } else {
                    for (sum, &word) in sums.iter_mut().zip(words) {
                        *sum = *sum + S::of(word.into()) * factor;
                    }
                }
            }
        }
    });
}

/// Calls `add` with each row that has an image, and with the row of its image.
#[inline(always)]
fn for_each_row<W, S>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    add: impl Fn(&[W], &mut [S]),
) {
    let rows = words.chunks_exact(map.before);
    match images {
        None => rows.zip(sums.chunks_exact_mut(map.after)).for_each(|(row, sums)| add(row, sums)),
        Some(images) => {
            for (row, &image) in rows.zip(images) {
                if image != NO_IMAGE {
                    add(row, &mut sums[image as usize * map.after..][..map.after]);
                }
            }
        }
    }
}
