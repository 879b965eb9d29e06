//! The cells of a matrix.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{JobStats, Quantile};
use crate::pictures::drawing::{Area, Choices, Entry, Mark, Picture, Quantity, Shades, legend};
use crate::pictures::fill::{self, Fill, Sign};
use crate::pictures::matrix::bands::{Matrix, OrderFound};
use crate::text::formatting::grouped;
use knight_search::Outcome;

/// Up to this many cells have a tooltip each.
const MOST_TOOLTIPS: usize = 2600;

/// From this side on a cell has room for hatching, and for a gap to the next one.
const LEAST_HATCHED: f64 = 7.0;

/// From this side on a cell has room for the mark in its corner.
const LEAST_MARKED: f64 = 4.0;

/// A cell without a tour and its corner, as on heat maps, where there is room for one.
const NO_TOUR: [&str; 2] = ["class=\"unknown\"", "class=\"ink\""];

/// How cells look.
pub(super) struct Looks {
    /// What the shades stand for: `checks`.
    label: &'static str,
    /// Missing where no cell has a number.
    shades: Option<Shades>,
    /// Whether cells are drawn one by one, with tooltips.
    has_tooltips: bool,
    /// The signs that occur.
    signs: BTreeSet<Sign>,
}

impl Looks {
    /// The looks of all cells: the medians of their jobs where most of these are numbers or each
    /// cell is one job, or else their share of tours.
    pub(super) fn of(matrices: &[Matrix], choices: &Choices) -> Looks {
        let cells = || matrices.iter().flat_map(|matrix| matrix.cells.iter().flatten());
        let jobs = || cells().filter(|cell| cell.jobs() > 0);
        let has_single_jobs = jobs().all(|cell| cell.jobs() == 1);
        let with_median = jobs().filter(|cell| cell.median().number().is_some()).count();
        let has_medians = has_single_jobs || 2 * with_median >= jobs().count();
        let solved = || jobs().filter(|cell| !has_no_tour(cell));
        let shades = match has_medians {
            true => {
                let medians = solved().filter_map(|cell| cell.median().number());
                Shades::of(choices, Quantity::Counts, medians.map(|median| median.as_f64()))
            }
            false => {
                let shares = solved().filter_map(JobStats::success_rate);
                Shades::of(choices, Quantity::Shares, shares)
            }
        };
        let label = match (has_single_jobs, has_medians) {
            (true, _) => "checks",
            (false, true) => "median checks of the jobs of a cell",
            (false, false) => "share of the jobs of a cell with a tour",
        };
        let has_tooltips = has_single_jobs && cells().count() <= MOST_TOOLTIPS;
        let mut looks = Looks { label, shades, has_tooltips, signs: BTreeSet::new() };
        let of_matrix = |matrix: &Matrix| {
            let rows = matrix.cells.iter().flat_map(|row| row.iter().enumerate());
            let signs = rows.filter_map(|(column, cell)| looks.look_in(matrix, column, cell).err());
            signs.collect::<Vec<Sign>>()
        };
        looks.signs = matrices.iter().flat_map(of_matrix).collect();
        looks
    }

    /// How a cell looks: by its level among the shades, or by a sign.
    pub(super) fn look(&self, cell: &JobStats) -> Fill<usize> {
        if has_no_tour(cell) {
            return Err(Sign::NoTour);
        }
        let quantity = self.shades.map_or(Quantity::Counts, |shades| shades.quantity);
        let value = fill::of(cell, quantity)?;
        Ok(self.shades.ok_or(Sign::Empty)?.level(value))
    }

    /// How a cell of a column looks. Where no tour is possible, it says so, unless it has a bound.
    pub(super) fn look_in(&self, matrix: &Matrix, column: usize, cell: &JobStats) -> Fill<usize> {
        match self.look(cell) {
            Ok(_) | Err(Sign::Stuck | Sign::Unknown)
                if cell.with(Outcome::Tour) == 0 && matrix.is_impossible(column) =>
            {
                Err(Sign::NoTour)
            }
            look => look,
        }
    }

    /// Whether stopped jobs are hatched in cells of this width and height, and not plain.
    pub(super) fn hatches(&self, (width, height): (f64, f64)) -> bool {
        self.has_tooltips && width.min(height) >= LEAST_HATCHED
    }

