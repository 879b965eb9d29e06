//! Files that others move, replace or write to during a run.

use std::fs;
use std::io::Write;

use knightsweep::results::StoreError;

use super::in_process::{Answered, RESUME};
use super::{contents, ran};
use crate::program::Folder;

const EXPERIMENT: &str =
    "boards = [\"3x3\", \"3x4\"]\nstarts = \"corners\"\norders = \"fig2\"\nbudget = 100\n";

/// What others do to the results in a folder.
type Fault = fn(&Folder);

/// A folder whose `x.csv` has five rows, as a run leaves it that was interrupted.
fn begun(jobs: &Answered) -> Folder {
    let folder = Folder::new();
    let mut store = jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap();
    jobs.append(&mut store, 5).unwrap();
    store.close().unwrap();
    folder
}

#[test]
fn a_run_never_writes_to_the_files_of_another_run() {
    let jobs = Answered::new(EXPERIMENT, "");
    for more in [0, 3] {
        let folder = begun(&jobs);
        let mut store = jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap();
        jobs.append(&mut store, more).unwrap();
        // A rename works within one file system.
        let elsewhere = Folder::new();
        for name in folder.names() {
            fs::rename(folder.file(&name), elsewhere.file(&name)).unwrap();
        }
        folder.run("sweep --board 3x3 --starts corners --budget 90 --out x.csv").success();
        let before = contents(&folder);
        let error = store.close().unwrap_err();
        assert!(matches!(error, StoreError::TakenMeanwhile(..)), "{error}");
        assert!(!error.is_refusal());
        assert!(contents(&folder) == before);
        folder.run("verify x.csv").success();
        // The rows are where the file is now.
        assert_eq!(elsewhere.read("x.csv").lines().count(), 1 + 5 + more);
    }
    ran("a_run_never_writes_to_the_files_of_another_run", 2);
}

#[test]
fn a_run_whose_file_was_taken_away_saves_nothing_and_says_so() {
    let jobs = Answered::new(EXPERIMENT, "");
    let faults: [Fault; 5] = [
        |folder| fs::remove_file(folder.file("x.csv")).unwrap(),
        |folder| fs::rename(folder.file("x.csv"), folder.file("y.csv")).unwrap(),
        |folder| {
            fs::copy(folder.file("x.csv"), folder.file("new")).unwrap();
            fs::rename(folder.file("new"), folder.file("x.csv")).unwrap();
        },
        |folder| {
            let csv = fs::OpenOptions::new().write(true).open(folder.file("x.csv")).unwrap();
            csv.set_len(200).unwrap();
        },
        |folder| {
            let csv = fs::OpenOptions::new().append(true).open(folder.file("x.csv"));
            csv.unwrap().write_all(b"a word\n").unwrap();
        },
    ];
    let mut cases = 0;
    for fault in &faults {
        // With all rows it would be sealed.
        for more in [0, 3, 99] {
            let folder = begun(&jobs);
            let mut store = jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap();
            jobs.append(&mut store, more).unwrap();
            fault(&folder);
            let before = folder.read("x.meta.json");
            let error = store.close().unwrap_err();
            assert!(matches!(error, StoreError::TakenMeanwhile(..)), "{error}");
            assert_eq!(folder.read("x.meta.json"), before);
            cases += 1;
        }
    }
    ran("a_run_whose_file_was_taken_away_saves_nothing_and_says_so", cases);
}

#[test]
fn a_row_that_changes_during_a_run_is_not_sealed() {
    let jobs = Answered::new(EXPERIMENT, "");
    let mut cases = 0;
    for place in (300..1500).step_by(40) {
        let folder = begun(&jobs);
        let csv = folder.file("x.csv");
        let mut store = jobs.open(&csv, None, RESUME, &[]).unwrap();
        jobs.append(&mut store, 99).unwrap();
        let mut bytes = fs::read(&csv).unwrap();
        let Some(byte) = bytes.get_mut(place) else { break };
        *byte ^= 1;
        let mut file = fs::OpenOptions::new().write(true).open(&csv).unwrap();
        file.write_all(&bytes).unwrap();
        match store.close() {
            // Some byte of a line that says the same.
            Ok(_) => assert_eq!(super::facts_in(&folder, "x.csv"), jobs.facts(), "{place}"),
            Err(error) => assert!(matches!(error, StoreError::ChangedMeanwhile(_)), "{error}"),
        }
        let rest = jobs.run(&csv, super::in_process::REPAIR).unwrap();
        assert_eq!(super::facts_in(&folder, "x.csv"), jobs.facts(), "{place}: {rest:?}");
        cases += 1;
    }
    ran("a_row_that_changes_during_a_run_is_not_sealed", cases);
}

#[test]
fn a_lock_that_another_process_took_is_noticed_and_a_removed_one_does_no_harm() {
    let jobs = Answered::new(EXPERIMENT, "");
    let folder = begun(&jobs);
    let mut store = jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap();
    jobs.append(&mut store, 1).unwrap();
    fs::remove_file(folder.file("x.csv.lock")).unwrap();
    store.close().unwrap();
    let store = jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap();
    fs::remove_file(folder.file("x.csv.lock")).unwrap();
    folder.write("x.csv.lock", "");
    let error = store.close().unwrap_err();
    assert!(matches!(error, StoreError::TakenMeanwhile(..)), "{error}");
}
