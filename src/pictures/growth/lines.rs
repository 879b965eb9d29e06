//! The lines of growth: the medians of groups of jobs by board.

use crate::analysis::approximate::approximate;
use crate::analysis::statistics::Number;
use crate::analysis::trend::{self, Trend};
use crate::analysis::{Column, Cost, Costs, JobRow, JobStats, Quantile, SortedCosts};
use crate::pictures::board_lines::{self, BoardLine};
use crate::pictures::drawing::curves::Values;
use crate::pictures::drawing::{Data, field};
use crate::pictures::{PlotError, PlotInput};
use crate::text::formatting::{counted, grouped};
use knight_search::Board;

/// A line of the picture.
pub(super) type Series = BoardLine<MedianOnBoard>;

/// The jobs of a line on one board.
pub(super) struct MedianOnBoard {
    pub board: Board,
    /// With estimates in the place of counts. Then the costs leave out jobs that are not known.
    pub stats: JobStats,
    /// If the median rests on estimates.
    pub estimated: Option<Estimated>,
}

/// What is known of a median that rests on estimates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimated {
    /// The median with all estimates at the lower ends of their intervals, and jobs that are not
    /// known at 0.
    pub low: f64,
    /// With all estimates at the upper ends, and jobs that are not known above all others.
    pub high: f64,
    /// How many jobs are not known.
    pub unknown: usize,
}

/// The shares of jobs between whose costs a band lies.
const SPREAD: [u8; 2] = [10, 90];

/// The boards of each group.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
pub(super) fn of(input: &PlotInput, by: &[Column]) -> Result<Vec<Series>, PlotError> {
    let add = |group: &mut EstimatedCosts, row: &JobRow| {
        if input.jobs.has_estimates() {
            group.add(row);
        }
    };
    board_lines::lines(input, by, add, |board, mut stats, group| {
        let estimated = group.put_into(&mut stats);
        MedianOnBoard { board, stats, estimated }
    })
}

/// The costs of a group with its estimates, at the low ends of their intervals and at the high
/// ends.
#[derive(Default)]
struct EstimatedCosts {
    are_estimated: bool,
    low: Costs,
    /// Without the jobs that are not known.
    middle: Costs,
    high: Costs,
    unknown: usize,
}

impl EstimatedCosts {
    fn add(&mut self, row: &JobRow) {
        let EstimatedCosts { low, middle, high, .. } = self;
        match (row.estimate, row.cost) {
            (Some(bar), _) => {
                self.are_estimated = true;
                low.add_number(Number::of_estimate(bar.low));
                middle.add_number(Number::of_estimate(bar.value));
                high.add_number(Number::of_estimate(bar.high));
            }
            (None, Cost::Unknown) => {
                low.add(Cost::Exact(0));
                high.add(Cost::Never);
                self.unknown += 1;
            }
            (None, cost) => [low, middle, high].into_iter().for_each(|costs| costs.add(cost)),
        }
    }

    /// Puts the costs with the estimates into the statistics of the same jobs; not without
    /// estimates, nor if their median depends on what is hidden.
    fn put_into(self, stats: &mut JobStats) -> Option<Estimated> {
        let EstimatedCosts { are_estimated, unknown, .. } = self;
        let [low, middle, high] = [self.low, self.middle, self.high].map(Costs::sorted);
        let median = |costs: &SortedCosts| Some(costs.quantile(50).number()?.as_f64().max(1.0));
        let estimated = Estimated { low: median(&low)?, high: median(&high)?, unknown };
        median(&middle).filter(|_| are_estimated)?;
        stats.costs = middle;
        Some(estimated)
    }
}

impl MedianOnBoard {
    /// The number of squares.
    pub(super) fn size(&self) -> f64 {
        self.board.area() as f64
    }

    /// Where its median is drawn.
    pub(super) fn place(&self) -> Option<Values> {
        Some((self.size(), self.height()?))
    }

    /// The median, or the bound that it is above.
    pub(super) fn height(&self) -> Option<f64> {
        height(self.stats.median())
    }

    /// The costs of a tenth of the jobs and of nine tenths around a median that is a number. Where
    /// budgets hide one, it is what it is above. `None` if they do not differ.
    pub(super) fn spread(&self) -> Option<(f64, f64)> {
        let [low, high] = self.ends().map(height);
        low.zip(high).filter(|(low, high)| self.is_number() && low < high)
    }

