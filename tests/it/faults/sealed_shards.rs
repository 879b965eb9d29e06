//! Sealed results to attack: two shards and the whole of an experiment, and changes of them.

use std::sync::LazyLock;

use serde_json::Value;

use crate::program::Folder;

pub const SWEEP: &str =
    "sweep --board 5x5 --starts all --orders sample:3:1 --budget none --engine leap";

/// The shards `a.csv` and `b.csv` of an experiment, and `one.csv`, the whole of it.
pub fn shards() -> Folder {
    /// The files with their names, made once.
    static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let folder = Folder::new();
        folder.run(&format!("{SWEEP} --out one.csv")).success();
        folder.run(&format!("{SWEEP} --shard 1/2 --out a.csv")).success();
        folder.run(&format!("{SWEEP} --shard 2/2 --out b.csv")).success();
        folder.names().into_iter().map(|name| (name.clone(), folder.read(&name))).collect()
    });
    let folder = Folder::new();
    FILES.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

/// The sidecar of `NAME.csv`.
pub fn sidecar(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("{name}.meta.json"))).unwrap()
}

/// Changes the sidecar of `NAME.csv`.
pub fn edit(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let mut edited = sidecar(folder, name);
    change(&mut edited);
    folder.write(&format!("{name}.meta.json"), edited.to_string());
}

/// Removes what older programs did not write.
pub fn without_blocks(folder: &Folder, name: &str) {
    edit(folder, name, |sidecar| {
        sidecar["sealed"].as_object_mut().unwrap().remove("blocks");
    });
}

/// Replaces the count of the first row by another that agrees with everything in the row.
pub fn alter(folder: &Folder, name: &str) {
    let csv = folder.read(name);
    let altered = csv.replacen(",743376,", ",743375,", 1);
    assert_ne!(csv, altered);
    folder.write(name, altered);
}

/// Cuts this many rows off; gives the number of lines that are left.
pub fn cut_off(folder: &Folder, name: &str, rows: usize) -> usize {
    let csv = folder.read(name);
    let kept = csv.lines().count() - rows;
    let lines: Vec<&str> = csv.lines().take(kept).collect();
    folder.write(name, lines.join("\n") + "\n");
    kept
}
