//! Engine `estimate`: rows, refusals, and what is made of them.

use std::collections::HashMap;

use crate::program::{Folder, answered, json, knightsweep, printed, stderr, stdout};

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

#[test]
fn summaries_leave_estimates_out_unless_asked_and_then_mark_them() {
    let folder = Folder::new();
    folder.run(&format!("{SWEEP} --out x.csv")).success();
    let summary = |more: &str| folder.answers(&format!("summarize x.csv --json {more}"))[0].clone();
    let counted = summary("--where engine=leap");
    let all = summary("");
    assert_eq!((&all["jobs"], &all["estimated"]), (&12.into(), &6.into()));
    for column in ["checks_median", "checks_mean", "checks_max", "checks_total", "decided"] {
        assert_eq!(all[column], counted[column], "{column}");
    }
    assert_eq!(all["tour"].as_u64(), counted["tour"].as_u64().map(|tours| 2 * tours));
    let with = summary("--with-estimates");
    assert_eq!(with["decided"], 12);
    assert_eq!(with["checks_total"], counted["checks_total"]);
    let run = |more: &str| folder.run(&format!("summarize x.csv --by engine {more}")).success();
    let without = run("");
    assert!(!stdout(&without).contains('≈'));
    let hint = "6 estimated jobs without counts; --with-estimates, not with --restarts, takes the estimates for checks";
    assert!(stderr(&without).contains(hint), "{}", stderr(&without));
    let with = run("--with-estimates");
    assert!(stderr(&with).contains("≈: the checks of 6 estimated jobs are estimates"));
    let with = stdout(&with);
    let line = |engine: &str| with.lines().find(|line| line.contains(engine)).unwrap().to_owned();
    assert!(line("estimate ").contains("≈ ") && !line("leap").contains('≈'), "{with}");
}

#[test]
fn solve_estimates_one_search() {
    let solve = "solve --board 6x6 --start 1,2 --engine estimate --precision 5%";
    let out = printed(&format!("{solve} --quiet"));
    let line = out.lines().find(|line| line.starts_with("about ")).unwrap();
    assert!(line.contains(" checks = 8^") && line.contains(" (95 %: "), "{out}");
    assert!(line.contains(" samples, ") && out.contains("6x6 from (1,2)"), "{out}");
    let json = answered(0, &format!("{solve} --json --quiet"));
    assert!(json["checks"].is_null() && json["tour"].is_string());
    assert!(json["checks_low"].as_f64() < json["checks_high"].as_f64());
    // No tour: the whole space, which is estimated.
    let none = "solve --board 5x5 --start 1,2 --engine estimate --quiet";
    let none = stdout(&knightsweep(none).assert().code(3));
    assert!(none.contains("no open tour\n") && none.contains("about 1."), "{none}");
}

#[test]
fn estimates_beyond_all_counts_are_part_of_the_statistics() {
    let folder = Folder::new();
    let estimates =
        [("tour", "2e51", "true"), ("tour", "1e20", "false"), ("tour", "9.5e63", "true")];
    let rows = estimates.into_iter().chain([("unknown", "", "")]).zip(1..);
    let row = |((outcome, estimate, heavy), col): ((&str, &str, &str), u16)| {
        format!(
            "12,12,1,{col},12345678,fixed,open,estimate,,1,99%,{outcome},,{estimate},{estimate},\
             {estimate},{heavy}\n"
        )
    };
    let header = "rows,cols,start_row,start_col,order,rule,goal,engine,budget,seed,precision,\
                  outcome,checks,checks_estimate,checks_low,checks_high,heavy_tailed\n";
    folder.write("x.csv", header.to_owned() + &rows.map(row).collect::<String>());
    let summary =
        |more: &str| folder.run(&format!("summarize x.csv --with-estimates {more}")).success();
    let known = "--where outcome=tour";
    let said = stderr(&summary(known));
    let remark = "≈: the checks of 3 estimated jobs are estimates; 2 of them rest on few samples \
                  (heavy_tailed)";
    assert!(said.contains(remark) && !said.contains("10^38"), "{said}");
    let table = |more: &str| {
        let csv = stdout(&summary(&format!("--format csv {more}")));
        let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned));
        let header = lines.next().unwrap();
        header.zip(lines.next().unwrap()).collect::<HashMap<String, String>>()
    };
    let row = table(known);
    for (column, value) in [
        ("jobs", "3"),
        ("decided", "3"),
        ("estimated", "3"),
        ("heavy_tailed", "2"),
        ("checks_min", "100000000000000000000"),
        ("orders_min", "1"),
        ("checks_median", "2.000000e51"),
        ("checks_max", "9.500000e63"),
        ("checks_total", "0"),
    ] {
        assert_eq!(row[column], value, "{column}");
    }
    let number = |text: &str| text.parse::<f64>().unwrap();
    assert!((number(&row["checks_mean"]) / (9.5e63 / 3.0) - 1.0).abs() < 1e-9, "{row:?}");
    assert!((number(&row["exponent_median"]) - 2e51f64.ln() / 8f64.ln()).abs() < 1e-9);
    // The mean of 10^20 and 2·10^51.
    let even = table("--where start=1,1 --where start=1,2");
    assert_eq!(even["checks_median"], "1.000000e51");
    let json = json(&summary(&format!("--json {known}")));
    assert_eq!(json[0]["checks_median"].as_f64(), Some(2e51));
    assert_eq!(json[0]["checks_min"], "100000000000000000000");
    let shown = stdout(&summary(&format!("{known} --all-columns")));
    assert!(json[0]["heavy_tailed"] == 2 && shown.contains("heavy_tailed"), "{shown}");
    assert!(shown.contains("≈ 2.000·10^51") && shown.contains("≈ 9.500·10^63"), "{shown}");
    let hidden = "1 group has jobs of which nothing is known, so its median is missing; `plot \
                  --kind growth --with-estimates` draws them as ranges";
    assert!(!said.contains("missing") && stderr(&summary("")).contains(hidden));
    // Each quantile depends on the job of which nothing is known.
    let unknown = table("");
    assert_eq!((&*unknown["jobs"], &*unknown["unknown"], &*unknown["decided"]), ("4", "1", "3"));
    for column in
        ["checks_min", "orders_min", "checks_median", "checks_median_above", "checks_mean"]
    {
        assert_eq!(unknown[column], "", "{column}");
    }
    assert_eq!(unknown["decided_checks_median"], "2.000000e51");
    // All that is known of their checks is that they are above 10^38.
    assert_eq!(table("--where checks>1e30")["jobs"], "2");
    assert_eq!(table("--where checks<1e30")["jobs"], "1");
}
