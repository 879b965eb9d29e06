//! Merging: what it replaces, what it refuses, and what it says of journals.

use knightsweep::results::Paths;
use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
use knightsweep::results::verify::{Sample, verify};
use serde_json::Value;

use super::in_process::writer;
use super::journal::Whole;
use super::ran;
use super::sealed_shards::{SWEEP, alter, edit, shards};
use crate::program::{Folder, stderr, stdout};

#[test]
fn a_merge_never_replaces_or_removes_a_sidecar() {
    let folder = shards();
    let of_others = "{\"precious\": true}";
    folder.write("data.meta.json", of_others);
    let merges = ["a.csv b.csv", "a.csv --partial", "--salvage a.csv b.csv", "one.csv"];
    for merge in merges {
        let told = stderr(&folder.run(&format!("merge {merge} --out data.csv")).code(2));
        assert!(told.contains("data.meta.json: ") && told.contains("--fresh"), "{told}");
        assert_eq!(folder.read("data.meta.json"), of_others);
        assert!(!folder.file("data.csv").exists());
    }
    // A merge that fails on the way removes no more.
    let whole = folder.read("b.csv");
    alter(&folder, "a.csv");
    folder.run("merge a.csv b.csv --out data.csv").code(2);
    assert_eq!(folder.read("data.meta.json"), of_others);
    folder.run("merge a.csv b.csv --fresh --out data.csv").code(2);
    assert_eq!(folder.read("data.meta.json"), of_others);

    // The sidecar of results whose CSV was moved, and a link that leads nowhere.
    std::fs::rename(folder.file("one.csv"), folder.file("moved.csv")).unwrap();
    let of_moved = folder.read("one.meta.json");
    folder.run("merge b.csv --partial --out one.csv").code(2);
    assert_eq!(folder.read("one.meta.json"), of_moved);
    std::os::unix::fs::symlink("nowhere", folder.file("linked.meta.json")).unwrap();
    folder.run("merge b.csv --partial --out linked.csv").code(2);
    assert!(!folder.file("nowhere").exists() && !folder.file("linked.csv").exists());

    folder.run("merge b.csv --partial --fresh --out data.csv").success();
    folder.run("merge b.csv --partial --fresh --out one.csv").success();
    assert_eq!(folder.read("data.old-1.meta.json"), of_others);
    assert_eq!(folder.read("one.old-1.meta.json"), of_moved);
    assert_eq!(folder.read("data.csv"), whole);
    ran("a_merge_never_replaces_or_removes_a_sidecar", merges.len() + 6);
}

#[test]
fn rows_that_a_journal_accuses_are_neither_sound_nor_merged() {
    let folder = Whole::new().begun();
    folder.run("verify x.csv").success();
    folder.run("merge x.csv --partial --out good.csv").success();
    let paths = |name: &str| Paths::new(&folder.file(name)).unwrap();
    let (x, y) = (paths("x.csv"), paths("y.csv"));
    let inputs = [x.clone()];
    let csv = folder.read("x.csv");
    let header = csv.find('\n').unwrap() + 1;
    let mut cases = 0;
    for place in (header..csv.len() - 1).step_by(5) {
        let mut changed = csv.clone().into_bytes();
        changed[place] ^= 1;
        folder.write("x.csv", changed);
        let verified = verify(&x, Sample { size: 0, seed: 0 }).unwrap();
        assert!(!verified.is_sound(), "byte {place}");
        assert!(Gathered::read(&inputs, OnDamage::Refuse).is_err(), "byte {place}");
        let gathered = Gathered::read(&inputs, OnDamage::LeaveOut).unwrap();
        assert!((2..=3).contains(&gathered.rows()), "byte {place}: {} rows", gathered.rows());
        gathered.write(&y, OnOccupied::Refuse, writer()).unwrap();
        let good: Vec<&str> = csv.lines().collect();
        let saved = folder.read("y.csv");
        assert!(saved.lines().all(|line| good.contains(&line)), "byte {place}");
        std::fs::remove_file(&y.csv).unwrap();
        std::fs::remove_file(&y.sidecar).unwrap();
        cases += 1;
    }
    let told = stdout(&folder.run("verify x.csv").code(1));
    assert!(told.contains("are in a block that changed since it was written"), "{told}");
    let told = stderr(&folder.run("merge x.csv --partial --out y.csv").code(2));
    // A journal that a restored backup does not belong to accuses it wrongly.
    assert!(told.contains("other rows") && told.contains("move x.csv.journal elsewhere"), "{told}");
    assert!(told.contains("have changed") && told.contains("--salvage"), "{told}");
    let told = stderr(&folder.run("merge x.csv --salvage --recheck --out y.csv").success());
    assert!(told.contains("searched again"), "{told}");
    // A journal alone accuses no merged rows.
    std::fs::copy(folder.file("x.csv.journal"), folder.file("z.csv.journal")).unwrap();
    folder.run("merge good.csv --partial --out z.csv").success();
    folder.run("verify z.csv").success();
    folder.write("z2.csv.journal", "of others");
    folder.run("merge good.csv --partial --fresh --out z2.csv").code(2);
    assert_eq!(folder.read("z2.csv.journal"), "of others");
    ran("rows_that_a_journal_accuses_are_neither_sound_nor_merged", cases);
}

