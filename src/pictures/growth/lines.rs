//! The lines of growth: the medians of groups of jobs by board.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::approximate::approximate;
use crate::analysis::trend::{self, Trend};
use crate::analysis::{Column, Cost, JobStats, Jobs, Quantile, Value};
use crate::pictures::board_lines::{self, Line};
use crate::pictures::drawing::{amount, power, series};
use crate::pictures::{EstimateBar, PlotError, PlotInput, groups};
use crate::text::formatting::{counted, grouped};
use knight_search::Board;

/// A line of the picture.
pub(super) type Series = Line<MedianOnBoard>;

/// The jobs of a line on one board.
pub(super) struct MedianOnBoard {
    pub board: Board,
    pub stats: JobStats,
    /// The median with estimates in the place of counts.
    pub estimated: Option<EstimatedMedian>,
}

/// A median that rests on estimates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EstimatedMedian {
    /// Of the jobs of which something is known.
    pub median: f64,
    /// With all estimates at the lower ends of their intervals, and jobs that are not known at 0.
    pub low: f64,
    /// With all estimates at the upper ends, and jobs that are not known above all others.
    pub high: f64,
    /// How many jobs are not known.
    pub unknown: usize,
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
///
/// # Errors
/// [`PlotError::TooManyGroups`].
pub(super) fn of(input: &PlotInput, by: &[Column]) -> Result<Vec<Series>, PlotError> {
    let mut estimated = estimated(input, by);
    board_lines::lines(input, by, |values, board, stats| {
        let estimated = estimated.remove(&(values.to_vec(), board));
        MedianOnBoard { board, stats, estimated }
    })
}

/// The medians of the groups that have estimates.
fn estimated(input: &PlotInput, by: &[Column]) -> BTreeMap<(Vec<Value>, Board), EstimatedMedian> {
    let mut groups: BTreeMap<(Vec<Value>, Board), Floats> = BTreeMap::new();
    for row in input.jobs.iter().filter(|_| !input.estimates.is_empty()) {
        let group = groups.entry((groups::key(by, &row), row.setting.board)).or_default();
        group.add(row.cost, input.estimates.get(&(row.file, row.job)));
    }
    groups.into_iter().filter_map(|(key, group)| Some((key, group.median()?))).collect()
}

/// The costs of a group with estimates, which may be too large for whole numbers.
struct Floats {
    are_estimated: bool,
    low: Vec<f64>,
    /// Without the jobs that are not known.
    middle: Vec<f64>,
    high: Vec<f64>,
    /// A cost above its budget may be anything beyond this.
    known_to: f64,
}

impl Default for Floats {
    fn default() -> Floats {
        let [low, middle, high] = Default::default();
        Floats { are_estimated: false, low, middle, high, known_to: f64::INFINITY }
    }
}

impl Floats {
    fn add(&mut self, cost: Cost, estimate: Option<&EstimateBar>) {
        let (low, middle, high) = match (estimate, cost) {
            (Some(EstimateBar { low, value, high, .. }), _) => (*low, Some(*value), *high),
            (None, Cost::Exact(checks)) => (checks as f64, Some(checks as f64), checks as f64),
            (None, Cost::Above(_) | Cost::Never) => {
                (f64::INFINITY, Some(f64::INFINITY), f64::INFINITY)
            }
            (None, Cost::Unknown) => (0.0, None, f64::INFINITY),
        };
        if let (None, Cost::Above(budget)) = (estimate, cost) {
            self.known_to = self.known_to.min(budget as f64);
        }
        self.are_estimated |= estimate.is_some();
        self.low.push(low);
        self.middle.extend(middle);
        self.high.push(high);
    }

