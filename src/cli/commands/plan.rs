//! `plan`: what an experiment would run, and what it would cost.

use std::iter;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use knight_search::engines::leap::Tables;
use knight_search::{
    Answer, Board, Budget, Interrupted, Outcome, Problem, Stop, StopRequest, board, engines,
};
use knightsweep::analysis::formatting::{self, grouped};
use knightsweep::analysis::table::{Cell, Format, Table};
use knightsweep::experiment::Reduction;
use knightsweep::experiment::plan::{InfeasibleJobs, Job, Plan};
use knightsweep::results::record::{Layout, Record};
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::args::Common;
use crate::cli::experiment_args::{ExperimentArgs, describe_infeasible, read_experiment};
use crate::cli::ui::output::{print, print_json, print_parts};
use crate::cli::ui::signals;

/// Show what an experiment would run: jobs, size and an estimate of the time
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep plan experiments/overnight.toml
  knightsweep plan --board 5-8 --starts corners --orders all --budget 1e6
  knightsweep plan experiments/paper-corners.toml --list")]
pub struct PlanArgs {
    /// The experiment, a TOML file; or give one by the flags of sweep
    #[arg(conflicts_with_all = ["boards", "starts", "orders", "rule", "seeds", "goal", "engine", "budget", "tours", "images", "symmetry", "title"])]
    experiment: Option<PathBuf>,

    #[command(flatten)]
    flags: ExperimentArgs,

    /// List every job as CSV
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Do not try out some jobs to estimate the time
    #[arg(long)]
    no_estimate: bool,
}

/// Jobs tried out for an estimate.
const SAMPLE: u64 = 48;

/// Checks that each of them may spend by stepping.
const SAMPLE_BUDGET: u128 = 20_000_000;

/// Time that each of them may take by counting.
const SAMPLE_TIME: Duration = Duration::from_millis(500);

/// `knightsweep plan`
pub fn plan(common: &Common, arguments: &PlanArgs) -> anyhow::Result<ExitCode> {
    let experiment = match &arguments.experiment {
        Some(path) => read_experiment(path)?,
        None => arguments.flags.experiment()?,
    };
    let plan = Plan::new(&experiment);
    if arguments.list {
        return list(&plan);
    }
    let stop = signals::stop_request()?;
    let tried = AtomicU64::new(0);
    let how_far = || match tried.load(Ordering::Relaxed) {
        0 => "looking at the jobs".to_owned(),
        tried => format!("trying {}", formatting::counted(tried, "job")),
    };
    let (orbits, estimate) = common.work(how_far, || {
        let orbits = orbits(&plan, stop);
        let estimated = !arguments.no_estimate && !plan.is_empty();
        let estimate = estimated.then(|| Estimate::new(&plan, common, stop, &tried));
        (orbits, estimate)
    })?;
    if stop.stop() != Stop::No {
        let undone = "interrupted before the plan was looked through";
        return Err(anyhow::Error::new(Interrupted).context(undone));
    }
    let (csv_bytes_least, csv_bytes_most) = csv_bytes(&plan);
    let cost = Cost {
        title: experiment.title.clone(),
        hash: experiment.spec().hash(),
        jobs: plan.len(),
        orbits,
        boards: plan.boards().map(|(board, jobs)| (board.to_string(), jobs)).collect(),
        budget: plan.budget().limit(),
        impossible: plan.infeasible(),
        csv_bytes_least,
        csv_bytes_most,
        estimate,
    };
    if arguments.json { print_json(&cost) } else { print(&cost.shown()) }
}

#[derive(Serialize)]
struct Cost {
    title: Option<String>,
    hash: String,
    jobs: u64,
    orbits: Option<u64>,
    boards: Vec<(String, u64)>,
    budget: Option<u128>,
    impossible: Vec<InfeasibleJobs>,
    /// If no job finds a tour.
    csv_bytes_least: u64,
    /// If all jobs find one.
    csv_bytes_most: u64,
    estimate: Option<Estimate>,
}

/// The time of a plan by trying out some of its jobs.
#[derive(Serialize)]
struct Estimate {
    threads: usize,
    sampled_jobs: u64,
    /// Sampled jobs that would go on for an unknown time.
    undecided: u64,
    /// Lower bound if some are undecided.
    seconds: f64,
    /// Whether jobs may share work, so that all take less than each alone.
    may_share: bool,
}

