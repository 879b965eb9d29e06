//! `plan`: what an experiment would run, and what it would cost.

use std::iter;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use clap::Args;
use knight_search::{Board, Budget, Interrupted, Outcome, Stop};
use knightsweep::analysis::table::{Cell, Table};
use knightsweep::experiment::Experiment;
use knightsweep::experiment::plan::{Job, Plan};
use knightsweep::results::Paths;
use knightsweep::results::merge::Gathered;
use knightsweep::results::record::{Found, Record, columns};
use knightsweep::run::estimate::TimeEstimate;
use knightsweep::run::pending::Pending;
use knightsweep::run::results_size::ResultsSize;
use knightsweep::text::{formatting, grouped, joined, shown};
use serde_json::{Value, json};

use crate::cli::args::{Common, TimeLimitArgs};
use crate::cli::commands::run::results_of;
use crate::cli::experiment_args::{ExperimentArgs, read_experiment};
use crate::cli::moves_args::{CodeArgs, say_orders};
use crate::cli::searching::describe_impossible;
use crate::cli::ui::{line_width, print, print_json, print_parts};

/// Show what an experiment would run, and how long
///
/// Jobs, size of the results, and an estimate of the time.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep plan experiments/chessboard/overnight.toml
  knightsweep plan experiments/chessboard/overnight.toml --out /data/
  knightsweep plan --board 5-8 --starts corners --orders all --budget 1e6
  knightsweep plan experiments/paper/paper-corners.toml --list")]
pub(crate) struct PlanArgs {
    /// The experiment, a TOML file
    ///
    /// Or use the options of sweep instead
    #[arg(conflicts_with_all = ExperimentArgs::ids())]
    experiment: Option<PathBuf>,

    #[command(flatten)]
    flags: ExperimentArgs,

    #[command(flatten)]
    code: CodeArgs,

    #[command(flatten)]
    time_limit: TimeLimitArgs,

    /// The results file, whose rows count
    ///
    /// Those that are there already; or a folder [default: results/NAME.csv for NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print every job as CSV
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Do not estimate the time
    ///
    /// Which tries some jobs
    #[arg(long)]
    no_estimate: bool,
}

/// `knightsweep plan`
pub(super) fn plan(common: &Common, arguments: &PlanArgs) -> anyhow::Result<u8> {
    let mut experiment = match &arguments.experiment {
        Some(path) => read_experiment(path)?,
        None => arguments.flags.experiment(common)?,
    };
    say_orders(common, &experiment);
    arguments.time_limit.apply(&mut experiment);
    let plan = Plan::new(&experiment);
    let there = arguments.there(common, &experiment)?;
    if arguments.list {
        return list(&plan);
    }
    let pending = match &there {
        Some((_, gathered)) => Pending::rows(&plan, gathered.without_row()),
        None => Pending::all(&plan),
    };
    let is_estimated = !arguments.no_estimate && !pending.is_empty();
    let estimate = is_estimated.then(|| tried(common, &pending)).transpose()?;
    let answer = PlanAnswer {
        plan: &plan,
        there: there.map(|(csv, gathered)| (csv, gathered.rows())),
        size: ResultsSize::new(&plan),
        estimate,
        code: experiment.only_order().and_then(|order| arguments.code.code(order)),
    };
    if arguments.json { print_json(&answer.json()?) } else { print(answer.shown()) }
}

/// What pending jobs will take.
fn tried(common: &Common, pending: &Pending) -> anyhow::Result<TimeEstimate> {
    let tried = AtomicU64::new(0);
    let how_far =
        || format!("trying {}", formatting::counted(tried.load(Ordering::Relaxed), "job"));
    common.work(how_far, |stop| {
        let estimate = TimeEstimate::new(pending, &common.tables(), stop, &tried);
        let is_done = (stop.stop() == Stop::No).then_some(estimate);
        is_done.ok_or(Interrupted).context("interrupted before the plan was examined")
    })?
}

