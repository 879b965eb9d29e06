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
    let out = stdout(&knightsweep("solve --board 5x5 --start 1,1").assert().success());
    let (board, said) = out.rsplit_once(", ").unwrap();
    insta::assert_snapshot!(board, @"
     0 13 18  7 24
     5  8  1 12 17
    14 19  6 23  2
     9  4 21 16 11
    20 15 10  3 22

    5x5 from (1,1), order 12345678 (fig2): open tour
    70,624 checks = 8^5.37, 8,840 nodes
    ");
    assert!(said.ends_with("s\n"), "{said}");
}

#[test]
fn solve_distinguishes_outcomes() {
    let said = |arguments: &str, code: i32| stdout(&knightsweep(arguments).assert().code(code));
    assert!(
        said("solve --board 3x3", 3)
            .contains("no open tour: the whole space was searched\nthe reason: 3x3 is one of")
    );
    assert!(said("solve --board 8x8 --budget 1000", 4).contains("stopped by the budget"));
    assert!(
        said("solve --board 6x6 --goal closed --start 3,3 --budget 1e9", 0).contains("closed tour")
    );
    assert!(said("solve --board 1x1", 0).contains("open tour\n0 checks, 1 node,"));
    let help = said("solve --help", 0);
    assert!(help.contains("Exit codes: 0 a tour was found, 3 no tour exists"), "{help}");
}

