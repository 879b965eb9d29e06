//! Texts whose layout is not certain, and texts that are easy to misread.

use crate::transcript::*;

fn refusal(text: &str) -> String {
    read(text, None).expect_err(text).to_string()
}

fn board(text: &str) -> Option<Board> {
    text.parse().ok()
}

#[test]
fn what_can_be_read_in_several_ways_is_not_judged() {
    for (text, wrong) in [
        ("1 4 7 10 8 11 2 5 3 6 9 12", "one row of 12 numbers; give the board with --board"),
        ("1\n4\n7\n10\n8\n11\n2\n5", "one column of 8 numbers; give the board with --board"),
        ("[1, 4, 7, 10, 8, 11,\n 2, 5, 3, 6, 9, 12]", "may be rows or not; give the board"),
        ("{2,1,-1,-2,-2,-1,1,2},\n{1,2,2,1,-1,-2,-2,-1}", "numbers are those of eight moves"),
        ("5 5\n5 5", "two numbers in each line are neither a walk of squares nor a grid"),
        ("1 4 7 10\n8 11 2 5\n3 6 9 12\n\n1 4 7\n8 11 2\n3 6 9", "2 grids or lists, at lines 1, 5"),
        ("1 4 7 10\n8 11 2 5\n3 6 9 12\n\na3 c2 a1", "2 grids or lists, at lines 1, 5"),
        ("1 | 1 4 7 10\n2 | 8 11 2 5\n3 | 3 6 9 13", "the first column may number the rows"),
        ("[[1, 4, 7, 10],\n [8, 11, 2, 5]\n", "a bracket of the rows from line 1 is not closed"),
        ("1 4 7 10\n8 11 2\n3 6 9 12", "line 2: this row has 3 numbers, the first one has 4"),
        ("[[1,4,7,10],[8,11,2],[3,6,9,12]]", "line 1: this row has 3 numbers, the first one has 4"),
        ("Step 1: a3\nStep 2: c2\nStop 3: a1", "line 1: `Step` is neither a number"),
        (
            "Step 1: a3\nStep 2: c2\nStep 3: a!\nStep 4: b3",
            "line 3: this line is not like those around it, such as line 1",
        ),
    ] {
        let refusal = refusal(text);
        assert!(refusal.contains(wrong), "{text}: {refusal}");
    }
    let not_a_walk = "1 2 3 4 5 6 7 8 9 10 11 12";
    let refused = read(not_a_walk, board("3x4")).unwrap_err().to_string();
    assert!(refused.contains("row by row they are not a walk"), "{refused}");
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
        assert!(refusal(&text).contains("line 1: `"), "{text}");
    }
}

#[test]
fn dots_are_unvisited_squares() {
    let path = read("0 3 6 .\n7 10 1 4\n2 5 8 .\n", None).unwrap();
    assert_eq!((path.numbering, path.first_number), (Numbering::FromZero, 0));
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
    assert_eq!(from_zero.remarks, ["the squares are read as row,column from 0"]);
    let from_one = read("(1,1) (2,3) (3,1) (1,2)", None).unwrap();
    assert_eq!((&from_one.squares, from_one.remarks), (&from_zero.squares, vec![]));
    // Columns first, as only that fits.
    let exchanged = read("(1,1) (3,2) (1,3) (4,1)", board("3x4")).unwrap();
    assert_eq!(exchanged.squares[1], Square { row: 2, col: 3 });
    assert!(exchanged.remarks[0].contains("read as column,row from 1"), "{exchanged:?}");
    let off = read("(1,1) (5,2)", board("3x4")).unwrap_err();
    assert!(matches!(off, TranscriptError::Square { line: 1, .. }), "{off}");
    let off = read("(-1,1) (1,2) (2,4)", None).unwrap_err();
    assert!(matches!(off, TranscriptError::Square { line: 1, .. }), "{off}");
}

