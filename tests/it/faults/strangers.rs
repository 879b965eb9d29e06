//! Files of others in the place of results, and names that cannot be meant.

use std::os::unix::fs::symlink;

use knightsweep::results::StoreError;

use super::in_process::{Answered, FRESH, REPAIR, RESUME, RETRY};
use super::{changes_nothing, ran};
use crate::program::Folder;

const EXPERIMENT: &str =
    "boards = \"3x3\"\nstarts = \"corners\"\norders = \"fig2\"\nbudget = 100\n";
const SWEEP: &str = "sweep --board 3x3 --starts corners --orders fig2 --budget 100";

#[test]
fn files_of_somebody_else_are_refused_and_stay_as_they_are() {
    let jobs = Answered::new(EXPERIMENT, "");
    let header = jobs.csv.lines().next().unwrap();
    let foreign = [
        "name,age\nAnna,7\n".to_owned(),
        "name;age\r\nAnna;7\r\n".to_owned(),
        "precious".to_owned(),
        "1,2,3".to_owned(),
        "\n".to_owned(),
        "\n\n\n".to_owned(),
        "boards = \"3x3\"\n".to_owned(),
        "PK\u{3}\u{4}\0\0\0\0".to_owned(),
        "\0".repeat(9999),
        "\0\0\nprecious\n".to_owned(),
        header.to_uppercase() + "\n",
        header.replace("rows,", "row,") + "\n",
        header.replace(",row_check", "") + "\n3,3,1,1\n",
        "job,rows,cols,start_row,start_col,order,order_rank,rule,goal,engine,budget\n0,3,3,1,1\n"
            .to_owned(),
        "\u{feff}name,age\n".to_owned(),
        // As long as the longest line that is read.
        "x".repeat(1 << 24),
    ];
    for text in &foreign {
        for existing in [RESUME, REPAIR, RETRY] {
            let folder = Folder::new();
            folder.write("x.csv", text);
            let opened = jobs.open(&folder.file("x.csv"), None, existing, &[]);
            assert!(matches!(opened, Err(StoreError::Foreign(..))), "{text:?}");
            assert_eq!(folder.read("x.csv"), *text);
            assert_eq!(folder.names(), ["x.csv"], "{text:?}");
        }
        let folder = Folder::new();
        folder.write("x.csv", text);
        jobs.run(&folder.file("x.csv"), FRESH).unwrap();
        assert_eq!(folder.read("x.old-1.csv"), *text);
    }
    ran("files_of_somebody_else_are_refused_and_stay_as_they_are", 4 * foreign.len());
}

#[test]
fn sidecars_and_locks_of_somebody_else_are_refused_and_stay_as_they_are() {
    let texts = ["{\"precious\": true}", "precious\n", "[1, 2]", "{\"kind\": \"picture\"}"];
    let commands = [
        format!("{SWEEP} --out x.csv"),
        format!("{SWEEP} --repair --out x.csv"),
        "merge y.csv --out x.csv".to_owned(),
        "best-order --board 3x4 --out x.csv".to_owned(),
        "count --board 3x4 --out x.csv".to_owned(),
    ];
    let jobs = Answered::new(EXPERIMENT, "");
    let mut cases = 0;
    for name in ["x.meta.json", "x.csv.lock"] {
        for text in texts {
            for has_rows in [true, false] {
                let folder = Folder::new();
                folder.write("y.csv", &jobs.csv);
                folder.write("y.meta.json", &jobs.sidecar);
                if has_rows {
                    folder.write("x.csv", &jobs.csv);
                }
                folder.write(name, text);
                // A repair keeps what is in the place of the sidecar under another name.
                let is_repair = |it: &String| it.contains("--repair");
                let is_lock = name == "x.csv.lock";
                for command in commands.iter().filter(|it| is_lock || !is_repair(it)) {
                    changes_nothing(&folder, command, 2);
                    cases += 1;
                }
            }
        }
    }
    ran("sidecars_and_locks_of_somebody_else_are_refused_and_stay_as_they_are", cases);
}

#[test]
fn rows_that_the_experiment_does_not_have_are_refused_and_stay_as_they_are() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    let experiments = [
        SWEEP.replace("3x3", "3x4"),
        SWEEP.replace("corners", "1,1"),
        SWEEP.replace("fig2", "tutorial"),
        SWEEP.replace("100", "99"),
        format!("{SWEEP} --goal closed"),
        format!("{SWEEP} --engine step"),
        format!("{SWEEP} --rule warnsdorff"),
        format!("{} --engine estimate", SWEEP.replace("100", "none")),
    ];
    for experiment in &experiments {
        for flags in ["", " --retry", " --repair"] {
            changes_nothing(&folder, &format!("{experiment}{flags} --out x.csv"), 2);
        }
        // Both ways out.
        folder.run(&format!("{experiment} --reuse x.csv --out other.csv --quiet")).success();
        std::fs::remove_file(folder.file("other.csv")).unwrap();
        std::fs::remove_file(folder.file("other.meta.json")).unwrap();
    }
    ran(
        "rows_that_the_experiment_does_not_have_are_refused_and_stay_as_they_are",
        4 * experiments.len(),
    );
}

#[test]
fn a_sidecar_whose_results_were_moved_is_not_taken_by_another_experiment() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    std::fs::rename(folder.file("x.csv"), folder.file("moved.csv")).unwrap();
    changes_nothing(&folder, "sweep --board 3x4 --out x.csv", 2);
    folder.run("sweep --board 3x4 --fresh --out x.csv").success();
    assert!(folder.file("x.old-1.meta.json").exists());
}

#[test]
fn an_experiment_grows_also_before_its_first_row() {
    let jobs = Answered::new(EXPERIMENT, "");
    let folder = Folder::new();
    // A run that was killed before a row was saved.
    drop(jobs.open(&folder.file("x.csv"), None, RESUME, &[]).unwrap());
    assert_eq!(folder.read("x.csv").lines().count(), 1);
    folder.run(&format!("{} --out x.csv", SWEEP.replace("3x3", "3x3 3x4"))).success();
    folder.run("verify x.csv").success();
}

#[test]
fn dangling_links_are_not_replaced() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    for link in ["x.svg", "y.meta.json", "z.csv", "w.csv.lock"] {
        symlink("nowhere", folder.file(link)).unwrap();
    }
    let commands = [
        "plot x.csv".to_owned(),
        format!("{SWEEP} --out y.csv"),
        format!("{SWEEP} --out z.csv"),
        format!("{SWEEP} --out w.csv"),
        "merge x.csv --out y.csv".to_owned(),
        "best-order --board 3x4 --out z.csv".to_owned(),
    ];
    for command in &commands {
        folder.run(command).code(2);
        for link in ["x.svg", "y.meta.json", "z.csv", "w.csv.lock"] {
            assert!(folder.file(link).is_symlink(), "{command}");
        }
        assert!(!folder.file("nowhere").exists(), "{command}");
    }
    ran("dangling_links_are_not_replaced", commands.len());
}

#[test]
fn a_link_to_results_is_followed_with_the_files_beside_them() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("far")).unwrap();
    folder.run(&format!("{SWEEP} --shard 1/2 --out far/x.csv")).success();
    symlink("far/x.csv", folder.file("link.csv")).unwrap();
    folder.run(&format!("{SWEEP} --out link.csv")).success();
    assert!(folder.file("link.csv").is_symlink() && !folder.file("link.meta.json").exists());
    folder.run("verify far/x.csv link.csv").success();
}
