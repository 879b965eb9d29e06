//! `solve`: one job, its board, its counts and its exit codes.

use std::io::{BufRead, BufReader};

use crate::program::{Folder, answered, knightsweep, printed, stdout};

#[test]
fn solve_gives_one_json_object_with_the_fields_of_the_csv() {
    let mut object = answered(0, "solve --board 5x5 --start a5 --json");
    for time in ["wall_s", "cpu_s"] {
        assert!(object[time].as_f64().is_some_and(|s| s >= 0.0));
        object[time] = "a time".into();
    }
    insta::assert_snapshot!(object, @r#"{"rows":5,"cols":5,"start_row":1,"start_col":1,"order":"12345678","rule":"fixed","goal":"open","engine":"auto","budget":null,"seed":null,"precision":null,"outcome":"tour","success":true,"checks":70624,"nodes":8840,"closed":false,"checks_estimate":null,"checks_low":null,"checks_high":null,"samples":null,"effective_samples":null,"heavy_tailed":null,"tour":"a5-c4-e3-d1-b2-a4-c3-d5-b4-a2-c1-e2-d4-b5-a3-b1-d2-e4-c5-b3-a1-c2-e1-d3-e5","mirrored":false,"wall_s":"a time","cpu_s":"a time","why":null}"#);
}

#[test]
fn json_has_numbers_as_far_as_every_reader_has_them_exactly() {
    let solve = "solve --board 5x5 --rule greedy-random --json --seed";
    let json = |seed: &str| printed(&format!("{solve} {seed}"));
    assert!(json("9007199254740992").contains(r#""seed":9007199254740992"#));
    assert!(json("9007199254740993").contains(r#""seed":"9007199254740993""#));
}

#[test]
fn json_has_the_time_at_a_rate() {
    let json = |arguments: &str, code| answered(code, &format!("solve --json --quiet {arguments}"));
    let at_rate = json("--board 5x5 --rate 1k", 0);
    assert_eq!((at_rate["rate"].as_f64(), at_rate["rate_s"].as_f64()), (Some(1e3), Some(70.624)));
    assert!(json("--budget 5 --rate 1k", 4)["rate_s"].is_null(), "a stopped search has no time");
    assert!(json("--board 5x5", 0).get("rate").is_none());
    let estimated = json("--board 12x12 --engine estimate --precision 99% --rate 2.5M", 0);
    let [checks, seconds] = ["checks_estimate", "rate_s"].map(|key| estimated[key].as_f64());
    assert_eq!(seconds, checks.map(|checks| checks / 2.5e6));
    let ruled_out = json("--board 9x9 --start 1,2", 3);
    assert_eq!((&ruled_out["outcome"], ruled_out["checks"].is_null()), (&"none".into(), true));
}

#[test]
fn the_budget_is_exact_to_the_last_check() {
    let outcome = |budget: &str, code: i32| {
        let record = answered(code, &format!("solve --json --budget {budget}"));
        (record["outcome"].as_str().unwrap().to_owned(), record["checks"].as_u64().unwrap())
    };
    assert_eq!(outcome("66005601", 0), ("tour".to_owned(), 66_005_601));
    assert_eq!(outcome("66005600", 4), ("budget".to_owned(), 66_005_600));
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
        printed("solve --board 3x3 --trace 5 --format csv"), @"
    check,depth,row,col,move,to_row,to_col,found
    1,1,1,1,1,2,3,placed
    2,2,2,3,1,,,off the board
    3,2,2,3,2,,,off the board
    4,2,2,3,3,,,off the board
    5,2,2,3,4,3,1,placed
    ");
    let trace = |arguments: &str| -> Vec<serde_json::Value> {
        let solve = format!("solve --board 3x3 --trace 1000 --json {arguments}");
        serde_json::from_str(&printed(&solve)).unwrap()
    };
    // The whole search: eight squares, and then back.
    let steps = trace("");
    let checks = steps.iter().filter(|step| step["check"].is_u64()).count();
    let answer = answered(3, "solve --board 3x3 --json");
    assert_eq!(answer["checks"], checks);
    assert_eq!(steps.last().unwrap()["found"], "taken back");
    assert_eq!(trace("--budget 3").len(), 3);
    assert_eq!(trace("--budget 18446744073709551616"), steps);
}

#[test]
fn a_search_without_a_limit_says_so_after_some_seconds() {
    let folder = Folder::new();
    let said = |limit: &str| {
        let mut child = folder.start(&format!("solve --start 1,2 --engine step {limit}"));
        let said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let first = said.take_while(|line| !line.starts_with("searching for ")).last();
        child.kill().unwrap();
        child.wait().unwrap();
        first
    };
    let told = said("").unwrap();
    assert!(told.contains("--budget") && told.contains("--time-limit"), "{told}");
    assert_eq!(said("--time-limit 1h"), None);
}

#[test]
fn a_profile_has_the_nodes_at_each_depth_and_plot_draws_it() {
    let folder = Folder::new();
    let csv = folder.prints("solve --board 5x5 --start 1,2 --profile --format csv");
    let nodes = |line: &str| line.split(',').nth(7).unwrap().parse::<u64>().unwrap();
    assert_eq!(csv.lines().skip(1).map(nodes).sum::<u64>(), 1_829_421);
    folder.write("depths.csv", &csv);
    folder.run("plot depths.csv").success();
    assert!(folder.read("depths.svg").contains("1,829,421 nodes by depth"));
    let other = folder.prints("solve --board 5x5 --profile --format csv");
    folder.write("other.csv", other);
    folder.run("plot depths.csv other.csv").success();
    assert!(folder.read("depths.svg").contains("Nodes of 2 searches by depth"));
    // Deeper levels of this search are estimated, in columns of their own.
    let levels = answered(0, "solve --start 1,2 --profile --json");
    let (counted, estimated) = (&levels[20], &levels[51]);
    assert_eq!((&counted["nodes"], &counted["nodes_high"]), (&2.into(), &serde_json::Value::Null));
    assert!(estimated["nodes"].is_null() && estimated["nodes_low"].as_f64() > Some(8e10));
    for arguments in ["--profile --trace 5", "--profile --engine leap", "--format csv"] {
        folder.refused(&format!("solve {arguments}"));
    }
    folder.refused("best-order --board 5x5 --starts 1,1 --moves-as c --format table");
}