#[test]
fn a_journal_beside_a_sealed_file_is_said_and_removed() {
    let folder = shards();
    let begun = Whole::new().begun();
    folder.write("a.csv.journal", begun.read("x.csv.journal"));
    let told = stdout(&folder.run("verify a.csv").success());
    assert!(told.contains("a.csv.journal is left over"), "{told}");
    folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).success();
    assert!(!folder.file("a.csv.journal").exists());
    let told = stdout(&folder.run("verify a.csv").success());
    assert!(!told.contains("journal"), "{told}");
}

#[test]
fn a_shard_of_billions_is_merged_at_once() {
    let folder = Folder::new();
    folder
        .run("sweep --board 3x3 --orders fig2 --budget none --shard 1/4294967295 --out a.csv")
        .success();
    let told = stderr(&folder.run("merge a.csv --out x.csv").code(1));
    assert!(told.contains("8 rows missing:\n  jobs 1 to 8"), "{told}");
}

#[test]
fn advice_fits_the_command() {
    let folder = shards();
    std::fs::rename(folder.file("a.meta.json"), folder.file("kept.json")).unwrap();
    for command in ["verify a.csv", "merge a.csv b.csv --out x.csv"] {
        let told = stderr(&folder.run(command).code(2));
        assert!(told.contains("its sidecar a.meta.json does not exist"), "{told}");
        assert!(!told.contains("--fresh"), "{told}");
    }
    let told = stderr(&folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).code(2));
    assert!(told.contains("or start again with --fresh"), "{told}");

    folder.write("table.csv", "a,b\n1,2\n");
    folder.write("plot.svg", "<svg/>");
    for (file, what) in [("table.csv", "it begins with `a,b`"), ("plot.svg", "name of a picture")] {
        let told = stderr(&folder.run(&format!("merge {file} b.csv --out x.csv")).code(2));
        assert!(told.contains(what), "{told}");
    }
    for (command, what) in [
        ("verify b.csv --board 5x5", "--board needs a tour"),
        ("verify b.csv --seed 3", "--recompute"),
        ("merge b.csv --recheck --out x.csv", "--salvage"),
    ] {
        let told = stderr(&folder.run(command).code(2));
        assert!(told.contains(what), "{told}");
    }
    folder.write("tour.txt", "1 4 7 10\n8 11 2 5\n3 6 9 12\n");
    let told = stderr(&folder.run("verify tour.txt --recompute 2").code(2));
    assert!(told.contains("--recompute needs results"), "{told}");
}

#[test]
fn a_job_counts_once_in_a_summary() {
    let folder = shards();
    edit(&folder, "b", |sidecar| sidecar["sealed"] = Value::Null);
    let csv = folder.read("b.csv");
    let summary = |said: &str| stdout(&folder.run(said).success());
    let before = summary("summarize b.csv --format csv");
    let row = csv.lines().nth(3).unwrap();
    folder.write("b.csv", format!("{csv}{row}\n{row}\n"));
    assert_eq!(summary("summarize b.csv --format csv"), before);
    let told = stderr(&folder.run("summarize b.csv").success());
    assert!(told.contains("2 rows for jobs that have a row in this file already"), "{told}");
    let told = stdout(&folder.run("verify b.csv").code(1));
    assert!(told.contains("line 39: job 5 has a row already"), "{told}");
}

#[test]
fn a_merge_says_that_a_journal_is_damaged() {
    let folder = Whole::new().begun();
    let journal = folder.read("x.csv.journal");
    folder.write("x.csv.journal", journal.trim_end().to_owned() + "x\n");
    let told = stderr(&folder.run("merge x.csv --partial --out y.csv").success());
    assert!(told.contains("x.csv: its journal is damaged"), "{told}");
}
