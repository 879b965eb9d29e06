//! How long the jobs of a run that wait will take, as far as those that are done say.
//!
//! Jobs of one part of a plan are alike: they have the same board, rule, goal, engine and budget.
//! Those of another part may take a million times as long, so each part is estimated by its own
//! jobs, and of parts that have not begun there is no estimate.

use std::time::Duration;

use knightsweep::text::formatting;

/// The parts of a plan and how far they are.
#[derive(Clone, Debug)]
pub(crate) struct TimeLeft {
    /// In plan order.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    /// The id of its first job.
    first: u64,
    /// Jobs without a row.
    left: u64,
    /// Jobs that this run has finished.
    done: u64,
    /// When the first of its jobs began, since the run did.
    began: Option<Duration>,
}

impl TimeLeft {
    /// Of a run that is to make the rows of these jobs, by the id of the first job of each part.
    pub(crate) fn new(
        firsts: impl IntoIterator<Item = u64>,
        rows: impl Iterator<Item = u64>,
    ) -> TimeLeft {
        let part = |first| Part { first, ..Part::default() };
        let mut left = TimeLeft { parts: firsts.into_iter().map(part).collect() };
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
        let of_part = match is_last {
            true => String::new(),
            false => format!(" for part {} of {}", current + 1, self.parts.len()),
        };
        Some(format!("{left} left{of_part}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn quick_parts_say_nothing_about_the_slow_ones_after_them() {
        let mut left = TimeLeft::new([0, 4, 8], 0..12);
        (0..4).for_each(|job| left.finished(job, Duration::ZERO));
        // All of the first part took a second; nothing is known of the second.
        left.runs(4, SECOND);
        assert_eq!(left.in_words(&[(4, Duration::ZERO)], SECOND), None);
        left.finished(4, SECOND);
        left.runs(5, 11 * SECOND);
        let said = left.in_words(&[(5, Duration::ZERO)], 11 * SECOND).unwrap();
        assert_eq!(said, "30.0 s left for part 2 of 3");
        (5..9).for_each(|job| left.finished(job, 40 * SECOND));
        let said = left.in_words(&[(9, 10 * SECOND)], 140 * SECOND).unwrap();
        assert_eq!(said, "5m 00s left");
        // A job that has been running for long shows that jobs differ.
        assert_eq!(left.in_words(&[(9, 301 * SECOND)], 140 * SECOND), None);
        assert_eq!(left.in_words(&[9, 10, 11].map(|job| (job, SECOND)), 140 * SECOND), None);
    }

    #[test]
    fn carried_rows_take_no_time() {
        let mut left = TimeLeft::new([0, 4, 8], 0..12);
        left.finished(0, Duration::ZERO);
        let said = left.in_words(&[(1, Duration::ZERO)], SECOND).unwrap();
        assert_eq!(said, "3.0 s left for part 1 of 3");
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
        let mut left = TimeLeft::new([0, 4], 2..8);
        left.finished(2, Duration::ZERO);
        assert_eq!(left.parts.iter().map(|part| part.left).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(left.in_words(&[(3, Duration::ZERO)], SECOND), None);
    }
}
