//! Hashes of results: of every byte of a file, and of its rows without their times.

use std::fs::File;
use std::io::{self, Read, Seek};

use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::results::record;

/// Size in bytes and SHA-256 of a whole file.
pub(super) fn hash_file(file: &mut File) -> io::Result<(u64, String)> {
    file.rewind()?;
    let (mut hasher, mut bytes) = (Sha256::new(), 0);
    let mut chunk = Vec::new();
    while file.take(1 << 16).read_to_end(&mut chunk)? > 0 {
        hasher.update(&chunk);
        bytes += chunk.len() as u64;
        chunk.clear();
    }
    Ok((bytes, hex(&hasher.finalize())))
}

/// The SHA-256 of sorted rows without their times: the same for every run of an experiment, unless
/// jobs run out of memory. The outcome of such a job depends on the memory, so there is no hash.
pub(super) struct ResultsHash(Option<Sha256>);

impl ResultsHash {
    pub(super) fn new() -> ResultsHash {
        ResultsHash(Some(Sha256::new()))
    }

    /// Adds the next row, a line of CSV with its line end.
    pub(super) fn add(&mut self, line: &[u8]) {
        if record::is_out_of_memory(line) {
            self.0 = None;
        }
        if let Some(hasher) = &mut self.0 {
            record::without_times(line).for_each(|field| {
                hasher.update(field);
                hasher.update(b",");
            });
        }
    }

    /// In hexadecimal; `None` if a job ran out of memory.
    pub(super) fn finish(self) -> Option<String> {
        self.0.map(|hasher| hex(&hasher.finalize()))
    }
}
