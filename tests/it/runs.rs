//! `run` and `sweep`: the results of an experiment, and what is said of them.

use crate::program::{Folder, knightsweep, native, stderr};

#[test]
fn run_writes_results_named_after_the_experiment() {
    let folder = Folder::new();
    folder.write(
        "tiny.toml",
        "title = \"Tiny\"\nboards = \"3-4\"\nstarts = \"orbits\"\norders = [\"fig2\", \"images:tutorial\"]\nbudget = \"none\"\ntours = true\n",
    );
    let csv = native("results/tiny.csv");
    let said = folder.says("run tiny.toml");
    assert!(said.contains(&format!("{csv}: complete and sealed, 48 rows")), "{said}");
    let sidecar = folder.json("results/tiny.meta.json");
    assert_eq!(sidecar["title"], "Tiny");
    assert_eq!(sidecar["sessions"][0]["rows_after"], 48);
    assert!(sidecar["sealed"]["sha256"].is_string());
    assert_eq!(folder.names(), ["results", "tiny.toml"]);
    // From another folder it begins again, which is said.
    std::fs::create_dir(folder.file("sub")).unwrap();
    let mut elsewhere = knightsweep("run ../tiny.toml");
    let said = stderr(&elsewhere.current_dir(folder.file("sub")).assert().success());
    assert!(said.contains(&format!("{csv} is there already")), "{said}");
}

#[test]
fn a_program_can_read_what_came_of_a_run() {
    let folder = Folder::new();
    let out = folder.prints("sweep --board 3x4 --budget none --out x.csv --json --quiet");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["jobs"], 12);
    assert_eq!(report["tour"].as_u64().unwrap() + report["none"].as_u64().unwrap(), 12);
    assert_eq!(report["sealed"], true);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    for threads in [1, 2, 7, 64] {
        folder
            .run(&format!("sweep --board 5-6 --orders sample:3 --budget 50k --tours --threads {threads} --out {threads}.csv"))
            .success();
    }
    for threads in [2, 7, 64] {
        let rows = folder.rows_but_times(&format!("{threads}.csv"));
        assert_eq!(rows, folder.rows_but_times("1.csv"), "{threads} threads");
    }
}
