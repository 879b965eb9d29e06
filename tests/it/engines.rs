//! Engines give the same rows, mirrored rows are those of an image, and memory has its limit.

use crate::program::{Folder, first_tour_with_a_node_more, json, stderr};

fn header(csv: &str) -> &str {
    csv.lines().next().unwrap()
}

const SWEEP: &str = "sweep --board 5x5 4x6 6x6 --starts all --orders sample:12:3 images:tutorial \
                     --budget 3e5 --tours --quiet";

#[test]
fn engines_give_the_same_rows_but_for_their_name_and_times() {
    let folder = Folder::new();
    let run = |name: &str, flags: &str| {
        folder.run(&format!("{SWEEP} {flags} --out {name}.csv")).success();
        let mut rows = folder.records(&format!("{name}.csv"));
        for row in &mut rows {
            for column in ["engine", "mirrored", "wall_s", "cpu_s", "row_check"] {
                row.remove(column);
            }
        }
        rows
    };
    let stepped = run("step", "--engine step");
    assert!(stepped.iter().any(|row| row["outcome"] == "tour"));
    assert!(stepped.iter().any(|row| row["outcome"] == "budget"));
    for (name, flags) in [
        ("leap", "--engine leap"),
        ("one", "--engine leap --threads 1"),
        ("four", "--engine leap --threads 4 --memory 64M"),
        ("auto", "--engine auto"),
        ("mirrored", "--engine leap --symmetry reduce"),
        ("stepped", "--engine step --symmetry reduce"),
    ] {
        assert_eq!(run(name, flags), stepped, "{flags}");
    }
}

#[test]
fn mirrored_rows_were_not_searched_and_are_searched_again_by_verify() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --symmetry reduce --out x.csv")).success();
    let rows = folder.records("x.csv");
    let (mirrored, searched): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| row["mirrored"] == "true");
    assert!(mirrored.len() > rows.len() / 8);
    let counts = |row: &std::collections::BTreeMap<String, String>| {
        ["outcome", "checks", "nodes", "closed"].map(|column| row[column].clone())
    };
    for row in mirrored {
        assert_eq!((&*row["wall_s"], &*row["cpu_s"]), ("", ""));
        assert!(searched.iter().any(|source| counts(source) == counts(row)));
    }
    assert!(searched.iter().all(|row| !row["wall_s"].is_empty()));
    folder.run("verify x.csv --recompute 300").success();
}

#[test]
fn a_mirrored_row_with_another_count_contradicts_its_images() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --orders fig2 --images --symmetry reduce --budget 3e5 --out x.csv")
        .success();
    let (text, facts) = (folder.read("x.csv"), folder.rows_but_times("x.csv"));
    let is_mirrored = |line: &&str| line.contains(",tour,") && line.contains(",true,,,x");
    let row = text.lines().find(is_mirrored).unwrap();
    let (_, forged, _) = first_tour_with_a_node_more(&format!("{}\n{row}\n", header(&text)));
    folder.write("x.csv", text.replace(row, &forged));
    std::fs::remove_file(folder.file("x.meta.json")).unwrap();
    let sweep =
        "sweep --board 5x5 --orders fig2 --images --symmetry reduce --budget 3e5 --out x.csv";
    folder.run(sweep).code(2);
    folder.run(&format!("{sweep} --repair --quiet")).success();
    assert_eq!(folder.rows_but_times("x.csv"), facts);
    folder.run("verify x.csv --recompute 200").success();
}

#[test]
fn rows_of_an_orbit_that_a_cut_parted_are_completed_alike() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --orders fig2 --images --symmetry reduce --tours --quiet --out x.csv";
    folder.run(sweep).success();
    let (whole, rows) = (folder.read("x.csv"), folder.rows_but_times("x.csv"));
    let lines: Vec<&str> = whole.lines().collect();
    for kept in 1..lines.len() {
        folder.write("x.csv", &(lines[..kept].join("\n") + "\n"));
        folder.run(sweep).success();
        assert_eq!(folder.rows_but_times("x.csv"), rows);
    }
}

#[test]
fn a_job_past_the_memory_limit_says_so_and_leaves_the_others_alone() {
    let folder = Folder::new();
    let sweep = "sweep --board 8x8 --starts 1,1 1,4 --budget none --engine leap --memory 1M --out x.csv --json";
    let ran = folder.run(sweep).success();
    let report = json(&ran);
    assert_eq!((&report["tour"], &report["memory"]), (&1.into(), &1.into()));
    let told = stderr(&ran);
    assert!(told.contains("1 job out of memory: the count needs more than the 1.00 MB"), "{told}");
    assert!(told.ends_with("complete and sealed, 2 rows, 1 of them out of memory\n"), "{told}");

    let rows = folder.records("x.csv");
    assert_eq!((rows[0]["outcome"].as_str(), rows[0]["checks"].as_str()), ("tour", "66005601"));
    assert_eq!((rows[1]["outcome"].as_str(), rows[1]["success"].as_str()), ("memory", "false"));
    assert_eq!((rows[1]["checks"].as_str(), rows[1]["nodes"].as_str()), ("", ""));
    folder.run("verify x.csv").success();
    let summary = folder.run("summarize x.csv --json").success();
    let summary = json(&summary);
    assert_eq!((&summary[0]["memory"], &summary[0]["decided"]), (&1.into(), &1.into()));
}

#[test]
fn a_job_with_a_budget_is_stepped_where_memory_does_not_suffice() {
    let folder = Folder::new();
    // Counting needs more than this for the order from (4,4) that is tried here.
    let sweep =
        "sweep --board 8x8 --starts 4,4 --orders 78526431 --budget 1e8 --memory 1M --json --out";
    for engine in ["leap", "step"] {
        let ran = folder.run(&format!("{sweep} {engine}.csv --engine {engine}")).success();
        let report = json(&ran);
        assert_eq!(report["memory"], 0);
    }
    let checks = |file: &str| folder.records(file)[0]["checks"].clone();
    assert_eq!(checks("leap.csv"), checks("step.csv"));
}
