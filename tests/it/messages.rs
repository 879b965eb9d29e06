//! Messages: what they advise, what they name, and where they stand.

use std::fs::File;
use std::process::Command;

use crate::program::{Folder, stderr, stdout};

#[test]
fn words_say_what_can_be_done() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let sidecar = folder.read("x.meta.json");

    // A sidecar that is too large.
    let file = File::create(folder.file("x.meta.json")).unwrap();
    file.set_len(1 << 30).unwrap();
    let said = stderr(&folder.run("sweep --board 3x3 --out x.csv").code(1));
    assert!(said.contains("larger than") && !said.contains("make room"), "{said}");

    // With -q a sidecar that cannot be read is an error that is shown.
    for broken in ["{", "", "{\"format\": 99}"] {
        folder.write("x.meta.json", broken);
        let said = stderr(&folder.run("summarize x.csv --quiet").success());
        assert!(said.contains("read without its sidecar"), "{said}");
    }
    folder.write("x.meta.json", sidecar);

    // A name that is too long.
    let name = "n".repeat(300);
    let said = stderr(&folder.run(&format!("sweep --board 3x3 --out {name}.csv")).failure());
    assert!(said.contains("choose a shorter"), "{said}");
    assert!(!said.contains("are kept") && !said.contains("again"), "{said}");
    let out = stdout(&folder.run("summarize x.csv --quiet").success());
    assert!(!out.is_empty());
}

#[test]
fn files_of_another_kind_are_named() {
    let folder = Folder::new();
    folder.run("sweep --board 5x5 --starts 1,1 --out r.csv").success();
    folder.run("plot r.csv --kind heatmap --out p.svg").success();
    folder.run("report r.csv --out r.html").success();
    folder.run("best-order --board 4x4 --out t.csv").success();
    folder.write("e.toml", "boards = \"3x3\"\n");
    folder.write("p.png", b"\x89PNG\r\n\x1a\n\xff");
    for (file, kind) in [
        ("p.svg", "a picture"),
        ("p.png", "a picture"),
        ("r.html", "a page"),
        ("r.meta.json", "a sidecar"),
        ("t.csv", "a table"),
        ("r.csv", "a results file"),
        ("e.toml", "an experiment"),
    ] {
        for command in ["summarize", "plot", "report", "verify", "run", "plan"] {
            let reads_it = match kind {
                "a results file" => !matches!(command, "run" | "plan"),
                "an experiment" => matches!(command, "run" | "plan"),
                "a table" => matches!(command, "verify" | "plot"),
                _ => false,
            };
            if !reads_it {
                let said = stderr(&folder.run(&format!("{command} {file}")).code(2));
                assert!(said.contains(kind), "{command} {file}: {said}");
            }
        }
    }
}

#[test]
fn numbers_are_asked_for_in_words_of_the_program() {
    let folder = Folder::new();
    for arguments in
        ["verify x --seed x", "verify x --recompute 1.5", "plot x --job x", "man --threads 0"]
    {
        let said = stderr(&folder.run(arguments).code(2));
        assert!(said.contains("write a whole number from"), "{said}");
    }
}

#[test]
fn a_search_without_an_answer_for_lack_of_memory_fails() {
    let folder = Folder::new();
    for json in ["", " --json"] {
        let solve = format!("solve --start 1,2 --budget none --engine leap --memory 1M{json}");
        assert!(stdout(&folder.run(&solve).code(1)).contains("memory"));
    }
}

#[test]
fn messages_stand_above_the_data_that_they_are_about() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    folder.write("x.csv", folder.read("x.csv") + "torn");
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    for _ in 0..50 {
        let both = format!("exec {} summarize x.csv >both 2>&1", program.display());
        let mut sh = Command::new("sh");
        assert!(sh.args(["-c", &both]).current_dir(folder.path()).status().unwrap().success());
        let both = folder.read("both");
        assert!(both.starts_with("x.csv: "), "{both}");
    }
}
