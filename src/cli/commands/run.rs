//! `run` and `sweep`: the jobs of an experiment into a results file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use knight_search::engines::leap::Tables;
use knight_search::walks::TableUse;
use knight_search::{
    Engine, Family, Method, MoveOrder, Report, SearchProgress, Stop, StopRequest, engines,
};
use knightsweep::analysis::formatting::{self, grouped};
use knightsweep::experiment::Experiment;
use knightsweep::experiment::plan::{Job, Plan};
use knightsweep::experiment::shard::{Shard, ShardError};
use knightsweep::results::record::Record;
use knightsweep::results::{Closed, Existing, Opened, Paths, Store, StoreError, Writer};
use knightsweep::run::schedule::Agenda;
use knightsweep::run::{self, Failure, Sink, Status, Summary};
use serde::Serialize;

use crate::cli::args::Common;
use crate::cli::experiment_args::{ExperimentArgs, read_experiment, warn_infeasible};
use crate::cli::ui::output::print_json;
use crate::cli::ui::progress::Progress;
use crate::cli::ui::{failure, signals};

/// Run an experiment file into a results file
///
/// The results go to results/NAME.csv, with everything about the run in results/NAME.meta.json. A run that was
/// interrupted or killed goes on where it stopped when the same command is given again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep run experiments/paper-diagonal.toml
  knightsweep run experiments/overnight.toml --out /data/overnight.csv --threads 8

Ctrl-C (or SIGTERM) starts no further job, lets the running ones finish, saves them and exits
with 130; a second one abandons the running jobs; a third one ends the program on the spot.
Rows reach the file within 0.3 s and the disk within 3 s.")]
pub struct RunArgs {
    /// The experiment, a TOML file
    pub experiment: PathBuf,

    /// The results file; results/NAME.csv for an experiment NAME.toml if not given, or
    /// results/NAME.shard-I-of-N.csv with --shard I/N
    #[arg(short, long, value_name = "FILE.csv")]
    out: Option<PathBuf>,

    #[command(flatten)]
    writing: WritingArgs,
}

/// Run an experiment given by flags into a results file
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep sweep --board 8x8 --starts all --budget 1e9 --goal closed --out closed.csv
  knightsweep sweep --board 5-7 --starts 1,1 a1 --orders sample:500:1 --tours --out sizes.csv")]
pub struct SweepArgs {
    #[command(flatten)]
    pub experiment: ExperimentArgs,

    /// The results file
    #[arg(short, long, value_name = "FILE.csv")]
    out: PathBuf,

    #[command(flatten)]
    writing: WritingArgs,
}

#[derive(Args)]
struct WritingArgs {
    /// Run only part I of N of the jobs, dealt round-robin; the orbits of symmetry = "reduce" stay together. Each part
    /// has a results file of its own; `knightsweep merge` puts them together
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    /// Start anew: move results that are already there aside, to NAME.old-1.csv
    #[arg(long)]
    fresh: bool,

    /// Search those jobs of earlier results again that ran out of memory, now with more --memory; all other rows stay
    #[arg(long, conflicts_with = "fresh")]
    retry_memory: bool,

    /// Print what came of the run as a JSON object
    #[arg(long)]
    json: bool,
}

fn parse_shard(text: &str) -> Result<Shard, ShardError> {
    text.parse()
}

/// `knightsweep run`
pub fn run(common: &Common, arguments: &RunArgs) -> anyhow::Result<ExitCode> {
    let experiment = read_experiment(&arguments.experiment)?;
    let default_out = || {
        let name = match arguments.writing.shard {
            None => arguments.experiment.with_extension("csv"),
            Some(shard) => arguments.experiment.with_extension(format!(
                "shard-{}-of-{}.csv",
                shard.index(),
                shard.count()
            )),
        };
        Path::new("results").join(name.file_name().unwrap_or_default())
    };
    let out = arguments.out.clone().unwrap_or_else(default_out);
    into_file(common, &experiment, &out, &arguments.writing)
}

/// `knightsweep sweep`
pub fn sweep(common: &Common, arguments: &SweepArgs) -> anyhow::Result<ExitCode> {
    let experiment = arguments.experiment.experiment()?;
    into_file(common, &experiment, &arguments.out, &arguments.writing)
}

fn into_file(
    common: &Common,
    experiment: &Experiment,
    out: &Path,
    writing: &WritingArgs,
) -> anyhow::Result<ExitCode> {
    let existing = match (writing.fresh, writing.retry_memory) {
        (true, _) => Existing::MoveAside,
        (_, true) => Existing::RetryMemory,
        _ => Existing::Resume,
    };
    let ran = run_into(common, experiment, out, writing.shard, existing)?;
    if writing.json {
        print_json(&ran.report())?;
    }
    Ok(ran.exit_code())
}

/// What came of running an experiment into a file.
pub struct Ran {
    csv: PathBuf,
    jobs: u64,
    rows: u64,
    summary: Summary,
    table: TableUse,
    closed: Closed,
    interrupted: bool,
    elapsed: Duration,
}

