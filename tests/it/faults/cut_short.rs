//! Commands that end anywhere: what they leave behind, and what a fresh start does to old results.

use std::fs;

use super::in_process::verified;
use super::io::fail;
use super::shim::record;
use super::simulated_disk::{Disk, Loss, Tree};
use super::{Dice, copy, ran};
use crate::program::Folder;

/// Runs a command as if it ended at its call number `at` on the files in `attacked/`: that call and
/// all later ones fail. Gives false if it ended before.
fn end_at(folder: &Folder, command: &str, at: usize) -> bool {
    let output = fail(folder, command, at, "good");
    assert!(output.status.success() || folder.file("log").exists(), "{output:?}");
    folder.file("log").exists()
}

#[test]
fn a_crash_leaves_no_temporary_file_for_good() {
    let sweep = "sweep --board 3x3 --quiet --out attacked/x.csv";
    let mut at = 1;
    loop {
        let folder = Folder::in_memory();
        if !end_at(&folder, sweep, at) {
            break;
        }
        folder.run(sweep).success();
        let files = fs::read_dir(folder.file("attacked")).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["x.csv", "x.meta.json"], "{at}");
        at += 1;
    }
    ran("a_crash_leaves_no_temporary_file_for_good", at - 1);
}

#[test]
fn what_a_command_has_written_survives_a_power_loss() {
    let commands = [
        "plot x.csv --out disk/new/new/x.svg",
        "report x.csv --out disk/new/new/x.html",
        "solve --board 5x5 --svg disk/new/new/x.svg",
        "count --board 5x5 --out disk/new/new/x.csv",
        "best-order --board 5x5 --starts 1,1 --out disk/new/new/x.csv",
        "man disk/new/new",
        "sweep --board 3x3 --out disk/new/new/x.csv",
        "merge x.csv --out disk/new/new/x.csv",
    ];
    for command in commands {
        let folder = Folder::new();
        folder.run("sweep --board 3x3 --quiet --out x.csv").success();
        fs::create_dir(folder.file("disk")).unwrap();
        let recording = record(&folder, command, None);
        assert!(recording.output.status.success(), "{command}: {:?}", recording.output);
        let mut disk = Disk::new(&Tree::new());
        recording.calls.iter().for_each(|call| disk.apply(call));
        let mut left = disk.after(Loss::All, &mut Dice(1));
        // A lock that comes back does no harm.
        left.remove("new/new/x.csv.lock");
        assert!(left == recording.after, "{command}: {:?}", left.keys());
    }
    ran("what_a_command_has_written_survives_a_power_loss", commands.len());
}

#[test]
fn a_fresh_start_that_ends_anywhere_leaves_the_old_results_whole() {
    let sweep = "sweep --board 3x3 --quiet --out attacked/x.csv";
    let results = ["attacked/x.csv", "attacked/x.meta.json"];
    let whole = Folder::in_memory();
    whole.run(sweep).success();
    let old = whole.read(results[0]);
    let mut at = 1;
    loop {
        let folder = Folder::in_memory();
        fs::create_dir(folder.file("attacked")).unwrap();
        copy(&whole, &folder, &results);
        if !end_at(&folder, &format!("{sweep} --fresh"), at) {
            break;
        }
        // The user forgets to say --fresh again.
        folder.run(sweep).success();
        let is_moved = folder.file("attacked/x.old-1.csv").exists();
        let name = if is_moved { "attacked/x.old-1.csv" } else { "attacked/x.csv" };
        assert_eq!(folder.read(name), old, "{at}");
        for name in ["attacked/x.csv", name] {
            assert!(verified(&folder.file(name)).unwrap().is_complete(), "{at}: {name}");
        }
        at += 1;
    }
    ran("a_fresh_start_that_ends_anywhere_leaves_the_old_results_whole", at - 1);
}

#[test]
fn a_fresh_start_that_fails_leaves_no_second_name_of_the_sidecar() {
    let sweep = "sweep --board 3x3 --quiet --out attacked/x.csv";
    for at in 1..100 {
        let folder = Folder::in_memory();
        folder.run(sweep).success();
        let failed = fail(&folder, &format!("{sweep} --fresh"), at, "once");
        let is_moved = folder.file("attacked/x.old-1.csv").exists();
        let has_sidecar = folder.file("attacked/x.old-1.meta.json").exists();
        assert!(is_moved || !has_sidecar, "{at}: {:?}", fs::read_to_string(folder.file("log")));
        if failed.status.success() && !folder.file("log").exists() {
            return;
        }
    }
}
