//! Checks against wall-clock time.

use std::collections::BTreeMap;

use crate::analysis::{JobRow, Setting};
use crate::pictures::drawing::{
    Axis, Data, Entry, Frame, Mark, Picture, Scale, Style, Ticks, amount, axes, legend,
};
use crate::pictures::outcomes::{self, OutcomeLook};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption};
use crate::text::formatting::{counted, grouped};
use knight_search::{Engine, Method, Outcome};

/// Checks against time.
pub static PLOT: Plot = Plot {
    name: "times",
    doc: "checks against wall-clock time of stepped jobs",
    options: &[PlotOption::Axes],
    suits: |_, _| false,
    is_worth: |input, variety| {
        let is_stepped = |setting: &Setting| setting.engine == Engine::Step;
        variety.rows > 1 && input.jobs.settings().iter().all(is_stepped)
    },
    has_one_budget: true,
    draw,
};

/// No job has a time.
const NO_TIMES: PlotError = PlotError::Nothing(
    "no stepped job has both a count and a time of its own; --engine step measures them",
);

/// A job with a time of its own.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Timed {
    checks: f64,
    seconds: f64,
    outcome: Outcome,
}

/// The stepped jobs with times, and how many jobs are left out.
struct Timing {
    jobs: Vec<Timed>,
    /// Jobs without a count, or without a time of their own: orders of the engine `leap` share
    /// their work, and a mirrored row has no time.
    untimed: u64,
}

/// Draws a dot for each stepped job with a time, or for several that would hide one another.
///
/// # Errors
/// [`NO_TIMES`] if no job has a time of its own.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let measured = Timing::of(input.jobs.iter());
    if measured.jobs.is_empty() {
        return Err(NO_TIMES);
    }
    let jobs = counted(measured.jobs.len(), "job");
    let headline = format!("Checks and wall-clock time of stepped jobs: {jobs}");
    let checks = Scale::tight(measured.jobs.iter().map(|job| job.checks));
    let across = Axis::new(checks, Ticks::Round, "checks");
    let times = Scale::tight(measured.jobs.iter().map(|job| job.seconds));
    let up = Axis::new(times, Ticks::Written(seconds), "wall-clock time");
    let (mut picture, frame) = axes::chart(style, headline, [&across, &up])?;
    let dots = dots(&frame, &measured.jobs);
    for dot in &dots {
        dot.draw(&mut picture, dots.len() <= MOST_TOOLTIPS);
    }
    let rate = median_rate(&measured.jobs);
    draw_rate(&mut picture, &frame, rate);
    frame.border(&mut picture);
    let symbol = |(_, look): (_, OutcomeLook)| {
        Entry::new(Mark::Symbol(look.symbol, look.series), look.words)
    };
    let rate = format!("{}/s, the median of the checks a second", amount(rate));
    let entries = measured.outcomes().map(symbol).chain([Entry::new(Mark::Guide, rate)]);
    legend::below(&mut picture, &entries.collect::<Vec<_>>());
    picture.notes = measured.notes(dots.len());
    picture.tabulate(|| measured.data());
    Ok(picture)
}

impl Timing {
    fn of(rows: impl Iterator<Item = JobRow>) -> Timing {
        let (mut jobs, mut untimed) = (Vec::new(), 0);
        for JobRow { setting, seed, checks, wall_s, outcome, .. } in rows {
            let method = Method { rule: setting.rule, seed, engine: setting.engine };
            match (checks, wall_s) {
                (Some(checks), Some(seconds))
                    if checks > 0 && seconds > 0.0 && method.performs_every_check() =>
                {
                    jobs.push(Timed { checks: checks as f64, seconds, outcome });
                }
                _ => untimed += 1,
            }
        }
        Timing { jobs, untimed }
    }

    /// The outcomes of the jobs, and how they look.
    fn outcomes(&self) -> impl Iterator<Item = (Outcome, OutcomeLook)> {
        let occurs = |outcome: &&Outcome| self.jobs.iter().any(|job| job.outcome == **outcome);
        Outcome::ALL.iter().filter(occurs).map(|&outcome| (outcome, outcomes::look(outcome)))
    }

    fn data(&self) -> Data {
        let row = |job: &Timed| {
            [job.outcome.to_string(), job.checks.to_string(), job.seconds.to_string()]
        };
        Data::of("outcome,checks,wall_s", self.jobs.iter().map(row))
    }

    /// What the dots do not show.
    fn notes(&self, dots: usize) -> Vec<String> {
        let mut notes = Vec::new();
        if self.untimed > 0 {
            let jobs = counted(self.untimed, "job");
            notes.push(format!(
                "Left out: {jobs} without a count or a time of their own, as of mirrored rows and of \
                 orders that share their work."
            ));
        }
        if dots < self.jobs.len() {
            notes.push(format!("{} dots: a larger one is several jobs.", grouped(dots)));
        }
        notes
    }
}

/// With more dots than this they have no tooltips.
const MOST_TOOLTIPS: usize = 400;

/// Jobs whose places differ by less than this, in pixels, share a dot.
const GRAIN: f64 = 3.0;

/// The jobs of an outcome at a place.
struct Dot {
    at: (f64, f64),
    first: Timed,
    jobs: u64,
}

/// The dots of these jobs: at most one for each place and outcome.
fn dots(frame: &Frame, jobs: &[Timed]) -> Vec<Dot> {
    let mut places: BTreeMap<(Outcome, i64, i64), Dot> = BTreeMap::new();
    for job in jobs {
        let at = frame.point(job.checks, job.seconds);
        let grain = |length: f64| (length / GRAIN).round() as i64;
        let dot = places.entry((job.outcome, grain(at.0), grain(at.1)));
        dot.or_insert(Dot { at, first: *job, jobs: 0 }).jobs += 1;
    }
    places.into_values().collect()
}

