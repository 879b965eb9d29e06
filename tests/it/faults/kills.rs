//! Signals at random moments.

use std::collections::HashSet;
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

/// A command that is killed again and again in folders that begin as another one.
struct Killed<'a> {
    before: &'a Folder,
    command: &'a str,
    /// The results of an undisturbed run.
    expected: Vec<String>,
    /// The longest first run in microseconds, and how much longer each next one is. So a command
    /// ends at last, however long it takes to read what is there.
    longest: (usize, usize),
}

impl Killed<'_> {
    /// Kills it so often; gives the number of kills, and of those before the results were sealed.
    fn kill(&self, times: usize, seed: u64) -> (usize, usize) {
        let mut dice = Dice(seed);
        let (mut kills, mut in_the_middle) = (0, 0);
        let names = self.before.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let expected: HashSet<String> = self.expected.iter().cloned().collect();
        let there = facts_in(self.before, "x.csv").into_iter().filter(|row| expected.contains(row));
        let there: Vec<String> = there.collect();
        while kills < times {
            let folder = Folder::new();
            copy(self.before, &folder, &names);
            for longest in (self.longest.0..).step_by(self.longest.1) {
                let mut child = folder.start(self.command);
                pause(&mut dice, longest);
                if child.try_wait().unwrap().is_some() {
                    break;
                }
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                let left: HashSet<String> = facts_in(&folder, "x.csv").into_iter().collect();
                assert!(there.iter().all(|row| left.contains(row)), "a row is lost");
                let sidecar = std::fs::read_to_string(folder.file("x.meta.json"));
                let is_unsealed = sidecar.is_ok_and(|text| text.contains("\"sealed\": null"));
                in_the_middle += usize::from(is_unsealed && !left.is_empty());
            }
            folder.run(self.command).success();
            assert_eq!(facts_in(&folder, "x.csv"), self.expected);
            assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
            let inputs = names.iter().filter(|name| !name.starts_with("x."));
            inputs.for_each(|name| assert_eq!(folder.read(name), self.before.read(name)));
            assert!(!folder.names().iter().any(|name| name.starts_with('.')));
        }
        (kills, in_the_middle)
    }
}

fn csv(folder: &Folder) -> String {
    std::fs::read_to_string(folder.file("x.csv")).unwrap_or_default()
}

#[test]
#[ignore = "minutes: 200 kills"]
fn two_hundred_kills_lose_nothing() {
    let command = SWEEP.replace("--json", "--quiet");
    let killed = Killed {
        before: &Folder::new(),
        command: &command,
        expected: undisturbed(),
        longest: (80_000, 5_000),
    };
    let (kills, in_the_middle) = killed.kill(200, 0x9e37_79b9_7f4a_7c15);
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

#[test]
#[ignore = "a minute: 100 kills"]
fn kills_of_a_retry_lose_nothing() {
    let sweep = "sweep --board 8x8 5x7 --starts 1,1 1,3 3,2 --orders fig2 --budget none \
                 --engine leap --threads 4 --quiet --out x.csv";
    let (before, whole) = (Folder::new(), Folder::new());
    whole.run(sweep).success();
    before.run(&format!("{sweep} --memory 1M")).success();
    let expected = facts_in(&whole, "x.csv");
    assert_ne!(facts_in(&before, "x.csv"), expected, "nothing ran out of memory");
    let command = &format!("{sweep} --retry-memory");
    let killed = Killed { before: &before, command, expected, longest: (400_000, 20_000) };
    let (kills, in_the_middle) = killed.kill(100, 0x1234_5678_9abc_def1);
    assert!(in_the_middle > 10, "only {in_the_middle} kills came in the middle");
    ran("kills_of_a_retry_lose_nothing", kills);
}

#[test]
#[ignore = "a minute: 100 kills"]
fn kills_of_a_growing_run_lose_nothing() {
    let grown = SWEEP.replace("--board 5x5", "--board 5x5 4x5").replace("20k", "2k 20k");
    let command = &grown.replace(" --json", " --quiet").replace("sample:400", "sample:200");
    let (before, whole) = (Folder::new(), Folder::new());
    whole.run(command).success();
    before.run(&command.replace(" 4x5", "").replace("2k ", "")).success();
    let expected = facts_in(&whole, "x.csv");
    let killed = Killed { before: &before, command, expected, longest: (150_000, 10_000) };
    let (kills, in_the_middle) = killed.kill(100, 0x0dd0_5eed_0123_4567);
    assert!(in_the_middle > 10, "only {in_the_middle} kills came in the middle");
    ran("kills_of_a_growing_run_lose_nothing", kills);
}

#[test]
#[ignore = "seconds: 100 kills"]
fn a_killed_merge_is_repeated_and_completes() {
    let before = Folder::new();
    for shard in 1..=2 {
        let out = format!("s{shard}.csv --shard {shard}/2");
        before.run(&SWEEP.replace("x.csv", &out)).success();
    }
    let command = "merge s1.csv s2.csv --quiet --out x.csv";
    let expected = undisturbed();
    let killed = Killed { before: &before, command, expected, longest: (100_000, 20_000) };
    ran("a_killed_merge_is_repeated_and_completes", killed.kill(100, 0x7777_1234_5678_9abc).0);
}

fn jobs_finished(report: &[u8]) -> u64 {
    // A signal before the run has begun ends the program, which then says nothing.
    if report.is_empty() {
        return 0;
    }
    let report: serde_json::Value = serde_json::from_slice(report).unwrap();
    report["finished"].as_u64().unwrap()
}
