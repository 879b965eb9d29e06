//! Texts whose layout is not certain, and texts that are easy to misread.

use crate::tours::*;
use knight_board::{Fault, Square};

fn refusal(text: &str) -> Refusal {
    read(text, None).expect_err(text)
}

fn is_refused(text: &str) -> bool {
    read(text, None).is_err()
}

fn board(text: &str) -> Option<Board> {
    text.parse().ok()
}

#[test]
fn what_can_be_read_in_several_ways_is_not_judged() {
    for text in [
        "1\n4\n7\n10\n8\n11\n2\n5",
        "[1, 4, 7, 10, 8, 11,\n 2, 5, 3, 6, 12, 9]",
        "5 5\n5 5",
        "1 4 7 10\n8 11 2 5\n3 6 9 12\n\n1 4 7\n8 11 2\n3 6 9",
        "1 | 1 4 7 10\n2 | 8 11 2 5\n3 | 3 6 9 13",
        "[[1, 4, 7, 10],\n [8, 11, 2, 5]\n",
        // A tour of 6x6 but for two numbers, in rows of nine.
        "32 19 16 7 34 25 15 6 33\n26 17 8 31 20 18 9 24 35\n\
         5 14 27 36 1 10 30 21 12\n3 28 23 13 4 29 22 11 2",
        "1 4 7 10 | 0 0 0 0\n8 11 2 5 | 0 0 0 0\n3 6 9 12 | 0 0 0 0",
        "1: a -> c2\n2: c2 -> a1\n3: a1 -> b3\n4: b3 -> d2\n5: d2 -> b1\n\
         6: b1 -> c3\n7: c3 -> a2\n8: a2 -> c1\n9: c1 -> d3\n10: d3 -> b2\n11: b2 -> d1",
        "Step 1: a3\nStep 2: c2\nStop 3: a1",
        "Step 1: a3\nStep 2: c2\nStep 3: a!\nStep 4: b3",
    ] {
        assert!(is_refused(text), "{text}");
    }
    assert_eq!(refusal("{2,1,-1,-2,-2,-1,1,2},\n{1,2,2,1,-1,-2,-2,-1}"), Refusal::KnightMoves);
    for text in ["1 4 7 10\n8 11 2\n3 6 9 12", "[[1,4,7,10],\n[8,11,2],\n[3,6,9,12]]"] {
        assert!(matches!(refusal(text), Refusal::Misfit { line: 2, .. }), "{text}");
    }
    let in_a_line = refusal("{\"board\": [[1,4,7,10],[8,11,2],[3,6,9,12],]}");
    assert_eq!(in_a_line, Refusal::Misfit { line: 1, text: "8,11,2".to_owned() });
    let not_a_walk = "1 2 3 4 5 6 7 8 9 10 11 12";
    assert!(read(not_a_walk, board("3x4")).is_err());
}

#[test]
fn several_tours_are_named() {
    let grid = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
    let upside_down = "3 6 9 12\n8 11 2 5\n1 4 7 10\n";
    let beside: String =
        grid.lines().zip(upside_down.lines()).map(|(a, b)| format!("{a}    {b}\n")).collect();
    let stacked = include_str!("../../../tests/data/10-verify-tours-stacked.txt").to_owned();
    assert!(is_refused(&beside), "{beside}");
    for text in [format!("{grid}{upside_down}"), format!("{grid}\n{upside_down}"), stacked] {
        let Refusal::Several(found) = refusal(&text) else { panic!("{text}") };
        assert_eq!(found.len(), 2, "{text}");
        assert!(
            found.iter().all(|f| f.printed.is_tour() && f.printed.board.to_string() == "3x4"),
            "{text}"
        );
    }
    // The same tour as a grid and as a list is one.
    let list = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
    assert!(read(&format!("{grid}\n{list}\n"), None).unwrap().is_tour());
    let other = "d1 b2 d3 c1 a2 c3 b1 d2 b3 a1 c2 a3";
    assert!(matches!(refusal(&format!("{grid}\n{other}\n")), Refusal::Several(_)));
}

#[test]
fn sentences_beside_a_grid_are_no_slips() {
    let grid = "1 6 15 10 21\n14 9 20 5 16\n19 2 7 22 11\n8 13 24 17 4\n25 18 3 12 23";
    for sentence in [
        "Solution found in 12 ms",
        "Knight's tour of 5x5:",
        "Enter the start: 1 1",
        "took 0.5 s, done",
    ] {
        for text in [format!("{sentence}\n{grid}"), format!("{grid}\n{sentence}")] {
            assert!(read(&text, None).unwrap().is_tour(), "{text}");
        }
    }
    // As long as the rows, and apart from them.
    let apart = format!("{grid}\n\n19,137,661 checks, 2 nodes");
    assert!(read(&apart, None).unwrap().is_tour());
    for slip in ["1 6 l5 10 21", "1 6 l5 lO 21", "1 6 x 10 21", "l 6 l5 l0 2l"] {
        let text = grid.replace("1 6 15 10 21", slip);
        assert!(matches!(refusal(&text), Refusal::Misfit { line: 1, .. }), "{text}");
    }
}

