//! Where the squares of a board are drawn, and the numbers of its rows and columns.

use crate::pictures::drawing::{Anchor, Area, LINE, Picture, Style, text};
use knight_search::{Board, Square};

/// A board as it is drawn: (1,1) is the upper left square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    /// The board.
    pub board: Board,
    /// The left edge of its squares.
    pub x: f64,
    /// The upper edge of its squares.
    pub y: f64,
    /// The side of a square.
    pub cell: f64,
}

/// From this size on, squares are apart from each other and have room for a sign.
pub const APART: f64 = 7.0;

/// The largest side of a square, in sizes of the font.
const LARGEST: f64 = 5.6;

impl Grid {
    /// The largest grid with its numbers in a room, centred; no square is larger than a few texts.
    pub fn within(board: Board, style: &Style, room: Area) -> Grid {
        let beside = Grid::beside(board, style);
        let width = (room.width - beside) / f64::from(board.cols());
        let above = Grid::above(style);
        let height = (room.height - above) / f64::from(board.rows());
        let cell = width.min(height).min(LARGEST * style.font);
        // Whole pixels are sharp.
        let cell = if cell < APART { cell } else { cell.floor() };
        let used = beside + cell * f64::from(board.cols());
        let x = room.x + beside + ((room.width - used) / 2.0).max(0.0);
        Grid { board, x, y: room.y + above, cell }
    }

    /// The width of the numbers of the rows, and of what they are.
    pub fn beside(board: Board, style: &Style) -> f64 {
        text::width(&board.rows().to_string(), style.small()) + (0.6 + LINE) * style.small()
    }

    /// The height of the numbers of the columns, and of what they are.
    pub fn above(style: &Style) -> f64 {
        (1.5 + LINE) * style.small()
    }

    /// The area of all squares.
    pub fn area(&self) -> Area {
        let (width, height) = (f64::from(self.board.cols()), f64::from(self.board.rows()));
        Area { x: self.x, y: self.y, width: width * self.cell, height: height * self.cell }
    }

    /// The lower end of the squares and of the numbers beside them.
    pub fn bottom(&self, style: &Style) -> f64 {
        self.area().bottom() + 0.6 * style.small()
    }

    /// The area of a square.
    pub fn square(&self, square: Square) -> Area {
        Area::around(self.centre(square), self.cell / 2.0)
    }

    /// The middle of a square.
    pub fn centre(&self, square: Square) -> (f64, f64) {
        let place = |number: u16| (f64::from(number) - 0.5) * self.cell;
        (self.x + place(square.col), self.y + place(square.row))
    }

    /// Writes the numbers of the rows to the left and those of the columns above, and what they
    /// are, where there is room.
    pub fn number(&self, picture: &mut Picture) {
        let size = picture.style.small();
        let (rows, cols) = (self.board.rows(), self.board.cols());
        for row in numbered(rows, self.cell, |_, _| 1.3 * size) {
            let (_, y) = self.centre(Square { row, col: 1 });
            let at = (self.x - 0.4 * size, y + 0.36 * size);
            picture.write(at, Anchor::End, size, "class=\"note\"", &row.to_string());
        }
        let width = |col: u16| text::width(&col.to_string(), size);
        let distance = |one: u16, other: u16| (width(one) + width(other)) / 2.0 + 0.5 * size;
        for col in numbered(cols, self.cell, distance) {
            let number = col.to_string();
            // The last number may be wider than its square.
            let most = picture.style.width - text::width(&number, size) / 2.0;
            let x = self.centre(Square { row: 1, col }).0.min(most);
            let at = (x, self.y - 0.45 * size);
            picture.write(at, Anchor::Middle, size, "class=\"note\"", &number);
        }
        let area = self.area();
        let (x, y) = area.middle();
        if text::width("column", size) <= area.width {
            let at = (x, area.y - 1.7 * size);
            picture.write(at, Anchor::Middle, size, "class=\"note\"", "column");
        }
        if text::width("row", size) <= area.height {
            let beside = Grid::beside(self.board, &picture.style);
            let at = (area.x - beside + 0.95 * size, y);
            picture.write_upright(at, size, "class=\"note\"", "row");
        }
    }
}

/// The numbers that are written: all, or the first and round ones with this distance of any two.
fn numbered(
    count: u16,
    cell: f64,
    distance: impl Fn(u16, u16) -> f64,
) -> impl Iterator<Item = u16> {
    // Not 2, which has no room for 1 before it.
    let steps = [1, 5, 10, 20, 50, 100, 200, 500];
    let step = steps.into_iter().find(|step| f64::from(*step) * cell >= distance(count, count));
    let step = step.unwrap_or(1000);
    let has_first = step == 1 || f64::from(step - 1) * cell >= distance(1, step);
    (1..=count).filter(move |number| number % step == 0 || *number == 1 && has_first)
}

#[cfg(test)]
mod tests {
    use crate::pictures::board::*;
    use crate::pictures::drawing::tests::{self, assert_legible};

    #[test]
    fn large_boards_are_numbered_from_1() {
        for (board, expected) in
            [("24x40", [1, 5, 10]), ("100x100", [1, 5, 10]), ("20x20", [1, 2, 3])]
        {
            let style = Style::default();
            let room = Area { x: 0.0, y: 0.0, width: style.width, height: 1.2 * style.width };
            let grid = Grid::within(board.parse().unwrap(), &style, room);
            let mut picture = Picture::of(&style, board);
            grid.number(&mut picture);
            let numbers: Vec<u16> = tests::texts(&picture.inline(), style.font)
                .iter()
                .filter(|(_, _, area)| area.bottom() < grid.y)
                .filter_map(|(number, _, _)| number.parse::<u16>().ok())
                .collect();
            assert_eq!(numbers[..3], expected, "{board}");
        }
    }

    #[test]
    fn boards_of_any_shape_are_within_their_room() {
        for board in ["8x8", "3x10", "1x20", "20x1", "1x1", "1000x1000", "3x1000", "1000x3"] {
            for millimetres in [40.0, 84.0, 170.0] {
                let style = Style::of_print(millimetres, 9.0);
                let room = Area { x: 0.0, y: 0.0, width: style.width, height: 1.2 * style.width };
                let grid = Grid::within(board.parse().unwrap(), &style, room);
                let mut picture = Picture::of(&style, board);
                grid.number(&mut picture);
                let area = grid.area();
                picture.height = grid.bottom(&style);
                assert!(area.right() <= room.width + 1e-6 && area.bottom() <= room.height + 1e-6);
                assert_legible(&picture);
            }
        }
    }
}
