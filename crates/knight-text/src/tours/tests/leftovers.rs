//! Nothing of its block may be left over beside a tour.

use knight_board::Square;
use proptest::prelude::*;

use crate::tours::tests::formats::tour;
use crate::tours::*;

const FLAT: &str = "1 4 7 10 8 11 2 5 3 6 9 12";
const GRID: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12";
const NAMES: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
const PAIRS: &str = "1,1 2,3 3,1 1,2 2,4 3,2 1,3 2,1 3,3 1,4 2,2 3,4";

fn is_tour(text: &str) -> bool {
    read(text, None).is_ok_and(|printed| printed.is_tour())
}

#[test]
fn a_sign_a_letter_or_a_fraction_at_an_end_is_no_part_of_a_tour() {
    for text in [FLAT, GRID, PAIRS] {
        assert!(is_tour(text), "{text}");
        for damaged in [
            format!("- {text}"),
            format!("-{text}"),
            format!("0.{text}"),
            format!("0. {text}"),
            format!("x{text}"),
            format!("{text}.5"),
            format!("{text}x"),
            format!("{text} @"),
        ] {
            // A grid may have a label, and a sentence may end with a sign.
            let is_harmless = damaged.ends_with('@') || damaged.starts_with("0. ") && text == GRID;
            assert!(is_harmless || !is_tour(&damaged), "{damaged}");
        }
    }
    for damaged in
        [format!("{FLAT} x"), format!("{GRID} x"), format!("{GRID}\n x"), format!("-\n{GRID}")]
    {
        assert!(!is_tour(&damaged), "{damaged}");
    }
}

#[test]
fn a_short_row_is_a_row_and_a_size_is_none() {
    for (beside, is_read) in
        [("13 14", false), ("13", false), ("3 4", true), ("1 1", true), ("12", true), ("304", true)]
    {
        assert_eq!(is_tour(&format!("{GRID}\n{beside}\n")), is_read, "{beside}");
        assert_eq!(is_tour(&format!("{beside}\n{GRID}\n")), is_read, "{beside}");
    }
}

#[test]
fn squares_beside_a_list_are_its_start_its_end_or_its_size() {
    for (text, is_read) in [
        (format!("Tour from a3: {NAMES}"), true),
        (format!("From a3 to d1: {NAMES}"), true),
        (format!("5x5 is too small: {NAMES}"), true),
        (format!("The tour is {PAIRS}"), true),
        (format!("1. {NAMES}"), true),
        (format!("3 4\n{}", PAIRS.replace(' ', "\n").replace(',', " ")), true),
        (format!("{NAMES}. From a3 to d1."), true),
        // A step that no knight makes, or none.
        (format!("{NAMES} a3"), false),
        (format!("a3 {NAMES}"), false),
        (format!("{NAMES} d1"), false),
        (format!("{PAIRS} 1,1"), false),
        (format!("1,1 {PAIRS}"), false),
        (format!("{PAIRS} 3,4"), false),
        (format!("3,4 {PAIRS}"), false),
        (NAMES.replace(" d2", " 5 d2"), false),
        (format!("{NAMES} z9"), false),
        (format!("b1 {NAMES}"), false),
        (format!("{NAMES} a3 c2"), false),
        (format!("{PAIRS} 5,5"), false),
        (format!("{PAIRS} 5"), false),
        (format!("9 {PAIRS}"), false),
    ] {
        assert_eq!(is_tour(&text), is_read, "{text}");
    }
}

