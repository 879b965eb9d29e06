//! Power losses after every call that changes the folder of the results.
//!
//! `shim.c` records these calls. For each place in the record, `simulated_disk.rs` rebuilds folders
//! that a power loss can leave. Then the same command runs on each of them.

use std::collections::BTreeSet;

use knightsweep::results::Existing;

use super::in_process::{Answered, RESUME, verified};
use super::shim::record;
use super::simulated_disk::{Call, Disk, Loss, Tree, read_tree, write_tree};
use super::{Dice, facts, is_exhaustive, ran, unseal};
use crate::program::{Folder, stderr, stdout};

/// Jobs of which the first rows are synced while the last ones are searched.
pub(super) const EXPERIMENT: &str = "boards = [\"3x4\", \"5x5\"]\nstarts = \"corners\"\n\
     orders = [\"fig2\", \"tutorial\", \"alternating\", \"rank:7\"]\nbudget = 50000\nengine = \"step\"\n";

/// That experiment with more boards, orders and budgets.
const GROWN: &str = "boards = [\"5x5\", \"3x4\", \"4x4\"]\nstarts = \"corners\"\n\
     orders = [\"fig2\", \"tutorial\", \"alternating\", \"rank:7\", \"rank:9\"]\n\
     budget = [50000, 60000]\nengine = \"step\"\n";

/// Some of these jobs need more memory than 1 MB.
pub(super) const OF_MEMORY: &str = "boards = [\"3x3\", \"3x4\", \"7x8\"]\nstarts = [\"1,1\", \"2,1\", \"3,2\"]\n\
     orders = \"fig2\"\nbudget = \"none\"\nengine = \"leap\"\n";

pub(super) const RUN: &str = "run e.toml --threads 2 --quiet --out disk/new/x.csv";
pub(super) const MERGE: &str = "merge disk/s1.csv disk/s2.csv --quiet --out disk/x.csv";

/// A folder after a power loss: the folder `disk` and the experiment `e.toml` beside it.
pub(super) struct PowerLoss<'a> {
    folder: Folder,
    /// The disk when the power was lost.
    disk: &'a Disk,
    /// What was left of it.
    pub left: &'a Tree,
}

/// A folder to begin with.
pub(super) fn folder(experiment: &str, disk: &Tree) -> Folder {
    let folder = Folder::new();
    folder.write("e.toml", experiment);
    std::fs::create_dir(folder.file("disk")).unwrap();
    write_tree(&folder.file("disk"), disk);
    folder
}

/// Records a command that must succeed.
pub(super) fn calls_of(experiment: &str, before: &Tree, command: &str) -> Vec<Call> {
    let recording = record(&folder(experiment, before), command, None);
    assert!(recording.output.status.success(), "{command}: {:?}", recording.output);
    let mut disk = Disk::new(before);
    recording.calls.iter().for_each(|call| disk.apply(call));
    assert!(disk.after(Loss::Nothing, &mut Dice(1)) == recording.after, "the record is incomplete");
    recording.calls
}

/// Folders after each call, besides those with everything or nothing lost.
fn tries() -> usize {
    if is_exhaustive() { MANY_TRIES } else { 3 }
}

pub(super) const MANY_TRIES: usize = 12;

/// Loses the power after each call of a command, and gives what is left to `check`. Gives the
/// number of different folders.
pub(super) fn attack(
    (experiment, before, command): (&str, &Tree, &str),
    tries: usize,
    check: &dyn Fn(&PowerLoss) -> Result<(), String>,
) -> usize {
    let calls = calls_of(experiment, before, command);
    let mut disk = Disk::new(before);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut folders, mut failures) = (0, Vec::new());
    for done in 0..=calls.len() {
        if done > 0 {
            disk.apply(&calls[done - 1]);
        }
        let simple = [Loss::Nothing, Loss::All, Loss::Contents, Loss::Names];
        let some = (0..tries).map(|n| Loss::Some { block: [64, 512, 4096][n % 3] });
        let losses = simple.into_iter().chain(some);
        let left: BTreeSet<Tree> = losses.map(|loss| disk.after(loss, &mut dice)).collect();
        folders += left.len();
        for left in &left {
            let folder = folder(experiment, left);
            let loss = PowerLoss { folder, disk: &disk, left };
            if let Err(why) = check(&loss) {
                let last = calls[..done].last().map(Call::text).unwrap_or_default();
                failures.push(format!("after {done} calls ({last}) {} left: {why}", sizes(left)));
            }
        }
    }
    let (count, first) = (failures.len(), failures.iter().take(5).cloned().collect::<Vec<_>>());
    assert!(count == 0, "{command}: {count} of {folders} failed:\n{}", first.join("\n"));
    folders
}

/// The files of a folder with their sizes, for messages.
fn sizes(tree: &Tree) -> String {
    let size = |bytes: &Option<Vec<u8>>| bytes.as_ref().map_or(0, Vec::len);
    let files: Vec<String> = tree.iter().map(|(path, b)| format!("{path} ({})", size(b))).collect();
    files.join(", ")
}

