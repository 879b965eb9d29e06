//! Results files that were changed: what is noticed, by whom, and what a run makes of them.

use crate::program::{Folder, first_tour_with_a_node_more, with_check, with_values};

#[test]
fn damage_is_refused_with_its_line_and_listed_by_verify() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let mut unsealed: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
    unsealed["sealed"] = serde_json::Value::Null;

    let lines: Vec<&str> = csv.lines().collect();
    let damaged = |line: usize, text: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = text;
        lines.join("\n") + "\n"
    };
    let wrong_checks = lines[4].replace(",120,", ",121,");
    for (line, text) in [
        (1, "job,rows"),
        (3, "3,3,1"),
        (5, &*wrong_checks),
        (6, ""),
        (9, "\u{fffd}"),
        (10, "hello"),
    ] {
        for sidecar in [&sidecar, &unsealed.to_string()] {
            folder.write("x.csv", damaged(line, text));
            folder.write("x.meta.json", sidecar);
            let told = folder.fails(2, sweep);
            assert!(told.contains(&format!("x.csv: line {line}: ")), "{told}");
            let listed = folder.prints_with(1, "verify x.csv");
            let fault = format!("line {line}: ");
            assert!(listed.contains("NOT sound") && listed.contains(&fault), "{listed}");
            let is_there = (damaged(line, text), sidecar.clone());
            assert_eq!((folder.read("x.csv"), folder.read("x.meta.json")), is_there, "as it was");
        }
        let told = folder.says(&format!("{sweep} --repair"));
        assert!(told.contains("x.old-"), "{told}");
        folder.run("verify x.csv --complete").success();
        assert_eq!(folder.rows_but_times("x.csv").len(), 10);
    }
    assert_eq!(folder.read("x.old-2.csv"), damaged(3, "3,3,1"));
}

#[test]
fn a_sealed_file_with_another_value_is_noticed() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let csv = folder.read("x.csv");
    // A time of another length, with the check of the row that was there.
    let place = csv.rfind('.').unwrap();
    let mut altered = csv.clone().into_bytes();
    altered[place + 1] = if altered[place + 1] == b'9' { b'8' } else { altered[place + 1] + 1 };
    folder.write("x.csv", &altered);
    let told = folder.fails(2, sweep);
    assert!(told.contains("x.csv: line 26: "), "{told}");
    let said = folder.prints_with(1, "verify x.csv");
    assert!(said.contains("line 26: "), "{said}");
    // With a check of its own only the hash can tell.
    let altered = String::from_utf8(altered).unwrap();
    let (header, row) = (altered.lines().next().unwrap(), altered.lines().last().unwrap());
    folder.write("x.csv", altered.replace(row, &with_check(header, row)));
    let said = folder.answers_with(1, "verify x.csv --json");
    assert_eq!((&said["rows"], &said["seal_holds"]), (&25.into(), &false.into()));
    assert_eq!(said["damages"].as_array().unwrap().len(), 1, "{said}");
    let told = folder.says(sweep);
    assert!(told.contains("changed since it was sealed"), "{told}");
    folder.run("verify x.csv --complete").success();
}

#[test]
fn verify_recomputes_and_tells_a_false_count() {
    let folder = Folder::new();
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --out x.csv").success();
    let csv = folder.read("x.csv");
    let (row, forged, checks) = first_tour_with_a_node_more(&csv);
    assert_eq!(checks, 70_632);
    folder.write("x.csv", csv.replace(&row, &forged));
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --out x.csv").success();
    folder.run("verify x.csv").success();
    let told = folder.prints_with(1, "verify x.csv --recompute 1");
    assert!(told.contains("70632") && told.contains("70624"), "{told}");
}

