//! Progress of a run: jobs, rates, and the jobs that take long.

use std::convert::Infallible;
use std::time::Duration;

use knight_search::Stop;
use knight_search::engines::leap::Tables;
use knight_search::walks::CountStatus;
use knightsweep::analysis::approximate;
use knightsweep::results::record::Record;
use knightsweep::run::{Failure, HowFar, Running, Sink, Status};
use knightsweep::text::formatting::{self, grouped};

use crate::cli::args::Common;
use crate::cli::ui::output::say_if_room;
use crate::cli::ui::progress::{Progress, State, left_in_words, time_left};

/// A job that has been running for this long is named.
const LONG_JOB: Duration = Duration::from_secs(5);

/// When advice is given.
const ADVICE_AFTER: Duration = Duration::from_secs(2);

/// The jobs of a run.
pub(crate) struct JobNumbers {
    pub total: u64,
    /// Those that are done, also before the run.
    pub done: u64,
    /// Those of them that found a tour.
    pub tours: u64,
    /// Whether all of them have the same board, rule, goal, engine and budget: others may take a
    /// million times as long as those that are done.
    pub are_alike: bool,
    /// Whether their records are saved, so that an interrupted run first waits for its running
    /// searches. Others are needed all together.
    pub are_saved: bool,
    /// What is said once after some seconds.
    pub advice: Option<String>,
}

/// Shows how far a run is.
pub(crate) struct RunProgress<'a> {
    progress: Progress,
    jobs: JobNumbers,
    /// Jobs that were done before the run.
    done_before: u64,
    stop: Stop,
    tables: &'a Tables,
}

impl<'a> RunProgress<'a> {
    /// Progress of a run that searches with these tables.
    pub(crate) fn new(common: &Common, jobs: JobNumbers, tables: &'a Tables) -> RunProgress<'a> {
        // The bar of a single search could only be empty.
        let progress = common.progress(Some(jobs.total).filter(|jobs| *jobs > 1));
        let done_before = jobs.done;
        RunProgress { progress, jobs, done_before, stop: Stop::No, tables }
    }

    /// Time since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.progress.elapsed()
    }

    fn say_stop(&self) {
        let message = match self.stop {
            Stop::No => return,
            Stop::AfterRunning => {
                "stopping after the running searches; interrupt again to abandon them"
            }
            Stop::Now => "abandoning the running jobs, saving the finished ones",
        };
        if self.jobs.are_saved {
            self.progress.remark(&format!("knightsweep: {message}"));
        }
    }

    fn state(&self, status: &Status) -> State {
        let seconds = self.elapsed().as_secs_f64().max(1e-3);
        let (done, total) = (grouped(self.jobs.done), grouped(self.jobs.total));
        let tours = formatting::counted(self.jobs.tours, "tour");
        // Estimates perform no checks.
        let rate = match status.checks {
            0 => String::new(),
            checks => format!(", {} checks/s", formatting::short(checks as f64 / seconds)),
        };
        let outlook = if self.stop == Stop::AfterRunning && self.jobs.are_saved {
            ", stopping".to_owned()
        } else {
            left_in_words(self.time_left(status))
        };
        if self.jobs.total == 1 {
            let elapsed = formatting::time(self.elapsed());
            let counting = self.tables.status().as_ref().map(describe_status);
            let checks = status.running.first().map_or(String::new(), how_far);
            let line = format!("searching for {elapsed}{checks}{outlook}");
            return State { line, detail: counting };
        }
        State {
            // Narrow terminals cut off the end.
            line: format!("{done}/{total} jobs{outlook}, {tours}{rate}"),
            detail: long_jobs(status).map(|long| match self.tables.status() {
                Some(status) => format!("{long}; {}", describe_status(&status)),
                None => long,
            }),
        }
    }

    /// The time left of jobs that are alike. The last ones are often the longest, so it is not
    /// known once all of them run, nor if one has been running for longer than that.
    fn time_left(&self, status: &Status) -> Option<Duration> {
        let JobNumbers { total, done, are_alike, .. } = self.jobs;
        let rest = total.saturating_sub(done);
        let is_known = are_alike && rest > status.running.len() as u64;
        let left = time_left(self.elapsed(), done - self.done_before, rest).filter(|_| is_known)?;
        status.running.iter().all(|running| running.elapsed <= left).then_some(left)
    }
}

