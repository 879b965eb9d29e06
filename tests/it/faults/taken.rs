//! Files that others move, replace or write to during a run.

use std::fs;
use std::io::Write;

use super::journal::{SWEEP, Whole};
use super::ran;
use crate::program::Folder;

/// What others do to the results in a folder.
type Fault = fn(&Folder);

/// All files of a folder with their content.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter();
    names.map(|name| (name.clone(), fs::read(folder.file(&name)).unwrap())).collect()
}

#[test]
fn a_run_never_writes_to_the_files_of_another_run() {
    let whole = Whole::new();
    for more in [0, 3] {
        let folder = whole.begun();
        let (mut store, _) = whole.resume(&folder).unwrap();
        whole.append(&mut store, more);
        // A rename works within one file system.
        let elsewhere = Folder::in_memory();
        for name in folder.names() {
            fs::rename(folder.file(&name), elsewhere.file(&name)).unwrap();
        }
        folder.run(&SWEEP.replace("100k", "20k")).success();
        let before = contents(&folder);
        let error = store.close().unwrap_err();
        assert!(error.to_string().contains("moved, removed or replaced"), "{error}");
        assert!(!error.is_refusal());
        assert_eq!(contents(&folder), before);
        folder.run("verify x.csv").success();
        // The rows are where the file is now.
        assert_eq!(elsewhere.read("x.csv").lines().count(), 1 + 5 + more);
    }
    ran("a_run_never_writes_to_the_files_of_another_run", 2);
}

#[test]
fn a_run_whose_file_was_taken_away_saves_nothing_and_says_so() {
    let whole = Whole::new();
    let faults: [(&str, Fault); 5] = [
        ("moved, removed or replaced", |folder| fs::remove_file(folder.file("x.csv")).unwrap()),
        ("moved, removed or replaced", |folder| {
            fs::rename(folder.file("x.csv"), folder.file("y.csv")).unwrap();
        }),
        ("moved, removed or replaced", |folder| {
            fs::copy(folder.file("x.csv"), folder.file("new")).unwrap();
            fs::rename(folder.file("new"), folder.file("x.csv")).unwrap();
        }),
        ("wrote to this file or cut it", |folder| {
            let csv = fs::OpenOptions::new().write(true).open(folder.file("x.csv")).unwrap();
            csv.set_len(200).unwrap();
        }),
        ("wrote to this file or cut it", |folder| {
            let csv = fs::OpenOptions::new().append(true).open(folder.file("x.csv"));
            csv.unwrap().write_all(b"a word\n").unwrap();
        }),
    ];
    for (said, fault) in &faults {
        for more in [0, 3] {
            let folder = whole.begun();
            let (mut store, _) = whole.resume(&folder).unwrap();
            whole.append(&mut store, more);
            fault(&folder);
            let before = (folder.read("x.meta.json"), folder.read("x.csv.journal"));
            let error = store.close().unwrap_err();
            assert!(error.to_string().contains(said), "{error}");
            assert_eq!((folder.read("x.meta.json"), folder.read("x.csv.journal")), before);
        }
    }
    ran("a_run_whose_file_was_taken_away_saves_nothing_and_says_so", 2 * faults.len());
}

#[test]
fn a_lock_that_another_process_took_is_noticed_and_a_removed_one_does_no_harm() {
    let whole = Whole::new();
    let folder = whole.begun();
    let (mut store, _) = whole.resume(&folder).unwrap();
    whole.append(&mut store, 1);
    fs::remove_file(folder.file("x.csv.lock")).unwrap();
    store.close().unwrap();
    let (store, _) = whole.resume(&folder).unwrap();
    fs::remove_file(folder.file("x.csv.lock")).unwrap();
    folder.write("x.csv.lock", "");
    let error = store.close().unwrap_err();
    assert!(error.to_string().contains("its lock was taken"), "{error}");
}
