//! How many jobs are decided within how many checks.

use crate::analysis::formatting::{counted, grouped};
use crate::pictures::drawing::axes::Frame;
use crate::pictures::drawing::colour::{Colour, DISTINCT, of_amount};
use crate::pictures::drawing::labels::{Labels, SIZE, Spot};
use crate::pictures::drawing::scale::Scale;
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::groups::named_groups;
use crate::pictures::old::job_stats::JobStats;
use crate::pictures::old::plot_data::PlotData;
use knight_search::Outcome;

/// A legend names up to this many curves.
const MOST_NAMED: usize = DISTINCT.len();

/// Dashes and gaps of the named curves, in pixels: they differ without their colours too.
const DASHES: [&str; MOST_NAMED] =
    ["", "10 3", "3 3", "10 3 3 3", "6 1.5", "18 4", "10 3 1.5 3 1.5 3", "3 6"];

/// More curves than this would hide one another.
const MOST_GROUPS: usize = 512;

/// A group and its curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What the group has in common; empty for all jobs.
    pub name: String,
    /// The number of its jobs.
    pub jobs: u64,
    /// Checks, ascending, and the number of jobs decided within them.
    pub steps: Vec<(f64, u64)>,
    /// The least budget that stopped a job: the curve is not known beyond it.
    pub known_to: Option<u128>,
}

/// The curves of the groups that have a decided job.
pub fn curves(groups: &[(String, JobStats)]) -> Vec<Curve> {
    let curve = |(name, stats): &(String, JobStats)| Curve {
        name: name.clone(),
        jobs: stats.jobs(),
        known_to: stats.least_budget(),
        steps: stats
            .decided
            .cumulated()
            .into_iter()
            .map(|(checks, jobs)| (checks.max(1.0), jobs))
            .collect(),
    };
    groups.iter().map(curve).filter(|curve| !curve.steps.is_empty()).collect()
}

/// The curves of all groups, as shares of their jobs.
///
/// # Errors
/// [`PlotError::TooManyGroups`], or [`PlotError::NothingDecided`].
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    of_groups(&named_groups(data, MOST_NAMED), data.by())
}

/// The curves of these groups, as shares of their jobs; `by` says what makes the groups.
///
/// # Errors
/// [`PlotError::TooManyGroups`], or [`PlotError::NothingDecided`].
pub fn of_groups(groups: &[(String, JobStats)], by: Option<String>) -> Result<Picture, PlotError> {
    if groups.len() > MOST_GROUPS {
        return Err(PlotError::TooManyGroups { groups: groups.len(), most: MOST_GROUPS });
    }
    let curves = curves(groups);
    if curves.is_empty() {
        return Err(PlotError::NothingDecided);
    }
    let mut all = JobStats::default();
    groups.iter().for_each(|(_, stats)| all.merge(stats));
    let top = curves.iter().map(Curve::share).fold(0.0, f64::max);
    let frame = Frame {
        area: Area { x: 62.0, y: 10.0, width: 560.0, height: 320.0 },
        across: Scale::tight(
            curves
                .iter()
                .flat_map(|curve| curve.steps.iter().map(|step| step.0))
                .chain(all.largest_budget().map(|budget| budget as f64)),
        ),
        up: Scale::Linear { low: 0.0, high: nice_share(top) },
    };
    let left_out = groups.len() - curves.len();
    let notes = notes(&curves, left_out, &all);
    let legend = notes.len()
        + match curves.len() {
            1 if left_out == 0 => 0,
            named @ ..=MOST_NAMED => named,
            _ => 1,
        };
    let height = frame.area.height + 62.0 + 18.0 * legend as f64;
    let width = 640.0 + room_for_names(&curves);
    let mut picture = Picture::new(headline(by.as_deref(), &all, groups.len()), width, height);
    let ticks: Vec<_> = frame
        .up
        .ticks(6)
        .into_iter()
        .map(|mut tick| {
            tick.label =
                format!("{}%", crate::pictures::drawing::scale::amount(tick.value * 100.0));
            tick
        })
        .collect();
    if curves.len() > MOST_NAMED {
        // The last curves are dark, so they need a bright ground even on a dark page.
        picture.rect(frame.area, "fill=\"#fff\"", "");
    }
    frame.horizontal(&mut picture, &frame.across.ticks(9), "checks (logarithmic)");
    frame.vertical(&mut picture, &ticks, &format!("jobs {}", what_is_counted(&all)));
    frame.border(&mut picture);
    let lines: Vec<Vec<(f64, f64)>> = curves.iter().map(|curve| points(&frame, curve)).collect();
    budget_line(&mut picture, &frame, &all, &lines);
    for (place, (curve, line)) in curves.iter().zip(&lines).enumerate() {
        let paint = format!("{} stroke-linejoin=\"round\"", paint(place, curves.len()));
        picture.polyline(line, paint, &curve.in_words());
    }
    if curves.len() > MOST_NAMED {
        name_ends(&mut picture, &frame, &curves, &lines);
    }
    draw_legend(&mut picture, &frame, &curves, left_out, &notes, by);
    Ok(picture)
}

