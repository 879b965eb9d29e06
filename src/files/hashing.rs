//! SHA-256 of what is read.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

/// Hashes and counts the bytes that are read through it.
pub(crate) struct Hashing<R> {
    file: R,
    hasher: Sha256,
    bytes: u64,
}

impl<R> Hashing<R> {
    pub(crate) fn new(file: R) -> Hashing<R> {
        Hashing { file, hasher: Sha256::new(), bytes: 0 }
    }

    /// How many bytes were read, and their SHA-256.
    pub(crate) fn finish(self) -> (u64, [u8; 32]) {
        (self.bytes, self.hasher.finalize().into())
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.hasher.update(&buffer[..length]);
        self.bytes += length as u64;
        Ok(length)
    }
}

/// Bytes as lowercase hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
