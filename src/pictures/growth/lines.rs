//! The lines of growth: the medians of groups of jobs by board.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::approximate::approximate;
use crate::analysis::columns::{Column, Value};
use crate::analysis::formatting::{counted, grouped};
use crate::analysis::jobs::{JobStats, Jobs};
use crate::analysis::statistics::{Cost, Costs, Number, Quantile};
use crate::analysis::trend::{self, Trend};
use crate::pictures::drawing::scale::amount;
use crate::pictures::drawing::series;
use crate::pictures::groups;
use crate::pictures::input::PlotInput;
use knight_search::{Board, Rule};

/// A line of the picture: the boards of a group of jobs, by ascending number of squares.
pub(super) struct Series {
    /// What the jobs have in common.
    pub name: String,
    /// Whether its growth is a power of the size: rules of Warnsdorff rarely go back.
    pub is_power: bool,
    /// The boards, ascending by size.
    pub boards: Vec<(Board, JobStats)>,
    /// Where the median rests on estimates: what it is with all of them at the lower, and at the
    /// upper end of their intervals.
    pub intervals: BTreeMap<Board, (f64, f64)>,
}

/// Goal and rule if they vary, the budget if it varies on a board, and of order and class of the
/// start the one that varies less, as long as there are not too many lines.
pub(super) fn usual_columns(jobs: &Jobs) -> Vec<Column> {
    let mut columns: Vec<Column> = [Column::Goal, Column::Rule]
        .into_iter()
        .filter(|column| groups::variety(jobs, *column) > 1)
        .collect();
    let mut budgets: BTreeMap<Board, BTreeSet<Option<u128>>> = BTreeMap::new();
    for setting in jobs.settings() {
        budgets.entry(setting.board).or_default().insert(setting.budget);
    }
    if budgets.values().any(|budgets| budgets.len() > 1) {
        columns.push(Column::Budget);
    }
    let lines: usize = columns.iter().map(|column| groups::variety(jobs, *column)).product();
    let others = [Column::Order, Column::StartClass];
    columns.extend(groups::least_varied(jobs, &others, series::MOST / lines.max(1)));
    columns
}

/// The boards of each group.
pub(super) fn of(input: &PlotInput, by: &[Column]) -> Vec<Series> {
    let mut intervals = intervals(input, by);
    let by_board = input.jobs.stats_by(|row| (groups::key(by, row), row.setting.board));
    let mut lines: BTreeMap<Vec<Value>, Vec<(Board, JobStats)>> = BTreeMap::new();
    for ((values, board), stats) in by_board {
        lines.entry(values).or_default().push((board, stats));
    }
    let named = |(values, mut boards): (Vec<Value>, Vec<(Board, JobStats)>)| {
        boards.sort_by_key(|(board, _)| (board.area(), *board));
        let rules: BTreeSet<String> = match by.iter().position(|column| *column == Column::Rule) {
            Some(place) => BTreeSet::from([values[place].to_string()]),
            None => input.jobs.settings().iter().map(|one| one.rule.to_string()).collect(),
        };
        let is_power = !rules.contains(Rule::Fixed.word());
        let intervals = intervals.remove(&values).unwrap_or_default();
        Series { name: groups::name(input, by, &values), is_power, boards, intervals }
    };
    lines.into_iter().map(named).collect()
}

/// Costs with the estimates at the lower and at the upper ends of their intervals.
#[derive(Default)]
struct Ends {
    are_estimated: bool,
    low: Costs,
    high: Costs,
}

