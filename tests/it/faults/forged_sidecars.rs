//! Sidecars that contradict their file or themselves.

use knightsweep::experiment::Spec;
use serde_json::{Value, json};

use super::ran;
use super::sealed_shards::{SWEEP, edit, shards, sidecar};
use crate::program::{Folder, stderr, stdout};

#[test]
fn a_count_of_sessions_that_was_forged_overflows_nothing() {
    let folder = shards();
    for name in ["a", "b"] {
        edit(&folder, name, |sidecar| sidecar["sessions_left_out"] = json!(u64::MAX));
    }
    folder.run("merge a.csv b.csv --out x.csv").success();
    assert_eq!(sidecar(&folder, "x")["sessions_left_out"], json!(u64::MAX));
    folder.run("report a.csv --out r.html").success();
}

#[test]
fn forged_sidecars_are_neither_sound_nor_merged() {
    type Change = fn(&mut Value);
    let forgeries: [(&str, Change); 10] = [
        ("missing or wrong: 37 of its 75 rows", |s| {
            (s["shard"], s["jobs"]) = (Value::Null, json!(75))
        }),
        ("names 75 jobs, but there are 38", |s| s["jobs"] = json!(75)),
        ("names 4 jobs, but there are 38", |s| s["jobs"] = json!(4)),
        ("names 38 jobs, but there are 37", |s| s["shard"]["index"] = json!(2)),
        ("names 38 jobs, but there are 25", |s| s["shard"]["count"] = json!(3)),
        ("had 39 rows, but there are 38 jobs", |s| s["sessions"][0]["rows_after"] = json!(39)),
        ("had 100 rows, but there are 38", |s| s["sessions"][0]["rows_before"] = json!(100)),
        ("began with 38 rows and ended with 3", |s| {
            s["sessions"][0]["rows_before"] = json!(38);
            s["sessions"][0]["rows_after"] = json!(3);
        }),
        ("is complete, and that it had 37 of 38", |s| s["sessions"][0]["rows_after"] = json!(37)),
        ("results_sha256 is not that of these rows", |s| {
            s["results_sha256"] = json!("0".repeat(64));
        }),
    ];
    let folder = shards();
    let good = folder.read("a.meta.json");
    for (fault, forge) in forgeries {
        folder.write("a.meta.json", &good);
        edit(&folder, "a", forge);
        let told = stdout(&folder.run("verify a.csv").code(1));
        assert!(told.contains("NOT sound") && told.contains(fault), "{fault}: {told}");
        folder.run("merge a.csv b.csv --partial --out x.csv").code(2);
        assert!(!folder.file("x.csv").exists() && !folder.file("x.meta.json").exists(), "{fault}");
    }
    ran("forged_sidecars_are_neither_sound_nor_merged", 2 * forgeries.len());
}

#[test]
fn impossible_shards_are_refused() {
    let folder = shards();
    let good = folder.read("a.meta.json");
    let shards = [
        json!({"index": 1, "count": 0}),
        json!({"index": 0, "count": 0}),
        json!({"index": 0, "count": 2}),
        json!({"index": 3, "count": 2}),
        json!({"index": -1, "count": 2}),
        json!({"index": 1, "count": 4294967296u64}),
        json!({"index": 1}),
        json!("1/2"),
    ];
    for shard in &shards {
        folder.write("a.meta.json", &good);
        edit(&folder, "a", |sidecar| sidecar["shard"] = shard.clone());
        for command in
            ["verify a.csv", "merge a.csv b.csv --out x.csv", "merge --salvage a.csv --out x.csv"]
        {
            let told = stderr(&folder.run(command).code(2));
            assert!(told.contains("a.meta.json: this is not a sidecar"), "{shard}: {told}");
        }
        folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).code(2);
        folder.run("summarize a.csv").success();
    }
    ran("impossible_shards_are_refused", 5 * shards.len());
}

#[test]
fn a_sidecar_that_claims_many_jobs_takes_no_memory() {
    let folder = Folder::new();
    let sweep =
        "sweep --board 5x5 --starts 1,1 --orders 12345678 12345687 --rule greedy --budget none";
    folder.run(&format!("{sweep} --quiet --out a.csv")).success();
    edit(&folder, "a", |sidecar| {
        sidecar["experiment"]["boards"] = json!(["5x5", "150x150"]);
        sidecar["experiment"]["starts"] = json!(["all"]);
        sidecar["experiment"]["orders"] = json!(["all"]);
        let spec: Spec = serde_json::from_value(sidecar["experiment"].clone()).unwrap();
        sidecar["experiment_hash"] = json!(spec.hash());
        sidecar["jobs"] = json!(908_208_000);
        sidecar["sealed"] = Value::Null;
        sidecar["results_sha256"] = Value::Null;
    });
    let limited = |command: &str| {
        let program = assert_cmd::cargo::cargo_bin!("knightsweep").display();
        let mut shell = assert_cmd::Command::new("bash");
        shell.args(["-c", &format!("ulimit -v 1000000; exec {program} {command}")]);
        shell.current_dir(folder.path()).assert()
    };
    let told = stdout(&limited("verify a.csv").success());
    assert!(told.contains("2 of 908,208,000 rows are good"), "{told}");
    limited("merge a.csv --partial --out x.csv").success();
    limited("merge --salvage --recheck a.csv --fresh --out x.csv").success();
    limited("summarize a.csv").success();
    edit(&folder, "a", |sidecar| sidecar["shard"] = json!({"index": 1, "count": 4_000_000_000u32}));
    assert!(stdout(&limited("verify a.csv").code(1)).contains("names 908208000 jobs"));
    ran("a_sidecar_that_claims_many_jobs_takes_no_memory", 5);
}

#[test]
fn rows_are_verified_though_the_columns_contradict_the_sidecar() {
    let folder = shards();
    folder.run(&format!("{SWEEP} --tours --out tours.csv")).success();
    let told = stdout(&folder.run("verify tours.csv").success());
    assert!(told.contains("75 of 75"), "{told}");
    folder.write("one.csv", folder.read("tours.csv"));
    let told = stdout(&folder.run("verify one.csv").code(1));
    assert!(told.contains("line 1: there is a column tour"), "{told}");
    assert!(told.contains("line 2: tour is a5-"), "{told}");
    assert!(told.contains("; 36 of 75 rows have no fault of their own"), "{told}");
}
