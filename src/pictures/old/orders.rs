//! How checks are distributed over the orders of each start.

use std::collections::BTreeMap;

use crate::analysis::formatting::{counted, grouped};
use crate::pictures::drawing::axes::Frame;
use crate::pictures::drawing::colour::{DISTINCT, of_amount};
use crate::pictures::drawing::scale::Scale;
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::groups::named_groups;
use crate::pictures::old::job_stats::JobStats;
use crate::pictures::old::plot_data::PlotData;
use knight_search::Outcome;

/// More groups than this are drawn as strips.
const MOST_HISTOGRAMS: usize = 6;

/// There is no room for more strips than this.
const MOST_STRIPS: usize = 256;

/// Room above the tallest bar for the name of the median, in pixels.
const MEDIAN_ROOM: f64 = 20.0;

/// A group of jobs as a histogram.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// What the group has in common; empty for all jobs.
    pub name: String,
    /// Number of decided jobs by bin; bin `b` begins at `10^(b / per_decade)` checks.
    pub bins: BTreeMap<u16, u64>,
    /// The outcomes and the counts of the group.
    pub stats: JobStats,
}

/// The histograms of the groups, and the number of bins to a factor of ten. A smaller spread of
/// counts has more bins.
pub fn histograms(groups: &[(String, JobStats)]) -> (u16, Vec<Histogram>) {
    let ends = groups
        .iter()
        .filter_map(|(_, stats)| Some((stats.decided.least()?, stats.decided.largest()?)));
    let least = ends.clone().map(|(least, _)| least).min().unwrap_or(1).max(1) as f64;
    let largest = ends.map(|(_, largest)| largest).max().unwrap_or(1).max(1) as f64;
    let decades = (largest / least).log10();
    let per_decade = [50, 25, 20, 10, 5]
        .into_iter()
        .find(|per_decade| decades * f64::from(*per_decade) < 90.0)
        .unwrap_or(4);
    let histogram = |(name, stats): &(String, JobStats)| Histogram {
        name: name.clone(),
        bins: stats.decided.histogram(per_decade),
        stats: stats.clone(),
    };
    (per_decade, groups.iter().map(histogram).collect())
}

/// Draws a histogram for each group, or a strip if there are many groups.
///
/// # Errors
/// [`PlotError::NothingDecided`], or [`PlotError::TooManyGroups`].
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    let groups = named_groups(data, MOST_STRIPS);
    if groups.len() > MOST_STRIPS {
        return Err(PlotError::TooManyGroups { groups: groups.len(), most: MOST_STRIPS });
    }
    let (per_decade, histograms) = histograms(&groups);
    if histograms.iter().all(|histogram| histogram.bins.is_empty()) {
        return Err(PlotError::NothingDecided);
    }
    let ends = || histograms.iter().flat_map(|h| h.bins.keys()).flat_map(|&bin| [bin, bin + 1]);
    let edge = |bin: u16| 10f64.powf(f64::from(bin) / f64::from(per_decade));
    let across = Scale::tight(ends().map(edge));
    let jobs = data.all().jobs();
    let headline = format!(
        "Checks of {} with {}{}",
        counted(jobs, "job"),
        counted(data.orders.len() as u64, "order"),
        data.and_seeds()
    );
    if histograms.len() <= MOST_HISTOGRAMS {
        Ok(draw_histograms(headline, &histograms, across, edge))
    } else {
        Ok(draw_strips(headline, &histograms, across, edge))
    }
}