#[test]
fn names_of_rows_and_columns_say_which_comes_first() {
    for (text, named, said) in [
        ("step,col,row\n1,1,1\n2,3,2\n3,3,1", "from 2. (3,2) to 3. (3,1)", "column,row from 1"),
        ("col 1, row 1\ncol 3, row 2\ncol 3, row 1", "2. (3,2) to 3. (3,1)", "column,row from 1"),
        ("step,col,row\n0,0,0\n1,2,1\n2,2,0", "from 1. (2,1) to 2. (2,0)", "column,row from 0"),
        (
            "step,x,y\n1,1,1\n2,2,3\n3,1,3",
            "from 2. (2,3) to 3. (1,3)",
            "x is read as the row and y as the column, from 1",
        ),
        (
            "x=0 y=0\nx=1 y=2\nx=0 y=2",
            "from 2. (1,2) to 3. (0,2)",
            "x is read as the row and y as the column, from 0",
        ),
    ] {
        let printed = read(text, None).unwrap();
        assert_eq!(printed.squares[1], Square { row: 2, col: 3 }, "{text}");
        let fault = printed.fault_text(&printed.faults[0]);
        assert!(fault.contains(named), "{text}: {fault}");
        assert!(printed.remarks[0].contains(said), "{text}: {:?}", printed.remarks);
    }
    // On a board where only the other way fits.
    let wide = read("step,x,y\n1,1,1\n2,3,2\n3,4,4\n4,5,2", board("4x5")).unwrap();
    assert_eq!(wide.remarks[0], "x is read as the column and y as the row, from 1");
    let off = read("step,col,row\n1,1,1\n2,9,2", board("3x4")).unwrap_err().to_string();
    assert!(off.contains("9,2"), "{off}");
}

#[test]
fn answers_of_solve_are_read() {
    let answer = r#"{"job":0,"rows":3,"cols":4,"outcome":"tour","tour":"a3-c2-a1-b3-d2-b1-c3-a2-c1-d3-b2-d1"}"#;
    assert!(read(answer, None).unwrap().is_tour());
    assert!(matches!(read(answer, board("4x3")), Err(TranscriptError::Size { .. })));
    let wrong = answer.replace("a3-c2", "c2-a3");
    assert!(!read(&wrong, None).unwrap().is_tour());
    let stopped = r#"{"rows":8,"cols":8,"outcome":"budget","tour":null}"#;
    assert_eq!(read(stopped, None), Err(TranscriptError::NoTour("budget".to_owned())));
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
        assert_eq!(read(text, None).as_ref(), Ok(&plain), "{text}");
    }
    // A grid whose rows or columns count is a grid, though not a tour.
    assert_eq!(read("1 2 3\n4 5 6\n7 8 9", None).unwrap().board, board("3x3").unwrap());
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
    for labels in [
        ["Row 1:", "Row 2:", "Row 3:"],
        ["0:", "1:", "2:"],
        ["1.", "2.", "3."],
        ["3:", "2:", "1:"],
        ["1:", "", "3:"],
    ] {
        assert_eq!(read(&labelled(labels), None).as_ref(), Ok(&plain), "{labels:?}");
    }
    for (labels, wrong) in [
        (["Row 1:", "Row 3:", "Row 2:"], "line 2: the row numbered 3 is where 2 is expected"),
        (["Row 1:", "Row 1:", "Row 1:"], "line 2: the row numbered 1 is where 2 is expected"),
        (["1:", "3:", "2:"], "after 1 in line 1; give the rows in order, or without numbers"),
        (["1)", "2)", "4)"], "line 3: the row numbered 4 is where 3 is expected"),
        (["2:", "3:", "4:"], "line 1: the rows are numbered from 2; give all of them"),
        (["10:", "11:", "12:"], "line 1: the rows are numbered from 10;"),
    ] {
        let refusal = refusal(&labelled(labels));
        assert!(refusal.contains(wrong), "{labels:?}: {refusal}");
    }
}