#[test]
fn a_damaged_list_beside_a_tour_is_left_over_and_a_log_is_not() {
    let lines = |write: fn(usize) -> String| (0..20).map(write).collect::<String>();
    for (beside, is_read) in [
        ("1 4 7\n8 11 2\n3 6 9".to_owned(), false),
        (PAIRS.replace("3,4", "3 4"), false),
        (PAIRS.replace("2,2 3,4", "2,2 x 3,4"), false),
        (NAMES.replace("c1", "c5"), false),
        (lines(|n| format!("start {} {}: {} ms\n", n % 3, n / 3, 12 + n)), true),
        (lines(|n| format!("try {n}\n")), true),
        ("dx = {2,1,-1,-2,-2,-1,1,2}, dy = {1,2,2,1,-1,-2,-2,-1}".to_owned(), true),
        ("[(2,1), (1,2), (-1,2), (-2,1), (-2,-1), (-1,-2), (1,-2), (2,-1)]".to_owned(), true),
    ] {
        assert_eq!(is_tour(&format!("{GRID}\n\n{beside}\n")), is_read, "{beside}");
    }
}

#[test]
fn letters_before_a_file_are_the_same_for_all_squares() {
    let each = |letters: &str| -> String {
        NAMES.split(' ').map(|at| format!("{letters}{at} ")).collect()
    };
    for letters in ["N", "S", "n", "Kn", "♘"] {
        assert!(is_tour(&each(letters)), "{letters}");
    }
    for (right, wrong) in [(" c2", " cc2"), ("b3", "Bb3"), ("d1", "5d1"), ("a3", "xa3")] {
        assert!(!is_tour(&NAMES.replace(right, wrong)), "{wrong}");
    }
}

