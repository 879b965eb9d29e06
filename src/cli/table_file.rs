//! A table in a file of its own, with a sidecar that says what made it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use knightsweep::analysis::table::{Format, Table};
use knightsweep::results::Seal;
use knightsweep::results::provenance::Provenance;
use serde::{Deserialize, Serialize};

use super::ui::{failure, files};

/// Where a table is to be written once it has been computed.
pub struct TableFile {
    csv: PathBuf,
    sidecar: PathBuf,
    began: Timestamp,
}

/// What is kept beside a table, as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    command: Vec<String>,
    /// When it began and ended, UTC.
    started: Timestamp,
    ended: Timestamp,
    threads: usize,
    made_by: Provenance,
    sealed: Seal,
}

/// The seal of a table; `None` for a file without a sidecar such as tables have.
///
/// # Errors
/// If the sidecar cannot be read.
pub fn seal(csv: &Path) -> io::Result<Option<Seal>> {
    let made = match fs::read(csv.with_extension("meta.json")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => serde_json::from_slice::<Made>(&read?),
    };
    Ok(made.ok().map(|made| made.sealed))
}

impl TableFile {
    /// # Errors
    /// A usage error if the table cannot be written there, or would replace something: better now than after minutes.
    pub fn new(csv: &Path) -> anyhow::Result<TableFile> {
        if csv.extension().is_none_or(|extension| extension != "csv") {
            let csv = csv.display();
            return Err(failure::usage(format!(
                "--out: {csv} does not end in .csv, as a table does; --format csv prints it"
            )));
        }
        let sidecar = csv.with_extension("meta.json");
        for file in [csv, sidecar.as_path()] {
            if file.symlink_metadata().is_ok() {
                let file = file.display();
                return Err(failure::usage(format!(
                    "--out: {file} is there; name another file, or move it away"
                )));
            }
        }
        files::make_folder(csv)?;
        Ok(TableFile { csv: csv.to_owned(), sidecar, began: Timestamp::now() })
    }

    /// Writes the table as CSV, and its sidecar; gives the file.
    ///
    /// # Errors
    /// Those of writing, with what to do; then neither file is there.
    pub fn write(self, table: &Table, threads: usize) -> anyhow::Result<PathBuf> {
        let csv = table.render(Format::Csv);
        let ended = Timestamp::now();
        let made = Made {
            command: std::env::args().collect(),
            started: self.began,
            ended,
            threads,
            made_by: Provenance::current(),
            sealed: Seal::of(csv.as_bytes(), ended),
        };
        let made = serde_json::to_string_pretty(&made)? + "\n";
        files::replace(&self.csv, csv.as_bytes())?;
        files::replace(&self.sidecar, made.as_bytes()).inspect_err(|_| {
            // Without its sidecar the table would be in the way of the next attempt; if it stays, the user will see it.
            let _ = fs::remove_file(&self.csv);
        })?;
        Ok(self.csv)
    }
}
