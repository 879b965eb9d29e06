//! The cells of a matrix.

use std::collections::BTreeMap;

use crate::analysis::formatting::grouped;
use crate::analysis::jobs::JobStats;
use crate::analysis::statistics::Quantile;
use crate::pictures::drawing::legend::{self, Entry, Mark};
use crate::pictures::drawing::shades::{Quantity, Shades};
use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::{Area, Picture};
use crate::pictures::matrix::bands::{Matrix, OrderFound};
use knight_search::Outcome;

/// Up to this many cells have a tooltip each.
const MOST_TOOLTIPS: usize = 2600;

/// From this side on a cell has room for hatching, and for a gap to the next one.
const LEAST_HATCHED: f64 = 7.0;

/// How cells look.
pub struct Looks {
    /// What the shades stand for: `checks`.
    label: &'static str,
    /// Missing where no cell has a number.
    shades: Option<Shades>,
    /// Whether cells are drawn one by one, with tooltips.
    has_tooltips: bool,
    /// The looks that occur, other than shades.
    signs: Vec<Look>,
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// A shade.
    Shade(usize),
    /// Stopped by the budget.
    Stopped,
    /// No tour exists.
    NoTour,
    /// A greedy run got stuck.
    Stuck,
    /// Out of memory or time.
    Unknown,
    /// There is no job.
    Empty,
}

impl Look {
    fn words(self) -> &'static str {
        match self {
            Look::Shade(_) => "",
            Look::Stopped => "above the budget",
            Look::NoTour => "no tour exists",
            Look::Stuck => "stuck in a dead end: nothing is proved",
            Look::Unknown => "out of memory or time: nothing is known",
            Look::Empty => "no job, or not finished yet",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Look::Shade(_) => "",
            Look::Stopped => "class=\"unknown\"",
            Look::NoTour => "class=\"note\"",
            Look::Stuck => "class=\"dark\"",
            Look::Unknown => "class=\"ink\"",
            Look::Empty => "class=\"empty\"",
        }
    }
}

impl Looks {
    /// The looks of all cells: the medians of their jobs where most of these are numbers or each
    /// cell is one job, or else their share of tours.
    pub fn of(matrices: &[Matrix]) -> Looks {
        let cells = || matrices.iter().flat_map(|matrix| matrix.cells.iter().flatten());
        let jobs = || cells().filter(|cell| cell.jobs() > 0);
        let has_single_jobs = jobs().all(|cell| cell.jobs() == 1);
        let with_median = jobs().filter(|cell| cell.median().number().is_some()).count();
        let has_medians = has_single_jobs || 2 * with_median >= jobs().count();
        let solved = || jobs().filter(|cell| !has_no_tour(cell));
        let shades = match has_medians {
            true => {
                let medians = solved().filter_map(|cell| cell.median().number());
                Shades::of(Quantity::Counts, medians.map(|median| median.as_f64()))
            }
            false => Shades::of(Quantity::Shares, solved().filter_map(JobStats::success_rate)),
        };
        let label = match (has_single_jobs, has_medians) {
            (true, _) => "checks",
            (false, true) => "median checks of the jobs of a cell",
            (false, false) => "share of the jobs of a cell with a tour",
        };
        let has_tooltips = has_single_jobs && cells().count() <= MOST_TOOLTIPS;
        let mut looks = Looks { label, shades, has_tooltips, signs: Vec::new() };
        let mut signs: Vec<Look> = cells().map(|cell| looks.look(cell)).collect();
        signs.sort_unstable();
        signs.dedup();
        signs.retain(|look| !matches!(look, Look::Shade(_)));
        looks.signs = signs;
        looks
    }

    /// The look of a cell.
    pub fn look(&self, cell: &JobStats) -> Look {
        let shade = |value| self.shades.map_or(Look::Empty, |s| Look::Shade(s.level(value)));
        let has_shares = self.shades.is_some_and(|s| s.quantity() == Quantity::Shares);
        match (cell.success_rate(), cell.median()) {
            (None, _) => Look::Empty,
            (Some(_), _) if has_no_tour(cell) => Look::NoTour,
            (Some(share), _) if has_shares => shade(share),
            (_, Quantile::Number(median)) => shade(median.as_f64()),
            (_, Quantile::Above(_)) => Look::Stopped,
            (_, Quantile::Missing) if cell.with(Outcome::Stuck) > cell.costs.unknown() => {
                Look::Stuck
            }
            (_, Quantile::Missing) => Look::Unknown,
        }
    }

    /// Whether stopped jobs are hatched in cells of this width and height, and not plain.
    pub fn hatches(&self, (width, height): (f64, f64)) -> bool {
        self.has_tooltips && width.min(height) >= LEAST_HATCHED
    }