impl Estimate {
    /// Tries some of the jobs that a run would search, until it is to stop.
    fn new(plan: &Plan, common: &Common, stop: &StopRequest, tried: &AtomicU64) -> Estimate {
        let (threads, tables) = (common.threads(), common.tables());
        let mirrors = plan.symmetry() == Reduction::Reduce;
        let is_searched = |job: &Job| job.mirror_of.is_none();
        let searched: Option<Vec<u64>> =
            mirrors.then(|| plan.jobs().filter(is_searched).map(|job| job.id).collect());
        let jobs = searched.as_ref().map_or(plan.len(), |ids| ids.len() as u64);
        let count = jobs.min(SAMPLE);
        let trials: Vec<Trial> = (0..count)
            .into_par_iter()
            .map(|i| middle_of_part(jobs, i, count))
            .filter_map(|place| {
                plan.job(searched.as_ref().map_or(place, |ids| ids[place as usize]))
            })
            .map(|job| {
                tried.fetch_add(1, Ordering::Relaxed);
                try_out(&job, &tables, stop)
            })
            .collect();
        let per_job = trials.iter().map(|trial| trial.seconds).sum::<f64>() / trials.len() as f64;
        let at_once = (threads as u64).min(jobs);
        let longest = trials.iter().map(|trial| trial.seconds).fold(0.0, f64::max);
        Estimate {
            threads,
            sampled_jobs: count,
            undecided: trials.iter().filter(|trial| trial.is_undecided).count() as u64,
            seconds: (per_job * jobs as f64 / at_once as f64).max(longest),
            may_share: count < jobs
                && plan.job(0).is_some_and(|job| !job.method().performs_every_check()),
        }
    }
}

struct Trial {
    /// The time that the job takes, or has taken when it was left undecided.
    seconds: f64,
    is_undecided: bool,
}

/// The middle of the i-th of `parts` equal parts of 0…len−1.
fn middle_of_part(len: u64, i: u64, parts: u64) -> u64 {
    let twice = (2 * i + 1) as u128 * len as u128;
    (twice / (2 * parts) as u128) as u64
}

/// Runs a job for a short time. If it is stepped and its budget is large, a smaller one is tried and the time scaled up.
fn try_out(job: &Job, tables: &Tables, stop: &StopRequest) -> Trial {
    if job.method().performs_every_check() {
        step_a_part(job, tables, stop)
    } else {
        search_for_a_while(job, tables, stop)
    }
}

fn search_for_a_while(job: &Job, tables: &Tables, stop: &StopRequest) -> Trial {
    let began = Instant::now();
    let mut progress = |_| {
        if began.elapsed() < SAMPLE_TIME { stop.check() } else { ControlFlow::Break(()) }
    };
    let answer = engines::search_one(job.method(), &job.problem, tables, &mut progress);
    Trial { seconds: began.elapsed().as_secs_f64(), is_undecided: answer.is_err() }
}

fn step_a_part(job: &Job, tables: &Tables, stop: &StopRequest) -> Trial {
    let own = job.problem.budget.limit();
    let limit = own.map_or(SAMPLE_BUDGET, |own| own.min(SAMPLE_BUDGET));
    let problem =
        Problem { budget: Budget::checks(limit).unwrap_or(job.problem.budget), ..job.problem };
    let began = Instant::now();
    let answer = engines::search_one(job.method(), &problem, tables, &mut |_| stop.check());
    let seconds = began.elapsed().as_secs_f64();
    let outcome = answer.ok().map(|answer| answer.outcome);
    match (outcome, own) {
        (Some(Outcome::Budget), None) => Trial { seconds, is_undecided: true },
        (Some(Outcome::Budget), Some(own)) => {
            Trial { seconds: seconds * (own as f64 / limit as f64), is_undecided: false }
        }
        _ => Trial { seconds, is_undecided: false },
    }
}

/// Jobs that differ by more than a symmetry of their board; `None` for a plan too long to look at every job, or after a stop.
fn orbits(plan: &Plan, stop: &StopRequest) -> Option<u64> {
    const MOST_JOBS: u64 = 5_000_000;
    if plan.len() > MOST_JOBS {
        return None;
    }
    let canonical = |job: Job| {
        let Problem { board, start, order, .. } = job.problem;
        (board, board::canonical(board, start, order), job.seed)
    };
    let mut jobs = (0..plan.len())
        .into_par_iter()
        .filter_map(|id| plan.job(id))
        .map(|job| stop.check().is_continue().then(|| canonical(job)))
        .collect::<Option<Vec<_>>>()?;
    jobs.par_sort_unstable();
    jobs.dedup();
    Some(jobs.len() as u64)
}

