//! The share of jobs decided within a number of checks: empirical distribution functions.

use std::collections::BTreeMap;

use crate::analysis::statistics::LARGEST_AS_CHECKS;
use crate::analysis::{Column, JobRow, JobStats};
use crate::pictures::drawing::curves::{self, Guide, Values};
use crate::pictures::drawing::{
    Axis, Curve, CurveChart, Data, Entry, Mark, Picture, Scale, Style, Ticks, field, percent,
    series,
};
use crate::pictures::groups::{self, GroupStats};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption};
use crate::text::formatting::{counted, grouped, listed};
use knight_search::Outcome;

/// The share of jobs decided within a number of checks.
pub static PLOT: Plot = Plot {
    name: "ecdf",
    doc: "share of jobs decided within a number of checks, by group",
    options: &[PlotOption::Groups, PlotOption::Estimates, PlotOption::Axes],
    suits: |_, variety| variety.starts < 2 && variety.rows > 1,
    is_worth: |_, variety| variety.rows > 1,
    has_one_budget: true,
    draw,
};

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 6] =
    [Column::Board, Column::Goal, Column::Rule, Column::Start, Column::Order, Column::File];

/// Draws a curve for each group. Estimates stand in the place of counts.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let by = groups::chosen(input, &GROUPS, series::MOST);
    let groups = groups::grouped_by(input, &by);
    groups::check(groups.len(), curves::MOST)?;
    let all = JobStats::of(input.jobs.iter().map(JobRow::with_estimate_as_cost));
    let (decided, jobs) = (grouped(decided_jobs(&all)), counted(all.jobs(), "job"));
    let headline = format!("{decided} of {jobs} decided{}", groups::by_columns(&by));
    let across = Axis::new(across(&groups), Ticks::Round, "checks x");
    let label = "share of all jobs decided within x checks";
    let up = Axis::new(up(&groups), Ticks::SHARES, label);
    let guide = |budget: u128| Guide {
        points: [0.0, f64::INFINITY].map(|share| (budget as f64, share)).to_vec(),
        paint: "class=\"guide\"".to_owned(),
        words: String::new(),
    };
    let curve = |group: &GroupStats| Curve {
        legend: legend_text(group),
        lines: vec![steps(&group.stats)],
        words: in_words(group),
        ..Curve::default()
    };
    let guides = budgets(&all).map(guide).collect();
    let (curves, entries) = (groups.iter().map(curve).collect(), entries(&all));
    let chart = CurveChart::of(headline, [across, up], curves);
    let mut picture = CurveChart { guides, entries, ..chart }.draw(style);
    picture.notes = notes(input, &by, &groups, &all);
    picture.tabulate(|| data(&groups));
    Ok(picture)
}

/// The checks up to which the share of decided jobs is known: the least budget that stopped one, or
/// what estimates are above that are too large to draw.
fn known_to(stats: &JobStats) -> Option<u128> {
    stats.costs.budgets().next().map(|(budget, _)| budget)
}

/// The budgets that stopped jobs.
fn budgets(all: &JobStats) -> impl Iterator<Item = u128> {
    all.costs.budgets().map(|(budget, _)| budget).filter(|budget| *budget != TOO_LARGE)
}

/// What estimates are above that are too large to draw.
const TOO_LARGE: u128 = LARGEST_AS_CHECKS as u128;

/// The counts of a group that its curve shows.
fn shown(stats: &JobStats) -> impl Iterator<Item = u128> + '_ {
    let end = known_to(stats).unwrap_or(u128::MAX);
    stats.costs.exact().take_while(move |count| *count <= end)
}

/// The scale of the checks of these groups.
pub(super) fn across(groups: &[GroupStats]) -> Scale {
    let ends = groups.iter().flat_map(|group| {
        let stats = &group.stats;
        let budgets = stats.costs.budgets().map(|(budget, _)| budget);
        [shown(stats).next(), shown(stats).last()].into_iter().flatten().chain(budgets)
    });
    Scale::tight(ends.map(|checks| checks as f64))
}

/// The scale of the shares that the curves of these groups reach.
pub(super) fn up(groups: &[GroupStats]) -> Scale {
    let share = |group: &GroupStats| shown(&group.stats).count() as f64 / group.stats.jobs() as f64;
    let top = groups.iter().map(share).fold(0.0, f64::max);
    let is_whole = top > 0.5 || top == 0.0;
    Scale::linear(0.0, if is_whole { 1.03 } else { 1.1 * top.max(0.01) })
}

