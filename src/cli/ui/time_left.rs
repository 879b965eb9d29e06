//! How long the jobs of a run that wait will take, as far as those that are done say.
//!
//! Jobs of one part of a plan are alike: they have the same board, rule, goal, engine and budget.
//! Those of another part may take a million times as long, so each part is estimated by its own
//! jobs, and of parts that have not begun there is no estimate.

use std::time::Duration;

use knightsweep::experiment::plan::{Job, Plan};
use knightsweep::text::formatting;

/// The parts of a plan and how far they are.
#[derive(Clone, Debug)]
pub(crate) struct TimeLeft {
    /// In plan order.
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    /// The id of its first job.
    first: u64,
    /// What tells it from the other parts, such as `6x6`.
    name: String,
    /// Jobs without a row.
    left: u64,
    /// Jobs that this run has finished.
    done: u64,
    /// When the first of its jobs began, since the run did.
    began: Option<Duration>,
}

impl TimeLeft {
    /// Of a run that is to make the rows of these jobs of a plan.
    pub(crate) fn new(plan: &Plan, rows: impl Iterator<Item = u64>) -> TimeLeft {
        let firsts: Vec<Job> = plan.first_jobs_of_parts().collect();
        let names = names(&firsts);
        let part = |(job, name): (&Job, String)| Part {
            first: job.id,
            name,
            left: 0,
            done: 0,
            began: None,
        };
        let mut left = TimeLeft { parts: firsts.iter().zip(names).map(part).collect() };
        for row in rows {
            if let Some(place) = left.place_of(row) {
                left.parts[place].left += 1;
            }
        }
        left
    }

    fn place_of(&self, job: u64) -> Option<usize> {
        self.parts.partition_point(|part| part.first <= job).checked_sub(1)
    }

    /// A job is being searched `now`.
    pub(crate) fn runs(&mut self, job: u64, now: Duration) {
        if let Some(place) = self.place_of(job) {
            self.parts[place].began.get_or_insert(now);
        }
    }

    /// A job has a row. It was searched after `earlier`, when it was not yet running.
    pub(crate) fn finished(&mut self, job: u64, earlier: Duration) {
        if let Some(place) = self.place_of(job) {
            let part = &mut self.parts[place];
            part.began.get_or_insert(earlier);
            part.left = part.left.saturating_sub(1);
            part.done += 1;
        }
    }

    /// A job has a row without a search.
    pub(crate) fn carried(&mut self, job: u64) {
        if let Some(place) = self.place_of(job) {
            self.parts[place].left = self.parts[place].left.saturating_sub(1);
        }
    }

    /// The time left of the part whose jobs run, in words, and which part this is unless none comes
    /// after it. `running` are the jobs that run, and the time that each has run for.
    ///
    /// There is no estimate once all jobs of the part run, as the last ones are often the longest,
    /// nor if one of them has been running for longer than the estimate, as it shows that jobs of
    /// the part differ too much.
    pub(crate) fn in_words(&self, running: &[(u64, Duration)], now: Duration) -> Option<String> {
        let places = running.iter().filter_map(|(job, _)| self.place_of(*job));
        let current = places.max()?;
        let part = &self.parts[current];
        let of_part = running.iter().filter(|(job, _)| self.place_of(*job) == Some(current));
        let of_part: Vec<Duration> = of_part.map(|(_, elapsed)| *elapsed).collect();
        if part.done == 0 || part.left <= of_part.len() as u64 {
            return None;
        }
        let elapsed = now.saturating_sub(part.began?).as_secs_f64();
        let left =
            Duration::try_from_secs_f64(elapsed * part.left as f64 / part.done as f64).ok()?;
        if of_part.iter().any(|elapsed| *elapsed > left) {
            return None;
        }
        let left = formatting::time(left);
        let is_last = self.parts[current + 1..].iter().all(|part| part.left == 0);
        Some(match is_last {
            true => format!("{left} left"),
            false => {
                let (place, parts) = (current + 1, self.parts.len());
                format!("{left} left on {}, part {place} of {parts}", part.name)
            }
        })
    }
}

