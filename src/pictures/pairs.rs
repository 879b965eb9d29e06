//! Job by job, how many times as many checks one order, rule or file takes as another.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::comparison::{PairResult, rows};
use crate::analysis::sides::Sides;
use crate::analysis::{Comparison, Jobs, Pairing, Ratio};
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{
    Axis, Data, Entry, Mark, Picture, Scale, Sign, Style, Ticks, amount, field, legend,
    series::{self, INK},
};
use crate::pictures::error::NOTHING_DECIDED;
use crate::pictures::histogram::{Bin, Histograms, Panel, Part};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped};

/// Ratios of checks, job by job.
pub static PLOT: Plot = Plot {
    name: "pairs",
    doc: "job by job, how many times as many checks one order, rule or file takes",
    options: &[PlotOption::Sides, PlotOption::Axes],
    suits: |_, _| false,
    is_worth: |_, variety| variety.rows > 1,
    has_one_budget: false,
    draw,
};

/// Draws how many times as many checks the other side takes as the reference: a histogram of the
/// ratios that are known, and a bar beside it of those that are not.
///
/// # Errors
/// [`PlotError::Unfit`] if there are not two sides with pairs, or [`NOTHING_DECIDED`].
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let jobs = &input.jobs;
    let sides = Sides::new(jobs, &input.files, &input.sides).map_err(PlotError::unfit)?;
    let [other] = sides.others.as_slice() else {
        let count = counted(sides.others.len() + 1, "value");
        let column = sides.column;
        return Err(PlotError::unfit(format!(
            "there are {count} of {column}; choose two with --between {column} --values A B"
        )));
    };
    let pairing = Pairing::new(jobs, sides.column, [&sides.reference.places, &other.places]);
    let names = [sides.reference.name.as_str(), other.name.as_str()];
    if pairing.pairs.is_empty() {
        let [one, other] = names;
        return Err(PlotError::unfit(format!(
            "no job of {one} has a partner in {other}; `knightsweep compare` says why"
        )));
    }
    let comparison = Comparison::new(jobs, &pairing);
    let mut headline = comparison.sentence(names, pairing.noun(jobs));
    if !comparison.contradictions.is_empty() {
        let pairs = counted(comparison.contradictions.len(), "pair");
        headline = format!("THE RESULTS CONTRADICT EACH OTHER in {pairs}; {headline}");
    }
    if comparison.with(PairResult::UndecidedBoth) == comparison.pairs() {
        return Err(NOTHING_DECIDED);
    }
    let ratios = RatioBins::of(jobs, &pairing);
    let label = format!("checks of {} / checks of {}", names[1], names[0]);
    let across = Axis::new(ratios.scale(), Ticks::Written(factor), label);
    let median = drawn_median(&comparison).map(|median| (median, "class=\"stroke\""));
    let panel = Panel {
        title: String::new(),
        bins: ratios.bars(),
        lines: [(1.0, "class=\"guide\"")].into_iter().chain(median).collect(),
        beside: beyond(&ratios, &comparison),
    };
    let mut picture = Picture::of(style, headline);
    Histograms { across, noun: "pairs", beside: "no ratio", panels: vec![panel] }
        .draw(&mut picture);
    legend::below(&mut picture, &entries(&comparison, names));
    let mut compared = Jobs::default();
    let places: BTreeSet<u32> = pairing.pairs.iter().flat_map(|&(one, two)| [one, two]).collect();
    places.into_iter().for_each(|place| compared.push(&jobs.get(place)));
    let mut notes = vec![groups::in_common(&input.with_jobs(compared), &[sides.column])];
    notes.extend(self::notes(&pairing, &comparison, names));
    if ratios.bins.values().flat_map(BinCounts::keys).any(|result| result.is_by_bound()) {
        notes.push(BOUNDS.to_owned());
    }
    picture.notes = notes;
    picture.tabulate(|| data(jobs, &pairing));
    Ok(picture)
}

