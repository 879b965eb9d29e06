//! The command line: what it prints, and what it refuses.

use crate::program::{Folder, knightsweep, stderr, stdout};

/// Asserts that a command line is refused as bad input, and gives what it says.
fn refused(folder: &Folder, arguments: &str) -> String {
    let before = folder.names();
    let assert = folder.run(arguments).code(2);
    assert_eq!(folder.names(), before, "a refused command writes nothing");
    assert!(stdout(&assert).is_empty());
    stderr(&assert)
}

#[test]
fn solve_prints_the_numbered_board_and_the_counts() {
    let out = stdout(
        &knightsweep("solve --board 5x5 --start 1,1")
            .assert()
            .success(),
    );
    let (board, told) = out.rsplit_once(", ").unwrap();
    insta::assert_snapshot!(board, @"");
    assert!(told.ends_with("s\n"), "{told}");
}

#[test]
fn solve_tells_outcomes_apart() {
    let told = |arguments: &str| stdout(&knightsweep(arguments).assert().success());
    assert!(
        told("solve --board 3x3")
            .contains("no open tour: the whole space was searched\n120 checks")
    );
    assert!(told("solve --board 8x8 --budget 1000").contains("stopped by the budget"));
    assert!(
        told("solve --board 6x6 --goal closed --start 3,3 --budget 1e9").contains("closed tour")
    );
    assert!(told("solve --board 1x1").contains("open tour\n0 checks, 1 nodes"));
}

#[test]
fn solve_gives_one_json_object_with_the_fields_of_the_csv() {
    let out = stdout(
        &knightsweep("solve --board 5x5 --start a5 --json")
            .assert()
            .success(),
    );
    let mut object: serde_json::Value = serde_json::from_str(&out).unwrap();
    for time in ["wall_s", "cpu_s"] {
        assert!(object[time].as_f64().is_some_and(|s| s >= 0.0));
        object[time] = "a time".into();
    }
    insta::assert_snapshot!(object, @"");
}

#[test]
fn solve_takes_one_job_only() {
    let folder = Folder::new();
    assert!(refused(&folder, "solve --start corners").contains("this asks for 4 searches"));
}

#[test]
fn the_budget_is_exact_to_the_last_check() {
    let outcome = |budget: &str| {
        let out = stdout(
            &knightsweep(&format!("solve --json --budget {budget}"))
                .assert()
                .success(),
        );
        let record: serde_json::Value = serde_json::from_str(&out).unwrap();
        (
            record["outcome"].as_str().unwrap().to_owned(),
            record["checks"].as_u64().unwrap(),
        )
    };
    assert_eq!(outcome("66005601"), ("tour".to_owned(), 66_005_601));
    assert_eq!(outcome("66005600"), ("budget".to_owned(), 66_005_600));
}

#[test]
fn sweep_takes_an_experiment_by_flags() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --starts all --orders fig2 --budget 100k --engine step --threads 4 --out x.csv")
        .success();
    let rows = folder.rows_but_times("x.csv");
    assert_eq!(rows.len(), 26);
    insta::assert_snapshot!(rows[..4].join("\n"), @"");
    folder.run("verify x.csv --recompute 5").success();
}

#[test]
fn run_writes_results_named_after_the_experiment() {
    let folder = Folder::new();
    folder.write(
        "tiny.toml",
        "title = \"Tiny\"\nboards = \"3-4\"\nstarts = \"orbits\"\norders = [\"fig2\", \"images:tutorial\"]\nbudget = \"none\"\ntours = true\n",
    );
    let told = stderr(&folder.run("run tiny.toml").success());
    assert!(
        told.contains("results/tiny.csv: complete and sealed, 48 rows"),
        "{told}"
    );
    let sidecar: serde_json::Value =
        serde_json::from_str(&folder.read("results/tiny.meta.json")).unwrap();
    assert_eq!(sidecar["title"], "Tiny");
    assert_eq!(sidecar["sessions"][0]["rows_after"], 48);
    assert!(sidecar["sealed"]["sha256"].is_string());
    assert_eq!(folder.names(), ["results", "tiny.toml"]);
}

#[test]
fn a_program_can_read_what_came_of_a_run() {
    let folder = Folder::new();
    let out = stdout(
        &folder
            .run("sweep --board 3x4 --budget none --out x.csv --json --quiet")
            .success(),
    );
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["jobs"], 12);
    assert_eq!(
        report["tour"].as_u64().unwrap() + report["none"].as_u64().unwrap(),
        12
    );
    assert_eq!(report["sealed"], true);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    for threads in [1, 2, 7] {
        folder
            .run(&format!("sweep --board 5-6 --orders sample:3 --budget 50k --tours --threads {threads} --out {threads}.csv"))
            .success();
    }
    assert_eq!(
        folder.rows_but_times("1.csv"),
        folder.rows_but_times("2.csv")
    );
    assert_eq!(
        folder.rows_but_times("1.csv"),
        folder.rows_but_times("7.csv")
    );
}

