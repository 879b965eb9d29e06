//! Warnsdorff's rules and closed tours, from the command line.

use crate::program::{Folder, knightsweep, printed, stderr, stdout};

/// What a search prints that ends with this exit code.
fn ended(code: i32, arguments: &str) -> String {
    stdout(&knightsweep(arguments).assert().code(code))
}

fn refused(arguments: &str) -> String {
    stderr(&knightsweep(arguments).assert().code(2))
}

#[test]
fn a_random_rule_has_a_row_for_each_seed() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 3 1-2 --symmetry reduce --out x.csv")
        .success();
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
    let again = stderr(&folder.run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 3 1-2 --symmetry reduce --out x.csv").success());
    assert!(again.contains("nothing is left to do"), "{again}");
    let other = stderr(&folder.run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 4 --symmetry reduce --out x.csv").code(2));
    assert!(other.contains("x.csv has 6 rows") && other.contains("  seeds: 6 rows"), "{other}");
    let grown = folder.run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 4 3 1-2 --symmetry reduce --json --out x.csv");
    let grown: serde_json::Value = serde_json::from_str(&stdout(&grown.success())).unwrap();
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
fn a_run_that_gets_stuck_says_that_this_proves_nothing() {
    let folder = Folder::new();
    let solved = printed("solve --board 5x5 --start 2,2 --order 87654321 --rule greedy");
    assert!(solved.contains("rule greedy: "), "{solved}");
    let stuck = ended(4, "solve --board 8x8 --start 2,4 --order 14237586 --rule greedy");
    let nothing = "rule greedy: stuck: the greedy run reached a dead end, which proves nothing\n";
    assert!(stuck.contains(nothing), "{stuck}");
    assert!(!stuck.contains("there is none"), "{stuck}");
    // Where a theorem knows more than the run, the theorem decides.
    let infeasible = ended(3, "solve --board 5x5 --start 1,2 --rule greedy");
    let none = "rule greedy: stuck in a dead end\nno tour exists: every move changes the colour";
    assert!(infeasible.contains(none), "{infeasible}");
    let run = folder.run("sweep --board 5x5 --rule greedy --out x.csv --json");
    let run = run.success();
    let report: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    let stuck = report["stuck"].as_u64().unwrap();
    assert!(stuck >= 12, "no tour starts on the minority colour");
    assert_eq!(report["tour"].as_u64().unwrap() + stuck, 25);
    assert!(stderr(&run).contains(&format!("{stuck} stuck")));
    let summary: serde_json::Value =
        serde_json::from_str(&stdout(&folder.run("summarize x.csv --json").success())).unwrap();
    assert_eq!(summary[0]["stuck"], stuck);
    assert_eq!(summary[0]["decided"], 25 - stuck);
}

#[test]
fn the_rule_takes_boards_that_no_other_takes() {
    let solved = printed("solve --board 50x40 --rule warnsdorff --json");
    let record: serde_json::Value = serde_json::from_str(&solved).unwrap();
    assert_eq!(record["outcome"], "tour");
    assert_eq!(record["nodes"], 2_000);
}

#[test]
fn what_does_not_belong_to_a_rule_is_refused_with_advice() {
    let refusals = [
        "solve --rule greedy --engine leap",
        "solve --rule warnsdorff --seed 3",
        "solve --rule greedy-random --seeds 1-3",
        "solve --rule greedy-random --seed 3-1",
        "solve --rule greedy-random --seed 1-99999999",
        "solve --rule gredy",
        "solve --board 2001x8 --rule greedy",
        "solve --board 20x8 --rule greedy-squirrel-cull",
        "sweep --board 1000x1000 --orders all --rule greedy --out x.csv",
    ]
    .map(refused);
    insta::assert_snapshot!(refusals.concat(), @"
    knightsweep: --engine: engine `leap` supports rule `fixed` only; for rule `greedy` use step or auto
    knightsweep: --seed: rule `warnsdorff` is deterministic; leave the seeds out, or use a rule that ends in -random, or engine estimate
    knightsweep: this asks for 3 searches: solve takes one board, start, order, rule, goal and budget; sweep takes sets of them
    knightsweep: --seed: `3-1` is not a seed or a range of seeds; write a whole number such as 7, or first-last such as 1-100
    knightsweep: --seed: the range of seeds `1-99999999` is too long; give at most 1000000
    knightsweep: invalid value 'gredy' for '--rule <RULE>'
      [possible values: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull]
      tip: a similar value exists: 'greedy'
    For more, try '--help'.
    knightsweep: --board: a board of 2001x8 is out of range; sides go from 1 to 2000
    knightsweep: --board: a board of 20x8 is not one for rule greedy-squirrel-cull with engine auto, which takes square boards of up to 2000 rows and columns; rules for this board: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth
    knightsweep: --board: these boards, with all starts, orders and so on, make 4.032e10 jobs or more; an experiment has at most 1e9
    ");
}

#[test]
fn what_no_search_can_find_is_reported_with_its_reason() {
    let solved = ended(3, "solve --board 3x4 --goal closed");
    assert!(
        solved.contains(
            "no closed tour: the whole space was searched\nthe reason: all paths on 3x4 are known, and"
        ),
        "{solved}"
    );
    for engine in ["leap", "auto"] {
        let of_rows_of_four =
            format!("solve --board 4x9 --goal closed --budget 1e6 --engine {engine}");
        assert!(
            ended(3, &of_rows_of_four)
                .contains("no tour exists: of four rows, each move from an outer one leads")
        );
    }
    let plan = printed("plan --board 5x5 6x6 --goal closed --no-estimate");
    assert!(
        plan.contains("25 jobs on 5x5 cannot succeed: every move changes the colour"),
        "{plan}"
    );
    assert!(!plan.contains("on 6x6 cannot"));
    let plan = printed("plan --board 5x5 --starts all --no-estimate");
    assert!(plan.contains("12 jobs on 5x5 cannot succeed, such as from (1,2): every"), "{plan}");
    let folder = Folder::new();
    for (code, arguments, sentence) in [
        (3, "solve --board 5x5 --start 1,2", "a theorem rules out a tour; searching to count"),
        (
            3,
            "solve --board 5x5 --start 1,2 --json",
            "a theorem rules out a tour; searching to count the checks",
        ),
        (
            0,
            "sweep --board 4x5 5x6 --starts corners --goal closed --budget 1000 --out x.csv",
            "4 jobs on 4x5 cannot succeed: of four rows, each move from an outer one leads to an inner one, so a closed tour would alternate between them as it does between the colours, and miss half of the squares\nto leave out \
             such jobs, write impossible = \"skip\" into the experiment",
        ),
    ] {
        let warned = stderr(&folder.run(arguments).code(code));
        assert!(warned.starts_with(sentence), "{warned}");
        let quiet = folder.run(&format!("{arguments} --quiet")).code(code);
        assert_eq!(stderr(&quiet), "");
    }
    let again = stderr(
        &folder
            .run("sweep --board 4x5 5x6 --starts corners --goal closed --budget 1000 --out x.csv")
            .success(),
    );
    assert!(!again.contains("cannot succeed"), "{again}");
    let json = printed("plan --board 5x5 --no-estimate --json");
    let plan: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(plan["impossible"][0]["jobs"], 12);
}

#[test]
fn plan_lists_seeds_where_there_are_some() {
    let list = printed("plan --board 3x3 --starts 1,1 --rule warnsdorff-random --seeds 7-8 --list");
    insta::assert_snapshot!(list, @"
    job,rows,cols,start_row,start_col,order,rule,goal,engine,budget,seed,precision
    0,3,3,1,1,12345678,warnsdorff-random,open,auto,100000000,7,
    1,3,3,1,1,12345678,warnsdorff-random,open,auto,100000000,8,
    ");
}
