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
fn jobs_of_one_file_are_compared_between_orders() {
    let folder = two_rules();
    let rows = listed(&folder, "compare fixed.csv warnsdorff.csv --between order");
    let values = |row: &serde_json::Value| (row["reference"].clone(), row["compared"].clone());
    assert_eq!(rows.len(), 1);
    assert_eq!(values(&rows[0]), ("12345678".into(), "21876543".into()));
    // 25 squares and both rules. By symmetry as many are won as lost.
    assert_eq!((&rows[0]["pairs"], &rows[0]["won"]), (&50.into(), &rows[0]["lost"]));
    assert_eq!(
        listed(&folder, "compare fixed.csv"),
        listed(&folder, "compare fixed.csv --between order")
    );
    let swapped = listed(&folder, "compare fixed.csv --between order --values tutorial fig2");
    assert_eq!(values(&swapped[0]), ("21876543".into(), "12345678".into()));
    let digits = "compare fixed.csv --between order --values 2,1,8,7,6,5,4,3 1-2-3-4-5-6-7-8";
    assert_eq!(listed(&folder, digits), swapped);
    let corners = "compare fixed.csv --between start --reference 1,1 --where order=fig2";
    let rows = listed(&folder, corners);
    assert!(rows.len() == 24 && rows.iter().all(|row| row["reference"] == "(1,1)"));
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

#[test]
fn files_that_are_sides_are_told_apart_by_conditions_and_counted_together() {
    let folder = two_rules();
    let compare = "compare fixed.csv warnsdorff.csv --where";
    let pairs =
        |condition: &str| listed(&folder, &format!("{compare} {condition}"))[0]["pairs"].clone();
    assert_eq!((pairs("file!=3"), pairs("start=1,1")), (50.into(), 2.into()));
    for without_a_side in ["file=1", "file!=2", "file=warnsdorff.csv", "file=3"] {
        folder.refused(&format!("{compare} {without_a_side}"));
    }
    let both = "sweep --board 5x5 --budget none --engine auto estimate --quiet --precision 50%";
    folder.run(&format!("{both} --starts 1,1 1,3 --orders fig2 --out two.csv")).success();
    folder.run(&format!("{both} --starts corners --orders fig2 --out four.csv")).success();
    folder.run("plot two.csv four.csv --kind pairs --between file --out x.svg").success();
    assert!(folder.read("x.svg").contains("6 estimated jobs"));
}
