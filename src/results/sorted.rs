//! Writes rows of one or more files into a single file, sorted by job.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::files::access::Access;
use crate::files::atomic::AtomicFile;
use crate::results::blocks::BlockHasher;
use crate::results::clock;
use crate::results::error::StoreError;
use crate::results::hashing::{ResultsHash, RowSum};
use crate::results::record::Layout;
use crate::results::sidecar::Seal;

/// Memory for reading ahead in all files together, and the bounds for one.
const READ_AHEAD: usize = 16 << 20;
const LEAST_READ_AHEAD: usize = 1 << 12;
const MOST_READ_AHEAD: usize = 1 << 16;

/// For messages: what replaces a results file.
const SORT: &str = "write the sorted rows of";

/// A sorted file that has not replaced the old one yet.
pub(super) struct SortedFile {
    file: AtomicFile,
    pub(super) hashes: SortedHashes,
}

/// The hashes of a sorted file.
pub(super) struct SortedHashes {
    /// Of every byte.
    pub(super) seal: Seal,
    /// The [`ResultsHash`] of its rows.
    pub(super) results_sha256: Option<String>,
    /// The sum of its rows, which must be that of the rows that were checked.
    pub(super) sum: RowSum,
}

impl SortedFile {
    /// Writes a header and these rows, which are given by ascending job. A file that replaces no
    /// other is for `access`.
    pub(super) fn write(
        csv: &Path,
        access: &Access,
        layout: Layout,
        readers: RowReaders,
        rows: impl Iterator<Item = RowLocation>,
    ) -> io::Result<SortedFile> {
        let mut file = AtomicFile::create_as(csv, access.clone())?;
        let out = BufWriter::with_capacity(1 << 16, &mut file);
        let hashes = SortedHashes::write(out, layout, readers, rows)?;
        Ok(SortedFile { file, hashes })
    }

    /// The new version of a results file with these rows of it, whose sum must be this one.
    pub(super) fn of(
        csv: &Path,
        layout: Layout,
        rows: impl Iterator<Item = RowLocation>,
        sum: RowSum,
    ) -> Result<SortedFile, StoreError> {
        let source = File::open(csv).map_err(StoreError::io("open", csv))?;
        match SortedFile::write(csv, &Access::Usual, layout, RowReaders::new(vec![source]), rows) {
            Ok(sorted) if sorted.hashes.sum == sum => Ok(sorted),
            Err(error) if error.kind() != io::ErrorKind::InvalidData => {
                Err(StoreError::io(SORT, csv)(error))
            }
            _ => Err(StoreError::ChangedMeanwhile(csv.to_owned())),
        }
    }

    /// Replaces the results file.
    pub(super) fn commit(self, csv: &Path) -> Result<(), StoreError> {
        self.file.commit().map_err(StoreError::io(SORT, csv))
    }

    /// The file, to be committed in another way.
    pub(super) fn into_file(self) -> AtomicFile {
        self.file
    }
}

impl SortedHashes {
    /// Writes a header and these rows, which are given by ascending job.
    pub(super) fn write(
        mut out: impl Write,
        layout: Layout,
        mut readers: RowReaders,
        rows: impl Iterator<Item = RowLocation>,
    ) -> io::Result<SortedHashes> {
        let (mut hasher, mut results, mut bytes) = (Sha256::new(), ResultsHash::new(), 0);
        let (mut blocks, mut sum) = (BlockHasher::new(), RowSum::default());
        let mut line = (layout.header() + "\n").into_bytes();
        let mut write = |line: &[u8]| {
            bytes += line.len() as u64;
            hasher.update(line);
            blocks.add(line);
            out.write_all(line)
        };
        write(&line)?;
        for row in rows {
            readers.read_row(row, &mut line)?;
            write(&line)?;
            results.add(&line);
            sum.add(&line);
        }
        out.flush()?;
        let sha256 = hex(&hasher.finalize());
        let seal = Seal { at: clock::now_or_last(), bytes, sha256, blocks: blocks.finish() };
        Ok(SortedHashes { seal, results_sha256: results.finish(), sum })
    }
}

/// The file and the byte at which the row of a job begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowLocation {
    pub(super) job: u64,
    /// Index of the file in [`RowReaders`].
    pub(super) file: u32,
    pub(super) offset: u64,
}

/// Files whose rows are read in any order, mostly forwards.
#[derive(Debug)]
pub(super) struct RowReaders(Vec<RowReader>);

#[derive(Debug)]
struct RowReader {
    reader: BufReader<File>,
    /// The byte that is read next; unknown before the first row.
    position: Option<u64>,
}

impl RowReaders {
    pub(super) fn new(files: Vec<File>) -> RowReaders {
        let fair = READ_AHEAD / files.len().max(1);
        let capacity = fair.clamp(LEAST_READ_AHEAD, MOST_READ_AHEAD);
        let row_reader =
            |file| RowReader { reader: BufReader::with_capacity(capacity, file), position: None };
        RowReaders(files.into_iter().map(row_reader).collect())
    }

    /// Reads a row into `line`, its line end included.
    ///
    /// # Errors
    /// Those of reading, and `InvalidData` if the row is no longer there.
    pub(super) fn read_row(&mut self, row: RowLocation, line: &mut Vec<u8>) -> io::Result<()> {
        let RowReader { reader, position } = &mut self.0[row.file as usize];
        match position {
            // Keeps what was read ahead.
            Some(position) => reader.seek_relative(row.offset as i64 - *position as i64)?,
            None => drop(reader.seek(io::SeekFrom::Start(row.offset))?),
        }
        line.clear();
        reader.read_until(b'\n', line)?;
        *position = Some(row.offset + line.len() as u64);
        let id = line.split(|byte| *byte == b',').next();
        if id == Some(row.job.to_string().as_bytes()) && line.ends_with(b"\n") {
            Ok(())
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it changed while it was read"))
        }
    }
}
