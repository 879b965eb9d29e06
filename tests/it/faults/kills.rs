//! Signals at random moments.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{Dice, ran};
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
    folder.rows_but_times("x.csv")
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
        // Longer each time, so that a run ends at last however long it takes to read what is there.
        for longest in (80_000..).step_by(5_000) {
            let mut child = start(&folder);
            pause(&mut dice, longest);
            if child.try_wait().unwrap().is_some() {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            partial += u32::from(csv(&folder).lines().count() > 1);
        }
        folder.run(SWEEP).success();
        assert_eq!(folder.rows_but_times("x.csv"), whole);
        folder.run("verify x.csv").success();
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
        assert_eq!(folder.rows_but_times("x.csv"), whole);
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
    whole.run(&format!("{sweep} little.csv --memory 1M")).success();
    let expected = whole.rows_but_times("enough.csv");
    let before = whole.rows_but_times("little.csv");
    let good: Vec<&String> = before.iter().filter(|row| expected.contains(row)).collect();
    assert!(good.len() < expected.len(), "nothing ran out of memory");
    let retry = format!("{sweep} x.csv --retry-memory");
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let (mut kills, mut unsealed) = (0, 0);
    while kills < 100 {
        let folder = Folder::new();
        for (from, to) in [("little.csv", "x.csv"), ("little.meta.json", "x.meta.json")] {
            folder.write(to, whole.read(from));
        }
        for longest in (400_000..).step_by(20_000) {
            let mut child = folder.start(&retry);
            pause(&mut dice, longest);
            if child.try_wait().unwrap().is_some() {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            let left = folder.rows_but_times("x.csv");
            assert!(good.iter().all(|row| left.contains(row)), "after {kills}");
            unsealed += u32::from(folder.read("x.meta.json").contains("\"sealed\": null"));
        }
        folder.run(&retry).success();
        assert_eq!(folder.rows_but_times("x.csv"), expected);
        folder.run("verify x.csv").success();
    }
    assert!(unsealed > 10, "only {unsealed} kills came in the middle");
    ran("kills_of_a_retry_lose_nothing", kills);
}

fn jobs_finished(report: &[u8]) -> u64 {
    // A signal before the run has begun ends the program, which then says nothing.
    if report.is_empty() {
        return 0;
    }
    let report: serde_json::Value = serde_json::from_slice(report).unwrap();
    report["finished"].as_u64().unwrap()
}
