//! What counts are added up in, and how the rows of a table are added.

use std::ops::{Add, BitOr, Mul, Shl, Sub};

use crate::done_set_maps::DoneSetMap;
use crate::pairing_maps::NO_IMAGE;

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

/// Sums that are surveyed together. Their number fits the smallest type of sums.
const SURVEYED: usize = 1 << 12;

/// An upper bound on the sums, less than twice their maximum, and the number of sums that are not
/// 0. The bound is the bitwise or of the sums, so it has the width of the largest.
pub(crate) fn survey<S: Sum>(sums: &[S]) -> (u128, usize) {
    let mut bits = S::default();
    let mut states = 0;
    for sums in sums.chunks(SURVEYED) {
        // Counted in words as wide as the sums, so that the compiler uses vectors.
        let mut nonzero = S::default();
        for &sum in sums {
            bits = bits | sum;
            nonzero = nonzero + S::of(u128::from(sum != S::default()));
        }
        states += nonzero.into() as usize;
    }
    (bits.into(), states)
}

/// Adds words, moved up by `shift` bits. Rows go to the rows of their images, done sets to those of
/// the map.
pub(crate) fn add<W: Word, S: Sum>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    shift: u32,
) {
    // Code for what cannot be is not compiled.
    if const { size_of::<W>() > size_of::<S>() } {
        unreachable!("sums hold every count");
    }
    match shift {
        0 => add_runs::<W, S, false>(words, sums, images, map, 0),
        _ if const { size_of::<W>() > 4 || size_of::<S>() == 4 } => {
            unreachable!("only words of up to four bytes stand above others");
        }
        _ => add_runs::<W, S, true>(words, sums, images, map, shift),
    }
}

/// As [`add`]; words are moved up if they are `SHIFTED`.
fn add_runs<W: Word, S: Sum, const SHIFTED: bool>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    shift: u32,
) {
    match map.lengths[..] {
        [(1, _)] => add_runs_of::<W, S, 1, SHIFTED>(words, sums, images, map, shift),
        [(2, _)] => add_runs_of::<W, S, 2, SHIFTED>(words, sums, images, map, shift),
        [(4, _)] => add_runs_of::<W, S, 4, SHIFTED>(words, sums, images, map, shift),
        [(8, _)] => add_runs_of::<W, S, 8, SHIFTED>(words, sums, images, map, shift),
        [(16, _)] => add_runs_of::<W, S, 16, SHIFTED>(words, sums, images, map, shift),
        _ => add_of_lengths(words, sums, images, map, S::of(1) << shift),
    }
}

/// Adds words in runs of one length.
fn add_runs_of<W: Word, S: Sum, const RUN: usize, const SHIFTED: bool>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    shift: u32,
) {
    if map.runs.len() == 1 {
        return add_single_run::<W, S, RUN, SHIFTED>(words, sums, images, map, shift);
    }
    for_each_row(words, sums, images, map, |row, sums| {
        for &(from, to) in &map.runs {
            let (from, to) = (from as usize, to as usize);
            add_run::<W, S, RUN, SHIFTED>(&row[from..from + RUN], &mut sums[to..to + RUN], shift);
        }
    });
}

/// Adds up with a single run in each row. In small tables this is the most frequent case.
fn add_single_run<W: Word, S: Sum, const RUN: usize, const SHIFTED: bool>(
    words: &[W],
    sums: &mut [S],
    images: Option<&[u32]>,
    map: &DoneSetMap,
    shift: u32,
) {
    let (from, to) = (map.runs[0].0 as usize, map.runs[0].1 as usize);
    let runs = words.chunks_exact(map.before).map(|row| &row[from..from + RUN]);
    match images {
        None if map.before == RUN && map.after == RUN => {
            for (sum, &word) in sums.iter_mut().zip(words) {
                *sum = *sum + moved_up::<W, S, SHIFTED>(word, shift);
            }
        }
        None => {
            for (run, sums) in runs.zip(sums.chunks_exact_mut(map.after)) {
                add_run::<W, S, RUN, SHIFTED>(run, &mut sums[to..to + RUN], shift);
            }
        }
        Some(images) => {
            for (run, &image) in runs.zip(images) {
                let start = image as usize * map.after + to;
                // What has no image would lie far beyond the table.
                if let Some(sums) = sums.get_mut(start..start + RUN) {
                    add_run::<W, S, RUN, SHIFTED>(run, sums, shift);
                }
            }
        }
    }
}

/// Adds one run. The words are copied first, so that the compiler uses vectors.
#[inline(always)]
fn add_run<W: Word, S: Sum, const RUN: usize, const SHIFTED: bool>(
    run: &[W],
    sums: &mut [S],
    shift: u32,
) {
    let run = run.first_chunk::<RUN>().expect("callers give as many words");
    let run = run.map(|word| moved_up::<W, S, SHIFTED>(word, shift));
    for (sum, word) in sums[..RUN].iter_mut().zip(run) {
        *sum = *sum + word;
    }
}

/// Few words are moved, and code that never moves them is quicker.
#[inline(always)]
fn moved_up<W: Word, S: Sum, const SHIFTED: bool>(word: W, shift: u32) -> S {
    let word = S::of(word.into());
    if SHIFTED { word << shift } else { word }
}

/// Adds words times a factor, in runs of several lengths.
pub(crate) fn add_of_lengths<W: Word, S: Sum>(
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