#[test]
fn dots_are_unvisited_squares() {
    let path = read("0 3 6 .\n7 10 1 4\n2 5 8 .\n", None).unwrap();
    assert_eq!((path.form, path.first_number), (Form::Grid, 0));
    let unvisited = |fault: &Fault| matches!(fault, Fault::Unvisited { .. });
    assert!(path.faults.iter().any(unvisited) && !path.is_tour(), "{:?}", path.faults);
    let whole_row = read("1 . .\n. . 2\n. . .\n", None).unwrap();
    assert_eq!((whole_row.board, whole_row.squares.len()), (Board::new(3, 3).unwrap(), 2));
}

#[test]
fn squares_count_from_0_if_one_of_them_has_a_0() {
    let from_zero = read("(0,0) (1,2) (2,0) (0,1)", None).unwrap();
    assert_eq!(from_zero.board, board("3x3").unwrap());
    assert_eq!(from_zero.squares[0], Square { row: 1, col: 1 });
    assert_eq!(from_zero.form, Form::Pairs { first: 0, column_first: false });
    let from_one = read("(1,1) (2,3) (3,1) (1,2)", None).unwrap();
    assert_eq!((&from_one.squares, from_one.notes), (&from_zero.squares, vec![]));
    // Columns first, as only that fits.
    let exchanged = read("(1,1) (3,2) (1,3) (4,1)", board("3x4")).unwrap();
    assert_eq!(exchanged.squares[1], Square { row: 2, col: 3 });
    assert_eq!(exchanged.form, Form::Pairs { first: 1, column_first: true });
    assert!(is_refused("(-1,1) (1,2) (2,4)"));
}