fn draw_histograms(
    headline: String,
    histograms: &[Histogram],
    across: Scale,
    edge: impl Fn(u16) -> f64,
) -> Picture {
    // A group without a count has no panel; its name stands below the others.
    let (drawn, empty): (Vec<&Histogram>, Vec<&Histogram>) =
        histograms.iter().partition(|histogram| !histogram.bins.is_empty());
    let each = if drawn.len() == 1 { 300.0 } else { 120.0 };
    let step = each + 46.0;
    let bottom = step * drawn.len() as f64 + 36.0;
    let mut picture = Picture::new(headline, 680.0, bottom + 18.0 * empty.len() as f64);
    for (place, histogram) in empty.iter().enumerate() {
        let y = bottom + 18.0 * place as f64;
        picture.text(66.0, y, Anchor::Start, "", &histogram.in_words());
    }
    for (place, histogram) in drawn.iter().enumerate() {
        let tallest = histogram.bins.values().copied().max().unwrap_or(1);
        let frame = Frame {
            area: Area { x: 66.0, y: step * place as f64 + 22.0, width: 600.0, height: each },
            across,
            up: Scale::Linear { low: 0.0, high: tallest as f64 * each / (each - MEDIAN_ROOM) },
        };
        let is_last = place + 1 == drawn.len();
        picture.text(frame.area.x, frame.area.y - 7.0, Anchor::Start, "", &histogram.in_words());
        frame.horizontal(
            &mut picture,
            &across.ticks(10),
            if is_last { "checks (logarithmic)" } else { "" },
        );
        let ticks: Vec<_> = frame
            .up
            .ticks(if each > 200.0 { 6 } else { 3 })
            .into_iter()
            .filter(|tick| tick.value.fract() == 0.0)
            .collect();
        frame.vertical(&mut picture, &ticks, "jobs");
        bars(&mut picture, &frame, histogram, &edge);
        median(&mut picture, &frame, histogram);
        frame.border(&mut picture);
    }
    picture
}

fn bars(picture: &mut Picture, frame: &Frame, histogram: &Histogram, edge: &impl Fn(u16) -> f64) {
    for (&bin, &jobs) in &histogram.bins {
        let (left, right) = (frame.x(edge(bin)), frame.x(edge(bin + 1)));
        let top = frame.y(jobs as f64);
        let area = Area {
            x: left,
            y: top,
            width: (right - left - 0.5).max(0.5),
            height: frame.y(0.0) - top,
        };
        picture.rect(
            area,
            format_args!("fill=\"{}\"", DISTINCT[0]),
            &bin_in_words(edge, bin, jobs),
        );
    }
}

fn bin_in_words(edge: &impl Fn(u16) -> f64, bin: u16, jobs: u64) -> String {
    let (from, to) = (edge(bin).ceil() as u128, edge(bin + 1).ceil() as u128 - 1);
    format!("{} with {} to {} checks", counted(jobs, "job"), grouped(from), grouped(to.max(from)))
}

fn median(picture: &mut Picture, frame: &Frame, histogram: &Histogram) {
    let Some(median) = histogram.stats.decided.median() else {
        return;
    };
    let x = frame.x(median.max(1.0));
    picture.line((x, frame.area.y), (x, frame.area.y + frame.area.height), "class=\"guide\"");
    let (anchor, at) = if x > frame.area.x + frame.area.width * 0.75 {
        (Anchor::End, x - 5.0)
    } else {
        (Anchor::Start, x + 5.0)
    };
    let text = format!("median of these: {}", crate::pictures::drawing::scale::amount(median));
    picture.text(at, frame.area.y + 14.0, anchor, "class=\"note\"", &text);
}

impl Histogram {
    /// Names what is not in the bars, so that nobody takes them for all jobs.
    fn in_words(&self) -> String {
        let name = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        let stats = &self.stats;
        let mut text = format!("{name}{} decided", grouped(stats.decided.total().into()));
        if let (stopped @ 1.., Some(budget)) = (stats.of(Outcome::Budget), stats.largest_budget()) {
            text += &format!(
                ", {} not within the budget of {}",
                grouped(stopped.into()),
                grouped(budget)
            );
        }
        for (outcome, what) in [(Outcome::Stuck, "stuck"), (Outcome::Memory, "out of memory")] {
            if stats.of(outcome) > 0 {
                text += &format!(", {} {what}", grouped(stats.of(outcome).into()));
            }
        }
        text
    }
}