#[derive(Serialize)]
struct RunReport<'a> {
    csv: &'a Path,
    jobs: u64,
    rows: u64,
    finished: u64,
    tour: u64,
    none: u64,
    stuck: u64,
    budget: u64,
    memory: u64,
    failed: u64,
    checks: u128,
    wall_s: f64,
    table_hits: u64,
    table_misses: u64,
    sealed: bool,
    interrupted: bool,
}

impl Ran {
    fn report(&self) -> RunReport<'_> {
        RunReport {
            csv: &self.csv,
            jobs: self.jobs,
            rows: self.rows,
            finished: self.summary.finished(),
            tour: self.summary.tours,
            none: self.summary.none,
            stuck: self.summary.stuck,
            budget: self.summary.budget,
            memory: self.summary.memory,
            failed: self.summary.failed,
            checks: self.summary.checks,
            wall_s: self.elapsed.as_secs_f64(),
            table_hits: self.table.hits,
            table_misses: self.table.misses,
            sealed: self.closed == Closed::Sealed,
            interrupted: self.interrupted,
        }
    }

    /// Whether every job has its row.
    pub fn is_complete(&self) -> bool {
        self.closed == Closed::Sealed
    }

    /// The exit code of the run.
    pub fn exit_code(&self) -> ExitCode {
        if self.is_complete() {
            ExitCode::SUCCESS
        } else if self.interrupted && self.summary.failed == 0 {
            ExitCode::from(failure::INTERRUPTED)
        } else {
            ExitCode::FAILURE
        }
    }
}

/// Runs the pending jobs of an experiment into a results file, and tells how it went.
pub fn run_into(
    common: &Common,
    experiment: &Experiment,
    out: &Path,
    shard: Option<Shard>,
    existing: Existing,
) -> anyhow::Result<Ran> {
    let plan = Plan::new(experiment);
    let writer = Writer { command: std::env::args().collect(), threads: common.threads() };
    let Opened { store, notes } =
        Store::open(Paths::new(out)?, experiment, &plan, shard, existing, writer)?;
    notes.iter().for_each(|note| common.say(note));

    let pending = store.pending();
    let (csv, jobs) = (store.csv().to_owned(), store.jobs());
    let stop = signals::stop_request()?;
    let tables = common.tables();
    let mut sink = ResultsSink {
        tables: &tables,
        progress: Progress::new(jobs, store.rows(), common.is_quiet(), true),
        store,
    };
    if !pending.is_empty() && sink.store.rows() > 0 {
        let rows = formatting::counted(sink.store.rows(), "row");
        common.say(&format!("{}: going on after {rows}", csv.display()));
    }
    if !pending.is_empty() {
        warn_infeasible(common, &plan);
    }
    let pool = common.pool()?;
    let agenda = Agenda::new(&plan, &pending, common.threads());
    let result = run::run(&pool, &agenda, stop, searching(&tables), &mut sink);
    sink.progress.clear();
    let summary = result?;
    let rows = sink.store.rows();
    let elapsed = sink.progress.elapsed();
    let ran = Ran {
        closed: sink.store.close()?,
        interrupted: stop.stop() != Stop::No,
        jobs,
        csv,
        rows,
        summary,
        table: tables.usage(),
        elapsed,
    };
    tell(common, &ran, pending.is_empty());
    Ok(ran)
}

fn tell(common: &Common, ran: &Ran, had_nothing_to_do: bool) {
    let csv = ran.csv.display();
    let jobs = formatting::counted(ran.jobs, "job");
    if had_nothing_to_do {
        let done = if ran.jobs == 1 { "its job is".to_owned() } else { format!("all {jobs} are") };
        return common.say(&format!("{csv}: {done} done and sealed, nothing is left to do"));
    }
    let Summary { tours, none, stuck, budget, memory, failed, checks } = ran.summary;
    let stuck = match stuck {
        0 => String::new(),
        stuck => format!(" {} stuck,", grouped(stuck.into())),
    };
    let out_of_memory = match memory {
        0 => String::new(),
        memory => format!(", {} out of memory", grouped(memory.into())),
    };
    common.say(&format!(
        "{} in {}: {}, {} without a tour,{stuck} {} out of budget{out_of_memory}; {} checks, {}/s",
        formatting::counted(ran.summary.finished(), "job"),
        formatting::time(ran.elapsed),
        formatting::counted(tours, "tour"),
        grouped(none.into()),
        grouped(budget.into()),
        formatting::short(checks as f64),
        formatting::short(checks as f64 / ran.elapsed.as_secs_f64().max(1e-9)),
    ));
    let asked = ran.table.hits + ran.table.misses;
    if asked > 0 {
        common.say(&format!(
            "{} asked for, {:.1} % of them known from the table",
            formatting::counted(asked, "walk count"),
            100.0 * ran.table.hits as f64 / asked as f64
        ));
    }
    if memory > 0 {
        common.say(&format!(
            "{} needed more than the {} of --memory; with more, --retry-memory searches them again",
            formatting::counted(memory, "job"),
            formatting::bytes(common.memory() as u64)
        ));
    }
    if ran.is_complete() {
        common
            .say(&format!("{csv}: complete and sealed, {}", formatting::counted(ran.rows, "row")));
    } else {
        let failures = match failed {
            0 => String::new(),
            failed => format!(", {} failed", formatting::counted(failed, "job")),
        };
        common.say(&format!(
            "{csv}: {} of {jobs} are saved{failures}; run the same command again to go on",
            grouped(ran.rows.into())
        ));
    }
}

