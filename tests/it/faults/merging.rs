//! Attacks on merging, salvaging and verifying: forged sidecars, altered files, foreign files.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::ran;
use crate::program::{Folder, stderr, stdout};

const SWEEP: &str =
    "sweep --board 5x5 --starts all --orders sample:3:1 --budget none --engine leap";

/// The shards `a.csv` and `b.csv` of an experiment, and `one.csv`, the whole of it.
fn shards() -> Folder {
    /// The files with their names, made once.
    static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let folder = Folder::new();
        folder.run(&format!("{SWEEP} --out one.csv")).success();
        folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).success();
        folder.run(&format!("{SWEEP} --shard 2/2 --out b.csv")).success();
        folder.names().into_iter().map(|name| (name.clone(), folder.read(&name))).collect()
    });
    let folder = Folder::new();
    FILES.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

fn sidecar(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("{name}.meta.json"))).unwrap()
}

fn edit(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let mut edited = sidecar(folder, name);
    change(&mut edited);
    folder.write(&format!("{name}.meta.json"), edited.to_string());
}

/// Removes what older programs did not write.
fn without_blocks(folder: &Folder, name: &str) {
    edit(folder, name, |sidecar| {
        sidecar["sealed"].as_object_mut().unwrap().remove("blocks");
    });
}

/// Replaces the count of the first row by another that agrees with everything in the row.
fn alter(folder: &Folder, name: &str) {
    let csv = folder.read(name);
    let altered = csv.replacen(",743376,", ",743375,", 1);
    assert_ne!(csv, altered);
    folder.write(name, altered);
}

/// Cuts this many rows off; gives the number of lines that are left.
fn cut_off(folder: &Folder, name: &str, rows: usize) -> usize {
    let csv = folder.read(name);
    let kept = csv.lines().count() - rows;
    let lines: Vec<&str> = csv.lines().take(kept).collect();
    folder.write(name, lines.join("\n") + "\n");
    kept
}

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
fn a_salvage_never_seals_rows_that_may_have_changed() {
    let mut cases = 0;
    for with_blocks in [true, false] {
        for cut in [0, 1, 5] {
            let folder = shards();
            if !with_blocks {
                without_blocks(&folder, "a");
            }
            alter(&folder, "a.csv");
            let kept = cut_off(&folder, "a.csv", cut);

            let told = stderr(&folder.run("merge a.csv b.csv --out x.csv").code(2));
            assert!(told.contains("a.csv has changed since it was sealed"), "{told}");
            assert!(told.contains("--salvage") && !told.contains("--fresh"), "{told}");
            folder.run("merge a.csv b.csv --partial --out x.csv").code(2);
            assert_eq!(folder.names().iter().filter(|name| name.starts_with('x')).count(), 0);

            let salvage = "merge --salvage a.csv b.csv --out x.csv";
            let told = stderr(&folder.run(salvage).success());
            let rows = kept - 1;
            assert!(
                told.contains(&format!("{rows} rows left out because their file has changed")),
                "{told}"
            );
            assert!(told.contains(&format!("a.csv: {rows} rows")), "{told}");
            assert!(told.contains("37 of 75 jobs, not sealed"), "{told}");
            folder.run(&format!("{SWEEP} --out x.csv")).success();
            assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("one.csv"));

            let told = stderr(&folder.run(&format!("{salvage} --recheck --fresh")).success());
            let found = format!("{rows} jobs searched again, {} rows confirmed", rows - 1);
            assert!(told.contains(&found), "{told}");
            assert!(told.contains("1 row left out because the search did not confirm"), "{told}");
            assert!(told.contains(&format!("{} of 75 jobs, not sealed", 74 - cut)), "{told}");
            folder.run(&format!("{SWEEP} --out x.csv")).success();
            assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("one.csv"));
            folder.run("verify x.csv").success();
            cases += 1;
        }
    }
    ran("a_salvage_never_seals_rows_that_may_have_changed", cases);
}

/// Resumes the shard of [`shards`] that was cut, and is killed before its first row.
fn begin_resuming(folder: &Folder) {
    use knightsweep::experiment::plan::Plan;
    use knightsweep::experiment::shard::Shard;
    use knightsweep::results::{Existing, OpenOptions, Paths, Store};
    let spec = serde_json::from_value(sidecar(folder, "a")["experiment"].take());
    let spec: knightsweep::experiment::Spec = spec.unwrap();
    let experiment = spec.experiment(&folder.file("a.csv")).unwrap();
    let options = OpenOptions {
        shard: Shard::new(1, 2),
        existing: Existing::Resume,
        writer: super::in_process::writer(),
    };
    let paths = Paths::new(&folder.file("a.csv")).unwrap();
    drop(Store::open(paths, &experiment, &Plan::new(&experiment), options).unwrap());
}

