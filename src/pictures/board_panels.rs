//! Boards with their captions, side by side.

use crate::pictures::board::Grid;
use crate::pictures::drawing::{Anchor, Area, LINE, Picture, Style, text};
use knight_search::Board;

/// The smallest side of a square that can be seen, in pixels.
const LEAST_CELL: f64 = 2.4;

/// The space between panels, in pixels.
const GAP: f64 = 12.0;

/// The smallest width of a panel, in sizes of the font: that of a caption in
/// many short lines.
const LEAST_WIDTH: f64 = 4.5;

/// The largest height of a panel, in widths.
const TALLEST_PANEL: f64 = 1.2;

/// A board with its caption.
pub struct BoardPanel {
    /// The board.
    pub board: Board,
    /// What its caption says.
    pub caption: String,
}

/// Where a panel stands.
pub struct PlacedBoard {
    /// The squares.
    pub grid: Grid,
    /// The lines of its caption.
    lines: Vec<String>,
}

/// Where all panels stand.
pub struct BoardLayout {
    /// The panels.
    pub places: Vec<PlacedBoard>,
    /// Their lower end.
    bottom: f64,
}

/// The most columns in which captions and boards can be read.
fn most_columns(panels: &[BoardPanel], style: &Style) -> usize {
    let least = |panel: &BoardPanel| {
        let squares = LEAST_CELL * f64::from(panel.board.cols());
        f64::max(LEAST_WIDTH * style.font, Grid::beside(panel.board, style) + squares)
    };
    fitting(style.width, panels.iter().map(least).fold(1.0, f64::max))
}

impl BoardLayout {
    /// The panels row by row, in as many columns as make the picture about square, if they can be
    /// read so.
    pub fn of(panels: &[BoardPanel], style: &Style) -> BoardLayout {
        let sides =
            |panel: &BoardPanel| f64::from(panel.board.rows()) / f64::from(panel.board.cols());
        let tallest = panels.iter().map(sides).fold(0.0, f64::max);
        let square = (panels.len() as f64 * tallest).sqrt().ceil() as usize;
        let columns = even(panels.len(), square.clamp(1, most_columns(panels, style)));
        let small = style.small();
        let width = (style.width - GAP * (columns - 1) as f64) / columns as f64;
        let (mut places, mut top, mut bottom) = (Vec::new(), 0.0, 0.0);
        for row in panels.chunks(columns) {
            let lines = |panel: &BoardPanel| {
                text::wrapped(&panel.caption, small, width - Grid::beside(panel.board, style))
            };
            let captions: Vec<Vec<String>> = row.iter().map(lines).collect();
            let most_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
            let y = top + LINE * small * most_lines as f64;
            for (column, (panel, lines)) in row.iter().zip(captions).enumerate() {
                let x = (width + GAP) * column as f64;
                let room = Area { x, y, width, height: TALLEST_PANEL * width };
                let grid = Grid::within(panel.board, style, room);
                bottom = f64::max(bottom, grid.bottom(style));
                places.push(PlacedBoard { grid, lines });
            }
            top = bottom + GAP;
        }
        BoardLayout { places, bottom }
    }

    /// Writes the captions above the boards and the numbers around them. What goes below the
    /// boards begins at the height of the picture.
    pub fn draw(&self, picture: &mut Picture) {
        let small = picture.style.small();
        for PlacedBoard { grid, lines } in &self.places {
            let (middle, _) = grid.area().middle();
            let bottom = grid.y - Grid::above(&picture.style);
            for (above, line) in lines.iter().rev().enumerate() {
                let y = bottom - (0.35 + LINE * above as f64) * small;
                picture.write((middle, y), Anchor::Middle, small, "", line);
            }
            grid.number(picture);
        }
        picture.height = self.bottom;
    }
}

/// How many panels of at least this width have room side by side; at least one.
fn fitting(room: f64, least: f64) -> usize {
    (((room + GAP) / (least + GAP)) as usize).max(1)
}

/// In how many columns panels stand of which at most so many fit side by side. As even as can be:
/// eight panels where seven fit are two rows of four.
fn even(count: usize, most: usize) -> usize {
    count.div_ceil(count.div_ceil(most).max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use crate::pictures::board_panels::*;

    #[test]
    fn rows_are_even() {
        assert_eq!([fitting(400.0, 50.0), fitting(40.0, 50.0)], [6, 1]);
        assert_eq!([even(8, 6), even(8, 7), even(5, 3), even(0, 6)], [4, 4, 3, 1]);
    }
}
