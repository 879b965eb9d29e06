//! A table in a file of its own, with a sidecar that says what made it.

use std::ops::ControlFlow::{self, Break, Continue};
use std::path::Path;

use knight_search::{Board, Goal};
use knightsweep::analysis::table::{Format, Table};
use knightsweep::results::parts::PassFile;
use knightsweep::results::table::TableFile;
use knightsweep::text::shown;

use crate::cli::args::{Common, command_line, essential};
use crate::cli::exit_codes::DONE;
use crate::cli::ui::{print, refuse};

/// Locks the place of a table, if there is to be one, before the work, which may take hours. Breaks
/// if this command has made the table already, which is said. Then nobody needs the parts of this
/// count any more.
///
/// # Errors
/// A usage error if the name is wrong or something else is there; those of the system.
pub(super) fn open(
    common: &Common,
    csv: Option<&Path>,
    counted: Option<(Board, Goal)>,
) -> anyhow::Result<ControlFlow<(), Option<TableFile>>> {
    let Some(csv) = csv else { return Ok(Continue(None)) };
    if csv.extension().is_none_or(|extension| extension != "csv") {
        let csv = shown(csv);
        refuse!("--out: {csv} must end in .csv; to print the table, use --format csv");
    }
    let (file, note) = TableFile::open(csv, &command_line(), essential)?;
    note.iter().for_each(|note| common.say(note));
    if file.is_done() {
        // Those of another count stay.
        let parts = counted.and_then(|(board, goal)| file.parts(board, goal).ok());
        parts.map(PassFile::remove).transpose()?;
        common.say(&format!("{}: this command has made it; nothing is left to do", shown(csv)));
        return Ok(Break(()));
    }
    Ok(Continue(Some(file)))
}

/// Writes the table as CSV, and its sidecar, and says `what` was written. If that fails, it prints
/// the table, so that the work is not lost.
///
/// # Errors
/// Those of writing, with what to do.
pub(super) fn write(
    common: &Common,
    mut file: TableFile,
    table: &Table,
    what: &str,
) -> anyhow::Result<u8> {
    let csv = table.render(Format::Csv);
    match file.write(&csv, common.writer()) {
        Ok(path) => {
            common.say(&format!("{}: {what}", shown(&path)));
            Ok(DONE)
        }
        Err(error) => {
            print(csv)?;
            Err(anyhow::anyhow!("{error}; the table was printed instead"))
        }
    }
}
