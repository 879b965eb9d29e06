//! Jobs that take longer than their time limit end with an outcome of their own.

use crate::program::{Folder, Record, json, stderr};

/// Nothing of a row is known but that its search took too long.
fn assert_is_unknown(row: &Record) {
    assert_eq!((&*row["outcome"], &*row["success"]), ("time", "false"), "{row:?}");
    assert_eq!((&*row["checks"], &*row["nodes"], &*row["closed"]), ("", "", ""), "{row:?}");
}

#[test]
fn every_engine_stops_within_about_a_second_of_the_limit() {
    for (search, jobs) in [
        ("--board 8x8 --starts 1,2 --engine step", 1),
        // More orders than are counted quickly: they are searched together at first.
        ("--board 10x10 --starts 1,2 --orders sample:3:1 --engine leap --threads 1", 3),
        ("--board 15x15 --starts 1,1 --engine auto", 1),
        ("--board 7x7 --starts 1,2 --rule warnsdorff --goal closed", 1),
        ("--board 8x8 --starts 1,2 3,4 --engine step --symmetry reduce --images --tours", 16),
    ] {
        let folder = Folder::new();
        let sweep = format!("sweep {search} --budget none --time-limit 200ms --json --out x.csv");
        let ran = folder.run(&sweep).success();
        let report = json(&ran);
        let rows = folder.records("x.csv");
        let unknown = rows.iter().filter(|row| row["outcome"] == "time");
        assert_eq!(report["rows_by_outcome"]["time"], unknown.clone().count(), "{search}");
        assert!(unknown.clone().count() > 0 && rows.len() == jobs, "{search}");
        for row in unknown {
            assert_is_unknown(row);
            match row["mirrored"] == "true" {
                true => assert_eq!(row["wall_s"], "", "{search}"),
                false => {
                    let wall: f64 = row["wall_s"].parse().unwrap();
                    assert!((0.2..3.0).contains(&wall), "{search}: {wall}");
                }
            }
        }
        assert!(stderr(&ran).contains("--retry with a longer --time-limit"), "{search}");
        folder.run("verify x.csv --recompute 2").success();
    }
}

#[test]
fn jobs_out_of_time_are_searched_again_and_no_others() {
    let folder = Folder::new();
    let toml = "boards = [\"5x5\", \"8x8\"]\nstarts = \"1,2\"\norders = \"fig2\"\nbudget = \"5G\"\n\
                engine = \"step\"\ntime_limit = \"60s\"\n";
    folder.write("x.toml", toml);
    folder.run("run x.toml --out enough.csv").success();
    folder.run("run x.toml --out x.csv --time-limit 500ms").success();
    let outcomes = |file: &str| -> Vec<String> {
        folder.records(file).iter().map(|row| row["outcome"].clone()).collect()
    };
    assert_eq!(outcomes("x.csv"), ["none", "time"]);
    assert_eq!(outcomes("enough.csv"), ["none", "budget"]);
    let before = folder.json("x.meta.json");
    assert_eq!(before["results_sha256"], serde_json::Value::Null);
    assert_eq!(before["sessions"][0]["time_limit_s"], 0.5);

    let told = folder.says("run x.toml --out x.csv");
    let left = "1 of them out of time; nothing is left to do without --retry\n";
    assert!(told.ends_with(left), "{told}");
    folder.run("run x.toml --out x.csv --retry --fresh").code(2);
    let ran = folder.run("run x.toml --out x.csv --retry --json").success();
    let report = json(&ran);
    assert_eq!((&report["finished"], &report["rows"]), (&1.into(), &2.into()));
    let (session, file) = (&report, &report["rows_by_outcome"]);
    assert_eq!((&session["none"], &session["budget"]), (&0.into(), &1.into()));
    assert_eq!((&file["none"], &file["budget"], &file["time"]), (&1.into(), &1.into(), &0.into()));
    let again = folder.answers("run x.toml --out x.csv --json");
    assert_eq!(&again["rows_by_outcome"], file);
    assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("enough.csv"));
    let after = folder.json("x.meta.json");
    assert_eq!(after["results_sha256"], folder.json("enough.meta.json")["results_sha256"]);
    assert_eq!(after["sessions"][1]["time_limit_s"], 60.0);
    assert_eq!(after["experiment_hash"], before["experiment_hash"]);
}

#[test]
fn jobs_that_are_searched_together_end_by_themselves() {
    let folder = Folder::new();
    let sweep = "sweep --board 6x6 7x7 --starts 1,1 2,2 --orders sample:60:2 --budget 1e8 \
                 --engine leap --threads 2 --quiet --out";
    folder.run(&format!("{sweep} all.csv")).success();
    let known = folder.rows_but_times("all.csv");
    for limit in ["1us", "1ms", "20ms"] {
        folder.run(&format!("{sweep} {limit}.csv --time-limit {limit}")).success();
        let rows = folder.rows_but_times(&format!("{limit}.csv"));
        assert_eq!(rows.len(), known.len());
        for (row, known) in rows.iter().zip(&known).filter(|(row, _)| !row.contains(",time,")) {
            assert_eq!(row, known, "{limit}");
        }
    }
    let unknown = folder.rows_but_times("1us.csv").iter().filter(|r| r.contains(",time,")).count();
    assert!(unknown > 0);
    folder.run(&format!("{sweep} 1us.csv --retry")).success();
    assert_eq!(folder.rows_but_times("1us.csv"), known);
}

#[test]
fn rows_out_of_time_are_merged_summarized_and_drawn_as_unknown() {
    let folder = Folder::new();
    // From 1,1 the order takes 10,385 checks, from 1,2 weeks.
    let sweep = "sweep --board 8x8 --starts 1,1 1,2 --orders 32178546 --budget none --engine step \
                 --time-limit 500ms";
    for shard in 1..=2 {
        folder.run(&format!("{sweep} --shard {shard}/2 --out {shard}.csv")).success();
    }
    folder.run("merge 1.csv 2.csv --out x.csv").success();
    folder.run("verify x.csv").success();
    let summary = folder.answers("summarize x.csv --json");
    let [jobs, tours, time] = ["jobs", "tour", "time"].map(|column| summary[0][column].clone());
    assert_eq!((jobs, tours, time), (2.into(), 1.into(), 1.into()));
    assert_eq!(summary[0]["checks_median"], serde_json::Value::Null);
    let drawn = folder.run("plot x.csv --kind heatmap --out x.svg").success();
    assert!(folder.read("x.svg").contains("out of memory or time: nothing is known"), "{drawn}");
    folder.run("report x.csv --out x.html").success();
}