/// About how large the results file will be if no job finds a tour, and if all do.
fn csv_bytes(plan: &Plan) -> (u64, u64) {
    const SAMPLE: u64 = 1000;
    // No more digits than most counts have.
    const UNLIMITED: u128 = 1_000_000_000;
    // `tour` for `budget`, `true` for `false`, as many nodes as an eighth of the checks, and `false`.
    let longer = |checks: u128| (checks / 8).to_string().len() as u64 + 5 - 3;
    let checks = plan.budget().limit().unwrap_or(UNLIMITED);
    let time = Duration::from_millis(1);
    let stopped = Answer { outcome: Outcome::Budget, checks, nodes: None, tour: None };
    let row = |job: Job| {
        let record = Record::new(&job, Ok(&stopped), time, Some(time), false).ok()?;
        let mut line = Vec::new();
        record.write_csv(Layout::of(plan), &mut line);
        Some(line.len() as u64)
    };
    let count = plan.len().min(SAMPLE);
    let sample = (0..count).filter_map(|i| plan.job(middle_of_part(plan.len(), i, count)));
    let sampled: u64 = sample.filter_map(row).sum();
    let rows = sampled as u128 * plan.len() as u128 / u128::from(count.max(1));
    let least = Layout::of(plan).header().len() as u64 + 1 + rows as u64;
    let tours: u64 = if plan.tours() {
        plan.boards().map(|(board, jobs)| jobs * tour_bytes(board)).sum()
    } else {
        0
    };
    (least, least + plan.len() * longer(checks) + tours)
}

/// The length of a tour as results have it.
fn tour_bytes(board: Board) -> u64 {
    let names = board.squares().map(|square| board.chess_name(square).len() as u64 + 1);
    names.sum::<u64>() - 1
}

/// The columns of a job that are known before it runs, as CSV without a line end.
fn job_row(job: &Job) -> String {
    let problem = &job.problem;
    let budget = problem.budget.limit().map_or(String::new(), |limit| limit.to_string());
    format!(
        "{},{},{},{},{},{},{},{},{},{},{budget}",
        job.id,
        problem.board.rows(),
        problem.board.cols(),
        problem.start.row,
        problem.start.col,
        problem.order,
        problem.order.rank(),
        job.rule,
        problem.goal,
        job.engine,
    )
}

fn list(plan: &Plan) -> anyhow::Result<ExitCode> {
    let columns = Layout::default().columns().take(11);
    let seed = (!plan.seeds().is_empty()).then_some("seed");
    let header = columns.chain(seed).collect::<Vec<_>>().join(",") + "\n";
    let row = |job: Job| {
        let seed = job.seed.map_or(String::new(), |seed| format!(",{seed}"));
        job_row(&job) + &seed + "\n"
    };
    print_parts(iter::once(header).chain(plan.jobs().map(row)))
}

impl Cost {
    fn size(&self) -> String {
        let [least, most] = [self.csv_bytes_least, self.csv_bytes_most].map(formatting::bytes);
        format!("about {least} if no job finds a tour, {most} if all do")
    }

    fn shown(&self) -> String {
        let mut rows = Vec::new();
        let mut row =
            |name: &str, value: String| rows.push(vec![Cell::from(name), Cell::Text(value)]);
        if let Some(title) = &self.title {
            row("experiment", title.clone());
        }
        row("jobs", grouped(self.jobs.into()));
        for (board, jobs) in &self.boards {
            row(&format!("  on {board}"), grouped((*jobs).into()));
        }
        if let Some(orbits) = self.orbits {
            row(
                "orbits",
                format!("{} that no symmetry maps to another", formatting::counted(orbits, "job")),
            );
        }
        row(
            "budget",
            self.budget.map_or("none".to_owned(), |b| format!("{} checks a job", grouped(b))),
        );
        for infeasible in &self.impossible {
            row("no tour", describe_infeasible(infeasible));
        }
        row("results", self.size());
        if let Some(estimate) = &self.estimate {
            row("time", estimate.shown());
        }
        row("hash", self.hash.clone());
        let table = Table { columns: vec!["plan".to_owned(), String::new()], rows };
        table.render(Format::Table)
    }
}

impl Estimate {
    fn shown(&self) -> String {
        let time =
            Duration::try_from_secs_f64(self.seconds).map_or("ages".to_owned(), formatting::time);
        let threads = formatting::counted(self.threads as u64, "thread");
        match self.undecided {
            0 if self.may_share => format!(
                "less than about {time} on {threads}, by trying {} alone; jobs of one start share work",
                formatting::counted(self.sampled_jobs, "job")
            ),
            0 => format!(
                "about {time} on {threads}, by trying {}",
                formatting::counted(self.sampled_jobs, "job")
            ),
            undecided => format!(
                "unknown: {undecided} of {} tried were still searching when they were stopped; \
                 at least {time} on {threads}",
                formatting::counted(self.sampled_jobs, "job")
            ),
        }
    }
}
