//! Attacks on the store. What each of them promises to show is in `docs/reliability.md`.

use std::process::Output;
use std::time::Duration;

use crate::program::{Folder, knightsweep};

mod bounds;
mod bytes;
mod contradictions;
mod control_texts;
#[cfg(target_os = "linux")]
mod cut_short;
mod cuts;
mod disk;
mod forged_sidecars;
mod in_process;
#[cfg(target_os = "linux")]
mod in_the_way;
#[cfg(target_os = "linux")]
mod io;
mod journal;
#[cfg(unix)]
mod kills;
mod merging;
mod messages;
mod model;
#[cfg(target_os = "linux")]
mod names;
#[cfg(unix)]
mod permissions;
#[cfg(target_os = "linux")]
mod power_loss;
mod readers;
#[cfg(target_os = "linux")]
mod real_disk;
mod refusals;
mod salvaging;
mod sealed_shards;
#[cfg(target_os = "linux")]
mod sealing;
#[cfg(target_os = "linux")]
mod sequences;
#[cfg(target_os = "linux")]
mod shim;
#[cfg(target_os = "linux")]
mod simulated_disk;
#[cfg(target_os = "linux")]
mod taken;
mod terminal;
#[cfg(target_os = "linux")]
mod threads_and_clocks;
mod two_faults;
#[cfg(target_os = "linux")]
mod whole_files;

/// Records how many cases a test has run in the file FAULT_COUNTS, if that is set.
/// `scripts/check-reliability` compares it with the documentation.
fn ran(test: &str, cases: usize) {
    use std::io::Write;
    let Some(path) = std::env::var_os("FAULT_COUNTS") else {
        return;
    };
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).unwrap();
    // One write, so that tests side by side do not mix their lines.
    file.write_all(format!("{test} {cases}\n").as_bytes()).unwrap();
}

/// How long a command may take that must end by itself.
const TIME_TO_END: Duration = Duration::from_secs(60);

/// Runs a command line that must end by itself.
fn run_in_time(folder: &Folder, arguments: &str) -> Output {
    let mut command = knightsweep(arguments);
    command.current_dir(folder.path()).timeout(TIME_TO_END).output().unwrap()
}

/// What a finished command wrote to standard error.
fn told(output: &Output) -> String {
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
}

/// A row without its times.
fn timeless(row: &str) -> String {
    let fields = row.split(',').enumerate();
    let kept: Vec<&str> =
        fields.filter(|(place, _)| !matches!(place, 16 | 17)).map(|(_, field)| field).collect();
    kept.join(",")
}
