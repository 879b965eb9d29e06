//! The two halves of checks as columns of results.

use std::collections::HashMap;

use crate::program::{Folder, stderr, stdout};

/// The rows of a results file: columns and their fields.
fn rows(folder: &Folder, file: &str) -> Vec<HashMap<String, String>> {
    let text = folder.read(file);
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| header.iter().cloned().zip(fields).collect()).collect()
}

#[test]
fn the_search_of_the_paper_has_its_two_halves() {
    let folder = Folder::new();
    let sweep = "sweep --starts 1,1 --budget 1000 none --engine step --split-checks --images --symmetry reduce --tours";
    folder.run(&format!("{sweep} --out fig3.csv --quiet")).success();
    folder.run("verify fig3.csv --recompute 3").success();
    let rows = rows(&folder, "fig3.csv");
    assert_eq!(rows.len(), 16);
    let count = |row: &HashMap<String, String>, column: &str| row[column].parse::<u64>().unwrap();
    for row in &rows {
        let [checks, off_board, visited] =
            ["checks", "checks_off_board", "checks_visited"].map(|column| count(row, column));
        if row["outcome"] == "budget" {
            assert_eq!((checks, off_board, visited), (1000, 440, 409), "{row:?}");
        } else {
            assert_eq!((checks, off_board), (66_005_601, 26_040_044), "{row:?}");
            assert_eq!(off_board + visited + count(row, "nodes") - 1, checks);
        }
    }
}

#[test]
fn rows_with_split_checks_are_resumed_merged_and_the_same_on_all_threads() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --budget 500 100k --engine step --split-checks --quiet";
    folder.run(&format!("{sweep} --threads 1 --out whole.csv")).success();
    for part in 1..=2 {
        folder.run(&format!("{sweep} --threads 2 --shard {part}/2 --out {part}.csv")).success();
    }
    folder.run("merge 1.csv 2.csv --out merged.csv --quiet").success();
    let hash = |name: &str| {
        let sidecar: serde_json::Value = serde_json::from_str(&folder.read(name)).unwrap();
        sidecar["results_sha256"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("merged.meta.json"), hash("whole.meta.json"));
    let again = folder.run(&format!("{sweep} --out whole.csv").replace(" --quiet", "")).success();
    assert!(stderr(&again).contains("nothing is left to do"), "{}", stderr(&again));
    let other = folder.run(&format!("{sweep} --out whole.csv").replace(" --split-checks", ""));
    assert!(stderr(&other.code(2)).contains("split_checks"));
    folder.run("summarize whole.csv").success();
}

#[test]
fn a_changed_half_is_damage() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --starts 1,2 --budget none --engine step --split-checks --quiet --out x.csv")
        .success();
    let csv = folder.read("x.csv");
    let row = &rows(&folder, "x.csv")[0];
    let (off_board, visited) = (&row["checks_off_board"], &row["checks_visited"]);
    let more = (off_board.parse::<u64>().unwrap() + 1).to_string();
    let changed = csv.replace(&format!(",{off_board},{visited}"), &format!(",{more},{visited}"));
    assert_ne!(changed, csv);
    folder.write("x.csv", changed);
    let told = stdout(&folder.run("verify x.csv").code(1));
    assert!(told.contains("checks_visited is") && told.contains("expected"), "{told}");
}

#[test]
fn what_does_not_split_checks_says_what_to_write() {
    let folder = Folder::new();
    for more in ["", "--engine leap", "--rule greedy --engine step"] {
        let sweep = format!("sweep --split-checks --budget 1000 --out x.csv {more}");
        let told = stderr(&folder.run(&sweep).code(2));
        assert!(told.contains("--split-checks: rule `"), "{told}");
        assert!(told.contains("use rule fixed and engine step"), "{told}");
    }
}
