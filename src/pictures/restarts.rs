//! What restarting costs with every limit of checks.

use std::collections::BTreeMap;

use crate::analysis::restarts::{Draws, RestartLimit, Restarts};
use crate::analysis::{Column, Value};
use crate::pictures::drawing::{
    Axis, ChartMark, Data, Entry, Frame, Mark, Picture, Scale, Style, Ticks, axes, legend, percent,
    series,
};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped};

/// What restarting costs with every limit of checks.
pub static PLOT: Plot = Plot {
    name: "restarts",
    doc: "expected checks of searches that start again at a limit, by the limit",
    options: &[PlotOption::Groups, PlotOption::Axes],
    suits: |_, _| false,
    is_worth: |_, _| false,
    has_one_budget: true,
    draw,
};

/// More curves than this hide one another.
const MOST_CURVES: usize = 24;

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 6] =
    [Column::Board, Column::Goal, Column::Rule, Column::Budget, Column::Start, Column::File];

/// A group with a tour.
struct Curve {
    name: String,
    restarts: Restarts,
}

/// Draws a curve for each group.
///
/// # Errors
/// [`PlotError::TooManyGroups`], and [`PlotError::NoRestarts`] if no group has a tour within
/// what is known.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let by = match input.by.as_slice() {
        [] => groups::usual(&input.jobs, &GROUPS, series::MOST),
        by => by.to_vec(),
    };
    let mut draws: BTreeMap<Vec<Value>, Draws> = BTreeMap::new();
    for row in input.jobs.iter() {
        let group = draws.entry(groups::key(&by, &row)).or_default();
        group.add(row.order, row.seed, row.outcome, row.checks);
    }
    let groups = draws.len();
    if groups > MOST_CURVES {
        return Err(PlotError::TooManyGroups { groups, most: MOST_CURVES });
    }
    let curve = |(values, draws): (Vec<Value>, Draws)| Curve {
        name: groups::name(input, &by, &values),
        restarts: draws.restarts(),
    };
    let mut curves: Vec<Curve> = draws.into_iter().map(curve).collect();
    curves.retain(|curve| curve.restarts.best().is_some());
    if curves.is_empty() {
        return Err(PlotError::NoRestarts);
    }
    let limits = || curves.iter().flat_map(|curve| curve.restarts.limits());
    let across = Scale::tight(limits().map(|limit| limit.checks.max(1) as f64));
    let costs = curves.iter().flat_map(|curve| {
        let limits = curve.restarts.limits();
        limits.flat_map(|limit| just_below(&curve.restarts, limit).into_iter().chain([limit]))
    });
    let up = Scale::tight(costs.map(|limit| limit.expected().max(1.0)));
    let label = "limit of checks of an attempt (logarithmic)";
    let across = Axis { scale: across, ticks: Ticks::Round, label };
    let label = "expected checks until there is a tour (logarithmic)";
    let up = Axis { scale: up, ticks: Ticks::Round, label };
    let height = style.chart_height(0.55, 190.0, 340.0);
    let headline = format!("What restarts cost{}", groups::by_columns(&by));
    let (mut picture, frame) = axes::chart(style, headline, height, [&across, &up]);
    let entries: Vec<Entry> = curves
        .iter()
        .enumerate()
        .filter_map(|(place, curve)| draw_curve(&mut picture, &frame, place, curve))
        .collect();
    frame.border(&mut picture);
    let marks = "Each attempt draws one of the jobs of its group. Marks: the best limits.";
    let mut notes = vec![groups::in_common(input, &by), marks.to_owned()];
    if curves.iter().any(|curve| curve.restarts.interval.is_some()) {
        notes.push(
            "Some groups are samples: their best limits seem cheaper than they are. `knightsweep \
             summarize --restarts --all-columns` has intervals."
                .to_owned(),
        );
    }
    if curves.len() < groups {
        let groups = counted((groups - curves.len()) as u64, "group");
        notes.push(format!("Not drawn: {groups} with no tour, or with jobs without a count."));
    }
    legend::below(&mut picture, style, &entries);
    picture.notes = notes;
    picture.tabulate(|| data(&curves));
    Ok(picture)
}

/// Draws the curve of a group and a mark at its best limit, and says what that is.
fn draw_curve(
    picture: &mut Picture,
    frame: &Frame,
    place: usize,
    Curve { name, restarts }: &Curve,
) -> Option<Entry> {
    let best = restarts.best()?;
    let cost = |limit: &RestartLimit| grouped(limit.expected().round() as u128);
    let words = |limit: RestartLimit| {
        let (checks, share) = (grouped(limit.checks), percent(restarts.share(&limit)));
        format!("limit {checks}, {share} of attempts succeed, {} checks", cost(&limit))
    };
    let text = format!("{name}: limit {}, then {} checks", grouped(best.checks), cost(&best));
    let said = format!("{name}: {}", words(best));
    let at =
        |limit: &RestartLimit| frame.point(limit.checks.max(1) as f64, limit.expected().max(1.0));
    picture.group(format_args!("data-series=\"{place}\""), |picture| {
        let limits = restarts.limits().map(|limit| (at(&limit), limit));
        let answers = picture.answers(name, None, limits, words);
        let paint = format!("{}{answers}", series::line(place, 1.5));
        picture.polyline(&points(frame, restarts), paint, &said);
        series::mark(picture, series::symbol(place), place, at(&best), 4.0, &said);
    });
    Some(Entry::of_series(place, Mark::LineAndSymbol(place), text))
}

