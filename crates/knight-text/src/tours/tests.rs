//! How texts are read, and which faults are found.

use knight_board::{Square, Tour};

use crate::tests::cases::{Row, cases, check, data, repeated};
use crate::tests::facts;
use crate::tours::*;

mod damaged;
mod formats;
mod leftovers;

/// The tour of most cases.
const TOUR: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";

/// Each square in order of visit: its number from 1 as `{n}` and from 0 as `{i}`, its name as
/// `{name}`, its row and column from 1 as `{row}` and `{col}`, and from 0 as `{r}` and `{c}`.
fn rows(board: Board, squares: &[Square]) -> Vec<Row> {
    let row = |(i, square): (usize, &Square)| {
        vec![
            ("{i}", i.to_string()),
            ("{n}", (i + 1).to_string()),
            ("{name}", board.chess_name(*square)),
            ("{row}", square.row.to_string()),
            ("{col}", square.col.to_string()),
            ("{r}", (square.row - 1).to_string()),
            ("{c}", (square.col - 1).to_string()),
        ]
    };
    squares.iter().enumerate().map(row).collect()
}

fn rows_of_tour() -> Vec<Row> {
    let board = "3x4".parse().unwrap();
    rows(board, Tour::parse(board, &TOUR.replace(' ', "-")).unwrap().squares())
}

#[test]
fn tours_are_read_in_many_layouts_and_what_is_uncertain_is_refused() {
    check(data!("tours-layouts.txt"), &rows_of_tour(), facts::of_tour);
}

#[test]
fn nothing_of_its_block_is_left_over_beside_a_tour() {
    check(data!("tours-beside.txt"), &rows_of_tour(), facts::of_tour);
}

#[test]
fn each_of_several_boards_is_judged() {
    check(data!("tours-several.txt"), &rows_of_tour(), facts::of_tours);
}

#[test]
fn blanks_tabs_and_ends_of_lines_are_space() {
    assert_eq!(read("\n \n", None), Err(Refusal::Nothing));
    let mixed = read("0\t3 6 9\n7|10|1|4\n\n2, 5, 8, 11\r\n", None).unwrap();
    assert_eq!(mixed, read("0 3 6 9\n7 10 1 4\n2 5 8 11", None).unwrap());
}

#[test]
fn a_grid_that_lost_a_row_is_read_from_its_first_number() {
    let rows = [
        [0, 59, 38, 33, 30, 17, 8, 63],
        [37, 34, 31, 60, 9, 62, 29, 16],
        [58, 1, 36, 39, 32, 27, 18, 7],
        [35, 48, 41, 26, 61, 10, 15, 28],
        [42, 57, 2, 49, 40, 23, 6, 19],
        [47, 50, 45, 54, 25, 20, 11, 14],
        [56, 43, 52, 3, 22, 13, 24, 5],
        [51, 46, 55, 44, 53, 4, 21, 12],
    ];
    for (lost, first) in (1..8).flat_map(|lost| [(lost, 0), (lost, 1)]) {
        let line = |row: &[i64; 8]| row.map(|number| (number + first).to_string()).join(" ");
        let lines = rows[..lost].iter().chain(&rows[lost + 1..]).map(line);
        let text = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(read(&text, None).unwrap().first_number, first, "{text}");
    }
}

#[test]
fn a_broken_grid_from_zero_is_still_read_from_zero() {
    let grid = [[0, 3, 6, 9], [7, 10, 1, 4], [2, 5, 8, 11]];
    for (a, b) in (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b))) {
        let swapped = |number| match number {
            _ if number == a => b,
            _ if number == b => a,
            _ => number,
        };
        let rows = grid.map(|row| row.map(|number| swapped(number).to_string()).join(" "));
        let broken = read(&rows.join("\n"), None).unwrap();
        assert_eq!((broken.first_number, broken.is_tour()), (0, false), "{a} and {b}");
    }
}

#[test]
fn signs_between_columns_or_around_them_are_no_squares_of_a_wrong_tour() {
    const GRID: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12";
    for sign in ["-", ".", "#", "*", "~", "_", "·", "?", "--"] {
        let between = GRID.replace(' ', &format!(" {sign} "));
        let framed: String = GRID.lines().map(|row| format!("{sign} {row} {sign}\n")).collect();
        for text in [between, framed] {
            for text in [text.clone(), text.replace("12", "5"), text.replace("12", "13")] {
                assert!(read(&text, None).is_err(), "{text}");
            }
        }
    }
}

#[test]
fn a_heading_names_squares_by_a_row_a_column_and_a_step_alone() {
    assert!(names_squares("\"step\",\"x\",\"y\""));
    for heading in ["row,col,checks", "rows,cols", "a b c d e f g h i", "job,rows,cols"] {
        assert!(!names_squares(heading), "{heading}");
    }
}

#[test]
fn what_is_longer_than_any_tour_is_refused_at_once() {
    let all = usize::from(Board::MAX_SIDE).pow(2);
    let long = read(&"1\n".repeat(4 * all + 1001), None);
    assert!(matches!(long, Err(Refusal::TooLong { numbers }) if numbers > 4 * all), "{long:?}");
}

#[test]
fn long_texts_take_no_more_time_than_their_length() {
    // Quadratic time would be minutes.
    const LONG: usize = 50_000;
    for case in cases(data!("tours-long.txt")) {
        let piece = repeated(&case.text, &[Vec::new()]);
        let text = piece.repeat(LONG / piece.len());
        assert!(!read(&text, None).is_ok_and(|printed| printed.is_tour()), "{piece}");
        let _ = read_all(&text, None);
        let _ = crate::moves::read(&text, false);
    }
    let counting: String = (0..LONG / 20).map(|row| format!("{row}: 1 2 3 4\n")).collect();
    assert!(read(&format!("{counting}7: 1 2 3 4\n"), None).is_err());
}