#[test]
fn a_changed_row_of_a_cut_shard_is_never_sealed() {
    let cases = [(true, 1), (true, 5), (false, 1), (false, 5)];
    for (with_blocks, cut) in cases {
        let folder = shards();
        if !with_blocks {
            without_blocks(&folder, "a");
        }
        alter(&folder, "a.csv");
        let kept = cut_off(&folder, "a.csv", cut);
        begin_resuming(&folder);
        assert_eq!(folder.read("a.csv").lines().count(), kept);

        let told = stderr(&folder.run("merge --partial a.csv b.csv --out m.csv").code(2));
        assert!(told.contains("finish it with run first"), "{told}");
        for salvage in
            ["merge --salvage a.csv b.csv --out", "merge --salvage --recheck a.csv --out"]
        {
            folder.run(&format!("{salvage} m.csv --fresh")).success();
            assert!(!folder.read("m.csv").contains(",743375,"), "{salvage}");
        }
        let told = stderr(&folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).code(2));
        assert!(told.contains("has changed since it was sealed"), "{told}");
    }
    ran("a_changed_row_of_a_cut_shard_is_never_sealed", cases.len());
}

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
fn no_changed_bit_of_a_shard_gets_into_sealed_results() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 tutorial --budget none";
    folder.run(&format!("{sweep} --out one.csv")).success();
    folder.run(&format!("{sweep} --shard 1/2 --out a.csv")).success();
    folder.run(&format!("{sweep} --shard 2/2 --out b.csv")).success();
    let (csv, expected) = (folder.read("a.csv").into_bytes(), folder.rows_but_times("one.csv"));
    let paths = |name: &str| knightsweep::results::Paths::new(&folder.file(name)).unwrap();
    let (a, b, x) = (paths("a.csv"), paths("b.csv"), paths("x.csv"));
    let header = csv.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let (mut cases, mut sealed) = (0, 0);
    for place in header..csv.len() {
        let mut changed = csv.clone();
        changed[place] ^= 1 << (place % 4);
        folder.write("a.csv", changed);
        use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
        let inputs = [a.clone(), b.clone()];
        assert!(Gathered::read(&inputs, OnDamage::Refuse).is_err(), "byte {place}");
        let gathered = Gathered::read(&inputs, OnDamage::LeaveOut).unwrap();
        cases += 1;
        if gathered.missing() > 0 {
            continue;
        }
        let writer = knightsweep::results::Writer { command: Vec::new(), threads: 1 };
        let merged = gathered.write(&x, OnOccupied::Refuse, writer).unwrap();
        assert!(merged.sealed);
        sealed += 1;
        assert_eq!(folder.rows_but_times("x.csv"), expected, "byte {place}");
        std::fs::remove_file(&x.csv).unwrap();
        std::fs::remove_file(&x.sidecar).unwrap();
    }
    assert!(sealed > 0, "a file whose times alone were changed is complete");
    ran("no_changed_bit_of_a_shard_gets_into_sealed_results", cases);
}

#[test]
fn rows_that_a_journal_accuses_are_neither_sound_nor_merged() {
    use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
    let folder = super::journal::Whole::new().begun();
    folder.run("verify x.csv").success();
    folder.run("merge x.csv --partial --out good.csv").success();
    let paths = |name: &str| knightsweep::results::Paths::new(&folder.file(name)).unwrap();
    let (x, y) = (paths("x.csv"), paths("y.csv"));
    let inputs = [x.clone()];
    let csv = folder.read("x.csv");
    let header = csv.find('\n').unwrap() + 1;
    let mut cases = 0;
    for place in (header..csv.len() - 1).step_by(5) {
        let mut changed = csv.clone().into_bytes();
        changed[place] ^= 1;
        folder.write("x.csv", changed);
        let sample = knightsweep::results::verify::Sample { size: 0, seed: 0 };
        let verified = knightsweep::results::verify::verify(&x, sample).unwrap();
        assert!(!verified.is_sound(), "byte {place}");
        assert!(Gathered::read(&inputs, OnDamage::Refuse).is_err(), "byte {place}");
        let gathered = Gathered::read(&inputs, OnDamage::LeaveOut).unwrap();
        assert!((2..=3).contains(&gathered.rows()), "byte {place}: {} rows", gathered.rows());
        let writer = knightsweep::results::Writer { command: Vec::new(), threads: 1 };
        gathered.write(&y, OnOccupied::Refuse, writer).unwrap();
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
    let begun = super::journal::Whole::new().begun();
    folder.write("a.csv.journal", begun.read("x.csv.journal"));
    let told = stdout(&folder.run("verify a.csv").success());
    assert!(told.contains("a.csv.journal is left over"), "{told}");
    folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).success();
    assert!(!folder.file("a.csv.journal").exists());
    let told = stdout(&folder.run("verify a.csv").success());
    assert!(!told.contains("journal"), "{told}");
}

