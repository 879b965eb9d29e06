//! Engine `estimate`: rows, refusals, and what is made of them.

use crate::program::{Folder, stderr};

const SWEEP: &str = "sweep --board 5x5 --starts 1,1 1,2 1,3 --orders fig2 tutorial --budget none \
                     --engine leap estimate --precision 5% --tours --quiet";

#[test]
fn rows_of_estimates_have_no_counts_and_those_of_counts_no_estimates() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    let told = folder.prints("verify x.csv --recompute 12");
    assert!(told.contains("12"), "{told}");
    let rows = folder.records("x.csv");
    assert_eq!(rows.len(), 12);
    for (counted, estimated) in rows[..6].iter().zip(&rows[6..]) {
        let number = |column: &str| estimated[column].parse::<f64>().unwrap();
        assert_eq!((&*counted["engine"], &*estimated["engine"]), ("leap", "estimate"));
        assert_eq!((&*counted["seed"], &*estimated["seed"]), ("", "1"));
        for column in ["outcome", "success", "closed", "tour"] {
            assert_eq!(counted[column], estimated[column], "{column}");
        }
        for column in ["checks", "nodes"] {
            assert!(!counted[column].is_empty() && estimated[column].is_empty(), "{column}");
        }
        let estimate = number("checks_estimate");
        assert!(number("checks_low") <= estimate && estimate <= number("checks_high"));
        let checks: f64 = counted["checks"].parse().unwrap();
        assert!((checks / 1.5..checks * 1.5).contains(&estimate), "{checks} {estimate}");
        assert!(number("samples") >= 0.0 && number("effective_samples") >= 0.0);
        for column in ["checks_estimate", "checks_low", "checks_high", "samples", "heavy_tailed"] {
            assert!(counted[column].is_empty() && !estimated[column].is_empty(), "{column}");
        }
    }
}

#[test]
#[ignore = "takes the seconds after which a proof is given up"]
fn a_search_without_a_proven_tour_is_not_known() {
    let folder = Folder::new();
    let search = "--board 15x15 --engine estimate --precision 20%";
    let sweep = format!("sweep {search} --starts 1,5 --orders 62758341 --budget none --out x.csv");
    let told = folder.says(&sweep);
    assert!(told.contains("0 without a tour, 0 out of budget, 1 not known"), "{told}");
    let row = &folder.records("x.csv")[0];
    assert_eq!((&*row["outcome"], &*row["success"]), ("unknown", "false"));
    for column in ["checks", "nodes", "checks_estimate", "checks_low", "checks_high", "samples"] {
        assert_eq!(row[column], "", "{column}");
    }
    folder.run("verify x.csv").success();
    let solve = format!("solve {search} --start 1,5 --order 62758341");
    let told = folder.prints_with(4, &solve);
    assert!(told.contains("not known whether there is a tour"), "{told}");
}

#[test]
fn estimates_are_the_same_on_all_threads_when_resumed_and_in_shards() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --threads 1 --out one.csv")).success();
    folder.run(&format!("{SWEEP} --threads 2 --out two.csv")).success();
    let whole = folder.rows_but_times("one.csv");
    assert_eq!(whole, folder.rows_but_times("two.csv"));
    for part in 1..=2 {
        folder.run(&format!("{SWEEP} --shard {part}/2 --out {part}.csv")).success();
    }
    folder.run("merge 1.csv 2.csv --out merged.csv --quiet").success();
    assert_eq!(whole, folder.rows_but_times("merged.csv"));
    // As after a kill: six of twelve rows, and a seventh that is torn.
    let text = folder.read("one.csv");
    let kept: usize = text.split_inclusive('\n').take(7).map(str::len).sum();
    folder.write("one.csv", &text[..kept + 30]);
    folder.unseal("one.meta.json");
    let resumed = folder.run(&format!("{SWEEP} --out one.csv").replace(" --quiet", "")).success();
    assert!(stderr(&resumed).contains("resuming after 6 rows"), "{}", stderr(&resumed));
    assert_eq!(whole, folder.rows_but_times("one.csv"));
    folder.run(&format!("{SWEEP} --seeds 2 --out other.csv")).success();
    assert_ne!(whole, folder.rows_but_times("other.csv"));
}

#[test]
fn mirror_images_have_estimates_of_their_own() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,2 1,1 --images --budget none --engine estimate \
                 --seeds 1-2 --quiet";
    folder.run(&format!("{sweep} --out all.csv")).success();
    folder.run(&format!("{sweep} --symmetry reduce --out x.csv")).success();
    folder.run("verify x.csv --recompute 9").success();
    let mut mirrored = folder.column("x.csv", "mirrored");
    assert_eq!(mirrored.len(), 32);
    mirrored.dedup();
    assert_eq!(mirrored, ["false"]);
    assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("all.csv"));
}