#[test]
fn a_letter_in_the_place_of_a_digit_is_blamed() {
    let grid = " 1 14  9 20  3\n24 19  2 15 10\n13  8 25  4 21\n18 23  6 11 16\n 7 12 17 22  5\n";
    for (right, wrong, line, meant) in [
        ("13 ", "l3 ", 3, " (did you mean 13?)"),
        (" 1 ", "l1 ", 1, " (did you mean 11?)"),
        ("19 ", "l9 ", 2, " (did you mean 19?)"),
        ("16", "b6", 4, ""),
    ] {
        let said = refusal(&grid.replacen(right, wrong, 1));
        let wrong = wrong.trim();
        assert_eq!(said, format!("line {line}: `{wrong}` stands among numbers; correct it{meant}"));
    }
    let said = refusal(&grid.replace("20", "2O"));
    assert!(said.starts_with("line 1: `2O` is neither") && said.ends_with("mean 20?)"), "{said}");
    let said = refusal("a5 b3 c5 4 b2");
    assert_eq!(said, "line 1: `4` stands among squares; correct it");
    // Moves are moves.
    assert_eq!(read("a3 1 2 8\n1 3 4 4", None), Err(TranscriptError::NoBoard));
}

#[test]
fn a_zero_that_is_there_twice_is_said_to_be() {
    let grid = "0 13 18 7 24\n5 8 1 12 17\n14 19 6 23 2\n9 4 21 16 11\n20 15 10 3 22\n";
    assert!(read(grid, None).unwrap().is_tour());
    for number in ["16", "8", "23"] {
        let twice = read(&grid.replace(&format!(" {number} "), " 0 "), None).unwrap();
        assert_eq!(twice.numbering, Numbering::FromZero);
        let missing = number.parse().unwrap();
        let [Fault::NumberRepeated { number: 0, squares }, Fault::NumberMissing { number }] =
            &twice.faults[..]
        else {
            panic!("{:?}", twice.faults)
        };
        assert_eq!((squares.len(), *number), (2, missing));
    }
    // What may also be an unfinished walk from 1 has a note.
    let last = read(&grid.replace("24", "0"), None).unwrap();
    assert!(last.remarks.iter().any(|remark| remark.contains("number 0 ")), "{last:?}");
}

#[test]
fn tables_are_refused_where_they_are_wrong() {
    for (text, wrong) in [
        ("step,row,col\n1,1,1\n2,2,3\n4,3,1", "line 4: step 4 follows step 2; give all steps"),
        ("step,row,col\n1,1,1\n2,2,3\n2,3,1", "line 4: step 2 is in line 3 too"),
        ("step,row,col\n1,1,1\n2,x,3\n3,3,1", "line 3: `x` is neither a number"),
        ("step,row,col\n1,1,1\n2,2\n3,3,1", "line 3: this row has 2 numbers"),
        ("row,col\n1,1\n2,3\n\nrow,col\n1,1\n2,3", "it has several tables, at lines 1 and 5"),
        ("row,col\n1,1\nhere\n2,3", "line 4 may belong to the table that ends at line 3"),
    ] {
        let refusal = refusal(text);
        assert!(refusal.contains(wrong), "{text}: {refusal}");
    }
    // The columns are where the heading says.
    let exchanged = read("step;col;row\n1;1;1\n2;3;2\n3;1;3", None).unwrap();
    assert_eq!(exchanged.squares[1], Square { row: 2, col: 3 });
    assert!(names_squares("\"step\",\"x\",\"y\""));
    for heading in ["row,col,checks", "rows,cols", "a b c d e f g h i", "job,rows,cols"] {
        assert!(!names_squares(heading), "{heading}");
    }
}

#[test]
fn objects_whose_steps_are_not_in_order_are_not_read() {
    let objects = r#"[{"step":1,"row":0,"col":0},{"step":2,"row":1,"col":2}]"#;
    assert_eq!(read(objects, None).unwrap().squares.len(), 2);
    assert_eq!(read(&objects.replace("2,\"row", "0,\"row"), None), Err(TranscriptError::Empty));
}