impl Curve {
    fn decided(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.1)
    }

    fn share(&self) -> f64 {
        self.decided() as f64 / self.jobs as f64
    }

    fn in_words(&self) -> String {
        let name = if self.name.is_empty() { "all jobs" } else { &self.name };
        format!("{name}: {} of {}", grouped(self.decided().into()), counted(self.jobs, "job"))
    }
}

/// The upper end of the axis of shares: 1, or a little above the largest share.
fn nice_share(top: f64) -> f64 {
    if top > 0.5 { 1.0 } else { top * 1.08 }
}

fn what_is_counted(all: &JobStats) -> &'static str {
    match (all.of(Outcome::Tour), all.of(Outcome::None)) {
        (_, 0) => "with a tour",
        (0, _) => "proved to have no tour",
        _ => "decided (a tour, or none exists)",
    }
}

fn headline(by: Option<&str>, all: &JobStats, groups: usize) -> String {
    let by = match (by, groups) {
        (Some(by), _) => format!(", by {by}"),
        (None, 1) => String::new(),
        (None, groups) => format!(", {groups} groups"),
    };
    format!(
        "{} of {} {} within the checks shown{by}",
        grouped(all.decided.total().into()),
        counted(all.jobs(), "job"),
        what_is_counted(all)
    )
}

fn paint(place: usize, curves: usize) -> String {
    if curves > MOST_NAMED {
        let colour = of_amount(0.1 + 0.9 * place as f64 / curves as f64);
        return format!("stroke=\"{colour}\" stroke-width=\"1\" stroke-opacity=\"0.8\"");
    }
    let colour = if DISTINCT[place] == Colour(0, 0, 0) {
        // Black, or white on a dark page.
        "class=\"stroke\"".to_owned()
    } else {
        format!("stroke=\"{}\"", DISTINCT[place])
    };
    match DASHES[place] {
        "" => format!("{colour} stroke-width=\"2\""),
        dashes => format!("{colour} stroke-width=\"2\" stroke-dasharray=\"{dashes}\""),
    }
}

/// Draws a line at the largest budget, with a name where no curve is in the way.
fn budget_line(picture: &mut Picture, frame: &Frame, all: &JobStats, curves: &[Vec<(f64, f64)>]) {
    let Some(budget) = largest_budget(all) else {
        return;
    };
    let Area { y, height, .. } = frame.area;
    let x = frame.x(budget as f64);
    picture.line((x, y), (x, y + height), "class=\"guide\"");
    let mut labels = Labels::within(frame.area);
    curves.iter().for_each(|line| labels.keep_off_steps(line));
    let spots = (0..10).flat_map(|place| {
        let y = y + 14.0 + f64::from(place) * (height - 20.0) / 9.0;
        [(x - 5.0, Anchor::End), (x + 5.0, Anchor::Start)].map(|(x, anchor)| Spot { x, y, anchor })
    });
    const NAME: &str = "budget";
    if let Some(Spot { x, y, anchor }) = labels.place(NAME, spots) {
        picture.text(x, y, anchor, "class=\"note\"", NAME);
    }
}

fn largest_budget(all: &JobStats) -> Option<u128> {
    all.largest_budget().filter(|budget| *budget > 0)
}

