//! The journal `NAME.csv.journal`: the blocks of a CSV that is not sealed, so that a changed row is
//! noticed when the file is resumed.
//!
//! The first line is a mark. Each further line is a block and a check of the line itself:
//! `END SHA256 CHECK`. A line is written after the rows of its block were synced, so a line on the
//! disk implies its rows on the disk. The journal itself is synced only when it is made: if its
//! last lines are lost, their rows are checked one by one, as those of a file without a journal.
//!
//! A journal is never the reason to lose a row, and never contradicts a CSV that nobody changed.
//! These states can be found, and each can be resumed:
//!
//! - *A CSV without a journal:* the rows are checked one by one, synced, and put into a new one.
//! - *Rows behind the last block:* the same. What is damaged there was never synced, and is
//!   removed; the rows behind it are kept.
//! - *A line without its line end, or NUL bytes, at the end of the journal:* the lines before them
//!   count.
//! - *Other damage in the journal,* also of its last line: the same, but it is said, and of the
//!   rows behind the last block only those with NUL bytes are taken for damage of a power loss.
//! - *A CSV that ends before the last block:* the rows of whole blocks are kept. No crash cuts a
//!   block, because its rows are synced first, and the rest of one cannot be checked: its rows are
//!   searched again. Before a row is added, the journal is replaced by one of the whole blocks.
//! - *A journal without a CSV,* between two renames of `--fresh` or of a merge: the same.
//! - *A temporary file of a new journal:* the old journal is there. The next lock removes the file.
//!
//! When a CSV is replaced, the checksums of the new one are on the disk first. So the rows are
//! never without any. A file is sealed in this order: its sidecar with the seal of the sorted rows,
//! the sorted CSV, the removal of the journal. Each is synced before the next.
//!
//! - *A sidecar with a seal and a CSV that is not what was sealed:* if its rows, sorted, are what
//!   was sealed, sealing was interrupted and is finished, with or without a journal. Otherwise the
//!   file was changed, and the journal does not count: it may have been written of changed rows
//!   when a file that was cut was resumed.
//! - *A sealed CSV with a journal:* the seal counts. If it holds, the journal is removed. The
//!   journal is there after a crash of sealing, or of taking the seal away, or because a backup was
//!   restored.
//! - *A sidecar with a seal without a CSV,* in a merge or `--fresh`: all rows are searched.
//!
//! Rows are dropped to be searched again in this order: a journal of the rows that stay, which says
//! so in its last line; the sidecar without a seal; the sorted CSV. The run then replaces the
//! journal.
//!
//! - *A journal of rows that stay:* if the rows that did not run out of memory or time, sorted, are
//!   those of the journal, the others are dropped if they are still there. Otherwise rows were
//!   changed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};

use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::files::access::Access;
use crate::files::atomic;
use crate::files::identity::is_at;
use crate::files::open::{Links, regular_with};
use crate::results::blocks::{Block, BlockHasher, Blocks};
use crate::results::error::StoreError;
use crate::results::paths::Paths;
use crate::results::record::Limit;
use crate::results::sidecar::{Seal, Sidecar};

/// The first line of every journal, so that no other file is mistaken for one.
const MARK: &str = "knightsweep journal: END SHA256 CHECK of each block of the CSV\n";

/// The last line of a journal of the rows that stay while others are dropped.
const fn dropped(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "all other rows ran out of memory and are dropped\n",
        Limit::Time => "all other rows ran out of time and are dropped\n",
    }
}

/// No line is longer.
const LONGEST_LINE: u64 = 128;

/// What is known of the rows of a CSV.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Recorded {
    pub(super) blocks: Blocks,
    pub(super) behind: Behind,
}

/// What is behind the last block that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Behind {
    /// Nothing, because the file was sealed, or because what is recorded has all of its rows.
    Nothing,
    /// Nothing, or the rows that this limit left without an answer and that were to be dropped.
    Dropped(Limit),
    /// Rows that may not have been synced. A power loss can damage them in any way.
    Unsynced,
    /// Any rows: there is no journal. A power loss leaves NUL bytes.
    AnyRows,
    /// The same, because the journal is damaged there.
    DamagedJournal,
}

impl Recorded {
    /// Nothing is known.
    const NOTHING: Recorded = Recorded { blocks: Blocks::NONE, behind: Behind::AnyRows };

