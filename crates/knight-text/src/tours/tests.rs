//! How texts are read, and which faults are found.

use crate::tours::*;
use knight_board::{Fault, Move, Square};

mod blocks;
mod cases;
mod damaged;
mod formats;
mod layouts;
mod leftovers;

fn printed(text: &str) -> PrintedTour {
    read(text, None).unwrap()
}

const GRID: &str = " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n";

#[test]
fn grids_are_read_from_zero_and_from_one() {
    let from_one = printed(GRID);
    assert!(from_one.is_tour());
    assert_eq!((from_one.form, from_one.first_number), (Form::Grid, 1));

    assert_eq!(printed(&format!("Solution 1\n\n{GRID}")), from_one);

    let from_zero = printed("0\t3 6 9\n7|10|1|4\n\n2, 5, 8, 11\r\n");
    assert!(from_zero.is_tour());
    assert_eq!((from_zero.form, from_zero.first_number), (Form::Grid, 0));
    assert_eq!(from_zero.squares, from_one.squares);
}

#[test]
fn text_above_and_below_a_grid_is_skipped() {
    let said = format!("{GRID}\n3x4 from (1,1): open tour\n1,234 checks = 8^3.4, 12 nodes\n");
    for text in [
        said.clone(),
        format!("Board size: 3 4\nStart: (1, 1)\n{said}"),
        format!("3 4\n\n{said}Done in 0.5 s.\n"),
        format!("{GRID}3x4 from (1,1)\n"),
    ] {
        assert_eq!(printed(&text), printed(GRID), "{text}");
    }
    // Not skipped: a second grid, a row with a slip.
    for text in [
        "1 4 7 10\n\n8 11 2 5\n\n3 6 x 12\n".to_owned(),
        "1 4 7 10\n8 11 2 5\n3 6 x 12\n".to_owned(),
        "1 4 7 10\n8 11 2 5\n3 6 9 l2\n".to_owned(),
        format!("{GRID}\nSolution 2\n{GRID}"),
        format!("{GRID}\n{GRID}"),
    ] {
        assert!(read(&text, None).is_err(), "{text}");
    }
}

#[test]
fn lists_of_moves_are_made_on_the_given_board() {
    let board = Board::new(3, 4).ok();
    // The tour of GRID, move by move.
    let deltas = printed(GRID).squares;
    let digits: String = deltas
        .windows(2)
        .filter_map(|pair| {
            Move::ALL
                .into_iter()
                .find(|mv| board.and_then(|b| b.target(pair[0], *mv)) == Some(pair[1]))
        })
        .map(|mv| mv.to_string())
        .collect();
    for text in [format!("1,1: {digits}"), format!("a3\n{}\n{}", &digits[..4], &digits[4..])] {
        let moves = read(&text, board).unwrap();
        assert!(moves.is_tour(), "{text}: {:?}", moves.faults);
        assert!(matches!(moves.form, Form::Moves { .. }));
        assert_eq!(read(&text, None), Err(Refusal::NoBoard));
    }
    assert!(read("1,1 1\n1 9", board).is_err());
    let off = read("1,1 1 1 2", board).unwrap();
    assert!(matches!(off.faults[0], Fault::LeavesBoard { number: 2, mv, .. } if mv.number() == 1));
    assert!(!off.is_tour() && off.squares.len() == 2);
}

#[test]
fn a_zero_in_a_complete_walk_is_an_unvisited_square() {
    let short = printed("1 4 7 10\n 8 11 2 5\n 3 6 9 0\n");
    assert_eq!(short.first_number, 1);
    assert!(matches!(&short.faults[..], [Fault::Unvisited { unvisited }] if unvisited.len() == 1));
}

#[test]
fn a_zero_is_the_start_where_minus_one_is_an_unvisited_square() {
    let tour = printed("0 13 18 7 24\n5 8 1 12 17\n14 19 6 23 2\n9 4 21 -1 11\n20 15 10 3 22\n");
    assert_eq!(tour.first_number, 0);
    let [Fault::NumberMissing { number: 16 }, Fault::Unvisited { unvisited }] = &tour.faults[..]
    else {
        panic!("{:?}", tour.faults)
    };
    assert_eq!(unvisited[..], [Square { row: 4, col: 4 }]);
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
        assert_eq!(printed(&text).first_number, first, "{text}");
    }
}

#[test]
fn a_grid_without_a_visited_square_may_be_anything() {
    for text in ["0 0 0 0\n0 0 0 0\n0 0 0 0\n", ". . .\n. . .\n. . ."] {
        assert!(matches!(read(text, None), Err(Refusal::Uncertain(_))), "{text}");
    }
    assert!(["0", "1", "a1", "A1"].iter().all(|one| printed(one).is_tour()));
}