    /// Draws the cells of a matrix.
    pub fn paint(&self, picture: &mut Picture, matrix: &Matrix, area: Area) {
        let rows = matrix.cells.len();
        let columns = matrix.cells.first().map_or(1, Vec::len);
        let size = (area.width / columns as f64, area.height / rows as f64);
        if self.has_tooltips {
            self.paint_each(picture, matrix, area, size);
        } else {
            picture.group("shape-rendering=\"crispEdges\"", |picture| {
                self.paint_runs(picture, matrix, area, size);
            });
            for (row, band) in matrix.orders.chunks(matrix.orders_per_row).enumerate() {
                let area = Area { y: area.y + row as f64 * size.1, height: size.1, ..area };
                let words = band_in_words(matrix, row, band);
                picture.rect(area, "fill=\"none\" pointer-events=\"all\"", &words);
            }
        }
    }

    fn paint_each(
        &self,
        picture: &mut Picture,
        matrix: &Matrix,
        area: Area,
        (width, height): (f64, f64),
    ) {
        let is_hatched = self.hatches((width, height));
        let gap = if is_hatched { 1.0 } else { 0.0 };
        for (row, (cells, found)) in matrix.cells.iter().zip(&matrix.orders).enumerate() {
            for (column, (cell, start)) in cells.iter().zip(&matrix.starts).enumerate() {
                let at = Area {
                    x: area.x + column as f64 * width,
                    y: area.y + row as f64 * height,
                    width: width - gap,
                    height: height - gap,
                };
                let look = self.look(cell);
                let words = match (look, cell.median()) {
                    (Look::NoTour, median) => format!("proved to have no tour: {median} checks"),
                    (_, Quantile::Number(median)) => {
                        format!("a tour after {} checks", median.grouped())
                    }
                    (_, Quantile::Above(budget)) => format!("> {} checks", grouped(budget)),
                    (look, Quantile::Missing) => look.words().to_owned(),
                };
                let words = format!("order {} from {start}: {words}", found.order);
                match look {
                    Look::Empty => {}
                    look => picture.rect(at, self.fill(look), &words),
                }
                if look == Look::Stopped && is_hatched {
                    let paint = "class=\"hatch\" stroke-opacity=\".6\" pointer-events=\"none\"";
                    picture.hatch(at, (width.min(height) / 3.0).max(4.0), paint);
                }
            }
        }
    }

    /// Draws the cells of a look as one shape, neighbours as one rectangle.
    fn paint_runs(
        &self,
        picture: &mut Picture,
        matrix: &Matrix,
        area: Area,
        (width, height): (f64, f64),
    ) {
        let mut runs: BTreeMap<Look, Vec<[(f64, f64); 4]>> = BTreeMap::new();
        for column in 0..matrix.cells.first().map_or(0, Vec::len) {
            let looks: Vec<Look> = matrix.cells.iter().map(|row| self.look(&row[column])).collect();
            let (left, mut row) = (area.x + column as f64 * width, 0);
            for run in looks.chunk_by(|one, other| one == other) {
                let (top, bottom) = (row as f64 * height, (row + run.len()) as f64 * height);
                let (top, bottom, right) = (area.y + top, area.y + bottom, left + width);
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                runs.entry(run[0]).or_default().push(corners);
                row += run.len();
            }
        }
        runs.remove(&Look::Empty);
        for (look, runs) in runs {
            let lines: Vec<&[(f64, f64)]> = runs.iter().map(|corners| &corners[..]).collect();
            picture.path(&lines, self.fill(look), "");
        }
    }

    fn fill(&self, look: Look) -> String {
        match (look, self.shades) {
            (Look::Shade(level), Some(shades)) => format!("fill=\"{}\"", shades.colour_of(level)),
            _ => look.class().to_owned(),
        }
    }

    /// Draws what the colours mean, from a height down, with stopped jobs as a panel has them.
    /// Gives the lower end.
    pub fn legend(&self, picture: &mut Picture, style: &Style, y: f64, are_hatched: bool) -> f64 {
        let y = match self.shades {
            Some(shades) => shades.bar(picture, style, y, self.label),
            None => y,
        };
        let entries: Vec<Entry> = self
            .signs
            .iter()
            .map(|&look| {
                let mark = match look {
                    Look::Stopped if are_hatched => Mark::Hatch,
                    look => Mark::Swatch(look.class().to_owned()),
                };
                Entry::new(mark, look.words())
            })
            .collect();
        if entries.is_empty() {
            return y;
        }
        legend::draw(picture, (0.0, y + 0.4 * style.font), style.width, style.small(), &entries)
    }
}

/// Whether a search of a cell proves that there is no tour.
fn has_no_tour(cell: &JobStats) -> bool {
    cell.with(Outcome::None) > 0 && cell.with(Outcome::Tour) == 0
}

fn band_in_words(matrix: &Matrix, row: usize, band: &[OrderFound]) -> String {
    let first = row * matrix.orders_per_row + 1;
    let tours: u64 = band.iter().map(|found| found.tours).sum();
    let jobs: u64 = band.iter().map(|found| found.jobs).sum();
    let found = format!("{} of {} jobs with a tour", grouped(tours.into()), grouped(jobs.into()));
    let place = grouped(first as u128);
    match band {
        [one] => format!("{place}. order {}: {found}", one.order),
        _ => {
            let last = grouped((first + band.len() - 1) as u128);
            let best = band.first().map_or(String::new(), |best| best.order.to_string());
            format!("{place}. to {last}. order, the first is {best}: {found}")
        }
    }
}
