//! What a plan will cost before it runs: searches, time, and the size of the results.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;

use crate::experiment::plan::{Job, Plan};
use crate::results::record::{Found, Record, SearchTime, Wanted, columns};
use crate::run::{JobProgress, search};
use knight_search::engines::leap::Tables;
use knight_search::{Answer, Board, Budget, MemoryLimit, Outcome, Problem, Square, StopRequest};

/// Jobs that are tried.
const TRIALS: u64 = 48;

/// Checks that a tried job may spend if its method performs each.
const TRIAL_BUDGET: u128 = 20_000_000;

/// Time that other tried jobs may take.
const TRIAL_TIME: Duration = Duration::from_millis(500);

/// Time that all trials may take together.
const ALL_TRIALS_TIME: Duration = Duration::from_secs(5);

/// The time that a plan takes, from trying some of its jobs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeEstimate {
    /// Worker threads of the run.
    pub threads: usize,
    /// Jobs that were tried.
    pub sampled_jobs: u64,
    /// Tried jobs whose time is unknown.
    pub undecided: u64,
    /// A lower bound if some jobs are undecided.
    pub seconds: f64,
    /// An upper bound, if some jobs are undecided and there is a time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_seconds: Option<f64>,
    /// Whether jobs may share work, so that together they take less time than one by one.
    pub may_share: bool,
}

impl TimeEstimate {
    /// Tries jobs from all parts of a plan, on the threads of the current pool. `tried` counts
    /// them; a stop request ends the trials early.
    pub fn new(
        plan: &Plan,
        threads: usize,
        tables: &Tables,
        stop: &StopRequest,
        tried: &AtomicU64,
    ) -> TimeEstimate {
        let searches = plan.searches();
        let search = |number| plan.search(number).and_then(|id| plan.job(id));
        let began = Instant::now();
        let check = || match began.elapsed() < ALL_TRIALS_TIME {
            true => stop.check(),
            false => ControlFlow::Break(()),
        };
        let most_trials = searches.min(TRIALS);
        let mut trials: Vec<Trial> = (0..most_trials)
            .into_par_iter()
            .filter_map(|part| search(middle_of_part(searches, part, most_trials)))
            .filter_map(|job| {
                let is_first = tried.fetch_add(1, Ordering::Relaxed) == 0;
                (is_first || check().is_continue()).then(|| Trial::of(plan, &job, tables, &check))
            })
            .collect();
        let sampled_jobs = trials.len() as u64;
        let most = plan.time_limit().map_or(f64::INFINITY, |limit| limit.as_secs_f64());
        for trial in &mut trials {
            // A job that takes longer ends there.
            trial.is_undecided &= trial.seconds < most;
            trial.seconds = trial.seconds.min(most);
        }
        let per_job = trials.iter().map(|trial| trial.seconds).sum::<f64>() / trials.len() as f64;
        let at_once = (threads as u64).min(searches);
        let longest = trials.iter().map(|trial| trial.seconds).fold(0.0, f64::max);
        let shares_work = |job: Job| !job.method.performs_every_check();
        let undecided = trials.iter().filter(|trial| trial.is_undecided).count() as u64;
        let of_all = |per_job: f64| per_job * searches as f64 / at_once as f64;
        TimeEstimate {
            threads,
            sampled_jobs,
            undecided,
            seconds: of_all(per_job).max(longest),
            most_seconds: Some(of_all(most)).filter(|most| undecided > 0 && most.is_finite()),
            may_share: sampled_jobs < searches && plan.job(0).is_some_and(shares_work),
        }
    }
}

/// Breaks when trials are to end.
type Check<'a> = dyn Fn() -> ControlFlow<()> + Sync + 'a;

struct Trial {
    /// The time of the job, or the time until the trial ended if the job is undecided.
    seconds: f64,
    is_undecided: bool,
}

impl Trial {
    fn of(plan: &Plan, job: &Job, tables: &Tables, check: &Check) -> Trial {
        if job.method.performs_every_check() {
            Trial::of_some_checks(plan, job, tables, check)
        } else {
            Trial::of_some_time(plan, job, tables, check)
        }
    }

    fn of_some_time(plan: &Plan, job: &Job, tables: &Tables, check: &Check) -> Trial {
        let began = Instant::now();
        let mut progress = |_| {
            if began.elapsed() < TRIAL_TIME { check() } else { ControlFlow::Break(()) }
        };
        let outcome = outcome_of(plan, job, tables, &mut progress);
        Trial { seconds: began.elapsed().as_secs_f64(), is_undecided: outcome.is_none() }
    }

    /// Performs a part of a large budget and scales the time up.
    fn of_some_checks(plan: &Plan, job: &Job, tables: &Tables, check: &Check) -> Trial {
        let own = job.problem.budget.limit();
        let limit = own.map_or(TRIAL_BUDGET, |own| own.min(TRIAL_BUDGET));
        let budget = Budget::checks(limit).unwrap_or(job.problem.budget);
        let problem = Problem { budget, ..job.problem };
        let began = Instant::now();
        let outcome = outcome_of(plan, &Job { problem, ..*job }, tables, &mut |_| check());
        let seconds = began.elapsed().as_secs_f64();
        let is_cut = outcome.is_none();
        let is_stopped = outcome == Some(Outcome::Budget);
        let part = own.map_or(1.0, |own| own as f64 / limit as f64);
        Trial {
            seconds: if is_stopped { seconds * part } else { seconds },
            is_undecided: is_cut || is_stopped && own.is_none(),
        }
    }
}