#[test]
fn solve_gives_one_json_object_with_the_fields_of_the_csv() {
    let out = stdout(&knightsweep("solve --board 5x5 --start a5 --json").assert().success());
    let mut object: serde_json::Value = serde_json::from_str(&out).unwrap();
    for time in ["wall_s", "cpu_s"] {
        assert!(object[time].as_f64().is_some_and(|s| s >= 0.0));
        object[time] = "a time".into();
    }
    insta::assert_snapshot!(object, @r#"{"job":0,"rows":5,"cols":5,"start_row":1,"start_col":1,"order":"12345678","order_rank":0,"rule":"fixed","goal":"open","engine":"auto","budget":null,"outcome":"tour","success":true,"checks":70624,"nodes":8840,"closed":false,"wall_s":"a time","cpu_s":"a time","tour":"a5-c4-e3-d1-b2-a4-c3-d5-b4-a2-c1-e2-d4-b5-a3-b1-d2-e4-c5-b3-a1-c2-e1-d3-e5"}"#);
}

#[test]
fn json_has_numbers_as_far_as_every_reader_has_them_exactly() {
    let solve = "solve --board 5x5 --rule greedy-random --json --seed";
    let json = |seed: &str| stdout(&knightsweep(&format!("{solve} {seed}")).assert().success());
    assert!(json("9007199254740992").contains(r#""seed":9007199254740992"#));
    assert!(json("9007199254740993").contains(r#""seed":"9007199254740993""#));
}

#[test]
fn solve_says_how_long_other_programs_take() {
    let last = |arguments: &str| {
        let code = if arguments.contains("--budget") { 4 } else { 0 };
        let out = stdout(&knightsweep(&format!("solve {arguments}")).assert().code(code));
        out.lines().last().unwrap().to_owned()
    };
    insta::assert_snapshot!(last("--start 1,2"), @"step by step: 16h 00m at 10^8 checks a second (C, Java), 66d 16h at 10^6 (Python)");
    insta::assert_snapshot!(last("--board 6x6"), @"step by step: 20 ms at 10^8 checks a second (C, Java), 2.0 s at 10^6 (Python)");
    insta::assert_snapshot!(last("--board 5x5 --rate 2.5M"), @"step by step: 28 ms at 2,500,000 checks a second");
    insta::assert_snapshot!(last("--budget 5M --rate 2M"), @"step by step: more than 2.5 s at 2,000,000 checks a second");
    let few = last("--board 5x5");
    assert!(few.starts_with("70,624 checks"), "{few}");

    let json = |arguments: &str| {
        let code = if arguments.contains("--budget") { 4 } else { 0 };
        let out = stdout(&knightsweep(&format!("solve --json {arguments}")).assert().code(code));
        serde_json::from_str::<serde_json::Value>(&out).unwrap()
    };
    let at_rate = json("--board 5x5 --rate 1k");
    assert_eq!(
        [at_rate["rate"].as_f64(), at_rate["rate_s"].as_f64()],
        [Some(1000.0), Some(70.624)]
    );
    assert!(json("--budget 5 --rate 1k")["rate_s"].is_null(), "a stopped search has no time");
    assert!(json("--board 5x5").get("rate").is_none());
    let refused = refused(&Folder::new(), "solve --rate none");
    assert!(refused.contains("give a number of checks a second, such as 2.5M or 1e8"), "{refused}");
}

#[test]
fn solve_takes_one_job_only() {
    let folder = Folder::new();
    let said = refused(&folder, "solve --start corners");
    assert!(said.contains("this asks for 4 searches"), "{said}");
}

#[test]
fn the_budget_is_exact_to_the_last_check() {
    let outcome = |budget: &str, code: i32| {
        let solve = format!("solve --json --budget {budget}");
        let out = stdout(&knightsweep(&solve).assert().code(code));
        let record: serde_json::Value = serde_json::from_str(&out).unwrap();
        (record["outcome"].as_str().unwrap().to_owned(), record["checks"].as_u64().unwrap())
    };
    assert_eq!(outcome("66005601", 0), ("tour".to_owned(), 66_005_601));
    assert_eq!(outcome("66005600", 4), ("budget".to_owned(), 66_005_600));
}

#[test]
fn sweep_takes_an_experiment_by_flags() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --starts all --orders fig2 --budget 100k --engine step --threads 4 --out x.csv")
        .success();
    let rows = folder.rows_but_times("x.csv");
    assert_eq!(rows.len(), 26);
    insta::assert_snapshot!(rows[..4].join("\n"), @"
    job,rows,cols,start_row,start_col,order,order_rank,rule,goal,engine,budget,outcome,success,checks,nodes,closed
    0,5,5,1,1,12345678,0,fixed,open,step,100000,tour,true,70624,8840,false
    1,5,5,1,2,12345678,0,fixed,open,step,100000,budget,false,100000,,
    2,5,5,1,3,12345678,0,fixed,open,step,100000,budget,false,100000,,
    ");
    folder.run("verify x.csv --recompute 5").success();
}

#[test]
fn run_writes_results_named_after_the_experiment() {
    let folder = Folder::new();
    folder.write(
        "tiny.toml",
        "title = \"Tiny\"\nboards = \"3-4\"\nstarts = \"orbits\"\norders = [\"fig2\", \"images:tutorial\"]\nbudget = \"none\"\ntours = true\n",
    );
    let said = stderr(&folder.run("run tiny.toml").success());
    assert!(said.contains("results/tiny.csv: complete and sealed, 48 rows"), "{said}");
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
    let out =
        stdout(&folder.run("sweep --board 3x4 --budget none --out x.csv --json --quiet").success());
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["jobs"], 12);
    assert_eq!(report["tour"].as_u64().unwrap() + report["none"].as_u64().unwrap(), 12);
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
    assert_eq!(folder.rows_but_times("1.csv"), folder.rows_but_times("2.csv"));
    assert_eq!(folder.rows_but_times("1.csv"), folder.rows_but_times("7.csv"));
}

#[test]
fn plan_shows_what_would_run() {
    let out = stdout(
        &knightsweep("plan --board 5-6 --starts corners --orders all --no-estimate")
            .assert()
            .success(),
    );
    insta::assert_snapshot!(out, @"
     plan
    ─────────────────────────────────────────────────────────────────────────────
     jobs       322,560
       on 5x5   161,280
       on 6x6   161,280
     orbits     40,320 jobs that no symmetry maps to another
     budget     100,000,000 checks a job
     results    about 33.7 MB if no job finds a tour, 36.9 MB if all do
     hash       34090064ff70aa47a6c1266a0269d19ad51971c546ac0788c1b04e44dc7bbe5d
    ");
    let json =
        stdout(&knightsweep("plan experiments/paper-corners.toml --json").assert().success());
    let cost: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&cost["jobs"], &cost["orbits"]), (&8.into(), &1.into()));
    assert!(cost["estimate"]["seconds"].as_f64().is_some_and(|s| s > 0.0));
}

#[test]
fn plan_estimates_the_size_of_the_results_to_some_percent() {
    for (experiment, tours) in
        [("all-starts", 5.0 / 64.0), ("warnsdorff", 1.0), ("fixed-sample", 31.0 / 1280.0)]
    {
        let plan = format!("plan experiments/{experiment}.toml --no-estimate --json");
        let cost = stdout(&knightsweep(&plan).assert().success());
        let cost: serde_json::Value = serde_json::from_str(&cost).unwrap();
        let bytes = |name: &str| cost[name].as_f64().unwrap();
        let (least, most) = (bytes("csv_bytes_least"), bytes("csv_bytes_most"));
        let estimate = least + tours * (most - least);
        let there = std::fs::metadata(format!("results/reference/{experiment}.csv")).unwrap();
        let ratio = estimate / there.len() as f64;
        assert!((0.95..1.05).contains(&ratio), "{experiment}: {ratio}");
    }
}

#[test]
fn plan_lists_the_jobs_as_csv() {
    let out = stdout(&knightsweep("plan --board 3x3 --starts corners --list").assert().success());
    insta::assert_snapshot!(out, @"
    job,rows,cols,start_row,start_col,order,order_rank,rule,goal,engine,budget
    0,3,3,1,1,12345678,0,fixed,open,auto,100000000
    1,3,3,1,3,12345678,0,fixed,open,auto,100000000
    2,3,3,3,1,12345678,0,fixed,open,auto,100000000
    3,3,3,3,3,12345678,0,fixed,open,auto,100000000
    ");
}

#[test]
fn every_experiment_of_the_repository_is_valid() {
    for entry in std::fs::read_dir("experiments").unwrap() {
        let path = entry.unwrap().path();
        knightsweep("plan --no-estimate").arg(&path).assert().success();
    }
}

#[test]
fn summarize_prints_groups_in_every_format() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 3x4 --starts corners --budget 5000 --out x.csv").success();
    let summary = |format: &str| {
        let command = format!("summarize x.csv --by rows,cols,outcome --format {format}");
        stdout(&folder.run(&command).success())
    };
    let csv = summary("csv");
    let timeless: Vec<String> =
        csv.lines().map(|line| line.split(',').take(30).collect::<Vec<_>>().join(",")).collect();
    insta::assert_snapshot!(timeless.join("\n"), @"
    rows,cols,outcome,jobs,tour,none,stuck,budget,memory,time,unknown,estimated,success_rate,success_rate_low,success_rate_high,checks_min,orders_min,checks_min_orders,checks_median,checks_median_above,checks_mean,checks_max,exponent_median,checks_total,decided,decided_share,decided_checks_min,decided_checks_median,decided_checks_mean,decided_checks_max
    3,3,none,4,0,4,0,0,0,0,0,0,0,0,0.4898908364545973,120,1,12345678,120,,120,120,2.3022968652028397,480,4,1,120,120,120,120
    3,4,tour,4,4,0,0,0,0,0,0,0,1,0.5101091635454027,1,47,1,12345678,244.5,,248.5,458,2.644563551650745,994,4,1,47,244.5,248.5,458
    ");
    assert!(summary("markdown").starts_with("| rows"));
    assert!(!summary("table").contains("exponent_median"));
    assert!(summary("table --all-columns").contains("exponent_median"));
    let json: serde_json::Value = serde_json::from_str(&summary("json")).unwrap();
    assert_eq!((&json[0]["jobs"], &json[0]["rows"]), (&4.into(), &3.into()));
    assert_eq!(json[0]["checks_min_orders"], serde_json::json!(["12345678"]));
}

#[test]
fn wrong_experiments_are_refused_with_file_line_key_and_advice() {
    let folder = Folder::new();
    let good = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";
    let mut said = Vec::new();
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
        ("goal", format!("{good}goal = \"close\"\n")),
    ] {
        let file = format!("{name}.toml");
        folder.write(&file, text);
        said.push(refused(&folder, &format!("run {file}")));
    }
    insta::assert_snapshot!(said.concat(), @r#"
    knightsweep: unknown-key.toml:5: buget: there is no such key (did you mean `budget`?)
    knightsweep: off-board.toml:2: starts: square 9,1 is off the 8x8 board; rows go from 1 to 8, columns from 1 to 8, chess names from a1 to h8
    knightsweep: repeated-digit.toml:3: orders: move order `11345678` repeats 1 and lacks 2; every move from 1 to 8 must occur once
    knightsweep: no-checks.toml:4: budget: a budget of 0 allows no check at all; give at least 1, or none for no limit
    knightsweep: too-large.toml:1: boards: a board of 33x33 is too large for rule fixed with engine auto, which takes boards of up to 256 squares; rules for larger boards: warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull
    knightsweep: misspelt.toml:3: orders: `tutorail` is not a move order (did you mean `tutorial`?); write the digits 1 to 8 in some order, a name (fig2, tutorial, alternating), rank:N, the eight moves as pairs, or a set: all, images:ORDER, sample:N:SEED
    knightsweep: broken.toml:2: starts: a quote is missing; each text begins and ends with "
    knightsweep: missing.toml: starts: this key is missing; give at least one, such as "all" or "1,1"
    knightsweep: rule.toml:5: rule: `random` is not a known rule; choose one of: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull
    knightsweep: goal.toml:5: goal: `close` is not a known goal (did you mean `closed`?); choose one of: open, closed
    "#);
}

#[test]
fn wrong_flags_are_refused_with_advice() {
    let folder = Folder::new();
    let mut said = Vec::new();
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
    ] {
        said.push(refused(&folder, arguments));
    }
    insta::assert_snapshot!(said.concat(), @"
    knightsweep: --board: `8` is not a board; write rows x columns, such as 8x8
    knightsweep: --starts: `1;1` is not a start (did you mean `1,1`?); write row,column such as 1,1, a chess name such as a8, or a set: all, corners, diagonal, centre, orbits
    knightsweep: --budget: `lots` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    knightsweep: x.txt: the name of a results file must end in .csv, such as results.csv
    knightsweep: .: the name of a results file must end in .csv, such as results.csv
    knightsweep: --board: a board of 17x17 is too large for rule fixed with engine auto, which takes boards of up to 256 squares; rules for larger boards: warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull
    knightsweep: cannot read the experiment missing.toml: there is no such file; give a TOML file, or describe the experiment with the options of sweep
    knightsweep: cannot read missing.csv: there is no such file
    knightsweep: missing.csv: cannot open it: there is no such file
    ");
    for arguments in
        ["", "swep", "sweep", "solve --threads 0", "solve --first 2", "plan x.toml --board 8x8"]
    {
        refused(&folder, arguments);
    }
}

#[test]
fn folders_and_empty_files_are_named() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("dir.csv")).unwrap();
    folder.write("empty.csv", "");
    let said: Vec<String> = [
        "run dir.csv",
        "verify dir.csv",
        "summarize dir.csv",
        "run empty.csv",
        "verify empty.csv",
        "merge empty.csv --out all.csv",
        "summarize empty.csv",
    ]
    .iter()
    .map(|arguments| refused(&folder, arguments))
    .collect();
    insta::assert_snapshot!(said.concat(), @"
    knightsweep: cannot read the experiment dir.csv: it is a folder; give a file
    knightsweep: cannot read dir.csv: it is a folder; give a file
    knightsweep: dir.csv: it is a folder; give a results file
    knightsweep: cannot read the experiment empty.csv: it is empty; `knightsweep run --help` shows an experiment
    knightsweep: empty.csv: it is empty; give a tour, results or a table
    knightsweep: empty.csv: it is empty; leave it out
    knightsweep: empty.csv: there are no results in it
    ");
}

#[test]
fn results_are_not_added_to_other_files() {
    let folder = Folder::new();
    folder.write("notes.csv", "hello\n");
    let said = refused(&folder, "sweep --board 5x5 --out notes.csv");
    assert!(said.starts_with("knightsweep: notes.csv: this is not a results file"), "{said}");
    assert!(said.ends_with("; choose another --out\n"), "{said}");
    folder.run("sweep --board 3x4 --quiet --out r.csv").success();
    folder.write("r.meta.json", "");
    let said = refused(&folder, "verify r.csv");
    assert_eq!(said, "knightsweep: r.meta.json: it is empty; restore it\n");
}

#[test]
fn help_names_the_sets_that_messages_name() {
    let folder = Folder::new();
    for (flag, commands) in
        [("--starts", &["sweep", "best-order"][..]), ("--orders", &["sweep", "plan"])]
    {
        let said = stderr(&folder.run(&format!("plan {flag} ?")).code(2));
        let sets = said.trim().split_once("or a set: ").expect("a list of sets").1;
        for (command, set) in commands.iter().flat_map(|c| sets.split(", ").map(move |s| (c, s))) {
            let help = stdout(&folder.run(&format!("{command} --help")).success());
            assert!(help.contains(set), "{command} {flag}: {set}");
        }
    }
}

#[test]
fn quiet_says_nothing_and_json_goes_to_standard_output_alone() {
    let folder = Folder::new();
    let assert = folder.run("sweep --board 3x3 --out x.csv --quiet").success();
    assert_eq!((stdout(&assert), stderr(&assert)), (String::new(), String::new()));
    let assert = folder.run("solve --board 5x5 --json").success();
    assert_eq!(stderr(&assert), "");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"))
        .args(["plan", "--starts", "all", "--orders", "all", "--board", "5x5", "--list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_closed_pipe_does_not_hide_a_failure() {
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let piped = format!(
        "set -o pipefail; {} verify tests/data/printed_grids/kalkicode-c.txt | true",
        program.display()
    );
    let status = std::process::Command::new("bash").args(["-c", &piped]).status().unwrap();
    assert_eq!(status.code(), Some(1));
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
fn verify_does_not_take_every_table_for_a_tour() {
    let folder = Folder::new();
    folder.write("quickest.csv", "rows,cols,p90\n5,5,1\n");
    let said = stderr(&folder.run("verify quickest.csv").code(2));
    assert!(
        said.contains("quickest.csv: cannot verify a table that begins with `rows,cols,p90`"),
        "{said}"
    );
    // Grids and lists of squares between commas are tours, with a heading and without.
    folder.write("grid.csv", "My walk\n1,6,3\n4,0,8\n7,2,5\n");
    folder.write("list.csv", "a3,b1,c3,a2,c1,b3,a1,c2\n");
    for file in ["grid.csv", "list.csv"] {
        let said = stdout(&folder.run(&format!("verify {file}")).code(1));
        assert!(said.contains("3x3 board") && said.contains("8 squares"), "{said}");
    }
}

/// A shell gives a pipe a name.
#[cfg(unix)]
#[test]
fn verify_reads_a_pipe_once_and_to_its_end() {
    let text = std::fs::read_to_string("tests/data/printed_grids/mcevoy-fig3.txt").unwrap();
    let folder = Folder::new();
    folder.write("grid.txt", &text);
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let command = format!("cat grid.txt | {} verify /dev/stdin", program.display());
    let mut shell = assert_cmd::Command::new("sh");
    let said = stdout(&shell.args(["-c", &command]).current_dir(folder.path()).assert().success());
    assert_eq!(said, "/dev/stdin: 8x8 board, numbered from 0, 64 squares: an open tour\n");
}

#[test]
fn an_unreadable_file_does_not_keep_others_from_their_verdict() {
    let folder = Folder::new();
    folder.write("words.txt", "1 2\n3\n");
    folder.write("one.txt", "1\n");
    let verified = folder.run("verify words.txt gone.txt one.txt").code(2);
    assert!(stdout(&verified).contains("one.txt: 1x1 board"));
    let said = stderr(&verified);
    assert!(said.contains("words.txt: line 2") && said.contains("gone.txt"), "{said}");
}

#[test]
fn groups_keep_their_name_beside_the_counts_of_the_same_name() {
    let folder = Folder::new();
    for budget in [100, 200] {
        let sweep = "sweep --board 5x5 --starts 1,1 --orders fig2 --quiet";
        folder.run(&format!("{sweep} --budget {budget} --out {budget}.csv")).success();
    }
    let csv = folder.run("summarize 100.csv 200.csv --by budget --format csv").success();
    let csv = stdout(&csv);
    let columns: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(columns[0][..6], ["by_budget", "jobs", "tour", "none", "stuck", "budget"]);
    assert_eq!(columns[1][..6], ["100", "1", "0", "0", "0", "1"]);
    assert_eq!(columns[2][..6], ["200", "1", "0", "0", "0", "1"]);
}

#[test]
fn orbits_of_a_plan_with_seeds_are_the_jobs_that_reduce_searches() {
    let lots = "--board 5x5 --rule greedy-random --seeds 1-3 --orders images:fig2";
    let folder = Folder::new();
    let plan = folder.run(&format!("plan {lots} --no-estimate --json")).success();
    let plan: serde_json::Value = serde_json::from_str(&stdout(&plan)).unwrap();
    folder.run(&format!("sweep {lots} --symmetry reduce --quiet --out x.csv")).success();
    let csv = folder.read("x.csv");
    let place = csv.lines().next().unwrap().split(',').position(|name| name == "mirror_of");
    let searched =
        csv.lines().skip(1).filter(|line| line.split(',').nth(place.unwrap()) == Some(""));
    assert_eq!(plan["orbits"], searched.count());
}

/// Half of what `ulimit -v` leaves is the default of --memory.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_process_is_a_limit_of_counting() {
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let command = format!("ulimit -v 500000; {} walks --board 7x7 --threads 1", program.display());
    let done = assert_cmd::Command::new("sh").args(["-c", &command]).assert().code(1);
    assert!(stderr(&done).contains("needs more than the 256 MB"), "{}", stderr(&done));
}

#[test]
fn verify_reads_a_list_of_moves() {
    let verdict = |moves: &'static str, code: i32| {
        let assert = knightsweep("verify --board 3x4 -").write_stdin(moves).assert().code(code);
        stdout(&assert)
    };
    assert!(verdict("1,1 1 8", 1).contains("a list of moves, 2 squares: not a tour"));
    assert!(verdict("1,1 18", 1).contains("move 8 from 2. (2,3) leads off the board"));
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = "run sweep plan solve construct verify summarize plot report merge paper walks \
                    best-order count probability completions man";
    for command in std::iter::once("").chain(commands.split_whitespace()) {
        let help = stdout(&knightsweep(&format!("{command} --help")).assert().success());
        assert!(help.contains("Examples:"), "{command}");
    }
}

#[test]
fn help_is_short_with_h_and_long_otherwise_in_every_command() {
    let commands = "run sweep plan solve construct verify summarize plot report merge paper walks \
                    best-order count probability completions man";
    for command in commands.split_whitespace() {
        let help =
            |flag: &str| stdout(&knightsweep(&format!("{command} {flag}")).assert().success());
        let (short, long) = (help("-h"), help("--help"));
        assert!(
            short.contains("Examples:") && short.contains("see more with '--help'"),
            "{command}"
        );
        // Each option has a line of its own only in the long form.
        assert!(
            long.contains("  -q, --quiet\n") && !short.contains("  -q, --quiet\n"),
            "{command}"
        );
    }
    let usage = stdout(&knightsweep("solve --help").assert().success());
    for option in ["--rule <RULE>\n", "--seed <SEED>\n", "--goal <GOAL>\n", "--engine <ENGINE>\n"] {
        assert!(usage.contains(option), "{option}: {usage}");
    }
}

#[test]
fn words_of_options_may_have_capitals() {
    let out = |arguments: &str| stdout(&knightsweep(arguments).assert().success());
    assert!(out("solve --board 5X6 --rule FIXED --goal CLOSED --engine Step").contains("closed"));
    assert!(out("count --board 5x6 --goal Closed --format CSV").starts_with("rows,cols,goal,"));
}

#[test]
fn careless_command_lines_are_answered_with_what_to_write() {
    let folder = Folder::new();
    let mut said = Vec::new();
    for arguments in [
        "solve --board 8x8 --start 1,1 --dx 1",
        "solve --n 8",
        "solve --start 1 1",
        "solve 6x6",
        "solve --rule fixed greedy",
        "sweep --out x.csv --orders -2,-1",
        "solve --budget -5",
        "solve --moves 12345678",
        "solve --start 0,0",
        "solve --budget 1,00",
        "solve --max-checks 5",
        "run x.toml --budget 5",
        "run x.toml --max-checks 5",
        "run x.toml --board 6x6",
        "solve --rule fixed,greedy",
    ] {
        let message = refused(&folder, arguments);
        let lines = message.lines().filter(|line| !line.is_empty() && !line.contains("--help"));
        said.extend(lines.map(str::to_owned));
    }
    insta::assert_snapshot!(said.join("\n"), @r#"
    error: unexpected argument '--dx' found
      tip: the moves of a program go together into --moves: knightsweep solve --moves 'dx = {2, 1, …}; dy = {1, 2, …}'
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument '--n' found
      tip: a board is written as rows x columns, such as --board 8x8
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument '1' found
      tip: write boards as 8x8 and squares as 1,1, without a blank
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument '6x6' found
      tip: boards follow --board: --board 6x6
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument 'greedy' found
      tip: solve takes one value for each option; sweep takes several
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument '-2' found
      tip: if `-2,-1` is a value of --orders, write --orders='-2,-1'
    Usage: knightsweep sweep [OPTIONS] --out <FILE.csv>
    knightsweep: --budget: `-5` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    error: invalid value '12345678' for '--moves <MOVES>': give the eight moves as pairs such as '2,1 1,2 -1,2 …', or as two arrays such as 'dx = {2, 1, …}; dy = {1, 2, …}'; from a file with --moves - <FILE. Digits and names go to --order, --orders or --compare
    knightsweep: --start: square 0,0 is off the 8x8 board; rows go from 1 to 8, columns from 1 to 8, chess names from a1 to h8; if yours count from 0, write 1,1
    knightsweep: --budget: `1,00` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    error: unexpected argument '--max-checks' found
      tip: --budget limits the checks: solve --budget 100M
    Usage: knightsweep solve [OPTIONS]
    error: unexpected argument '--budget' found
      tip: run takes the budget from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    error: unexpected argument '--max-checks' found
      tip: run takes the budget from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    error: unexpected argument '--board' found
      tip: run takes the board from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    knightsweep: this asks for 2 searches: solve takes one board, start, order, rule, goal and budget; sweep takes sets of them
    "#);
    folder.write("mine.toml", "");
    let similar = refused(&folder, "run mine");
    assert!(similar.contains("there is no such file (did you mean mine.toml?)"), "{similar}");
}

#[test]
fn a_command_that_does_not_exist_suggests_one() {
    let folder = Folder::new();
    for arguments in ["solv", "help solv"] {
        let said = refused(&folder, arguments);
        assert!(said.contains("'solv'") && said.contains("'solve'"), "{said}");
    }
    assert!(!refused(&folder, "help xyz").contains("similar"));
}
