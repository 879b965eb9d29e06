//! What a matrix of orders and starts shows: sorted orders, sorted starts, and what their jobs
//! found, one by one or in bands.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::analysis::jobs::{JobStats, Jobs};
use crate::analysis::statistics::{Cost, Quantile};
use crate::pictures::compared::PanelKey;
use crate::pictures::error::PlotError;
use knight_search::{Board, MoveOrder, Outcome, Square, Symmetry};

/// The orders and the starts of a board, goal, rule and budget.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// What its jobs share.
    pub key: PanelKey,
    /// The orders, best first, and how many of their jobs found a tour, of how many.
    pub orders: Vec<(MoveOrder, u64, u64)>,
    /// The starts, those that the symmetries of the board map to each other side by side, and the
    /// easiest first.
    pub starts: Vec<Square>,
    /// How many orders a row has; the last row may have fewer.
    pub orders_per_row: usize,
    /// How many starts a column has; the last column may have fewer.
    pub starts_per_column: usize,
    /// The rows of cells.
    pub cells: Vec<Vec<Cell>>,
}

/// What the jobs of some orders and starts found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// How many jobs there are.
    pub jobs: u64,
    /// How many found a tour.
    pub tours: u64,
    /// How many proved that there is none.
    pub without: u64,
    /// The cost of the last of them.
    pub cost: Option<Cost>,
}

impl Cell {
    /// The share of its jobs that found a tour.
    pub fn share(&self) -> Option<f64> {
        (self.jobs > 0).then(|| self.tours as f64 / self.jobs as f64)
    }
}

impl Matrix {
    /// Whether each cell is a single job.
    pub fn has_single_jobs(&self) -> bool {
        self.cells.iter().flatten().all(|cell| cell.jobs <= 1)
    }
}

/// The matrix of each board, goal, rule and budget, with at most this many rows and columns.
///
/// # Errors
/// [`PlotError::NoRows`]; [`PlotError::NoMatrix`] if no board has several orders and starts.
pub fn matrices(jobs: &Jobs, most_rows: usize, most_cols: usize) -> Result<Vec<Matrix>, PlotError> {
    if jobs.is_empty() {
        return Err(PlotError::NoRows);
    }
    let mut stats: BTreeMap<PanelKey, BTreeMap<MoveOrder, JobStats>> = BTreeMap::new();
    for ((key, order), found) in jobs.stats_by(|row| (PanelKey::of(row), row.order)) {
        stats.entry(key).or_default().insert(order, found);
    }
    let mut starts: BTreeMap<PanelKey, BTreeMap<Square, Cell>> = BTreeMap::new();
    for row in jobs.iter() {
        let starts = starts.entry(PanelKey::of(&row)).or_default();
        starts.entry(row.start).or_default().add(row.outcome, row.cost);
    }
    let mut matrices: Vec<Matrix> = stats
        .into_iter()
        .zip(starts.into_values())
        .filter(|((_, orders), starts)| orders.len() > 1 && starts.len() > 1)
        .map(|((key, orders), starts)| empty(key, orders, &starts, most_rows, most_cols))
        .collect();
    if matrices.is_empty() {
        return Err(PlotError::NoMatrix);
    }
    fill(&mut matrices, jobs);
    Ok(matrices)
}

fn empty(
    key: PanelKey,
    orders: BTreeMap<MoveOrder, JobStats>,
    starts: &BTreeMap<Square, Cell>,
    most_rows: usize,
    most_cols: usize,
) -> Matrix {
    let mut orders: Vec<(MoveOrder, JobStats)> = orders.into_iter().collect();
    // The sort is stable: equal orders stay in the order of their ranks.
    orders.sort_by(|(_, one), (_, other)| {
        let solved = |stats: &JobStats| stats.with(Outcome::Tour);
        solved(other).cmp(&solved(one)).then_with(|| compared(one.median(), other.median()))
    });
    let orders = orders
        .into_iter()
        .map(|(order, stats)| (order, stats.with(Outcome::Tour), stats.jobs()))
        .collect::<Vec<_>>();
    let starts = by_orbit(key.board, starts);
    let orders_per_row = orders.len().div_ceil(most_rows.max(1));
    let starts_per_column = starts.len().div_ceil(most_cols.max(1));
    let columns = starts.len().div_ceil(starts_per_column);
    let rows = orders.len().div_ceil(orders_per_row);
    let cells = vec![vec![Cell::default(); columns]; rows];
    Matrix { key, orders, starts, orders_per_row, starts_per_column, cells }
}

fn fill(matrices: &mut [Matrix], jobs: &Jobs) {
    let places: HashMap<PanelKey, usize> =
        matrices.iter().enumerate().map(|(place, matrix)| (matrix.key, place)).collect();
    let rows: Vec<HashMap<MoveOrder, usize>> = matrices
        .iter()
        .map(|matrix| matrix.orders.iter().zip(0..).map(|(order, row)| (order.0, row)).collect())
        .collect();
    let columns: Vec<HashMap<Square, usize>> =
        matrices.iter().map(|matrix| matrix.starts.iter().copied().zip(0..).collect()).collect();
    for row in jobs.iter() {
        if let Some(&place) = places.get(&PanelKey::of(&row)) {
            let matrix = &mut matrices[place];
            let line = rows[place][&row.order] / matrix.orders_per_row;
            let column = columns[place][&row.start] / matrix.starts_per_column;
            matrix.cells[line][column].add(row.outcome, row.cost);
        }
    }
}

impl Cell {
    fn add(&mut self, outcome: Outcome, cost: Cost) {
        self.jobs += 1;
        self.tours += u64::from(outcome == Outcome::Tour);
        self.without += u64::from(outcome == Outcome::None);
        self.cost = Some(cost);
    }
}

/// The least median first, then those above a budget, then the missing ones.
fn compared(one: Quantile, other: Quantile) -> Ordering {
    let key = |median| match median {
        Quantile::Number(number) => (0, number.as_f64()),
        Quantile::Above(bound) => (1, bound as f64),
        Quantile::Missing => (2, 0.0),
    };
    let (one, other) = (key(one), key(other));
    one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
}

/// The starts by orbit, orbits with more tours first.
fn by_orbit(board: Board, starts: &BTreeMap<Square, Cell>) -> Vec<Square> {
    let mut orbits: BTreeMap<Square, (Cell, Vec<Square>)> = BTreeMap::new();
    for (&start, cell) in starts {
        let (sum, squares) = orbits.entry(orbit(board, start)).or_default();
        sum.jobs += cell.jobs;
        sum.tours += cell.tours;
        squares.push(start);
    }
    let mut orbits: Vec<(Cell, Vec<Square>)> = orbits.into_values().collect();
    orbits.sort_by(|(one, _), (other, _)| {
        let share = |cell: &Cell| cell.share().unwrap_or(0.0);
        share(other).total_cmp(&share(one))
    });
    orbits.into_iter().flat_map(|(_, squares)| squares).collect()
}

/// The first square of the orbit of a square.
pub fn orbit(board: Board, square: Square) -> Square {
    let images = Symmetry::of(board).map(|symmetry| symmetry.square(board, square));
    images.min().unwrap_or(square)
}
