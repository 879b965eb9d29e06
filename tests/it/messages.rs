//! What the program says: the one place that has its words. Scripts in `messages/` have commands,
//! and snapshots what each prints, says and draws. Other tests assert exit codes, rows and JSON.

use std::process::Command;

use crate::program::Folder;

/// What lines may call.
const FUNCTIONS: &str = include_str!("messages/functions.sh");

/// Runs the lines of a script one after the other with a shell, and shows each with what it prints,
/// what it says, and its exit code. A comment begins with a new folder.
fn transcript(script: &str) -> String {
    let program = crate::program::path().parent().unwrap().to_owned();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut folder = Folder::new();
    let mut all = String::new();
    for line in script.lines().filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            folder = Folder::new();
            all += &format!("\n{line}\n");
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{FUNCTIONS}{line}")]).current_dir(folder.path());
        shell.env("PATH", &path);
        shell.env("DATA", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
        let ended = shell.env("NO_COLOR", "1").env_remove("COLUMNS").output().unwrap();
        all += &format!("$ {line}\n");
        for text in [ended.stdout, ended.stderr] {
            let text = String::from_utf8(text).unwrap();
            for line in text.lines().filter(|line| !is_progress(line)) {
                all += &format!("{}\n", timeless(line));
            }
        }
        match ended.status.code() {
            Some(0) => {}
            code => all += &format!("[exit {}]\n", code.unwrap_or(-1)),
        }
    }
    all
}

/// Whether a line says how far some work is, as after two seconds of it.
fn is_progress(line: &str) -> bool {
    let is_of_time = |doing: &str| line.starts_with(doing);
    ["counting for ", "sampling for ", "searching for ", "searching, "].into_iter().any(is_of_time)
        || line.contains(": start 1 of ")
        || line.starts_with("looking at the jobs, ")
        || line.starts_with("knightsweep: this search has no limit")
}

/// A line without its times and rates, which differ from run to run.
fn timeless(line: &str) -> String {
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let words: Vec<&str> = line.split(' ').collect();
    let mut shown = Vec::new();
    for (place, &word) in words.iter().enumerate() {
        let bare = word.trim_end_matches([':', ';', ',']);
        let is_unit = ["s", "ms", "µs"].contains(&bare);
        if is_unit && place > 0 && is_number(words[place - 1]) {
            shown.pop();
            shown.push(format!("TIME{}", &word[bare.len()..]));
        } else if bare.ends_with("/s") {
            shown.push(format!("RATE{}", &word[bare.len()..]));
        } else {
            shown.push(word.to_owned());
        }
    }
    shown.join(" ").trim_end().to_owned()
}

#[test]
fn messages_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("arguments", transcript(include_str!("messages/arguments.sh")));
}

#[test]
fn faults_of_experiments_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("experiments", transcript(include_str!("messages/experiments.sh")));
}

#[test]
fn answers_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("answers", transcript(include_str!("messages/answers.sh")));
}

#[test]
fn remarks_on_results_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("results", transcript(include_str!("messages/results.sh")));
}

#[test]
fn claims_and_verdicts_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("claims", transcript(include_str!("messages/claims.sh")));
}

#[test]
fn numbers_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("numbers", transcript(include_str!("messages/numbers.sh")));
}

#[test]
fn pictures_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("pictures", transcript(include_str!("messages/pictures.sh")));
}

#[test]
fn searches_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("searches", transcript(include_str!("messages/searches.sh")));
}

#[test]
fn tables_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("tables", transcript(include_str!("messages/tables.sh")));
}

#[test]
fn verdicts_are_as_a_person_has_read_them() {
    insta::assert_snapshot!("verdicts", transcript(include_str!("messages/verdicts.sh")));
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
                let said = folder.fails(2, &format!("{command} {file}"));
                assert!(said.contains(kind), "{command} {file}: {said}");
            }
        }
    }
}

#[test]
fn messages_stand_above_the_data_that_they_are_about() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    folder.write("x.csv", folder.read("x.csv") + "torn");
    let program = crate::program::path();
    for _ in 0..50 {
        let both = format!("exec {} summarize x.csv >both 2>&1", program.display());
        let mut sh = Command::new("sh");
        assert!(sh.args(["-c", &both]).current_dir(folder.path()).status().unwrap().success());
        let both = folder.read("both");
        assert!(both.starts_with("x.csv: "), "{both}");
    }
}
