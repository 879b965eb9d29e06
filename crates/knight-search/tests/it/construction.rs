//! Tours by construction, on boards of all shapes.

use knight_board::theorems;
use knight_search::construction::{ConstructionError, construct};
use knight_search::{Board, Goal, Square};
use rayon::prelude::*;

fn board(rows: u16, cols: u16) -> Board {
    Board::new(rows, cols).unwrap()
}

/// Constructs from a square, and checks what comes out.
fn check(board: Board, start: Square) {
    for &goal in Goal::ALL {
        match (construct(board, start, goal), theorems::from(board, start, goal)) {
            // The type has checked that it is a tour.
            (Ok(tour), None) => {
                assert_eq!((tour.board(), tour.squares()[0]), (board, start));
                assert_eq!(tour.is_closed(), board.area().is_multiple_of(2), "{board} {start}");
            }
            (found, reason) => {
                let wanted = reason.map(ConstructionError::NoTour);
                assert_eq!(found.err(), wanted, "{board} from {start}, {goal}");
                assert!(wanted.is_some());
            }
        }
    }
}

#[test]
fn boards_of_all_shapes_have_tours_from_the_corner_and_the_centre() {
    for rows in 5..=40 {
        for cols in 5..=40 {
            let board = board(rows, cols);
            for start in [Square { row: 1, col: 1 }, board.centre()] {
                check(board, start);
            }
        }
    }
}

#[test]
fn boards_of_odd_area_have_tours_from_every_square_of_the_right_colour() {
    for (rows, cols) in [(5, 5), (5, 17), (7, 11), (9, 13), (11, 11), (15, 7), (17, 19), (23, 13)] {
        let board = board(rows, cols);
        board.squares().for_each(|start| check(board, start));
    }
}

#[test]
fn narrow_boards_are_refused() {
    let corner = Square { row: 1, col: 1 };
    let found = construct(board(4, 10), corner, Goal::Open).unwrap_err();
    assert_eq!(found.to_string(), "4x10 has a side below 5, for which there is no construction");
    assert!(matches!(
        construct(board(4, 10), corner, Goal::Closed),
        Err(ConstructionError::NoTour(_))
    ));
}

#[test]
#[ignore = "takes half a minute"]
fn square_boards_have_a_tour_and_long_boards_too() {
    // All that are cut into few blocks, and of the others every eleventh.
    let sides: Vec<u16> = (5..=400).chain((401..Board::MAX_SIDE).step_by(11)).collect();
    sides.into_par_iter().chain([Board::MAX_SIDE]).for_each(|side| {
        let board = board(side, side);
        let tour = construct(board, board.centre(), Goal::Open).unwrap();
        assert_eq!((tour.squares()[0], tour.is_closed()), (board.centre(), side % 2 == 0));
    });
    (5..=23).into_par_iter().for_each(|short| {
        for long in (100..=200).chain(1989..=2000) {
            check(board(short, long), Square { row: 1, col: 1 });
            check(board(long, short), Square { row: long, col: short });
        }
    });
}