/// The curve: a step at each count, as far as it is known.
pub(super) fn steps(stats: &JobStats) -> Vec<Values> {
    let share = |decided: u64| decided as f64 / stats.jobs() as f64;
    let mut points = vec![(0.0, share(0))];
    for (count, decided) in shown(stats).zip(1..) {
        points.extend([decided - 1, decided].map(|decided| (count as f64, share(decided))));
    }
    let end = known_to(stats).map_or(f64::INFINITY, |known| known as f64);
    let (_, last) = points[points.len() - 1];
    points.push((end, last));
    points
}

/// The steps of the curves, one for each count, and where a curve ends. A group that is not decided
/// anywhere has a row without checks.
pub(super) fn data(groups: &[GroupStats]) -> Data {
    let steps = groups.iter().flat_map(|GroupStats { name, stats }| {
        let jobs = stats.jobs();
        let mut steps: BTreeMap<Option<u128>, u64> = BTreeMap::new();
        steps.extend(shown(stats).map(Some).zip(1..));
        let decided = shown(stats).count() as u64;
        if known_to(stats).is_some() || steps.is_empty() {
            steps.entry(known_to(stats)).or_insert(decided);
        }
        steps.into_iter().map(move |(checks, decided)| {
            let share = decided as f64 / jobs as f64;
            let [decided, jobs] = [decided, jobs].map(|count| count.to_string());
            [name.clone(), field(checks), decided, jobs, share.to_string()]
        })
    });
    Data::of("group,checks,decided,jobs,share", steps)
}

/// How many jobs are decided, those with estimates that are too large to draw included.
fn decided_jobs(stats: &JobStats) -> u64 {
    stats.with(Outcome::Tour) + stats.with(Outcome::None)
}

fn in_words(group: &GroupStats) -> String {
    let (decided, jobs) = (decided_jobs(&group.stats), group.stats.jobs());
    format!(
        "{}: {} of {} decided, {}; median {}",
        group.name,
        grouped(decided),
        counted(jobs, "job"),
        percent(decided as f64 / jobs as f64),
        group.stats.median()
    )
}

/// `9x9: 24 of 64`.
fn legend_text(group: &GroupStats) -> String {
    let GroupStats { name, stats } = group;
    let (decided, drawn) = (decided_jobs(stats), shown(stats).count() as u64);
    let [words, jobs] = [decided, stats.jobs()].map(grouped);
    match drawn == decided {
        true => format!("{name}: {words} of {jobs}"),
        false => format!("{name}: {words} of {jobs}, {} drawn", grouped(drawn)),
    }
}

/// What the lines at budgets mean, if there are any.
fn entries(all: &JobStats) -> Vec<Entry> {
    const MOST_NAMED: usize = 3;
    let budgets: Vec<String> = budgets(all).map(grouped).collect();
    let noun = if budgets.len() == 1 { "budget" } else { "budgets" };
    let text = format!("{noun} that stopped jobs: {}", listed(&budgets, MOST_NAMED));
    if budgets.is_empty() { Vec::new() } else { vec![Entry::new(Mark::Guide, text)] }
}

/// What the jobs have in common, and what the curves do not show.
fn notes(input: &PlotInput, by: &[Column], groups: &[GroupStats], all: &JobStats) -> Vec<String> {
    let mut notes = vec![groups::in_common(input, by)];
    let hides =
        |group: &GroupStats| shown(&group.stats).count() as u64 != group.stats.costs.decided();
    if groups.iter().any(hides) {
        notes.push(
            "A curve ends at the least budget that stopped one of its jobs: the share is not \
             known beyond it. The counts above are of all decided jobs."
                .to_owned(),
        );
    }
    let estimated = input.jobs.estimates().len();
    if estimated > 0 {
        let jobs = counted(estimated, "job");
        notes.push(format!("The checks of {jobs} are estimates."));
        notes.extend(input.about_heavy_tails());
    }
    if let Some((_, jobs)) = all.costs.budgets().find(|(budget, _)| *budget == TOO_LARGE) {
        let jobs = counted(jobs, "estimate");
        notes.push(format!("Too large to draw: {jobs} above 10³⁸, where their curves end."));
    }
    if all.costs.never() > 0 {
        notes.push("Stuck jobs are never decided, whatever the checks.".to_owned());
    }
    if all.costs.unknown() > 0 {
        notes.push("Shares are lower bounds, as nothing is known of some jobs.".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests;
