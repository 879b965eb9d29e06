//! The cells of a matrix.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::JobStats;
use crate::pictures::drawing::{Area, Choices, Picture, Shades, legend};
use crate::pictures::fill::{Fill, Filling, Sign, Statistic};
use crate::pictures::matrix::bands::{Matrix, OrderFound};
use crate::pictures::outcomes;
use crate::text::formatting::grouped;
use knight_search::Outcome;

/// Up to this many cells have a tooltip each.
const MOST_TOOLTIPS: usize = 2600;

/// How cells look.
pub(super) struct Looks {
    statistic: Statistic,
    /// Missing where no cell has a number.
    shades: Option<Shades>,
    /// Whether cells have tooltips of their own.
    has_tooltips: bool,
}

impl Looks {
    /// The looks of all cells.
    pub(super) fn of(matrices: &[Matrix], choices: &Choices) -> Looks {
        let cells = || matrices.iter().flat_map(|matrix| matrix.cells.iter().flatten());
        let jobs: Vec<&JobStats> = cells().filter(|cell| cell.jobs() > 0).collect();
        let has_single_jobs = jobs.iter().all(|cell| cell.jobs() == 1);
        let statistic = Statistic::of(&jobs, has_single_jobs);
        let solved = jobs.into_iter().filter(|cell| !has_no_tour(cell));
        let values = solved.filter_map(|cell| statistic.fill(cell, false).ok());
        let shades = Shades::of(choices, statistic.quantity(), values);
        let has_tooltips = has_single_jobs && cells().count() <= MOST_TOOLTIPS;
        Looks { statistic, shades, has_tooltips }
    }

    /// How a cell of a column looks: by its level among the shades, or by a sign.
    pub(super) fn look(&self, matrix: &Matrix, column: usize, cell: &JobStats) -> Fill<usize> {
        if has_no_tour(cell) {
            return Err(Sign::NoTour);
        }
        let is_impossible = cell.with(Outcome::Tour) == 0 && matrix.is_impossible(column);
        let value = self.statistic.fill(cell, is_impossible)?;
        Ok(self.shades.ok_or(Sign::Empty)?.level(value))
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
                matrix.cells.iter().map(|row| self.look(matrix, column, &row[column])).collect();
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
                let (order, start) = (band[0].order, matrix.starts[column]);
                let stats = &matrix.cells[row][column];
                if stats.jobs() == 0 {
                    continue;
                }
                let found = outcomes::found(stats);
                let words = format!("order {order} from {start}: {found}");
                picture.rect(cell(row, column, 1), paint, &words);
            }
        }
    }

    /// Draws what the colours mean, below the panels, with signs as the largest cells have them.
    pub(super) fn legend(&self, picture: &mut Picture, matrices: &[Matrix], largest: f64) {
        if let Some(shades) = self.shades {
            picture.height = shades.bar(picture, picture.height, self.statistic.label());
        }
        let filling = Filling { shades: self.shades, side: largest };
        let looks = |matrix: &Matrix| {
            let cells = matrix.cells.iter().flat_map(|row| row.iter().enumerate());
            let signs = cells.filter_map(|(column, cell)| self.look(matrix, column, cell).err());
            signs.collect::<BTreeSet<Sign>>()
        };
        let signs: BTreeSet<Sign> = matrices.iter().flat_map(looks).collect();
        legend::below(picture, &filling.entries(&signs));
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
