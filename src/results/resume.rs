//! Makes results ready for new rows.

use std::io::{self, Read, Seek, Write};

use crate::experiment::Experiment;
use crate::experiment::shard::Shard;
use crate::files::access::Access;
use crate::files::atomic::AtomicFile;
use crate::files::shown::shown;
use crate::results::checked_rows::Expected;
use crate::results::contents::Contents;
use crate::results::error::StoreError;
use crate::results::good_rows::GoodRows;
use crate::results::interrupted::Interrupted;
use crate::results::journal;
use crate::results::lock::Lock;
use crate::results::paths::Paths;
use crate::results::record::{Layout, Limit};
use crate::results::row_file::check_not_taken;
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

/// The files that a run is going to write.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) paths: &'a Paths,
    pub(super) lock: &'a Lock,
    /// The access rights of a new file.
    pub(super) access: &'a Access,
}

impl Target<'_> {
    /// Refuses to write if others took the files that were read.
    fn check(self, contents: &Contents) -> Result<(), StoreError> {
        check_not_taken(&contents.file, &self.paths.csv, self.lock, contents.bytes)
    }
}

/// Makes a results file ready for new rows: removes what a kill or a power loss damaged, finishes
/// what they interrupted, drops the rows that are to be searched again, and begins a session.
pub(super) fn prepare(
    target: Target,
    experiment: &Experiment,
    expected: Expected,
    options: OpenOptions,
    notes: &mut Vec<String>,
) -> Result<Contents, StoreError> {
    let Target { paths, access, .. } = target;
    let inspect = || Contents::inspect(paths, access, experiment, expected);
    let mut contents = inspect()?;
    notes.append(&mut contents.notes);
    let (csv, torn) = (shown(&paths.csv), contents.torn);
    target.check(&contents)?;
    if contents.rows.damage.as_ref().is_some_and(|damage| !damage.rows.is_empty()) {
        remove_damage(paths, contents)
            .map_err(StoreError::io("remove damaged rows of", &paths.csv))?;
        contents = inspect()?;
    } else if torn > 0 {
        let cut = contents.file.set_len(contents.rows.end);
        cut.map_err(StoreError::io("cut the torn row of", &paths.csv))?;
        contents.bytes = contents.rows.end;
    }
    let layout = Layout::of(expected.plan);
    if contents.interrupted == Some(Interrupted::Sealing) {
        notes.push(format!("{csv}: sealing it was interrupted, and is finished now"));
        finish_sealing(target, layout, contents)?;
        contents = inspect()?;
    }
    if contents.sidecar.sealed.is_some() {
        // The seal holds, so the journal of a restored backup would only be in the way.
        journal::remove(paths)?;
    }
    for limit in [Limit::Memory, Limit::Time] {
        let jobs = contents.rows.without_answer(limit).jobs.len();
        let is_retried = options.existing.retries(limit)
            || contents.interrupted == Some(Interrupted::Dropping(limit));
        if jobs > 0 && is_retried {
            notes.push(format!("{csv}: {} and are searched again: {jobs}", ran_out_of(limit)));
            drop_rows(target, layout, contents, limit)?;
            contents = inspect()?;
        } else if jobs > 0 && contents.is_complete() {
            notes.push(format!("{csv}: {}: {jobs}; {}", ran_out_of(limit), how_to_retry(limit)));
        }
    }
    notes.extend(take_over_words(paths, &mut contents, experiment)?);
    if !contents.is_complete() {
        notes.extend(begin_session(target, &mut contents, experiment, options.writer, torn)?);
    }
    Ok(contents)
}

fn ran_out_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "jobs that ran out of memory",
        Limit::Time => "jobs that ran out of time",
    }
}

fn how_to_retry(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => {
            "--retry-memory searches them again; more --memory helps, unless a count is too wide or \
             beyond 128 bits"
        }
        Limit::Time => "--retry-time searches them again, with a longer --time-limit",
    }
}