/// Draws a row for each group; a larger share of its jobs is darker.
fn draw_strips(
    headline: String,
    histograms: &[Histogram],
    across: Scale,
    edge: impl Fn(u16) -> f64,
) -> Picture {
    let row = (700.0 / histograms.len() as f64).clamp(11.0, 16.0);
    let longest = histograms.iter().map(|h| h.name.chars().count()).max();
    let left = 20.0 + 5.6 * longest.unwrap_or(0) as f64;
    let frame = Frame {
        area: Area { x: left, y: 4.0, width: 440.0, height: row * histograms.len() as f64 },
        across,
        up: Scale::Linear { low: 0.0, high: 1.0 },
    };
    let mut picture = Picture::new(headline, left + 540.0, frame.area.height + 72.0);
    // Darker must mean more on a dark page too.
    picture.rect(frame.area, "fill=\"#fff\"", "");
    frame.horizontal(&mut picture, &across.ticks(9), "checks (logarithmic)");
    let share = |histogram: &Histogram, jobs: u64| jobs as f64 / histogram.stats.jobs() as f64;
    let shares = histograms.iter().flat_map(|h| h.bins.values().map(move |&jobs| share(h, jobs)));
    let largest = shares.fold(0.0, f64::max);
    for (place, histogram) in histograms.iter().enumerate() {
        let y = frame.area.y + row * place as f64;
        let name = if histogram.name.is_empty() { "all" } else { &histogram.name };
        picture.text(frame.area.x - 7.0, y + row * 0.5 + 3.5, Anchor::End, "class=\"small\"", name);
        for (&bin, &jobs) in &histogram.bins {
            let (left, right) = (frame.x(edge(bin)), frame.x(edge(bin + 1)));
            let colour = of_amount((share(histogram, jobs) / largest).sqrt());
            let area = Area { x: left, y: y + 0.5, width: right - left + 0.2, height: row - 1.0 };
            picture.rect(area, format_args!("fill=\"{colour}\""), "");
        }
        // One tooltip a row: one for each bin would make most of the file.
        let whole = Area { y, height: row, ..frame.area };
        let words = histogram.in_words();
        picture.rect(whole, "fill=\"none\" pointer-events=\"all\"", &words);
        let decided = histogram.stats.decided.total() as f64 / histogram.stats.jobs() as f64;
        let text = format!("{:.1}% decided", decided * 100.0);
        picture.text(
            frame.area.x + frame.area.width + 8.0,
            y + row * 0.5 + 3.5,
            Anchor::Start,
            "class=\"small\"",
            &text,
        );
    }
    frame.border(&mut picture);
    let note = format!(
        "Each row is a group of jobs. Darker: more of its jobs need that many checks, {:.2}% at the darkest.",
        largest * 100.0
    );
    picture.text(frame.area.x, frame.area.height + 62.0, Anchor::Start, "class=\"note\"", &note);
    picture
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::orders::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;

    #[test]
    fn bars_hold_every_decided_job_and_nothing_else() {
        let mut stats = JobStats::default();
        for checks in [70, 700, 700, 7_000_000] {
            stats.add(&record(Outcome::Tour, checks));
        }
        stats.add(&record(Outcome::Budget, 100));
        let (per_decade, histograms) = histograms(&[(String::new(), stats)]);
        assert_eq!(per_decade, 10);
        let bins: Vec<(u16, u64)> = histograms[0].bins.clone().into_iter().collect();
        assert_eq!(bins, [(18, 1), (28, 2), (68, 1)]);
        assert_eq!(histograms[0].in_words(), "4 decided, 1 not within the budget of 100");
    }

    #[test]
    fn groups_without_a_count_are_named_and_have_no_panel() {
        let mut data = PlotData::new(None, None);
        data.add(&record(Outcome::Tour, 64));
        data.add(&Record { start_col: 2, ..record(Outcome::Stuck, 30) });
        let svg = draw(&data).unwrap().inline();
        assert!(svg.contains("from (1,2): 0 decided, 1 stuck"));
        assert_eq!(svg.matches("class=\"frame\"").count(), 1);
    }

    #[test]
    fn a_smaller_spread_has_finer_bins() {
        let mut stats = JobStats::default();
        stats.add(&record(Outcome::Tour, 1000));
        stats.add(&record(Outcome::Tour, 1500));
        assert_eq!(histograms(&[(String::new(), stats.clone())]).0, 50);
        stats.add(&record(Outcome::Tour, 10u128.pow(36)));
        assert_eq!(histograms(&[(String::new(), stats)]).0, 4);
    }
}
