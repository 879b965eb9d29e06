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

const OF_MEMORY: &str = "sweep --board 3x3 3x4 7x8 --starts 1,1 2,1 --orders fig2 --budget none \
     --engine leap --threads 2 --quiet --out attacked/x.csv";
pub(super) const BEST: &str =
    "best-order --board 3x4 --starts 1,1 --quiet --threads 1 --out attacked/x.csv";
pub(super) const COUNT: &str =
    "count --board 3x4 --starts corners --quiet --threads 1 --out attacked/x.csv";
const MERGE: &str = "merge attacked/s1.csv attacked/s2.csv --quiet --out attacked/x.csv";
const CSV: &str = "attacked/x.csv";

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
    let (whole, before) = (Folder::new(), Folder::new());
    whole.run(&attack.undisturbed).success();
    (attack.before)(&before);
    let expected = whole.read(CSV);
    let mut failures = 0;
    for mode in ["once", "good", "short"] {
        for at in 1.. {
            assert!(at < 1000, "the attack has no end");
            let folder = Folder::new();
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
fn fail(folder: &Folder, command: &str, at: usize, mode: &str) -> Output {
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
    let (left, expected) = (facts_in(folder, CSV), facts(expected));
    let before = facts_in(before, CSV);
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
    let csv = folder.read(CSV);
    if csv.starts_with("rows,cols,start_row,start_col,order,") {
        assert_eq!(facts(&csv), facts(expected), "{which}");
        let verified = verified(&folder.file(CSV)).unwrap();
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
    fn of(undisturbed: &str, command: &str, before: fn(&Folder)) -> Attack {
        let [undisturbed, command] = [undisturbed, command].map(str::to_owned);
        Attack { undisturbed, before, command, check: |_, _, _| () }
    }

    /// On a run of the jobs of [`SWEEP`].
    fn of_run(flags: &str, before: fn(&Folder)) -> Attack {
        Attack::of(&whole_run(), &(whole_run() + flags), before)
    }
}

fn whole_run() -> String {
    format!("{SWEEP} --out {CSV}")
}

fn whole(folder: &Folder) {
    folder.run(&whole_run()).success();
}

/// The whole result without its seal: its first `lines` lines and a torn one.
fn unsealed(folder: &Folder, lines: usize) {
    whole(folder);
    let csv = folder.read(CSV);
    let kept: usize = csv.lines().take(lines).map(|line| line.len() + 1).sum();
    folder.write(CSV, &csv[..(kept + 5).min(csv.len())]);
    unseal(folder, "attacked/x");
}

fn shards(folder: &Folder) {
    for shard in 1..=2 {
        folder.run(&format!("{SWEEP} --shard {shard}/2 --out attacked/s{shard}.csv")).success();
    }
}

fn shards_stay(folder: &Folder, before: &Folder, which: &str) {
    for name in ["s1.csv", "s1.meta.json", "s2.csv", "s2.meta.json"] {
        let name = format!("attacked/{name}");
        assert_eq!(folder.read(&name), before.read(&name), "{which}: {name}");
    }
}

/// The first of these names whose file is as one was before.
fn kept(folder: &Folder, before: &Folder, ending: &str) -> Option<&'static str> {
    let old = before.read(&format!("attacked/x.{ending}"));
    ["x", "x.old-1", "x.old-2", "x.old-3"].into_iter().find(|stem| {
        let file = folder.file(&format!("attacked/{stem}.{ending}"));
        std::fs::read_to_string(file).is_ok_and(|text| text == old)
    })
}

fn is_kept(folder: &Folder, before: &Folder, which: &str) {
    assert!(kept(folder, before, "csv").is_some(), "{which}: the damaged file is lost");
}

/// Old results stay together under their name, or are moved aside.
fn is_together(folder: &Folder, before: &Folder, which: &str) {
    assert_eq!(folder.read("attacked/x.old-1.csv"), "older", "{which}");
    let (csv, sidecar) = (kept(folder, before, "csv"), kept(folder, before, "meta.json"));
    assert!(csv.is_some(), "{which}: the old rows are lost");
    // Between the two renames the next fresh start resumes.
    let half_way = (csv, sidecar) == (Some("x.old-2"), Some("x"));
    assert!(sidecar == csv || half_way, "{which}: {csv:?}, {sidecar:?}");
}

/// Tests that attack a command in each of these ways.
macro_rules! survive {
    ($($name:ident: $attacks:expr;)+) => {$(
        #[test]
        #[ignore = "seconds: each system call of a command fails"]
        fn $name() {
            let attacks: &[Attack] = &$attacks;
            ran(stringify!($name), attacks.iter().map(attack).sum());
        }
    )+};
}

survive! {
    // The folder is not there, so that making it fails too.
    a_run_survives_the_failure_of_any_call: [Attack::of_run("", |_| ())];
    a_resumed_run_survives_the_failure_of_any_call: [Attack::of_run("", |it| unsealed(it, 9))];
    sealing_survives_the_failure_of_any_call: [Attack::of_run("", |it| unsealed(it, 99))];
    a_grown_experiment_survives_the_failure_of_any_call: [Attack::of_run("", |folder| {
        let smaller = SWEEP.replace(" 3x4", "").replace(" all", " 1,1 1,2 2,3");
        folder.run(&format!("{smaller} --out attacked/x.csv")).success();
    })];
    a_retry_survives_the_failure_of_any_call: [Attack::of(
        OF_MEMORY,
        &format!("{OF_MEMORY} --retry"),
        |folder| drop(folder.run(&format!("{OF_MEMORY} --memory 1M")).success()),
    )];
    a_fresh_start_survives_the_failure_of_any_call: [Attack {
        check: is_together,
        ..Attack::of_run(" --fresh", |folder| {
            whole(folder);
            folder.write("attacked/x.old-1.csv", "older");
        })
    }];
    a_repair_survives_the_failure_of_any_call: [Attack {
        check: is_kept,
        ..Attack::of_run(" --repair", |folder| {
            whole(folder);
            folder.write(CSV, folder.read(CSV).replacen(",none,", ",nine,", 1));
        })
    }];
    reusing_rows_survives_the_failure_of_any_call: [Attack {
        check: shards_stay,
        ..Attack::of_run(" --reuse attacked/s1.csv attacked/s2.csv", shards)
    }];
    a_merge_survives_the_failure_of_any_call: [
        Attack { check: shards_stay, ..Attack::of(&whole_run(), MERGE, shards) },
        // Some of its results are there.
        Attack {
            check: shards_stay,
            ..Attack::of(&whole_run(), MERGE, |folder| {
                shards(folder);
                unsealed(folder, 9);
            })
        },
    ];
    a_table_survives_the_failure_of_any_call: [BEST, COUNT].map(|it| Attack::of(it, it, |_| ()));
}
