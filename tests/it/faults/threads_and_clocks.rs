//! Threads that cannot be made, and clocks out of range.

use super::{copy, ran, shim};
use crate::program::Folder;

/// A folder with results, `whole.csv`, that are made once.
fn results(whole: &Folder) -> Folder {
    let folder = Folder::new();
    copy(whole, &folder, &["whole.csv", "whole.meta.json"]);
    folder
}

fn whole() -> Folder {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out whole.csv").success();
    folder
}

#[test]
fn threads_that_cannot_be_made_are_errors() {
    let (mut cases, whole) = (0, whole());
    for command in [
        "sweep --board 3x3 --out x.csv",
        "sweep --board 6x6 --starts 1,2 --budget none --engine leap --out y.csv",
        "plan --board 3x3",
        "solve --board 5x5",
        "count --board 6x7",
        "walks --board 6x6",
        "best-order --board 4x4 --out z.csv",
        "probability --moves 3",
        "summarize whole.csv",
        "plot whole.csv --kind heatmap --out -",
        "verify whole.csv --recompute 2",
        "merge whole.csv --out merged.csv",
    ] {
        for threads in 0..6 {
            let folder = results(&whole);
            let output = shim::program(&folder, &format!("{command} --threads 3"))
                .env("THREADS", threads.to_string())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let which = format!("{command} with {threads} threads: {said}");
            assert!(!said.contains("panicked"), "{which}");
            match output.status.code() {
                Some(0) => assert!(threads >= 2, "{which}"),
                Some(1) => assert!(said.contains("cannot start") && threads < 5, "{which}"),
                code => panic!("{code:?} {which}"),
            }
            cases += 1;
        }
    }
    ran("threads_that_cannot_be_made_are_errors", cases);
}

#[test]
fn a_clock_out_of_range_is_an_error_or_costs_only_the_time() {
    let (mut cases, whole) = (0, whole());
    for (command, repair) in [
        ("sweep --board 3x3 --out x.csv", "sweep --board 3x3 --out x.csv"),
        ("merge whole.csv --out x.csv", "verify whole.csv"),
        ("best-order --board 4x4 --out x.csv", "verify whole.csv"),
        ("count --board 4x4 --out x.csv", "verify whole.csv"),
    ] {
        for (years, from) in
            [(-100, 1), (9000, 1), (9000, 2), (9000, 3), (9000, 4), (9000, 5), (9000, 6)]
        {
            let folder = results(&whole);
            let output = shim::program(&folder, command)
                .env("CLOCK_YEARS", years.to_string())
                .env("CLOCK_FROM", from.to_string())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let which = format!("{command} {years} from {from}: {said}");
            assert!(!said.contains("panicked"), "{which}");
            match output.status.code() {
                Some(0) => assert!(from > 1 || years < 0, "{which}"),
                Some(1) => assert!(said.contains("the clock of this machine"), "{which}"),
                code => panic!("{code:?} {which}"),
            }
            let is_there = folder.file("x.csv").exists();
            folder.run(repair).success();
            if is_there {
                folder.run("verify x.csv").success();
            }
            cases += 1;
        }
    }
    ran("a_clock_out_of_range_is_an_error_or_costs_only_the_time", cases);
}
