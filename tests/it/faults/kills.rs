//! Signals at random moments.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::in_process::verified;
use super::{Dice, copy, facts_in, ran};
use crate::program::{Folder, signal};

const SWEEP: &str = "sweep --board 5x5 --starts all --orders sample:400 --engine step --budget 20k --threads 4 --out x.csv --json";
const JOBS: u64 = 10_000;

/// A pause of less than `most` microseconds.
fn pause(dice: &mut Dice, most: usize) {
    std::thread::sleep(Duration::from_micros(dice.below(most) as u64));
}

fn start(folder: &Folder) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"))
        .args(SWEEP.split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn undisturbed() -> Vec<String> {
    let folder = Folder::new();
    folder.run(SWEEP).success();
    facts_in(&folder, "x.csv")
}

/// Kills a command again and again until it ends by itself; gives the number of kills. Each waits
/// longer than the one before, so that the command ends however long it takes to read what is there.
fn kill_until_done(
    folder: &Folder,
    command: &str,
    (first, step): (usize, usize),
    dice: &mut Dice,
    mut after: impl FnMut(),
) -> usize {
    let mut kills = 0;
    for longest in (first..).step_by(step) {
        let mut child = folder.start(command);
        pause(dice, longest);
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        after();
    }
    kills
}

fn csv(folder: &Folder) -> String {
    std::fs::read_to_string(folder.file("x.csv")).unwrap_or_default()
}

#[test]
#[ignore = "minutes: 200 kills"]
fn two_hundred_kills_lose_nothing() {
    let whole = undisturbed();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut kills, mut partial) = (0, 0);
    while kills < 200 {
        let folder = Folder::new();
        kills += kill_until_done(&folder, SWEEP, (80_000, 5_000), &mut dice, || {
            partial += u32::from(csv(&folder).lines().count() > 1);
        });
        folder.run(SWEEP).success();
        assert_eq!(facts_in(&folder, "x.csv"), whole);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
    }
    assert!(partial > 100, "only {partial} kills between the first row and the last");
    ran("two_hundred_kills_lose_nothing", kills);
}

#[test]
#[ignore = "minutes: 200 signals"]
fn two_hundred_signals_lose_nothing_and_repeat_nothing() {
    let whole = undisturbed();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut signals = 0;
    while signals < 200 {
        let folder = Folder::new();
        let mut finished = 0;
        for longest in (100_000..).step_by(5_000) {
            let before = csv(&folder);
            let child = start(&folder);
            pause(&mut dice, longest);
            let name = ["TERM", "INT"][signals % 2];
            // The child may have ended, but nobody has waited for it, so it keeps its number.
            signal(&child, name);
            let output = child.wait_with_output().unwrap();
            signals += 1;
            let after = csv(&folder);
            match output.status.code() {
                Some(0) => {
                    finished += jobs_finished(&output.stdout);
                    break;
                }
                Some(130) => {
                    finished += jobs_finished(&output.stdout);
                    assert!(after.ends_with('\n') && after.starts_with(&before));
                }
                // Before the program listens to signals it has not begun to search.
                None => assert!(after.starts_with(&before) || before.starts_with(&after)),
                other => panic!("exit code {other:?}"),
            }
        }
        assert_eq!(finished, JOBS, "jobs that were searched");
        assert_eq!(facts_in(&folder, "x.csv"), whole);
    }
    ran("two_hundred_signals_lose_nothing_and_repeat_nothing", signals);
}

#[test]
#[ignore = "a minute: 100 kills"]
fn kills_of_a_retry_lose_nothing() {
    let sweep = "sweep --board 8x8 5x7 --starts 1,1 1,2 3,2 --orders fig2 --budget none \
                 --engine leap --threads 4 --quiet --out";
    let whole = Folder::new();
    whole.run(&format!("{sweep} enough.csv")).success();
    whole.run(&format!("{sweep} x.csv --memory 1M")).success();
    let expected = facts_in(&whole, "enough.csv");
    let before = facts_in(&whole, "x.csv");
    let good: Vec<&String> = before.iter().filter(|row| expected.contains(row)).collect();
    assert!(good.len() < expected.len(), "nothing ran out of memory");
    let retry = format!("{sweep} x.csv --retry-memory");
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let (mut kills, mut unsealed) = (0, 0);
    while kills < 100 {
        let folder = Folder::new();
        copy(&whole, &folder, &["x.csv", "x.meta.json"]);
        kills += kill_until_done(&folder, &retry, (400_000, 20_000), &mut dice, || {
            let left = facts_in(&folder, "x.csv");
            assert!(good.iter().all(|row| left.contains(row)));
            unsealed += u32::from(folder.read("x.meta.json").contains("\"sealed\": null"));
        });
        folder.run(&retry).success();
        assert_eq!(facts_in(&folder, "x.csv"), expected);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
    }
    assert!(unsealed > 10, "only {unsealed} kills came in the middle");
    ran("kills_of_a_retry_lose_nothing", kills);
}

#[test]
#[ignore = "a minute: 100 kills"]
fn kills_of_a_growing_run_lose_nothing() {
    let grown = SWEEP.replace("--board 5x5", "--board 5x5 4x5").replace("20k", "2k 20k");
    let grown = grown.replace(" --json", " --quiet").replace("sample:400", "sample:200");
    let smaller = grown.replace(" 4x5", "").replace("2k ", "");
    let whole = Folder::new();
    whole.run(&grown).success();
    let expected = facts_in(&whole, "x.csv");
    let mut dice = Dice(0x0dd0_5eed_0123_4567);
    let mut kills = 0;
    while kills < 100 {
        let folder = Folder::new();
        folder.run(&smaller).success();
        let before = facts_in(&folder, "x.csv");
        kills += kill_until_done(&folder, &grown, (150_000, 10_000), &mut dice, || {
            let left: std::collections::HashSet<String> =
                facts_in(&folder, "x.csv").into_iter().collect();
            assert!(before.iter().all(|row| left.contains(row)));
        });
        folder.run(&grown).success();
        assert_eq!(facts_in(&folder, "x.csv"), expected);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
    }
    ran("kills_of_a_growing_run_lose_nothing", kills);
}

#[test]
#[ignore = "seconds: 100 kills"]
fn a_killed_merge_is_repeated_and_completes() {
    let shards = Folder::new();
    for shard in 1..=2 {
        let out = format!("s{shard}.csv --shard {shard}/2");
        shards.run(&SWEEP.replace("x.csv", &out)).success();
    }
    let expected = undisturbed();
    let merge = "merge s1.csv s2.csv --quiet --out x.csv";
    let mut dice = Dice(0x7777_1234_5678_9abc);
    let mut kills = 0;
    while kills < 100 {
        let folder = Folder::new();
        copy(&shards, &folder, &["s1.csv", "s1.meta.json", "s2.csv", "s2.meta.json"]);
        kills += kill_until_done(&folder, merge, (100_000, 20_000), &mut dice, || ());
        folder.run(merge).success();
        assert_eq!(facts_in(&folder, "x.csv"), expected);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
        assert!(shards.read("s1.csv") == folder.read("s1.csv"));
        assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    }
    ran("a_killed_merge_is_repeated_and_completes", kills);
}

fn jobs_finished(report: &[u8]) -> u64 {
    // A signal before the run has begun ends the program, which then says nothing.
    if report.is_empty() {
        return 0;
    }
    let report: serde_json::Value = serde_json::from_slice(report).unwrap();
    report["finished"].as_u64().unwrap()
}
