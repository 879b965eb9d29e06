//! The known numbers are those of the results in this repository.

use knight_board::{Board, Square, Symmetry};

use crate::tour_counts::{Published, published};

/// The folder of the results, from the folder in which tests run.
const RESULTS: &str = "../../results";

/// Those of 8x8 and longer boards are too large to be counted in a test.
#[test]
fn the_counts_of_the_results_are_the_published_ones() {
    let mut agree = 0;
    for file in std::fs::read_dir(format!("{RESULTS}/counts")).unwrap() {
        let path = file.unwrap().path();
        let is_by_start = path.to_str().unwrap().ends_with("by-start.csv");
        if is_by_start || path.extension().unwrap() != "csv" {
            continue;
        }
        let mut in_file = 0;
        for row in csv::Reader::from_path(&path).unwrap().records() {
            let row = row.unwrap();
            let sides: [u16; 2] = [row[0].parse().unwrap(), row[1].parse().unwrap()];
            let is_it = |p: &Published| {
                let is_board = sides == [p.rows, p.cols] || sides == [p.cols, p.rows];
                is_board && p.goal == row[2] && p.start_row.is_none()
            };
            for known in published().into_iter().filter(is_it) {
                let column = if known.kind == "directed" { 4 } else { 3 };
                assert_eq!(row[column].parse(), Ok(known.tours()), "{path:?}: {}", known.source);
                in_file += 1;
            }
        }
        assert!(in_file > 0, "{path:?} has no published number");
        agree += in_file;
    }
    assert!(agree > 60, "{agree}");
}

#[test]
fn the_tours_of_8x8_by_start_add_up_to_the_published_number() {
    let mut results =
        csv::Reader::from_path(format!("{RESULTS}/counts/open-8x8-by-start.csv")).unwrap();
    let board = Board::new(8, 8).unwrap();
    let tours: Vec<(Square, u128)> = results
        .deserialize()
        .map(|row| {
            let (_, _, _, row, col, tours): (u16, u16, String, u16, u16, u128) = row.unwrap();
            (Square { row, col }, tours)
        })
        .collect();
    assert_eq!(tours.len(), 64);
    // OEIS A165134, directed.
    assert_eq!(tours.iter().map(|(_, tours)| tours).sum::<u128>(), 19_591_828_170_979_904);
    // The same for all images of a square.
    for symmetry in Symmetry::of(board) {
        for (square, count) in &tours {
            assert_eq!(tours[board.index(symmetry.square(board, *square))].1, *count, "{square}");
        }
    }
}
