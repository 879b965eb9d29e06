//! Every system call of the store fails in turn.

use std::process::Output;

use super::shim::program;
use super::{ran, timeless};
use crate::program::{Folder, stdout};

const SWEEP: &str =
    "sweep --board 3x3 3x4 --starts all --orders fig2 --budget 500 --threads 2 --quiet";

/// Rows without times, from a text that may end in a torn one.
fn rows(text: &str) -> Vec<String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(timeless).collect()
}

/// Calls whose failure the program may ignore, if the results are correct in the end: removing the
/// lock, making a folder that exists, asking for the size of a file that is read anyway, and
/// linking a sidecar, which not every file system can do, before it is moved.
const DISPENSABLE: [&str; 4] = ["unlink", "mkdir", "statx", "link"];

/// What is attacked.
struct Attack {
    /// Gives the results as they are to be.
    sweep: &'static str,
    /// Makes more in the folder of these results, once, for `prepare`.
    beside: fn(&Folder),
    /// Makes `attacked/` as it is before, if it is there, from that folder.
    prepare: fn(&Folder, &Folder),
    command: String,
    /// The command that repairs the results after a failure.
    repair: String,
    /// What must hold after a failure, and after the repair.
    check: fn(&Folder, &Folder, &str),
}

/// Lets each call fail in each way; gives the number of failures.
fn attack(attack: &Attack) -> usize {
    let whole = Folder::new();
    whole.run(&format!("{} --out one.csv", attack.sweep)).success();
    (attack.beside)(&whole);
    let expected = rows(&whole.read("one.csv"));
    let mut failures = 0;
    for mode in ["once", "good", "short"] {
        for at in 1.. {
            assert!(at < 1000, "the attack has no end");
            let folder = Folder::in_memory();
            (attack.prepare)(&folder, &whole);
            let before = rows_there(&folder);
            let output = program(&folder, &attack.command)
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
            // A call that does not write has no part that it could do: it failed as in mode `once`.
            if mode == "short" && !call.trim().starts_with("write") {
                continue;
            }
            failures += 1;
            let which = format!("{} {at} {mode}", call.trim());
            if output.status.success() {
                assert!(DISPENSABLE.contains(&call.trim()), "{which}: {output:?}");
                check_end(&folder, &expected, &which);
            } else {
                check_failure(&folder, &output, &before, &expected, &which);
            }
            (attack.check)(&folder, &whole, &which);
            folder.run(&attack.repair).success();
            check_end(&folder, &expected, &which);
            (attack.check)(&folder, &whole, &which);
        }
    }
    failures
}

fn rows_there(folder: &Folder) -> Vec<String> {
    rows(&std::fs::read_to_string(folder.file("attacked/x.csv")).unwrap_or_default())
}

fn check_failure(
    folder: &Folder,
    output: &Output,
    before: &[String],
    expected: &[String],
    which: &str,
) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{which}: {told}");
    assert!(told.contains("knightsweep: cannot ") && told.contains("attacked"), "{which}: {told}");
    let left = rows_there(folder);
    for row in &left {
        let is_known = expected.contains(row) || before.contains(row);
        assert!(is_known, "{which}: {row}");
    }
    let moved = folder.file("attacked/x.old-2.csv").exists();
    for row in before.iter().filter(|row| expected.contains(row)) {
        assert!(moved || left.contains(row), "{which}: lost {row}");
    }
}

fn check_end(folder: &Folder, expected: &[String], which: &str) {
    assert_eq!(rows_there(folder), expected, "{which}");
    let verified = folder.run("verify attacked/x.csv").success();
    assert!(stdout(&verified).contains("sealed and unchanged"), "{which}");
}

impl Attack {
    /// On a run of these jobs, which the same command resumes.
    fn of_run(sweep: &'static str, flags: &str, prepare: fn(&Folder, &Folder)) -> Attack {
        let command = format!("{sweep} --out attacked/x.csv{flags}");
        Attack {
            sweep,
            beside: |_| (),
            prepare,
            repair: command.clone(),
            command,
            check: |_, _, _| (),
        }
    }
}

/// Copies files of the folder of the whole results.
fn copy(folder: &Folder, whole: &Folder, names: &[(&str, &str)]) {
    std::fs::create_dir_all(folder.file("attacked")).unwrap();
    for (from, to) in names {
        folder.write(&format!("attacked/{to}"), whole.read(from));
    }
}

