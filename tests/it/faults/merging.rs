//! Merging: the union of the rows of all inputs, or nothing.

use super::in_process::verified;
use super::{changes_nothing, contents, facts_in, ran, report};
use crate::program::Folder;

pub(super) const SWEEP: &str =
    "sweep --board 3x3 3x4 --starts all --orders fig2 tutorial --budget 500 --quiet";

const INPUTS: [&str; 4] = ["a.csv", "a.meta.json", "b.csv", "b.meta.json"];

/// The shards `a.csv` and `b.csv` of an experiment, and `one.csv`, the whole of it.
pub(super) fn shards() -> Folder {
    static FILES: std::sync::LazyLock<Vec<(String, Vec<u8>)>> = std::sync::LazyLock::new(|| {
        let folder = Folder::new();
        folder.run(&format!("{SWEEP} --out one.csv")).success();
        folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).success();
        folder.run(&format!("{SWEEP} --shard 2/2 --out b.csv")).success();
        contents(&folder)
    });
    let folder = Folder::new();
    FILES.iter().for_each(|(name, bytes)| folder.write(name, bytes));
    folder
}

/// Merges, which must succeed and change no input; gives the report.
fn merged(folder: &Folder, command: &str) -> serde_json::Value {
    let inputs = |folder: &Folder| INPUTS.map(|name| folder.read(name));
    let before = inputs(folder);
    let report = report(folder, command);
    assert!(inputs(folder) == before, "{command} changed its inputs");
    report
}

fn check_whole(folder: &Folder, name: &str) {
    assert_eq!(facts_in(folder, name), facts_in(folder, "one.csv"));
    assert!(verified(&folder.file(name)).unwrap().is_complete());
}

#[test]
fn a_merge_is_the_union_of_rows_in_the_order_of_the_plan() {
    let folder = shards();
    let cases = [
        ("a.csv b.csv", 0),
        ("b.csv a.csv", 0),
        ("one.csv", 0),
        ("a.csv b.csv one.csv", 42),
        ("b.csv one.csv", 21),
    ];
    for (files, duplicates) in cases {
        let report = merged(&folder, &format!("merge {files} --out x.csv"));
        assert_eq!(
            (&report["sealed"], &report["duplicates"]),
            (&true.into(), &duplicates.into()),
            "{files}"
        );
        check_whole(&folder, "x.csv");
        for name in ["x.csv", "x.meta.json"] {
            std::fs::remove_file(folder.file(name)).unwrap();
        }
    }
    ran("a_merge_is_the_union_of_rows_in_the_order_of_the_plan", cases.len());
}

#[test]
fn gaps_are_an_error_and_leave_no_file() {
    let folder = shards();
    changes_nothing(&folder, "merge a.csv --out x.csv", 1);
    changes_nothing(&folder, "merge b.csv b.csv --out new/x.csv", 1);
    let csv = folder.read("b.csv");
    let lines: Vec<&str> = csv.split_inclusive('\n').collect();
    for lost in 1..lines.len() {
        let rest = [&lines[..lost], &lines[lost + 1..]].concat().concat();
        folder.write("b.csv", rest);
        changes_nothing(&folder, "merge a.csv b.csv --out x.csv", 1);
    }
    let report = merged(&folder, "merge a.csv b.csv --partial --out x.csv");
    assert_eq!((&report["sealed"], &report["rows"]), (&false.into(), &41.into()));
    assert_eq!(super::searched(&folder, &format!("{SWEEP} --out x.csv")), 1);
    check_whole(&folder, "x.csv");
    ran("gaps_are_an_error_and_leave_no_file", lines.len() + 1);
}

#[test]
fn lines_that_are_no_rows_are_left_out_of_a_merge() {
    let folder = shards();
    let csv = folder.read("b.csv");
    for place in (300..csv.len()).step_by(131) {
        let mut changed = csv.clone().into_bytes();
        changed[place] ^= 1;
        folder.write("b.csv", changed);
        // Those in the place of the result would fill the gap too.
        changes_nothing(&folder, "merge a.csv b.csv --fresh --out x.csv", 1);
        let report = merged(&folder, "merge a.csv b.csv --partial --fresh --out x.csv");
        assert_eq!(report["sealed"], false);
        let rows = facts_in(&folder, "x.csv");
        assert!(rows.len() >= 40, "byte {place}");
        let whole = facts_in(&folder, "one.csv");
        assert!(rows.iter().all(|row| whole.contains(row)), "byte {place}");
        // Another copy of the row fills the gap.
        merged(&folder, "merge a.csv b.csv one.csv --fresh --out x.csv");
        check_whole(&folder, "x.csv");
        let _ = std::fs::remove_file(folder.file("x.old-1.csv"));
    }
    ran("lines_that_are_no_rows_are_left_out_of_a_merge", csv.len().div_ceil(131) - 2);
}

#[test]
fn results_in_the_place_of_the_merged_ones_are_one_more_input() {
    for there in ["a", "b", "one"] {
        for is_sealed in [true, false] {
            let folder = shards();
            folder.write("x.csv", folder.read(&format!("{there}.csv")));
            if is_sealed {
                folder.write("x.meta.json", folder.read(&format!("{there}.meta.json")));
            }
            merged(&folder, "merge a.csv b.csv --out x.csv");
            check_whole(&folder, "x.csv");
            // Repeated, nothing changes but the times of sessions.
            merged(&folder, "merge a.csv b.csv --out x.csv");
            check_whole(&folder, "x.csv");
            assert!(!folder.names().iter().any(|name| name.contains("old")));
        }
    }
    ran("results_in_the_place_of_the_merged_ones_are_one_more_input", 12);
}

#[test]
fn a_merge_replaces_nothing_else() {
    let folder = shards();
    folder.run("sweep --board 4x4 --budget 500 --quiet --out x.csv").success();
    folder.run("best-order --board 3x4 --starts 1,1 --quiet --out t.csv").success();
    folder.write("text.csv", "precious");
    folder.write("rows.csv", folder.read("a.csv") + "precious\n");
    folder.write("lone.meta.json", "{\"precious\": true}");
    folder.write("text.txt", "precious");
    for (out, code) in [
        ("x.csv", 2),
        ("t.csv", 2),
        ("text.csv", 2),
        ("rows.csv", 2),
        ("lone.csv", 2),
        ("a.csv", 2),
        ("text.txt", 2),
    ] {
        changes_nothing(&folder, &format!("merge a.csv b.csv --out {out}"), code);
        changes_nothing(&folder, &format!("merge a.csv b.csv --partial --out {out}"), code);
    }
    for out in ["x", "text", "rows", "lone"] {
        let names = ["csv", "meta.json"].map(|ending| format!("{out}.{ending}"));
        let old = names.each_ref().map(|name| std::fs::read(folder.file(name)).ok());
        merged(&folder, &format!("merge a.csv b.csv --fresh --out {out}.csv"));
        check_whole(&folder, &format!("{out}.csv"));
        let aside = ["csv", "meta.json"].map(|ending| format!("{out}.old-1.{ending}"));
        assert_eq!(aside.map(|name| std::fs::read(folder.file(&name)).ok()), old, "{out}");
    }
    ran("a_merge_replaces_nothing_else", 18);
}
