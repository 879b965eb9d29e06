//! Rows with another value and the check that belongs to it: what is noticed, and how.

use serde_json::json;

use crate::program::{Folder, first_tour_with_a_node_more, with_values};

#[test]
fn a_false_row_with_its_check_breaks_the_seal_and_is_found_by_searching_again() {
    let count: &[(&str, &str)] = &[("checks", "70632"), ("nodes", "8841")];
    let estimate: &[(&str, &str)] = &[("samples", "123456")];
    for (search, false_values) in [
        ("--starts 1,1 --budget none", count),
        ("--starts 1,2 --budget none --engine estimate", estimate),
    ] {
        let folder = Folder::new();
        let sweep = format!("sweep --board 5x5 {search} --quiet --out x.csv");
        folder.run(&sweep).success();
        let csv = folder.read("x.csv");
        let (header, row) = csv.trim_end().split_once('\n').unwrap();
        folder.write("x.csv", format!("{header}\n{}\n", with_values(row, false_values)));
        let said = folder.answers_with(1, "verify x.csv --json");
        assert_eq!((&said["rows"], &said["seal_holds"]), (&1.into(), &false.into()));
        assert_eq!(said["damages"].as_array().unwrap().len(), 1, "{said}");
        // Its row is good, so the next run seals it.
        folder.run(&sweep).success();
        folder.run("verify x.csv --complete").success();
        let said = folder.answers_with(1, "verify x.csv --recompute 1 --json");
        let (column, value) = false_values[0];
        assert!(said["damages"].to_string().contains(&format!("{column} {value}")), "{said}");
    }
}

/// What is wrong with rows without a sidecar.
fn damages(folder: &Folder, csv: &str) -> serde_json::Value {
    folder.write("alone.csv", csv);
    folder.answers_with(1, "verify alone.csv --json")["damages"].clone()
}

#[test]
fn rows_are_recomputed_and_compared_without_a_sidecar_too() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --orders fig2 --budget none 1M --images";
    folder.run(&format!("{sweep} --out x.csv")).success();
    let whole = folder.read("x.csv");
    let header = whole.lines().next().unwrap();
    folder.write("alone.csv", &whole);
    let sound = folder.answers("verify alone.csv --recompute 100 --json");
    assert_eq!((&sound["rows"], &sound["recomputed"]), (&64.into(), &64.into()));
    // Without their header they are results too, and a row may stand twice, which is noted.
    let (rows, first) = (&whole[header.len() + 1..], whole.lines().nth(1).unwrap());
    folder.write("alone.csv", format!("{rows}{first}\n"));
    let twice = folder.answers("verify alone.csv --json");
    assert_eq!((&twice["rows"], twice["notes"].as_array().unwrap().len()), (&65.into(), 2));
    // Another count of one job: its other budget and its mirror images say otherwise.
    let (row, forged, checks) = first_tour_with_a_node_more(&whole);
    let found = damages(&folder, &whole.replace(&row, &forged));
    assert!(found.to_string().contains("contradicts line"), "{found}");
    // Alone it contradicts nothing, and a search finds it.
    folder.write("alone.csv", format!("{header}\n{forged}\n"));
    folder.run("verify alone.csv").success();
    let found = folder.answers_with(1, "verify alone.csv --recompute 5 --json");
    assert_eq!((&found["sound"], &found["recomputed"]), (&false.into(), &1.into()));
    let said = found["damages"][0].as_str().unwrap();
    assert!(said.starts_with("line 2: ") && said.contains(&format!("checks {checks}")), "{found}");

    let estimate = "sweep --board 5x5 --starts 1,2 --budget none --engine estimate --precision";
    for (file, precision) in [("a.csv", "20%"), ("b.csv", "10%")] {
        folder.run(&format!("{estimate} {precision} --quiet --out {file}")).success();
    }
    let one = folder.read("a.csv");
    let estimated = one.lines().nth(1).unwrap();
    // No search begins in a ninth row of 5x5, and rule fixed has no seed, except in estimates,
    // which have a precision and no budget.
    for (row, column, value) in [
        (&*row, "start_row", "9"),
        (&*row, "seed", "7"),
        (&*row, "engine", "estimate"),
        (estimated, "precision", ""),
        (estimated, "budget", "100"),
    ] {
        let lie = with_values(row, &[(column, value)]);
        let found = damages(&folder, &format!("{header}\n{lie}\n"));
        assert_eq!(found, json!(["line 2: there is no such search"]), "{column}");
    }
    // Two estimates of one job contradict each other, and those of two precisions do not.
    let both = one.clone() + &folder.read("b.csv");
    folder.write("alone.csv", &both);
    assert_eq!(folder.answers("verify alone.csv --recompute 5 --json")["recomputed"], 2);
    let other = with_values(estimated, &[("samples", "123456")]);
    let found = damages(&folder, &format!("{both}{other}\n"));
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
}
