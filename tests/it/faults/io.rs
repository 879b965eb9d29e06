//! Every system call of the store fails in turn.

use std::process::Output;

use super::in_process::verified;
use super::shim::program;
use super::{copy, facts, facts_in, ran, unseal};
use crate::program::Folder;

const SWEEP: &str =
    "sweep --board 3x3 3x4 --starts all --orders fig2 --budget 500 --threads 2 --quiet";

/// Calls whose failure the program may ignore, if the results are correct in the end: removing the
/// lock, making a folder that exists, asking for the size of a file that is read anyway, and
/// linking a sidecar, which not every file system can do, before it is moved.
const DISPENSABLE: [&str; 4] = ["unlink", "mkdir", "statx", "link"];

const RESULTS: [&str; 2] = ["attacked/x.csv", "attacked/x.meta.json"];

/// What is attacked.
struct Attack {
    /// Makes `attacked/x.csv` as it is in the end, in a folder of its own.
    undisturbed: String,
    /// Makes the folder as it is before, once.
    before: fn(&Folder),
    command: String,
    /// What must hold of the folder besides, after a failure and in the end, compared with how it
    /// was before.
    check: fn(&Folder, &Folder, &str),
}

/// Lets each call fail in each way; gives the number of failures.
fn attack(attack: &Attack) -> usize {
    let (whole, before) = (Folder::in_memory(), Folder::in_memory());
    whole.run(&attack.undisturbed).success();
    (attack.before)(&before);
    let expected = whole.read("attacked/x.csv");
    let mut failures = 0;
    for mode in ["once", "good", "short"] {
        for at in 1.. {
            assert!(at < 1000, "the attack has no end");
            let folder = Folder::in_memory();
            copy_all(&before, &folder);
            let output = fail(&folder, &attack.command, at, mode);
            let Ok(call) = std::fs::read_to_string(folder.file("log")) else {
                assert!(output.status.success(), "nothing failed: {output:?}");
                break;
            };
            let call = call.trim();
            // A call that does not write has no part that it could do: it failed as in mode `once`.
            if mode == "short" && !call.starts_with("write") {
                continue;
            }
            failures += 1;
            let which = format!("{call} {at} {mode}");
            if output.status.success() {
                assert!(DISPENSABLE.contains(&call), "{which}: {output:?}");
                check_end(&folder, &expected, &which);
            } else {
                check_failure(&folder, &output, &before, &expected, &which);
                let is_locked = folder.file("attacked/x.csv.lock").exists();
                assert!(
                    !which.starts_with("flock") || mode == "good" || !is_locked,
                    "{which}: an empty lock is left behind"
                );
            }
            (attack.check)(&folder, &before, &which);
            let repeated = folder.run(&attack.command);
            assert!(repeated.get_output().status.success(), "{which}: {repeated:?}");
            check_end(&folder, &expected, &which);
            (attack.check)(&folder, &before, &which);
        }
    }
    failures
}

/// Runs a command whose call number `at` fails.
pub fn fail(folder: &Folder, command: &str, at: usize, mode: &str) -> Output {
    let mut command = program(folder, command);
    command.env("FAULT_NAME", "attacked").env("FAULT_AT", at.to_string()).env("FAULT_MODE", mode);
    command.env("FAULT_LOG", folder.file("log")).output().unwrap()
}

fn copy_all(from: &Folder, to: &Folder) {
    if from.file("attacked").exists() {
        std::fs::create_dir(to.file("attacked")).unwrap();
        for entry in std::fs::read_dir(from.file("attacked")).unwrap() {
            let name = format!("attacked/{}", entry.unwrap().file_name().to_str().unwrap());
            copy(from, to, &[&name]);
        }
    }
}

fn check_failure(folder: &Folder, output: &Output, before: &Folder, expected: &str, which: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{which}: {told}");
    assert!(told.contains("attacked"), "{which}: {told}");
    let (left, expected) = (facts_in(folder, RESULTS[0]), facts(expected));
    let before = facts_in(before, RESULTS[0]);
    for row in &left {
        assert!(expected.contains(row) || before.contains(row), "{which}: {row}");
    }
    let moved: Vec<String> =
        (1..4).flat_map(|n| facts_in(folder, &format!("attacked/x.old-{n}.csv"))).collect();
    for row in before.iter().filter(|row| expected.contains(row)) {
        assert!(moved.contains(row) || left.contains(row), "{which}: lost {row}");
    }
}

