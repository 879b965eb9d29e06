//! `compare`: jobs in pairs, and which side needs fewer checks.

use crate::program::{Folder, first_tour_with_a_node_more};

/// Jobs of two rules, in two files: 5×5 from all squares, stopped at 10,000 checks.
fn two_rules() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts all --orders fig2 tutorial --budget 1e4 --quiet";
    folder.run(&format!("{sweep} --out fixed.csv")).success();
    folder.run(&format!("{sweep} --rule warnsdorff --out warnsdorff.csv")).success();
    folder
}

fn listed(folder: &Folder, arguments: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(&folder.prints(&format!("{arguments} --json"))).unwrap()
}

#[test]
fn two_files_are_compared_job_by_job() {
    let folder = two_rules();
    let [fixed, warnsdorff] = ["fixed.csv", "warnsdorff.csv"].map(|name| {
        let rows = folder.rows_but_times(name);
        let column = |name: &str| rows[0].split(',').position(|c| c == name).unwrap();
        let (outcome, checks) = (column("outcome"), column("checks"));
        let row = |line: &String| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[outcome] != "budget", fields[checks].parse::<u64>().unwrap())
        };
        rows[1..].iter().map(row).collect::<Vec<_>>()
    });
    let pairs: Vec<_> = fixed.into_iter().zip(warnsdorff).collect();
    let beats = |(decided, one): (bool, u64), (other_decided, other): (bool, u64)| {
        decided && (one < other || !other_decided && one <= other)
    };
    let won = pairs.iter().filter(|(a, b)| beats(*a, *b)).count();
    let lost = pairs.iter().filter(|(a, b)| beats(*b, *a)).count();
    let decided: Vec<f64> = pairs
        .iter()
        .filter(|(a, b)| a.0 && b.0)
        .map(|(a, b)| (b.1 as f64 / a.1 as f64).ln())
        .collect();
    let mean = (decided.iter().sum::<f64>() / decided.len() as f64).exp();
    assert!(won > 0 && lost > 0 && decided.len() < pairs.len());
    let row = &listed(&folder, "compare fixed.csv warnsdorff.csv")[0];
    assert_eq!((&row["won"], &row["lost"]), (&won.into(), &lost.into()));
    assert_eq!((&row["pairs"], &row["decided_pairs"]), (&50.into(), &decided.len().into()));
    assert!((row["decided_ratio_mean"].as_f64().unwrap() / mean - 1.0).abs() < 1e-9);
    assert_eq!(row["contradictions"], 0);
}

#[test]
fn pairs_are_listed_by_their_ratio() {
    let folder = two_rules();
    let pairs = listed(&folder, "compare fixed.csv warnsdorff.csv --pairs");
    assert_eq!(pairs.len(), 50);
    assert_eq!(listed(&folder, "compare fixed.csv warnsdorff.csv --pairs --top 2").len(), 4);
    for pair in &pairs {
        let stopped = |side: &str| pair[format!("{side}_outcome")] == "budget";
        let is_known = !stopped("reference") && !stopped("compared");
        assert_eq!(pair["ratio"].is_number(), is_known, "{pair}");
        assert!(pair["start"].is_string() && pair["rule"].is_null());
    }
}

#[test]
fn engines_give_the_same_counts_and_results_that_differ_are_an_error() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --budget 1e6 --quiet";
    folder.run(&format!("{sweep} --engine step --out step.csv")).success();
    folder.run(&format!("{sweep} --engine leap --out leap.csv")).success();
    let compared = listed(&folder, "compare step.csv leap.csv --between engine");
    assert_eq!((&compared[0]["tied"], &compared[0]["contradictions"]), (&4.into(), &0.into()));
    let rows = folder.read("leap.csv");
    let (row, changed, _) = first_tour_with_a_node_more(&rows);
    folder.write("wrong.csv", rows.replace(&row, &changed));
    let failed = folder.answers_with(1, "compare step.csv wrong.csv --json");
    assert_eq!(failed[0]["contradictions"], 1);
}

#[test]
fn pairs_are_drawn_with_the_result_of_the_comparison() {
    let folder = two_rules();
    let sides = "fixed.csv warnsdorff.csv --where start=1,1";
    let compared = folder.prints(&format!("compare {sides}"));
    let drawn = folder.prints(&format!("plot {sides} --kind pairs --out -"));
    let sentence = compared.lines().last().unwrap().replace(".csv", "");
    assert!(drawn.contains(&format!("<title>{sentence}</title>")), "{sentence}");
    folder.run("plot fixed.csv --between order").success();
    assert!(folder.names().contains(&"fixed.pairs.svg".to_owned()));
    folder.run("plot fixed.csv --between order --kind ecdf --out -").code(2);
    let refused = folder.fails(2, "plot fixed.csv --between start --out -");
    assert!(refused.contains("--between start --values A B"), "{refused}");
}
