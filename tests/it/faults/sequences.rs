//! Random sequences of commands of the program, of which many end in a kill, a signal or a power
//! loss. Rows that were on the disk stay there, and in the end every result is completed.

use std::collections::BTreeSet;

use super::in_process::Answered;
use super::power_loss::{EXPERIMENT, folder};
use super::shim::record;
use super::simulated_disk::{Disk, Loss, Tree, read_tree};
use super::{Dice, facts, is_exhaustive, ran};

const COMMANDS: [&str; 7] = [
    "run e.toml --quiet --out disk/x.csv --threads 1",
    "run e.toml --quiet --out disk/x.csv --threads 4",
    "run e.toml --quiet --out disk/x.csv --fresh",
    "run e.toml --quiet --out disk/s1.csv --shard 1/2",
    "run e.toml --quiet --out disk/s2.csv --shard 2/2",
    "merge disk/s1.csv disk/s2.csv --quiet --out disk/x.csv",
    "merge disk/s1.csv disk/s2.csv --quiet --out disk/x.csv --fresh",
];

/// The results of one name, and those that were moved aside from it.
const NAMES: [&str; 3] = ["x", "s1", "s2"];

/// The rows of all results of a name.
fn rows_of(name: &str, files: impl Iterator<Item = (String, Vec<u8>)>) -> BTreeSet<String> {
    let of_name =
        files.filter(|(path, _)| path.ends_with(".csv") && path.split('.').next() == Some(name));
    of_name.flat_map(|(_, csv)| facts(&String::from_utf8_lossy(&csv))).collect()
}

fn files(tree: &Tree) -> impl Iterator<Item = (String, Vec<u8>)> {
    let file = |(path, bytes): (&String, &Option<Vec<u8>>)| Some((path.clone(), bytes.clone()?));
    tree.iter().filter_map(file)
}

/// Whether a merge must succeed: both shards are complete.
fn can_merge(tree: &Tree) -> bool {
    let is_complete = |name: &str| {
        let sidecar = tree.get(&format!("{name}.meta.json")).cloned().flatten().unwrap_or_default();
        String::from_utf8_lossy(&sidecar).contains("\"sealed\": {")
    };
    is_complete("s1") && is_complete("s2")
}

/// Runs a command, which ends as chance has it; gives what is left.
fn step(before: &Tree, dice: &mut Dice) -> Tree {
    let command = COMMANDS[dice.below(COMMANDS.len())];
    let term_at = (dice.below(4) == 0).then(|| 1 + dice.below(40));
    let recording = record(&folder(EXPERIMENT, before), command, term_at);
    let code = recording.output.status.code();
    let is_allowed = match code {
        Some(0) => true,
        Some(130) => term_at.is_some(),
        Some(1 | 2) => command.starts_with("merge") && !can_merge(before),
        // Before the program listens to signals, or in a merge, which does not.
        _ => term_at.is_some(),
    };
    assert!(is_allowed, "{command}: {:?}", recording.output);

    let done = match dice.below(2) {
        0 => recording.calls.len(),
        _ => dice.below(recording.calls.len() + 1),
    };
    let loss = match dice.below(2) {
        0 => Loss::Nothing,
        _ => Loss::Some { block: [64, 512, 4096][dice.below(3)] },
    };
    let mut disk = Disk::new(before);
    recording.calls[..done].iter().for_each(|call| disk.apply(call));
    let left = disk.after(loss, dice);
    for name in NAMES {
        let now = disk.after(Loss::Nothing, dice);
        let synced =
            now.keys().filter_map(|path| Some((path.clone(), disk.synced(path)?.to_vec())));
        let (synced, kept) = (rows_of(name, synced), rows_of(name, files(&left)));
        assert!(synced.is_subset(&kept), "{command}, {done} calls, {loss:?}: {name} lost rows");
    }
    left
}

#[test]
fn sequences_of_commands_that_are_cut_short_lose_nothing() {
    let expected = Answered::new(EXPERIMENT, "").facts();
    let mut steps = 0;
    for seed in 1..=if is_exhaustive() { 100 } else { 8 } {
        let mut dice = Dice(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut tree = Tree::new();
        for _ in 0..3 + dice.below(6) {
            tree = step(&tree, &mut dice);
            steps += 1;
        }
        let folder = folder(EXPERIMENT, &tree);
        for command in [COMMANDS[1], COMMANDS[3], COMMANDS[4], COMMANDS[6]] {
            folder.run(command).success();
        }
        let tree = read_tree(&folder.file("disk"));
        let csv = |path: &str| String::from_utf8(tree[path].clone().unwrap()).unwrap();
        assert_eq!(facts(&csv("x.csv")), expected, "seed {seed}");
        folder.run("verify disk/x.csv disk/s1.csv disk/s2.csv").success();
    }
    ran("sequences_of_commands_that_are_cut_short_lose_nothing", steps);
}