fn check_end(folder: &Folder, expected: &str, which: &str) {
    let names = std::fs::read_dir(folder.file("attacked")).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // What could not be removed is removed by the next run.
    let stale = names.find(|name| name.starts_with('.') && !which.starts_with("unlink"));
    assert_eq!(stale, None, "{which}: left behind");
    let csv = folder.read("attacked/x.csv");
    if csv.starts_with("rows,cols,start_row,start_col,order,") {
        assert_eq!(facts(&csv), facts(expected), "{which}");
        let verified = verified(&folder.file("attacked/x.csv")).unwrap();
        assert!(verified.is_complete(), "{which}: {:?}", verified.damages);
    } else {
        // A table, which has no times.
        assert_eq!(csv, expected, "{which}");
        assert!(folder.read("attacked/x.meta.json").ends_with("}\n"), "{which}");
        assert!(!folder.file("attacked/x.passes").exists(), "{which}");
    }
}

impl Attack {
    /// On a command that is repeated after a failure.
    fn of(command: &str, before: fn(&Folder)) -> Attack {
        Attack {
            undisturbed: format!("{SWEEP} --out attacked/x.csv"),
            before,
            command: command.to_owned(),
            check: |_, _, _| (),
        }
    }

    /// On a run of the jobs of [`SWEEP`].
    fn of_run(flags: &str, before: fn(&Folder)) -> Attack {
        Attack::of(&format!("{SWEEP} --out attacked/x.csv{flags}"), before)
    }
}

fn whole(folder: &Folder) {
    folder.run(&format!("{SWEEP} --out attacked/x.csv")).success();
}

/// The whole result without its seal: its first `lines` lines and a torn one.
fn unsealed(folder: &Folder, lines: usize) {
    whole(folder);
    let csv = folder.read(RESULTS[0]);
    let kept: usize = csv.lines().take(lines).map(|line| line.len() + 1).sum();
    folder.write(RESULTS[0], &csv[..(kept + 5).min(csv.len())]);
    unseal(folder, "attacked/x");
}

fn shards(folder: &Folder) {
    for shard in 1..=2 {
        folder.run(&format!("{SWEEP} --shard {shard}/2 --out attacked/s{shard}.csv")).success();
    }
}

const SHARDS: [&str; 4] =
    ["attacked/s1.csv", "attacked/s1.meta.json", "attacked/s2.csv", "attacked/s2.meta.json"];

const MERGE: &str = "merge attacked/s1.csv attacked/s2.csv --quiet --out attacked/x.csv";

fn shards_stay(folder: &Folder, before: &Folder, which: &str) {
    for name in SHARDS {
        assert_eq!(folder.read(name), before.read(name), "{which}: {name}");
    }
}

