//! Running jobs for a command: into a results file, or in memory.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use knight_search::walks::CountError;
use knight_search::{Budget, Engine, Outcome, Rule, Stop, Tables};
use knightsweep::experiment::Experiment;
use knightsweep::experiment::plan::{InfeasibleJobs, Job, Plan};
use knightsweep::results::outcome_counts::OutcomeCounts;
use knightsweep::results::record::Record;
use knightsweep::results::{OpenOptions, Paths, Store};
use knightsweep::run::schedule::Schedule;
use knightsweep::run::{RunSummary, run_in_memory, run_into_store, search};
use knightsweep::text::{counted, formatting, grouped, joined, short, shown};
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::args::Common;
use crate::cli::counting;
use crate::cli::ui::run_progress::{JobNumbers, RunProgress};
use crate::cli::ui::signals;

/// A finished or interrupted run into a results file, with the field names of its JSON.
#[derive(Serialize)]
pub(super) struct FileRun {
    csv: String,
    /// Jobs of the file, and those that have their row.
    jobs: u64,
    rows: u64,
    /// The rows of the file by their outcome; the counts below are of this run.
    rows_by_outcome: OutcomeCounts,
    /// Jobs that this run finished.
    finished: u64,
    /// Rows that followed from others, without a search.
    derived: u64,
    #[serde(flatten)]
    pub summary: RunSummary,
    wall_s: f64,
    table_hits: u64,
    table_misses: u64,
    /// Whether every job has its row.
    pub sealed: bool,
    pub interrupted: bool,
}

/// Runs the pending jobs of an experiment into a results file.
pub(super) fn into_file(
    common: &Common,
    experiment: &Experiment,
    out: &Path,
    options: OpenOptions,
) -> anyhow::Result<FileRun> {
    let stop = signals::obey();
    let plan = Plan::new(experiment);
    let mut notes = Vec::new();
    let store = Store::open(Paths::new(out)?, &plan, options, &mut notes);
    notes.iter().for_each(|note| common.say(note));
    let mut store = store?;
    let is_done = store.is_done();
    if !is_done {
        say_beginning(common, &plan, &store);
    }
    let tables = common.tables();
    let progress = JobNumbers {
        total: store.jobs(),
        done: store.rows(),
        tours: store.outcomes().of(Outcome::Tour),
        are_alike: are_alike(&plan),
        are_saved: true,
        advice: None,
    };
    let mut progress = RunProgress::new(common, progress, &tables);
    let (pool, search) = (common.pool()?, search::by_own_engine(&tables));
    let result = run_into_store(&pool, &mut store, stop, search, &mut progress);
    let wall_s = progress.elapsed().as_secs_f64();
    drop(progress);
    let (summary, table) = (result?, tables.usage());
    let run = FileRun {
        csv: store.csv().to_string_lossy().into_owned(),
        jobs: store.jobs(),
        rows: store.rows(),
        rows_by_outcome: *store.outcomes(),
        finished: summary.outcomes.total(),
        derived: store.derived(),
        summary,
        wall_s,
        table_hits: table.hits,
        table_misses: table.misses,
        sealed: store.close()?,
        interrupted: stop.stop() != Stop::No,
    };
    say_summary(common, &run, is_done, &tables.failures());
    Ok(run)
}

/// Whether all jobs have the same board, rule, goal, engine and budget.
fn are_alike(plan: &Plan) -> bool {
    plan.first_jobs_of_parts().nth(1).is_none()
}

/// Says where a run begins, and warns of what it may not be able to finish.
fn say_beginning(common: &Common, plan: &Plan, store: &Store) {
    let there = store.rows() - store.derived();
    if there > 0 {
        let rows = counted(there, "row");
        common.say(&format!("{}: resuming after {rows}", shown(store.csv())));
    } else {
        say_unsolvable(common, plan, store.jobs() < plan.len());
    }
    warn_unlimited(common, plan, store.jobs() - store.rows());
}