#[test]
fn forged_sidecars_are_neither_sound_nor_merged() {
    type Change = fn(&mut Value);
    let forgeries: [(&str, Change); 10] = [
        ("38 of its 75 rows are missing", |s| (s["shard"], s["jobs"]) = (Value::Null, json!(75))),
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
        let fault = fault.replace("38 of its 75", "37 of its 75");
        let told = stdout(&folder.run("verify a.csv").code(1));
        assert!(told.contains("NOT sound") && told.contains(&fault), "{fault}: {told}");
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
fn a_shard_of_billions_is_merged_at_once() {
    let folder = Folder::new();
    folder
        .run("sweep --board 3x3 --orders fig2 --budget none --shard 1/4294967295 --out a.csv")
        .success();
    let told = stderr(&folder.run("merge a.csv --out x.csv").code(1));
    assert!(told.contains("8 rows missing:\n  jobs 1 to 8"), "{told}");
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
        let spec: knightsweep::experiment::Spec =
            serde_json::from_value(sidecar["experiment"].clone()).unwrap();
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
fn rows_are_verified_though_the_columns_contradict_the_sidecar() {
    let folder = shards();
    folder.run(&format!("{SWEEP} --tours --out tours.csv")).success();
    let told = stdout(&folder.run("verify tours.csv").success());
    assert!(told.contains("75 of 75"), "{told}");
    folder.write("one.csv", folder.read("tours.csv"));
    let told = stdout(&folder.run("verify one.csv").code(1));
    assert!(told.contains("line 1: there is a column tour"), "{told}");
    assert!(told.contains("line 2: tour is a5-"), "{told}");
    assert!(told.contains("36 of 75 rows are good"), "{told}");
}

#[test]
fn a_damaged_header_costs_no_row_of_a_sealed_file() {
    let folder = shards();
    let whole = folder.read("one.csv");
    folder.write("one.csv", whole.replacen("job,", "jnb,", 1));
    let advice = stderr(&folder.run(&format!("{SWEEP} --out one.csv")).code(2));
    assert!(advice.contains("merge --salvage"), "{advice}");
    let told = stderr(&folder.run("merge --salvage one.csv --out good.csv").success());
    assert!(told.contains("one.csv line 1: it is not the header: `jnb,"), "{told}");
    assert_eq!(folder.read("good.csv"), whole);
    folder.run("verify good.csv").success();
    // With others it is left out only as far as it cannot be trusted.
    folder.write("a.csv", folder.read("a.csv").replacen("job,", "\u{feff}job,", 1));
    folder.run("merge --salvage --recheck a.csv b.csv --out both.csv").success();
    folder.write("one.csv", whole);
    assert_eq!(folder.rows_but_times("both.csv"), folder.rows_but_times("one.csv"));
}

#[test]
fn a_salvage_with_the_sidecar_of_another_experiment_fails_and_writes_nothing() {
    let folder = shards();
    folder.run("sweep --board 3x3 --out other.csv").success();
    folder.write("other.csv", folder.read("one.csv"));
    for flags in ["", " --recheck"] {
        let salvage = format!("merge other.csv --salvage{flags} --out x.csv");
        let told = stderr(&folder.run(&salvage).code(1));
        assert!(told.contains("no row agrees with the experiment in the sidecar"), "{told}");
        assert!(!folder.names().iter().any(|name| name.starts_with('x')), "{flags}");
    }
}

#[test]
fn what_a_salvage_saves_is_sound() {
    let folder = shards();
    alter(&folder, "one.csv");
    cut_off(&folder, "one.csv", 1);
    for flags in ["", " --recheck"] {
        folder.run(&format!("merge one.csv --salvage{flags} --fresh --out x.csv")).success();
        let told = stdout(&folder.run("verify x.csv").success());
        assert!(told.contains("sound: ") && told.contains("not sealed yet"), "{told}");
    }
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    folder.run("verify x.csv").success();
}

#[test]
fn a_merge_says_that_a_journal_is_damaged() {
    let folder = super::journal::Whole::new().begun();
    let journal = folder.read("x.csv.journal");
    folder.write("x.csv.journal", journal.trim_end().to_owned() + "x\n");
    let told = stderr(&folder.run("merge x.csv --partial --out y.csv").success());
    assert!(told.contains("x.csv: its journal is damaged"), "{told}");
}