    /// Nothing but that all rows are those that were recorded.
    pub(super) const ALL_ROWS: Recorded =
        Recorded { blocks: Blocks::NONE, behind: Behind::Nothing };

    /// What a seal has.
    pub(super) fn of_seal(seal: &Seal) -> Recorded {
        Recorded { blocks: seal.blocks.clone(), behind: Behind::Nothing }
    }

    /// Whether the blocks are those of a journal. All rows of a seal are compared with their hash
    /// before they are sealed again, those of a journal are not.
    pub(super) fn is_of_journal(&self) -> bool {
        self.behind != Behind::Nothing
    }

    /// Whether a power loss can have damaged this line, which begins at this byte, so that it was
    /// never synced.
    pub(super) fn permits_damage(&self, begin: u64, line: &[u8]) -> bool {
        begin >= self.blocks.end()
            && match self.behind {
                Behind::Nothing => false,
                Behind::Unsynced => true,
                Behind::Dropped(_) | Behind::AnyRows | Behind::DamagedJournal => line.contains(&0),
            }
    }

    /// What is wrong with the journal, if anything, for the user.
    pub(super) fn fault(&self) -> Option<String> {
        let end = self.blocks.end();
        (self.behind == Behind::DamagedJournal).then(|| {
            format!(
                "its journal is damaged, so its rows behind byte {end} have no checksums and were \
                 checked one by one, which finds fewer changes; `knightsweep verify --recompute N` \
                 searches N of all rows again"
            )
        })
    }
}

/// What is known of results with this sidecar: the blocks of their seal, or else of their journal.
///
/// # Errors
/// As [`read`].
pub(super) fn recorded(paths: &Paths, sidecar: &Sidecar) -> Result<Recorded, StoreError> {
    // The journal first: something else with its name is refused in any case.
    let recorded = read(paths)?;
    Ok(match &sidecar.sealed {
        Some(seal) => Recorded::of_seal(seal),
        None => recorded,
    })
}

/// The same for a reader, who holds no lock and has opened the CSV: a run may replace it at any
/// time, and its journal belongs to the new one.
///
/// # Errors
/// As [`recorded`].
pub(super) fn recorded_of(
    csv: &File,
    paths: &Paths,
    sidecar: &Sidecar,
) -> Result<Recorded, StoreError> {
    let recorded = recorded(paths, sidecar)?;
    let is_there = is_at(csv, &paths.csv, Links::Follow);
    let is_there = is_there.map_err(StoreError::io("look at", &paths.csv))?;
    Ok(if is_there || sidecar.sealed.is_some() { recorded } else { Recorded::NOTHING })
}

/// The journal of results; without blocks if there is none.
///
/// # Errors
/// [`StoreError`] if it cannot be read, or something else has its name.
fn read(paths: &Paths) -> Result<Recorded, StoreError> {
    let path = &paths.journal;
    let foreign = || {
        let why = "this is not a journal of knightsweep, or it was damaged; move it elsewhere and \
                   keep it (the rows are then checked one by one, and `knightsweep verify \
                   --recompute N` searches N of them again), or choose another --out";
        StoreError::unusable(path, why)
    };
    let file = match regular_with(path, OpenOptions::new().read(true), Links::Refuse) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Recorded::NOTHING),
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(foreign()),
        Err(error) => return Err(StoreError::io("open", path)(error)),
    };
    let recorded = parse(BufReader::new(file)).map_err(StoreError::io("read", path))?;
    recorded.ok_or_else(foreign)
}

/// The blocks of a journal up to the first line that is not whole; `None` for another file.
fn parse(mut reader: impl BufRead) -> io::Result<Option<Recorded>> {
    let mut line = Vec::new();
    read_line(&mut reader, &mut line)?;
    if line != MARK.as_bytes() {
        // A power loss can leave NUL bytes in the place of others.
        let text = line.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let is_ours = MARK.as_bytes().starts_with(&line[..text]) && is_nul(reader)?;
        return Ok(is_ours.then_some(Recorded::NOTHING));
    }
    let mut blocks = Blocks::NONE;
    loop {
        read_line(&mut reader, &mut line)?;
        let block = parse_line(&line);
        if !block.is_some_and(|block| blocks.push(block)) {
            break;
        }
    }
    for limit in [Limit::Memory, Limit::Time] {
        if line == dropped(limit).as_bytes() && is_nul(&mut reader)? {
            return Ok(Some(Recorded { blocks, behind: Behind::Dropped(limit) }));
        }
    }
    // A line is written from its beginning, so one that has its line end was whole once.
    let is_torn = !line.ends_with(b"\n") && is_nul(reader)?;
    let behind = if is_torn { Behind::Unsynced } else { Behind::DamagedJournal };
    Ok(Some(Recorded { blocks, behind }))
}

fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', line)?;
    Ok(())
}

/// Whether nothing but NUL bytes is left.
fn is_nul(mut reader: impl BufRead) -> io::Result<bool> {
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() || chunk.iter().any(|&byte| byte != 0) {
            return Ok(chunk.is_empty());
        }
        let length = chunk.len();
        reader.consume(length);
    }
}

fn parse_line(line: &[u8]) -> Option<Block> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (block, check) = text.rsplit_once(' ')?;
    (check == check_of(block)).then(|| block.parse().ok())?
}

fn line_of(block: &Block) -> String {
    let text = block.to_string();
    let check = check_of(&text);
    text + " " + &check + "\n"
}

/// The check of a line, so that a changed byte of it does not accuse the rows of its block.
fn check_of(block: &str) -> String {
    hex(&Sha256::digest(block)[..4])
}

/// Removes the journal, if there is one, before the CSV is replaced or after it was sealed.
///
/// # Errors
/// [`StoreError::Io`]; then the journal may be there or not.
pub(super) fn remove(paths: &Paths) -> Result<(), StoreError> {
    match fs::remove_file(&paths.journal) {
        Ok(()) => paths.sync_folder(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::io("remove", &paths.journal)(error)),
    }
}

/// Removes a journal without its CSV, which something else left behind, before a CSV is made.
///
/// # Errors
/// As [`remove`], and [`StoreError::Unusable`] if it is not a journal.
pub(super) fn clear(paths: &Paths) -> Result<(), StoreError> {
    read(paths)?;
    remove(paths)
}

/// Makes the journal of a CSV that was written and synced as a whole. A new one is for `access`.
///
/// # Errors
/// [`StoreError::Io`]; the CSV is right without a journal.
pub(super) fn write(paths: &Paths, blocks: &Blocks, access: &Access) -> Result<(), StoreError> {
    replace(paths, lines_of(blocks), access).map_err(StoreError::io("write to", &paths.journal))
}

/// Makes the journal of the rows that stay when those of a limit are dropped. All rows are on the
/// disk.
///
/// # Errors
/// [`StoreError::Io`]; then the journal is the old or the new one.
pub(super) fn write_of_kept(paths: &Paths, kept: &Blocks, limit: Limit) -> Result<(), StoreError> {
    let written = Access::of(&paths.csv)
        .and_then(|access| replace(paths, lines_of(kept) + dropped(limit), &access));
    written.map_err(StoreError::io("write to", &paths.journal))
}

fn lines_of(blocks: &Blocks) -> String {
    blocks.iter().map(line_of).collect()
}

fn replace(paths: &Paths, lines: String, access: &Access) -> io::Result<()> {
    let text = MARK.to_owned() + &lines;
    atomic::replace_as(&paths.journal, text.as_bytes(), access.clone())
}

/// The journal of a CSV that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    paths: Paths,
    hasher: BlockHasher,
    /// Open for appending. Missing before the first block is recorded.
    file: Option<File>,
}

impl Journal {
    /// Of results whose lines `hasher` has taken. Nothing is written yet.
    pub(super) fn new(paths: Paths, hasher: BlockHasher) -> Journal {
        Journal { paths, hasher, file: None }
    }

    /// Takes the next lines of the CSV.
    pub(super) fn add(&mut self, lines: &[u8]) {
        self.hasher.add(lines);
    }

    /// Records the lines taken so far, which have been synced. The first time, the journal replaces
    /// one that was there.
    pub(super) fn record(&mut self) -> Result<(), StoreError> {
        let new = lines_of(&self.hasher.take_blocks());
        let written = match &mut self.file {
            Some(file) => file.write_all(new.as_bytes()),
            None => self.begin(new).map(|file| self.file = Some(file)),
        };
        written.map_err(StoreError::io("write to", &self.paths.journal))
    }

    /// Replaces the journal by one with these lines, and opens it for more.
    fn begin(&self, lines: String) -> io::Result<File> {
        replace(&self.paths, lines, &Access::of(&self.paths.csv)?)?;
        regular_with(&self.paths.journal, OpenOptions::new().append(true), Links::Refuse)
    }
}
