//! Makes a results file ready for new rows: judges what is there, drops what a crash left, and adds
//! what follows from rows that are known.

use std::path::Path;

use crate::experiment::Experiment;
use crate::files::open;
use crate::machine::{self, Provenance};
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::fact_file::FactFile;
use crate::results::lines::RowFormat;
use crate::results::scan::{FileKind, FileReport};
use crate::results::settle::group;
use crate::results::sidecar::{Session, Sidecar, Writer, read_sidecar};
use crate::results::store::{Existing, OpenOptions, Store};
use crate::text::formatting::{counted, grouped};
use crate::text::shown::shown;
use knight_search::Outcome;

impl Store {
    /// Makes a locked file ready for new rows, with answers that are known from other files, and
    /// adds notes for the user.
    ///
    /// # Errors
    /// [`StoreError`] if the file belongs to something else, is damaged, or cannot be used.
    pub(super) fn grow(
        mut file: FactFile,
        mut answers: Answers,
        options: OpenOptions,
        notes: &mut Vec<String>,
    ) -> Result<Store, StoreError> {
        let (report, there) = judged(&mut file, &mut answers, options.existing, notes)?;
        let csv = file.path().to_owned();
        let losses = report.notes("dropped, and their jobs are searched again");
        notes.extend(losses.into_iter().map(|note| format!("{}: {note}", shown(&csv))));
        let before = there.clone();
        let mut sidecar = there.unwrap_or_default();
        sidecar.describe(answers.plan.experiment(), answers.shard, answers.jobs);
        let was_sealed = sidecar.sealed.is_some();
        let holds = sidecar.sealed.as_ref().is_some_and(|s| s.holds(report.bytes, report.sha256));
        if options.existing.retry {
            forget_unanswered(&mut answers, &csv, notes);
        }
        answers.reuse_all(&options.reuse, notes)?;
        // In the order of another plan it is not sealed.
        let is_sorted = before.as_ref().is_none_or(|before| {
            (&sidecar.experiment, sidecar.shard) == (&before.experiment, before.shard)
        });
        let is_hashed =
            !(holds && options.existing.repair) || answers.have_hash_of(&sidecar, &csv)?;
        let is_as_sealed = holds && is_sorted && is_hashed;
        let missing = answers.jobs - answers.rows();
        let (lacks, jobs) = (grouped(missing), counted(answers.jobs, "job"));
        let grows = !is_sorted && (holds || !was_sealed);
        if grows && missing > 0 && answers.rows() > 0 {
            notes.push(format!("{}: it grows by {lacks} to {jobs}", shown(&csv)));
        }
        if missing == 0 && is_as_sealed && answers.sources.len() == 1 {
            if before.as_ref() != Some(&sidecar) {
                sidecar.write(file.paths())?;
            }
            return Ok(Store { file, sidecar, answers, is_done: true, derived: 0 });
        }
        if was_sealed && !holds {
            let changed = match file.file() {
                Some(_) => "it has changed since it was sealed",
                None => "it is not there any more",
            };
            notes.push(format!("{}: {changed}; it lacks {lacks} of {jobs}", shown(&csv)));
        } else if !is_hashed {
            notes.push(format!("{}: its sidecar had the wrong results_sha256", shown(&csv)));
        }
        begin_session(&mut file, &report, &mut sidecar, answers.plan.experiment(), options.writer)?;
        let opened = open::regular(&csv).map_err(StoreError::io(Action::Read, &csv))?;
        answers.add_source(&csv, opened, false);
        Ok(Store { file, sidecar, answers, is_done: false, derived: 0 })
    }
}

/// Reads the file into answers, and its sidecar, and refuses what a run does not add to: files of
/// others, other jobs, damage, contradictions. A repair replaces what is damaged first.
fn judged(
    file: &mut FactFile,
    answers: &mut Answers,
    existing: Existing,
    notes: &mut Vec<String>,
) -> Result<(FileReport, Option<Sidecar>), StoreError> {
    let there = read_sidecar(&file.paths().sidecar);
    let mut report = read(file, answers)?;
    let is_lost = existing.repair && matches!(&there, Err(StoreError::Sidecar { .. }));
    let there = if is_lost { None } else { there? };
    refuse_others(&report, answers, file.path(), there.as_ref())?;
    if is_lost {
        notes.push(file.move_sidecar_aside()?);
    }
    answers.compare()?;
    if existing.repair && (report.all_others > 0 || !answers.conflicts.is_empty()) {
        let unread = Answers::new(&answers.plan, answers.shard);
        notes.push(repair(file, std::mem::replace(answers, unread))?);
        report = read(file, answers)?;
        answers.compare()?;
    }
    if let Some(first) = report.others.first().cloned() {
        return Err(StoreError::NotRows {
            path: file.path().to_owned(),
            first,
            all: report.all_others,
        });
    }
    answers.refuse(KEEP_AND_SEARCH)?;
    Ok((report, there))
}

