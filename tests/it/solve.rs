//! `solve`: one job, its board, its counts and its exit codes.

use crate::program::{Folder, knightsweep, stdout};

#[test]
fn one_search_is_not_offered_sets() {
    let folder = Folder::new();
    for (arguments, what) in [
        ("solve --order random", "rank:N or the eight moves as pairs\n"),
        ("solve --order tutorail", "(did you mean `tutorial`?); write the digits"),
        ("solve --order al", "`al` is not a move order; write the digits"),
        ("solve --start zz", "`zz` is not a square; write row,column"),
    ] {
        let said = folder.refused(arguments);
        assert!(said.contains(what) && !said.contains("a set"), "{arguments}: {said}");
    }
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
    assert!(said("solve --board 3x3", 3).contains(
        "no open tour: the whole space was searched\nthe reason: no move leads to the middle of 3x3"
    ));
    assert!(said("solve --board 8x8 --budget 1000", 4).contains("stopped by the budget"));
    assert!(
        said("solve --board 6x6 --goal closed --start 3,3 --budget 1e9", 0).contains("closed tour")
    );
    assert!(said("solve --board 1x1", 0).contains("open tour\n0 checks, 1 node,"));
    let help = said("solve --help", 0);
    assert!(help.contains("Exit codes:\n  0    a tour was found"), "{help}");
}

#[test]
fn solve_gives_one_json_object_with_the_fields_of_the_csv() {
    let out = stdout(&knightsweep("solve --board 5x5 --start a5 --json").assert().success());
    let mut object: serde_json::Value = serde_json::from_str(&out).unwrap();
    for time in ["wall_s", "cpu_s"] {
        assert!(object[time].as_f64().is_some_and(|s| s >= 0.0));
        object[time] = "a time".into();
    }
    insta::assert_snapshot!(object, @r#"{"rows":5,"cols":5,"start_row":1,"start_col":1,"order":"12345678","rule":"fixed","goal":"open","engine":"auto","budget":null,"seed":null,"precision":null,"outcome":"tour","success":true,"checks":70624,"nodes":8840,"closed":false,"checks_estimate":null,"checks_low":null,"checks_high":null,"samples":null,"effective_samples":null,"heavy_tailed":null,"tour":"a5-c4-e3-d1-b2-a4-c3-d5-b4-a2-c1-e2-d4-b5-a3-b1-d2-e4-c5-b3-a1-c2-e1-d3-e5","mirrored":false,"wall_s":"a time","cpu_s":"a time"}"#);
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
        let of_steps = out.lines().find(|line| line.starts_with("step by step"));
        of_steps.or(out.lines().last()).unwrap().to_owned()
    };
    insta::assert_snapshot!(last("--start 1,2"), @"step by step: 5h 20m at 3·10^8 checks a second (C, Java), 11d 2h at 6·10^6 (Python)");
    insta::assert_snapshot!(last("--board 6x6"), @"step by step: 7 ms at 3·10^8 checks a second (C, Java), 331 ms at 6·10^6 (Python)");
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
    let refused = Folder::new().refused("solve --rate none");
    assert!(refused.contains("give a number of checks a second, such as 2.5M or 1e8"), "{refused}");
}

#[test]
fn a_count_out_of_reach_of_any_memory_is_not_answered_with_more_of_it_alone() {
    let said = stdout(&knightsweep("solve --board 16x16 --memory 1000T").assert().code(1));
    assert!(said.contains("--engine estimate estimates the checks"), "{said}");
    assert!(said.contains("so more memory does not help"), "{said}");
    let little = "solve --start 2,5 --memory 20M --budget 1e25 --threads 1";
    let said = stdout(&knightsweep(little).assert().code(1));
    assert!(said.contains("give more with --memory"), "{said}");
    assert!(said.contains("--engine estimate, without --budget, estimates"), "{said}");
}

