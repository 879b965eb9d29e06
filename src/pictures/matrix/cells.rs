//! The cells of a matrix.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{JobStats, Quantile};
use crate::pictures::drawing::{Area, Choices, Entry, Picture, Quantity, Shades, legend};
use crate::pictures::fill::{self, Fill, Filling, Sign};
use crate::pictures::matrix::bands::{Matrix, OrderFound};
use crate::text::formatting::grouped;
use knight_search::Outcome;

/// Up to this many cells have a tooltip each.
const MOST_TOOLTIPS: usize = 2600;

/// How cells look.
pub(super) struct Looks {
    /// What the shades stand for: `checks`.
    label: &'static str,
    /// Missing where no cell has a number.
    shades: Option<Shades>,
    /// Whether cells have tooltips of their own.
    has_tooltips: bool,
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
        Looks { label, shades, has_tooltips }
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

    /// Draws the cells of a matrix: those of a look as one shape, neighbours that touch as one
    /// rectangle, and over them what each cell or row says.
    pub(super) fn paint(&self, picture: &mut Picture, matrix: &Matrix, area: Area) {
        let columns = matrix.cells.first().map_or(1, Vec::len);
        let (width, height) =
            (area.width / columns as f64, area.height / matrix.cells.len() as f64);
        let filling = Filling { shades: self.shades, side: width.min(height) };
        let is_alone = |look: Fill<usize>| {
            filling.are_apart() || filling.has_corners() && look == Err(Sign::NoTour)
        };
        let cell = |row: usize, column: usize, rows: usize| Area {
            x: area.x + column as f64 * width,
            y: area.y + row as f64 * height,
            width: width - filling.gap(),
            height: rows as f64 * height - filling.gap(),
        };
        let mut areas: BTreeMap<Fill<usize>, Vec<Area>> = BTreeMap::new();
        for column in 0..columns {
            let looks: Vec<Fill<usize>> =
                matrix.cells.iter().map(|row| self.look_in(matrix, column, &row[column])).collect();
            let mut row = 0;
            for run in looks.chunk_by(|one, other| one == other && !is_alone(*one)) {
                areas.entry(run[0]).or_default().push(cell(row, column, run.len()));
                row += run.len();
            }
        }
        areas.remove(&Err(Sign::Empty));
        picture.group("shape-rendering=\"crispEdges\"", |picture| {
            for (look, areas) in &areas {
                picture.rects(areas, filling.ground(*look));
            }
        });
        for (look, areas) in &areas {
            if let Err(sign) = look {
                filling.draw_sign(picture, areas, *sign);
            }
        }
        for (row, band) in matrix.orders.chunks(matrix.orders_per_row).enumerate() {
            let paint = "fill=\"none\" pointer-events=\"all\"";
            if !self.has_tooltips {
                let area = Area { width: area.width, ..cell(row, 0, 1) };
                picture.rect(area, paint, &band_in_words(matrix, row, band));
                continue;
            }
            for column in 0..columns {
                picture.rect(cell(row, column, 1), paint, &self.in_words(matrix, row, column));
            }
        }
    }

    /// What the only job of a cell found.
    fn in_words(&self, matrix: &Matrix, row: usize, column: usize) -> String {
        let cell = &matrix.cells[row][column];
        let look = self.look_in(matrix, column, cell);
        let found = match (look, cell.median()) {
            (Err(Sign::NoTour), Quantile::Number(median)) => {
                format!("proved to have no tour: {} checks", median.grouped())
            }
            (_, Quantile::Number(median)) => format!("a tour after {} checks", median.grouped()),
            (_, Quantile::Above(budget)) => format!("> {} checks", grouped(budget)),
            (look, Quantile::Missing) => look.err().map_or("", Sign::words).to_owned(),
        };
        format!("order {} from {}: {found}", matrix.orders[row].order, matrix.starts[column])
    }

    /// Draws what the colours mean, below the panels, with signs as the largest cells have them.
    pub(super) fn legend(&self, picture: &mut Picture, matrices: &[Matrix], largest: f64) {
        if let Some(shades) = self.shades {
            picture.height = shades.bar(picture, picture.height, self.label);
        }
        let filling = Filling { shades: self.shades, side: largest };
        let looks = |matrix: &Matrix| {
            let cells = matrix.cells.iter().flat_map(|row| row.iter().enumerate());
            let signs = cells.filter_map(|(column, cell)| self.look_in(matrix, column, cell).err());
            signs.collect::<BTreeSet<Sign>>()
        };
        let signs: BTreeSet<Sign> = matrices.iter().flat_map(looks).collect();
        let entry = |sign: Sign| filling.entry(sign, sign.words());
        legend::below(picture, &signs.into_iter().map(entry).collect::<Vec<Entry>>());
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
