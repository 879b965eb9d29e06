//! `plan`: what an experiment would run.

use crate::program::{Folder, answered, native};

#[test]
fn plan_estimates_what_a_run_would_take() {
    // In a folder without results of the experiment.
    let folder = Folder::new();
    folder.write("x.toml", include_str!("../../experiments/paper/paper-corners.toml"));
    let cost = folder.answers("plan x.toml --json");
    assert_eq!(cost["jobs"], 8);
    let [low, usual, high] =
        ["wall_s_low", "wall_s", "wall_s_high"].map(|key| cost[key].as_f64().unwrap());
    assert!(0.0 < low && low <= usual && usual <= high, "{low} {usual} {high}");
}

#[test]
fn plan_tries_only_searches_that_are_left() {
    let folder = Folder::new();
    let tried = |starts: &str| {
        let plan = format!("plan --board 5x5 --starts {starts} --budget 1000 --json --out x.csv");
        let cost = folder.answers(&plan);
        (cost["tried"].as_u64(), cost["wall_s"].is_number())
    };
    assert_eq!(tried("all"), (Some(25), true));
    folder.run("sweep --board 5x5 --starts corners --budget 1000 --out x.csv").success();
    assert_eq!(tried("all"), (Some(21), true));
    assert_eq!(tried("corners"), (None, false));
}

#[test]
fn plan_says_how_many_jobs_are_there_already() {
    let folder = Folder::new();
    let there = |options: &str| {
        let plan = format!("plan --board 5-6 --orders fig2 --no-estimate --json {options}");
        let cost = folder.answers(&plan);
        cost["there"]["jobs"].as_u64()
    };
    folder.run("sweep --board 5x5 --orders fig2 --budget 1000 --out x.csv").success();
    assert_eq!(there("--budget 1000 2000 --out x.csv"), Some(25));
    assert_eq!(there("--budget 2000 --out x.csv"), Some(0));
    // A tour without its squares is searched again where they are wanted.
    let outcomes = folder.column("x.csv", "outcome");
    let without = outcomes.iter().filter(|outcome| *outcome != "tour").count();
    assert!((1..25).contains(&without));
    assert_eq!(there("--budget 1000 --tours --out x.csv"), Some(without as u64));
    assert_eq!((there("--budget 1000 --out y.csv"), there("")), (None, None));
    folder
        .write("x.toml", "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = 1000\n");
    folder.run("run x.toml").success();
    let cost = folder.prints("plan x.toml --no-estimate");
    assert!(cost.contains(&format!("1 in {}", native("results/x.csv"))), "{cost}");
    folder.write("notes.csv", "hello\n");
    folder.refused("plan --board 5-6 --orders fig2 --no-estimate --out notes.csv");
}

#[test]
fn plan_estimates_the_size_of_the_results_to_some_percent() {
    for (folder, experiment, tours) in [
        ("paper", "all-starts", 5.0 / 64.0),
        ("warnsdorff", "warnsdorff", 1.0),
        ("chessboard", "fixed-sample", 31.0 / 1280.0),
    ] {
        let plan = format!("plan experiments/{folder}/{experiment}.toml --no-estimate --json");
        let cost = answered(0, &plan);
        let bytes = |name: &str| cost[name].as_f64().unwrap();
        let (least, most) = (bytes("csv_bytes_least"), bytes("csv_bytes_most"));
        let estimate = least + tours * (most - least);
        let there = std::fs::metadata(format!("results/reference/{experiment}.csv")).unwrap();
        let ratio = estimate / there.len() as f64;
        assert!((0.95..1.05).contains(&ratio), "{experiment}: {ratio}");
    }
}
