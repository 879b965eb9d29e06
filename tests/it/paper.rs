//! `paper`: the claims and their verdicts.

use knightsweep::text::formatting::grouped;

use knight_board::{Board, Square, Tour};

use crate::program::{Folder, knightsweep, native, stdout};

#[test]
fn every_claim_has_its_verdict() {
    let folder = Folder::new();
    let out = folder.prints("paper --json --quiet");
    let findings: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
    let described = |finding: &serde_json::Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or("-").to_owned();
        format!("{}: {}, measured {}", text("id"), text("verdict"), text("measured"))
    };
    let verdicts: Vec<String> = findings.iter().map(described).collect();
    insta::assert_snapshot!(verdicts.join("\n"), @"
    chess-outcomes: untestable, measured -
    history: untestable, measured -
    start-squares: reproduced, measured 64
    move-vectors: reproduced, measured 8
    other-orders: reproduced, measured works
    valid-squares: refuted, measured 49 of 64 squares
    moves-of-a-tour: reproduced, measured 63
    fig3: reproduced, measured 64 of 64 squares agree
    eventually-solved: reproduced, measured from 64 of 64 squares
    position-changes: reproduced, measured -3 -1 1 3
    positions: reproduced, measured 2 to 16
    on-the-board: refuted, measured 176 of 512 pairs of a square and a move leave the board
    a-move-elsewhere: reproduced, measured at least 1
    first-change: reproduced, measured 3
    opposite-changes: refuted, measured 12 of 62
    same-change: reproduced, measured 2
    middle-of-3x3: reproduced, measured 2
    equal-changes: reproduced, measured 3 and 3
    same-move-again: reproduced, measured possible: (1,2) to (5,4)
    fewer-changes: reproduced, measured 1 to 3
    eight-changes: refuted, measured 4
    worst-case: refuted, measured below 10^54.3
    worst-case-sum: refuted, measured 1.143 x 8^64
    worst-case-bound: reproduced, measured at most 1.34 x 8^n
    eight-checks: reproduced, measured 8
    best-case-moves: refuted, measured 63
    no-perfect-run: reproduced, measured 0 of 2,580,480 runs
    same-direction: refuted, measured 3
    seven-for-five: refuted, measured 8
    third-try: reproduced, measured 3
    fig2-checks: reproduced, measured 66,005,601
    exponent: reproduced, measured 8.66
    little-o: refuted, measured 8^8.66
    below-9x9: reproduced, measured 8^8.66
    quickest-order: refuted, measured 32178546 32178564 81243657 81243675
    order-matters: reproduced, measured 919 to 5.9e18 times as many checks
    counterclockwise: refuted, measured (4,5), clockwise
    clockwise: reproduced, measured other first move, other way
    fig6: reproduced, measured mirror images
    fig7: reproduced, measured 8 in all
    thirty-seconds: untestable, measured -
    second-solution: reproduced, measured none from (2,2)
    diagonal: reproduced, measured 1
    order-by-start: reproduced, measured 64 of 64 squares
    warnsdorff: reproduced, measured 1,848 against 66,005,601
    ");
    assert!(out.contains("(2,2) 38,572,515,203,517"), "it says what the unsolved squares need");
    // A program of its own in C has found the same.
    for unmarked in [
        "(2,2) a path over it at move 54 after 17,999,751 checks (marked: 38,572,515,203,517)",
        "(3,4) a path over it at move 44 after 13,874,897 checks (marked: 18,017,105)",
        "(1,8) a tour after 26,422,485 checks (marked: 25,936,253)",
        "(1,5) nothing in 100,000,000 checks (marked: 73,223,615)",
        "(6,5) nothing in 100,000,000 checks (marked: 94,458,463)",
    ] {
        assert!(out.contains(unmarked), "it says what a search does that does not mark its start");
    }
    for slip in ["slip for Fig. 1", "slip for Fig. 2", "slip for Fig. 3"] {
        assert!(out.contains(slip), "{slip}");
    }
    let split =
        "26,040,044 of the 66,005,601 checks from (1,1) are off the board and 31,714,825 on";
    assert!(out.contains(split), "it says what the checks find");
    // The roots and medians are those of docs/results/growth.md, which scripts/make-paper
    // computes.
    for (id, growth) in [
        (
            "worst-case-bound",
            "1.63^n on 8x8 and 2.27^n on 16x16, and its maximum 2.64^n on 16x16, by counts and \
             estimates from 5x5 to 16x16",
        ),
        (
            "little-o",
            "read as a lower bound, 8^8 holds for this order; but not for the best case: the \
             quickest order takes 10,385 checks, 8^4.45; over all 2,580,480 searches of 8x8, from \
             every square with every order, the mean is 8^22.6 checks and the median 8^17.2; \
             Fig. 2's order stays below 8^8 from 0 of 64 squares of 8x8; its median is 4.3·10^13 \
             checks there, and 2.4·10^91 on 16x16",
        ),
    ] {
        let finding = findings.iter().find(|finding| finding["id"] == id).unwrap();
        let remark = finding["remark"].as_str().unwrap();
        assert!(remark.ends_with(growth), "{remark}");
    }
    let table = include_str!("../../results/best-order/8x8.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let columns = rows.headers().unwrap().clone();
    let column = columns.iter().position(|name| name == "checks_min");
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let least: Vec<u64> = rows.iter().map(|row| row[column.unwrap()].parse().unwrap()).collect();
    let shown = |checks: &u64| grouped(*checks);
    let cited = format!(
        "least of all 40,320 orders: {0} checks, and Fig. 2's takes 6,356 times as many; results/best-order/8x8.csv has {0}, \
         and {1} to {2} over all 64 squares",
        shown(&least[0]),
        shown(least.iter().min().unwrap()),
        shown(least.iter().max().unwrap()),
    );
    let quickest = findings.iter().find(|f| f["id"] == "quickest-order");
    assert_eq!(quickest.unwrap()["remark"], cited);
    assert!(folder.names().is_empty(), "nothing is written without --out");
}

#[test]
fn the_experiments_are_kept_where_asked_and_not_run_twice() {
    let folder = Folder::new();
    let refuted = folder.prints("paper --out kept --json --verdict REFUTED --quiet");
    let refuted: Vec<serde_json::Value> = serde_json::from_str(&refuted).unwrap();
    assert!(refuted.len() > 5 && refuted.iter().all(|finding| finding["verdict"] == "refuted"));
    let mut again = knightsweep("paper --out kept");
    let again = again.env("COLUMNS", "60").current_dir(folder.path()).assert().success();
    let said = stdout(&again);
    assert_stacked(&said);
    let begins =
        "45 claims: 30 reproduced, 12 refuted, 3 untestable\n\nW. McEvoy, Using Backtracking";
    assert!(said.starts_with(begins), "{said}");
    // A number longer than its column would like.
    assert!(said.contains("6,010,936,478,607,225,800,891"), "{said}");
    for name in ["paper-fig3", "paper-corners", "paper-diagonal"] {
        let csv = native(&format!("kept/{name}.csv"));
        folder.run(&format!("verify {csv}")).success();
        let told = String::from_utf8_lossy(&again.get_output().stderr).into_owned();
        assert!(told.contains("nothing is left to do") && told.contains(&csv), "{told}");
    }
    let corner = Square { row: 1, col: 1 };
    let [two, six] =
        ["fig6", "fig7"].map(|name| tours(&folder.read(&format!("kept/paper-{name}.svg"))));
    assert!(two.len() == 2 && two.iter().all(|tour| tour.squares()[0] == corner), "{two:?}");
    assert!(six.len() == 6 && six.iter().all(|tour| tour.squares()[0] != corner), "{six:?}");
    folder.write("kept/paper-fig6.svg", "my drawing");
    folder.run("paper --out kept").code(2);
    assert_eq!(folder.read("kept/paper-fig6.svg"), "my drawing");
}

/// Checks that the table of claims fits a narrow terminal.
pub(crate) fn assert_stacked(said: &str) {
    let claims = said.split_once("───\n").expect("a table").1;
    assert!(claims.lines().all(|line| line.chars().count() <= 60), "{claims}");
    assert!(claims.contains("\n verdict    refuted\n"), "{claims}");
}

/// The tours of a picture, which the independent checker accepts.
fn tours(svg: &str) -> Vec<Tour> {
    let board = Board::new(8, 8).unwrap();
    let tour = |panel: &str| {
        let discs = panel.split_once("</g>").unwrap().0.lines();
        let square = |line: &str| {
            let (_, title) = line.split_once("<title>")?;
            let (_, square) = title.split_once("</title>")?.0.split_once(": (")?;
            Some(board.parse_square(square.strip_suffix(')')?).unwrap())
        };
        Tour::new(board, discs.filter_map(square).collect()).unwrap()
    };
    svg.split("<g class=\"visits\">").skip(1).map(tour).collect()
}