#[test]
#[ignore = "seconds to minutes: each system call of a run fails"]
fn a_run_survives_the_failure_of_any_call() {
    // The folder is not there, so that making it fails too.
    let failures = attack(&Attack::of_run("", |_| ()));
    assert!(failures > 40, "only {failures} failures");
    ran("a_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a resumed run fails"]
fn a_resumed_run_survives_the_failure_of_any_call() {
    let failures = attack(&Attack::of_run("", |folder| unsealed(folder, 9)));
    ran("a_resumed_run_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of sealing fails"]
fn sealing_survives_the_failure_of_any_call() {
    let failures = attack(&Attack::of_run("", |folder| unsealed(folder, 99)));
    ran("sealing_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a grown experiment fails"]
fn a_grown_experiment_survives_the_failure_of_any_call() {
    let failures = attack(&Attack::of_run("", |folder| {
        let smaller = SWEEP.replace(" 3x4", "").replace(" all", " 1,1 1,2 2,3");
        folder.run(&format!("{smaller} --out attacked/x.csv")).success();
    }));
    ran("a_grown_experiment_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a search for more memory fails"]
fn a_retry_survives_the_failure_of_any_call() {
    const OF_MEMORY: &str = "sweep --board 3x3 3x4 8x8 --starts 1,1 1,2 --orders fig2 --budget none \
         --engine leap --threads 2 --quiet --out attacked/x.csv";
    let failures = attack(&Attack {
        undisturbed: OF_MEMORY.to_owned(),
        ..Attack::of(&format!("{OF_MEMORY} --retry-memory"), |folder| {
            folder.run(&format!("{OF_MEMORY} --memory 1M")).success();
            let of_memory = folder.read(RESULTS[0]).matches(",memory,").count();
            assert!((1..6).contains(&of_memory), "{of_memory} of 6 need more");
        })
    });
    ran("a_retry_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a fresh start fails"]
fn a_fresh_start_survives_the_failure_of_any_call() {
    let failures = attack(&Attack {
        check: |folder, before, which| {
            let older = folder.read("attacked/x.old-1.csv");
            assert_eq!(older, "older", "{which}");
            // Under its name, or moved aside.
            let kept = |ending: &str| {
                let old = before.read(&format!("attacked/x.{ending}"));
                ["x", "x.old-2", "x.old-3"].into_iter().find(|stem| {
                    let file = folder.file(&format!("attacked/{stem}.{ending}"));
                    std::fs::read_to_string(file).is_ok_and(|text| text == old)
                })
            };
            let (csv, sidecar) = (kept("csv"), kept("meta.json"));
            assert!(csv.is_some(), "{which}: the old rows are lost");
            // Between the two renames the next fresh start resumes.
            let half_way = (csv, sidecar) == (Some("x.old-2"), Some("x"));
            assert!(sidecar == csv || half_way, "{which}: {csv:?}, {sidecar:?}");
        },
        ..Attack::of_run(" --fresh", |folder| {
            whole(folder);
            folder.write("attacked/x.old-1.csv", "older");
        })
    });
    ran("a_fresh_start_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a repair fails"]
fn a_repair_survives_the_failure_of_any_call() {
    let failures = attack(&Attack {
        check: |folder, before, which| {
            let damaged = before.read(RESULTS[0]);
            let is_kept = ["x", "x.old-1"].iter().any(|stem| {
                let file = folder.file(&format!("attacked/{stem}.csv"));
                std::fs::read_to_string(file).is_ok_and(|text| text == damaged)
            });
            assert!(is_kept, "{which}: the damaged file is lost");
        },
        ..Attack::of_run(" --repair", |folder| {
            whole(folder);
            folder.write(RESULTS[0], folder.read(RESULTS[0]).replacen(",none,", ",nine,", 1));
        })
    });
    ran("a_repair_survives_the_failure_of_any_call", failures);
}

#[test]
#[ignore = "seconds to minutes: each system call of a run that reuses rows fails"]
fn reusing_rows_survives_the_failure_of_any_call() {
    let command = " --reuse attacked/s1.csv attacked/s2.csv";
    let attacked = Attack { check: shards_stay, ..Attack::of_run(command, shards) };
    ran("reusing_rows_survives_the_failure_of_any_call", attack(&attacked));
}

#[test]
#[ignore = "seconds to minutes: each system call of a merge fails"]
fn a_merge_survives_the_failure_of_any_call() {
    let mut failures = attack(&Attack { check: shards_stay, ..Attack::of(MERGE, shards) });
    // Some of its results are there.
    failures += attack(&Attack {
        check: shards_stay,
        ..Attack::of(MERGE, |folder| {
            shards(folder);
            unsealed(folder, 9);
        })
    });
    ran("a_merge_survives_the_failure_of_any_call", failures);
}

#[test]
fn a_table_survives_the_failure_of_any_call() {
    const BEST: &str =
        "best-order --board 3x4 --starts 1,1 --quiet --threads 1 --out attacked/x.csv";
    const COUNT: &str =
        "count --board 3x4 --starts corners --quiet --threads 1 --out attacked/x.csv";
    let mut failures = 0;
    for command in [BEST, COUNT] {
        failures +=
            attack(&Attack { undisturbed: command.to_owned(), ..Attack::of(command, |_| ()) });
    }
    ran("a_table_survives_the_failure_of_any_call", failures);
}

#[test]
fn a_clock_that_jumps_back_changes_nothing_but_the_sidecar() {
    let (folder, other) = (Folder::new(), Folder::new());
    let command = format!("{SWEEP} --out x.csv");
    other.run(&command).success();
    for _ in 0..2 {
        let status = program(&folder, &command).env("CLOCK_BACK", "1").status().unwrap();
        assert!(status.success());
        folder.run("verify x.csv").success();
        let csv = folder.read("x.csv");
        folder.write("x.csv", &csv[..csv.len() / 2]);
    }
    folder.run(&command).success();
    assert_eq!(facts_in(&folder, "x.csv"), facts_in(&other, "x.csv"));
}
