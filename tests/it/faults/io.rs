//! Every system call of the store fails in turn.

use std::path::PathBuf;
use std::process::{Command, Output};

use super::ran;
use crate::program::Folder;

const SWEEP: &str =
    "sweep --board 3x3 3x4 --starts all --orders fig2 --budget 500 --threads 2 --quiet";

/// The library of `shim.c`, compiled into a folder.
fn shim(folder: &Folder) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/faults/shim.c");
    let library = folder.file("shim.so");
    let status = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .args([source, "-ldl", "-lpthread"])
        .status()
        .unwrap();
    assert!(status.success());
    library
}

fn program(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"));
    command
        .args(arguments.split_whitespace())
        .current_dir(folder.path());
    command
}

/// Rows without times, from a text that may end in a torn one.
fn rows(text: &str) -> Vec<String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let timeless = |line: &str| {
        let fields = line.split(',').enumerate();
        let kept: Vec<&str> = fields
            .filter(|(place, _)| !matches!(place, 16 | 17))
            .map(|(_, field)| field)
            .collect();
        kept.join(",")
    };
    whole.lines().map(timeless).collect()
}

/// What is attacked.
struct Attack {
    /// Makes `attacked/` as it is before.
    prepare: fn(&Folder, &Folder),
    command: String,
    /// The command that goes on after a failure.
    repair: String,
}

/// Lets each call fail in each way; gives the number of failures.
fn attack(attack: &Attack) -> usize {
    let whole = Folder::new();
    for shard in 1..=2 {
        whole
            .run(&format!("{SWEEP} --shard {shard}/2 --out s{shard}.csv"))
            .success();
    }
    whole.run(&format!("{SWEEP} --out one.csv")).success();
    let expected = rows(&whole.read("one.csv"));
    let shim = shim(&whole);
    let mut failures = 0;
    for mode in ["once", "good", "short"] {
        for at in 1.. {
            assert!(at < 1000, "the attack has no end");
            let folder = Folder::new();
            std::fs::create_dir(folder.file("attacked")).unwrap();
            (attack.prepare)(&folder, &whole);
            let output = program(&folder, &attack.command)
                .env("LD_PRELOAD", &shim)
                .env("FAULT_NAME", "attacked")
                .env("FAULT_AT", at.to_string())
                .env("FAULT_MODE", mode)
                .env("FAULT_LOG", folder.file("log"))
                .output()
                .unwrap();
            let Ok(call) = std::fs::read_to_string(folder.file("log")) else {
                assert!(output.status.success(), "nothing failed: {output:?}");
                break;
            };
            failures += 1;
            check_failure(
                &folder,
                &output,
                &expected,
                &format!("{} {at} {mode}", call.trim()),
            );
            folder.run(&attack.repair).success();
            assert_eq!(
                rows(&folder.read("attacked/x.csv")),
                expected,
                "{mode} {at}"
            );
            folder.run("verify attacked/x.csv").success();
        }
    }
    failures
}

fn check_failure(folder: &Folder, output: &Output, expected: &[String], which: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{which}: {told}");
    assert!(
        told.contains("knightsweep: cannot ") && told.contains("attacked"),
        "{which}: {told}"
    );
    let left = std::fs::read_to_string(folder.file("attacked/x.csv")).unwrap_or_default();
    for row in rows(&left) {
        assert!(expected.contains(&row), "{which}: {row}");
    }
}

fn run_attack(prepare: fn(&Folder, &Folder)) -> usize {
    let command = format!("{SWEEP} --out attacked/x.csv");
    attack(&Attack {
        prepare,
        repair: command.clone(),
        command,
    })
}

/// The whole result, its first `lines` lines and a torn one, not sealed.
fn unsealed(folder: &Folder, whole: &Folder, lines: usize) {
    let csv = whole.read("one.csv");
    let kept: usize = csv.lines().take(lines).map(|line| line.len() + 1).sum();
    folder.write("attacked/x.csv", &csv[..(kept + 5).min(csv.len())]);
    let mut sidecar: serde_json::Value =
        serde_json::from_str(&whole.read("one.meta.json")).unwrap();
    sidecar["sealed"] = serde_json::Value::Null;
    folder.write("attacked/x.meta.json", sidecar.to_string());
}

#[test]
#[ignore = "seconds to minutes: each system call of a run fails"]
fn a_run_survives_the_failure_of_any_call() {
    let failures = run_attack(|_, _| ());
    assert!(failures > 40, "only {failures} failures");
    ran("a_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a resumed run fails"]
fn a_resumed_run_survives_the_failure_of_any_call() {
    let failures = run_attack(|folder, whole| unsealed(folder, whole, 9));
    assert!(failures > 40, "only {failures} failures");
    ran("a_resumed_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of sealing fails"]
fn sealing_survives_the_failure_of_any_call() {
    let failures = run_attack(|folder, whole| unsealed(folder, whole, 99));
    assert!(failures > 40, "only {failures} failures");
    ran("sealing_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a merge fails"]
fn a_merge_survives_the_failure_of_any_call() {
    let command = "merge attacked/s1.csv attacked/s2.csv --quiet --out attacked/x.csv".to_owned();
    let failures = attack(&Attack {
        prepare: |folder, whole| {
            for name in ["s1.csv", "s1.meta.json", "s2.csv", "s2.meta.json"] {
                folder.write(&format!("attacked/{name}"), whole.read(name));
            }
        },
        repair: format!("{command} --fresh"),
        command,
    });
    assert!(failures > 40, "only {failures} failures");
    ran("a_merge_survives_the_failure_of_any_call", failures);
}

#[test]
fn a_clock_that_jumps_back_changes_nothing_but_the_sidecar() {
    let folder = Folder::new();
    let shim = shim(&folder);
    std::fs::create_dir(folder.file("attacked")).unwrap();
    let command = format!("{SWEEP} --out attacked/x.csv");
    for _ in 0..2 {
        let status = program(&folder, &command)
            .env("LD_PRELOAD", &shim)
            .env("CLOCK_BACK", "1")
            .status()
            .unwrap();
        assert!(status.success());
        folder.run("verify attacked/x.csv").success();
        let csv = folder.read("attacked/x.csv");
        folder.write("attacked/x.csv", &csv[..csv.len() / 2]);
    }
    folder.run(&command).success();
    folder.run(&format!("{SWEEP} --out one.csv")).success();
    assert_eq!(
        rows(&folder.read("attacked/x.csv")),
        rows(&folder.read("one.csv"))
    );
}