/// The whole result, its first `lines` lines and a torn one, not sealed.
fn unsealed(folder: &Folder, whole: &Folder, lines: usize) {
    copy(folder, whole, &[]);
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
    // The folder is not there, so that making it fails too.
    let failures = attack(&Attack::of_run(SWEEP, "", |_, _| ()));
    assert!(failures > 40, "only {failures} failures");
    ran("a_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a resumed run fails"]
fn a_resumed_run_survives_the_failure_of_any_call() {
    let failures = attack(&Attack::of_run(SWEEP, "", |folder, whole| {
        unsealed(folder, whole, 9);
    }));
    assert!(failures > 40, "only {failures} failures");
    ran("a_resumed_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of sealing fails"]
fn sealing_survives_the_failure_of_any_call() {
    let failures = attack(&Attack::of_run(SWEEP, "", |folder, whole| {
        unsealed(folder, whole, 99);
    }));
    assert!(failures > 40, "only {failures} failures");
    ran("sealing_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a search for more memory fails"]
fn a_retry_survives_the_failure_of_any_call() {
    const OF_MEMORY: &str = "sweep --board 3x3 3x4 8x8 --starts 1,1 1,2 --orders fig2 --budget none --engine leap \
         --threads 2 --quiet";
    let failures = attack(&Attack {
        beside: |whole| {
            whole.run(&format!("{OF_MEMORY} --memory 1M --out little.csv")).success();
            let of_memory = whole.read("little.csv").matches(",memory,").count();
            assert!((1..6).contains(&of_memory), "{of_memory} of 6 need more");
        },
        ..Attack::of_run(OF_MEMORY, " --retry-memory", |folder, whole| {
            let little = [("little.csv", "x.csv"), ("little.meta.json", "x.meta.json")];
            copy(folder, whole, &little);
        })
    });
    assert!(failures > 100, "only {failures} failures");
    ran("a_retry_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a fresh start fails"]
fn a_fresh_start_survives_the_failure_of_any_call() {
    let failures = attack(&Attack {
        check: |folder, whole, which| {
            let older = folder.read("attacked/x.old-1.csv");
            assert_eq!(older, "older", "{which}");
            // Under its name, or moved aside.
            let kept = |name: &str, ending: &str| {
                let names = ["x", "x.old-2", "x.old-3"];
                let old = whole.read(name);
                names.into_iter().find(|stem| {
                    let file = folder.file(&format!("attacked/{stem}.{ending}"));
                    std::fs::read_to_string(file).is_ok_and(|text| text == old)
                })
            };
            let csv = kept("one.csv", "csv");
            assert!(csv.is_some(), "{which}: the old rows are lost");
            let sidecar = kept("one.meta.json", "meta.json");
            // Between the two renames the next fresh start resumes.
            let half_way = (csv, sidecar) == (Some("x.old-2"), Some("x"));
            assert!(sidecar == csv || half_way, "{which}: {csv:?}, {sidecar:?}");
        },
        ..Attack::of_run(SWEEP, " --fresh", |folder, whole| {
            let old = [("one.csv", "x.csv"), ("one.meta.json", "x.meta.json")];
            copy(folder, whole, &old);
            folder.write("attacked/x.old-1.csv", "older");
        })
    });
    assert!(failures > 100, "only {failures} failures");
    ran("a_fresh_start_survives_the_failure_of_any_call", failures);
}

fn shards(whole: &Folder) {
    for shard in 1..=2 {
        whole.run(&format!("{SWEEP} --shard {shard}/2 --out s{shard}.csv")).success();
    }
}

const SHARDS: [(&str, &str); 4] = [
    ("s1.csv", "s1.csv"),
    ("s1.meta.json", "s1.meta.json"),
    ("s2.csv", "s2.csv"),
    ("s2.meta.json", "s2.meta.json"),
];

const MERGE: &str = "merge attacked/s1.csv attacked/s2.csv --quiet --out attacked/x.csv";

#[test]
#[ignore = "seconds to minutes: each system call of a merge fails"]
fn a_merge_survives_the_failure_of_any_call() {
    let failures = attack(&Attack {
        sweep: SWEEP,
        beside: shards,
        prepare: |folder, whole| copy(folder, whole, &SHARDS),
        command: MERGE.to_owned(),
        repair: format!("{MERGE} --fresh"),
        check: |folder, whole, which| {
            for (name, _) in SHARDS {
                let here = folder.read(&format!("attacked/{name}"));
                assert_eq!(here, whole.read(name), "{which}: {name}");
            }
        },
    });
    assert!(failures > 40, "only {failures} failures");
    ran("a_merge_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds: each system call of a merge over other results fails"]
fn no_failing_call_lets_a_merge_replace_results() {
    let whole = Folder::new();
    whole.run(&format!("{SWEEP} --out one.csv")).success();
    shards(&whole);
    let mut failures = 0;
    for at in 1.. {
        let folder = Folder::in_memory();
        copy(&folder, &whole, &SHARDS);
        let old = [("one.csv", "x.csv"), ("one.meta.json", "x.meta.json")];
        copy(&folder, &whole, &old);
        let output = program(&folder, MERGE)
            .env("FAULT_NAME", "attacked")
            .env("FAULT_AT", at.to_string())
            .env("FAULT_MODE", "once")
            .env("FAULT_LOG", folder.file("log"))
            .output()
            .unwrap();
        let call = std::fs::read_to_string(folder.file("log"));
        assert!(!output.status.success(), "{at} {call:?}: {output:?}");
        for (from, to) in old {
            let here = folder.read(&format!("attacked/{to}"));
            assert_eq!(here, whole.read(from), "{at} {call:?}");
        }
        if call.is_err() {
            break;
        }
        failures += 1;
    }
    assert!(failures > 20, "only {failures} failures");
    ran("no_failing_call_lets_a_merge_replace_results", failures);
}

#[test]
fn a_clock_that_jumps_back_changes_nothing_but_the_sidecar() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("attacked")).unwrap();
    let command = format!("{SWEEP} --out attacked/x.csv");
    for _ in 0..2 {
        let status = program(&folder, &command).env("CLOCK_BACK", "1").status().unwrap();
        assert!(status.success());
        folder.run("verify attacked/x.csv").success();
        let csv = folder.read("attacked/x.csv");
        folder.write("attacked/x.csv", &csv[..csv.len() / 2]);
    }
    folder.run(&command).success();
    folder.run(&format!("{SWEEP} --out one.csv")).success();
    assert_eq!(rows(&folder.read("attacked/x.csv")), rows(&folder.read("one.csv")));
}
