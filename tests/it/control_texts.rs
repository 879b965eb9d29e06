//! Texts of others that would control a terminal, or forge a line of a message.

use std::fs::File;
use std::process::Command;

use crate::faults::ran;
use crate::program::Folder;

/// Texts that would change the title of a terminal, its colour, and the direction of writing.
const CONTROLS: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}1m\r\u{8}\u{7f}\u{202e}gpj.\u{2066}";

/// Whether a text has nothing of [`CONTROLS`].
fn is_printable(text: &str) -> bool {
    !text.contains(|c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    })
}

/// Runs a command and checks that what it prints controls nothing.
fn check_printable(folder: &Folder, arguments: &[&str]) -> String {
    let mut command = Command::new(crate::program::path());
    let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(!said.is_empty(), "{arguments:?}");
    assert!(is_printable(&said), "{arguments:?}: {said:?}");
    said.into_owned()
}

#[test]
fn foreign_texts_do_not_control_the_terminal() {
    let mut cases = 0;
    let folder = Folder::new();
    let mut check = |arguments: &[&str]| {
        cases += 1;
        check_printable(&folder, arguments)
    };
    // Names of files, there and not there, and arguments.
    let name = format!("{CONTROLS}.csv").replace('/', "");
    for command in ["verify", "summarize", "plot", "report", "run", "plan", "--none", "no-command"]
    {
        check(&[command, &name]);
    }
    check(&[&format!("--{CONTROLS}")]);
    check(&["merge", &name, "--out", "m.csv"]);
    check(&["solve", "--board", CONTROLS]);
    check(&["sweep", "--board", "3x3", "--out", &name]);
    for command in ["verify", "summarize", "plot", "report"] {
        check(&[command, &name]);
    }
    // The holder of a lock.
    let lock = File::create(folder.file("l.csv.lock")).unwrap();
    lock.lock().unwrap();
    folder.write("l.csv.lock", format!("knightsweep lock: {CONTROLS}"));
    check(&["sweep", "--board", "3x3", "--out", "l.csv"]);
    // Fields, headers, keys and values of files.
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --tours --out x.csv").success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    for changed in [
        csv.replace("fixed", CONTROLS),
        csv.replace("70624", CONTROLS),
        csv.replace("a5-", CONTROLS),
        csv.replacen("rows", CONTROLS, 1),
    ] {
        folder.write("x.csv", changed);
        for command in ["verify", "summarize", "plot", "run"] {
            check(&[command, "x.csv"]);
        }
        check(&["summarize", "x.csv", "--by", "tour"]);
        check(&["summarize", "x.csv", "--by", "tour", "--json"]);
    }
    folder.write("x.csv", &csv);
    let escaped = serde_json::to_string(CONTROLS).unwrap().replace('\u{7f}', "\\u007f");
    for changed in [
        sidecar.replace("\"jobs\"", &escaped),
        sidecar.replace("\"fixed\"", &escaped),
        sidecar.replace("\"title\": null", &format!("\"title\": {escaped}")),
        sidecar.replace("\"kind\": \"results\"", &format!("\"kind\": {escaped}")),
    ] {
        folder.write("x.meta.json", changed);
        for command in ["verify", "summarize", "plot", "report"] {
            check(&[command, "x.csv"]);
        }
    }
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    for changed in [
        toml.replace("all", &CONTROLS.escape_unicode().to_string().replace("\\u{", "\\U{")),
        toml.replace("all", CONTROLS),
        toml.replace("starts", CONTROLS),
        format!("{toml}title = {escaped}\n"),
        format!("{toml}{escaped} = 1\n"),
        toml.replace("\"all\"", &escaped),
    ] {
        folder.write("e.toml", changed);
        check(&["plan", "e.toml", "--no-estimate"]);
        check(&["plan", "e.toml", "--no-estimate", "--json"]);
    }
    folder.write("tour.txt", format!("1 2 3\n4 {CONTROLS} 6\n"));
    check(&["verify", "tour.txt"]);
    check(&["verify", "tour.txt", "--json"]);
    ran("foreign_texts_do_not_control_the_terminal", cases);
}

#[test]
fn a_line_end_in_a_name_adds_no_line_to_a_message() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let forged = "y.csv: sound: 9 of 9 rows are good";
    let stem = format!("a\n{forged}\nb");
    let (csv, sidecar) = (format!("{stem}.csv"), format!("{stem}.meta.json"));
    let (missing, toml) = (format!("{stem}.missing.csv"), format!("{stem}.toml"));
    let damaged = format!("{stem}.damaged.csv");
    folder.write(&csv, folder.read("x.csv"));
    folder.write(&sidecar, folder.read("x.meta.json"));
    folder.write(&damaged, folder.read("x.csv").replace("fixed", "fixEd"));
    folder.write(&format!("{stem}.damaged.meta.json"), folder.read("x.meta.json"));
    folder.write(&toml, "boards = \"3x3\"\nstarts = 7\n");
    let picture = format!("{stem}.svg");
    let mut cases = 0;
    for arguments in [
        &["verify", &csv][..],
        &["verify", &missing],
        &["verify", &damaged],
        &["verify", &csv, "--board", "3x3"],
        &["summarize", &csv],
        &["summarize", &missing],
        &["summarize", &damaged],
        &["plot", &csv, "--out", &picture],
        &["plot", &csv, "--out", &damaged],
        &["report", &csv],
        &["compare", &csv, &damaged],
        &["run", &toml, "--out", "z.csv"],
        &["run", &missing],
        &["plan", &toml],
        &["sweep", "--board", "3x3", "--out", &csv],
        &["sweep", "--board", "3x3", "--out", &damaged],
        &["sweep", "--board", "3x4", "--out", &csv],
        &["sweep", "--board", "3x3", "--out", &csv, "--fresh"],
        &["merge", &csv, "--out", &csv],
        &["merge", &csv, &missing, "--out", "z.csv"],
        &["merge", &csv, "--out", &format!("{stem}.merged.csv")],
        &["merge", &damaged, "--out", "z.csv"],
        &["run", &toml, "--repair", "--out", &damaged],
        &["best-order", "--board", "3x3", "--out", &csv],
        &["best-order", "--board", "3x4", "--out", &format!("{stem}.best.csv")],
        &["count", "--board", "3x4", "--out", &format!("{stem}.count.csv")],
        &["solve", "--board", "5x5", "--svg", &picture],
    ] {
        let said = check_printable(&folder, arguments);
        assert!(said.lines().all(|line| !line.starts_with("y.csv: ")), "{arguments:?}: {said}");
        assert!(!said.contains(&stem), "{arguments:?}: {said}");
        cases += 1;
    }
    ran("a_line_end_in_a_name_adds_no_line_to_a_message", cases);
}

#[test]
fn pictures_and_reports_show_foreign_texts_as_they_are() {
    let folder = Folder::new();
    let title = serde_json::to_string(CONTROLS).unwrap().replace('\u{7f}', "\\u007f");
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    folder.write("e.toml", format!("{toml}title = {title}\nnotes = {title}\n"));
    folder.run("run e.toml --out x.csv").success();
    for (command, made) in [("plot x.csv --out x.svg", "x.svg"), ("report x.csv", "x.html")] {
        folder.run(command).success();
        let text = folder.read(made);
        assert!(is_printable(&text), "{made}");
        assert!(text.contains("u{202e}gpj."), "{made}");
    }
}
