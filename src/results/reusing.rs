//! Rows of other files that are taken over: those of jobs without an answer, and those from which
//! such rows follow.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::files::open;
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::lines::{LONGEST_LINE, RowFormat};
use crate::results::scan::{FileReport, FoundRow};
use crate::results::settle::group;
use crate::results::source::reopened;
use crate::text::formatting::counted;
use crate::text::shown::shown;

/// Refuses a file whose rows are to be reused if it is missing or somebody else's.
///
/// # Errors
/// Those of reading, and of [`FileReport::refuse_foreign`].
pub(super) fn check_reused(path: &Path) -> Result<(), StoreError> {
    // The header, or a row, is at the beginning.
    let beginning = open::regular(path).map_err(StoreError::input(path))?.take(2 * LONGEST_LINE);
    let report = FileReport::read(RowFormat::results(), path, beginning, |_, _| Ok(()))?;
    report.refuse_foreign(path, GIVE_OURS)
}

/// What to do about a file to take rows from that is somebody else's.
pub(super) const GIVE_OURS: &str = "give files as run, sweep and merge write them";

/// What to do about a contradiction in files to reuse.
const NOT_REUSED: &str = "no row was taken over; leave the wrong file out of --reuse";

impl Answers {
    /// Takes the rows of other files that are those of jobs without an answer, or from which such
    /// rows follow. Adds notes for the user.
    ///
    /// # Errors
    /// Those of reading; [`StoreError::Contradiction`] if rows cannot both be right.
    pub(super) fn reuse_all(
        &mut self,
        paths: &[PathBuf],
        notes: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        let first = paths.iter().map(|path| self.reuse(path)).collect::<Result<Vec<_>, _>>()?;
        for (path, (note, has_others)) in paths.iter().zip(first) {
            notes.push(note);
            if has_others {
                self.reuse(path)?;
            }
        }
        if !paths.is_empty() {
            self.compare()?;
        }
        self.refuse(NOT_REUSED)
    }

    /// Takes the rows of another file that are those of jobs without an answer, or from which such
    /// rows follow. Gives a note for the user, and whether rows of these jobs were not taken, with
    /// which those of later files have not been compared.
    ///
    /// # Errors
    /// Those of reading; [`StoreError::Contradiction`] if a row cannot be right beside those taken
    /// before it.
    fn reuse(&mut self, path: &Path) -> Result<(String, bool), StoreError> {
        let failed = |error| StoreError::io(Action::Read, path)(error);
        let file = open::regular(path).map_err(failed)?;
        let source = self.add_source(path, reopened(path, &file).map_err(failed)?, true);
        let (mut taken, mut has_others) = (0, false);
        let report = FileReport::read(RowFormat::results(), path, file, |row, _| {
            let (jobs, is_other) = self.reuse_row(&row, source)?;
            (taken, has_others) = (taken + jobs, has_others | is_other);
            Ok(())
        })?;
        let (taken, others) = (counted(taken, "row"), report.left_out());
        Ok((format!("{}: {taken} taken over, {others}", shown(path)), has_others))
    }

    /// Gives how many jobs have their row by this one, and whether it leaves one without.
    fn reuse_row(&mut self, row: &FoundRow<'_>, source: u16) -> Result<(u64, bool), StoreError> {
        let known = row.record.filter(|record| !record.outcome.is_unknown());
        let known = known.and_then(|record| Some((record, record.as_job()?)));
        let Some((record, own)) = known else { return Ok((0, false)) };
        let (mut taken, mut is_other) = (0, false);
        for job in group(&self.plan, &own) {
            if let Some(why) = self.fact(job)?.and_then(|own| own.contradiction(record)) {
                self.contradict([job; 2], Some((source, row.line)), why)?;
                self.refuse(NOT_REUSED)?;
            }
            if self.is_answered(job) || !self.is_for(job) {
                continue;
            }
            match self.row_from(record, job) {
                Some(found) => {
                    self.take(job, &found, source, row.offset)?;
                    taken += u64::from(self.is_answered(job));
                }
                None => is_other = true,
            }
        }
        Ok((taken, is_other))
    }
}
