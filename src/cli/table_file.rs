//! A table in a file of its own, with a sidecar that says what made it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use knightsweep::analysis::table::{Format, Table};
use knightsweep::files::atomic::AtomicFile;
use knightsweep::files::shown::shown;
use knightsweep::files::{capped_read, open};
use knightsweep::results::{AnySidecar, TableSidecar, Writer, clock};

use super::args::{Common, command_line};
use super::ui::output::print;
use super::ui::{failure, files};

/// Whether an earlier command for the same table has written it whole, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    Complete,
    Stopped,
}

/// The place of a table that is still being computed.
pub struct TableFile {
    csv: PathBuf,
    sidecar: PathBuf,
    began: Timestamp,
}

impl TableFile {
    /// # Errors
    /// A usage error if the name is wrong or the table would replace a file, and those of making
    /// files there. This is checked before the work, which may take hours.
    pub fn new(common: &Common, csv: &Path) -> anyhow::Result<TableFile> {
        TableFile::after(common, csv, Earlier::Complete)
    }

    /// As [`TableFile::new`]. If an earlier command was stopped, its table may be there without its
    /// sidecar.
    ///
    /// # Errors
    /// As [`TableFile::new`].
    pub fn after(common: &Common, csv: &Path, earlier: Earlier) -> anyhow::Result<TableFile> {
        if csv.extension().is_none_or(|extension| extension != "csv") {
            let csv = shown(csv);
            return Err(failure::usage(format!(
                "--out: {csv} must end in .csv; to print the table, use --format csv"
            )));
        }
        let sidecar = csv.with_extension("meta.json");
        let is_there = |file: &Path| file.symlink_metadata().is_ok();
        let is_expected = earlier == Earlier::Stopped && is_there(csv) && !is_there(&sidecar);
        let both = [csv, sidecar.as_path()];
        let in_the_way = both.into_iter().filter(|file| is_there(file) && !is_expected).map(shown);
        match &in_the_way.collect::<Vec<String>>()[..] {
            [] => both.into_iter().try_for_each(|file| files::prepare(common, file))?,
            [file] => {
                return Err(failure::usage(format!(
                    "--out: {file} exists; name another file, or move it away"
                )));
            }
            files => {
                return Err(failure::usage(format!(
                    "--out: {} exist, and no table is replaced; name another file, or move both \
                     away",
                    files.join(" and ")
                )));
            }
        }
        Ok(TableFile { csv: csv.to_owned(), sidecar, began: clock::now()? })
    }

    /// Writes the table as CSV, and its sidecar; gives the file. If that fails, it prints the
    /// table, so that the work is not lost.
    ///
    /// # Errors
    /// Those of writing, with what to do; then neither file is there.
    pub fn write(self, table: &Table, threads: usize) -> anyhow::Result<PathBuf> {
        let csv = table.render(Format::Csv);
        match self.write_files(csv.as_bytes(), threads) {
            Ok(()) => Ok(self.csv),
            Err(error) => {
                print(csv)?;
                Err(anyhow::anyhow!("{error:#}; the table was printed instead"))
            }
        }
    }

    fn write_files(&self, csv: &[u8], threads: usize) -> anyhow::Result<()> {
        let writer = Writer { command: command_line(), threads };
        let sidecar = TableSidecar::new(writer, self.began, csv);
        let sidecar = AnySidecar::Table(sidecar).to_json();
        let is_written = open::regular(&self.csv).and_then(capped_read::read);
        if is_written.is_ok_and(|written| written == csv) {
            return write_new(&self.sidecar, sidecar.as_bytes());
        }
        write_new(&self.csv, csv)?;
        write_new(&self.sidecar, sidecar.as_bytes()).inspect_err(|_| {
            // Without its sidecar the table would be in the way of the next attempt; if it stays,
            // the user will see it.
            let _ = fs::remove_file(&self.csv);
        })
    }
}

/// Writes a file that nobody has made since [`TableFile::new`].
fn write_new(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut file =
        AtomicFile::create(path).map_err(|error| files::failed("write", path, &error))?;
    let written = file.write_all(content).and_then(|()| file.commit_new());
    written.map_err(|error| files::failed("write", path, &error))
}
