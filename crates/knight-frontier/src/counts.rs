//! Counts of the states of one table, in words as narrow as the largest count allows.
//!
//! Counts of five bytes, for example, are kept as words of four and words of one. Together they
//! take less memory than words of eight, and both are added with vector instructions.

use std::io;

use crate::done_set_maps::DoneSetMap;
use crate::sums::{Sum, Word, add, add_of_lengths};

/// The counts of a table: row after row, a count for each done set, a word for each lane.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    low: Words,
    /// The higher bytes, beyond the words of `low`; empty if all counts fit `low`.
    high: Words,
    /// No count has more bits.
    bits: u8,
}

/// How wide and how many counts are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    counts: usize,
    /// No count has more bits.
    bits: u8,
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
    pub(crate) fn of<S: Sum>(sums: &[S], max: u128) -> Counts {
        let bits = (u128::BITS - max.leading_zeros()) as u8;
        let (low, high) = word_bytes(bits);
        let low_bits = 8 * low as u32;
        let high = Words::of(sums.iter().map(|sum| sum.split(low_bits).0.into()), high);
        Counts { low: Words::of(sums.iter().map(|&sum| sum.into()), low), high, bits }
    }

    /// Bytes of counts up to `max`.
    pub(crate) fn bytes_for(counts: usize, max: u128) -> usize {
        let (low, high) = word_bytes((u128::BITS - max.leading_zeros()) as u8);
        counts * (low + high)
    }

    /// Bytes of the words.
    pub(crate) fn bytes(&self) -> usize {
        self.low.bytes() + self.high.bytes()
    }

    /// An upper bound on the counts.
    pub(crate) fn max(&self) -> u128 {
        u128::MAX.checked_shr(u128::BITS - u32::from(self.bits)).unwrap_or(0)
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape { counts: self.low.bytes() * 8 / self.low.bits() as usize, bits: self.bits }
    }

    /// Passes all bytes to `write`, in the order of bytes of this machine.
    pub(crate) fn write(&self, write: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        write(self.low.as_bytes())?;
        write(self.high.as_bytes())
    }

    /// Counts whose bytes `read` gives as they were written.
    pub(crate) fn read(
        Shape { counts, bits }: Shape,
        read: &mut dyn FnMut(&mut [u8]) -> io::Result<()>,
    ) -> io::Result<Counts> {
        let (low, high) = word_bytes(bits);
        let mut words = |bytes: usize| {
            let mut words = Words::of(std::iter::repeat_n(0, counts), bytes);
            for_each_width!(&mut words, words => read(bytemuck::cast_slice_mut(words)))?;
            Ok::<Words, io::Error>(words)
        };
        Ok(Counts { low: words(low)?, high: words(high)?, bits })
    }

    /// One of the counts.
    pub(crate) fn count(&self, at: usize) -> u128 {
        let high = if self.high.bytes() == 0 { 0 } else { self.high.word(at) << self.low.bits() };
        self.low.word(at) | high
    }

    /// Adds these counts, times the weight, to the sums. Rows go to the rows of their images, done
    /// sets to those of the map.
    pub(crate) fn add_to<S: Sum>(
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
    /// Words of this many bytes, of the lowest bits of numbers; none of 0 bytes.
    fn of(numbers: impl Iterator<Item = u128>, bytes: usize) -> Words {
        match bytes {
            0 => Words::U8(Box::default()),
            1 => Words::U8(numbers.map(|number| number as u8).collect()),
            2 => Words::U16(numbers.map(|number| number as u16).collect()),
            4 => Words::U32(numbers.map(|number| number as u32).collect()),
            8 => Words::U64(numbers.map(|number| number as u64).collect()),
            _ => Words::U128(numbers.collect()),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        for_each_width!(self, words => bytemuck::cast_slice(words))
    }

    fn bytes(&self) -> usize {
        self.as_bytes().len()
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
        for_each_width!(self, words => match weight {
            1 => add(words, sums, images, map, shift),
            _ => add_of_lengths(words, sums, images, map, S::of(weight.into()) << shift),
        });
    }
}

/// Bytes of the narrowest words that hold numbers of these bits: of the low words and, where two
/// words together are narrower than one, of the high words.
fn word_bytes(bits: u8) -> (usize, usize) {
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

#[cfg(test)]
mod tests {
    use crate::counts::*;
    use crate::pairing_maps::NO_IMAGE;

    #[test]
    fn counts_of_every_width_are_kept_and_added() {
        let mut map = DoneSetMap::default();
        (map.before, map.after) = (4, 4);
        (map.runs, map.lengths) = (vec![(0, 0), (2, 2)], vec![(2, 2)]);
        for bits in 1..=124 {
            let max = u128::MAX >> (128 - bits);
            let sums = [max, 0, 1, max / 3];
            let counts = Counts::of(&sums, max);
            assert_eq!([0, 1, 2, 3].map(|at| counts.count(at)), sums);
            assert_eq!(counts.bytes(), Counts::bytes_for(4, max));
            assert!(counts.max() == max && counts.bytes() <= 4 * (bits as usize / 6 + 2));
            let (mut written, mut at) = (Vec::new(), 0);
            let write = &mut |bytes: &[u8]| {
                written.extend_from_slice(bytes);
                Ok(())
            };
            counts.write(write).unwrap();
            let read = &mut |bytes: &mut [u8]| {
                bytes.copy_from_slice(&written[at..at + bytes.len()]);
                at += bytes.len();
                Ok(())
            };
            let counts = Counts::read(counts.shape(), read).unwrap();
            assert_eq!((counts.bytes(), counts.max()), (written.len(), max));
            for weight in [1, 5] {
                let mut total = [7u128; 4];
                counts.add_to(&mut total, None, &map, weight);
                assert_eq!(total, sums.map(|sum| 7 + sum * u128::from(weight)));
                counts.add_to(&mut total, Some(&[NO_IMAGE]), &map, weight);
                assert_eq!(total, sums.map(|sum| 7 + sum * u128::from(weight)));
            }
        }
    }
}
