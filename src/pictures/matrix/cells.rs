//! The cells of a matrix.

use std::collections::BTreeMap;

use crate::analysis::formatting::grouped;
use crate::analysis::statistics::Cost;
use crate::pictures::drawing::legend::{self, Entry, Mark};
use crate::pictures::drawing::shades::{Quantity, Shades};
use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::{Area, Picture};
use crate::pictures::matrix::bands::{Cell, Matrix};

/// Up to this many cells have a tooltip each.
const MOST_TOOLTIPS: usize = 2600;

/// How cells look.
pub struct Looks {
    /// Missing where no job has a count, or a share.
    shades: Option<Shades>,
    has_single_jobs: bool,
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
    /// Out of memory.
    Unknown,
    /// There is no job.
    Empty,
}

impl Look {
    fn words(self) -> &'static str {
        match self {
            Look::Shade(_) => "",
            Look::Stopped => "stopped by the budget",
            Look::NoTour => "no tour exists",
            Look::Stuck => "stuck in a dead end: nothing is proved",
            Look::Unknown => "out of memory: nothing is known",
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
    /// The looks of all cells: their checks where each is one job, or else their share of tours.
    pub fn of(matrices: &[Matrix]) -> Looks {
        let has_single_jobs = matrices.iter().all(Matrix::has_single_jobs);
        let cells = || matrices.iter().flat_map(|matrix| matrix.cells.iter().flatten());
        let shades = match has_single_jobs {
            true => Shades::of(
                Quantity::Counts,
                cells().filter(|cell| cell.tours > 0).filter_map(checks),
            ),
            false => Shades::of(Quantity::Shares, cells().filter_map(Cell::share)),
        };
        let has_tooltips = has_single_jobs && cells().count() <= MOST_TOOLTIPS;
        let mut looks = Looks { shades, has_single_jobs, has_tooltips, signs: Vec::new() };
        let mut signs: Vec<Look> = cells().map(|cell| looks.look(cell)).collect();
        signs.sort_unstable();
        signs.dedup();
        signs.retain(|look| !matches!(look, Look::Shade(_)));
        looks.signs = signs;
        looks
    }

    /// The look of a cell.
    pub fn look(&self, cell: &Cell) -> Look {
        let shade = |value| self.shades.map_or(Look::Unknown, |s| Look::Shade(s.level(value)));
        match cell.cost {
            None => Look::Empty,
            Some(_) if cell.tours == 0 && cell.without > 0 => Look::NoTour,
            Some(_) if !self.has_single_jobs => shade(cell.share().unwrap_or(0.0)),
            Some(Cost::Exact(checks)) => shade(checks as f64),
            Some(Cost::Above(_)) => Look::Stopped,
            Some(Cost::Never) => Look::Stuck,
            Some(Cost::Unknown) => Look::Unknown,
        }
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
        let gap = if width.min(height) >= 7.0 { 1.0 } else { 0.0 };
        for (row, (cells, (order, ..))) in matrix.cells.iter().zip(&matrix.orders).enumerate() {
            for (column, (cell, start)) in cells.iter().zip(&matrix.starts).enumerate() {
                let at = Area {
                    x: area.x + column as f64 * width,
                    y: area.y + row as f64 * height,
                    width: width - gap,
                    height: height - gap,
                };
                let look = self.look(cell);
                let words = match cell.cost {
                    Some(Cost::Exact(checks)) if look == Look::NoTour => {
                        format!("proved to have no tour: {} checks", grouped(checks))
                    }
                    Some(Cost::Exact(checks)) => format!("a tour after {} checks", grouped(checks)),
                    Some(Cost::Above(budget)) => format!("> {} checks", grouped(budget)),
                    _ => look.words().to_owned(),
                };
                let words = format!("order {order} from {start}: {words}");
                match look {
                    Look::Empty => {}
                    look => picture.rect(at, self.fill(look), &words),
                }
                if look == Look::Stopped && gap > 0.0 {
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

    /// Draws what the colours mean, from a height down. Gives the lower end.
    pub fn legend(&self, picture: &mut Picture, style: &Style, y: f64) -> f64 {
        let label = if self.has_single_jobs { "checks" } else { "share of jobs with a tour" };
        let y = match self.shades {
            Some(shades) => shades.bar(picture, style, y, label),
            None => y,
        };
        let entries: Vec<Entry> = self
            .signs
            .iter()
            .map(|&look| {
                let mark = match look {
                    Look::Stopped if self.has_tooltips => Mark::Hatch,
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

fn checks(cell: &Cell) -> Option<f64> {
    Some(cell.cost?.exact()? as f64)
}

fn band_in_words(
    matrix: &Matrix,
    row: usize,
    band: &[(knight_search::MoveOrder, u64, u64)],
) -> String {
    let first = row * matrix.orders_per_row + 1;
    let tours: u64 = band.iter().map(|(_, tours, _)| tours).sum();
    let jobs: u64 = band.iter().map(|(.., jobs)| jobs).sum();
    let found = format!("{} of {} jobs with a tour", grouped(tours.into()), grouped(jobs.into()));
    match band {
        [(order, ..)] => format!("{}. order {order}: {found}", grouped(first as u128)),
        _ => {
            let (first, last) = (grouped(first as u128), grouped((first + band.len() - 1) as u128));
            format!("{first}. to {last}. order, the first is {}: {found}", band[0].0)
        }
    }
}
