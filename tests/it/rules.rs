//! Warnsdorff's rules and closed tours, from the command line.

use crate::program::{Folder, answered, json, stderr};

#[test]
fn a_random_rule_has_a_row_for_each_seed() {
    let folder = Folder::new();
    let sweep = |seeds: &str| {
        let of = "sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --symmetry reduce";
        folder.run(&format!("{of} --seeds {seeds} --out x.csv"))
    };
    sweep("3 1-2").success();
    insta::assert_snapshot!(folder.rows_but_times("x.csv").join("\n"), @"
    rows,cols,start_row,start_col,order,rule,goal,engine,budget,seed,precision,outcome,success,checks,nodes,closed,checks_estimate,checks_low,checks_high,samples,effective_samples,heavy_tailed,tour
    5,5,1,1,12345678,greedy-random,open,auto,100000000,3,,tour,true,576,25,false,,,,,,,
    5,5,1,1,12345678,greedy-random,open,auto,100000000,1,,tour,true,576,25,false,,,,,,,
    5,5,1,1,12345678,greedy-random,open,auto,100000000,2,,tour,true,576,25,false,,,,,,,
    5,5,2,2,12345678,greedy-random,open,auto,100000000,3,,tour,true,576,25,false,,,,,,,
    5,5,2,2,12345678,greedy-random,open,auto,100000000,1,,tour,true,576,25,false,,,,,,,
    5,5,2,2,12345678,greedy-random,open,auto,100000000,2,,tour,true,576,25,false,,,,,,,
    ");
    folder.run("verify x.csv --recompute 6").success();
    let again = stderr(&sweep("3 1-2").success());
    assert!(again.contains("nothing is left to do"), "{again}");
    let other = stderr(&sweep("4").code(2));
    assert!(
        other.contains("x.csv has 6 rows") && other.contains("  seeds: the file has 3 1-2"),
        "{other}"
    );
    let grown = sweep("4 3 1-2 --json");
    let grown = json(&grown.success());
    assert_eq!((&grown["jobs"], &grown["finished"]), (&8.into(), &2.into()));
}

#[test]
fn reducing_by_symmetry_changes_no_row_of_any_rule() {
    let folder = Folder::new();
    for rule in [
        "warnsdorff",
        "warnsdorff-random",
        "warnsdorff-pohl",
        "warnsdorff-pohl-random",
        "warnsdorff-roth",
        "warnsdorff-squirrel-cull",
        "greedy",
        "greedy-random",
        "greedy-pohl",
        "greedy-pohl-random",
        "greedy-roth",
        "greedy-squirrel-cull",
    ] {
        let other = if rule.ends_with("squirrel-cull") { "4x4" } else { "4x6" };
        let sweep = format!(
            "sweep --board 5x5 {other} --orders sample:4:1 --images --rule {rule} --budget 20k --tours --quiet"
        );
        let rows = |symmetry: &str| {
            let name = format!("{rule}-{symmetry}.csv");
            folder.run(&format!("{sweep} --symmetry {symmetry} --out {name}")).success();
            folder.rows_but_times(&name)
        };
        assert_eq!(rows("off"), rows("reduce"), "{rule}");
    }
}

#[test]
fn greedy_runs_that_get_stuck_are_counted_apart() {
    let folder = Folder::new();
    let run = folder.run("sweep --board 5x5 --rule greedy --out x.csv --json");
    let run = run.success();
    let report = json(&run);
    let stuck = report["stuck"].as_u64().unwrap();
    assert!(stuck >= 12, "no tour starts on the minority colour");
    assert_eq!(report["tour"].as_u64().unwrap() + stuck, 25);
    let summary = folder.answers("summarize x.csv --json");
    assert_eq!(summary[0]["stuck"], stuck);
    assert_eq!(summary[0]["decided"], 25 - stuck);
}

#[test]
fn the_rule_takes_boards_that_no_other_takes() {
    let record = answered(0, "solve --board 50x40 --rule warnsdorff --json");
    assert_eq!(record["outcome"], "tour");
    assert_eq!(record["nodes"], 2_000);
}
