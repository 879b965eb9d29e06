//! Where the panels of heat maps are placed, and how large their squares are.

use std::collections::BTreeSet;

use crate::pictures::PlotError;
use crate::pictures::board::Grid;
use crate::pictures::drawing::{LINE, Style, panels, text};
use crate::pictures::heatmap::maps::{BoardMap, Maps};
use knight_search::Board;

/// The smallest side of a square that can be seen, in pixels.
const LEAST_CELL: f64 = 2.4;

/// The longest side of a board.
const LONGEST_SIDE: u16 = 128;

/// The most squares of a picture.
const MOST_SQUARES: usize = 40_000;

/// Up to this many panels name their axes.
const MOST_NAMED: usize = 4;

/// From this size on, squares are apart from each other and can have a text.
pub(super) const APART: f64 = 7.0;

/// Where the panels are placed.
pub(super) struct HeatmapGeometry {
    across: usize,
    /// Whether each board begins a new row.
    is_by_board: bool,
    /// The width of a panel.
    pub panel: f64,
    /// The space between panels.
    pub gap: f64,
    /// Room for the row numbers.
    pub gutter: f64,
    /// The size of titles and numbers.
    pub small: f64,
    /// The height of what the numbers of columns are called, which few panels have room for.
    pub named: f64,
    /// The largest side of a square.
    largest: f64,
    /// The greatest height of a board.
    tallest: f64,
}

impl HeatmapGeometry {
    /// The layout of these maps.
    ///
    /// # Errors
    /// [`PlotError::Board`] and [`PlotError::TooManyPanels`] for too many or too fine squares.
    pub(super) fn of(maps: &Maps, style: &Style) -> Result<HeatmapGeometry, PlotError> {
        let panels = &maps.panels;
        let boards: BTreeSet<Board> = panels.iter().map(|panel| panel.board).collect();
        let most_of_a_board = boards
            .iter()
            .map(|board| panels.iter().filter(|panel| panel.board == *board).count())
            .max();
        let variants = most_of_a_board.unwrap_or(1);
        let is_by_board = variants > 1;
        let most = if is_by_board { variants } else { panels.len() };
        let longest = |side: fn(Board) -> u16| boards.iter().copied().map(side).max().unwrap_or(1);
        let (rows, cols) = (longest(Board::rows), longest(Board::cols));
        let (small, gap) = (style.small(), (1.2 * style.font).round());
        let named = if panels.len() <= MOST_NAMED { LINE * small } else { 0.0 };
        let gutter = (text::width(&rows.to_string(), small) + 0.6 * small + named).ceil();
        let fitting = |title: f64| {
            let least = f64::max(title, gutter + LEAST_CELL * f64::from(cols));
            panels::fitting(style.width, least, gap)
        };
        let (loose, dense) = (fitting(8.0 * style.font), fitting(4.0 * style.font));
        let with = |across: usize, is_by_board: bool| {
            let panel = ((style.width - gap * (across - 1) as f64) / across as f64).floor();
            HeatmapGeometry {
                across,
                is_by_board,
                panel,
                gap,
                gutter,
                small,
                named,
                largest: 5.6 * style.font,
                tallest: if across == 1 { style.width } else { 1.3 * panel },
            }
        };
        let usual = with(panels::even(most, loose), is_by_board);
        // What is higher than a page has smaller panels, and its boards share rows.
        let closer = (usual.across..=dense.max(usual.across)).map(|across| with(across, false));
        let fits = |layout: &HeatmapGeometry| layout.height(panels) <= style.room();
        let smallest = with(dense.max(usual.across), false);
        let layout = match style.choices.is_in_page {
            true => usual,
            false => [usual].into_iter().chain(closer).find(fits).unwrap_or(smallest),
        };
        let finest = ((style.width - gutter) / LEAST_CELL) as u16;
        let too_fine = |board: &&Board| {
            layout.cell(**board) < LEAST_CELL || board.rows().max(board.cols()) > LONGEST_SIDE
        };
        if let Some(&board) = boards.iter().find(too_fine) {
            return Err(PlotError::Board { board, longest: finest.min(LONGEST_SIDE) });
        }
        let mut squares = 0;
        let fits = |panel: &&BoardMap| {
            squares += panel.board.area();
            squares <= MOST_SQUARES
        };
        match panels.iter().take_while(fits).count() {
            most if most < panels.len() => {
                let what = if is_by_board { "panels" } else { "boards" }.to_owned();
                Err(PlotError::TooManyPanels { panels: panels.len(), what, most })
            }
            _ => Ok(layout),
        }
    }

    /// The rows of panels.
    pub(super) fn rows<'a>(&self, panels: &'a [BoardMap]) -> Vec<&'a [BoardMap]> {
        let is_one =
            |one: &BoardMap, other: &BoardMap| !self.is_by_board || one.board == other.board;
        panels.chunk_by(is_one).flat_map(|of_board| of_board.chunks(self.across)).collect()
    }

    /// The height of all rows.
    fn height(&self, panels: &[BoardMap]) -> f64 {
        let height = |panel: &BoardMap| {
            let lines = self.title(panel).len() as f64;
            let board = f64::from(panel.board.rows()) * self.cell(panel.board);
            (LINE * lines + 2.7) * self.small + self.named + board
        };
        self.rows(panels).iter().map(|row| row.iter().map(height).fold(0.0, f64::max)).sum()
    }

    /// The lines of a title.
    pub(super) fn title(&self, panel: &BoardMap) -> Vec<String> {
        text::wrapped(&panel.title, self.small, self.panel - self.gutter)
    }

    /// The side of a square.
    pub(super) fn cell(&self, board: Board) -> f64 {
        let across = (self.panel - self.gutter) / f64::from(board.cols());
        let cell = across.min(self.tallest / f64::from(board.rows())).min(self.largest);
        // Whole pixels are sharp.
        if cell < APART { cell } else { cell.floor() }
    }

    /// The squares of a board whose panel begins at a point.
    pub(super) fn board(&self, board: Board, left: f64, top: f64) -> Grid {
        Grid { board, x: left + self.gutter, y: top.ceil(), cell: self.cell(board) }
    }
}