#[test]
fn rows_are_recomputed_and_compared_without_a_sidecar_too() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --orders fig2 --budget";
    folder.run(&format!("{sweep} none 1M --images --out x.csv")).success();
    folder.write("alone.csv", folder.read("x.csv"));
    let whole = folder.read("alone.csv");
    let sound = folder.answers("verify alone.csv --recompute 100 --json");
    assert_eq!((&sound["rows"], &sound["recomputed"]), (&64.into(), &64.into()));
    // Another count of one job: its other budget and its mirror images say otherwise.
    let (row, forged, checks) = first_tour_with_a_node_more(&whole);
    folder.write("alone.csv", whole.replace(&row, &forged));
    let found = folder.answers_with(1, "verify alone.csv --json");
    assert!(found["damages"].to_string().contains("contradicts line"), "{found}");
    // Alone it contradicts nothing.
    folder.write("alone.csv", format!("{}\n{forged}\n", whole.lines().next().unwrap()));
    folder.run("verify alone.csv").success();
    let advice = folder.prints_with(1, "verify alone.csv --recompute 5");
    assert!(advice.contains("delete their lines") && !advice.contains("add --repair"), "{advice}");
    let found = folder.answers_with(1, "verify alone.csv --recompute 5 --json");
    assert_eq!((&found["sound"], &found["recomputed"]), (&false.into(), &1.into()));
    let said = found["damages"][0].as_str().unwrap();
    assert!(said.starts_with("line 2: ") && said.contains(&format!("checks {checks}")), "{found}");
    // No search begins in a ninth row of 5x5, and rule fixed has no seed, except in estimates.
    let header = whole.lines().next().unwrap();
    for (column, value) in [("start_row", "9"), ("seed", "7"), ("engine", "estimate")] {
        let lie = with_values(&row, &[(column, value)]);
        folder.write("alone.csv", format!("{header}\n{lie}\n"));
        let found = folder.answers_with(1, "verify alone.csv --json");
        assert_eq!(
            found["damages"],
            serde_json::json!(["line 2: there is no such search"]),
            "{column}"
        );
    }
    // Estimates of any precision, and two of one job.
    let estimate = "sweep --board 5x5 --starts 1,2 --budget none --engine estimate --precision";
    for (file, precision) in [("a.csv", "20%"), ("b.csv", "10%")] {
        folder.run(&format!("{estimate} {precision} --quiet --out {file}")).success();
    }
    // An estimate has a precision and no budget.
    let rows = folder.read("a.csv");
    let (header, row) = rows.trim_end().split_once('\n').unwrap();
    for (column, value) in [("precision", ""), ("budget", "100")] {
        let lie = with_values(row, &[(column, value)]);
        folder.write("alone.csv", format!("{header}\n{lie}\n"));
        let found = folder.answers_with(1, "verify alone.csv --json");
        assert_eq!(found["damages"], serde_json::json!(["line 2: there is no such search"]));
    }
    let both = folder.read("a.csv") + &folder.read("b.csv");
    folder.write("alone.csv", &both);
    let sound = folder.answers("verify alone.csv --recompute 5 --json");
    assert_eq!(sound["recomputed"], 2);
    let row = folder.read("a.csv").lines().nth(1).unwrap().to_owned();
    let samples = &folder.column("a.csv", "samples")[0];
    let forged = row.replace(&format!(",{samples},"), ",123456,");
    folder.write(
        "alone.csv",
        both.clone() + &with_check(both.lines().next().unwrap(), &forged) + "\n",
    );
    let found = folder.answers_with(1, "verify alone.csv --json");
    assert_eq!(found["damages"].as_array().unwrap().len(), 1, "{found}");
}

#[test]
fn an_edited_sidecar_is_refused() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --out x.csv";
    folder.run(sweep).success();
    let edited = folder.read("x.meta.json").replace("\"100000000\"", "\"200000000\"");
    folder.write("x.meta.json", edited);
    assert!(folder.fails(2, sweep).contains("the experiment in it was edited"));
    assert!(folder.fails(2, "verify x.csv").contains("the experiment in it was edited"));
}

#[test]
fn a_repair_replaces_a_damaged_sidecar_and_keeps_all_rows() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --starts all --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let edited = sidecar.replace("\"3x3\"", "\"3x4\"");
    for (number, damaged) in ["", &sidecar[..99], &edited].into_iter().enumerate() {
        folder.write("x.meta.json", damaged);
        folder.refused(sweep);
        let run = folder.answers(&format!("{sweep} --repair --json"));
        assert_eq!((&run["finished"], &run["rows"]), (&0.into(), &9.into()), "{damaged}");
        assert_eq!(folder.read("x.csv"), csv);
        assert_eq!(folder.read(&format!("x.old-{}.meta.json", number + 1)), damaged);
        folder.run("verify x.csv --complete").success();
    }
    folder.write("x.meta.json", b"\xff\xfe");
    folder.run("verify x.csv").code(2);
    folder.run(&format!("{sweep} --repair")).success();
    folder.run("verify x.csv --complete").success();
    // A file of somebody else is refused before the sidecar is moved.
    folder.write("x.meta.json", "");
    folder.write("x.csv", "name,age\n");
    folder.refused(&format!("{sweep} --repair"));
}

