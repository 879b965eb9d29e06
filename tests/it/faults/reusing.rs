//! Rows of other files that are taken over.

use super::{copy, facts_in, ran, searched};
use crate::program::{Folder, with_values};

const SWEEP: &str = "sweep --board 3x4 5x5 --starts all --orders fig2 tutorial --budget 20k";

fn folder_of(sweeps: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, sweep) in sweeps {
        folder.run(&format!("{sweep} --quiet --out {name}.csv")).success();
    }
    folder
}

/// Completes a sweep with the rows of these files; gives how many jobs were searched and what there
/// is to search without them.
fn reused(folder: &Folder, sweep: &str, files: &str) -> (u64, u64) {
    let fresh = Folder::new();
    let all = searched(&fresh, &format!("{sweep} --out x.csv"));
    let now = searched(folder, &format!("{sweep} --out x.csv --reuse {files}"));
    assert_eq!(facts_in(folder, "x.csv"), facts_in(&fresh, "x.csv"), "{sweep}");
    folder.run("verify x.csv").success();
    (now, all)
}

#[test]
fn rows_of_shards_are_taken_over() {
    let shard = |n| format!("{SWEEP} --shard {n}/3");
    let folder = folder_of(&[("a", &shard(1)), ("b", &shard(2)), ("c", &shard(3))]);
    let before: Vec<String> = ["a.csv", "b.csv", "c.csv"].map(|name| folder.read(name)).into();
    assert_eq!(reused(&folder, SWEEP, "a.csv b.csv c.csv").0, 0);
    let after: Vec<String> = ["a.csv", "b.csv", "c.csv"].map(|name| folder.read(name)).into();
    assert_eq!(before, after);
    // Of their own file there is nothing to take.
    assert_eq!(searched(&folder, &format!("{SWEEP} --out x.csv --reuse x.csv a.csv")), 0);
    super::changes_nothing(&folder, &format!("{SWEEP} --out x.csv --fresh --reuse x.csv"), 2);
    // Cut and joined, without headers and sidecars, and from a file that is being written.
    let halves = format!("{}{}", before[0], before[1].lines().rev().collect::<Vec<_>>().join("\n"));
    let other = Folder::new();
    other.write("halves.csv", halves.replace(before[0].lines().next().unwrap(), "") + "torn");
    let rows = before[0].lines().count() + before[1].lines().count() - 2;
    let (now, all) = reused(&other, SWEEP, "halves.csv");
    assert_eq!(now, all - rows as u64);
    ran("rows_of_shards_are_taken_over", 3);
}

#[test]
fn rows_of_other_experiments_decide_what_follows_from_them() {
    let budgets = "sweep --board 3x4 5x5 --starts 1,1 1,3 --orders fig2 tutorial --engine leap";
    let with = |flags: &str| format!("{budgets} {flags}");
    let cases = [
        // What has been decided needs no more under any budget.
        ("--budget none", "--budget 20k", 0),
        ("--budget none", "--budget 1k 20k 1M none", 0),
        ("--budget 1G", "--budget 1G none", 0),
        ("--budget none", "--budget none --engine auto", 0),
        ("--budget none --tours", "--budget 20k", 0),
        ("--budget none --tours --title other", "--budget none --tours --symmetry reduce", 0),
    ];
    for (before, after, expected) in cases {
        let after = match after.contains("--engine") {
            true => with(after).replacen("--engine leap", "", 1),
            false => with(after),
        };
        let folder = Folder::new();
        folder
            .run(&format!("{} --quiet --out y.csv", with(&before.replace(" --title other", ""))))
            .success();
        let (now, all) = reused(&folder, &after, "y.csv");
        assert_eq!(now, expected, "{after}: {all}");
    }
    // A row without its tour does not decide a job that wants it, nor a budget that was too small.
    let folder = folder_of(&[("y", &with("--budget 20k"))]);
    let (now, all) = reused(&folder, &with("--budget 20k --tours"), "y.csv");
    assert!(now > 0 && now < all, "{now} of {all}");
    let folder = folder_of(&[("y", &with("--budget 100"))]);
    let (now, all) = reused(&folder, &with("--budget none"), "y.csv");
    assert!(now > 0 && now <= all, "{now} of {all}");
    ran("rows_of_other_experiments_decide_what_follows_from_them", cases.len() + 2);
}

