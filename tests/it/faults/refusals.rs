//! What commands refuse, and what they advise after a failure.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::ran;
#[cfg(target_os = "linux")]
use super::shim::program;
use crate::program::{Folder, stderr, stdout};

const SWEEP: &str = "sweep --board 5x5 --orders sample:4:1 --budget none --engine leap";

fn edit(folder: &Folder, change: impl FnOnce(&mut Value)) {
    let mut sidecar = serde_json::from_str(&folder.read("x.meta.json")).unwrap();
    change(&mut sidecar);
    folder.write("x.meta.json", sidecar.to_string());
}

#[test]
fn a_run_passes_no_sealed_file_that_verify_refuses() {
    type Edit = fn(&mut Value);
    let edits: [(&str, Edit); 5] = [
        ("the sidecar names 101 jobs", |sidecar| sidecar["jobs"] = json!(101)),
        ("its size or SHA-256 is not", |sidecar| sidecar["sealed"]["bytes"] = json!(7)),
        ("results_sha256 is not", |sidecar| sidecar["results_sha256"] = json!("0".repeat(64))),
        ("rows then", |sidecar| sidecar["sessions"][0]["rows_after"] = json!(1)),
        ("session 1 had 999 rows", |sidecar| sidecar["sessions"][0]["rows_before"] = json!(999)),
    ];
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    let whole = folder.read("x.meta.json");
    for (fault, change) in edits {
        folder.write("x.meta.json", &whole);
        edit(&folder, change);
        let verdict = stdout(&folder.run("verify x.csv").code(1));
        let reason = fault.trim_start_matches("its ");
        assert!(verdict.replace("of the file ", "").contains(reason), "{fault}: {verdict}");
        let refused = stderr(&folder.run(&format!("{SWEEP} --out x.csv")).code(2));
        assert!(refused.contains(fault) && refused.contains("--fresh"), "{fault}: {refused}");
        let refused = stderr(&folder.run("merge x.csv --out y.csv").code(2));
        assert!(!refused.contains("its SHA-256 is not"), "{fault}: {refused}");
    }
    ran("a_run_passes_no_sealed_file_that_verify_refuses", 3 * edits.len());
}

#[cfg(target_os = "linux")]
#[test]
fn a_merge_that_fails_can_be_repeated() {
    let shards = Folder::new();
    // Few rows: each call of the merge fails in another process.
    let sweep = "sweep --board 3x3 --orders fig2 --budget none";
    for shard in 1..=2 {
        shards.run(&format!("{sweep} --shard {shard}/2 --out s{shard}.csv")).success();
    }
    let mut failures = 0;
    for at in 1.. {
        let folder = Folder::in_memory();
        std::fs::create_dir(folder.file("out")).unwrap();
        for name in ["s1.csv", "s1.meta.json", "s2.csv", "s2.meta.json"] {
            folder.write(name, shards.read(name));
        }
        let merge = "merge s1.csv s2.csv --out out/x.csv";
        let output = program(&folder, merge)
            .env("FAULT_NAME", "out/")
            .env("FAULT_AT", at.to_string())
            .env("FAULT_MODE", "once")
            .env("FAULT_LOG", folder.file("log"))
            .output()
            .unwrap();
        let Ok(call) = std::fs::read_to_string(folder.file("log")) else {
            assert!(output.status.success(), "{output:?}");
            break;
        };
        failures += 1;
        if output.status.success() {
            continue;
        }
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!told.contains("are kept"), "{call}: {told}");
        assert!(!folder.file("out/x.csv").exists(), "{call}: {told}");
        let repeated = folder.run(merge);
        assert!(repeated.get_output().status.success(), "{call}: {told}{repeated:?}");
    }
    ran("a_merge_that_fails_can_be_repeated", failures);
}

#[test]
fn dangling_links_are_not_replaced() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    symlink("nowhere", folder.file("x.svg")).unwrap();
    symlink("nowhere", folder.file("y.meta.json")).unwrap();
    for command in ["plot x.csv", &format!("{SWEEP} --out y.csv")] {
        let told = stderr(&folder.run(command).code(2));
        assert!(told.contains("a link that leads nowhere"), "{command}: {told}");
    }
    for link in ["x.svg", "y.meta.json"] {
        assert!(folder.file(link).is_symlink());
    }
}

#[test]
fn names_that_cannot_be_meant_are_refused() {
    let folder = Folder::new();
    let experiment = "boards = [\"5x5\"]\n";
    folder.write("e.csv", experiment);
    for fresh in ["", " --fresh"] {
        let told = stderr(&folder.run(&format!("run e.csv --out e.csv{fresh}")).code(2));
        assert!(told.contains("e.csv"), "{told}");
        assert_eq!(folder.read("e.csv"), experiment);
    }
    folder.write("z.csv", "");
    for out in ["x.csv/", "z.csv/"] {
        let told = stderr(&folder.run(&format!("{SWEEP} --out {out}")).code(2));
        assert!(told.contains("remove the / at its end"), "{told}");
    }
    let told = stderr(&folder.run("merge nope.csv --partial --out y.csv").code(2));
    assert!(told.contains("leave it out"), "{told}");

    folder.run(&format!("{SWEEP} --out x.csv")).success();
    std::fs::remove_file(folder.file("x.csv")).unwrap();
    let told = stderr(&folder.run(&format!("{SWEEP} --out x.csv --fresh")).success());
    assert!(told.contains("the sidecar without results is now x.old-1.meta.json"), "{told}");
}