impl Sink for RunProgress<'_> {
    type Error = Infallible;

    fn finished(&mut self, record: &Record) -> Result<(), Infallible> {
        self.jobs.done += 1;
        self.jobs.tours += u64::from(record.success);
        Ok(())
    }

    fn failed(&mut self, failure: &Failure) {
        let job = describe(failure.job.id, &failure.job.problem);
        say_if_room(&format!("knightsweep: {job} failed: {}", failure.message));
    }

    fn tick(&mut self, status: &Status) -> Result<(), Infallible> {
        if self.elapsed() >= ADVICE_AFTER
            && let Some(advice) = self.jobs.advice.take()
        {
            self.progress.remark(&format!("knightsweep: {advice}"));
        }
        if status.stop > self.stop {
            self.stop = status.stop;
            self.say_stop();
        }
        let state = self.state(status);
        self.progress.show(self.jobs.done, || state);
        Ok(())
    }
}

/// The jobs that have been running for long, the longest first.
fn long_jobs(status: &Status) -> Option<String> {
    const NAMED: usize = 3;
    let long = status.running.iter().filter(|running| running.elapsed >= LONG_JOB);
    let long: Vec<String> = long.map(describe_running).collect();
    (!long.is_empty()).then(|| format!("long: {}", formatting::listed(&long, NAMED)))
}

fn describe_running(running: &Running) -> String {
    let job = describe(running.job.id, &running.job.problem);
    let more = match running.jobs {
        0 | 1 => String::new(),
        jobs => format!(" and {} with it", grouped(jobs - 1)),
    };
    format!("{job}{more} for {}{}", formatting::time(running.elapsed), how_far(running))
}

/// The part of its budget that a job has spent, its checks if it has none, or how precise its
/// estimate is. Engine `leap` performs no checks.
fn how_far(running: &Running) -> String {
    match (running.how_far, running.job.problem.budget.limit()) {
        (HowFar::Checks(0), _) => String::new(),
        (HowFar::Checks(checks), None) => format!(", {} checks", formatting::short(checks as f64)),
        (HowFar::Checks(checks), Some(budget)) => {
            format!(", {:.0} % of its budget", 100.0 * checks as f64 / budget as f64)
        }
        (HowFar::Precision { reached, wanted }, _) => {
            format!(", {}", approximate::precision_so_far(reached, wanted))
        }
    }
}

fn describe_status(status: &CountStatus) -> String {
    format!(
        "counting walks on {} squares: step {} of {}, {} states in {}",
        status.squares,
        status.step,
        status.steps,
        formatting::short(status.states as f64),
        formatting::bytes(status.bytes as u64)
    )
}

fn describe(id: u64, problem: &knight_search::Problem) -> String {
    format!("job {id} ({} {} {})", problem.board, problem.start, problem.order)
}

#[cfg(test)]
mod tests {
    use knightsweep::experiment::plan::Plan;
    use knightsweep::experiment::toml_file;

    use super::*;

    fn plan(keys: &str) -> Plan {
        let text = format!("starts = \"corners\"\norders = \"fig2\"\n{keys}");
        Plan::new(&toml_file::parse(&text, "test.toml".as_ref()).unwrap())
    }

    fn status(running: Vec<Running>) -> Status {
        Status { checks: 0, running, stop: Stop::No }
    }

    #[test]
    fn a_resumed_run_counts_the_tours_of_its_file() {
        let (are_alike, are_saved, advice) = (true, true, None);
        let jobs = JobNumbers { total: 4, done: 3, tours: 2, are_alike, are_saved, advice };
        let tables = Tables::new(1 << 20);
        let progress = RunProgress::new(&Common::default(), jobs, &tables);
        let line = progress.state(&status(Vec::new())).line;
        assert!(line.starts_with("3/4 jobs") && line.contains("2 tours"), "{line}");
    }

    #[test]
    fn only_long_jobs_are_named_and_not_all_of_them() {
        let plan = plan("boards = [\"8x8\", \"9x9\"]\nbudget = \"none\"");
        let running = |(id, seconds): (u64, &u64)| Running {
            job: plan.job(id).unwrap(),
            jobs: 1,
            elapsed: Duration::from_secs(*seconds),
            how_far: HowFar::Checks(0),
        };
        let long = |seconds: &[u64]| long_jobs(&status((0..).zip(seconds).map(running).collect()));
        assert_eq!(long(&[4, 1]), None);
        assert_eq!(
            long(&[65, 9, 8, 7, 1]).unwrap(),
            "long: job 0 (8x8 (1,1) 12345678) for 1m 05s, job 1 (8x8 (1,8) 12345678) for 9.0 s, \
             job 2 (8x8 (8,1) 12345678) for 8.0 s and 1 more"
        );
        let mut running = running((0, &9));
        running.how_far = HowFar::Checks(4_200_000_000);
        assert_eq!(how_far(&running), ", 4.20G checks");
        running.job.problem.budget = "1e10".parse().unwrap();
        assert_eq!(how_far(&running), ", 42 % of its budget");
        running.how_far = HowFar::Precision { reached: 0.031, wanted: "1%".parse().unwrap() };
        assert_eq!(how_far(&running), ", ± 3.1 % so far, aim 1 %");
    }
}