/// Warns before a new run of jobs that are known to find no tour, and says how many jobs are left
/// out. What is run may be a shard of the plan.
fn say_unsolvable(common: &Common, plan: &Plan, is_shard: bool) {
    let whole = if is_shard { "in the whole experiment, " } else { "" };
    if let Some(infeasible) = plan.infeasible() {
        common.say(&format!("{whole}no tour exists for {}", describe_impossible(&infeasible)));
        common.say(
            "--skip-impossible leaves such jobs out; in an experiment file, impossible = \"skip\"",
        );
    }
    if let Some(skipped) = plan.experiment().skipped() {
        let jobs = counted(skipped.jobs, "job");
        common.say(&format!("{whole}{jobs} skipped: a theorem rules out a tour; plan says why"));
    }
}

/// Says that jobs without any limit may take long, if there are many of them on a board where they
/// do. `pending` jobs are not done yet.
fn warn_unlimited(common: &Common, plan: &Plan, pending: u64) {
    const MANY: u64 = 16;
    const LARGE: usize = 64;
    // Estimates take seconds, and the rules of Warnsdorff rarely go back.
    let may_be_long = |Job { problem, method, .. }: &Job| {
        method.rule == Rule::Fixed
            && method.engine != Engine::Estimate
            && problem.budget == Budget::UNLIMITED
            && problem.board.area() >= LARGE
    };
    if let Some(job) = plan.first_jobs_of_parts().find(may_be_long)
        && pending >= MANY
        && plan.experiment().time_limit.is_none()
    {
        let board = job.problem.board;
        common.say(&format!(
            "no limit is set: single jobs on {board} may take minutes and all of --memory; \
             --time-limit stops each job after a time"
        ));
    }
}

/// How many jobs these are, and why the first of them cannot find a tour.
pub(super) fn describe_impossible(InfeasibleJobs { jobs, board, why }: &InfeasibleJobs) -> String {
    format!("{}, the first on {board}: {why}", counted(*jobs, "job"))
}

/// How many rows have no answer, if any: `, 1 of them out of memory`.
fn without_answer(rows: &OutcomeCounts) -> String {
    let is_retried = |it: &Outcome| it.depends_on_machine() && rows.of(*it) > 0;
    let retried = Outcome::ALL.iter().copied().filter(is_retried);
    let each = |it: Outcome| format!(", {} of them {}", grouped(rows.of(it)), it.of_jobs());
    retried.map(each).collect()
}

/// Says what a run did, unless all was done before; `failures` are the reasons why counts had no
/// result.
fn say_summary(common: &Common, run: &FileRun, was_done: bool, failures: &[CountError]) {
    if run.finished + run.summary.failed > 0 || !run.sealed {
        common.say(&outcomes(run));
    }
    say_remarks(common, run, failures);
    let (csv, without_answer) = (shown(&run.csv), without_answer(&run.rows_by_outcome));
    let left = match (was_done, without_answer.is_empty()) {
        (false, _) => "",
        (true, true) => "; nothing is left to do",
        (true, false) => "; nothing is left to do without --retry",
    };
    // Where the run was resumed, its own outcomes are not all.
    let all = match !was_done && run.rows > run.finished + run.derived {
        true => format!(": {}", in_words(&run.rows_by_outcome)),
        false => without_answer,
    };
    let failed = match run.summary.failed {
        0 => String::new(),
        failed => format!("; {failed} failed"),
    };
    common.say(&match run.sealed {
        true => format!("{csv}: complete and sealed, {}{all}{left}", counted(run.rows, "row")),
        false => format!(
            "{csv}: {} of {} saved{all}{failed}; run the same command again to resume",
            grouped(run.rows),
            counted(run.jobs, "job")
        ),
    });
}

/// Says where rows came from without a search, and why some have no answer or an unsure one.
fn say_remarks(common: &Common, run: &FileRun, failures: &[CountError]) {
    let asked = run.table_hits + run.table_misses;
    if run.derived > 0 {
        let rows = counted(run.derived, "row");
        common.say(&format!(
            "{rows} without a search: they follow from other rows, or are mirror images"
        ));
    }
    if asked > 0 && common.verbose {
        let known = 100.0 * run.table_hits as f64 / asked as f64;
        let counts = counted(asked, "walk count");
        common.say(&format!("{counts} needed, {known:.1} % of them found in the table"));
    }
    let [out_of_memory, out_of_time] =
        [Outcome::Memory, Outcome::Time].map(|outcome| run.summary.outcomes.of(outcome));
    if out_of_memory > 0 {
        common.say(&about_memory(common, &counted(out_of_memory, "job"), failures));
    }
    if out_of_time > 0 {
        let jobs = counted(out_of_time, "job");
        common.say(&format!(
            "{jobs} took longer than the time limit; use --retry with a longer --time-limit to search \
             again"
        ));
    }
    if run.summary.heavy_tailed > 0 {
        let estimates = counted(run.summary.heavy_tailed, "estimate");
        common.say(&format!(
            "a few samples decide {estimates} (heavy_tailed), so intervals are not to be trusted; try \
             another seed or a smaller --precision"
        ));
    }
}

