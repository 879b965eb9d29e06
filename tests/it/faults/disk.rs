//! Places where nothing can be written, or not enough.

use super::facts_in;
use crate::program::Folder;

#[test]
fn a_full_disk_keeps_the_finished_rows() {
    let sweep = "sweep --board 5x5 --orders sample:20 --budget 20k --tours --out x.csv";
    let (folder, undisturbed) = (Folder::new(), Folder::new());
    // A limit on the size of files stands in for a full disk: writing beyond it fails.
    let limited = format!("ulimit -f 16; exec {} {sweep}", crate::program::path().display());
    let mut shell = std::process::Command::new("bash");
    let output = shell.args(["-c", &limited]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let kept = folder.read("x.csv");
    assert!(kept.ends_with('\n') && kept.lines().count() > 50, "{} lines", kept.lines().count());
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
    undisturbed.run(sweep).success();
    folder.run(sweep).success();
    assert_eq!(facts_in(&folder, "x.csv"), facts_in(&undisturbed, "x.csv"));
    super::ran("a_full_disk_keeps_the_finished_rows", 1);
}

/// A small file system of its own, where the test may make one.
struct SmallDisk(Folder);

impl SmallDisk {
    fn mount(size: &str) -> Option<SmallDisk> {
        let folder = Folder::new();
        let options = format!("size={size}");
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|output| output.status.success());
        mounted.then_some(SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-R").arg(self.0.path()).status();
    }
}

#[test]
#[ignore = "needs to mount: run as root"]
fn a_disk_that_cannot_be_written_is_named_with_what_to_do() {
    let Some(disk) = SmallDisk::mount("1m") else {
        return;
    };
    let folder = &disk.0;
    let complete = "sweep --board 3x3 --starts 1,1 2,1 --out complete.csv";
    folder.run(complete).success();
    let mut mount = std::process::Command::new("mount");
    let mount = mount.args(["-o", "remount,ro"]).arg(folder.path());
    assert!(mount.status().unwrap().success());
    for other in ["", "--fresh", "--budget 5", "--shard 1/2", "--retry"] {
        let told = folder.fails(1, &format!("{complete} {other}"));
        assert!(told.contains("complete.csv.lock"), "{other}: {told}");
    }
    for (out, what) in [("x.csv", "x.csv.lock"), ("new/x.csv", "new")] {
        let told = folder.fails(1, &format!("sweep --board 3x3 --out {out}"));
        assert!(told.contains(what), "{told}");
    }
}