#[test]
fn solve_takes_one_job_only() {
    let folder = Folder::new();
    let said = folder.refused("solve --start corners");
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
fn a_path_of_all_squares_is_a_tour() {
    let folder = Folder::new();
    let said = |arguments: &str, code: i32| stdout(&folder.run(arguments).code(code));
    for (options, code, what) in [
        ("--board 5x5 --split-checks", 0, ": open tour\n"),
        ("--board 5x5 --squares 25", 0, ": open tour\n"),
        ("--board 5x5 --squares 24", 0, ": path of 24 squares\n"),
        ("--board 3x3 --split-checks", 3, ": no open tour: the whole space was searched\n"),
        ("--board 3x3 --squares 9", 3, ": no open tour: the whole space was searched\n"),
    ] {
        let said = said(&format!("solve {options}"), code);
        assert!(said.contains(what), "{options}: {said}");
    }
}

#[test]
fn a_theorem_answers_at_once_and_checks_are_counted_if_asked_for() {
    let answer = |arguments: &str, code: i32| {
        stdout(&knightsweep(&format!("solve {arguments}")).assert().code(code))
    };
    let said = answer("--board 9x9 --start 1,2", 3);
    assert!(said.starts_with("9x9 from (1,2)") && said.contains("no open tour"), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&answer("--board 9x9 --start 1,2 --json", 3)).unwrap();
    assert_eq!((&json["outcome"], json["checks"].is_null()), (&"none".into(), true));
    // Small boards take milliseconds.
    assert!(answer("--board 5x5 --start 1,2", 3).contains("14,635,368 checks"));
    assert!(answer("--board 9x9 --start 1,2 --budget 1000", 3).contains("1,000 checks"));
}

#[test]
fn a_long_search_is_answered_with_what_is_quicker() {
    let said = stdout(&knightsweep("solve --start 1,2").assert().success());
    let checks = said.lines().find_map(|line| line.strip_prefix("sooner: --rule warnsdorff-pohl"));
    let checks = checks.unwrap().trim_start_matches(" finds a tour with ");
    let pohl = stdout(&knightsweep("solve --start 1,2 --rule warnsdorff-pohl").assert().success());
    assert!(pohl.contains(&format!("\n{checks}")), "{pohl}");
    assert!(said.contains("best-order --board 8x8 --starts 1,2"), "{said}");
    let quick = stdout(&knightsweep("solve --start 1,1").assert().success());
    assert!(!quick.contains("sooner") && !quick.contains("best-order"), "{quick}");
    let estimate = "solve --board 6x6 --engine estimate --precision 20%";
    let estimated = stdout(&knightsweep(estimate).assert().success());
    assert!(!estimated.contains("sooner"), "{estimated}");
}

#[test]
fn an_order_is_printed_as_code_that_is_read_as_that_order() {
    let solve = |arguments: &[&str]| {
        stdout(&knightsweep("solve --board 5x5").args(arguments).assert().success())
    };
    let said = solve(&["--order", "21876543", "--moves-as", "java"]);
    let code = &said[said.find("int[] rowMoves").unwrap()..];
    assert!(solve(&["--moves", code]).contains("order 21876543"));
}

#[test]
fn a_trace_has_the_first_checks_one_a_line() {
    insta::assert_snapshot!(
        stdout(&knightsweep("solve --board 3x3 --trace 5 --format csv").assert().success()), @"
    check,depth,square,move,to,found
    1,1,a3,1,c2,placed
    2,2,c2,1,,off the board
    3,2,c2,2,,off the board
    4,2,c2,3,,off the board
    5,2,c2,4,a1,placed
    ");
    let trace = |arguments: &str| -> Vec<serde_json::Value> {
        let solve = format!("solve --board 3x3 --trace 1000 --json {arguments}");
        serde_json::from_str(&stdout(&knightsweep(&solve).assert().success())).unwrap()
    };
    // The whole search: eight squares, and then back.
    let steps = trace("");
    let checks = steps.iter().filter(|step| step["check"].is_u64()).count();
    let answer = stdout(&knightsweep("solve --board 3x3 --json").assert().code(3));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["checks"], checks);
    assert_eq!(steps.last().unwrap()["found"], "taken back");
    assert_eq!(trace("--budget 3").len(), 3);
    assert_eq!(trace("--budget 18446744073709551616"), steps);
    let refused = Folder::new().refused("solve --board 3x3 --trace 5 --engine leap");
    assert!(refused.contains("--trace: engine leap does not perform checks"), "{refused}");
}

#[test]
fn a_profile_has_the_nodes_at_each_depth_and_plot_draws_it() {
    let folder = Folder::new();
    let csv = stdout(&folder.run("solve --board 5x5 --start 1,2 --profile --format csv").success());
    let nodes = |line: &str| line.split(',').nth(7).unwrap().parse::<u64>().unwrap();
    assert_eq!(csv.lines().skip(1).map(nodes).sum::<u64>(), 1_829_421);
    folder.write("depths.csv", &csv);
    folder.run("plot depths.csv").success();
    assert!(folder.read("depths.svg").contains("1,829,421 nodes by depth"));
    let other = stdout(&folder.run("solve --board 5x5 --profile --format csv").success());
    folder.write("other.csv", other);
    folder.run("plot depths.csv other.csv").success();
    assert!(folder.read("depths.svg").contains("Nodes of 2 searches by depth"));
    // Deeper levels of this search are estimated, in columns of their own.
    let large = stdout(&knightsweep("solve --start 1,2 --profile --json").assert().success());
    let levels: Vec<serde_json::Value> = serde_json::from_str(&large).unwrap();
    let (counted, estimated) = (&levels[20], &levels[51]);
    assert_eq!((&counted["nodes"], &counted["nodes_high"]), (&2.into(), &serde_json::Value::Null));
    assert!(estimated["nodes"].is_null() && estimated["nodes_low"].as_f64() > Some(8e10));
    for arguments in ["--profile --trace 5", "--profile --engine leap", "--format csv"] {
        folder.refused(&format!("solve {arguments}"));
    }
    folder.refused("best-order --board 5x5 --starts 1,1 --moves-as c --format table");
}
