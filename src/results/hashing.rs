//! Hashes of results: of every byte of a file, of its rows without their times, and of its rows in
//! any order.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::results::record;

/// Size in bytes and SHA-256 of a whole file.
pub(super) fn hash_file(file: &mut File) -> io::Result<(u64, String)> {
    file.rewind()?;
    let (bytes, sha256) = hash_next(file, u64::MAX)?;
    Ok((bytes, hex(&sha256)))
}

/// The number and the SHA-256 of the next bytes of a file, at most `most`.
pub(super) fn hash_next(file: &mut File, most: u64) -> io::Result<(u64, [u8; 32])> {
    let (mut hasher, mut read) = (Sha256::new(), 0);
    let mut chunk = Vec::new();
    while file.take((most - read).min(1 << 16)).read_to_end(&mut chunk)? > 0 {
        hasher.update(&chunk);
        read += chunk.len() as u64;
        chunk.clear();
    }
    Ok((read, hasher.finalize().into()))
}

/// The same, and the [`ResultsHash`] of its lines behind the header. Their lengths are bounded,
/// because they were read before.
pub(super) fn hash_file_and_rows(file: &mut File) -> io::Result<(u64, String, Option<String>)> {
    file.rewind()?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut hasher, mut bytes, mut results) = (Sha256::new(), 0, ResultsHash::new());
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        hasher.update(&line);
        if bytes > 0 {
            results.add(&line);
        }
        bytes += line.len() as u64;
        line.clear();
    }
    Ok((bytes, hex(&hasher.finalize()), results.finish()))
}

/// The SHA-256 of sorted rows without their times: the same for every run of an experiment, unless
/// jobs run out of memory or time. The outcome of such a job depends on the machine, so there is no
/// hash.
pub(super) struct ResultsHash(Option<Sha256>);

impl ResultsHash {
    pub(super) fn new() -> ResultsHash {
        ResultsHash(Some(Sha256::new()))
    }

    /// Adds the next row, a line of CSV with its line end.
    pub(super) fn add(&mut self, line: &[u8]) {
        if record::hit_limit(line) {
            self.0 = None;
        }
        if let Some(hasher) = &mut self.0 {
            record::without_times(line).for_each(|field| {
                hasher.update(field);
                hasher.update(b",");
            });
        }
    }

    /// In hexadecimal; `None` if a job ran out of memory or time.
    pub(super) fn finish(self) -> Option<String> {
        self.0.map(|hasher| hex(&hasher.finalize()))
    }
}

/// A sum of the hashes of rows, which does not depend on their order. It shows whether the rows
/// that are written are those that were read and checked.
///
/// Different rows have the same sum with probability 2^-64. The keys of the hash are chosen when
/// the process starts, so sums of two processes cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RowSum(u64);

/// The keys of all sums of this process.
static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl RowSum {
    /// Adds a row, a line of CSV with or without its line end.
    pub(super) fn add(&mut self, row: &[u8]) {
        self.0 = self.0.wrapping_add(RowSum::of(row).0);
    }

    /// Takes a row out that was added.
    pub(super) fn remove(&mut self, row: &[u8]) {
        self.0 = self.0.wrapping_sub(RowSum::of(row).0);
    }

    /// Takes the rows of another sum out, which were added.
    pub(super) fn without(self, other: RowSum) -> RowSum {
        RowSum(self.0.wrapping_sub(other.0))
    }

    /// Adds the rows of another sum.
    pub(super) fn merge(&mut self, other: RowSum) {
        self.0 = self.0.wrapping_add(other.0);
    }

    fn of(row: &[u8]) -> RowSum {
        RowSum(KEYS.hash_one(row.strip_suffix(b"\n").unwrap_or(row)))
    }
}

#[cfg(test)]
mod tests {
    use crate::results::hashing::*;

    fn sum(rows: &[&str]) -> RowSum {
        let mut sum = RowSum::default();
        rows.iter().for_each(|row| sum.add(row.as_bytes()));
        sum
    }

    #[test]
    fn a_sum_of_rows_depends_on_each_row_and_not_on_their_order() {
        assert_eq!(sum(&["0,a", "1,b"]), sum(&["1,b", "0,a"]));
        for other in [&["0,a"][..], &["0,a", "1,c"], &["0,a", "1,b", "1,b"], &["0", "a1,b"]] {
            assert_ne!(sum(&["0,a", "1,b"]), sum(other), "{other:?}");
        }
    }
}