impl PowerLoss<'_> {
    /// The rows of a file that are on the disk for good.
    fn synced_facts(&self, path: &str) -> BTreeSet<String> {
        let synced = self.disk.synced(path).unwrap_or_default();
        facts(&String::from_utf8_lossy(synced)).into_iter().collect()
    }

    /// Resumes a run, to the end. None of the synced rows that are expected may be searched again.
    fn resume(&self, jobs: &Answered, command: &str, path: &str) -> Result<(), String> {
        let expected: BTreeSet<String> = jobs.facts().into_iter().collect();
        let synced = self.synced_facts(path).intersection(&expected).count();
        let csv = self.folder.file(&format!("disk/{path}"));
        let kept = match is_exhaustive() {
            true => {
                let report = self.succeeds(&format!("{command} --json"))?;
                let report: serde_json::Value = serde_json::from_str(&report).unwrap();
                expected.len() - report["finished"].as_u64().unwrap() as usize
            }
            // Quicker: its rows are those of finished results.
            false => {
                let existing = Existing {
                    retry: command.contains("--retry"),
                    repair: command.contains("--repair"),
                    ..RESUME
                };
                let run = jobs.run(&csv, existing).map_err(|error| error.to_string())?;
                if !run.is_sealed {
                    return Err("it is not sealed".to_owned());
                }
                run.rows_before as usize
            }
        };
        if kept < synced {
            return Err(format!("{synced} rows were synced, {kept} were kept"));
        }
        self.is_complete(&jobs.facts(), path)
    }

    /// Runs a command that must succeed; gives what it prints.
    fn succeeds(&self, command: &str) -> Result<String, String> {
        let run = self.folder.run(command);
        let is_success = run.get_output().status.success();
        if is_success { Ok(stdout(&run)) } else { Err(stderr(&run)) }
    }

    /// Whether results are those of an undisturbed run, and nothing else is left of the command.
    fn is_complete(&self, expected: &[String], path: &str) -> Result<(), String> {
        let csv = self.folder.file(&format!("disk/{path}"));
        if facts(&std::fs::read_to_string(&csv).unwrap()) != expected {
            return Err("the rows are others".to_owned());
        }
        let verified = verified(&csv).map_err(|error| error.to_string())?;
        if !verified.is_complete() {
            return Err(format!("the file is not sound and sealed: {:?}", verified.damages));
        }
        self.is_tidy(path)
    }

    /// Whether no temporary file, lock or parts of counts are beside a file.
    fn is_tidy(&self, path: &str) -> Result<(), String> {
        let csv = self.folder.file(&format!("disk/{path}"));
        let entries = std::fs::read_dir(csv.parent().unwrap()).unwrap();
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_stale = |name: &String| {
            name.starts_with('.') || !name.ends_with("csv") && !name.ends_with("json")
        };
        match names.find(is_stale) {
            Some(stale) => Err(format!("{stale} is left behind")),
            None => Ok(()),
        }
    }
}

/// The folder after a command that succeeds.
pub(super) fn after(experiment: &str, before: &Tree, commands: &[&str]) -> Tree {
    let folder = folder(experiment, before);
    for command in commands {
        folder.run(command).success();
    }
    read_tree(&folder.file("disk"))
}

#[test]
fn a_run_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let folders = attack((EXPERIMENT, &Tree::new(), RUN), tries(), &|loss| {
        loss.resume(&jobs, RUN, "new/x.csv")
    });
    ran("a_run_survives_a_power_loss_at_any_call", folders);
}

/// A power loss during the run that follows a power loss.
#[test]
fn a_resumed_run_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let calls = calls_of(EXPERIMENT, &Tree::new(), RUN);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut disk = Disk::new(&Tree::new());
    let mut folders = 0;
    for (done, call) in calls.iter().enumerate() {
        disk.apply(call);
        // Once with a few rows, and once with all of them.
        if done == calls.len() / 2 || done == calls.len() * 3 / 4 {
            let left = disk.after(Loss::Some { block: 64 }, &mut dice);
            let check = |loss: &PowerLoss| loss.resume(&jobs, RUN, "new/x.csv");
            folders += attack((EXPERIMENT, &left, RUN), tries(), &check);
        }
    }
    ran("a_resumed_run_survives_a_power_loss_at_any_call", folders);
}

/// A run that only seals: all rows are there.
#[test]
fn sealing_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let mut before = after(EXPERIMENT, &Tree::new(), &[RUN]);
    let folder = jobs.folder();
    unseal(&folder, "x");
    let sidecar = folder.read("x.meta.json").into_bytes();
    before.insert("new/x.meta.json".to_owned(), Some(sidecar));
    let rows = jobs.lines().into_iter().rev().map(|row| format!("{row}\n")).collect::<String>();
    before.insert("new/x.csv".to_owned(), Some(rows.into_bytes()));
    let folders =
        attack((EXPERIMENT, &before, RUN), tries(), &|loss| loss.resume(&jobs, RUN, "new/x.csv"));
    ran("sealing_survives_a_power_loss_at_any_call", folders);
}