#[test]
fn a_sealed_file_with_jobs_out_of_memory_that_was_cut_is_completed() {
    let folder = Folder::new();
    let sweep = "sweep --board 8x8 --starts 1,1 1,8 1,3 --budget none --engine leap --out";
    folder.run(&format!("{sweep} enough.csv")).success();
    let little = format!("{sweep} x.csv --memory 1M");
    folder.run(&little).success();
    let whole = folder.read("x.csv");
    assert!(whole.contains(",memory,"));
    assert!(!folder.read("x.meta.json").contains("results_sha256\": \""));
    let kept: Vec<&str> = whole.lines().take(3).collect();
    folder.write("x.csv", kept.join("\n") + "\n");
    folder.run(&little).success();
    assert_eq!(folder.read("x.csv").lines().count(), 4);
    folder.run(&format!("{sweep} x.csv --retry-memory")).success();
    assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("enough.csv"));
    // An answer beats the row of a job that ran out of memory.
    folder.write("x.csv", &whole);
    for files in ["x.csv enough.csv", "enough.csv x.csv"] {
        folder.run(&format!("merge {files} --out both.csv --fresh")).success();
        assert_eq!(folder.rows_but_times("both.csv"), folder.rows_but_times("enough.csv"));
    }
}

#[test]
fn another_hash_of_the_results_in_the_sidecar_is_noticed() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let sidecar = folder.read("x.meta.json");
    let at = sidecar.find("results_sha256\": \"").unwrap() + "results_sha256\": \"".len();
    let digit = if sidecar[at..].starts_with('0') { "1" } else { "0" };
    folder.write("x.meta.json", format!("{}{digit}{}", &sidecar[..at], &sidecar[at + 1..]));
    let told = folder.prints_with(1, "verify x.csv");
    assert!(told.contains("results_sha256"), "{told}");
    let rows = folder.read("x.csv");
    folder.run("sweep --board 3x3 --out x.csv --repair").success();
    assert_eq!(folder.read("x.csv"), rows);
    folder.run("verify x.csv").success();
    assert_eq!(folder.json("x.meta.json")["sessions"].as_array().unwrap().len(), 2);
    // Of a sound file it changes nothing.
    let names = folder.names();
    folder.run("sweep --board 3x3 --out x.csv --repair").success();
    assert_eq!(folder.json("x.meta.json")["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(folder.names(), names);
}

#[test]
fn a_changed_estimate_is_damage() {
    let folder = Folder::new();
    let sweep =
        "sweep --board 5x5 --starts 1,2 --budget none --engine estimate --quiet --out x.csv";
    folder.run(sweep).success();
    let csv = folder.read("x.csv");
    for (column, value) in [
        ("checks_estimate", "1.12345678e9"),
        ("checks_estimate", ""),
        ("checks_low", "9e99"),
        ("checks_high", "inf"),
        ("samples", ""),
        ("heavy_tailed", "perhaps"),
        ("precision", "3%"),
    ] {
        let header = csv.lines().next().unwrap();
        let place = header.split(',').position(|name| name == column).unwrap();
        let mut fields: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
        fields[place] = value;
        folder.write("x.csv", format!("{header}\n{}\n", fields.join(",")));
        let verified = folder.prints_with(1, "verify x.csv");
        assert!(verified.contains("line 2: "), "{column}={value}: {verified}");
        folder.run(sweep).code(2);
    }
}

#[test]
fn an_estimate_that_was_not_computed_is_found_by_estimating_again() {
    let folder = Folder::new();
    let sweep =
        "sweep --board 5x5 --starts 1,2 --budget none --engine estimate --quiet --out x.csv";
    folder.run(sweep).success();
    let csv = folder.read("x.csv");
    let (header, row) = csv.trim_end().split_once('\n').unwrap();
    let forged = with_values(row, &[("samples", "123456")]);
    folder.write("x.csv", format!("{header}\n{forged}\n"));
    // It is sealed again, because its row is good.
    folder.run(sweep).success();
    folder.run("verify x.csv").success();
    let told = folder.prints_with(1, "verify x.csv --recompute 1");
    assert!(told.contains("has samples 123456;"), "{told}");
}