/// What tells each part from the others, by its first job: `6x6`, or `6x6 warnsdorff`.
fn names(firsts: &[Job]) -> Vec<String> {
    let words: [fn(&Job) -> String; 5] = [
        |job| job.problem.board.to_string(),
        |job| job.method.rule.to_string(),
        |job| job.problem.goal.to_string(),
        |job| job.method.engine.to_string(),
        |job| match job.problem.budget.limit() {
            Some(limit) => format!("budget {}", formatting::short(limit as f64)),
            None => "budget none".to_owned(),
        },
    ];
    let differ: Vec<_> = words
        .into_iter()
        .filter(|word| firsts.windows(2).any(|pair| word(&pair[0]) != word(&pair[1])))
        .collect();
    let name = |job| differ.iter().map(|word| word(job)).collect::<Vec<String>>().join(" ");
    firsts.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn plan(text: &str) -> Plan {
        let text = format!("starts = \"corners\"\norders = \"fig2\"\n{text}");
        let path = std::path::Path::new("test.toml");
        Plan::new(&knightsweep::experiment::toml_file::parse(&text, path).unwrap())
    }

    /// Of a new run of all jobs.
    fn of_all(plan: &Plan) -> TimeLeft {
        TimeLeft::new(plan, 0..plan.len())
    }

    #[test]
    fn quick_boards_say_nothing_about_the_slow_ones_after_them() {
        let plan = plan("boards = [\"5x5\", \"6x6\", \"8x8\"]\nbudget = 1000");
        let mut left = of_all(&plan);
        (0..4).for_each(|job| left.finished(job, Duration::ZERO));
        // All of 5x5 took a second; nothing is known of 6x6.
        left.runs(4, SECOND);
        assert_eq!(left.in_words(&[(4, Duration::ZERO)], SECOND), None);
        left.finished(4, SECOND);
        left.runs(5, 11 * SECOND);
        let said = left.in_words(&[(5, Duration::ZERO)], 11 * SECOND).unwrap();
        assert_eq!(said, "30.0 s left on 6x6, part 2 of 3");
        (5..9).for_each(|job| left.finished(job, 40 * SECOND));
        let said = left.in_words(&[(9, 10 * SECOND)], 140 * SECOND).unwrap();
        assert_eq!(said, "5m 00s left");
        // A job that has been running for long shows that jobs differ.
        assert_eq!(left.in_words(&[(9, 301 * SECOND)], 140 * SECOND), None);
        assert_eq!(left.in_words(&[9, 10, 11].map(|job| (job, SECOND)), 140 * SECOND), None);
    }

    #[test]
    fn parts_have_the_names_of_what_differs_and_carried_rows_take_no_time() {
        let plan = plan("boards = \"5x5\"\nbudget = [1000, \"1M\", \"none\"]");
        let mut left = of_all(&plan);
        left.finished(0, Duration::ZERO);
        let said = left.in_words(&[(1, Duration::ZERO)], SECOND).unwrap();
        assert_eq!(said, "3.0 s left on budget 1.00k, part 1 of 3");
        (1..4).for_each(|job| left.finished(job, Duration::ZERO));
        (4..6).for_each(|job| left.carried(job));
        left.finished(6, SECOND);
        left.runs(7, 2 * SECOND);
        assert_eq!(left.in_words(&[(7, Duration::ZERO)], 2 * SECOND), None);
        (8..12).for_each(|job| left.carried(job));
        assert_eq!(left.in_words(&[], 2 * SECOND), None);
    }

    #[test]
    fn a_resumed_run_counts_the_jobs_that_it_has_to_do() {
        let plan = plan("boards = [\"5x5\", \"6x6\"]\nbudget = 1000");
        let mut left = TimeLeft::new(&plan, 2..8);
        left.finished(2, Duration::ZERO);
        assert_eq!(left.parts.iter().map(|part| part.left).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(left.in_words(&[(3, Duration::ZERO)], SECOND), None);
    }
}