fn intervals(
    input: &PlotInput,
    by: &[Column],
) -> BTreeMap<Vec<Value>, BTreeMap<Board, (f64, f64)>> {
    let mut groups: BTreeMap<Vec<Value>, BTreeMap<Board, Ends>> = BTreeMap::new();
    for row in input.jobs.iter().filter(|_| !input.intervals.is_empty()) {
        let boards = groups.entry(groups::key(by, &row)).or_default();
        let ends = boards.entry(row.setting.board).or_default();
        let interval = input.intervals.get(&(row.file, row.job));
        ends.are_estimated |= interval.is_some();
        ends.low.add(interval.map_or(row.cost, |(low, _)| Cost::Exact(*low)));
        ends.high.add(interval.map_or(row.cost, |(_, high)| Cost::Exact(*high)));
    }
    let median = |costs: Costs| Some(costs.sorted().median().number()?.as_f64().max(1.0));
    let of_board = |(board, ends): (Board, Ends)| {
        let Ends { are_estimated, low, high } = ends;
        are_estimated.then_some(())?;
        Some((board, (median(low)?, median(high)?)))
    };
    let of_group =
        |boards: BTreeMap<Board, Ends>| boards.into_iter().filter_map(of_board).collect();
    groups.into_iter().map(|(key, boards)| (key, of_group(boards))).collect()
}

/// The median, or the bound that it is above.
pub(super) fn height_of((_, stats): &(Board, JobStats)) -> Option<f64> {
    match stats.median() {
        Quantile::Number(number) => Some(number.as_f64().max(1.0)),
        Quantile::Above(bound) => Some(bound.max(1) as f64),
        Quantile::Missing => None,
    }
}

/// Whether the median is a number.
pub(super) fn is_number((_, stats): &(Board, JobStats)) -> bool {
    stats.median().number().is_some()
}

/// The median with all its digits up to nine, but not those of estimates.
pub(super) fn short_median(line: &Series, (board, stats): &(Board, JobStats)) -> String {
    match (line.intervals.get(board), stats.median()) {
        (Some(_), Quantile::Number(number)) => format!("≈ {}", amount(number.as_f64())),
        _ => short(stats),
    }
}

fn short(stats: &JobStats) -> String {
    match stats.median() {
        Quantile::Number(number) if number.as_f64() < 1e9 => number.grouped(),
        Quantile::Number(number) => amount(number.as_f64()),
        Quantile::Above(bound) if bound < 1_000_000_000 => format!("> {}", grouped(bound)),
        Quantile::Above(bound) => format!("> {}", amount(bound as f64)),
        Quantile::Missing => String::new(),
    }
}

/// `8x8, corner: median > 1,000 of 8 jobs, 3 of them decided`.
pub(super) fn in_words(line: &Series, (board, stats): &(Board, JobStats)) -> String {
    let (median, decided) = (stats.median(), stats.costs.decided());
    let jobs = counted(stats.jobs(), "job");
    if let Some((low, high)) = line.intervals.get(board) {
        let median = median.number().map_or(0.0, Number::as_f64);
        let [median, low, high] = [median, *low, *high].map(|end| approximate(end, 4));
        return format!(
            "{board}, {}: median ≈ {median} of {jobs}, with estimates; 95 %: {low} to {high}",
            line.name
        );
    }
    format!(
        "{board}, {}: median {median} of {jobs}, {} decided",
        line.name,
        grouped(decided.into())
    )
}

/// How the medians of a line grow with the squares n: a factor for each square, or a power. Least
/// squares of the logarithm over the boards with a median that is a number; `docs/statistics.md`
/// has the formulas.
pub(super) fn growth_in_words(line: &Series) -> Option<String> {
    let is_power = line.is_power;
    let points = line.boards.iter().filter(|one| is_number(one)).filter_map(|one| {
        let squares = one.0.area() as f64;
        Some((if is_power { squares.ln() } else { squares }, height_of(one)?.ln()))
    });
    let Trend { slope, error } = trend::fitted(&points.collect::<Vec<_>>())?;
    Some(if is_power {
        format!("~ a·n^p, p = {slope:.2} ± {error:.2}")
    } else {
        // The error of a logarithm is a relative one.
        format!("~ a·cⁿ, c = {:.3} ± {:.3}", slope.exp(), slope.exp() * error)
    })
}
