//! Salvaging: rows that may have changed are searched again or left out, and never sealed.

use knightsweep::experiment::Spec;
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::shard::Shard;
use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
use knightsweep::results::{Existing, OpenOptions, Paths, Store};

use super::in_process::writer;
use super::ran;
use super::sealed_shards::{SWEEP, alter, cut_off, shards, sidecar, without_blocks};
use crate::program::{Folder, stderr, stdout};

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
    let spec = serde_json::from_value(sidecar(folder, "a")["experiment"].take());
    let spec: Spec = spec.unwrap();
    let experiment = spec.experiment(&folder.file("a.csv")).unwrap();
    let options =
        OpenOptions { shard: Shard::new(1, 2), existing: Existing::Resume, writer: writer() };
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
fn no_changed_bit_of_a_shard_gets_into_sealed_results() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 tutorial --budget none";
    folder.run(&format!("{sweep} --out one.csv")).success();
    folder.run(&format!("{sweep} --shard 1/2 --out a.csv")).success();
    folder.run(&format!("{sweep} --shard 2/2 --out b.csv")).success();
    let (csv, expected) = (folder.read("a.csv").into_bytes(), folder.rows_but_times("one.csv"));
    let paths = |name: &str| Paths::new(&folder.file(name)).unwrap();
    let (a, b, x) = (paths("a.csv"), paths("b.csv"), paths("x.csv"));
    let header = csv.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let (mut cases, mut sealed) = (0, 0);
    for place in header..csv.len() {
        let mut changed = csv.clone();
        changed[place] ^= 1 << (place % 4);
        folder.write("a.csv", changed);
        let inputs = [a.clone(), b.clone()];
        assert!(Gathered::read(&inputs, OnDamage::Refuse).is_err(), "byte {place}");
        let gathered = Gathered::read(&inputs, OnDamage::LeaveOut).unwrap();
        cases += 1;
        if gathered.missing() > 0 {
            continue;
        }
        let merged = gathered.write(&x, OnOccupied::Refuse, writer()).unwrap();
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
