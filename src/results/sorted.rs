//! Complete results: rows sorted by job in one file, with its hashes.

use std::fs::{File, Permissions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::results::Seal;
use crate::results::record::{self, Layout};

/// Memory for reading ahead in all sources together, and the least for one.
const READ_AHEAD: usize = 16 << 20;
const LEAST_READ_AHEAD: usize = 1 << 12;
const MOST_READ_AHEAD: usize = 1 << 16;

/// Writes rows of `sources` in the order of `places`, each the number of a source, the byte where a line begins in
/// it with the id of the job whose row that is, to the file `target`, and syncs it.
///
/// Gives its seal, and the [`ResultsHash`] of its rows.
pub(super) fn write(
    target: &Path,
    layout: Layout,
    permissions: Option<Permissions>,
    mut sources: Sources,
    places: impl Iterator<Item = Place>,
) -> io::Result<(Seal, Option<String>)> {
    let mut sorted = Hashing {
        inner: BufWriter::with_capacity(1 << 16, File::create(target)?),
        hasher: Sha256::new(),
        bytes: 0,
    };
    sorted.write_all(layout.header().as_bytes())?;
    sorted.write_all(b"\n")?;
    let mut results = ResultsHash::new();
    let mut line = Vec::new();
    for place in places {
        sources.read_row(place, &mut line)?;
        sorted.write_all(&line)?;
        results.add(&line);
    }
    let file = sorted.inner.into_inner().map_err(|error| error.into_error())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    let seal =
        Seal { at: Timestamp::now(), bytes: sorted.bytes, sha256: hex(&sorted.hasher.finalize()) };
    Ok((seal, results.finish()))
}

/// The SHA-256 of sorted rows without their times: the same for every run of an experiment, unless jobs run out of
/// memory. What such a job gives depends on the memory, so there is no hash then.
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

/// Where a row is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The job whose row it is.
    pub(super) job: u64,
    /// Number of the file.
    pub(super) source: u32,
    /// Byte at which the line begins.
    pub(super) offset: u64,
}

/// Files from which lines are read here and there, mostly forwards.
#[derive(Debug)]
pub(super) struct Sources(Vec<(BufReader<File>, i64)>);

impl Sources {
    pub(super) fn new(files: Vec<File>) -> Sources {
        let fair = READ_AHEAD / files.len().max(1);
        let capacity = fair.clamp(LEAST_READ_AHEAD, MOST_READ_AHEAD);
        let reader = |file| (BufReader::with_capacity(capacity, file), -1);
        Sources(files.into_iter().map(reader).collect())
    }

    /// Reads the row at a place, its line end included.
    ///
    /// # Errors
    /// Also if that row is not there any more.
    pub(super) fn read_row(&mut self, place: Place, line: &mut Vec<u8>) -> io::Result<()> {
        let (reader, position) = &mut self.0[place.source as usize];
        let offset = place.offset as i64;
        if *position < 0 {
            reader.rewind()?;
            *position = 0;
        }
        reader.seek_relative(offset - *position)?;
        line.clear();
        reader.read_until(b'\n', line)?;
        *position = offset + line.len() as i64;
        let id = line.split(|byte| *byte == b',').next();
        if id == Some(place.job.to_string().as_bytes()) && line.ends_with(b"\n") {
            Ok(())
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it changed while it was read"))
        }
    }
}

/// Hashes and counts what is written through it.
struct Hashing<W> {
    inner: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashing<W> {
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
    let mut hashing = Hashing { inner: io::sink(), hasher: Sha256::new(), bytes: 0 };
    io::copy(file, &mut hashing)?;
    Ok((hashing.bytes, hex(&hashing.hasher.finalize())))
}
