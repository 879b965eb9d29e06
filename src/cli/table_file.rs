//! A table in a file of its own, with a sidecar that says what made it.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use knightsweep::analysis::table::{Format, Table};
use knightsweep::results::{AnySidecar, TableSidecar, Writer};

use super::ui::{failure, files};

/// The place of a table that is still being computed.
pub struct TableFile {
    csv: PathBuf,
    sidecar: PathBuf,
    began: Timestamp,
}

impl TableFile {
    /// # Errors
    /// A usage error if the table cannot be written there or would replace a file. This is checked
    /// before the work, which may take hours.
    pub fn new(csv: &Path) -> anyhow::Result<TableFile> {
        if csv.extension().is_none_or(|extension| extension != "csv") {
            let csv = csv.display();
            return Err(failure::usage(format!(
                "--out: {csv} must end in .csv; to print the table, use --format csv"
            )));
        }
        let sidecar = csv.with_extension("meta.json");
        for file in [csv, sidecar.as_path()] {
            if file.symlink_metadata().is_ok() {
                let file = file.display();
                return Err(failure::usage(format!(
                    "--out: {file} exists; name another file, or move it away"
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
        let writer = Writer { command: std::env::args().collect(), threads };
        let sidecar = TableSidecar::new(writer, self.began, csv.as_bytes());
        let sidecar = AnySidecar::Table(sidecar).to_json();
        files::replace(&self.csv, csv.as_bytes())?;
        files::replace(&self.sidecar, sidecar.as_bytes()).inspect_err(|_| {
            // Without its sidecar the table would be in the way of the next attempt; if it stays,
            // the user will see it.
            let _ = fs::remove_file(&self.csv);
        })?;
        Ok(self.csv)
    }
}
