//! `tutorials`: what the tutorials state, print and do, and the verdicts.

use crate::paper::assert_stacked;
use crate::program::{Folder, answered, knightsweep, printed, stdout};

/// The claims as they are judged: identifier, verdict, measured value.
const VERDICTS: [(&str, &str, &str); 26] = [
    ("example", "refuted", "7 of its steps are not knight moves"),
    ("c-program", "refuted", "63 squares after 19,137,661 checks"),
    ("c-output", "reproduced", "64 of 64 numbers agree"),
    ("other-outputs", "reproduced", "384 of 384 numbers agree"),
    ("any-side", "refuted", "none on 5x5, none on 6x6"),
    ("eight-moves", "refuted", "7"),
    ("worst-case", "reproduced", "at most 1.34 x 8^n"),
    ("far-below", "reproduced", "8^7.7"),
    ("matrix", "refuted", "4 of 16 cells"),
    ("recursion-space", "reproduced", "n + 1 calls"),
    ("search", "reproduced", "64 squares after 66,005,601 checks"),
    ("worst-case-too", "reproduced", "at most 1.34 x 8^n"),
    ("space", "reproduced", "N x N squares"),
    ("divide-by-n", "refuted", "sum / 8^K: 0.0625"),
    ("divide-by-8", "reproduced", "320 of 320 values"),
    ("probability-time", "reproduced", "8 x N x N x K steps"),
    ("probability-space", "reproduced", "2 x N x N values"),
    ("history", "untestable", "-"),
    ("closed-tours", "reproduced", "26,534,728,821,064"),
    ("move-list", "refuted", "7"),
    ("move-array", "reproduced", "8"),
    ("once", "refuted", "7x7: start twice, after 20,352,848 checks"),
    ("final-board", "refuted", "none after 100,000,000 checks"),
    ("title", "refuted", "backtracking, 66,005,601 checks"),
    ("output", "reproduced", "64 of 64 numbers agree"),
    ("valid", "refuted", "81 places"),
];

/// Numbers and squares that remarks give.
const REMARKS: [(&str, &[&str]); 10] = [
    ("example", &["begins at (5,5)", "is none of the"]),
    ("c-program", &["(1,8) stays 0"]),
    ("any-side", &["5x5: 145 checks", "after 70,624", "6x6: 9,113,910 checks"]),
    ("far-below", &["8,250,733 placements"]),
    ("divide-by-n", &["4 visits / 3 = 1.3333", "chances / 3 = 0.0208"]),
    ("closed-tours", &["13,267,364,410,532"]),
    ("move-list", &["(-1,+2) stands twice, (-1,-2) is missing"]),
    ("once", &["(1,7) is left out", "each once by chance, after 610,166 checks"]),
    ("final-board", &["4,554,179,619,365,336,451 checks, 144 years"]),
    ("title", &["1,848 checks"]),
];

#[test]
fn every_claim_of_the_tutorials_has_its_verdict() {
    let folder = Folder::new();
    let out = folder.prints("tutorials --json --quiet");
    let findings: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
    let found: Vec<(&str, &str, &str)> = findings
        .iter()
        .map(|finding| {
            let text = |key: &str| finding[key].as_str().unwrap_or("-");
            (text("id"), text("verdict"), text("measured"))
        })
        .collect();
    assert_eq!(found, VERDICTS);
    for (id, parts) in REMARKS {
        let finding = findings.iter().find(|finding| finding["id"] == id).unwrap();
        let remark = finding["remark"].as_str().unwrap();
        assert!(parts.iter().all(|part| remark.contains(part)), "{id}: {remark}");
    }
    let table = folder.prints_within(60, "tutorials --quiet");
    assert_stacked(&table);
    assert!(table.contains("\n\nKnight Tour Problem (Kalkicode)\n"), "{table}");
    assert!(table.contains("\n\nKnight's Tour (no author)\n"), "{table}");
    assert!(table.starts_with("26 claims: 14 reproduced, 11 refuted, 1 untestable\n\n"), "{table}");
    assert!(folder.names().is_empty(), "nothing is written");
}

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