#[test]
fn a_broken_grid_from_zero_is_still_read_from_zero() {
    let grid = "0 3 6 9\n7 10 1 4\n2 5 8 11\n";
    let swapped = |a: u8, b: u8| {
        let number = |word: &str| match word.parse::<u8>() {
            Ok(n) if n == a => b.to_string(),
            Ok(n) if n == b => a.to_string(),
            _ => word.to_owned(),
        };
        let line = |line: &str| {
            let words: Vec<String> = line.split(' ').map(number).collect();
            words.join(" ")
        };
        grid.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    for (a, b) in (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b))) {
        let broken = printed(&swapped(a, b));
        assert_eq!(broken.first_number, 0, "{a} and {b}");
        assert!(!broken.is_tour(), "{a} and {b}");
    }
}

#[test]
fn numbers_repeated_missing_and_out_of_range_are_each_named() {
    let wrong = printed("1 4 7 10\n 8 4 2 5\n 3 6 9 99\n");
    let repeated = wrong
        .faults
        .iter()
        .any(|f| matches!(f, Fault::NumberRepeated { number: 4, squares } if squares.len() == 2));
    let out_of_range =
        wrong.faults.iter().any(|f| matches!(f, Fault::NumberOutOfRange { number: 99, .. }));
    assert!(repeated && out_of_range, "{:?}", wrong.faults);

    let missing = printed("1 4 7 10\n 8 12 2 5\n 3 6 9 0\n");
    assert!(missing.faults.contains(&Fault::NumberMissing { number: 11 }));

    for (grid, last) in [(GRID, 12), ("0 3 6 9\n7 10 1 4\n2 5 8 11\n", 11)] {
        let wrong = printed(&grid.replace(&last.to_string(), "3"));
        assert!(wrong.faults.contains(&Fault::NumberMissing { number: last }), "{wrong:?}");
    }
}

#[test]
fn what_is_no_tour_is_refused_with_its_line() {
    assert_eq!(read("\n \n", None), Err(Refusal::Nothing));
    assert_eq!(read("hello", None), Err(Refusal::Nothing));
    assert!(matches!(read("1 2\n3", None), Err(Refusal::Misfit { line: 2, .. })));
    assert!(matches!(read("1 2\n3 x", None), Err(Refusal::Misfit { line: 2, .. })));
    for table in ["0.5 0.25\n0.1 0.3\n", "p q\n0.5,0.25\n0.3,0.1", "1 0.5\n4 0.25"] {
        assert!(matches!(read(table, None), Err(Refusal::Misfit { .. })));
    }
    let long = read("1 99999999999999999999", None);
    assert!(matches!(long, Err(Refusal::Misfit { line: 1, .. })), "{long:?}");
    let small = Board::new(3, 3).ok();
    assert!(matches!(
        read(GRID, small),
        Err(Refusal::Size(found)) if found.printed.board.to_string() == "3x4"
    ));
    assert!(matches!(read("a3 b1 d2", small), Err(Refusal::Size(_))));
    let ends = "9223372036854775807 -9223372036854775808 0\n1 2 3\n9223372036854775806 5 6";
    assert!(!read(ends, None).is_ok_and(|printed| printed.is_tour()));
    // Half of its numbers are the same: it may be anything.
    assert!(matches!(read("5 5 5\n5 5 5\n5 5 5", None), Err(Refusal::Uncertain(_))));
}

#[test]
fn what_is_longer_than_any_tour_is_refused_at_once() {
    let all = usize::from(Board::MAX_SIDE).pow(2);
    let long = read(&"1\n".repeat(4 * all + 1001), None);
    assert!(matches!(long, Err(Refusal::TooLong { numbers }) if numbers > 4 * all), "{long:?}");
}

#[test]
fn a_tour_in_a_larger_grid_is_not_that_of_the_board() {
    for row in [". . . .", "-1 -1 -1 -1"] {
        for text in [format!("{GRID}{row}\n"), format!("{row}\n{GRID}")] {
            assert!(!read(&text, None).is_ok_and(|tour| tour.is_tour()), "{text}");
        }
    }
}

#[test]
fn a_word_and_a_number_are_no_board() {
    for text in ["solutions: 0", "tours: 1", "closed = 0", "error: 1", "x=1"] {
        assert!(read(text, None).is_err(), "{text}");
    }
    assert!(read("grid = [[1]]", None).unwrap().is_tour());
}

#[test]
fn a_tour_below_a_list_of_moves_is_read() {
    for start in ["3,4 1", "a3 1", "a3 8"] {
        let text = format!("{start}\n\n{GRID}");
        let board = "3x4".parse().ok();
        assert!(!read(&text, board).is_ok_and(|tour| !tour.is_tour()), "{text}");
    }
}