    /// The costs of a tenth of the jobs and of nine tenths, if nothing is left out of them.
    fn ends(&self) -> [Quantile; 2] {
        match self.estimated {
            Some(Estimated { unknown: 1.., .. }) => [Quantile::Missing; 2],
            _ => SPREAD.map(|percent| self.stats.costs.quantile(percent)),
        }
    }

    /// Whether the median is a number.
    pub(super) fn is_number(&self) -> bool {
        self.stats.median().number().is_some()
    }

    /// Whether the median is above a bound.
    pub(super) fn is_bound(&self) -> bool {
        self.height().is_some() && !self.is_number()
    }

    /// Whether a line may go from this board to the next one: both medians are counted, or both
    /// rest on estimates.
    pub(super) fn is_joined(&self, next: &MedianOnBoard) -> bool {
        let kind = |one: &MedianOnBoard| one.is_number().then_some(one.estimated.is_some());
        kind(self).is_some() && kind(self) == kind(next)
    }

    /// `8x8, corner: median > 1,000 of 8 jobs, 3 of them decided`, if the line's name is `corner`.
    pub(super) fn in_words(&self, line: &str) -> String {
        let MedianOnBoard { board, stats, estimated } = self;
        let jobs = counted(stats.jobs(), "job");
        let shown = |end: Quantile| match end.bound() {
            Some(bound) => format!("> {}", approximate(bound as f64, 4)),
            None => end.number().map_or(String::new(), |number| approximate(number.as_f64(), 4)),
        };
        let [low, high] = self.ends().map(shown);
        let spread = format!("; 10 % and 90 % quantiles {low} and {high}");
        let spread = self.spread().map_or(String::new(), |_| spread);
        let (median, decided) = (stats.median(), grouped(stats.costs.decided()));
        let (Some(Estimated { low, high, unknown }), Some(number)) = (*estimated, median.number())
        else {
            return format!(
                "{board}, {line}: median {median} of {jobs}, {decided} decided{spread}"
            );
        };
        let [median, low, high] = [number.as_f64(), low, high].map(|end| approximate(end, 4));
        let left_out = match unknown {
            0 => String::new(),
            unknown => format!(", {} of them not known", grouped(unknown as u64)),
        };
        format!(
            "{board}, {line}: median ≈ {median} of {jobs}{left_out}, with estimates; {low} with the \
             low ends of their 95 % intervals, {high} with the high ends{spread}"
        )
    }
}

/// The medians and spreads of lines. What is above a bound has it in a column of its own.
pub(super) fn data(lines: &[Series]) -> Data {
    let boards = lines.iter().flat_map(|line| line.boards.iter().map(move |one| (&line.name, one)));
    let rows = boards.map(|(name, one)| {
        let MedianOnBoard { board, stats, estimated } = one;
        let fields = |quantile: Quantile| [field(quantile.number()), field(quantile.bound())];
        let [median, median_above] = fields(stats.median());
        let [[tenth, tenth_above], [nine_tenths, nine_tenths_above]] = one.ends().map(fields);
        [
            name.clone(),
            board.to_string(),
            board.area().to_string(),
            stats.jobs().to_string(),
            estimated.is_some().to_string(),
            median,
            median_above,
            tenth,
            tenth_above,
            nine_tenths,
            nine_tenths_above,
            field(estimated.map(|one| one.low)),
            field(estimated.map(|one| one.high)),
        ]
    });
    let header = "group,board,squares,jobs,estimated,median,median_above,tenth,tenth_above,nine_tenths,\
                  nine_tenths_above,median_low,median_high";
    Data::of(header, rows)
}

/// Where a quantile, or what it is above, has its place on a logarithmic axis.
fn height(quantile: Quantile) -> Option<f64> {
    match quantile {
        Quantile::Number(number) => Some(number.as_f64().max(1.0)),
        Quantile::Above(bound) => Some(bound.max(1) as f64),
        Quantile::Missing => None,
    }
}

/// How the medians of a line grow with the squares n: a factor for each square, or a power. Least
/// squares of the logarithm over the boards with a median that is a number;
/// `docs/reference/statistics.md` has the formulas.
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
