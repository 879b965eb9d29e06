//! Nothing of its block may be left over beside a tour, wherever it stands.

use knight_board::Square;
use proptest::prelude::*;

use crate::tests::cases::repeated;
use crate::tours::tests::formats::tour;
use crate::tours::tests::{TOUR, rows_of_tour};
use crate::tours::*;

fn is_tour(text: &str) -> bool {
    read(text, None).is_ok_and(|printed| printed.is_tour())
}

/// Whether a text is read as a tour with faults.
fn is_condemned(text: &str) -> bool {
    read(text, None).is_ok_and(|printed| !printed.is_tour())
}

proptest! {
    #[test]
    fn a_superfluous_square_is_never_left_over(
        seed in 0u64..40, at in 1usize..24, is_first: bool, is_pairs: bool,
        separator in prop::sample::select(vec![" ", ", ", "-", "\n", " -> "]),
    ) {
        let board = Board::new(5, 5).unwrap();
        if let Some(tour) = tour(board, 2 * (seed % 12) + 26 * seed) {
            let mut squares = tour.squares().to_vec();
            let extra = squares[at];
            squares.insert(if is_first { 0 } else { squares.len() }, extra);
            let write = |square: &Square| match is_pairs {
                true => format!("({},{})", square.row, square.col),
                false => board.chess_name(*square),
            };
            let text = squares.iter().map(write).collect::<Vec<_>>().join(separator);
            // The last row and column are the size of the board.
            let is_size = is_pairs && (extra.row, extra.col) == (5, 5);
            prop_assert!(is_size || !is_tour(&text), "{}", text);
        }
    }
}

#[test]
fn words_inside_a_row_or_behind_it_take_it_from_no_board() {
    const ROWS: [&str; 5] =
        ["1 18 13 24 7", "12 23 8 19 14", "17 2 25 6 9", "22 11 4 15 20", "3 16 21 10 5"];
    const WORDS: [&str; 8] =
        ["(start)", "searching...", "Done", "Step taken", "# start", "<- start", "// x", "sum"];
    for (row, cell) in (0..5).flat_map(|row| (0..5).map(move |cell| (row, cell))) {
        for words in WORDS {
            for (before, behind) in [("", " "), (" ", " "), (" ", "")] {
                let mut cells: Vec<String> = ROWS[row].split(' ').map(str::to_owned).collect();
                cells[cell] += &format!("{before}{words}{behind}");
                let mut lines = ROWS.map(str::to_owned);
                lines[row] = cells.join(" ").replace("  ", " ");
                let text = lines.join("\n");
                assert!(!is_condemned(&text), "{text}");
            }
        }
    }
}

#[test]
fn a_square_before_a_line_without_numbers_is_of_the_list() {
    for square in ["({row}, {col})", "{row},{col}", "x={row} y={col}", "row {row} col {col}"] {
        let text = repeated(&format!("<<{square}|\\n>>"), &rows_of_tour());
        let squares: Vec<&str> = text.lines().collect();
        for line in ["-----", "searching..."] {
            for place in [1, squares.len() - 1] {
                let mut lines = squares.clone();
                lines.insert(place, line);
                let text = lines.join("\n");
                assert!(!is_condemned(&text), "{text}");
            }
        }
    }
}

#[test]
fn a_move_that_does_not_join_those_beside_it_is_refused() {
    let pairs = repeated("<<{row},{col}| >>", &rows_of_tour());
    for (list, to, wrong) in [(TOUR, "d2", "b9"), (&pairs, "2,4", "3,9")] {
        let squares: Vec<&str> = list.split(' ').collect();
        let line = |two: &[&str]| format!("{} -> {}\n", two[0], two[1]);
        let lines: String = squares.windows(2).map(line).collect();
        assert!(is_tour(&lines), "{lines}");
        let damaged = lines.replacen(to, wrong, 1);
        assert!(read(&damaged, None).is_err(), "{damaged}");
        let cut = lines.replacen(&format!("{to}\n"), "\n", 1);
        assert!(!is_tour(&cut), "{cut}");
    }
}
