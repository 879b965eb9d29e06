//! `paper`: the results that it cites and keeps. `messages/claims.sh` has the claims and verdicts.

use knightsweep::text::formatting::grouped;

use knight_board::{Board, Square, Tour};

use crate::program::{Folder, knightsweep, native, stdout};

#[test]
fn the_experiments_are_kept_where_asked_and_not_run_twice() {
    let folder = Folder::new();
    let refuted = folder.prints("paper --out kept --json --verdict REFUTED --quiet");
    let refuted: Vec<serde_json::Value> = serde_json::from_str(&refuted).unwrap();
    assert!(refuted.len() > 5 && refuted.iter().all(|finding| finding["verdict"] == "refuted"));
    assert_cites_the_results(&refuted);
    let mut again = knightsweep("paper --out kept");
    let again = again.env("COLUMNS", "60").current_dir(folder.path()).assert().success();
    let said = stdout(&again);
    assert_stacked(&said);
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

/// Checks that the claim of the quickest order has the numbers of `results/best-order/8x8.csv`.
fn assert_cites_the_results(refuted: &[serde_json::Value]) {
    let table = include_str!("../../results/best-order/8x8.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let columns = rows.headers().unwrap().clone();
    let column = columns.iter().position(|name| name == "checks_min");
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let least: Vec<u64> = rows.iter().map(|row| row[column.unwrap()].parse().unwrap()).collect();
    let shown = |checks: &u64| grouped(*checks);
    let cited = format!(
        "least of all 40,320 orders: {0} checks, and Fig. 2's takes 6,356 times as many; \
         results/best-order/8x8.csv has {0}, \
         and {1} to {2} over all 64 squares",
        shown(&least[0]),
        shown(least.iter().min().unwrap()),
        shown(least.iter().max().unwrap()),
    );
    let quickest = refuted.iter().find(|finding| finding["id"] == "quickest-order");
    assert_eq!(quickest.unwrap()["remark"], cited);
}

/// Checks that the table of claims fits a narrow terminal.
fn assert_stacked(said: &str) {
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