/// A step for each count, then flat to the budget, or to the end if all jobs are decided.
fn points(frame: &Frame, curve: &Curve) -> Vec<(f64, f64)> {
    let mut points = vec![(frame.x(curve.steps[0].0), frame.y(0.0))];
    let mut below = 0.0;
    for &(checks, jobs) in &curve.steps {
        let share = jobs as f64 / curve.jobs as f64;
        points.push(frame.point(checks, below));
        points.push(frame.point(checks, share));
        below = share;
    }
    let end = frame.area.x + frame.area.width;
    let known_to = curve.known_to.filter(|budget| *budget > 0);
    let last = points[points.len() - 1].0;
    points.push((known_to.map_or(end, |budget| frame.x(budget as f64).max(last)), frame.y(below)));
    points
}

/// Longer names are not written at the ends of curves.
const LONGEST_NAME: usize = 32;

/// The width of the names at the ends of curves; 0 if a legend has the names.
fn room_for_names(curves: &[Curve]) -> f64 {
    if curves.len() <= MOST_NAMED {
        return 0.0;
    }
    let lengths = curves.iter().map(|curve| curve.name.chars().count());
    let longest = lengths.filter(|length| *length <= LONGEST_NAME).max();
    0.6 * SIZE * longest.unwrap_or(0).max("512 curves".len()) as f64
}

/// Writes names at the ends of curves: the highest, the lowest, and what fits between them.
fn name_ends(picture: &mut Picture, frame: &Frame, curves: &[Curve], lines: &[Vec<(f64, f64)>]) {
    let mut labels =
        Labels::within(Area { x: 0.0, y: 0.0, width: picture.width, height: picture.height });
    let mut ends: Vec<((f64, f64), &str)> = curves
        .iter()
        .zip(lines)
        .filter_map(|(curve, line)| Some((*line.last()?, curve.name.as_str())))
        .collect();
    ends.sort_by(|(one, _), (other, _)| {
        let lower = one.1.total_cmp(&other.1);
        lower.then(one.0.total_cmp(&other.0))
    });
    let mut names: Vec<((f64, f64), String)> = ends
        .chunk_by(|(one, _), (other, _)| one == other)
        .map(|same| match same {
            [(end, name)] => (*end, (*name).to_owned()),
            many => (many[0].0, format!("{} curves", many.len())),
        })
        .collect();
    let lowest = names.pop();
    let highest = (!names.is_empty()).then(|| names.remove(0));
    for ((x, y), name) in highest.into_iter().chain(lowest).chain(names) {
        // Beside the area, unless the curve ends far from its edge.
        let edge = frame.area.x + frame.area.width;
        let x = if x + 40.0 > edge { edge } else { x };
        let spot = Spot { x: x + 5.0, y: y + 3.5, anchor: Anchor::Start };
        if let Some(Spot { x, y, anchor }) = labels.place(&name, [spot]) {
            picture.text(x, y, anchor, "class=\"small over\"", &name);
        }
    }
}

/// Notes on what the curves do not show.
fn notes(curves: &[Curve], left_out: usize, all: &JobStats) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(budget) = largest_budget(all) {
        let stopped = counted(all.of(Outcome::Budget), "job");
        let which = if all.least_budget() == all.largest_budget() {
            "the budget"
        } else {
            "the largest budget"
        };
        let checks = grouped(budget);
        notes.push(format!("thin dashes: {which}, {checks} checks; {stopped} stopped"));
    }
    if left_out > 0 {
        let groups = counted(left_out as u64, "group");
        notes.push(format!("{groups} without a decided job: no curve"));
    }
    let memory = all.of(Outcome::Memory);
    if memory > 0 {
        let bound = if curves.len() == 1 {
            "the curve is a lower bound"
        } else {
            "their curves are lower bounds"
        };
        notes.push(format!("{} out of memory, counts unknown: {bound}", counted(memory, "job")));
    }
    notes
}

