//! Places where nothing can be written, or not enough.

use super::facts_in;
use crate::program::Folder;

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    // Not even root can make files in /proc.
    let told = folder.fails(1, "sweep --board 3x3 --out /proc/x.csv");
    assert!(told.contains("/proc/x.csv.lock"), "{told}");
    let told = folder.fails(1, "sweep --board 3x3 --out /proc/new/x.csv");
    assert!(told.contains("/proc/new"), "{told}");
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
fn a_full_disk_keeps_the_finished_rows() {
    let Some(disk) = SmallDisk::mount("64k") else {
        return;
    };
    let folder = &disk.0;
    let sweep = "sweep --board 5x5 --orders sample:40 --budget 20k --tours --out x.csv";
    super::ran("a_full_disk_keeps_the_finished_rows", 2);
    let told = folder.fails(1, sweep);
    assert!(told.contains("x.csv"), "{told}");
    let kept = folder.read("x.csv");
    assert!(kept.ends_with('\n') && kept.lines().count() > 50);
    let told = folder.fails(1, "plot x.csv --kind heatmap");
    assert!(told.contains("x.heatmap.svg"), "{told}");

    // Sealing needs room for a second copy, so this is enough for the rows and not for that.
    let resize = |size: &str| {
        let options = format!("remount,size={size}");
        let mut mount = std::process::Command::new("mount");
        assert!(mount.args(["-o", &options]).arg(folder.path()).status().unwrap().success());
    };
    resize("160k");
    folder.run(sweep).code(1);
    assert!(folder.read("x.csv").starts_with(&kept));
    resize("2m");
    folder.run(sweep).success();
    let other = Folder::new();
    other.run(sweep).success();
    assert_eq!(facts_in(folder, "x.csv"), facts_in(&other, "x.csv"));
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
    folder.run(complete).success();
    let json = folder.prints(&format!("{complete} --json"));
    assert!(json.contains("\"none\":2"), "{json}");
    for other in ["--fresh", "--budget 5", "--shard 1/2", "--retry-memory"] {
        let told = folder.fails(1, &format!("{complete} {other}"));
        assert!(told.contains("complete.csv.lock"), "{other}: {told}");
    }
    for (out, what) in [("x.csv", "x.csv.lock"), ("new/x.csv", "new")] {
        let told = folder.fails(1, &format!("sweep --board 3x3 --out {out}"));
        assert!(told.contains(what), "{told}");
    }
}

#[test]
#[ignore = "needs to mount: run as root"]
fn complete_results_need_not_be_writable() {
    let Some(disk) = SmallDisk::mount("1m") else {
        return;
    };
    let folder = &disk.0;
    let complete = "sweep --board 3x3 --starts 1,1 2,1 --out x.csv";
    folder.run(complete).success();
    // For root, a file that cannot be written is one that is mounted so; its folder is not.
    let file = folder.path().join("x.csv");
    for options in ["bind", "remount,bind,ro"] {
        let mut mount = std::process::Command::new("mount");
        let mount = mount.args(["-o", options]).args([&file, &file]);
        assert!(mount.status().unwrap().success());
    }
    folder.run(complete).success();
    assert!(folder.fails(1, &format!("{complete} --budget 5")).contains("x.csv"));
}