/// The cost at each limit where another job finds its tour.
fn data(curves: &[Curve]) -> Data {
    let rows = curves.iter().flat_map(|Curve { name, restarts }| {
        restarts.limits().map(move |limit| {
            let [share, cost] = [restarts.share(&limit), limit.expected()];
            [name.clone(), limit.checks.to_string(), share.to_string(), cost.to_string()]
        })
    });
    Data::of(["group", "limit", "share", "expected_checks"], rows)
        .drawn_as(ChartMark::Lines, ["limit", "expected_checks", "group"])
}

/// A limit that is too small by one check for the tours of another, if some end within it: there
/// the cost is at its largest.
fn just_below(restarts: &Restarts, limit: RestartLimit) -> Option<RestartLimit> {
    let below = restarts.at(limit.checks.checked_sub(1)?);
    below.filter(|below| below.tours > 0)
}

/// The curve: the cost at each limit where another job finds its tour, and just below it; of those
/// within a part of a pixel the least and the largest.
fn points(frame: &Frame, restarts: &Restarts) -> Vec<(f64, f64)> {
    const FINEST: f64 = 0.5;
    let mut points: Vec<(f64, f64)> = Vec::new();
    // Where the last part begins, and its place among the points.
    let mut begun = (f64::NEG_INFINITY, 0);
    let limits =
        restarts.limits().flat_map(|limit| just_below(restarts, limit).into_iter().chain([limit]));
    for limit in limits {
        let point = (frame.x(limit.checks.max(1) as f64), frame.y(limit.expected().max(1.0)));
        if point.0 - begun.0 >= FINEST {
            begun = (point.0, points.len());
        }
        points.push(point);
        if points.len() > begun.1 + 2 {
            let part = points.split_off(begun.1);
            let extreme = |order: fn(f64, f64) -> bool| {
                part.iter().copied().reduce(|one, two| if order(two.1, one.1) { two } else { one })
            };
            let mut kept: Vec<_> =
                [extreme(|a, b| a < b), extreme(|a, b| a > b)].into_iter().flatten().collect();
            kept.sort_by(|one, two| one.0.total_cmp(&two.0));
            points.extend(kept);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::legible::assert_legible;
    use crate::pictures::restarts::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;
    use knight_search::{MoveOrder, Outcome};

    /// Orders from two starts: from the second one, only every fourth finds a tour.
    fn jobs() -> Vec<Record> {
        let job = |job: u64| {
            let is_stopped = job >= 200 && !job.is_multiple_of(4);
            let (outcome, checks) = match is_stopped {
                true => (Outcome::Budget, 100_000),
                false => (Outcome::Tour, 64 + u128::from(job * job)),
            };
            Record {
                job,
                start_col: 1 + (job / 200) as u16,
                order: MoveOrder::from_rank(job as u16).unwrap(),
                ..record(outcome, checks)
            }
        };
        (0..400).map(job).collect()
    }

    #[test]
    fn best_limits_are_named_and_groups_without_a_tour_are_not_drawn() {
        let mut records = jobs();
        let stopped = Record { start_col: 3, ..record(Outcome::Budget, 100_000) };
        records.push(stopped.clone());
        let mut input = PlotInput::of(&records);
        input.by = vec![Column::Start];
        for style in [Style::default(), Style { width: 320.0, ..Style::default() }] {
            let picture = PLOT.picture(&input, &style).unwrap();
            assert_legible(&picture);
            let svg = picture.inline();
            assert!(svg.contains("from (1,1): ") && svg.contains("Not drawn: 1 group"), "{svg}");
        }
        let none = PLOT.picture(&PlotInput::of([&stopped]), &Style::default());
        assert_eq!(none.err(), Some(PlotError::NoRestarts));
    }

    #[test]
    fn curves_keep_their_least_and_largest_cost() {
        let mut draws = Draws::default();
        for job in jobs().iter().filter(|job| job.start_col == 1) {
            draws.add(job.order, None, job.outcome, job.checks);
        }
        let restarts = draws.restarts();
        let scale = Scale::tight(restarts.limits().map(|limit| limit.expected()));
        let area = crate::pictures::drawing::Area { x: 0.0, y: 0.0, width: 20.0, height: 100.0 };
        let frame = Frame { area, across: Scale::log(0.0, 6.0), up: scale, is_clipped: false };
        let points = points(&frame, &restarts);
        assert!(points.len() < 90, "{}", points.len());
        let lowest = points.iter().map(|point| point.1).fold(0.0, f64::max);
        assert!((lowest - frame.y(restarts.best().unwrap().expected())).abs() < 1e-9);
    }
}
