//! Rows are facts: an experiment grows, takes rows over, and loses none.

use crate::program::{Folder, with_check};

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
