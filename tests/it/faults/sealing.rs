//! Kills and power losses while results are replaced, and a row that is changed then.
//!
//! `shim.c` records the calls of a command. After each of them the folder is rebuilt, a row that
//! was on the disk with its checksum is changed, and everything that reads results is tried. The
//! row must never count.

use std::collections::BTreeSet;
use std::path::Path;

use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
use knightsweep::results::verify::{Sample, verify};
use knightsweep::results::{Existing, Paths};

use super::in_process::{Answered, writer};
use super::power_loss::{EXPERIMENT, MERGE, OF_MEMORY, RUN, after, calls_of, folder};
use super::simulated_disk::{Disk, Loss, Tree};
use super::{Dice, ran};
use crate::program::Folder;

fn text(tree: &Tree, path: &str) -> String {
    let bytes = tree.get(path).cloned().flatten().unwrap_or_default();
    String::from_utf8(bytes).unwrap()
}

fn is_sealed(tree: &Tree, name: &str) -> bool {
    text(tree, &format!("{name}.meta.json")).contains("\"sealed\": {")
}

/// Whether all rows of the CSV have their checksums on the disk, in the seal or in the journal.
fn is_covered(tree: &Tree, name: &str) -> bool {
    let journal = text(tree, &format!("{name}.csv.journal"));
    let ends = journal.lines().filter_map(|line| line.split(' ').next()?.parse::<usize>().ok());
    is_sealed(tree, name) || ends.max() == Some(text(tree, &format!("{name}.csv")).len())
}

/// What is changed of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The first digit of its wall-clock time, which no search would find.
    Time,
    /// Its tour becomes a budget, or has other checks.
    Answer,
}

impl Change {
    fn of(self, row: &str) -> Option<String> {
        let mut fields: Vec<String> = row.split(',').map(str::to_owned).collect();
        if self == Change::Time {
            let other = if fields[16].starts_with('9') { "8" } else { "9" };
            fields[16].replace_range(..1, other);
        } else if fields[11] != "tour" {
            return None;
        } else if fields[10].is_empty() {
            fields[13] = (fields[13].parse::<u128>().unwrap() - 1).to_string();
        } else {
            let budget = fields[10].clone();
            fields.splice(11..16, ["budget", "false", &budget, "", ""].map(str::to_owned));
        }
        Some(fields.join(","))
    }
}

/// Where a changed row of results is taken for a right one, if anywhere.
fn accepted(
    jobs: &Answered,
    folder: &Folder,
    csv: &Path,
    row: &str,
    change: Change,
) -> Option<String> {
    let paths = Paths::new(csv).unwrap();
    let has_row = |path: &Path| {
        std::fs::read_to_string(path).is_ok_and(|csv| csv.lines().any(|line| line == row))
    };
    if verify(&paths, Sample { size: 0, seed: 0 }).is_ok_and(|verified| verified.is_sound()) {
        return Some("verify calls it sound".to_owned());
    }
    let out = folder.file("merged.csv");
    for on_damage in [OnDamage::Refuse, OnDamage::LeaveOut] {
        let merged = Gathered::read(std::slice::from_ref(&paths), on_damage).and_then(|rows| {
            rows.write(&Paths::new(&out).unwrap(), OnOccupied::MoveAside, writer())
        });
        // A salvage says that times may have changed if all rows are those of the seal otherwise.
        let is_said = on_damage == OnDamage::LeaveOut && change == Change::Time;
        if merged.is_ok() && has_row(&out) && !is_said {
            return Some(format!("merge takes it: {on_damage:?}"));
        }
    }
    let closed = jobs.run(csv, Existing::Resume);
    let is_taken = closed.is_ok() && has_row(csv);
    is_taken.then(|| "run seals it".to_owned())
}