/// Takes the title and the notes of the experiment over, where it has others; gives a note then.
fn take_over_words(
    paths: &Paths,
    contents: &mut Contents,
    experiment: &Experiment,
) -> Result<Option<String>, StoreError> {
    let Contents { sidecar, .. } = contents;
    let mut changed = Vec::new();
    for (name, there, wanted) in [
        ("title", &mut sidecar.title, &experiment.title),
        ("notes", &mut sidecar.notes, &experiment.notes),
    ] {
        if wanted.is_some() && there != wanted {
            there.clone_from(wanted);
            changed.push(name);
        }
    }
    if changed.is_empty() {
        return Ok(None);
    }
    // A file that is not complete gets its sidecar with the next session.
    if contents.is_complete() {
        contents.sidecar.write(paths)?;
    }
    let (csv, changed) = (paths.csv.display(), changed.join(" and "));
    Ok(Some(format!("{csv}: of the experiment only the {changed} changed; taken over")))
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

/// Replaces the file by its sorted rows, of which its sidecar has the seal.
fn finish_sealing(target: Target, layout: Layout, contents: Contents) -> Result<(), StoreError> {
    let csv = &target.paths.csv;
    let GoodRows { index, sum, .. } = &contents.rows;
    let sorted = SortedFile::of(csv, layout, index.locations(), *sum)?;
    let seal = contents.sidecar.sealed.as_ref();
    if seal.is_none_or(|seal| seal.sha256 != sorted.hashes.seal.sha256) {
        return Err(StoreError::ChangedMeanwhile(csv.to_owned()));
    }
    target.check(&contents)?;
    sorted.commit(csv)
}

/// Removes the rows of jobs without an answer from the file.
fn drop_rows(
    target: Target,
    layout: Layout,
    mut contents: Contents,
    limit: Limit,
) -> Result<(), StoreError> {
    let csv = &target.paths.csv;
    let dropped = contents.rows.without_answer(limit);
    let kept = contents.rows.index.locations().filter(|row| !dropped.jobs.contains(row.job));
    let sum = contents.rows.sum.without(dropped.sum);
    let sorted = SortedFile::of(csv, layout, kept, sum)?;
    // The journal is going to say that the rows are on the disk.
    contents.file.sync_all().map_err(StoreError::io("sync", csv))?;
    target.check(&contents)?;
    // The checksums first, so that the rows are never without them. Then the sidecar: without its
    // seal, a run can resume the file with and without the rows that are dropped.
    journal::write_of_kept(target.paths, &sorted.hashes.seal.blocks, limit)?;
    if contents.sidecar.sealed.take().is_some() {
        contents.sidecar.write(target.paths)?;
    }
    sorted.commit(csv)
}

/// Takes the seal away, if there is one, and writes a journal first, so that the rows are never
/// without checksums.
fn unseal(paths: &Paths, contents: &mut Contents) -> Result<bool, StoreError> {
    let was_sealed = contents.sidecar.sealed.take().is_some();
    if was_sealed {
        let access = Access::of(&paths.csv).map_err(StoreError::io("look at", &paths.csv))?;
        journal::write(paths, &contents.rows.hasher.clone().finish(), &access)?;
    }
    Ok(was_sealed)
}

/// Adds a session to the sidecar; gives a note if the file was sealed before.
fn begin_session(
    target: Target,
    contents: &mut Contents,
    experiment: &Experiment,
    writer: Writer,
    torn: u64,
) -> Result<Option<String>, StoreError> {
    let paths = target.paths;
    target.check(contents)?;
    let was_sealed = unseal(paths, contents)?;
    let Contents { sidecar, rows, jobs, .. } = contents;
    let note = was_sealed.then(|| {
        let missing = *jobs - rows.index.rows();
        format!(
            "{}: it was complete once, but rows are missing ({missing}); computing them again",
            shown(&paths.csv)
        )
    });
    let time_limit_s = experiment.time_limit.map(|limit| limit.as_secs_f64());
    let session = Session::begin(writer, rows.index.rows(), torn);
    sidecar.sessions.push(Session { time_limit_s, ..session });
    sidecar.write(paths)?;
    Ok(note)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::experiment::plan::Plan;
    use crate::experiment::shard::ShardAssignment;
    use crate::experiment::toml_file;
    use crate::results::resume::*;

    #[test]
    fn nothing_is_written_where_the_files_were_taken_while_they_were_read() {
        let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
        let experiment = toml_file::parse(toml, "e.toml".as_ref()).unwrap();
        let plan = Plan::new(&experiment);
        let assignment = ShardAssignment::new(&plan);
        let expected = Expected { plan: &plan, assignment: &assignment, shard: None };
        let writer = || Writer { command: Vec::new(), threads: 1 };
        let takes: [fn(&Paths); 3] = [
            |paths| fs::remove_file(&paths.csv).unwrap(),
            |paths| fs::write(&paths.csv, "of others").unwrap(),
            |paths| {
                fs::remove_file(&paths.lock).unwrap();
                fs::write(&paths.lock, "").unwrap();
            },
        ];
        for take in takes {
            for is_dropping in [false, true] {
                let folder = tempfile::tempdir().unwrap();
                let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
                let lock = Lock::take(&paths, &[]).unwrap();
                let target = Target { paths: &paths, lock: &lock, access: &Access::Usual };
                let inspected = Contents::inspect(&paths, &Access::Usual, &experiment, expected);
                let mut contents = inspected.unwrap();
                take(&paths);
                let written = match is_dropping {
                    true => {
                        // What is read again must be there.
                        let _ = fs::File::options().append(true).create(true).open(&paths.csv);
                        drop_rows(target, Layout::of(&plan), contents, Limit::Memory)
                    }
                    false => {
                        begin_session(target, &mut contents, &experiment, writer(), 0).map(drop)
                    }
                };
                assert!(matches!(written, Err(StoreError::TakenMeanwhile(..))), "{written:?}");
                assert!(!paths.sidecar.exists() && !paths.journal.exists());
            }
        }
    }
}