/// What to do about rows that contradict each other.
const KEEP_AND_SEARCH: &str =
    "--repair keeps the file under another name and searches these jobs again";

/// Reads what is in the file.
fn read(file: &FactFile, answers: &mut Answers) -> Result<FileReport, StoreError> {
    match file.file() {
        Some(open) => answers.read_file(file.path(), open, |_| ()),
        None => Ok(FileReport::default()),
    }
}

/// Refuses a file of somebody else, and rows or a sidecar of another experiment. The rows of two
/// shards are not put into one file either, whose sidecar would count those of one alone.
fn refuse_others(
    report: &FileReport,
    answers: &Answers,
    csv: &Path,
    sidecar: Option<&Sidecar>,
) -> Result<(), StoreError> {
    report.refuse_foreign(csv, "choose another --out")?;
    let (path, wanted) = (csv.to_owned(), answers.plan.experiment().spec());
    let there = sidecar.map(|sidecar| &sidecar.experiment).filter(|there| **there != wanted);
    let differ = there.map(|there| there.differences(&wanted, "the command asks for"));
    if let Some(first) = report.first_stranger.clone() {
        let (rows, differ) = (report.strangers, differ.unwrap_or_default());
        return Err(StoreError::OtherJobs { path, rows, first, differ });
    }
    // It may describe results that were moved.
    if let Some(differ) = differ.filter(|_| report.kind == FileKind::Blank) {
        return Err(StoreError::Unusable(format!(
            "{} describes results of another experiment, which are not there:\n{differ}choose another \
             --out, or move it aside with --fresh",
            shown(csv.with_extension("meta.json"))
        )));
    }
    match (sidecar.map(|sidecar| sidecar.shard), answers.shard) {
        (Some(there), Some(wanted)) if there != Some(wanted) && answers.has_others() => {
            Err(StoreError::OtherShard { path, there, wanted })
        }
        _ => Ok(()),
    }
}

/// Keeps the file under another name, and its good rows under this one. Gives a note.
fn repair(file: &mut FactFile, mut answers: Answers) -> Result<String, StoreError> {
    let plan = answers.plan.clone();
    let contradicted = answers.contradicted.concat();
    for job in contradicted.into_iter().filter_map(|id| plan.job(id)) {
        group(&plan, &job).into_iter().for_each(|id| answers.forget(id));
    }
    file.check()?;
    let kept = file.paths().keep_aside()?;
    answers.replace(file)?;
    Ok(format!(
        "the file as it was is now {}; {} kept",
        shown(kept),
        counted(answers.rows(), "good row")
    ))
}

/// Forgets the rows of jobs that ran out of memory or time, which are to be searched again.
fn forget_unanswered(answers: &mut Answers, csv: &Path, notes: &mut Vec<String>) {
    for outcome in Outcome::ALL.iter().copied().filter(|it| it.depends_on_machine()) {
        let jobs = answers.outcomes.of(outcome);
        answers.forget_all(outcome);
        if jobs > 0 {
            let (jobs, why) = (counted(jobs, "job"), outcome.of_jobs());
            notes.push(format!("{}: {jobs} {why}; searched again", shown(csv)));
        }
    }
}

/// Describes the new session, without a seal, before anything is appended.
fn begin_session(
    file: &mut FactFile,
    report: &FileReport,
    sidecar: &mut Sidecar,
    experiment: &Experiment,
    writer: Writer,
) -> Result<(), StoreError> {
    file.begin(report.good(), RowFormat::results().header())?;
    (sidecar.sealed, sidecar.results_sha256) = (None, None);
    sidecar.sessions.push(Session {
        started: machine::now_or_last(),
        ended: None,
        command: writer.command,
        threads: writer.threads,
        time_limit_s: experiment.time_limit.map(|limit| limit.as_secs_f64()),
        rows_before: report.rows - report.repeated,
        torn_bytes: report.torn,
        rows_after: None,
        made_by: Provenance::current(),
    });
    sidecar.write(file.paths())?;
    // Synced, also what a killed run had only written.
    file.finish()?;
    file.paths().sync_folder()
}