impl PlanArgs {
    /// The results file of the experiment and what is in it, if it is there.
    fn there(
        &self,
        common: &Common,
        experiment: &Experiment,
    ) -> anyhow::Result<Option<(PathBuf, Gathered)>> {
        let csv = match (&self.experiment, &self.out) {
            (Some(path), out) => results_of(path, out.as_deref(), None),
            (None, Some(out)) => out.clone(),
            (None, None) => return Ok(None),
        };
        if !csv.exists() {
            return Ok(None);
        }
        let read = |paths: Paths| Gathered::read(&[paths], Some(experiment.clone()));
        match Paths::new(&csv).and_then(read) {
            Ok(gathered) => Ok(Some((csv, gathered))),
            Err(error) if self.out.is_none() => {
                common.say(&error.to_string());
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}

struct PlanAnswer<'a> {
    plan: &'a Plan,
    /// A results file that is there, and how many of the jobs have a row in it.
    there: Option<(PathBuf, u64)>,
    size: ResultsSize,
    estimate: Option<TimeEstimate>,
    /// The only order as code, if that is asked for.
    code: Option<String>,
}

/// Prints the columns of every job that are known before it runs.
fn list(plan: &Plan) -> anyhow::Result<u8> {
    let names = columns::COLUMNS.iter().take(columns::OF_JOB).map(|column| column.name);
    let header = format!("job,{}\n", joined(names, ","));
    let row = |job: Job| {
        let mut text = Vec::new();
        if let Ok(row) = Record::new(&job, &Found::only(Outcome::Unknown), None, false) {
            row.write_csv(&mut text);
        }
        let text = String::from_utf8_lossy(&text);
        format!("{},{}\n", job.id, joined(text.split(',').take(columns::OF_JOB), ","))
    };
    print_parts(iter::once(header).chain(plan.jobs().map(row)))
}

impl PlanAnswer<'_> {
    fn json(&self) -> anyhow::Result<Value> {
        let PlanAnswer { plan, there, size, estimate, code } = self;
        let jobs_there =
            |(csv, jobs): &(PathBuf, u64)| json!({ "csv": csv.to_string_lossy(), "jobs": jobs });
        let on_board = |(board, jobs)| json!({ "board": Board::to_string(&board), "jobs": jobs });
        let mut answer = json!({
            "title": plan.experiment().title,
            "hash": plan.experiment().spec().hash(),
            "jobs": plan.len(),
            "there": there.as_ref().map(jobs_there),
            "boards": plan.boards().map(on_board).collect::<Vec<_>>(),
            "budgets": plan.budgets().iter().map(Budget::to_string).collect::<Vec<_>>(),
            "time_limit_s": plan.experiment().time_limit.map(|limit| limit.as_secs_f64()),
            "impossible": plan.infeasible(),
            "skipped": plan.experiment().skipped(),
            "csv_bytes_least": size.least,
            "csv_bytes_most": size.most,
        });
        if let (Some(answer), Value::Object(estimate)) =
            (answer.as_object_mut(), serde_json::to_value(estimate)?)
        {
            answer.extend(estimate);
        }
        answer["code"] = json!(code);
        Ok(answer)
    }

    /// The facts one below the other, each behind its name.
    fn shown(&self) -> String {
        let plan = self.plan;
        let [least, most] = [self.size.least, self.size.most].map(formatting::bytes);
        let mut facts: Vec<(String, Cell)> = Vec::new();
        let mut row = |name: &str, fact: String| facts.push((name.to_owned(), fact.into()));
        let title = plan.experiment().title.iter();
        title.for_each(|title| row("experiment", title.clone()));
        row("jobs", grouped(plan.len()));
        if let Some((csv, jobs)) = &self.there {
            row("  done", format!("{} in {}", grouped(*jobs), shown(csv)));
            row("  left", grouped(plan.len().saturating_sub(*jobs)));
        }
        for (board, jobs) in plan.boards() {
            row(&format!("  on {board}"), grouped(jobs));
        }
        let digits = |budget: &Budget| budget.limit().map_or("unlimited".to_owned(), grouped);
        let budgets = joined(plan.budgets().iter().map(digits), "; ");
        row("budget", format!("{budgets} checks a job"));
        if let Some(limit) = plan.experiment().time_limit {
            row("time limit", format!("{} a job", formatting::long_time(limit.as_secs_f64())));
        }
        if let Some(infeasible) = plan.infeasible() {
            row("no tour", describe_impossible(&infeasible));
        }
        if let Some(skipped) = plan.experiment().skipped() {
            row("skipped", describe_impossible(&skipped));
        }
        row("results", format!("about {least} if no job finds a tour, {most} if all do"));
        if let Some(estimate) = &self.estimate {
            let is_begun = self.there.as_ref().is_some_and(|(_, jobs)| *jobs > 0);
            row(if is_begun { "time left" } else { "time" }, self.describe_time(estimate));
        }
        row("hash", plan.experiment().spec().hash());
        let code = self.code.as_deref().unwrap_or_default();
        Table::new([facts]).render_stacked(line_width(usize::MAX)) + code
    }

    fn describe_time(&self, estimate: &TimeEstimate) -> String {
        let threads = formatting::counted(estimate.threads, "thread");
        let tried = formatting::counted(estimate.tried, "search");
        let low = formatting::long_time(estimate.wall_s_low);
        let high = estimate.wall_s_high.map(formatting::long_time);
        match (estimate.wall_s.map(formatting::long_time), high) {
            (Some(usual), Some(high)) => format!(
                "about {usual} on {threads}; nine of ten such runs take {low} to {high} (from {tried})"
            ),
            (_, Some(high)) => format!(
                "unknown: too few searches ended while they were tried; {low} to {high}, the time limit, \
                 on {threads}"
            ),
            (_, None) => format!(
                "unknown: too few searches ended while they were tried; at least {low} on {threads}"
            ),
        }
    }
}