/// Why these jobs ran out of memory, and what to do.
fn about_memory(common: &Common, jobs: &str, failures: &[CountError]) -> String {
    let reason = |&error: &CountError| counting::reason(error, "a search", common);
    let again = match failures.contains(&CountError::MemoryLimit) {
        true => "--retry searches again, and ",
        false => "",
    };
    format!(
        "{jobs} out of memory: {}. {again}--engine estimate, without a budget and with another --out, \
         estimates the checks",
        joined(failures.iter().map(reason), "; ")
    )
}

/// Outcomes in words. Those that only some rules or limits have are named where there are any.
fn in_words(jobs: &OutcomeCounts) -> String {
    let is_named = |outcome: &Outcome| match outcome {
        Outcome::Tour => false,
        Outcome::None | Outcome::Budget => true,
        other => jobs.of(*other) > 0,
    };
    let others = Outcome::ALL.iter().copied().filter(is_named).map(|outcome| {
        let what = if outcome == Outcome::Budget { "out of budget" } else { outcome.of_jobs() };
        format!(", {} {what}", grouped(jobs.of(outcome)))
    });
    counted(jobs.of(Outcome::Tour), "tour") + &others.collect::<String>()
}

/// The outcomes of a run in one line.
fn outcomes(run: &FileRun) -> String {
    let RunSummary { checks, estimated, samples, .. } = run.summary;
    let mut performed = Vec::new();
    // Of searches that were stopped by a clock no checks are known.
    if checks > 0 || estimated == 0 && run.summary.outcomes.of(Outcome::Time) == 0 {
        let rate = checks as f64 / run.wall_s.max(1e-9);
        performed.push(format!("{} checks, {}/s", short(checks as f64), short(rate)));
    }
    if estimated > 0 {
        performed.push(counted(samples, "sample"));
    }
    let ended = format!(
        "{} in {}: {}",
        counted(run.finished, "job"),
        formatting::time(Duration::from_secs_f64(run.wall_s)),
        in_words(&run.summary.outcomes),
    );
    let performed = joined(performed, ", ");
    if performed.is_empty() { ended } else { format!("{ended}; {performed}") }
}

/// Runs all jobs of a plan without a file. The advice is given after some seconds.
pub(super) fn in_memory(
    common: &Common,
    plan: &Plan,
    tables: &Tables,
    advice: Option<String>,
) -> anyhow::Result<Vec<Record>> {
    let schedule = Schedule::new(plan, 0..plan.len(), common.threads());
    let (total, are_alike) = (plan.len(), are_alike(plan));
    let jobs = JobNumbers { total, done: 0, tours: 0, are_alike, are_saved: false, advice };
    let mut progress = RunProgress::new(common, jobs, tables);
    let (pool, search) = (common.pool()?, search::by_own_engine(tables));
    Ok(run_in_memory(&pool, &schedule, signals::obey(), search, &mut progress)?)
}

/// Searches the jobs of these records again, all of which can be searched. Says why, in words,
/// where a search fails.
pub(super) fn again(
    common: &Common,
    records: &[Record],
) -> anyhow::Result<Vec<Result<Record, String>>> {
    let (tables, done) = (common.tables(), AtomicUsize::new(0));
    let how_far = || {
        let done = grouped(done.load(Ordering::Relaxed));
        format!("{done} of {} searched again", counted(records.len(), "job"))
    };
    let search = |stop| {
        let again = |record: &Record| {
            let found = search::again(&tables, record, stop)?;
            done.fetch_add(1, Ordering::Relaxed);
            Ok(found)
        };
        records.par_iter().map(again).collect()
    };
    common.work(how_far, search)?
}
