//! Texts with several boards.

use crate::tours::*;

const TOUR: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
const WRONG: &str = "1 4 7 10\n8 11 2 5\n3 6 12 9\n";
const SHORT: &str = "1 4 7 .\n8 . 2 5\n3 6 9 .\n";
const NAMES: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1\n";
const OTHER: &str = "0 13 18 7 24\n5 8 1 12 17\n14 19 6 23 2\n9 4 21 16 11\n20 15 10 3 22\n";

/// The lines where boards begin, and whether they are tours.
fn verdicts(text: &str) -> Option<Vec<(usize, bool)>> {
    let blocks = read_all(text, None).ok()?;
    Some(blocks.iter().map(|block| (block.line, block.printed.is_tour())).collect())
}

/// The rows with their numbers.
fn numbered(rows: &str) -> String {
    (1..).zip(rows.lines()).map(|(number, row)| format!("{number}: {row}\n")).collect()
}

#[test]
fn each_of_several_boards_is_judged() {
    for (text, expected) in [
        (TOUR.to_owned(), vec![(1, true)]),
        (WRONG.to_owned(), vec![(1, false)]),
        (format!("{TOUR}{TOUR}"), vec![(1, true), (4, true)]),
        (format!("{TOUR}\n{WRONG}\n{TOUR}"), vec![(1, true), (5, false), (9, true)]),
        (format!("Board 1:\n{TOUR}Board 2:\n{WRONG}"), vec![(2, true), (6, false)]),
        (format!("{TOUR}\n{OTHER}\n25 squares\n"), vec![(1, true), (5, true)]),
        (format!("{NAMES}{NAMES}"), vec![(1, true), (2, true)]),
        (format!("Tour: {NAMES}\n{OTHER}"), vec![(1, true), (3, true)]),
        (format!("{TOUR}13 14 15 16\n\n{TOUR}"), vec![(1, false), (6, true)]),
        (format!("{WRONG}\n{WRONG}"), vec![(1, false), (5, false)]),
        (format!("{TOUR}{WRONG}"), vec![(1, true), (4, false)]),
        (format!("{WRONG}{TOUR}"), vec![(1, false), (4, true)]),
        (format!("{}\n{}", numbered(TOUR), numbered(TOUR)), vec![(1, true), (5, true)]),
        // Its letters may be labels, and a number is there twice.
        (
            format!("First:\n{TOUR}\nSecond:\n5 4 7 10 a\n8 11 2 5 b\n3 6 9 12 c\n"),
            vec![(2, true), (7, false)],
        ),
        (format!("Board 1:\n{WRONG}Board 2:\n{SHORT}"), vec![(2, false), (6, false)]),
        // One tour in two forms is one.
        (format!("{NAMES}\n{TOUR}"), vec![(1, true)]),
    ] {
        assert_eq!(verdicts(&text), Some(expected), "{text}");
    }
}

#[test]
fn several_boards_are_judged_only_if_nothing_else_is_there() {
    for text in [
        format!("{TOUR}\n{TOUR}\n1 2 3 4\n5 6\n"),
        format!("1 2 3\n4 5 6\n7 8 9\n\n{WRONG}"),
        // Four of the eight steps of a magic square are knight moves.
        "8 1 6\n3 5 7\n4 9 2\n\n6 1 8\n7 5 3\n2 9 4\n".to_owned(),
        "16 3 2 13\n5 10 11 8\n9 6 7 12\n4 15 14 1\n\n1 2 3\n4 5 6\n7 8 9\n".to_owned(),
    ] {
        assert_eq!(verdicts(&text), None, "{text}");
    }
    let board = "3x4".parse().ok();
    assert!(read_all(&format!("{TOUR}\n{OTHER}"), board).is_err());
    assert_eq!(read_all(&format!("{TOUR}\n{TOUR}"), board).map(|all| all.len()), Ok(2));
}

#[test]
fn longer_words_are_no_names_of_squares() {
    let words: String = (1..9).map(|n| format!("if (ans{n} || ans{n}) return;\n")).collect();
    assert_eq!(verdicts(&format!("{words}\n{TOUR}")), Some(vec![(1, true)]));
    for letter in ["N", "♞", "С", "k"] {
        let list: String = NAMES.split(' ').map(|name| format!("{letter}{name} ")).collect();
        assert_eq!(verdicts(&list), Some(vec![(1, true)]), "{list}");
        assert_eq!(verdicts(&list.replace(' ', "")), Some(vec![(1, true)]), "{list}");
    }
    assert_eq!(verdicts(&NAMES.replace(' ', " sol_")), None);
}

#[test]
fn boards_of_programs_are_not_condemned_without_a_knight_move() {
    let pixels: String =
        (0..20).map(|n| format!("goto({}, {})\n", 40 * (n % 5), 40 * (n / 3))).collect();
    for text in [
        &pixels,
        "board <= \'{\'{0,0,0},\'{0,0,0},\'{0,0,0}};",
        "let m = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]];",
        "for (int j = 0; j < h; j++)\n  for (int i = 0; i < w; i++)\n    a[i + 0][j - 1];",
        "A dot product:\n1 3 -5\n4 -2 -1\n",
        "error at (17, 18)\nerror at (19, 21)",
        "(1,2) - (2,4)\n(5,6) - (7,8)\n(9,1) - (2,3)",
        "line (1,2) to (2,4)\nline (5,6) to (7,8)\nline (9,1) to (2,3)",
        "Fig. 1: 1,5\nFig. 2: 2,5\nFig. 3: 3,7\nFig. 4: 5,6\nFig. 5: 7,2",
    ] {
        assert!(!read(text, None).is_ok_and(|read| !read.is_tour()), "{text}");
    }
}
