//! Tables of `best-order` and `count`, the parts of long counts, and second writers.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::io::{BEST, COUNT};
use super::{changes_nothing, contents, ran};
use crate::program::Folder;

/// Takes a second or so.
const LONG: &str = "best-order --board 5x5 6x6 --starts all --no-compare --quiet --out x.csv";

/// Seconds of parts.
const PARTS: &str = "count --board 5x6 --starts all --quiet --threads 1 --out x.csv";

fn in_attacked(command: &str) -> (Folder, String) {
    let folder = Folder::new();
    fs::create_dir(folder.file("attacked")).unwrap();
    folder.run(command).success();
    let table = folder.read("attacked/x.csv");
    (folder, table)
}

#[test]
fn a_table_that_is_there_is_complete_and_anything_else_is_refused() {
    let mut cases = 0;
    for command in [BEST, COUNT] {
        let (folder, table) = in_attacked(command);
        let before = (folder.read("attacked/x.csv"), folder.read("attacked/x.meta.json"));
        let now = || (folder.read("attacked/x.csv"), folder.read("attacked/x.meta.json"));
        folder.run(command).success();
        assert!(now() == before, "{command}");
        // Another command for it, and a changed byte.
        let other = command.replace("3x4", "3x3").replace(" --starts corners", "");
        folder.run(&other).code(2);
        assert!(now() == before, "{command}");
        for place in (0..table.len()).step_by(97) {
            let mut changed = table.clone().into_bytes();
            changed[place] ^= 1;
            folder.write("attacked/x.csv", &changed);
            folder.run(command).code(2);
            assert_eq!(fs::read(folder.file("attacked/x.csv")).unwrap(), changed, "byte {place}");
            cases += 1;
        }
        // The table without its sidecar, which the same command writes again.
        folder.write("attacked/x.csv", &table);
        fs::remove_file(folder.file("attacked/x.meta.json")).unwrap();
        folder.run(&other).failure();
        assert_eq!(folder.read("attacked/x.csv"), table);
        folder.run(command).success();
        assert_eq!(folder.read("attacked/x.csv"), table);
        assert!(folder.file("attacked/x.meta.json").exists());
        // A table of somebody else.
        for text in ["name,age\nAnna,7\n", "precious", "name,row_check\nAnna,x000000000000000\n"] {
            folder.write("attacked/x.csv", text);
            let _ = fs::remove_file(folder.file("attacked/x.meta.json"));
            folder.run(command).code(2);
            assert_eq!(folder.read("attacked/x.csv"), text);
            cases += 1;
        }
        cases += 4;
    }
    ran("a_table_that_is_there_is_complete_and_anything_else_is_refused", cases);
}