/// The attributes of the bars of pairs with a result.
fn paint(result: PairResult) -> String {
    match result {
        PairResult::Won | PairResult::WonByBound => series::fill(0),
        // In grey print, blue and orange would be alike.
        PairResult::Lost | PairResult::LostByBound => series::fill(1) + " fill-opacity=\".6\"",
        _ => series::fill(INK),
    }
}

/// What hatching means.
const BOUNDS: &str = "Hatched: a job of the pair was stopped; the ratio is farther from 1 than where \
                      the pair stands.";

/// The pairs of a bin by their results, in the order in which these stand on one another.
type BinCounts = BTreeMap<PairResult, u64>;

/// The pairs by their ratios, in bins of equal factors from 1 on.
struct RatioBins {
    /// The decimal logarithm of the factor of a bin.
    width: f64,
    bins: BTreeMap<i32, BinCounts>,
    /// The pairs whose ratio is infinite, and those where it is 0, as one job got stuck.
    stuck: [u64; 2],
}

impl RatioBins {
    fn of(jobs: &Jobs, pairing: &Pairing) -> RatioBins {
        /// About this many bins at most.
        const MOST: f64 = 30.0;
        let (mut known, mut stuck) = (Vec::new(), [0, 0]);
        for &pair in &pairing.pairs {
            let [first, second] = rows(jobs, pair).map(|row| row.cost);
            let (result, ratio) = (PairResult::of(first, second), Ratio::of(first, second));
            if result.is_open() {
                continue;
            }
            match if result.is_lost() { ratio.high } else { ratio.low } {
                f64::INFINITY => stuck[0] += 1,
                0.0 => stuck[1] += 1,
                ratio => known.push((result, ratio.log10())),
            }
        }
        let (low, high) = extremes(known.iter().map(|(_, log)| *log)).unwrap_or_default();
        let widths = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
        let width = widths.into_iter().find(|width| high - low <= MOST * width).unwrap_or(10.0);
        let mut bins: BTreeMap<i32, BinCounts> = BTreeMap::new();
        for (result, log) in known {
            // Rounding must not move a pair to the other side of 1.
            let bin = (log / width).floor() as i32;
            let bin = if result.is_lost() { bin.min(-1) } else { bin.max(0) };
            *bins.entry(bin).or_default().entry(result).or_default() += 1;
        }
        RatioBins { width, bins, stuck }
    }

    /// From the first bin to the last, with 1.
    fn scale(&self) -> Scale {
        let first = self.bins.keys().next().map_or(-1, |bin| *bin.min(&-1));
        let last = self.bins.keys().next_back().map_or(0, |bin| *bin.max(&0));
        Scale::log((f64::from(first) - 0.3) * self.width, (f64::from(last) + 1.3) * self.width)
    }

    /// The ends of a bin.
    fn ends(&self, bin: i32) -> [f64; 2] {
        [bin, bin + 1].map(|edge| 10f64.powf(f64::from(edge) * self.width))
    }

    fn bars(&self) -> Vec<Bin> {
        let bar = |(&bin, counts): (&i32, &BinCounts)| {
            let ends = self.ends(bin);
            let part = |(&result, &count): (&PairResult, &u64)| {
                let (pairs, [from, to]) = (counted(count, "pair"), ends.map(factor));
                let words = match result {
                    PairResult::Tied => format!("{pairs} with as many checks"),
                    _ if result.is_by_bound() => format!("{pairs} with a bound of {from} to {to}"),
                    _ => format!("{pairs} with {from} to {to}"),
                };
                let hatch = result.is_by_bound().then_some("stroke=\"#fff\"");
                Part { count, paint: paint(result), hatch, words }
            };
            Bin { ends, parts: counts.iter().map(part).collect() }
        };
        self.bins.iter().map(bar).collect()
    }
}

/// A ratio on the axis: `1/10`, `2`.
fn factor(ratio: f64) -> String {
    match ratio {
        0.995.. => amount(ratio),
        _ => format!("1/{}", amount(1.0 / ratio)),
    }
}

