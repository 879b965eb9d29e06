//! Makes results ready for new rows.

use std::io::{self, Read, Seek, Write};

use crate::experiment::Experiment;
use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment};
use crate::files::atomic::{Access, AtomicFile};
use crate::results::checked_rows::Expected;
use crate::results::contents::Contents;
use crate::results::error::StoreError;
use crate::results::journal;
use crate::results::paths::Paths;
use crate::results::record::{Layout, Limit};
use crate::results::sidecar::{Session, Writer};
use crate::results::sorted::{RowReaders, SortedFile};

/// What to do with results that exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Resume them.
    Resume,
    /// Resume them, and search the jobs that ran out of memory again.
    RetryMemory,
    /// Resume them, and search the jobs that ran out of time again.
    RetryTime,
    /// Resume them, and search the jobs that ran out of memory or time again.
    RetryBoth,
    /// Move them aside and start again.
    MoveAside,
}

impl Existing {
    /// Whether jobs that ran out of memory, or of time, are searched again.
    fn retries(self, limit: Limit) -> bool {
        match self {
            Existing::RetryMemory => limit == Limit::Memory,
            Existing::RetryTime => limit == Limit::Time,
            Existing::RetryBoth => true,
            Existing::Resume | Existing::MoveAside => false,
        }
    }
}

/// How to open a results file.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The part of the jobs that the file is for; `None` for all.
    pub shard: Option<Shard>,
    /// What to do with results that exist.
    pub existing: Existing,
    /// Who writes.
    pub writer: Writer,
}

/// Makes a results file ready for new rows: removes what a kill or a power loss damaged, drops the
/// rows that are to be searched again, and begins a session. A new file gets the access
/// rights `access`.
pub(super) fn prepare(
    paths: &Paths,
    access: &Access,
    experiment: &Experiment,
    plan: &Plan,
    assignment: &ShardAssignment,
    options: OpenOptions,
    notes: &mut Vec<String>,
) -> Result<Contents, StoreError> {
    let expected = Expected { plan, assignment, shard: options.shard };
    let mut contents = Contents::inspect(paths, access, experiment, expected)?;
    notes.append(&mut contents.notes);
    let (csv, torn) = (paths.csv.display(), contents.torn);
    if contents.rows.damage.as_ref().is_some_and(|damage| !damage.rows.is_empty()) {
        remove_damage(paths, contents)
            .map_err(StoreError::io("remove damaged rows of", &paths.csv))?;
        contents = Contents::inspect(paths, access, experiment, expected)?;
    } else if torn > 0 {
        let cut = contents.file.set_len(contents.rows.end);
        cut.map_err(StoreError::io("cut the torn row of", &paths.csv))?;
    }
    if contents.sidecar.sealed.is_some() {
        // The seal holds, so the journal of a restored backup would only be in the way.
        journal::remove(paths)?;
    }
    for (limit, what, retry) in [
        (Limit::Memory, "memory", "--retry-memory searches them again, with more --memory"),
        (Limit::Time, "time", "--retry-time searches them again, with a longer --time-limit"),
    ] {
        let jobs = contents.rows.without_answer(limit).jobs.len();
        if jobs > 0 && options.existing.retries(limit) {
            notes
                .push(format!("{csv}: jobs that ran out of {what} and are searched again: {jobs}"));
            drop_rows(paths, Layout::of(plan), contents, limit)?;
            contents = Contents::inspect(paths, access, experiment, expected)?;
        } else if jobs > 0 && contents.is_complete() {
            notes.push(format!("{csv}: jobs that ran out of {what}: {jobs}; {retry}"));
        }
    }
    if !contents.is_complete() {
        notes.extend(begin_session(paths, &mut contents, experiment, options.writer, torn)?);
    }
    Ok(contents)
}

/// Replaces the file by one without the lines that a power loss damaged. What the journal has
/// stays where it is, so the journal stays true.
fn remove_damage(paths: &Paths, contents: Contents) -> io::Result<()> {
    let Contents { mut file, rows, .. } = contents;
    let mut repaired = AtomicFile::create(&paths.csv)?;
    file.rewind()?;
    io::copy(&mut (&file).take(rows.end), &mut repaired)?;
    let mut readers = RowReaders::new(vec![file]);
    let mut line = Vec::new();
    for row in rows.damage.into_iter().flat_map(|damage| damage.rows) {
        readers.read_row(row, &mut line)?;
        repaired.write_all(&line)?;
    }
    repaired.commit()
}

/// Removes the rows of jobs without an answer from the file.
fn drop_rows(
    paths: &Paths,
    layout: Layout,
    mut contents: Contents,
    limit: Limit,
) -> Result<(), StoreError> {
    // The sidecar first: without its seal, a run can resume the file with and without these rows.
    unseal(paths, &mut contents)?;
    contents.sidecar.write(paths)?;
    let dropped = contents.rows.without_answer(limit);
    let (jobs, sum) = (dropped.jobs.clone(), contents.rows.sum.without(dropped.sum));
    let kept = contents.rows.index.without(&jobs);
    let sorted = SortedFile::of(&paths.csv, layout, kept.locations(), sum)?;
    journal::remove(paths)?;
    sorted.commit(&paths.csv).map(drop)
}

/// Takes the seal away, if there is one, and writes a journal first, so that the rows are never
/// without checksums.
fn unseal(paths: &Paths, contents: &mut Contents) -> Result<bool, StoreError> {
    let was_sealed = contents.sidecar.sealed.take().is_some();
    if was_sealed {
        journal::write(paths, &contents.rows.hasher.clone().finish())?;
    }
    Ok(was_sealed)
}

/// Adds a session to the sidecar; gives a note if the file was sealed before.
fn begin_session(
    paths: &Paths,
    contents: &mut Contents,
    experiment: &Experiment,
    writer: Writer,
    torn: u64,
) -> Result<Option<String>, StoreError> {
    let was_sealed = unseal(paths, contents)?;
    let Contents { sidecar, rows, jobs, .. } = contents;
    let note = was_sealed.then(|| {
        let missing = *jobs - rows.index.rows();
        format!(
            "{}: it was complete once, but rows are missing ({missing}); computing them again",
            paths.csv.display()
        )
    });
    let time_limit_s = experiment.time_limit.map(|limit| limit.as_secs_f64());
    let session = Session::begin(writer, rows.index.rows(), torn);
    sidecar.sessions.push(Session { time_limit_s, ..session });
    sidecar.write(paths)?;
    Ok(note)
}