    /// `None` without estimates, or if it depends on what is hidden.
    fn median(self) -> Option<EstimatedMedian> {
        self.are_estimated.then_some(())?;
        let unknown = self.low.len() - self.middle.len();
        let of = |mut costs: Vec<f64>| {
            costs.sort_by(f64::total_cmp);
            let last = costs.len().checked_sub(1)?;
            let (lower, upper) = (costs[last / 2], costs[last.div_ceil(2)]);
            let is_known = upper.is_finite() && upper <= self.known_to;
            is_known.then(|| f64::midpoint(lower, upper).max(1.0))
        };
        let (median, low, high) = (of(self.middle)?, of(self.low)?, of(self.high)?);
        Some(EstimatedMedian { median, low, high, unknown })
    }
}

impl MedianOnBoard {
    /// The median, or the bound that it is above.
    pub(super) fn height(&self) -> Option<f64> {
        match (self.estimated, self.stats.median()) {
            (Some(estimated), _) => Some(estimated.median),
            (None, Quantile::Number(number)) => Some(number.as_f64().max(1.0)),
            (None, Quantile::Above(bound)) => Some(bound.max(1) as f64),
            (None, Quantile::Missing) => None,
        }
    }

    /// Whether the median is a number.
    pub(super) fn is_number(&self) -> bool {
        self.estimated.is_some() || self.stats.median().number().is_some()
    }

    /// Whether the median is above a bound.
    pub(super) fn is_bound(&self) -> bool {
        self.height().is_some() && !self.is_number()
    }

    /// The median with all its digits up to nine, or as a power of ten, as all numbers beside
    /// estimates and very large ones are.
    pub(super) fn short_median(&self, as_power: bool) -> String {
        match (self.estimated, self.stats.median()) {
            (Some(EstimatedMedian { median, .. }), _) => format!("≈ {}", power(median)),
            (None, Quantile::Number(number)) if as_power => power(number.as_f64()),
            (None, Quantile::Above(bound)) if as_power => format!("> {}", power(bound as f64)),
            (None, _) => short(&self.stats),
        }
    }

    /// `8x8, corner: median > 1,000 of 8 jobs, 3 of them decided`, if the line's name is `corner`.
    pub(super) fn in_words(&self, line: &str) -> String {
        let MedianOnBoard { board, stats, estimated } = self;
        let jobs = counted(stats.jobs(), "job");
        if let Some(EstimatedMedian { median, low, high, unknown }) = *estimated {
            let [median, low, high] = [median, low, high].map(|end| approximate(end, 4));
            let left_out = match unknown {
                0 => String::new(),
                unknown => format!(", {} of them not known", grouped(unknown as u128)),
            };
            return format!(
                "{board}, {line}: median ≈ {median} of {jobs}{left_out}, with estimates; {low} with \
                 the low ends of their 95 % intervals, {high} with the high ends"
            );
        }
        let (median, decided) = (stats.median(), grouped(stats.costs.decided().into()));
        format!("{board}, {line}: median {median} of {jobs}, {decided} decided")
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

/// How the medians of a line grow with the squares n: a factor for each square, or a power. Least
/// squares of the logarithm over the boards with a median that is a number; `docs/statistics.md`
/// has the formulas.
pub(super) fn growth_in_words(line: &Series) -> Option<String> {
    let Trend { slope, error, .. } = trend(line)?;
    Some(if line.is_power {
        format!("~ a·n^p, p = {slope:.3} ± {error:.3}")
    } else {
        // The error of a logarithm is a relative one.
        format!("~ a·cⁿ, c = {:.3} ± {:.3}", slope.exp(), slope.exp() * error)
    })
}

fn trend(line: &Series) -> Option<Trend> {
    let points = line.boards.iter().filter(|one| one.is_number()).filter_map(|one| {
        let squares = one.board.area() as f64;
        Some((if line.is_power { squares.ln() } else { squares }, one.height()?.ln()))
    });
    trend::fitted(&points.collect::<Vec<_>>())
}

/// The checks on each number of squares by the growth of a line.
pub(super) fn growth(line: &Series) -> Option<impl Fn(f64) -> f64 + '_> {
    let trend = trend(line)?;
    Some(move |squares: f64| trend.at(if line.is_power { squares.ln() } else { squares }).exp())
}
