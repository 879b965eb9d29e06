//! The chance of a random walk to stay on the board, from the command line.

use crate::program::{knightsweep, printed, stderr, stdout};

fn chance(arguments: &str) -> String {
    printed(&format!("probability {arguments}"))
}

#[test]
fn one_start_is_one_row() {
    // The example of LeetCode 688.
    insta::assert_snapshot!(chance("--board 3x3 --moves 2 --start 1,1"), @"
    rows,cols,start_row,start_col,moves,numerator,denominator,probability
    3,3,1,1,2,1,16,0.0625
    ");
    let csv = chance("--board 3x3 --moves 2");
    assert_eq!(chance("--board 3x3 --moves 2 --format csv"), csv);
    let table = chance("--board 3x3 --moves 2 --start 1,1 --format markdown");
    assert!(table.contains("| 1         | 16          | 0.0625      |"), "{table}");
    insta::assert_snapshot!(chance("--board 1x1 --moves 0 --start a1 --json"), @r#"[{"rows":1,"cols":1,"start_row":1,"start_col":1,"moves":0,"numerator":1,"denominator":1,"probability":1}]"#);
    let [exact, beyond] =
        [2, 30].map(|moves| chance(&format!("--board 8x8 --start 4,4 --moves {moves} --json")));
    assert!(exact.contains(r#""denominator":8,"#), "{exact}");
    assert!(beyond.contains(r#""denominator":"618970019642690137449562112""#), "{beyond}");
}

#[test]
fn tables_fit_into_lines() {
    let table = chance("--board 3x3 --moves 2 --start 1,1 --format table");
    insta::assert_snapshot!(table, @"
     board   start   moves   numerator   denominator   probability
    ───────────────────────────────────────────────────────────────
     3x3     (1,1)       2   1           16            0.0625
    ");
    let long = knightsweep("probability --moves 300 --start 4,4 --format table").assert().success();
    assert!(stdout(&long).lines().all(|line| line.chars().count() <= 80), "{}", stdout(&long));
    let said = "no room for denominator, numerator; --format csv has all\n";
    assert_eq!(stderr(&long), said);
    // In a pipe, lines are as long as the environment says.
    let mut wide = knightsweep("probability --moves 300 --start 4,4 --format table");
    let wide = wide.env("COLUMNS", "900").assert().success();
    assert!(stdout(&wide).contains("denominator") && stderr(&wide).is_empty());
}

#[test]
fn all_starts_come_row_by_row_and_mirrored_starts_have_the_same_chance() {
    let out = chance("--board 8x8 --moves 30");
    let rows: Vec<Vec<&str>> = out.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 64);
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(
            (row[2], row[3]),
            (&*(place / 8 + 1).to_string(), &*(place % 8 + 1).to_string())
        );
        assert_eq!(row[5..], rows[63 - place][5..]);
    }
    // The example of LeetCode 688 for 8x8, 30 moves, start (7,5) from 1, printed as 0.00019.
    assert!(rows[6 * 8 + 4][7].starts_with("0.00019"), "{:?}", rows[6 * 8 + 4]);
}

#[test]
fn chances_below_the_range_of_floats_are_printed_all_the_same() {
    let out = chance("--board 8x8 --moves 3000 --start 4,4 --json");
    assert!(out.contains(r#""probability":"#) && out.contains("e-"), "{out}");
    let exponent = out.rsplit_once("e-").unwrap().1.trim_end_matches("}]\n");
    assert!(exponent.parse::<u32>().unwrap() > 324, "{exponent}");
    let fraction: Vec<&str> = out.split('"').collect();
    let numerator = fraction.iter().position(|&text| text == "numerator").unwrap();
    assert!(fraction[numerator + 2].bytes().all(|digit| digit.is_ascii_digit()));
}