#[test]
fn rows_of_mirror_images_are_taken_over_where_symmetry_reduces() {
    let sweep = "sweep --board 4x5 --starts corners --orders fig2 --budget none --tours --images";
    let folder = folder_of(&[("y", &sweep.replace(" --images", "").replace("corners", "1,1"))]);
    let reduced = format!("{sweep} --symmetry reduce");
    let (now, all) = reused(&folder, &reduced, "y.csv");
    // Its images under the symmetries of the board are no searches of their own.
    assert_eq!(now, all - 1);
    // And between 4x5 and 5x4.
    let folder = folder_of(&[("y", &reduced)]);
    let turned = reduced.replace("4x5", "5x4").replace("fig2", "21876543");
    let (now, _) = reused(&folder, &turned, "y.csv");
    assert_eq!(now, 0);
    // Not where it does not.
    let folder = folder_of(&[("y", &reduced)]);
    let (now, all) = reused(&folder, &turned.replace(" --symmetry reduce", ""), "y.csv");
    assert_eq!(now, all);
    ran("rows_of_mirror_images_are_taken_over_where_symmetry_reduces", 3);
}

#[test]
fn what_is_no_row_is_never_taken_over() {
    let folder = folder_of(&[("y", SWEEP)]);
    let csv = folder.read("y.csv");
    let mut cases = 0;
    for place in (300..csv.len()).step_by(211) {
        let other = Folder::new();
        copy(&folder, &other, &["y.meta.json"]);
        let mut changed = csv.clone().into_bytes();
        changed[place] ^= 1;
        other.write("y.csv", changed);
        let now = searched(&other, &format!("{SWEEP} --out x.csv --reuse y.csv"));
        assert_eq!(now, 1 + u64::from(csv.as_bytes()[place] == b'\n'), "byte {place}");
        assert_eq!(facts_in(&other, "x.csv"), facts_in(&folder, "y.csv"), "byte {place}");
        cases += 1;
    }
    ran("what_is_no_row_is_never_taken_over", cases);
}

#[test]
fn a_reused_row_leaves_the_tour_that_nobody_asked_for() {
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 --budget 1M";
    let folder = folder_of(&[("y", &format!("{sweep} --tours"))]);
    assert!(folder.read("y.csv").contains("-c3"));
    assert_eq!(reused(&folder, sweep, "y.csv").0, 0);
    assert!(folder.column("x.csv", "tour").iter().all(String::is_empty));
    ran("a_reused_row_leaves_the_tour_that_nobody_asked_for", 1);
}

#[test]
fn rows_that_decide_no_job_are_compared_with_those_of_later_files() {
    let sweep = "sweep --board 5x5 --starts 1,1 --orders fig2 --budget 1M";
    let folder = folder_of(&[
        ("step", &format!("{sweep} --engine step")),
        ("leap", &format!("{sweep} --engine leap")),
    ]);
    let text = folder.read("step.csv");
    let row = text.lines().nth(1).unwrap();
    let wrong = with_values(row, &[("checks", "70632"), ("nodes", "8841")]);
    folder.write("step.csv", text.replace(row, &wrong));
    for files in ["step.csv leap.csv", "leap.csv step.csv"] {
        let reuse = format!("{sweep} --engine leap --out x.csv --reuse {files}");
        super::changes_nothing(&folder, &reuse, 2);
    }
    ran("rows_that_decide_no_job_are_compared_with_those_of_later_files", 2);
}

#[test]
fn a_file_reuses_itself_for_what_follows_from_it() {
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 --engine leap";
    let folder = folder_of(&[("x", &format!("{sweep} --budget 1M"))]);
    let larger = format!("{sweep} --budget 1M 2M");
    assert_eq!(reused(&folder, &larger, "x.csv").0, 0);
    ran("a_file_reuses_itself_for_what_follows_from_it", 1);
}

#[test]
fn a_file_without_rows_of_this_program_is_refused_before_a_search() {
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 --budget 1M";
    let folder = folder_of(&[("y", sweep)]);
    let reversed = |line: &str| line.split(',').rev().collect::<Vec<_>>().join(",") + "\n";
    folder.write("foreign.csv", folder.read("y.csv").lines().map(reversed).collect::<String>());
    for file in ["foreign.csv", "missing.csv", "."] {
        super::changes_nothing(&folder, &format!("{sweep} --out x.csv --reuse y.csv {file}"), 2);
    }
    super::changes_nothing(&folder, &format!("{sweep} --out foreign.csv"), 2);
    folder.write(
        "y.toml",
        "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = \"1M\"\n",
    );
    super::changes_nothing(&folder, "merge y.csv foreign.csv --out x.csv --experiment y.toml", 2);
    ran("a_file_without_rows_of_this_program_is_refused_before_a_search", 5);
}

#[test]
fn what_is_torn_in_a_file_to_reuse_is_said() {
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 --budget 1M";
    let folder = folder_of(&[("y", sweep)]);
    let text = folder.read("y.csv");
    folder.write("y.csv", &text[..text.len() - 40]);
    let run = folder.run(&format!("{sweep} --out x.csv --reuse y.csv")).success();
    let said = crate::program::stderr(&run);
    assert!(said.contains("1 row taken over, 1 line left out"), "{said}");
    ran("what_is_torn_in_a_file_to_reuse_is_said", 1);
}