#[test]
fn plan_tells_what_would_run() {
    let out = stdout(
        &knightsweep("plan --board 5-6 --starts corners --orders all --no-estimate")
            .assert()
            .success(),
    );
    insta::assert_snapshot!(out, @"");
    let json = stdout(
        &knightsweep("plan experiments/paper-corners.toml --json")
            .assert()
            .success(),
    );
    let cost: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&cost["jobs"], &cost["orbits"]), (&8.into(), &1.into()));
    assert!(
        cost["estimate"]["seconds"]
            .as_f64()
            .is_some_and(|s| s > 0.0)
    );
}

#[test]
fn plan_lists_the_jobs_as_csv() {
    let out = stdout(
        &knightsweep("plan --board 3x3 --starts corners --list")
            .assert()
            .success(),
    );
    insta::assert_snapshot!(out, @"");
}

#[test]
fn every_experiment_of_the_repository_is_valid() {
    for entry in std::fs::read_dir("experiments").unwrap() {
        let path = entry.unwrap().path();
        knightsweep("plan --no-estimate")
            .arg(&path)
            .assert()
            .success();
    }
}

#[test]
fn summarize_prints_groups_in_every_format() {
    let folder = Folder::new();
    folder
        .run("sweep --board 3x3 3x4 --starts corners --budget 5000 --out x.csv")
        .success();
    let summary = |format: &str| {
        let command = format!("summarize x.csv --by rows,cols,outcome --format {format}");
        stdout(&folder.run(&command).success())
    };
    let csv = summary("csv");
    let timeless: Vec<String> = csv
        .lines()
        .map(|line| line.split(',').take(15).collect::<Vec<_>>().join(","))
        .collect();
    insta::assert_snapshot!(timeless.join("\n"), @"");
    assert!(summary("markdown").starts_with("| rows"));
    assert!(summary("table").contains("exponent_median"));
    let json: serde_json::Value = serde_json::from_str(&summary("json")).unwrap();
    assert_eq!(json[0]["jobs"], 4);
}

#[test]
fn wrong_experiments_are_refused_with_file_line_key_and_advice() {
    let folder = Folder::new();
    let good = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";
    let mut told = Vec::new();
    for (name, text) in [
        ("unknown-key", format!("{good}buget = 5\n")),
        ("off-board", good.replace("all", "9,1")),
        ("repeated-digit", good.replace("fig2", "11345678")),
        ("no-checks", good.replace("100M", "0")),
        ("too-large", good.replace("8x8", "33x33")),
        ("misspelt", good.replace("fig2", "tutorail")),
        ("broken", good.replace("= \"all\"", "= \"all")),
        ("missing", good.replace("starts", "# starts")),
        ("rule", format!("{good}rule = \"random\"\n")),
    ] {
        let file = format!("{name}.toml");
        folder.write(&file, text);
        told.push(refused(&folder, &format!("run {file}")));
    }
    insta::assert_snapshot!(told.concat(), @"");
}

#[test]
fn wrong_flags_are_refused_with_advice() {
    let folder = Folder::new();
    let mut told = Vec::new();
    for arguments in [
        "sweep --board 8 --out x.csv",
        "sweep --starts 1;1 --out x.csv",
        "sweep --budget lots --out x.csv",
        "sweep --out x.txt",
        "sweep --out .",
        "solve --board 17x17",
        "run missing.toml",
        "verify missing.csv",
        "summarize missing.csv",
        "man missing/folder",
    ] {
        told.push(refused(&folder, arguments));
    }
    insta::assert_snapshot!(told.concat(), @"");
    for arguments in [
        "",
        "swep",
        "sweep",
        "solve --threads 0",
        "solve --first 2",
        "plan x.toml --board 8x8",
    ] {
        refused(&folder, arguments);
    }
}

#[test]
fn quiet_says_nothing_and_json_goes_to_standard_output_alone() {
    let folder = Folder::new();
    let assert = folder
        .run("sweep --board 3x3 --out x.csv --quiet")
        .success();
    assert_eq!(
        (stdout(&assert), stderr(&assert)),
        (String::new(), String::new())
    );
    let assert = folder.run("solve --board 3x3 --json").success();
    assert_eq!(stderr(&assert), "");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"))
        .args([
            "plan", "--starts", "all", "--orders", "all", "--board", "5x5", "--list",
        ])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&folder.run(&format!("completions {shell}")).success());
        assert!(script.contains("summarize"), "{shell}");
    }
    folder.run("man .").success();
    assert!(folder.names().contains(&"knightsweep-sweep.1".to_owned()));
    assert!(stdout(&folder.run("man").success()).contains(".TH knightsweep"));
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "",
        "run",
        "sweep",
        "plan",
        "solve",
        "verify",
        "summarize",
        "paper",
    ] {
        let help = stdout(&knightsweep(&format!("{command} --help")).assert().success());
        assert!(help.contains("Examples:"), "{command}");
    }
}
