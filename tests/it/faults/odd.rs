//! Odd numbers of threads and little memory.

use crate::program::{Folder, stderr, stdout};

#[test]
fn results_do_not_depend_on_one_or_sixty_four_threads() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --orders sample:10 --budget 20k --tours";
    for threads in [1, 64] {
        folder.run(&format!("{sweep} --threads {threads} --out t{threads}.csv")).success();
    }
    assert_eq!(folder.rows_but_times("t1.csv"), folder.rows_but_times("t64.csv"));
}

#[test]
fn tiny_memory_is_an_outcome_and_not_a_wrong_number() {
    let folder = Folder::new();
    let sweep =
        "sweep --board 8x8 --starts 1,1 1,2 --orders fig2 --engine leap --budget none --threads 2";
    let told = stderr(&folder.run(&format!("{sweep} --memory 1M --out x.csv")).success());
    let summary = stdout(&folder.run("summarize x.csv --format csv").success());
    assert!(told.contains("needed more than") && !summary.is_empty(), "{told}");
    let csv = folder.read("x.csv");
    for row in csv.lines().skip(1) {
        assert!(row.contains(",memory,false,,,,") || row.contains(",66005601,"), "{row}");
    }
    folder.run("verify x.csv").success();
}
