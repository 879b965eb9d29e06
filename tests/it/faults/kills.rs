//! Signals at random moments.

use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::in_process::verified;
use super::{Dice, facts_in, ran};
use crate::program::{Folder, signal};

const SWEEP: &str = "sweep --board 5x5 --starts all --orders sample:400 --engine step --budget 20k --threads 4 --out x.csv --json";
const JOBS: u64 = 10_000;

/// A pause of less than `most` microseconds.
fn pause(dice: &mut Dice, most: usize) {
    std::thread::sleep(Duration::from_micros(dice.below(most) as u64));
}

fn start(folder: &Folder) -> Child {
    Command::new(crate::program::path())
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

fn csv(folder: &Folder) -> String {
    std::fs::read_to_string(folder.file("x.csv")).unwrap_or_default()
}

#[test]
#[ignore = "minutes: 200 kills"]
fn two_hundred_kills_lose_nothing() {
    let whole = undisturbed();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut kills, mut in_the_middle) = (0, 0);
    // On a busy machine more of them come before the first row.
    while kills < 200 || in_the_middle <= 60 && kills < 1000 {
        let folder = Folder::new();
        let mut before = BTreeSet::new();
        // Longer and longer, so that a run ends at last, however long it takes to read what is
        // there.
        for longest in (80_000..).step_by(5_000) {
            let mut child = start(&folder);
            pause(&mut dice, longest);
            if child.try_wait().unwrap().is_some() {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            let rows: BTreeSet<String> = facts_in(&folder, "x.csv").into_iter().collect();
            assert!(before.is_subset(&rows), "a row is lost");
            in_the_middle += usize::from((1..JOBS).contains(&(rows.len() as u64)));
            before = rows;
        }
        folder.run(SWEEP).success();
        assert_eq!(facts_in(&folder, "x.csv"), whole);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
        assert!(!folder.names().iter().any(|name| name.starts_with('.')));
    }
    assert!(in_the_middle > 60, "only {in_the_middle} kills between the first row and the last");
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
                    // A signal before the file was made leaves none.
                    let is_missing = !folder.file("x.csv").exists();
                    assert!(is_missing || after.ends_with('\n'), "a torn row");
                    assert!(after.starts_with(&before), "rows are lost");
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

fn jobs_finished(report: &[u8]) -> u64 {
    // A signal before the run has begun ends the program, which then says nothing.
    if report.is_empty() {
        return 0;
    }
    let report: serde_json::Value = serde_json::from_slice(report).unwrap();
    report["finished"].as_u64().unwrap()
}
