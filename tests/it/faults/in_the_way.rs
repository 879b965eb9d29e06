//! What stands in the place of a file: links, pipes, devices, folders, damaged locks, and what
//! appears there during the work.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{ran, run_in_time, told};
use crate::program::Folder;

const SWEEP: &str = "sweep --board 3x3 --quiet --out x.csv";

/// The files beside the results.
const BESIDE: [&str; 2] = ["x.csv.lock", "x.meta.json"];

fn make_fifo(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.file(name)).status().unwrap().success());
}

/// A device like /dev/zero. Who can make one here could also replace that of the machine, which is
/// therefore not put in the way of a program that may be wrong.
fn endless_device(folder: &Folder) -> PathBuf {
    let device = folder.file("zero");
    let mut mknod = Command::new("mknod");
    let made = mknod.arg(&device).args(["c", "1", "5"]).output().unwrap();
    if made.status.success() { device } else { "/dev/zero".into() }
}

#[test]
fn nothing_is_written_through_a_link() {
    let mut cases = 0;
    for name in BESIDE {
        for (is_symbolic, text) in
            [(true, "precious"), (true, ""), (false, "precious"), (false, "")]
        {
            let folder = Folder::new();
            folder.write("victim.txt", text);
            folder.set_mode("victim.txt", 0o600);
            match is_symbolic {
                true => symlink("victim.txt", folder.file(name)).unwrap(),
                false => fs::hard_link(folder.file("victim.txt"), folder.file(name)).unwrap(),
            }
            let which = format!("{name} {is_symbolic} {text:?}");
            let output = run_in_time(&folder, SWEEP);
            assert_eq!(folder.read("victim.txt"), text, "{which}");
            assert_eq!(folder.mode("victim.txt"), 0o600, "{which}");
            assert_eq!(output.status.code(), Some(2), "{which}: {}", told(&output));
            assert!(told(&output).contains(name), "{which}: {}", told(&output));
            cases += 1;
        }
    }
    ran("nothing_is_written_through_a_link", cases);
}

#[test]
fn pipes_and_endless_files_are_refused_at_once() {
    let commands = [
        "sweep --board 3x3 --quiet --out x.csv",
        "sweep --board 3x3 --quiet --out x.csv --fresh",
        "merge y.csv --out x.csv",
        "merge x.csv --out z.csv",
        "verify x.csv",
        "summarize x.csv",
        "plot x.csv",
        "report x.csv",
    ];
    let in_the_way = [
        ("x.csv", "fifo"),
        ("x.csv.lock", "fifo"),
        ("x.csv.lock", "endless"),
        ("x.csv.lock", "folder"),
        ("x.meta.json", "fifo"),
        ("x.meta.json", "endless"),
        ("x.meta.json", "folder"),
    ];
    for (name, special) in in_the_way {
        let folder = Folder::new();
        let device = endless_device(&folder);
        folder.run("sweep --board 3x3 --quiet --out y.csv").success();
        for command in commands {
            let _ = fs::remove_file(folder.file("x.csv"));
            let _ = fs::remove_file(folder.file("x.meta.json"));
            if !command.contains("--out x.csv") {
                folder.write("x.csv", folder.read("y.csv"));
            }
            let _ = fs::remove_file(folder.file(name));
            match special {
                "fifo" => make_fifo(&folder, name),
                "folder" => drop(fs::create_dir(folder.file(name))),
                _ => symlink(&device, folder.file(name)).unwrap(),
            }
            // Fails by its limit of time if it hangs.
            let output = run_in_time(&folder, command);
            let code = output.status.code();
            let is_ended = matches!(code, Some(0..=2)) && (name != "x.csv" || code == Some(2));
            assert!(is_ended, "{name} {special} {command}: {output:?}");
            assert!(!device.is_file(), "{name} {command} replaced the device");
        }
    }
    let cases = in_the_way.len() * commands.len();
    ran("pipes_and_endless_files_are_refused_at_once", cases);
}

#[test]
fn a_table_never_replaces_what_appeared_during_the_work_and_is_printed() {
    let folder = Folder::new();
    let best = "best-order --board 5x5 6x6 --starts all --no-compare";
    let table = folder.prints(&format!("{best} --quiet --format csv"));
    let mut child = Command::new(crate::program::path())
        .args(format!("{best} --out x.csv").split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    // The first board is begun.
    messages.next().unwrap().unwrap();
    folder.write("x.csv", "precious");
    let said: Vec<String> = messages.map(Result::unwrap).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{said:?}");
    assert!(said.last().unwrap().ends_with("the table was printed instead"), "{said:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), table);
    assert_eq!(folder.read("x.csv"), "precious");
    assert_eq!(folder.names(), ["x.csv"]);
}

#[test]
fn a_link_that_appears_during_the_work_is_not_followed() {
    let folder = Folder::new();
    folder.write("victim", "precious");
    let mut child =
        folder.start("best-order --board 5x5 6x6 --starts all --no-compare --out x.csv");
    let mut sweep = folder.start("sweep --board 5x5 --budget none --engine step --out y.csv");
    while !folder.file("y.meta.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    for name in ["x.csv", "x.meta.json", "y.meta.json"] {
        let _ = fs::remove_file(folder.file(name));
        symlink("victim", folder.file(name)).unwrap();
    }
    child.wait().unwrap();
    sweep.wait().unwrap();
    assert_eq!(folder.read("victim"), "precious");
}