    /// Whether cells of this width and height without a tour have a mark, and not a colour.
    pub(super) fn marks(&self, (width, height): (f64, f64)) -> bool {
        width.min(height) >= LEAST_MARKED
    }

    /// Draws the cells of a matrix.
    pub(super) fn paint(&self, picture: &mut Picture, matrix: &Matrix, area: Area) {
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
                let look = self.look_in(matrix, column, cell);
                let words = match (look, cell.median()) {
                    (Err(Sign::NoTour), Quantile::Number(median)) => {
                        format!("proved to have no tour: {} checks", median.grouped())
                    }
                    (_, Quantile::Number(median)) => {
                        format!("a tour after {} checks", median.grouped())
                    }
                    (_, Quantile::Above(budget)) => format!("> {} checks", grouped(budget)),
                    (look, Quantile::Missing) => {
                        look.err().map_or("", |sign| sign.look().words).to_owned()
                    }
                };
                let words = format!("order {} from {start}: {words}", found.order);
                let has_corner = look == Err(Sign::NoTour) && self.marks((width, height));
                match look {
                    Err(Sign::Empty) => {}
                    _ if has_corner => picture.rect(at, NO_TOUR[0], &words),
                    _ => picture.rect(at, self.paint_of(look), &words),
                }
                if has_corner {
                    let paint = format!("{} pointer-events=\"none\"", NO_TOUR[1]);
                    legend::corner(picture, at, 0.5 * width.min(height), &paint);
                }
                if look == Err(Sign::Above) && is_hatched {
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
        let mut runs: BTreeMap<Fill<usize>, Vec<Area>> = BTreeMap::new();
        for column in 0..matrix.cells.first().map_or(0, Vec::len) {
            let looks: Vec<Fill<usize>> =
                matrix.cells.iter().map(|row| self.look_in(matrix, column, &row[column])).collect();
            let (x, mut row) = (area.x + column as f64 * width, 0);
            for run in looks.chunk_by(|one, other| one == other) {
                let (y, height) = (area.y + row as f64 * height, run.len() as f64 * height);
                runs.entry(run[0]).or_default().push(Area { x, y, width, height });
                row += run.len();
            }
        }
        runs.remove(&Err(Sign::Empty));
        for (look, runs) in runs {
            if look == Err(Sign::NoTour) && self.marks((width, height)) {
                picture.rects(&runs, NO_TOUR[0]);
                let arm = 0.5 * width.min(height);
                let corners = |run: &Area| {
                    let (right, cells) = (run.right(), (run.height / height).round() as usize);
                    let tops: Vec<f64> = (0..cells).map(|n| run.y + n as f64 * height).collect();
                    tops.into_iter().map(move |y| [(right - arm, y), (right, y), (right, y + arm)])
                };
                let corners: Vec<_> = runs.iter().flat_map(corners).collect();
                picture.path(&corners, NO_TOUR[1], "");
            } else {
                picture.rects(&runs, self.paint_of(look));
            }
        }
    }

    fn paint_of(&self, look: Fill<usize>) -> String {
        match (look, self.shades) {
            (Ok(level), Some(shades)) => format!("fill=\"{}\"", shades.colour_of(level)),
            _ => look.err().map_or("", |sign| sign.look().paint).to_owned(),
        }
    }

    /// Draws what the colours mean, below the panels, with signs as the largest cells have them.
    pub(super) fn legend(&self, picture: &mut Picture, cell: (f64, f64)) {
        if let Some(shades) = self.shades {
            picture.height = shades.bar(picture, picture.height, self.label);
        }
        let entries: Vec<Entry> = self
            .signs
            .iter()
            .map(|sign| match sign {
                Sign::Above if self.hatches(cell) => Entry::new(Mark::Hatch, sign.look().words),
                Sign::NoTour if self.marks(cell) => {
                    let looks = vec![NO_TOUR.map(str::to_owned)];
                    Entry::new(Mark::Corners(looks), sign.look().words)
                }
                sign => sign.entry(false),
            })
            .collect();
        legend::below(picture, &entries);
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
    let found = format!("{} of {} jobs with a tour", grouped(tours), grouped(jobs));
    let place = grouped(first);
    match band {
        [one] => format!("{place}. order {}: {found}", one.order),
        _ => {
            let last = grouped(first + band.len() - 1);
            let best = band.first().map_or(String::new(), |best| best.order.to_string());
            format!("{place}. to {last}. order, the first is {best}: {found}")
        }
    }
}