/// The search of jobs of one family by their rule and engine.
fn searching(tables: &Tables) -> impl run::Search {
    move |jobs: &[Job], progress: &mut SearchProgress, report: &mut Report| {
        let Some(first) = jobs.first() else {
            return Ok(());
        };
        let orders: Vec<MoveOrder> = jobs.iter().map(|job| job.problem.order).collect();
        let family = Family::of(&first.problem);
        engines::search(first.method(), &family, &orders, tables, progress, report)
    }
}

/// Hands records to the store and to the progress.
struct ResultsSink<'a> {
    store: Store,
    tables: &'a Tables,
    progress: Progress,
}

impl Sink for ResultsSink<'_> {
    type Error = StoreError;

    fn finished(&mut self, record: &Record) -> Result<(), StoreError> {
        self.progress.finished(record.success);
        self.store.append(record)
    }

    fn failed(&mut self, failure: &Failure) {
        self.progress.failed(failure);
    }

    fn tick(&mut self, status: &Status) -> Result<(), StoreError> {
        self.progress.tick(status, self.tables.activity());
        self.store.tick()
    }
}

/// Runs all jobs of a plan without a file and collects their records, by job; `None` if it was interrupted.
pub fn run_in_memory(common: &Common, plan: &Plan) -> anyhow::Result<Option<Vec<Record>>> {
    let jobs: Vec<u64> = (0..plan.len()).collect();
    let agenda = Agenda::new(plan, &jobs, common.threads());
    let tables = common.tables();
    collect(common, &agenda, &tables, searching(&tables))
}

/// Searches each of these records' jobs again, by stepping where that takes seconds.
pub fn search_again(
    common: &Common,
    plan: &Plan,
    records: &[Record],
) -> anyhow::Result<Option<Vec<Record>>> {
    const SECONDS: u128 = 1_000_000_000;
    let ids: Vec<u64> = records.iter().map(|record| record.job).collect();
    let is_short = |record: &&Record| record.checks.is_some_and(|checks| checks <= SECONDS);
    let short: HashSet<u64> = records.iter().filter(is_short).map(|r| r.job).collect();
    let tables = common.tables();
    let search = searching(&tables);
    let by_stepping = |jobs: &[Job], progress: &mut SearchProgress, report: &mut Report| {
        let mut jobs = jobs.to_vec();
        for job in &mut jobs {
            let by_stepping = Method { engine: Engine::Step, ..job.method() };
            if short.contains(&job.id) && by_stepping.takes(job.problem.board) {
                job.engine = Engine::Step;
            }
        }
        search(&jobs, progress, report)
    };
    let agenda = Agenda::one_by_one(plan, &ids);
    collect(common, &agenda, &tables, by_stepping)
}

/// Runs an agenda and collects its records, by job; `None` if it was interrupted. There is nothing to save, so the
/// first interrupt abandons the running jobs.
fn collect(
    common: &Common,
    agenda: &Agenda,
    tables: &Tables,
    search: impl run::Search,
) -> anyhow::Result<Option<Vec<Record>>> {
    let jobs = agenda.rows().len();
    let stop = signals::stop_request()?;
    let mut sink = MemorySink {
        progress: Progress::new(jobs as u64, 0, common.is_quiet(), false),
        records: Vec::new(),
        tables,
        stop,
    };
    let Ok(summary) = run::run(&common.pool()?, agenda, stop, search, &mut sink);
    sink.progress.clear();
    if stop.stop() != Stop::No && sink.records.len() < jobs {
        return Ok(None);
    }
    anyhow::ensure!(summary.failed == 0, "{} failed", formatting::counted(summary.failed, "job"));
    sink.records.sort_by_key(|record| record.job);
    Ok(Some(sink.records))
}

struct MemorySink<'a> {
    records: Vec<Record>,
    tables: &'a Tables,
    progress: Progress,
    stop: &'static StopRequest,
}

impl Sink for MemorySink<'_> {
    type Error = std::convert::Infallible;

    fn finished(&mut self, record: &Record) -> Result<(), Self::Error> {
        self.progress.finished(record.success);
        self.records.push(record.clone());
        Ok(())
    }

    fn failed(&mut self, failure: &Failure) {
        self.progress.failed(failure);
    }

    fn tick(&mut self, status: &Status) -> Result<(), Self::Error> {
        if status.stop == Stop::AfterRunning {
            self.stop.escalate();
        }
        self.progress.tick(status, self.tables.activity());
        Ok(())
    }
}
