//! Rows are facts: an experiment grows, takes rows over, and loses none.

use crate::program::{Folder, json, with_check};

/// Runs an experiment, and gives what its JSON says.
fn ran(folder: &Folder, sweep: &str) -> serde_json::Value {
    let run = folder.run(&format!("{sweep} --quiet --json")).success();
    json(&run)
}

/// The rows of an experiment that was run at once.
fn at_once(sweep: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.run(&format!("{sweep} --quiet --out x.csv")).success();
    folder.rows_but_times("x.csv")
}

#[test]
fn engine_auto_takes_the_answers_of_the_others() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --orders fig2 --budget 1M --engine";
    folder.run(&format!("{sweep} step --quiet --out x.csv")).success();
    let run = ran(&folder, &format!("{sweep} step auto --out x.csv"));
    assert_eq!((&run["finished"], &run["derived"]), (&0.into(), &4.into()));
    assert_eq!(folder.column("x.csv", "wall_s").iter().filter(|wall| wall.is_empty()).count(), 4);
}

#[test]
fn mirror_images_are_filled_in_across_a_rectangle() {
    let folder = Folder::new();
    let sweep = "sweep --starts corners --orders images:fig2 --budget 1M --tours --board";
    folder.run(&format!("{sweep} 4x5 --quiet --out x.csv")).success();
    let run = ran(&folder, &format!("{sweep} 4x5 5x4 --symmetry reduce --out x.csv"));
    assert_eq!((&run["finished"], &run["derived"]), (&0.into(), &32.into()));
    let whole = at_once(&format!("{sweep} 4x5 5x4"));
    assert_eq!(folder.rows_but_times("x.csv"), whole);
    folder.run("verify x.csv --recompute 8 --complete").success();
}

/// An answer without its tour does not decide a job that wants it, and is not lost for that.
#[test]
fn an_answer_without_its_tour_survives_a_search_that_is_stopped() {
    let folder = Folder::new();
    let sweep = "sweep --board 8x8 --starts 1,1 --orders fig2 --budget none --engine step";
    folder.run(&format!("{sweep} --out x.csv")).success();
    let known = folder.read("x.csv").lines().nth(1).unwrap().to_owned();
    for _ in 0..2 {
        let stopped = format!("{sweep} --tours --time-limit 1ms --out x.csv");
        folder.run(&stopped).code(1);
        assert_eq!(folder.read("x.csv").lines().nth(1), Some(&*known));
        // The stopped search says less than this row, and the next run searches again.
        assert_eq!(folder.read("x.csv").lines().count(), 2);
    }
    folder.run(&format!("{sweep} --tours --out x.csv")).success();
    assert_eq!(folder.read("x.csv").lines().count(), 2);
    let other = known.replace(",66005601,", ",66005602,");
    let there = folder.read("x.csv");
    let other = with_check(there.lines().next().unwrap(), &other);
    folder.write("x.csv", &(there + &other + "\n"));
    folder.refused(&format!("{sweep} --tours --out x.csv"));
}

#[test]
fn rows_of_other_shards_do_not_take_the_hash_of_a_complete_one() {
    let folder = Folder::new();
    let sweep = "sweep --board 8x8 --starts 1,1 1,4 --orders fig2 --budget none --engine leap";
    folder.run(&format!("{sweep} --memory 1M --shard 2/2 --quiet --out b.csv")).success();
    assert_eq!(folder.column("b.csv", "outcome"), ["memory"]);
    let first = format!("{sweep} --memory 1M --shard 1/2 --quiet --out a.csv");
    folder.run(&first).success();
    assert_eq!(folder.column("a.csv", "outcome"), ["tour"]);
    let hash = || {
        let sidecar = folder.json("a.meta.json");
        sidecar["results_sha256"].clone()
    };
    let alone = hash();
    assert!(alone.is_string());
    let other = folder.read("b.csv").lines().nth(1).unwrap().to_owned();
    folder.write("a.csv", &(folder.read("a.csv") + &other + "\n"));
    folder.run(&first).success();
    assert_eq!(folder.read("a.csv").lines().count(), 3);
    assert_eq!(hash(), alone);
}
