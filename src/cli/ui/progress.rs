//! Progress on standard error: a bar on a terminal, plain lines now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knight_search::Stop;
use knight_search::walks::Activity;
use knightsweep::analysis::formatting::{self, grouped};
use knightsweep::run::{Failure, Running, Status};

use super::output::say;

/// How often a plain line is written where there is no terminal.
pub const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// A job that has been running for this long is named.
const LONG_JOB: Duration = Duration::from_secs(5);

/// Tells how a run is going.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    quiet: bool,
    total: u64,
    /// Jobs that were done before this run.
    done_before: u64,
    done: u64,
    tours: u64,
    began: Instant,
    last_line: Instant,
    stop: Stop,
    /// Whether finished jobs are saved, so that it is worth waiting for those that run.
    saves: bool,
}

/// What the first interrupt does.
const STOPPING: &str = "stopping after the running jobs; interrupt again to abandon them";

impl Progress {
    /// Progress of a run with this many jobs in all, some of them done before.
    pub fn new(total: u64, done_before: u64, quiet: bool, saves: bool) -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        let target = if on_terminal && !quiet {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total), target).with_style(style(false));
        bar.set_position(done_before);
        Progress {
            bar,
            plain: !on_terminal && !quiet,
            quiet,
            total,
            done_before,
            done: done_before,
            tours: 0,
            began: Instant::now(),
            last_line: Instant::now(),
            stop: Stop::No,
            saves,
        }
    }

    /// A job has finished.
    pub fn finished(&mut self, found_tour: bool) {
        self.done += 1;
        self.tours += u64::from(found_tour);
    }

    /// A job has failed: told even if quiet.
    pub fn failed(&mut self, failure: &Failure) {
        let job = describe(failure.job.id, &failure.job.problem);
        let message = format!("knightsweep: {job} failed: {}", failure.message);
        self.bar.suspend(|| say(&message));
    }

    /// Some time has passed. `activity` is the large count that is being made, if there is one.
    pub fn tick(&mut self, status: &Status, activity: Option<Activity>) {
        if status.stop > self.stop {
            self.stop = status.stop;
            self.tell_stop(status);
        }
        let long = long_jobs(status).map(|long| match activity {
            Some(activity) => format!("{long}; {}", describe_activity(&activity)),
            None => long,
        });
        self.bar.set_position(self.done);
        self.bar.set_style(style(long.is_some()));
        self.bar.set_prefix(self.rates(status));
        self.bar.set_message(long.clone().unwrap_or_default());
        if self.plain && self.last_line.elapsed() >= PLAIN_INTERVAL {
            self.last_line = Instant::now();
            let (done, total) = (grouped(self.done.into()), grouped(self.total.into()));
            let long = long.map_or(String::new(), |long| format!("; {long}"));
            say(&format!("{done}/{total} jobs, {}{long}", self.rates(status)));
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn rates(&self, status: &Status) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let mut parts = vec![
            formatting::counted(self.tours, "tour"),
            format!("{} checks/s", formatting::short(status.checks as f64 / seconds)),
        ];
        if self.stop == Stop::AfterRunning && self.saves {
            parts.push(STOPPING.to_owned());
        } else {
            parts.extend(self.time_left(status));
        }
        parts.join(", ")
    }

    /// The time that the other jobs will take if they are like those of this run so far. Nothing is known of
    /// the last ones, which run already and may be long.
    fn time_left(&self, status: &Status) -> Option<String> {
        let here = self.done - self.done_before;
        let left = self.total - self.done;
        if here == 0 || left <= status.running.len() as u64 {
            return None;
        }
        let left = self.began.elapsed().as_secs_f64() * left as f64 / here as f64;
        let left = Duration::try_from_secs_f64(left).ok()?;
        Some(format!("about {} left", formatting::time(left)))
    }

    fn tell_stop(&self, status: &Status) {
        let message = match (status.stop, self.saves) {
            (Stop::No, _) | (_, false) => return,
            (Stop::AfterRunning, true) => STOPPING,
            (Stop::Now, true) => "abandoning the running jobs, saving the finished ones",
        };
        if !self.quiet {
            self.bar.suspend(|| say(&format!("knightsweep: {message}")));
        }
    }
}

/// The bar, with a line for the long jobs below it if there are any.
fn style(with_long_jobs: bool) -> ProgressStyle {
    const BAR: &str = "{bar:24} {human_pos}/{human_len} jobs, {prefix}";
    let template = if with_long_jobs { format!("{BAR}\n{{wide_msg}}") } else { BAR.to_owned() };
    ProgressStyle::with_template(&template)
        .expect("both templates are fixed, and a test reads them")
}

/// The jobs that have been running for long, the longest first.
fn long_jobs(status: &Status) -> Option<String> {
    const NAMED: usize = 3;
    let long: Vec<&Running> = status.running.iter().filter(|r| r.elapsed >= LONG_JOB).collect();
    let named: Vec<String> =
        long.iter().take(NAMED).map(|running| describe_running(running)).collect();
    let more = long.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!named.is_empty()).then(|| format!("long: {}{more}", named.join(", ")))
}

fn describe_running(running: &Running) -> String {
    let job = describe(running.job.id, &running.job.problem);
    let more = match running.jobs {
        0 | 1 => String::new(),
        jobs => format!(" and {} with it", grouped(jobs as u128 - 1)),
    };
    format!("{job}{more} for {}", formatting::time(running.elapsed))
}

fn describe_activity(activity: &Activity) -> String {
    format!(
        "counting walks on {} squares: step {} of {}, {} states in {}",
        activity.squares,
        activity.step,
        activity.steps,
        formatting::short(activity.states as f64),
        formatting::bytes(activity.bytes as u64)
    )
}

fn describe(id: u64, problem: &knight_search::Problem) -> String {
    format!("job {id} ({} {} {})", problem.board, problem.start, problem.order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_templates_are_valid() {
        let _ = (style(false), style(true));
    }

    #[test]
    fn only_long_jobs_are_named_and_not_all_of_them() {
        let problem = knight_search::Problem {
            board: "8x8".parse().unwrap(),
            start: knight_search::Square { row: 1, col: 2 },
            order: knight_search::board::MoveOrder::FIG2,
            goal: knight_search::Goal::Open,
            budget: knight_search::Budget::UNLIMITED,
        };
        let running = |id, seconds| Running {
            job: knightsweep::experiment::plan::Job {
                id,
                problem,
                rule: knight_search::engines::Rule::Fixed,
                seed: None,
                engine: knight_search::engines::Engine::Step,
                mirror_of: None,
            },
            jobs: 1,
            elapsed: Duration::from_secs(seconds),
        };
        let status = |seconds: &[u64]| Status {
            checks: 0,
            running: (0..).zip(seconds).map(|(id, s)| running(id, *s)).collect(),
            stop: Stop::No,
        };
        assert_eq!(long_jobs(&status(&[4, 1])), None);
        assert_eq!(
            long_jobs(&status(&[65, 9, 8, 7, 1])).unwrap(),
            "long: job 0 (8x8 (1,2) 12345678) for 1m 05s, job 1 (8x8 (1,2) 12345678) for 9.0 s, \
             job 2 (8x8 (1,2) 12345678) for 8.0 s and 1 more"
        );
    }
}
