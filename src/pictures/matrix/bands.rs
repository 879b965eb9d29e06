//! What a matrix of orders and starts shows: sorted orders, sorted starts, and what their jobs
//! found, one by one or in bands.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::analysis::{JobRow, JobStats, Jobs, Quantile, Search};
use crate::pictures::PlotError;
use knight_board::theorems;
use knight_search::{Board, MoveOrder, Outcome, Square, Symmetry};

/// The orders and the starts of a board, goal, rule and budget.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// What its jobs search for.
    pub search: Search,
    /// What tells it from the others; empty if there are none.
    pub title: String,
    /// The orders of the rows, best first.
    pub orders: Vec<OrderFound>,
    /// The orders that found no tour and have no row, as there are too many orders for a row each.
    pub left_out: Vec<OrderFound>,
    /// The starts, those that the symmetries of the board map to each other side by side, and the
    /// easiest first.
    pub starts: Vec<Square>,
    /// How many orders a row has; the last row may have fewer.
    pub orders_per_row: usize,
    /// How many starts a column has; the last column may have fewer.
    pub starts_per_column: usize,
    /// The rows of cells: the jobs of the orders of a row and the starts of a column.
    pub cells: Vec<Vec<JobStats>>,
}

impl Matrix {
    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.starts.len().div_ceil(self.starts_per_column)
    }

    /// Whether a theorem rules out all tours from the starts of a column.
    pub fn is_impossible(&self, column: usize) -> bool {
        let Search { board, goal, .. } = self.search;
        let starts = self.starts.chunks(self.starts_per_column).nth(column).unwrap_or_default();
        starts.iter().all(|start| theorems::from(board, *start, goal).is_some())
    }
}

/// What the jobs of an order found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OrderFound {
    /// The order.
    pub order: MoveOrder,
    /// How many jobs found a tour.
    pub tours: u64,
    /// How many jobs there are.
    pub jobs: u64,
    /// The median of their checks.
    pub median: Quantile,
}

impl OrderFound {
    /// The best first: more tours, then a smaller median.
    pub fn compare(&self, other: &OrderFound) -> Ordering {
        other.tours.cmp(&self.tours).then_with(|| self.median.compare(other.median))
    }
}

/// No board has several orders and several starts.
pub const NO_MATRIX: PlotError = PlotError::Nothing(
    "a matrix needs several orders and several start squares of one board, goal, rule and budget; \
     choose another --kind",
);

/// The matrix of each board, goal, rule and budget, with at most this many rows and columns.
///
/// # Errors
/// [`NO_MATRIX`] if no board has several orders and starts.
pub fn matrices(jobs: &Jobs, most_rows: usize, most_cols: usize) -> Result<Vec<Matrix>, PlotError> {
    let mut orders: BTreeMap<Search, Vec<OrderFound>> = BTreeMap::new();
    for ((key, order), stats) in jobs.stats_by(|row| (row.setting.search(), row.order)) {
        let (tours, jobs, median) = (stats.with(Outcome::Tour), stats.jobs(), stats.median());
        orders.entry(key).or_default().push(OrderFound { order, tours, jobs, median });
    }
    let mut starts: BTreeMap<Search, BTreeSet<Square>> = BTreeMap::new();
    for row in jobs.iter() {
        starts.entry(row.setting.search()).or_default().insert(row.start);
    }
    let mut orbits: BTreeMap<Search, Vec<(Square, JobStats)>> = BTreeMap::new();
    let by_orbit = jobs.stats_by(|row| (row.setting.search(), orbit(row.setting.board, row.start)));
    for ((key, orbit), stats) in by_orbit {
        orbits.entry(key).or_default().push((orbit, stats));
    }
    let mut matrices: Vec<Matrix> = orders
        .into_iter()
        .zip(starts.into_values().zip(orbits.into_values()))
        .filter(|((_, orders), (starts, _))| orders.len() > 1 && starts.len() > 1)
        .map(|((search, orders), (starts, orbits))| {
            let starts = easiest_first(search.board, &starts, orbits);
            empty(search, orders, starts, most_rows, most_cols)
        })
        .collect();
    if matrices.is_empty() {
        return Err(NO_MATRIX);
    }
    fill(&mut matrices, jobs);
    Ok(matrices)
}

/// With more orders than this, those without tours would be most of the picture.
const MOST_WITHOUT_TOURS: usize = 100;

/// A matrix without its cells.
fn empty(
    search: Search,
    mut orders: Vec<OrderFound>,
    starts: Vec<Square>,
    most_rows: usize,
    most_cols: usize,
) -> Matrix {
    // The sort is stable: equal orders stay in the order of their ranks.
    orders.sort_by(OrderFound::compare);
    let with_tours = orders.partition_point(|found| found.tours > 0);
    let are_too_many = orders.len() > most_rows.min(MOST_WITHOUT_TOURS) && with_tours > 0;
    let left_out = if are_too_many { orders.split_off(with_tours) } else { Vec::new() };
    let orders_per_row = orders.len().div_ceil(most_rows.max(1));
    let starts_per_column = starts.len().div_ceil(most_cols.max(1));
    Matrix {
        search,
        title: String::new(),
        orders,
        left_out,
        starts,
        orders_per_row,
        starts_per_column,
        cells: Vec::new(),
    }
}

fn fill(matrices: &mut [Matrix], jobs: &Jobs) {
    let (mut rows, mut columns) = (HashMap::new(), HashMap::new());
    for matrix in &mut *matrices {
        let key = matrix.search;
        for (place, found) in matrix.orders.iter().enumerate() {
            rows.insert((key, found.order), place / matrix.orders_per_row);
        }
        for (place, start) in matrix.starts.iter().enumerate() {
            columns.insert((key, *start), place / matrix.starts_per_column);
        }
        let height = matrix.orders.len().div_ceil(matrix.orders_per_row);
        matrix.cells = vec![vec![JobStats::default(); matrix.columns()]; height];
    }
    let cell = |row: &JobRow| {
        let key = row.setting.search();
        Some((key, *rows.get(&(key, row.order))?, *columns.get(&(key, row.start))?))
    };
    for (cell, stats) in jobs.stats_by(cell) {
        let Some((key, row, column)) = cell else { continue };
        if let Some(matrix) = matrices.iter_mut().find(|matrix| matrix.search == key) {
            matrix.cells[row][column] = stats;
        }
    }
}

/// The starts by orbit. Orbits with a larger share of tours come first, then those with a smaller
/// median.
fn easiest_first(
    board: Board,
    starts: &BTreeSet<Square>,
    mut orbits: Vec<(Square, JobStats)>,
) -> Vec<Square> {
    orbits.sort_by(|(_, one), (_, other)| {
        let share = |stats: &JobStats| stats.success_rate().unwrap_or(0.0);
        let by_share = share(other).total_cmp(&share(one));
        by_share.then_with(|| one.median().compare(other.median()))
    });
    let of_orbit = |of: Square| starts.iter().filter(move |&&start| orbit(board, start) == of);
    orbits.iter().flat_map(|&(first, _)| of_orbit(first)).copied().collect()
}

/// The first square of the orbit of a square.
pub fn orbit(board: Board, square: Square) -> Square {
    let images = Symmetry::of(board).map(|symmetry| symmetry.square(board, square));
    images.min().unwrap_or(square)
}