impl Dot {
    fn radius(&self) -> f64 {
        (2.4 + 0.7 * (self.jobs as f64).log10()).min(5.0)
    }

    fn draw(&self, picture: &mut Picture, has_tooltip: bool) {
        let OutcomeLook { symbol, series, .. } = outcomes::look(self.first.outcome);
        let words = if has_tooltip { self.in_words() } else { String::new() };
        symbol.draw(picture, self.at, self.radius(), &symbol.paint(series), &words);
    }

    fn in_words(&self) -> String {
        let Timed { checks, seconds: time, outcome } = self.first;
        let more = match self.jobs {
            1 => String::new(),
            jobs => format!(" and {} more here", counted(jobs - 1, "job")),
        };
        format!(
            "{outcome}: {} checks in {}, {}/s{more}",
            grouped(checks as u128),
            seconds(time),
            amount(checks / time)
        )
    }
}

/// A time in few characters.
fn seconds(value: f64) -> String {
    match value {
        v if v < 0.9e-6 => format!("{} ns", amount((v * 1e9).round())),
        v if v < 0.9e-3 => format!("{} µs", amount((v * 1e6).round())),
        v if v < 0.9 => format!("{} ms", amount((v * 1e3).round())),
        v => format!("{} s", amount(v)),
    }
}

/// Draws the line of a rate.
fn draw_rate(picture: &mut Picture, frame: &Frame, rate: f64) {
    let ((left, right), (bottom, top)) = (frame.across.ends(), frame.up.ends());
    let (from, to) = (left.max(bottom * rate), right.min(top * rate));
    if from < to {
        let [start, end] = [from, to].map(|checks| frame.point(checks, checks / rate));
        picture.line(start, end, "class=\"guide\"");
    }
}

/// The median of the checks a second of one job or more.
fn median_rate(jobs: &[Timed]) -> f64 {
    let mut rates: Vec<f64> = jobs.iter().map(|job| job.checks / job.seconds).collect();
    rates.sort_by(f64::total_cmp);
    (rates[(rates.len() - 1) / 2] + rates[rates.len() / 2]) / 2.0
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::legible::assert_legible;
    use crate::pictures::test_records::record;
    use crate::pictures::times::*;
    use crate::results::record::Record;
    use knight_search::Engine;

    fn drawn(records: &[Record]) -> String {
        let input = PlotInput::of(records);
        for millimetres in [84.0, 170.0] {
            assert_legible(&draw(&input, &Style::of_print(millimetres, 9.0)).unwrap());
        }
        draw(&input, &Style::default()).unwrap().inline()
    }

    #[test]
    fn each_outcome_has_its_symbol_and_mirrored_rows_are_left_out() {
        let svg = drawn(&[
            record(Outcome::Tour, 1000),
            record(Outcome::None, 2000),
            record(Outcome::Budget, 3000),
            Record { mirrored: true, wall_s: None, ..record(Outcome::Budget, 3000) },
        ]);
        assert!(svg.contains("<title>tour: 1,000 checks in 1 ms, 1M/s</title>"), "{svg}");
        assert!(svg.contains("1 job without a count or a time of their own"));
        assert_eq!(svg.matches("<title>").count(), 3);
    }

    #[test]
    fn counted_jobs_are_not_drawn_beside_stepped_ones() {
        let stepped = record(Outcome::Tour, 1000);
        let counted = Record { engine: Engine::Leap, ..record(Outcome::Tour, 9_000_000) };
        let alone = draw(&PlotInput::of([&counted]), &Style::default());
        assert!(matches!(alone, Err(NO_TIMES)));
        let svg = drawn(&[stepped, counted]);
        assert!(svg.contains("of stepped jobs: 1 job") && svg.contains("Left out: 1 job without"));
        assert!(!svg.contains("9,000,000"));
    }

    #[test]
    fn there_is_always_a_rate_and_no_text_covers_another() {
        for (checks, wall_s) in [(10, 1e-9), (64, 1e9), (1 << 40, 1e-3), (1 << 100, 1e5)] {
            let far = Record { wall_s: Some(wall_s), ..record(Outcome::Stuck, checks) };
            for records in [&[far.clone()][..], &[far, record(Outcome::None, 9)]] {
                // One of the lines is in the legend.
                assert_eq!(drawn(records).matches("class=\"guide\"").count(), 2);
            }
        }
    }

    #[test]
    fn the_rate_is_the_median() {
        let with =
            |rate: f64| Timed { checks: 1000.0, seconds: 1000.0 / rate, outcome: Outcome::Tour };
        assert!((median_rate(&[with(4e8), with(1.0), with(1e9)]) - 4e8).abs() < 1.0);
        assert!((median_rate(&[with(2e8), with(4e8)]) - 3e8).abs() < 1.0);
        let near =
            |checks| Record { wall_s: Some(checks as f64 / 4e8), ..record(Outcome::Tour, checks) };
        let svg = drawn(&[near(64), near(1_000_000), near(10_000_000_000)]);
        assert!(svg.contains(">400M/s, the median of the checks a second</text>"), "{svg}");
    }

    #[test]
    fn without_times_there_is_no_plot() {
        let input = PlotInput::of(&[Record { wall_s: Some(0.0), ..record(Outcome::Tour, 1000) }]);
        assert!(matches!(draw(&input, &Style::default()), Err(NO_TIMES)));
    }
}
