//! Where the panels of several tours stand.

use crate::pictures::board::Grid;
use crate::pictures::drawing::panels::{GAP, even, fitting};
use crate::pictures::drawing::{Area, LINE, Style, text};
use knight_search::Board;

/// The largest side of a square, in sizes of the font.
const LARGEST_CELL: f64 = 4.5;

/// The smallest side of a square for which a board shares its row with others.
const LEAST_CELL: f64 = 5.0;

/// The smallest width of a panel, in sizes of the font: that of a caption in short lines.
const LEAST_WIDTH: f64 = 7.0;

/// The largest height of a panel, in widths.
const TALLEST_PANEL: f64 = 1.2;

/// A board with its caption.
pub(super) struct Panel {
    pub board: Board,
    /// What its caption says, part by part.
    pub caption: Vec<String>,
}

/// Where a panel stands.
pub(super) struct PlacedPanel {
    pub grid: Grid,
    /// The lines of its caption.
    pub lines: Vec<String>,
}

/// Where all panels stand.
pub(super) struct Layout {
    pub places: Vec<PlacedPanel>,
    /// Their lower end.
    pub bottom: f64,
}

/// The layout with the largest squares on a page.
///
/// # Errors
/// The number of panels that have room, if that is not all of them.
pub(super) fn layout(panels: &[Panel], style: &Style) -> Result<Layout, usize> {
    let most = most_columns(panels, style);
    let limit = style.room();
    let columns = (1..=most.min(panels.len())).map(|columns| even(panels.len(), columns));
    let layouts = columns.map(|columns| in_columns(panels, columns, style));
    let fitting = layouts.filter(|layout| layout.bottom <= limit);
    // Of equal ones the last, which has the most columns and so is the lowest.
    fitting.max_by(|one, other| one.cell().total_cmp(&other.cell())).ok_or_else(|| {
        let densest = in_columns(panels, most, style);
        let is_inside = |place: &&PlacedPanel| place.grid.bottom(style) <= limit;
        densest.places.iter().take_while(is_inside).count().max(1)
    })
}

/// The most columns in which captions and boards can be read.
fn most_columns(panels: &[Panel], style: &Style) -> usize {
    let least = |panel: &Panel| {
        let squares = LEAST_CELL * f64::from(panel.board.cols());
        f64::max(LEAST_WIDTH * style.font, Grid::beside(panel.board, style) + squares)
    };
    let least = panels.iter().map(least).fold(1.0, f64::max);
    fitting(style.width, least, GAP)
}

/// The panels row by row, each board below its caption.
pub(super) fn in_columns(panels: &[Panel], columns: usize, style: &Style) -> Layout {
    let small = style.small();
    let width = (style.width - GAP * (columns - 1) as f64) / columns as f64;
    let (mut places, mut top, mut bottom) = (Vec::new(), 0.0, 0.0);
    for row in panels.chunks(columns) {
        let captions: Vec<Vec<String>> = row
            .iter()
            .map(|panel| lines(&panel.caption, small, width - Grid::beside(panel.board, style)))
            .collect();
        let most_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        let y = top + LINE * small * most_lines as f64;
        for (column, (panel, lines)) in row.iter().zip(captions).enumerate() {
            let x = (width + GAP) * column as f64;
            let room = Area { x, y, width, height: TALLEST_PANEL * width };
            let grid = Grid::within(panel.board, style, room, LARGEST_CELL * style.font);
            bottom = f64::max(bottom, grid.bottom(style));
            places.push(PlacedPanel { grid, lines });
        }
        top = bottom + GAP;
    }
    Layout { places, bottom }
}

impl Layout {
    /// The side of the smallest squares.
    fn cell(&self) -> f64 {
        self.places.iter().map(|place| place.grid.cell).fold(f64::INFINITY, f64::min)
    }
}

/// The lines of a caption. A part is divided only if it is wider than the room.
fn lines(parts: &[String], size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let part = if place + 1 < parts.len() { format!("{part},") } else { part.clone() };
        match lines.last_mut() {
            Some(line) if text::width(&format!("{line} {part}"), size) <= room => {
                *line += &format!(" {part}");
            }
            _ => lines.extend(text::wrapped(&part, size, room)),
        }
    }
    lines
}