fn draw_legend(
    picture: &mut Picture,
    frame: &Frame,
    curves: &[Curve],
    left_out: usize,
    notes: &[String],
    by: Option<String>,
) {
    let (x, mut y) = (frame.area.x, frame.area.y + frame.area.height + 62.0);
    match curves {
        // The headline says it.
        [_] if left_out == 0 => {}
        many if many.len() > MOST_NAMED => {
            let by = by.unwrap_or_else(|| "what differs".to_owned());
            let text = format!(
                "{} curves by {by}, from bright to dark, named where there is room; in SVG each has a tooltip",
                many.len()
            );
            picture.text(x, y, Anchor::Start, "class=\"note\"", &text);
            y += 18.0;
        }
        few => {
            for (place, curve) in few.iter().enumerate() {
                picture.line((x, y - 4.0), (x + 44.0, y - 4.0), paint(place, few.len()));
                picture.text(x + 52.0, y, Anchor::Start, "", &curve.in_words());
                y += 18.0;
            }
        }
    }
    for note in notes {
        picture.text(x, y, Anchor::Start, "class=\"note\"", note);
        y += 18.0;
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::grouping::GroupingColumns;
    use crate::pictures::old::cactus::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;

    fn gathered(by: Option<&[String]>, records: &[Record]) -> PlotData {
        let mut data = PlotData::new(by.map(|by| GroupingColumns::new(by).unwrap()), None);
        records.iter().for_each(|record| data.add(record));
        data
    }

    #[test]
    fn curves_climb_by_the_jobs_decided() {
        let records = [
            record(Outcome::Tour, 100),
            record(Outcome::None, 800),
            record(Outcome::Budget, 50),
            record(Outcome::Tour, 100),
        ];
        let curves = curves(&named_groups(&gathered(None, &records[..2]), 8));
        assert_eq!(curves.len(), 1);
        assert_eq!(curves[0].steps.last(), Some(&(800.0, 2)));
        let outcome = ["outcome".to_owned()];
        let grouped = super::curves(&named_groups(&gathered(Some(&outcome), &records), 8));
        let shares: Vec<(&str, u64, u64)> =
            grouped.iter().map(|c| (c.name.as_str(), c.decided(), c.jobs)).collect();
        assert_eq!(shares, [("none", 1, 1), ("tour", 2, 2)]);
    }

    #[test]
    fn no_two_curves_of_a_legend_look_the_same_without_their_colours() {
        let dashes: std::collections::BTreeSet<&str> = DASHES.into_iter().collect();
        assert_eq!(dashes.len(), MOST_NAMED);
        let row = ["start_row".to_owned()];
        let curves = |count| {
            let records: Vec<Record> = (1..=count)
                .map(|start_row| Record {
                    start_row,
                    ..record(Outcome::Tour, 64 + u128::from(start_row))
                })
                .collect();
            let svg = draw(&gathered(Some(&row), &records)).unwrap().inline();
            let ends = format!(">{count} curves</text>");
            (svg.matches("stroke-dasharray").count(), svg.contains(&ends))
        };
        // The first curve is solid; the legend repeats each dash.
        assert_eq!(curves(1), (0, false));
        assert_eq!(curves(8), (14, false));
        // These all end at one point.
        assert_eq!(curves(9), (0, true));
    }

    #[test]
    fn groups_without_a_curve_are_counted() {
        let other = Record { start_col: 2, ..record(Outcome::Budget, 50) };
        let svg = |records: &[Record]| draw(&gathered(None, records)).unwrap().inline();
        let both = svg(&[record(Outcome::Tour, 40), other]);
        assert!(both.contains("from (1,1): 1 of 1 job</text>"));
        assert!(both.contains("1 group without a decided job"));
        assert!(!svg(&[record(Outcome::Tour, 40)]).contains("no curve"));
    }

    #[test]
    fn jobs_out_of_memory_are_noted() {
        let note = |records: &[Record]| {
            let svg = draw(&gathered(None, records)).unwrap().inline();
            svg.contains("1 job out of memory, counts unknown: the curve is a lower bound</text>")
        };
        let tour = record(Outcome::Tour, 40);
        assert!(note(&[tour.clone(), record(Outcome::Memory, 0)]));
        assert!(!note(&[tour, record(Outcome::Stuck, 9)]));
    }

    #[test]
    fn without_an_answer_there_is_no_curve() {
        let data = gathered(None, &[record(Outcome::Budget, 50)]);
        assert!(matches!(draw(&data), Err(PlotError::NothingDecided)));
    }

    #[test]
    fn too_many_groups_are_refused() {
        let records: Vec<Record> =
            (0..600).map(|job| Record { job, ..record(Outcome::Tour, 64) }).collect();
        let job = ["job".to_owned()];
        let fault = draw(&gathered(Some(&job), &records)).unwrap_err();
        assert!(matches!(fault, PlotError::TooManyGroups { groups: 600, .. }));
    }
}
