//! What restarting costs with every limit of checks.

use crate::analysis::restarts::{Draws, RestartLimit, Restarts};
use crate::analysis::{Column, Value};
use crate::pictures::drawing::{
    Axis, Curve, CurveChart, CurvePoint, Data, Picture, Scale, Style, Ticks, curves, percent,
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

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 6] =
    [Column::Board, Column::Goal, Column::Rule, Column::Budget, Column::Start, Column::File];

/// A group with a tour: its name, and what its restarts cost.
type GroupRestarts = (String, Restarts);

/// No group has a tour and counts of all its jobs.
const NO_RESTARTS: PlotError = PlotError::nothing(
    "no group has a tour and a count or a budget for each job, so nothing is known of restarts; \
     `knightsweep summarize --restarts` shows the outcomes",
);

/// Draws a curve for each group.
///
/// # Errors
/// [`PlotError::TooMany`] groups, and [`NO_RESTARTS`].
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let by = groups::chosen(input, &GROUPS, series::MOST);
    let draws = input.jobs.by(|row| groups::key(&by, row), Draws::add);
    let groups = draws.len();
    groups::check(groups, curves::MOST)?;
    let group = |(values, draws): (Vec<Value>, Draws)| {
        (groups::name(input, &by, &values), draws.restarts())
    };
    let mut drawn: Vec<GroupRestarts> = draws.into_iter().map(group).collect();
    drawn.retain(|(_, restarts)| restarts.best().is_some());
    if drawn.is_empty() {
        return Err(NO_RESTARTS);
    }
    let limits = || drawn.iter().flat_map(|(_, restarts)| restarts.limits());
    let across = Scale::tight(limits().map(|limit| limit.checks as f64));
    let costs = drawn.iter().flat_map(|(_, restarts)| costs(restarts));
    let up = Scale::tight(costs.map(|limit| limit.expected()));
    let across = Axis::new(across, Ticks::Round, "limit of checks of an attempt");
    let up = Axis::new(up, Ticks::Round, "expected checks until there is a tour");
    let headline = format!("What restarts cost{}", groups::by_columns(&by));
    let curves = drawn.iter().filter_map(curve).collect();
    let mut picture = CurveChart::of(headline, [across, up], curves).draw(style);
    let marks = "An attempt searches a random job of its group up to the limit. Marks: limits with the \
                 fewest expected checks.";
    let mut notes = vec![groups::in_common(input, &by), marks.to_owned()];
    if drawn.iter().any(|(_, restarts)| restarts.is_sample) {
        notes.push(
            "Some groups are samples: their best limits seem cheaper than they are. `knightsweep \
             summarize --restarts` has intervals."
                .to_owned(),
        );
    }
    if drawn.len() < groups {
        let groups = counted(groups - drawn.len(), "group");
        notes.push(format!("Not drawn: {groups} with no tour, or with jobs without a count."));
    }
    picture.notes = notes;
    picture.tabulate(|| data(&drawn));
    Ok(picture)
}

/// The curve of a group, with a mark at its best limit.
fn curve((name, restarts): &GroupRestarts) -> Option<Curve> {
    let best = restarts.best()?;
    let (checks, share) = (grouped(best.checks), percent(restarts.share(&best)));
    let cost = grouped(best.expected().round() as u128);
    let at = |limit: RestartLimit| (limit.checks as f64, limit.expected());
    let said = format!(
        "{name}: {cost} checks expected with limit {checks}, within which {share} of attempts find a \
         tour"
    );
    Some(Curve {
        legend: format!("{name}: {cost} checks with limit {checks}"),
        lines: vec![costs(restarts).map(at).collect()],
        points: vec![CurvePoint::new(at(best), said.clone())],
        words: said,
        ..Curve::default()
    })
}

/// The cost at each limit where another job finds its tour.
fn data(groups: &[GroupRestarts]) -> Data {
    let rows = groups.iter().flat_map(|(name, restarts)| {
        restarts.limits().map(move |limit| {
            let [share, cost] = [restarts.share(&limit), limit.expected()];
            [name.clone(), limit.checks.to_string(), share.to_string(), cost.to_string()]
        })
    });
    Data::of("group,limit,share,expected_checks", rows)
}

/// The cost at each limit where another job finds its tour, and one check below it, where the cost
/// is at its largest, if some tours end within that.
fn costs(restarts: &Restarts) -> impl Iterator<Item = RestartLimit> + '_ {
    restarts.limits().flat_map(|limit| {
        let below = limit.checks.checked_sub(1).and_then(|checks| restarts.at(checks));
        below.filter(|below| below.tours > 0).into_iter().chain([limit])
    })
}