/// How a search ends; `None` if it is interrupted or needs too much memory.
fn outcome_of(
    plan: &Plan,
    job: &Job,
    tables: &Tables,
    progress: &mut JobProgress,
) -> Option<Outcome> {
    let mut outcome = None;
    let search = search::by_own_engine(plan, tables);
    let searched = search(&[*job], progress, &mut |_, found: Result<Found, MemoryLimit>| {
        outcome = found.ok().map(|found| found.outcome);
    });
    outcome.filter(|_| searched.is_ok())
}

/// The middle of the i-th of `parts` equal parts of 0…len−1.
fn middle_of_part(len: u64, i: u64, parts: u64) -> u64 {
    let twice = (2 * i + 1) as u128 * len as u128;
    (twice / (2 * parts) as u128) as u64
}

/// About how many bytes a results file will have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultsSize {
    /// If no job finds a tour.
    pub least: u64,
    /// If all jobs find one.
    pub most: u64,
}

impl ResultsSize {
    /// The size of the results of a plan, from the rows of some jobs.
    pub fn new(plan: &Plan) -> ResultsSize {
        const SAMPLE: u64 = 1000;
        // Few counts have more digits.
        const UNLIMITED: u128 = 1_000_000_000;
        let limits = plan.budgets().iter().map(|budget| budget.limit().unwrap_or(UNLIMITED));
        let most_checks = limits.max().unwrap_or(UNLIMITED);
        let count = plan.len().min(SAMPLE);
        let sample = (0..count).filter_map(|i| plan.job(middle_of_part(plan.len(), i, count)));
        let sampled: u64 = sample
            .map(|job| row_bytes(plan, &job, job.problem.budget.limit().unwrap_or(UNLIMITED)))
            .sum();
        let rows = sampled as u128 * plan.len() as u128 / u128::from(count.max(1));
        let least = columns::header().len() as u64 + 1 + rows as u64;
        // `tour` for `budget`, `true` for `false`, as many nodes as an eighth of the checks, and
        // `false`.
        let longer = (most_checks / 8).to_string().len() as u64 + 5 - 3;
        let tours = plan.boards().map(|(board, jobs)| jobs * tour_bytes(board));
        let tours: u64 = if plan.tours() { tours.sum() } else { 0 };
        ResultsSize { least, most: least + plan.len() * longer + tours }
    }
}

/// Bytes of the row of a job that the budget stops.
fn row_bytes(plan: &Plan, job: &Job, checks: u128) -> u64 {
    const CHECK_AND_LINE_END: u64 = 18;
    let time = Duration::from_millis(1);
    let stopped = Answer { outcome: Outcome::Budget, checks, nodes: None, tour: None };
    let time = SearchTime { wall: time, cpu: Some(time) };
    let mut line = Vec::new();
    let row = Record::new(job, Ok(&Found::from(stopped)), Some(time), Wanted::of(plan));
    if let Ok(record) = row {
        record.write_csv(&mut line);
    }
    line.len() as u64 + CHECK_AND_LINE_END
}

/// Bytes of a tour in results.
fn tour_bytes(board: Board) -> u64 {
    let (rows, cols) = (board.rows(), board.cols());
    let length = |square| board.chess_name(square).len() as u64;
    // The digits of a row and the letters of a column: each name has some of both, and a blank.
    let digits: u64 = (1..=rows).map(|row| length(Square { row, col: 1 }) - 1).sum();
    let letters: u64 = (1..=cols).map(|col| length(Square { row: rows, col }) - 1).sum();
    digits * u64::from(cols) + letters * u64::from(rows) + board.area() as u64 - 1
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::tests::plan;
    use crate::run::estimate::*;

    #[test]
    fn parts_have_their_middle() {
        let middles =
            |len, parts| (0..parts).map(|i| middle_of_part(len, i, parts)).collect::<Vec<u64>>();
        assert_eq!(middles(3, 3), [0, 1, 2]);
        assert_eq!(middles(10, 3), [1, 5, 8]);
        assert_eq!(middles(u64::MAX, 1), [u64::MAX / 2]);
    }

    #[test]
    fn the_size_is_between_that_without_tours_and_that_with_all() {
        let rows = |tours| {
            let text = "boards = \"5x5\"\nstarts = \"all\"\norders = \"fig2\"";
            ResultsSize::new(&plan(&format!("{text}\ntours = {tours}")))
        };
        let (without, with) = (rows(false), rows(true));
        assert!(without.least < without.most && with.least == without.least);
        assert_eq!(with.most - with.least, without.most - without.least + 25 * 74);
    }

    #[test]
    fn a_tour_has_the_names_of_all_squares() {
        for board in ["1x1", "5x5", "12x30", "100x3"] {
            let board: Board = board.parse().unwrap();
            let names = board.squares().map(|square| board.chess_name(square));
            let tour = names.collect::<Vec<_>>().join("-");
            assert_eq!(tour_bytes(board), tour.len() as u64);
        }
    }

    #[test]
    fn small_jobs_are_tried_to_their_end() {
        let plan = plan("boards = \"5x5\"\nstarts = \"corners\"\norders = \"fig2\"");
        let (tried, stop) = (AtomicU64::new(0), StopRequest::default());
        let tables = Tables::with_threads(1 << 24, 1);
        let estimate = TimeEstimate::new(&plan, 2, &tables, &stop, &tried);
        assert_eq!((estimate.sampled_jobs, estimate.undecided), (4, 0));
        assert_eq!(tried.into_inner(), 4);
        assert!(estimate.seconds > 0.0 && !estimate.may_share);
    }
}
