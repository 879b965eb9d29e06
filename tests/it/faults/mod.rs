//! Attacks on the store. What each of them promises to show is in `docs/lab-notes/fault-tests.md`.

#![cfg(target_os = "linux")] // They stand between the program and the kernel.

use std::process::Output;
use std::time::Duration;

use knightsweep::results::record::columns::{self, OF_FACT};
use serde_json::Value;

use crate::program::{Folder, knightsweep};

mod bits;
mod bounds;
mod contradictions;
mod cuts;
mod disk;
mod growing;
mod in_process;
mod in_the_way;
mod io;
mod kills;
mod limits;
mod lines;
mod merging;
mod model;
mod permissions;
mod power_loss;
mod real_disk;
mod reusing;
mod sequences;
mod shim;
mod sidecars;
mod simulated_disk;
mod strangers;
mod tables;
mod taken;
mod threads_and_clocks;
mod whole_files;

/// Records how many cases a test has run in the file FAULT_COUNTS, if that is set.
/// `scripts/check-reliability` compares it with the documentation.
pub(crate) fn ran(test: &str, cases: usize) {
    use std::io::Write;
    let Some(path) = std::env::var_os("FAULT_COUNTS") else {
        return;
    };
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).unwrap();
    // One write, so that tests side by side do not mix their lines.
    file.write_all(format!("{test} {cases}\n").as_bytes()).unwrap();
}

/// Whether the tests are to try every case, which takes minutes: the environment says EXHAUSTIVE.
/// Else they try some.
pub(crate) fn is_exhaustive() -> bool {
    std::env::var_os("EXHAUSTIVE").is_some()
}

/// How long a command may take that must end by itself.
pub(crate) const TIME_TO_END: Duration = Duration::from_secs(60);

/// Runs a command line that must end by itself.
pub(crate) fn run_in_time(folder: &Folder, arguments: &str) -> Output {
    let mut command = knightsweep(arguments);
    command.current_dir(folder.path()).timeout(TIME_TO_END).output().unwrap()
}

/// What a finished command wrote to standard error.
pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Random numbers, the same in every run of a test.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 that is less than `limit`.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Puts items into another order.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

/// The job and the answer of a row: all columns but those that say how it came about.
pub(crate) fn timeless(row: &str) -> String {
    row.split(',').take(OF_FACT).collect::<Vec<_>>().join(",")
}

/// The jobs and answers of the rows of a file, without its header and a torn last row.
pub(crate) fn facts(csv: &str) -> Vec<String> {
    let has_check = |line: &str| line.rsplit_once(",x").is_some_and(|(_, check)| check.len() == 15);
    let is_row = |line: &&str| !line.contains('\0') && has_check(line);
    csv.lines().filter(is_row).map(timeless).collect()
}

/// The jobs and answers in a file of a folder; none without the file.
pub(crate) fn facts_in(folder: &Folder, name: &str) -> Vec<String> {
    facts(&std::fs::read_to_string(folder.file(name)).unwrap_or_default())
}

/// A column of a row.
pub(crate) fn column<'a>(row: &'a str, name: &str) -> &'a str {
    let place = columns::header().split(',').position(|column| column == name).unwrap();
    row.split(',').nth(place).unwrap()
}

/// The sidecar of `NAME.csv`.
pub(crate) fn sidecar(folder: &Folder, name: &str) -> Value {
    folder.json(&format!("{name}.meta.json"))
}

/// Changes the sidecar of `NAME.csv`.
pub(crate) fn edit_sidecar(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    folder.edit_json(&format!("{name}.meta.json"), change);
}

/// Makes the sidecar of `NAME.csv` that of a file that is not sealed.
pub(crate) fn unseal(folder: &Folder, name: &str) {
    folder.unseal(&format!("{name}.meta.json"));
}

/// What a command that must succeed reports as JSON.
pub(crate) fn report(folder: &Folder, command: &str) -> Value {
    folder.answers(&format!("{command} --json"))
}

/// How many jobs a run searched that must succeed and seal its file.
pub(crate) fn searched(folder: &Folder, command: &str) -> u64 {
    let report = report(folder, command);
    assert_eq!(report["sealed"], true, "{command}: {report}");
    report["finished"].as_u64().unwrap()
}

/// Copies files of one folder into another.
pub(crate) fn copy(from: &Folder, to: &Folder, names: &[&str]) {
    names.iter().for_each(|name| to.write(name, std::fs::read(from.file(name)).unwrap()));
}

/// All files of a folder with their contents.
pub(crate) fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter();
    names.map(|name| (name.clone(), std::fs::read(folder.file(&name)).unwrap())).collect()
}

/// Runs a command that must end with this exit code and leave every file as it was.
pub(crate) fn changes_nothing(folder: &Folder, command: &str, code: i32) {
    let before = contents(folder);
    folder.run(command).code(code);
    assert!(contents(folder) == before, "{command}");
}
