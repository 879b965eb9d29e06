//! Power losses of a real file system, on an image of its own: the kernel drops what was not synced
//! and writes nothing more. Needs root and loop devices; `scripts/check-file-systems` runs it.

use std::path::PathBuf;
use std::process::Command;

use super::in_process::{Answered, verified};
use super::power_loss::EXPERIMENT;
use super::shim::program;
use super::simulated_disk::{Tree, read_tree, write_tree};
use super::{facts_in, ran};
use crate::program::Folder;

/// A folder with the experiment, and in `disk` a file system of its own. `REAL_DISK` is its kind,
/// such as `ext4`, and `REAL_DISK_OPTIONS` how to mount it.
struct RealDisk(Folder);

fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
}

impl RealDisk {
    fn new() -> RealDisk {
        let folder = Folder::new();
        folder.write("e.toml", EXPERIMENT);
        std::fs::create_dir(folder.file("disk")).unwrap();
        let image = std::fs::File::create(folder.file("image")).unwrap();
        // The least size of an XFS.
        image.set_len(320 << 20).unwrap();
        let kind = std::env::var("REAL_DISK").expect("the kind of the file system, such as ext4");
        run(&format!("mkfs.{kind}"), &["-q", folder.file("image").to_str().unwrap()]);
        let disk = RealDisk(folder);
        disk.mount();
        disk
    }

    fn path(&self) -> PathBuf {
        self.0.file("disk")
    }

    fn mount(&self) {
        let options = std::env::var("REAL_DISK_OPTIONS").unwrap_or_default();
        let options = format!("loop,{options}");
        let (image, path) = (self.0.file("image"), self.path());
        run("mount", &["-o", &options, image.to_str().unwrap(), path.to_str().unwrap()]);
    }

    fn unmount(&self) {
        run("umount", &[self.path().to_str().unwrap()]);
    }

    /// Empties it, and writes and syncs these files.
    fn fill(&self, tree: &Tree) {
        for entry in std::fs::read_dir(self.path()).unwrap() {
            let path = entry.unwrap().path();
            if !path.ends_with("lost+found") {
                std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path)).unwrap();
            }
        }
        write_tree(&self.path(), tree);
        run("sync", &["-f", self.path().to_str().unwrap()]);
    }
}

impl Drop for RealDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

/// Loses the power instead of each call of a command, then repairs the results; gives the number of
/// power losses.
fn attack(disk: &RealDisk, before: &Tree, command: &str, repair: &str) -> usize {
    let expected = Answered::new(EXPERIMENT, "").facts();
    let mut lost = 0;
    for at in 1.. {
        disk.fill(before);
        let log = disk.0.file("log");
        let _ = std::fs::remove_file(&log);
        let output = program(&disk.0, command)
            .env("FAULT_NAME", "disk/")
            .env("FAULT_AT", at.to_string())
            .env("FAULT_MODE", "power")
            .env("FAULT_MOUNT", disk.path())
            .env("FAULT_LOG", &log)
            .env("HASTE", "2000")
            .output()
            .unwrap();
        if !log.exists() {
            assert!(output.status.success(), "{output:?}");
            assert!(lost > 0, "the file system loses nothing");
            return at - 1;
        }
        disk.unmount();
        disk.mount();
        let left = read_tree(&disk.path());
        // Its text is never synced.
        lost += usize::from(left.get("x.csv.lock") == Some(&Some(Vec::new())));
        let left: Vec<String> = left.into_keys().collect();
        let call = std::fs::read_to_string(&log).unwrap();
        let which = format!("{command}: call {at}, {}, left {left:?}", call.trim());
        let repaired = disk.0.run(repair);
        assert!(repaired.get_output().status.success(), "{which}: {repaired:?}");
        assert_eq!(facts_in(&disk.0, "disk/x.csv"), expected, "{which}");
        assert!(verified(&disk.0.file("disk/x.csv")).unwrap().is_complete(), "{which}");
    }
    unreachable!("the command ends")
}

#[test]
#[ignore = "needs root and loop devices: scripts/check-file-systems runs it"]
fn power_losses_of_a_real_disk_lose_nothing() {
    let disk = RealDisk::new();
    let run = "run e.toml --threads 2 --quiet --out disk/x.csv";
    let fresh = format!("{run} --fresh");
    let merge = "merge disk/s1.csv disk/s2.csv --quiet --out disk/x.csv";
    let mut losses = attack(&disk, &Tree::new(), run, run);
    disk.fill(&Tree::new());
    disk.0.run(run).success();
    let mut finished = read_tree(&disk.path());
    finished.remove("lost+found");
    losses += attack(&disk, &finished, &fresh, run);
    disk.fill(&Tree::new());
    for shard in 1..=2 {
        disk.0.run(&format!("{run} --shard {shard}/2").replace("x.csv", &format!("s{shard}.csv")));
    }
    let mut shards = read_tree(&disk.path());
    shards.remove("lost+found");
    losses += attack(&disk, &shards, merge, merge);
    ran("power_losses_of_a_real_disk_lose_nothing", losses);
}
