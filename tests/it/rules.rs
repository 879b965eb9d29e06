//! Warnsdorff's rules and closed tours, from the command line.

use knight_search::Rule;

use crate::program::{Folder, answered, json};

#[test]
fn reducing_by_symmetry_changes_no_row_of_any_rule() {
    let folder = Folder::new();
    for rule in Rule::ALL.iter().filter(|rule| **rule != Rule::Fixed).map(|rule| rule.word()) {
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
