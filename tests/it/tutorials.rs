//! What the programs of the tutorials do. `messages/claims.sh` has their claims and the verdicts.

use crate::program::{answered, knightsweep, printed, stdout};

#[test]
fn a_search_for_fewer_squares_stops_where_the_c_program_does() {
    let out = stdout(
        &knightsweep("solve --order tutorial --squares 63 --first 1 --quiet").assert().success(),
    );
    let printed = std::fs::read_to_string("tests/data/printed_grids/kalkicode-c.txt").unwrap();
    let numbers = |text: &str| -> Vec<String> {
        let words = text.lines().take(8).flat_map(str::split_whitespace);
        words.map(|word| word.replace('.', "0")).collect()
    };
    assert_eq!(numbers(&out), numbers(&printed));
    assert!(out.ends_with(
        "8x8 from (1,1), order 21876543 (tutorial): path of 63 squares\n\
         19,137,661 checks, 2,392,240 nodes\n"
    ));
}

#[test]
fn a_search_for_some_squares_says_how_it_ended() {
    let ended = |arguments: &str, code: i32| {
        let path = answered(code, &format!("solve --quiet --json {arguments}"));
        (path["outcome"].as_str().unwrap().to_owned(), path["checks"].as_u64().unwrap())
    };
    assert_eq!(ended("--squares 64", 0), ("path".to_owned(), 66_005_601));
    assert_eq!(ended("--squares 64 --budget 66005600", 4), ("budget".to_owned(), 66_005_600));
    // From the corner of 3×3 the knight reaches eight squares, but not the middle.
    assert_eq!(ended("--board 3x3 --squares 9", 3), ("none".to_owned(), 8 * 15));
    assert_eq!(ended("--board 3x3 --squares 8", 0).0, "path");
}

#[test]
fn the_halves_of_the_checks_are_told_apart_where_asked() {
    let out = printed("solve --split-checks --quiet");
    assert!(
        out.ends_with("26,040,044 off the board, 31,714,825 on visited squares, 8,250,732 moves\n"),
        "{out}"
    );
    let path = answered(4, "solve --split-checks --board 5x5 --budget 1000 --json --quiet");
    let part = |key: &str| path[key].as_u64().unwrap();
    assert_eq!((part("checks"), path["outcome"].as_str()), (1000, Some("budget")));
    assert!(part("checks_off_board") > 0 && part("checks_visited") > 0);
    assert!(part("checks_off_board") + part("checks_visited") < 1000);
    // A path of fewer squares has all three parts too.
    let path = answered(0, "solve --split-checks --board 5x5 --squares 20 --json --quiet");
    let parts = ["checks_off_board", "checks_visited", "checks_moves"];
    let sum: u64 = parts.iter().map(|part| path[part].as_u64().unwrap()).sum();
    assert_eq!((Some(sum), path["outcome"].as_str()), (path["checks"].as_u64(), Some("path")));
    // The same answer as without the flag, and more.
    let answer = |flags: &str| -> serde_json::Value {
        let solve = format!("solve --board 5x5 --engine step --json --quiet {flags}");
        let mut answer = answered(0, &solve);
        for time in ["wall_s", "cpu_s"] {
            answer[time].take();
        }
        answer
    };
    let (plain, mut split) = (answer(""), answer("--split-checks"));
    let parts = ["off_board", "visited", "moves"].map(|part| {
        let part = split.as_object_mut().unwrap().remove(&format!("checks_{part}"));
        part.unwrap().as_u64().unwrap()
    });
    assert_eq!(split, plain);
    assert_eq!(parts.iter().sum::<u64>(), 70_624);
    let out = printed("solve --squares 5 --json --quiet");
    assert!(!out.contains("checks_off_board"), "{out}");
}
