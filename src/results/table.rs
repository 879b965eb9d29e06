//! The tables of `best-order` and `count`: written when they are complete, with a check in each
//! row.
//!
//! The lock is held from the beginning. A table that is there already must be of the same command.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::files::atomic::AtomicFile;
use crate::files::open;
use crate::machine::{self, Provenance};
use crate::results::error::{Action, StoreError};
use crate::results::fact_file::FactFile;
use crate::results::lines::RowFormat;
use crate::results::parts::PassFile;
use crate::results::paths::Paths;
use crate::results::scan::FileReport;
use crate::results::sidecar::{AnySidecar, Seal, TableSidecar, Writer};
use knight_search::{Board, Goal};

/// The place of a table that is still being computed.
#[derive(Debug)]
pub struct TableFile {
    file: FactFile,
    began: Timestamp,
    /// The table of an earlier command, perhaps of one that was killed before it wrote the sidecar.
    there: Vec<u8>,
    /// Whether the table is there, made by this very command.
    is_done: bool,
}

/// A table as it was found.
#[derive(Debug)]
pub struct FoundTable {
    /// Its header and its good rows; without their checks, if it has some.
    pub csv: Vec<u8>,
    /// Lines that are left out: rows whose check fails, and others.
    pub left_out: u64,
    /// The first of them.
    pub first_left_out: Option<u64>,
    /// Whether it is as it was sealed; `None` without its sidecar.
    pub seal_holds: Option<bool>,
}

impl FoundTable {
    /// Reads a table of this or of another program.
    ///
    /// # Errors
    /// Those of reading.
    pub fn read(csv: &Path) -> Result<FoundTable, StoreError> {
        let failed = |error| StoreError::io(Action::Read, csv)(error);
        let text = open::regular(csv).and_then(open::read).map_err(failed)?;
        let seal_holds = match Paths::new(csv).map(|paths| AnySidecar::read(&paths.sidecar)) {
            Ok(Ok(Some(AnySidecar::Table(there)))) => {
                Some(there.sealed.holds(text.len() as u64, Sha256::digest(&text).into()))
            }
            _ => None,
        };
        let Some((good, report)) = read_rows(csv, &text)? else {
            return Ok(FoundTable { csv: text, left_out: 0, first_left_out: None, seal_holds });
        };
        let first_left_out = report.others.first().map(|damage| damage.line);
        let left_out = report.lines_left_out();
        Ok(FoundTable { csv: good.into_bytes(), left_out, first_left_out, seal_holds })
    }
}

/// The header and the rows of a table that have their check, without it, and what else is in its
/// text; `None` if the rows have no checks.
fn read_rows(csv: &Path, text: &[u8]) -> Result<Option<(String, FileReport)>, StoreError> {
    let header = text.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
    let Some(columns) = header.strip_suffix(b",row_check") else { return Ok(None) };
    let columns = String::from_utf8_lossy(columns);
    let mut good = columns.clone().into_owned() + "\n";
    let format = RowFormat::table(columns.split(','));
    let report = FileReport::read(&format, csv, text, |row, _| {
        good.extend([row.text, "\n"]);
        Ok(())
    })?;
    Ok(Some((good, report)))
}

/// Whether a text is a table whose rows all have their check.
fn is_whole(csv: &Path, text: &[u8]) -> Result<bool, StoreError> {
    Ok(read_rows(csv, text)?.is_some_and(|(_, report)| report.lines_left_out() == 0))
}

impl TableFile {
    /// Locks the place of the table of a command, of which the `essential` words say what the table
    /// has. Gives a note if a folder was made.
    ///
    /// # Errors
    /// [`StoreError`] if something else is there, or it cannot be locked.
    pub fn open(
        csv: &Path,
        command: &[String],
        essential: fn(&[String]) -> Vec<&str>,
    ) -> Result<(TableFile, Option<String>), StoreError> {
        let paths = Paths::new(csv)?;
        let note = paths.create_folder()?;
        let file = FactFile::open(paths, command)?;
        let began = machine::now().map_err(StoreError::io(Action::Write, csv))?;
        let text = match file.file() {
            Some(_) => open::regular(csv).and_then(open::read),
            None => Ok(Vec::new()),
        };
        let text = text.map_err(StoreError::io(Action::Read, csv))?;
        let sidecar = file.paths().sidecar.clone();
        let mut table = TableFile { file, began, there: Vec::new(), is_done: false };
        let holds = |seal: &Seal| seal.holds(text.len() as u64, Sha256::digest(&text).into());
        match AnySidecar::read(&sidecar) {
            Err(error @ StoreError::Io { .. }) => return Err(error),
            Ok(None) if text.is_empty() || is_whole(csv, &text)? => table.there = text,
            _ if text.is_empty() => return Err(in_the_way(&sidecar)),
            Ok(Some(AnySidecar::Table(there)))
                if essential(&there.command) == essential(command) =>
            {
                if !holds(&there.sealed) {
                    return Err(StoreError::unusable(csv, CHANGED));
                }
                table.is_done = true;
            }
            _ => return Err(in_the_way(csv)),
        }
        Ok((table, note))
    }

    /// Whether the table is there, made by this very command.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The parts of a long count, kept beside the table until it is written.
    ///
    /// # Errors
    /// [`StoreError`] if the file of parts is of another count or of something else.
    pub fn parts(&self, board: Board, goal: Goal) -> Result<PassFile, StoreError> {
        PassFile::open(self.file.of_parts()?, board, goal)
    }

    /// Writes the table, whose first line is its header, and its sidecar; gives its file.
    ///
    /// # Errors
    /// [`StoreError`]. If the table is there and its sidecar is not, the same command writes that.
    pub fn write(&mut self, csv: &str, writer: Writer) -> Result<PathBuf, StoreError> {
        let path = self.file.path().to_owned();
        let mut lines = csv.lines();
        let format = RowFormat::table(lines.next().unwrap_or_default().split(','));
        let mut text = (format.header().to_owned() + "\n").into_bytes();
        for line in lines {
            let begin = text.len();
            text.extend_from_slice(line.as_bytes());
            format.seal_row(&mut text, begin);
        }
        if !self.there.is_empty() && self.there != text {
            return Err(in_the_way(&path));
        }
        let written = AtomicFile::holding(&path, &text, None);
        self.file.replace(written.map_err(StoreError::io(Action::Make, &path))?, Action::Make)?;
        let seal = Seal::new(text.len() as u64, Sha256::digest(&text).into());
        let sidecar = TableSidecar {
            command: writer.command,
            started: self.began,
            ended: seal.at,
            threads: writer.threads,
            made_by: Provenance::current(),
            sealed: seal,
        };
        let json = AnySidecar::Table(sidecar).to_json();
        let sidecar = &self.file.paths().sidecar;
        let written =
            AtomicFile::holding(sidecar, json.as_bytes(), None).and_then(AtomicFile::commit_new);
        written.map_err(StoreError::io(Action::Make, sidecar))?;
        Ok(path)
    }
}

const CHANGED: &str = "this table has changed since this command made it; `knightsweep verify` says \
                       where; restore it, or move it and its sidecar away";

fn in_the_way(path: &Path) -> StoreError {
    let why =
        "this exists, and is not the table of this command; name another file, or move it away";
    StoreError::unusable(path, why)
}
