//! Replacements of a CSV that a crash has interrupted.
//!
//! A CSV is replaced by its sorted rows when it is sealed, and by its rows without those that ran
//! out of memory or time when these are searched again. The checksums of the new CSV are on the
//! disk before it gets its name: in the seal, or in the journal. So if they do not fit the CSV, it
//! is compared with what it was to be replaced by. If that is what they say, no byte of these rows
//! was changed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};

use crate::results::blocks::{BlockState, Blocks, Parts};
use crate::results::journal::{Behind, Recorded};
use crate::results::record::{self, Layout, Limit};
use crate::results::rows::LONGEST_LINE;
use crate::results::sidecar::{Seal, Sidecar};
use crate::results::sorted::{RowLocation, RowReaders, SortedHashes};

/// What a crash has interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Interrupted {
    /// The sorted rows were to replace the CSV. Their seal is in the sidecar.
    Sealing,
    /// The rows without this limit as their outcome were to replace the CSV. The journal is theirs.
    Dropping(Limit),
}

/// Compares a file with what is recorded of it. If a crash has interrupted its replacement and no
/// row was changed, nothing else is recorded any more.
///
/// # Errors
/// Those of reading.
pub(super) fn check(
    file: &mut File,
    sidecar: &Sidecar,
    recorded: Recorded,
) -> io::Result<(Recorded, Parts, Option<Interrupted>)> {
    let parts = recorded.blocks.check(file)?;
    let has_changed = parts.in_state(BlockState::Changed).next().is_some();
    let interrupted = match (&sidecar.sealed, recorded.behind) {
        (Some(seal), _) if has_changed && is_unsorted(file, seal)? => Interrupted::Sealing,
        (None, Behind::Dropped(limit)) if is_to_lose_rows(file, &recorded.blocks, limit)? => {
            Interrupted::Dropping(limit)
        }
        (None, Behind::Dropped(_)) => return Ok((recorded, parts.without_uncovered(), None)),
        _ => return Ok((recorded, parts, None)),
    };
    let parts = Blocks::NONE.check(file)?;
    Ok((Recorded::ALL_ROWS, parts, Some(interrupted)))
}

/// How a file compares with its seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SealState {
    /// It is what was sealed.
    Holds,
    /// It has the lines that were sealed, in another order: sealing was interrupted.
    Unsorted,
    /// It was changed.
    Broken,
}

/// Compares a file with its seal.
///
/// # Errors
/// Those of reading.
pub(super) fn seal_state(file: &mut File, seal: &Seal) -> io::Result<SealState> {
    Ok(if seal.holds(file)? {
        SealState::Holds
    } else if is_unsorted(file, seal)? {
        SealState::Unsorted
    } else {
        SealState::Broken
    })
}

/// Whether a file that is not what was sealed has the lines that were sealed, in another order.
fn is_unsorted(file: &File, seal: &Seal) -> io::Result<bool> {
    // Sorting does not change the size. Older programs sorted a file before they sealed it.
    if seal.blocks.is_empty() || file.metadata()?.len() != seal.bytes {
        return Ok(false);
    }
    let sorted = hashes_of_sorted(file, |_| true)?;
    Ok(sorted.is_some_and(|sorted| sorted.seal.sha256 == seal.sha256))
}

/// Whether the journal of a file has its rows without those of a limit, sorted.
fn is_to_lose_rows(file: &File, journal: &Blocks, limit: Limit) -> io::Result<bool> {
    let sorted = hashes_of_sorted(file, |line| !record::has_outcome(line, limit.outcome()))?;
    Ok(sorted.is_some_and(|sorted| sorted.seal.blocks == *journal))
}

/// The hashes of some lines of a file in the order of their jobs; `None` if a line is not a row.
fn hashes_of_sorted(
    mut file: &File,
    keep: impl Fn(&[u8]) -> bool,
) -> io::Result<Option<SortedHashes>> {
    file.rewind()?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    let mut offset = read_line(&mut reader, &mut line)?;
    let is_header = |layout: &Layout| line.strip_suffix(b"\n") == Some(layout.header().as_bytes());
    let Some(layout) = Layout::all().find(is_header) else {
        return Ok(None);
    };
    // 16 bytes a row.
    let mut rows = Vec::new();
    loop {
        let length = read_line(&mut reader, &mut line)?;
        if length == 0 {
            break;
        }
        let Some(job) = job_of(&line) else {
            return Ok(None);
        };
        if keep(&line) {
            rows.push((job, offset));
        }
        offset += length;
    }
    rows.sort_unstable();
    let rows = rows.into_iter().map(|(job, offset)| RowLocation { job, file: 0, offset });
    let readers = RowReaders::new(vec![file.try_clone()?]);
    match SortedHashes::write(io::sink(), layout, readers, rows) {
        // The file is being changed.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(None),
        hashes => hashes.map(Some),
    }
}

fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', line).map(|length| length as u64)
}

/// The job of a complete line.
fn job_of(line: &[u8]) -> Option<u64> {
    let id = line.strip_suffix(b"\n")?.split(|byte| *byte == b',').next()?;
    std::str::from_utf8(id).ok()?.parse().ok()
}