fn start(folder: &Folder, command: &str) -> Child {
    let mut program = Command::new(crate::program::path());
    program.args(command.split_whitespace()).current_dir(folder.path());
    program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn wait_for(folder: &Folder, name: &str) {
    while !folder.file(name).exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_second_writer_is_refused_at_once_and_the_first_one_finishes() {
    let commands = [
        (LONG, vec![LONG, "count --board 3x4 --out x.csv", "sweep --board 3x3 --out x.csv"]),
        (
            // Hours.
            "sweep --board 8x8 --starts 1,2 --budget none --engine step --quiet --out x.csv",
            vec![
                "sweep --board 3x3 --out x.csv",
                "sweep --board 3x3 --out x.csv --fresh",
                "sweep --board 3x3 --out x.csv --repair",
                "merge y.csv --out x.csv",
                "merge y.csv --fresh --out x.csv",
                LONG,
            ],
        ),
    ];
    let mut cases = 0;
    for (first, others) in commands {
        let folder = Folder::new();
        folder.run("sweep --board 3x3 --quiet --out y.csv").success();
        let mut child = start(&folder, first);
        wait_for(&folder, "x.csv.lock");
        while folder.read("x.csv.lock").is_empty() {
            std::thread::sleep(Duration::from_millis(1));
        }
        for other in others {
            let told = folder.fails(1, other);
            assert!(told.contains(&format!("by process {}", child.id())), "{told}");
            assert!(child.try_wait().unwrap().is_none(), "{first} ended too early");
            cases += 1;
        }
        if first != LONG {
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        }
        assert!(child.wait().unwrap().success(), "{first}");
        folder.run("verify x.csv").success();
        assert_eq!(folder.names(), ["x.csv", "x.meta.json", "y.csv", "y.meta.json"]);
        folder.run(first).success();
    }
    ran("a_second_writer_is_refused_at_once_and_the_first_one_finishes", cases);
}

/// A count that was killed after some parts; gives its `.passes`. On a busy machine a count may end
/// before it is looked at; then another is killed.
fn killed_count() -> (Folder, Vec<u8>) {
    for _ in 0..20 {
        let folder = Folder::new();
        let mut child = start(&folder, PARTS);
        let passes = || fs::read(folder.file("x.passes")).unwrap_or_default();
        let lines = || passes().iter().filter(|byte| **byte == b'\n').count();
        while lines() < 4 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let left = passes();
        if left.iter().filter(|byte| **byte == b'\n').count() >= 4 {
            return (folder, left);
        }
    }
    panic!("the count is too quick");
}

#[test]
fn the_parts_of_a_count_survive_cuts_and_nul_bytes() {
    let (folder, passes) = killed_count();
    let fresh = Folder::new();
    fresh.run(PARTS).success();
    let torn = |end: &[u8]| [&passes, end].concat();
    let mut damaged: Vec<Vec<u8>> = vec![Vec::new(), passes.clone(), passes[..40].to_vec()];
    damaged.extend([&b"5,6,open,5,6,1,2,modulo:9"[..], b"5,6,open,5,6,,,bits,lo"].map(torn));
    let columns = passes.iter().position(|byte| *byte == b'\n').unwrap();
    for cut in (passes.len() - 60..passes.len()).step_by(13) {
        damaged.push(passes[..cut].to_vec());
        let mut nul = passes.clone();
        nul[cut..].fill(0);
        damaged.push(nul);
        let (mut middle, header) = (passes.clone(), 1 + columns);
        middle[header.max(cut - 90)..cut - 60].fill(0);
        damaged.push(middle);
    }
    for passes in &damaged {
        folder.write("x.passes", passes);
        folder.run(PARTS).success();
        assert_eq!(folder.read("x.csv"), fresh.read("x.csv"));
        assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
        fs::remove_file(folder.file("x.csv")).unwrap();
        fs::remove_file(folder.file("x.meta.json")).unwrap();
    }
    ran("the_parts_of_a_count_survive_cuts_and_nul_bytes", damaged.len());
}

#[test]
fn parts_of_another_count_and_changed_ones_are_refused() {
    let (folder, passes) = killed_count();
    let _ = fs::remove_file(folder.file("x.csv.lock"));
    let mut cases = 0;
    for other in ["count --board 5x5 --out x.csv", "count --board 5x6 --goal closed --out x.csv"] {
        changes_nothing(&folder, other, 2);
        cases += 1;
    }
    for place in (passes.len() / 2..passes.len() - 1).step_by(7) {
        let mut changed = passes.clone();
        changed[place] ^= 1;
        folder.write("x.passes", &changed);
        // In a row that has no line end it is cut off.
        if changed.ends_with(b"\n") {
            changes_nothing(&folder, PARTS, 2);
            cases += 1;
        }
    }
    for text in ["precious", "precious\n", "a,b\n1,2\n", "knightsweep passes 1: count\n"] {
        folder.write("x.passes", text);
        let before = contents(&folder);
        folder.run(PARTS).code(2);
        assert!(contents(&folder) == before, "{text:?}");
        cases += 1;
    }
    ran("parts_of_another_count_and_changed_ones_are_refused", cases);
}