/// The pairs that have no place on the axis: their ratio is infinite or 0, or nothing is known.
fn beyond(ratios: &RatioBins, comparison: &Comparison) -> Vec<Part> {
    let hatched = ("class=\"unknown\"".to_owned(), Some("class=\"hatch\""));
    let parts = [
        ("not known", comparison.undecided(), hatched),
        ("infinite", ratios.stuck[0], (paint(PairResult::Won), None)),
        ("0", ratios.stuck[1], (paint(PairResult::Lost), None)),
    ];
    let part = |(what, count, (paint, hatch))| {
        let words = format!("{} with a ratio {what}", counted(count, "pair"));
        Part { count, paint, hatch, words }
    };
    parts.into_iter().map(part).filter(|part| part.count > 0).collect()
}

/// The pairs: their jobs, what is known of their ratio, and who takes fewer checks.
fn data(jobs: &Jobs, pairing: &Pairing) -> Data {
    let row = |&pair: &(u32, u32)| {
        let [first, second] = rows(jobs, pair);
        let [low, high] = Ratio::of(first.cost, second.cost).bounds().map(field);
        let result = PairResult::of(first.cost, second.cost);
        [
            first.job.to_string(),
            second.job.to_string(),
            field(first.cost.exact()),
            field(second.cost.exact()),
            low,
            high,
            result.to_string(),
        ]
    };
    let header = "job,other_job,checks,other_checks,ratio_from,ratio_to,result";
    Data::of(header, pairing.pairs.iter().map(row))
}

fn entries(comparison: &Comparison, [reference, other]: [&str; 2]) -> Vec<Entry> {
    let by_bound = |result: PairResult| match comparison.with(result) {
        0 => String::new(),
        count => format!(" ({} of them by bound)", grouped(count)),
    };
    let fewer = |side: &str| format!("{side} takes fewer");
    let (won, lost) = (by_bound(PairResult::WonByBound), by_bound(PairResult::LostByBound));
    let sides = [
        (PairResult::Won, fewer(reference), comparison.won(), won),
        (PairResult::Lost, fewer(other), comparison.lost(), lost),
        (PairResult::Tied, "equal".to_owned(), comparison.with(PairResult::Tied), String::new()),
    ];
    let entry = |(result, what, count, bound): (PairResult, String, u64, String)| {
        let text = format!("{what}: {}{bound}", grouped(count));
        (count > 0).then(|| Entry::new(Mark::Swatch(paint(result)), text))
    };
    let undecided = comparison.undecided();
    let unknown = format!("not known which: {}", grouped(undecided));
    let unknown = (undecided > 0).then(|| Entry::new(Mark::Sign(Sign::Hatch), unknown));
    sides.into_iter().filter_map(entry).chain(unknown).collect()
}

/// The median, if a line shows it.
fn drawn_median(comparison: &Comparison) -> Option<f64> {
    comparison.median.number().filter(|median| median.is_finite() && *median > 0.0)
}

/// What the bars do not show.
fn notes(pairing: &Pairing, comparison: &Comparison, names: [&str; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    let [reference, other] = names;
    let ratio = format!("checks of {other} / checks of {reference}");
    notes.push(match comparison.median {
        Ratio::UNKNOWN => format!("Median of {ratio}: hidden by undecided jobs."),
        median if drawn_median(comparison).is_some() => {
            format!("Line across the bars: the median of {ratio}, {median}.")
        }
        median => format!("Median of {ratio}: {median}."),
    });
    if let Some(mean) = comparison.decided_mean.filter(|_| comparison.decided() > 1) {
        let pairs = counted(comparison.decided(), "pair");
        let mean = Ratio::known(mean);
        notes.push(format!("Geometric mean over the {pairs} that both sides decide: {mean}."));
    }
    for (alone, name) in pairing.alone.iter().zip(names) {
        if !alone.is_empty() {
            let jobs = counted(alone.len(), "job");
            notes.push(format!("Not drawn: {jobs} of {name} without a partner."));
        }
    }
    notes
}

#[cfg(test)]
mod tests;
