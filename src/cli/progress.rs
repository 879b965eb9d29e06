//! Progress on standard error: a bar on a terminal, plain lines now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knightsweep::analysis::human::{self, grouped};
use knightsweep::runner::{Failure, Running, Status, Stop};

/// How often a plain line is written where there is no terminal.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

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
}

impl Progress {
    /// Progress of a run with this many jobs in all, some of them done before.
    pub fn new(total: u64, done_before: u64, quiet: bool) -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        let target = if on_terminal && !quiet {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total), target).with_style(style());
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
        self.bar.suspend(|| eprintln!("{message}"));
    }

    /// Some time has passed.
    pub fn tick(&mut self, status: &Status) {
        if status.stop > self.stop {
            self.stop = status.stop;
            self.tell_stop(status);
        }
        let line = self.line(status);
        self.bar.set_position(self.done);
        self.bar.set_message(line.clone());
        if self.plain && self.last_line.elapsed() >= PLAIN_INTERVAL {
            self.last_line = Instant::now();
            eprintln!(
                "{}/{} jobs  {line}",
                grouped(self.done.into()),
                grouped(self.total.into())
            );
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

    fn line(&self, status: &Status) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let mut parts = vec![
            format!("{} checks/s", human::short(status.checks as f64 / seconds)),
            human::counted(self.tours, "tour"),
        ];
        parts.extend(self.time_left());
        if let Some(longest) = status.running.first().filter(|r| r.elapsed >= LONG_JOB) {
            let long = status
                .running
                .iter()
                .filter(|r| r.elapsed >= LONG_JOB)
                .count();
            parts.push(format!(
                "longest of {long} long: {}",
                describe_running(longest)
            ));
        }
        parts.join(", ")
    }

    /// The time that the other jobs will take if they are like those of this run so far.
    fn time_left(&self) -> Option<String> {
        let here = self.done - self.done_before;
        let left = self.total - self.done;
        if here == 0 || left == 0 {
            return None;
        }
        let left = self.began.elapsed().as_secs_f64() * left as f64 / here as f64;
        let left = Duration::try_from_secs_f64(left).ok()?;
        Some(format!("about {} left", human::time(left)))
    }

    fn tell_stop(&self, status: &Status) {
        let running = human::counted(status.running.len() as u64, "running job");
        let message = match status.stop {
            Stop::No => return,
            Stop::AfterRunning if status.running.is_empty() => "stopping".to_owned(),
            Stop::AfterRunning => format!("stopping after {running}; once more to abandon them"),
            Stop::Now => format!("abandoning {running}; finished ones are being saved"),
        };
        if !self.quiet {
            self.bar.suspend(|| eprintln!("knightsweep: {message}"));
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:24} {human_pos}/{human_len} jobs  {wide_msg}")
        .expect("the template is fixed, and every run with a terminal uses it")
}

fn describe_running(running: &Running) -> String {
    let job = describe(running.job.id, &running.job.problem);
    format!("{job} for {}", human::time(running.elapsed))
}

fn describe(id: u64, problem: &knightsweep::search::Problem) -> String {
    format!(
        "job {id} ({} {} {})",
        problem.board, problem.start, problem.order
    )
}
