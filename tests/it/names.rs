//! Names of results, tables and pictures: which work, and which are refused before the work.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use crate::faults::{TIME_TO_END, ran, run_in_time, told};
use crate::program::{Folder, knightsweep};

#[test]
fn names_that_are_not_utf8_work() {
    let folder = Folder::new();
    let word = OsStr::new;
    let odd = OsStr::from_bytes;
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    fs::write(folder.path().join(odd(b"e\xff.toml")), toml).unwrap();
    let commands: &[&[&[u8]]] = &[
        &[b"run", b"e\xff.toml", b"--json"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/x\xff.csv", b"--json"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/x\xff.csv", b"--fresh"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/a\xff.csv", b"--shard", b"1/2"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/b\xff.csv", b"--shard", b"2/2"],
        &[b"merge", b"d\xfe/a\xff.csv", b"d\xfe/b\xff.csv", b"--out", b"m\xff.csv", b"--json"],
        &[b"merge", b"d\xfe/a\xff.csv", b"d\xfe/b\xff.csv", b"--out", b"m\xff.csv", b"--fresh"],
        &[b"verify", b"m\xff.csv", b"m\xff.old-1.csv", b"d\xfe/x\xff.old-1.csv", b"--json"],
        &[b"summarize", b"m\xff.csv", b"results/e\xff.csv"],
        &[b"plot", b"m\xff.csv"],
        &[b"plot", b"m\xff.csv", b"--out", b"p\xff/m.svg"],
        &[b"report", b"m\xff.csv"],
        &[b"plan", b"e\xff.toml"],
        &[b"paper", b"--out", b"paper\xff"],
        &[b"solve", b"--board", b"5x5", b"--svg", b"s\xff.svg"],
        &[b"man", b"--out", b"man\xff"],
        &[b"count", b"--board", b"5x5", b"--out", b"c\xff.csv"],
        &[b"best-order", b"--board", b"5x5", b"--starts", b"1,1", b"--out", b"q\xff.csv"],
    ];
    for command in commands {
        let output = knightsweep("")
            .args(command.iter().map(|bytes| odd(bytes)))
            .current_dir(folder.path())
            .timeout(TIME_TO_END)
            .output()
            .unwrap();
        let command = command.join(word(" ").as_bytes());
        let which = String::from_utf8_lossy(&command);
        assert!(output.status.success(), "{which}: {}", told(&output));
    }
    for made in [&b"m\xff.svg"[..], b"m\xff.html", b"q\xff.meta.json", b"paper\xff/paper-fig3.csv"]
    {
        assert!(folder.path().join(odd(made)).exists(), "{made:?}");
    }
    ran("names_that_are_not_utf8_work", commands.len());
}

#[test]
fn a_name_works_or_is_refused_before_the_work() {
    let mut cases = 0;
    for length in (1..=256_usize).filter(|length| *length < 3 || *length > 239) {
        let folder = Folder::new();
        let name = "n".repeat(length);
        let output = run_in_time(&folder, &format!("sweep --board 3x3 --quiet --out {name}.csv"));
        // The longest of the files beside it are the sidecar and the lock.
        if length + ".meta.json".len() <= 255 {
            assert!(output.status.success(), "{length}: {}", told(&output));
            assert!(run_in_time(&folder, &format!("verify {name}.csv")).status.success());
        } else {
            assert_eq!(output.status.code(), Some(2), "{length}: {}", told(&output));
            assert_eq!(folder.names().len(), 0, "{length}");
        }
        for (command, ending) in
            [("solve --board 5x5 --svg", "svg"), ("count --board 5x5 --out", "csv")]
        {
            let folder = Folder::new();
            let output = run_in_time(&folder, &format!("{command} new/{name}.{ending}"));
            let longest = if ending == "csv" { ".meta.json" } else { ".svg" };
            if length + longest.len() <= 255 {
                assert!(output.status.success(), "{command} {length}: {}", told(&output));
            } else {
                assert_eq!(output.status.code(), Some(2), "{length}: {}", told(&output));
                assert_eq!(output.stdout, b"", "{length}: it had done the work");
            }
            cases += 1;
        }
        cases += 1;
    }
    ran("a_name_works_or_is_refused_before_the_work", cases);
}

#[test]
fn all_commands_notice_at_once_that_they_cannot_write() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --quiet --out x.csv").success();
    folder.write("file", "");
    let commands = [
        "sweep --board 3x3 --out OUT/x.csv",
        "merge x.csv --out OUT/y.csv",
        "plot x.csv --out OUT/x.svg",
        "report x.csv --out OUT/x.html",
        // This would take hours.
        "solve --board 8x8 --start 1,2 --engine step --svg OUT/x.svg",
        "best-order --board 10x10 --out OUT/x.csv",
        "count --board 8x8 --out OUT/x.csv",
        "paper --out OUT",
        "man --out OUT",
    ];
    for command in commands {
        // Not even root can make files and folders in /proc.
        for out in ["/proc", "/proc/new", "/proc/new/new"] {
            let output = run_in_time(&folder, &command.replace("OUT", out));
            assert_eq!(output.status.code(), Some(1), "{command}: {output:?}");
            assert!(told(&output).contains("knightsweep: cannot "), "{}", told(&output));
            assert!(told(&output).contains(out), "{}", told(&output));
            assert!(!told(&output).contains("tmp"), "{}", told(&output));
            assert_eq!(output.stdout, b"", "{command}");
        }
    }
    ran("all_commands_notice_at_once_that_they_cannot_write", 3 * commands.len());
}

#[test]
fn the_name_of_a_folder_is_refused_before_the_work() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --quiet --out x.csv").success();
    let commands = [
        ("plot x.csv --kind heatmap --out", "svg"),
        ("report x.csv --out", "html"),
        // These would take hours.
        ("solve --board 8x8 --start 1,2 --engine step --svg", "svg"),
        ("best-order --board 10x10 --out", "csv"),
        ("count --board 8x8 --out", "csv"),
    ];
    let names = ["there", "there/", "there/.", "link", "missing/"];
    for (command, ending) in commands {
        fs::create_dir_all(folder.file(&format!("there.{ending}"))).unwrap();
        let _ = symlink(format!("there.{ending}"), folder.file(&format!("link.{ending}")));
        for name in names {
            let name = match name.split_once('/') {
                Some((name, behind)) => format!("{name}.{ending}/{behind}"),
                None => format!("{name}.{ending}"),
            };
            let output = run_in_time(&folder, &format!("{command} {name}"));
            assert_eq!(output.status.code(), Some(2), "{command} {name}: {output:?}");
            assert!(
                told(&output).contains(name.trim_end_matches(['/', '.'])),
                "{command} {name}: {}",
                told(&output)
            );
        }
    }
    ran("the_name_of_a_folder_is_refused_before_the_work", commands.len() * names.len());
}