/// Tries each call of a command that writes `name.csv` in the folder `disk`.
fn attack(experiment: &str, before: &Tree, command: &str, name: &str) -> usize {
    let jobs = Answered::new(experiment, "");
    let calls = calls_of(experiment, before, command);
    let csv_path = format!("{name}.csv");
    let mut disk = Disk::new(before);
    let (mut dice, mut cases) = (Dice(0x9e37_79b9_7f4a_7c15), 0);
    let mut known = BTreeSet::new();
    let mut tried = BTreeSet::new();
    for (number, call) in calls.iter().enumerate() {
        disk.apply(call);
        for loss in [Loss::Nothing, Loss::All, Loss::Names, Loss::Some { block: 512 }] {
            let tree = disk.after(loss, &mut dice);
            let csv = tree.get(&csv_path).cloned().flatten().unwrap_or_default();
            // A power loss can take the last lines of a journal, and others are not covered.
            if (loss != Loss::Nothing && !is_sealed(&tree, name)) || !tried.insert(tree.clone()) {
                continue;
            }
            let csv = String::from_utf8(csv).unwrap();
            let rows: Vec<&str> = csv.lines().skip(1).collect();
            if is_covered(&tree, name) {
                known.extend(rows.iter().map(|row| (*row).to_owned()));
            }
            // Rows that are being dropped do not count any more.
            let is_dropping =
                text(&tree, &format!("{name}.csv.journal")).ends_with("are dropped\n");
            let is_dropped = |row: &str| is_dropping && row.contains(",memory,");
            let recorded = rows.iter().filter(|row| known.contains(**row) && !is_dropped(row));
            for (place, row) in recorded.enumerate() {
                let change = [Change::Time, Change::Answer][(place + number) % 2];
                let Some(wrong) = change.of(row).filter(|_| place % 3 == number % 3) else {
                    continue;
                };
                let mut altered = tree.clone();
                altered.insert(csv_path.clone(), Some(csv.replacen(row, &wrong, 1).into_bytes()));
                let folder = folder(experiment, &altered);
                let path = folder.file(&format!("disk/{csv_path}"));
                if let Some(why) = accepted(&jobs, &folder, &path, &wrong, change) {
                    let journal = text(&tree, &format!("{name}.csv.journal"));
                    let when = format!("{command}, {number} calls ({call}), {loss:?}");
                    panic!("{when}: {why}: {wrong}\n{csv}{journal}");
                }
                cases += 1;
            }
        }
    }
    assert!(cases > 15, "only {cases} cases");
    cases
}

/// The results without their last rows, and without a seal or a journal.
fn unsealed(mut tree: Tree, name: &str, missing: usize) -> Tree {
    let csv = text(&tree, &format!("{name}.csv"));
    let lines = csv.lines().take(csv.lines().count() - missing);
    let kept = lines.map(|line| format!("{line}\n")).collect::<String>();
    tree.insert(format!("{name}.csv"), Some(kept.into_bytes()));
    let sidecar = text(&tree, &format!("{name}.meta.json"));
    let mut sidecar: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
    (sidecar["sealed"], sidecar["results_sha256"]) = Default::default();
    tree.insert(format!("{name}.meta.json"), Some(sidecar.to_string().into_bytes()));
    tree
}

#[test]
fn a_row_changed_while_a_run_is_sealed_never_counts() {
    let cases = attack(EXPERIMENT, &Tree::new(), RUN, "new/x");
    ran("a_row_changed_while_a_run_is_sealed_never_counts", cases);
}

#[test]
fn a_row_changed_while_others_are_dropped_never_counts() {
    let sealed = after(OF_MEMORY, &Tree::new(), &[&format!("{RUN} --memory 1M")]);
    let retry = format!("{RUN} --retry-memory");
    let mut cases = attack(OF_MEMORY, &sealed, &retry, "new/x");
    cases += attack(OF_MEMORY, &unsealed(sealed, "new/x", 2), &retry, "new/x");
    ran("a_row_changed_while_others_are_dropped_never_counts", cases);
}

#[test]
fn a_row_changed_while_results_are_merged_never_counts() {
    let shard = |n| format!("run e.toml --quiet --shard {n}/2 --out disk/s{n}.csv");
    let before = after(EXPERIMENT, &Tree::new(), &[&shard(1), &shard(2)]);
    let mut cases = attack(EXPERIMENT, &before, MERGE, "x");
    cases +=
        attack(EXPERIMENT, &after(EXPERIMENT, &before, &[MERGE]), &format!("{MERGE} --fresh"), "x");
    let whole = after(EXPERIMENT, &Tree::new(), &["run e.toml --quiet --out disk/p.csv"]);
    let partial = "merge disk/p.csv --quiet --partial --out disk/x.csv";
    cases += attack(EXPERIMENT, &unsealed(whole, "p", 2), partial, "x");
    ran("a_row_changed_while_results_are_merged_never_counts", cases);
}