#[test]
fn elided_lists_and_games_are_refused() {
    for text in [
        "a3 c2 a1 b3 ... b2 d1",
        "a3 c2 a1 b3 …",
        "(0,0), (1,2), (2,0), (0,1), ...",
        "[[1 4 7]\n ...\n [3 6 9]]",
        "1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 Nb4 4. Nd4 Nd5",
        "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O",
        "e4 e5 Nf3 Nc6 Bb5 a6",
    ] {
        assert!(read(text, None).is_err(), "{text}");
    }
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
fn another_row_of_a_board_is_left_over_wherever_it_stands() {
    let array = "int t[3][4] = {{1,4,7,10},\n{8,11,2,5},\n{3,6,9,12}};\n";
    for text in [
        format!("{GRID}\nRow 4: 13 14 15 16"),
        format!("next: 13 14 15 16\n{GRID}"),
        format!("{GRID}\n13 15 14 16 end"),
        format!("{GRID}\n\n13 15 14 16 end"),
        format!("0 0 0 0 (empty)\n{GRID}"),
        format!("{GRID}\n1 4 7 10 # bad row"),
        format!("{array}{{3,6,9,13}};"),
        format!("{GRID}\n\na3 c2 a1 b3 d2 b1"),
        format!("{GRID}\nbegins a3 c2 a1 b3"),
        format!("int t[3][4] = {{{{1,4,7,10}},\n{array}"),
        "[[1,4,7,10],[8,11,2,5],[3,6,9,12]],[[13,14,15,16]]".to_owned(),
        "[[1,4,7,10],[8,11,2,5],[3,6,9,12]]\n[13,14,15,16]".to_owned(),
    ] {
        let read = read(&text, None);
        assert!(matches!(read, Err(Refusal::Leftover { .. })), "{text}: {read:?}");
    }
    for text in [
        format!("{GRID}\n5 6 7 were tried first"),
        format!("columns: 1 2 3 4\n{GRID}"),
        format!("{GRID}\nfrom a3 to d1"),
        format!("{array}int dx[4] = {{2, 1, -1, -2}};"),
    ] {
        assert!(read(&text, None).unwrap().is_tour(), "{text}");
    }
}

#[test]
fn words_behind_a_row_take_it_from_no_board() {
    let board = Board::new(5, 5).unwrap();
    let tour = tour(board, 0).unwrap();
    let mut rows = vec![vec![String::new(); 5]; 5];
    for (at, square) in tour.squares().iter().enumerate() {
        rows[usize::from(square.row) - 1][usize::from(square.col) - 1] = (at + 1).to_string();
    }
    for row in 0..5 {
        for words in ["# start", "<- start", "// x", "(start)", "sum"] {
            let mut lines: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
            lines[row] += &format!(" {words}");
            let read = read(&lines.join("\n"), None);
            assert!(!read.as_ref().is_ok_and(|read| !read.is_tour()), "{lines:?}: {read:?}");
        }
    }
}

#[test]
fn a_message_behind_the_last_number_takes_no_row_from_a_board() {
    let five = "1 18 13 24 7\n12 23 8 19 14\n17 2 25 6 9\n22 11 4 15 20\n3 16 21 10 5";
    for message in ["Press any key to continue . . .", "Process finished with exit code 0", "Done."]
    {
        assert!(is_tour(&format!("{five}{message}")), "{message}");
    }
    for message in ["segmentation fault (core dumped)", "user@host:~/knight$", "пока и все"]
    {
        assert!(read(&format!("{five}{message}"), None).is_err(), "{message}");
    }
}

#[test]
fn words_inside_a_row_take_it_from_no_board() {
    let rows = ["1 18 13 24 7", "12 23 8 19 14", "17 2 25 6 9", "22 11 4 15 20", "3 16 21 10 5"];
    let messages = ["(start)", "searching...", "Done", "Step taken"];
    for (row, cell) in (0..5).flat_map(|row| (0..5).map(move |cell| (row, cell))) {
        for message in messages {
            for (before, behind) in [("", " "), (" ", " "), (" ", "")] {
                let mut lines = rows.map(str::to_owned);
                let mut cells: Vec<String> = rows[row].split(' ').map(str::to_owned).collect();
                cells[cell] += &format!("{before}{message}{behind}");
                lines[row] = cells.join(" ").replace("  ", " ");
                let read = read(&lines.join("\n"), None);
                let is_condemned = read.as_ref().is_ok_and(|read| !read.is_tour());
                assert!(!is_condemned, "{lines:?}: {read:?}");
            }
        }
    }
}

#[test]
fn a_row_of_a_double_spaced_grid_is_of_it_whatever_stands_before_it() {
    let rows = GRID.replace('\n', "\n\n");
    let wrong = format!("Tour: 1: # {}", rows.replace("9 12", "12 9"));
    for text in [wrong, rows.replace("12", "l2"), format!("13 14\n\n{rows}")] {
        assert!(read(&text, None).is_err(), "{text}");
    }
    assert!(is_tour(&rows));
}

#[test]
fn an_empty_column_behind_labels_is_none_of_a_wrong_tour() {
    let rows = (1..4).rev().zip(GRID.lines()).map(|(rank, row)| format!("{rank}| | {row} |\n"));
    let text: String = rows.collect();
    assert!(matches!(read(&text, None), Err(Refusal::Uncertain(_))), "{text}");
}

#[test]
fn columns_that_stand_apart_are_left_over() {
    let block = " Columns 1 through 4:\n\n 1 12 5 18\n 6 17 10 13\n 11 2 15 8\n 16 7 20 3\n";
    for rest in
        ["\n Column 5:\n\n 9\n 4\n 19\n 14\n", "\n Columns 5 and 6:\n\n 9 1\n 4 2\n 19 3\n 14 4\n"]
    {
        assert!(read(&format!("{block}{rest}"), None).is_err(), "{rest}");
    }
    let four = "1 18 13 24\n12 23 8 19\n17 2 25 6\n22 11 4 15\n3 16 21 10";
    assert!(read(&format!("{four}\nlast column: 7 14 9 20 5"), None).is_err());
}

#[test]
fn a_square_before_a_line_without_numbers_is_of_the_list() {
    for (open, between, close) in
        [("(", ", ", ")"), ("", ",", ""), ("x=", " y=", ""), ("row ", " col ", "")]
    {
        let square = |pair: &str| open.to_owned() + &pair.replace(',', between) + close;
        let squares: Vec<String> = PAIRS.split(' ').map(square).collect();
        for line in ["-----", "searching..."] {
            for place in [1, squares.len() - 1] {
                let mut lines = squares.clone();
                lines.insert(place, line.to_owned());
                let read = read(&lines.join("\n"), None);
                let is_condemned = read.as_ref().is_ok_and(|read| !read.is_tour());
                assert!(!is_condemned, "{lines:?}: {read:?}");
            }
        }
    }
}

#[test]
fn a_row_with_words_behind_it_is_not_left_out_of_a_wrong_tour() {
    let rows: String = GRID.lines().take(2).map(|row| format!("# {row}\n")).collect();
    for more in ["# 3 6 9 12\n# 13 14 15 16 end", "# 3 6 12 9 end"] {
        assert!(read(&format!("# 0 0 0 0\n{rows}{more}"), None).is_err(), "{rows}{more}");
    }
}

#[test]
fn the_number_of_the_first_square_counts_too() {
    let names: Vec<&str> = NAMES.split(' ').collect();
    let list = |first: usize| {
        let lines = names.iter().enumerate().map(|(place, name)| match place {
            0 => format!("{first}. {name}"),
            _ => format!("{}. {name}", place + 1),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    assert!(read(&list(1), None).unwrap().is_tour());
    assert!(read(&list(26), None).is_err());
    let behind: Vec<String> =
        names.iter().zip(1..).map(|(name, step)| format!("{name} ({step})")).collect();
    assert!(read(&format!("Board 8: {}", behind.join(", ")), None).unwrap().is_tour());
}

#[test]
fn a_few_numbers_without_a_move_are_no_board_beside_a_tour() {
    assert!(read("(1,2) (3,4)", None).is_err());
    for beside in ["Rotation matrix:\n1 2 3\n4 5 6\n7 8 9", "1 2 3 4 5\n6 7 8 9 10"] {
        let read = read_all(&format!("{GRID}\n\n{beside}"), None);
        let are_tours = |blocks: &Vec<Block>| blocks.iter().all(|block| block.printed.is_tour());
        assert!(read.as_ref().map_or(true, are_tours), "{beside}: {read:?}");
    }
}

#[test]
fn other_squares_and_other_rows_of_numbers_are_left_over_and_named() {
    let two_rows = "3 1 4 1 5 9 2\n6 5 3 5 8 9 7";
    let pairs: String = PAIRS.split(' ').map(|pair| format!("({pair}) ")).collect();
    for (text, line) in [
        (format!("{pairs}\n(2,2) and (5,6)"), 2),
        (format!("{PAIRS}\nThen (2,2) and (5,6)"), 2),
        (format!("{GRID}\n\n{two_rows}"), 5),
        (format!("{two_rows}\n\n{GRID}"), 1),
        (format!("{NAMES}\n\n{two_rows}"), 3),
    ] {
        let Err(Refusal::Leftover { line: named, .. }) = read(&text, None) else {
            panic!("{text}")
        };
        assert_eq!(named, line, "{text}");
    }
    let moves = "[(2,1), (1,2), (-1,2), (-2,1), (-2,-1), (-1,-2), (1,-2), (2,-1)]";
    for beside in ["(3,4) squares", "Start: (1,1), end (3,4).", moves, "at (9,9) px:"] {
        assert!(is_tour(&format!("{beside}\n\n{pairs}")), "{beside}");
        assert!(is_tour(&format!("{beside}\npath = {}", pairs.replace(' ', ", "))), "{beside}");
    }
}

#[test]
fn a_start_that_a_line_names_may_stand_again_below_it() {
    let [pairs, names] = [PAIRS, NAMES].map(|list| list.split_once(' ').unwrap());
    for (first, rest) in [pairs, names] {
        assert!(is_tour(&format!("Start: {first}\n{first} {rest}")), "{first}");
        assert!(!is_tour(&format!("Start: {first} {first} {rest}")), "{first}");
        assert!(!is_tour(&format!("{first}\n{first} {rest}")), "{first}");
    }
    assert!(is_tour(&format!("Nr. 1\n{}", PAIRS.replace(',', "/"))));
    assert!(!is_tour(&format!("1\n{}", PAIRS.replace(',', "/"))));
}

#[test]
fn a_move_that_does_not_join_those_beside_it_is_refused() {
    for (list, to, wrong) in [(NAMES, "d2", "b9"), (PAIRS, "2,4", "3,9")] {
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

#[test]
fn parts_of_a_damaged_tour_are_no_wrong_boards() {
    // A row with a slip behind an empty line.
    let rows = ["1 18 13 24 7", "12 23 8 19 14", "17 2 25 6 9", "22 11 4 15 20", "3 16N 21 10 5"];
    // A list with a slip and an empty line.
    let list = PAIRS.replace(' ', ")\n(").replacen("1,2)", "1,2\n", 1);
    for text in [rows.join("\n\n"), format!("({list})")] {
        let read = read_all(&text, None);
        assert!(read.is_err(), "{text}: {read:?}");
    }
}

#[test]
fn faults_behind_signs_or_beside_slips_are_refused_and_those_behind_labels_are_not() {
    for sign in ["-", "*", "."] {
        let text = format!("{sign} 1 4 7 10\n{sign} 8 11 2 5\n{sign} 3 6 12 9");
        assert!(read(&text, None).is_err(), "{text}");
    }
    let listed = "1.a3 2.c2 3.a1 4.b3 5.d2 6.c4";
    for slip in ["7.dl", "7.cz"] {
        assert!(read(&format!("{listed} {slip}"), None).is_err(), "{slip}");
    }
    for label in ["1) ", "1: "] {
        let rows = ["1 4 7 10", "8 11 2 5", "3 6 12 9"];
        let rows = (1..).zip(rows).map(|(n, row)| label.replace('1', &n.to_string()) + row);
        let text = rows.collect::<Vec<String>>().join("\n");
        let printed = read(&text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert!(!printed.is_tour(), "{text}");
    }
}

/// A program begins with an empty board, and what it says of each move is no part of its board.
#[test]
fn an_empty_board_above_moves_and_a_board_beside_a_log_are_not_condemned() {
    let zeros = "[1, 0, 0, 0],\n[0, 0, 0, 0],\n[0, 0, 0, 0]";
    let wrong = "1 4 7 10\n12 11 2 5\n3 6 9 8";
    let log: String = (1..20).map(|jump| format!("jump {jump}: {} moves\n", jump % 7)).collect();
    for text in [
        format!("board = [\n{zeros}\n]\ni_moves = [1, 2, 2, 1, -1, -2, -2, -1]\n"),
        format!("{wrong}\n\n{log}"),
    ] {
        assert!(read(&text, None).is_err(), "{text}");
    }
    assert!(read(wrong, None).is_ok_and(|printed| !printed.is_tour()));
}

/// Beside a tour the numbers of moves do no harm, but a row with a sign in it is left over.
#[test]
fn the_moves_of_a_program_are_no_row_and_a_row_with_a_sign_is_one() {
    assert!(is_tour(&format!("int dx[8] = {{-2, -1, 1, 2, 2, 1, -1, -2}};\n{GRID}")));
    for row in ["13 -2 14 15", "25 28 -21 30", "12 13 -21 14", "Row 4: 13 x 15 16"] {
        assert!(!is_tour(&format!("{GRID}\n{row}")), "{row}");
    }
    for matrix in ["0 -1 0\n-1 4 -1\n0 -1 0", ". . .\n. 5 .\n. . ."] {
        assert!(read(matrix, None).is_err(), "{matrix}");
    }
}

#[test]
fn a_row_of_words_is_another_row_of_the_board() {
    let grid = "0 3 6 9\n7 10 1 4\n2 5 8 11\n";
    for row in ["12 x x x", "x x x x", "nan nan nan nan", "E E E E", "| x | x | x | x |"] {
        for text in [format!("{grid}{row}\n"), format!("{row}\n{grid}")] {
            assert!(read(&text, None).is_err(), "{text}");
        }
    }
    assert!(read(&format!("{grid}done done\n"), None).unwrap().is_tour());
}