#[test]
fn a_fresh_start_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let mut before = after(EXPERIMENT, &Tree::new(), &[RUN]);
    before.insert("new/x.old-1.csv".to_owned(), Some(b"older".to_vec()));
    let text = |tree: &Tree, path: &str| tree.get(path).cloned().flatten();
    let (csv, sidecar) = (text(&before, "new/x.csv"), text(&before, "new/x.meta.json"));
    let folders = attack((EXPERIMENT, &before, &format!("{RUN} --fresh")), tries(), &|loss| {
        let keeps_old_results = |tree: &Tree| {
            ["x", "x.old-2", "x.old-3"].iter().any(|stem| {
                text(tree, &format!("new/{stem}.csv")) == csv
                    && text(tree, &format!("new/{stem}.meta.json")) == sidecar
            })
        };
        if !keeps_old_results(loss.left) {
            return Err("the old results are not together".to_owned());
        }
        loss.resume(&jobs, RUN, "new/x.csv")?;
        let now = read_tree(&loss.folder.file("disk"));
        if !keeps_old_results(&now) || text(&now, "new/x.old-1.csv") != Some(b"older".to_vec()) {
            return Err("the old results are lost".to_owned());
        }
        Ok(())
    });
    ran("a_fresh_start_survives_a_power_loss_at_any_call", folders);
}

#[test]
fn a_retry_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(OF_MEMORY, "");
    let before = after(OF_MEMORY, &Tree::new(), &[&format!("{RUN} --memory 1M")]);
    let of_memory = String::from_utf8(before["new/x.csv"].clone().unwrap()).unwrap();
    let of_memory = of_memory.matches(",memory,").count();
    assert!((1..9).contains(&of_memory), "{of_memory} of 9 need more");
    let command = format!("{RUN} --retry");
    let check = |loss: &PowerLoss| loss.resume(&jobs, &command, "new/x.csv");
    let folders = attack((OF_MEMORY, &before, &command), tries(), &check);
    ran("a_retry_survives_a_power_loss_at_any_call", folders);
}

/// A file with a row that is damaged, and one that is torn.
#[test]
fn a_repair_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let mut before = after(EXPERIMENT, &Tree::new(), &[RUN]);
    let mut csv = before["new/x.csv"].clone().unwrap();
    csv[600] ^= 1;
    csv.truncate(csv.len() - 9);
    before.insert("new/x.csv".to_owned(), Some(csv.clone()));
    let command = format!("{RUN} --repair");
    let folders = attack((EXPERIMENT, &before, &command), tries(), &|loss| {
        let text = |path: &str| loss.left.get(path).cloned().flatten();
        let is_kept = ["x", "x.old-1"]
            .iter()
            .any(|stem| text(&format!("new/{stem}.csv")) == Some(csv.clone()));
        if !is_kept {
            return Err("the damaged file is lost".to_owned());
        }
        loss.resume(&jobs, &command, "new/x.csv")
    });
    ran("a_repair_survives_a_power_loss_at_any_call", folders);
}

#[test]
fn a_grown_experiment_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(GROWN, "");
    let before = after(EXPERIMENT, &Tree::new(), &[RUN]);
    let folders =
        attack((GROWN, &before, RUN), tries(), &|loss| loss.resume(&jobs, RUN, "new/x.csv"));
    ran("a_grown_experiment_survives_a_power_loss_at_any_call", folders);
}

#[test]
fn a_merge_survives_a_power_loss_at_any_call() {
    let jobs = Answered::new(EXPERIMENT, "");
    let expected = jobs.facts();
    let shard = |n| format!("run e.toml --quiet --shard {n}/2 --out disk/s{n}.csv");
    let before = after(EXPERIMENT, &Tree::new(), &[&shard(1), &shard(2)]);
    let folders = attack((EXPERIMENT, &before, MERGE), tries(), &|loss| {
        loss.succeeds(MERGE)?;
        let now = read_tree(&loss.folder.file("disk"));
        if before.iter().any(|(path, bytes)| now.get(path) != Some(bytes)) {
            return Err("a shard changed".to_owned());
        }
        loss.is_complete(&expected, "x.csv")
    });
    ran("a_merge_survives_a_power_loss_at_any_call", folders);
}

/// A count that keeps its parts in `t.passes`.
#[test]
fn a_count_survives_a_power_loss_at_any_call() {
    const COUNT: &str = "count --board 5x5 --starts diagonal --quiet --threads 1 --out disk/t.csv";
    let expected = after(EXPERIMENT, &Tree::new(), &[COUNT])["t.csv"].clone();
    let folders = attack((EXPERIMENT, &Tree::new(), COUNT), tries(), &|loss| {
        loss.succeeds(COUNT)?;
        let now = read_tree(&loss.folder.file("disk"));
        match now.get("t.csv") == Some(&expected) && now.contains_key("t.meta.json") {
            true => loss.is_tidy("t.csv"),
            false => Err("the table is another".to_owned()),
        }
    });
    ran("a_count_survives_a_power_loss_at_any_call", folders);
}