#[test]
fn names_of_rows_and_columns_say_which_comes_first() {
    for (text, first, x_is_row) in [
        ("step,col,row\n1,1,1\n2,3,2\n3,1,3", 1, None),
        ("col 1, row 1\ncol 3, row 2\ncol 1, row 3", 1, None),
        ("step,col,row\n0,0,0\n1,2,1\n2,0,2", 0, None),
        ("step,x,y\n1,1,1\n2,2,3\n3,3,1", 1, Some(true)),
        ("x=0 y=0\nx=1 y=2\nx=2 y=0", 0, Some(true)),
    ] {
        let printed = read(text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert_eq!(printed.squares[1], Square { row: 2, col: 3 }, "{text}");
        assert!(!printed.is_tour());
        let column_first = x_is_row.is_none();
        assert_eq!(printed.form, Form::Pairs { first, column_first }, "{text}");
        let named = x_is_row.map(|x_is_row| Note::NamedXy { x_is_row });
        assert_eq!(
            printed.notes.iter().find(|n| matches!(n, Note::NamedXy { .. })),
            named.as_ref()
        );
    }
    // On a board where only the other way fits.
    let wide = read("step,x,y\n1,1,1\n2,3,2\n3,4,4\n4,5,2", board("4x5")).unwrap();
    assert!(wide.notes.contains(&Note::NamedXy { x_is_row: false }));
    let off = read("step,col,row\n1,1,1\n2,3,2\n3,5,1", board("3x4"));
    assert!(matches!(off, Err(Refusal::Size(_))), "{off:?}");
}

#[test]
fn a_start_above_numbered_steps_is_not_left_out() {
    for text in ["Start: a1\n1. b3\n2. c1\n3. a2", "Start at (3,1)\n1. (1,2)\n2. (3,3)\n3. (2,1)"] {
        assert!(is_refused(text), "{text}");
    }
}

#[test]
fn a_list_on_another_board_than_the_given_one_is_refused() {
    for text in ["(0,0) (1,2) (2,4) (3,6)", "a5 b3 d4 e6 g5", "a5 c4 e3 g2 i1"] {
        assert!(matches!(read(text, board("5x5")), Err(Refusal::Size(_))), "{text}");
    }
    for (text, start) in [("9,9: 1234", "9,9"), ("j1: 1234", "j1")] {
        assert_eq!(read(text, board("5x5")), Err(Refusal::Outside(start.to_owned())));
    }
}

#[test]
fn labels_are_left_out_only_where_the_rest_is_complete() {
    let grid = "1 4 7 10\n8 11 2 5\n3 6 9 12";
    let plain = read(grid, None).unwrap();
    for text in [
        "1 1 4 7 10\n2 8 11 2 5\n3 3 6 9 12",
        "3: 1 4 7 10\n2: 8 11 2 5\n1: 3 6 9 12",
        "1 2 3 4\n1 4 7 10\n8 11 2 5\n3 6 9 12",
        "  0 1 2 3\n0 1 4 7 10\n1 8 11 2 5\n2 3 6 9 12",
    ] {
        let printed = read(text, None).unwrap();
        assert_eq!((printed.is_tour(), &printed.squares), (true, &plain.squares), "{text}");
    }
    // Few steps are knight moves.
    assert!(is_refused("1 2 3\n4 5 6\n7 8 9"));
}

#[test]
fn labels_of_rows_count_in_reading_order() {
    let rows = ["1 4 7 10", "8 11 2 5", "3 6 9 12"];
    let labelled = |labels: [&str; 3]| {
        let lines: Vec<String> =
            labels.iter().zip(rows).map(|(label, row)| format!("{label} {row}")).collect();
        lines.join("\n")
    };
    let plain = read(&rows.join("\n"), None).unwrap();
    for labels in
        [["Row 1:", "Row 2:", "Row 3:"], ["0:", "1:", "2:"], ["1.", "2.", "3."], ["3:", "2:", "1:"]]
    {
        let printed = read(&labelled(labels), None).unwrap();
        assert_eq!((printed.is_tour(), &printed.squares), (true, &plain.squares), "{labels:?}");
    }
    for labels in [
        ["Row 1:", "Row 3:", "Row 2:"],
        ["Row 1:", "Row 1:", "Row 1:"],
        ["1:", "3:", "2:"],
        ["1)", "2)", "4)"],
    ] {
        assert!(is_refused(&labelled(labels)), "{labels:?}");
    }
}

#[test]
fn a_letter_in_the_place_of_a_digit_is_blamed() {
    let grid = " 1 14  9 20  3\n24 19  2 15 10\n13  8 25  4 21\n18 23  6 11 16\n 7 12 17 22  5\n";
    for (right, wrong, line) in
        [("13 ", "l3 ", 3), (" 1 ", "l1 ", 1), ("19 ", "l9 ", 2), ("16", "b6", 4), ("20", "2O", 1)]
    {
        let Refusal::Misfit { line: said, .. } = refusal(&grid.replacen(right, wrong, 1)) else {
            panic!("{wrong}")
        };
        assert_eq!(said, line, "{wrong}");
    }
    assert!(is_refused("a5 b3 c5 4 b2"));
    // Moves are moves.
    assert_eq!(read("a3 1 2 8\n1 3 4 4", None), Err(Refusal::NoBoard));
}

#[test]
fn a_zero_that_is_there_twice_is_said_to_be() {
    let grid = "0 13 18 7 24\n5 8 1 12 17\n14 19 6 23 2\n9 4 21 16 11\n20 15 10 3 22\n";
    assert!(read(grid, None).unwrap().is_tour());
    for number in ["16", "8", "23"] {
        let twice = read(&grid.replace(&format!(" {number} "), " 0 "), None).unwrap();
        assert_eq!(twice.first_number, 0);
        let missing = number.parse().unwrap();
        let [Fault::NumberRepeated { number: 0, squares }, Fault::NumberMissing { number }] =
            &twice.faults[..]
        else {
            panic!("{:?}", twice.faults)
        };
        assert_eq!((squares.len(), *number), (2, missing));
    }
}

#[test]
fn tables_are_refused_where_they_are_wrong() {
    let objects =
        r#"[{"step":1,"row":0,"col":0},{"step":2,"row":1,"col":2},{"step":3,"row":2,"col":0}]"#;
    assert_eq!(read(objects, None).unwrap().squares.len(), 3);
    for text in [
        "step,row,col\n1,1,1\n2,2,3\n4,3,1",
        "step,row,col\n1,1,1\n2,2,3\n2,3,1",
        "step,row,col\n1,1,1\n2,x,3\n3,3,1",
        "step,row,col\n1,1,1\n2,2\n3,3,1",
        "row,col\n1,1\n2,3\n\nrow,col\n1,1\n2,3",
        "row,col\n1,1\nhere\n2,3",
        &objects.replace("2,\"row", "5,\"row"),
    ] {
        assert!(is_refused(text), "{text}");
    }
    // The columns are where the heading says.
    let exchanged = read("step;col;row\n1;1;1\n2;3;2\n3;1;3", None).unwrap();
    assert_eq!(exchanged.squares[1], Square { row: 2, col: 3 });
}

#[test]
fn a_heading_names_squares_by_a_row_a_column_and_a_step_alone() {
    assert!(names_squares("\"step\",\"x\",\"y\""));
    for heading in ["row,col,checks", "rows,cols", "a b c d e f g h i", "job,rows,cols"] {
        assert!(!names_squares(heading), "{heading}");
    }
}
