//! Hashes of results: of every byte of a file, and of its rows without their times.

use std::fs::File;
use std::io::{self, Seek, Write};

use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::results::record;

/// Hashes and counts the bytes that are written through it.
pub(super) struct HashingWriter<W> {
    inner: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W: Write> HashingWriter<W> {
    pub(super) fn new(inner: W) -> HashingWriter<W> {
        HashingWriter { inner, hasher: Sha256::new(), bytes: 0 }
    }

    /// The number of bytes, and their SHA-256 in hexadecimal.
    pub(super) fn finish(mut self) -> io::Result<(u64, String)> {
        self.inner.flush()?;
        Ok((self.bytes, hex(&self.hasher.finalize())))
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Size in bytes and SHA-256 of a whole file.
pub(super) fn hash_file(file: &mut File) -> io::Result<(u64, String)> {
    file.rewind()?;
    let mut hashing = HashingWriter::new(io::sink());
    io::copy(file, &mut hashing)?;
    hashing.finish()
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
