//! Warnsdorff's rules, closed tours and the quickest orders, from the command line.

use sha2::{Digest, Sha256};

use crate::program::{Folder, knightsweep, stderr, stdout};

fn printed(arguments: &str) -> String {
    stdout(&knightsweep(arguments).assert().success())
}

/// What a search prints that ends with this exit code.
fn ended(code: i32, arguments: &str) -> String {
    stdout(&knightsweep(arguments).assert().code(code))
}

fn refused(arguments: &str) -> String {
    stderr(&knightsweep(arguments).assert().code(2))
}

#[test]
fn a_random_rule_has_a_row_for_each_seed() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 3 1-2 --symmetry reduce --out x.csv")
        .success();
    insta::assert_snapshot!(folder.rows_but_times("x.csv").join("\n"), @"
    job,rows,cols,start_row,start_col,order,order_rank,rule,goal,engine,budget,outcome,success,checks,nodes,closed,seed,mirror_of
    0,5,5,1,1,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,3,
    1,5,5,1,1,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,1,
    2,5,5,1,1,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,2,
    3,5,5,2,2,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,3,
    4,5,5,2,2,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,1,
    5,5,5,2,2,12345678,0,greedy-random,open,auto,100000000,tour,true,576,25,false,2,
    ");
    folder.run("verify x.csv --recompute 6").success();
    let again = stderr(&folder.run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 3 1-2 --symmetry reduce --out x.csv").success());
    assert!(again.contains("nothing is left to do"), "{again}");
    let other = stderr(&folder.run("sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --seeds 4 --symmetry reduce --out x.csv").failure());
    assert!(other.contains("seeds: the file has 3 1-2, the command asks for 4"), "{other}");
}

#[test]
fn reducing_by_symmetry_changes_no_row_of_any_rule() {
    let folder = Folder::new();
    for rule in [
        "warnsdorff",
        "warnsdorff-random",
        "warnsdorff-pohl",
        "warnsdorff-pohl-random",
        "warnsdorff-roth",
        "warnsdorff-squirrel-cull",
        "greedy",
        "greedy-random",
        "greedy-pohl",
        "greedy-pohl-random",
        "greedy-roth",
        "greedy-squirrel-cull",
    ] {
        let other = if rule.ends_with("squirrel-cull") { "4x4" } else { "4x6" };
        let sweep = format!(
            "sweep --board 5x5 {other} --orders sample:4:1 --images --rule {rule} --budget 20k --tours --quiet"
        );
        let rows = |symmetry: &str, mirror_columns: usize| {
            let name = format!("{rule}-{symmetry}.csv");
            folder.run(&format!("{sweep} --symmetry {symmetry} --out {name}")).success();
            let without_source = |row: String| {
                let mut fields: Vec<&str> = row.split(',').collect();
                let tour = fields.len() - 1;
                fields.drain(tour - mirror_columns..tour);
                fields.join(",")
            };
            let rows = folder.rows_but_times(&name);
            rows.into_iter().map(without_source).collect::<Vec<_>>()
        };
        assert_eq!(rows("off", 0), rows("reduce", 1), "{rule}");
    }
}

#[test]
fn a_run_that_gets_stuck_says_that_this_proves_nothing() {
    let folder = Folder::new();
    let solved = printed("solve --board 5x5 --start 2,2 --order 87654321 --rule greedy");
    assert!(solved.contains("rule greedy: "), "{solved}");
    let stuck = ended(4, "solve --board 8x8 --start 2,4 --order 14237586 --rule greedy");
    let nothing = "rule greedy: stuck: the greedy run reached a dead end, which proves nothing\n";
    assert!(stuck.contains(nothing), "{stuck}");
    assert!(!stuck.contains("there is none"), "{stuck}");
    // Where a theorem knows more than the run, the theorem decides.
    let infeasible = ended(3, "solve --board 5x5 --start 1,2 --rule greedy");
    let none = "rule greedy: stuck in a dead end\nno tour exists: every move changes the colour";
    assert!(infeasible.contains(none), "{infeasible}");
    let run = folder.run("sweep --board 5x5 --rule greedy --out x.csv --json");
    let run = run.success();
    let report: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    let stuck = report["stuck"].as_u64().unwrap();
    assert!(stuck >= 12, "no tour starts on the minority colour");
    assert_eq!(report["tour"].as_u64().unwrap() + stuck, 25);
    assert!(stderr(&run).contains(&format!("{stuck} stuck")));
    let summary: serde_json::Value =
        serde_json::from_str(&stdout(&folder.run("summarize x.csv --json").success())).unwrap();
    assert_eq!(summary[0]["stuck"], stuck);
    assert_eq!(summary[0]["decided"], 25 - stuck);
}

#[test]
fn the_rule_takes_boards_that_no_other_takes() {
    let solved = printed("solve --board 50x40 --rule warnsdorff --json");
    let record: serde_json::Value = serde_json::from_str(&solved).unwrap();
    assert_eq!(record["outcome"], "tour");
    assert_eq!(record["nodes"], 2_000);
}

#[test]
fn what_does_not_belong_to_a_rule_is_refused_with_advice() {
    let refusals = [
        "solve --rule greedy --engine leap",
        "solve --rule warnsdorff --seed 3",
        "solve --rule greedy-random --seeds 1-3",
        "solve --rule greedy-random --seed 3-1",
        "solve --rule greedy-random --seed 1-99999999",
        "solve --rule gredy",
        "solve --board 2001x8 --rule greedy",
        "solve --board 20x8 --rule greedy-squirrel-cull",
        "sweep --board 1000x1000 --orders all --rule greedy --out x.csv",
    ]
    .map(refused);
    insta::assert_snapshot!(refusals.concat(), @"
    knightsweep: --engine: engine `leap` supports rule `fixed` only; for rule `greedy` use step or auto
    knightsweep: --seed: rule `warnsdorff` is deterministic; remove `seeds`, or use warnsdorff-random or greedy-random
    knightsweep: this asks for 3 searches: solve takes one board, start, order, rule, goal and budget; sweep takes sets of them
    knightsweep: --seed: `3-1` is not a seed or a range of seeds; write a whole number such as 7, or first-last such as 1-100
    knightsweep: --seed: the range of seeds `1-99999999` is too long; give at most 1000000
    error: invalid value 'gredy' for '--rule <RULE>'
      [possible values: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull]

      tip: a similar value exists: 'greedy'

    For more information, try '--help'.
    knightsweep: --board: a board of 2001x8 is out of range; sides go from 1 to 2000
    knightsweep: --board: a board of 20x8 is not one for rule greedy-squirrel-cull with engine auto, which takes square boards of up to 2000 rows and columns; rules for this board: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth
    knightsweep: --board: this gives 40320000000 jobs or more; an experiment has at most 1000000000
    ");
}

#[test]
fn what_no_search_can_find_is_reported_with_its_reason() {
    let solved = ended(3, "solve --board 3x4 --goal closed");
    assert!(
        solved.contains("no closed tour: the whole space was searched\nthe reason: 3x4 is one of"),
        "{solved}"
    );
    for engine in ["leap", "auto"] {
        let of_rows_of_four =
            format!("solve --board 4x9 --goal closed --budget 1e6 --engine {engine}");
        assert!(
            ended(3, &of_rows_of_four)
                .contains("no tour exists: no board with a side of 4 has such a tour")
        );
    }
    let plan = printed("plan --board 5x5 6x6 --goal closed --no-estimate");
    assert!(
        plan.contains("25 jobs on 5x5 cannot succeed: every move changes the colour"),
        "{plan}"
    );
    assert!(!plan.contains("on 6x6 cannot"));
    let folder = Folder::new();
    for (code, arguments, sentence) in [
        (3, "solve --board 5x5 --start 1,2", "a theorem rules out a tour; searching to count"),
        (
            3,
            "solve --board 5x5 --start 1,2 --json",
            "no tour exists: every move changes the colour",
        ),
        (
            0,
            "sweep --board 4x5 5x6 --starts corners --goal closed --budget 1000 --out x.csv",
            "4 jobs on 4x5 cannot succeed: no board with a side of 4 has such a tour\nto leave out \
             such jobs, write impossible = \"skip\" into the experiment",
        ),
    ] {
        let warned = stderr(&folder.run(arguments).code(code));
        assert!(warned.starts_with(sentence), "{warned}");
        let quiet = folder.run(&format!("{arguments} --quiet")).code(code);
        assert_eq!(stderr(&quiet), "");
    }
    let again = stderr(
        &folder
            .run("sweep --board 4x5 5x6 --starts corners --goal closed --budget 1000 --out x.csv")
            .success(),
    );
    assert!(!again.contains("cannot succeed"), "{again}");
    let json = printed("plan --board 5x5 --no-estimate --json");
    let plan: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(plan["impossible"][0]["jobs"], 12);
}

#[test]
fn plan_lists_seeds_where_there_are_some() {
    let list = printed("plan --board 3x3 --starts 1,1 --rule warnsdorff-random --seeds 7-8 --list");
    insta::assert_snapshot!(list, @"
    job,rows,cols,start_row,start_col,order,order_rank,rule,goal,engine,budget,seed
    0,3,3,1,1,12345678,0,warnsdorff-random,open,auto,100000000,7
    1,3,3,1,1,12345678,0,warnsdorff-random,open,auto,100000000,8
    ");
}

#[test]
fn the_quickest_orders_are_listed_for_each_start() {
    let csv = printed("best-order --board 5x5 --starts corners 1,2 --format csv --quiet");
    insta::assert_snapshot!(csv, @"
    rows,cols,start_row,start_col,outcome,checks_min,orders_min,checks_min_orders,fig2_outcome,fig2_checks,fig2_ratio
    5,5,1,1,tour,107,2,34216785 87125436,tour,70624,660.0373831775701
    5,5,1,5,tour,107,2,21347658 56438127,tour,236,2.205607476635514
    5,5,5,1,tour,107,2,12874563 65783214,tour,111981,1046.5514018691588
    5,5,5,5,tour,107,2,43561872 78652341,tour,2213,20.682242990654206
    5,5,1,2,none,,,,,,
    ");
    let outcomes = |arguments: &str| {
        let csv = printed(&format!("best-order {arguments} --no-compare --format csv --quiet"));
        let outcome = |line: &str| line.split(',').nth(4).unwrap().to_owned();
        csv.lines().skip(1).map(outcome).collect::<Vec<_>>()
    };
    // From (2,2) there is none. No theorem says so, and no search of an order shows it in time.
    assert_eq!(outcomes("--board 4x6 --starts 1,1 2,2"), ["tour", "none"]);
    assert_eq!(outcomes("--board 4x6 --starts 1,1 2,2 --limit 20"), ["budget", "none"]);
    // Fig. 2's order takes 70,624 checks there.
    let compared = |arguments: &str| {
        let json = printed(&format!("best-order {arguments} --json --quiet"));
        let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
        [&rows[0]["fig2_outcome"], &rows[0]["fig2_checks"]].map(ToString::to_string)
    };
    let corner = "--board 5x5 --starts 1,1";
    let within = |budget| compared(&format!("{corner} --compare-budget {budget}"));
    assert_eq!(compared(&format!("{corner} --no-compare")), ["null", "null"]);
    assert_eq!(within(70_624), ["\"tour\"", "70624"]);
    assert_eq!(within(70_623), ["\"budget\"", "null"]);
    assert_eq!(compared("--board 8x8 --starts 1,2 --memory 1M"), ["\"memory\"", "null"]);
    let of_many = |format: &str| {
        printed(&format!("best-order --board 3x4 --starts 1,1 --quiet --format {format}"))
    };
    assert_eq!(of_many("csv").lines().last().unwrap().split(' ').count(), 240);
    assert!(of_many("table").contains(" and 239 more"));
    assert!(refused("best-order --board 17x17").contains("up to 256 squares"));
}

#[test]
fn the_quickest_order_from_one_start_is_said_in_sentences() {
    let said = |arguments: &str| printed(&format!("best-order --board 5x5 {arguments} --quiet"));
    insta::assert_snapshot!(said("--starts 1,1"), @"
    5x5 from (1,1): 2 orders are the quickest of all 40,320, such as 34216785: 107 checks
    order 12345678 (fig2): 70,624 checks, 660 times as many
    ");
    insta::assert_snapshot!(said("--starts 1,1 --compare-budget 1000"), @"
    5x5 from (1,1): 2 orders are the quickest of all 40,320, such as 34216785: 107 checks
    order 12345678 (fig2) needs more than 1,000 checks (--compare-budget)
    ");
    insta::assert_snapshot!(said("--starts 1,1 --compare 34216785"), @"
    5x5 from (1,1): 2 orders are the quickest of all 40,320, such as 34216785: 107 checks
    order 34216785: 107 checks
    ");
    insta::assert_snapshot!(said("--starts 1,2"), @"5x5 from (1,2): no tour begins there");
    insta::assert_snapshot!(said("--starts 1,1 --limit 20"), @"5x5 from (1,1): no order finds a tour within --limit 20");
    assert!(said("--starts corners").contains(" checks_min "));
}

#[test]
fn a_table_of_quickest_orders_is_kept_with_what_made_it() {
    let folder = Folder::new();
    let made = "best-order --board 5x5 --starts corners --quiet --out";
    folder.run(&format!("{made} best.csv")).success();
    let csv = folder.read("best.csv");
    folder.run(&format!("{made} new/folder/best.csv")).success();
    assert_eq!(folder.read("new/folder/best.csv"), csv);
    let printed = folder.run("best-order --board 5x5 --starts corners --quiet --format csv");
    assert_eq!(csv, stdout(&printed.success()));
    let sidecar: serde_json::Value = serde_json::from_str(&folder.read("best.meta.json")).unwrap();
    assert_eq!(sidecar["sealed"]["bytes"], csv.len());
    let sha256 = sidecar["sealed"]["sha256"].as_str().unwrap();
    let digits = Sha256::digest(&csv).map(|byte| format!("{byte:02x}"));
    assert_eq!(sha256, digits.as_slice().concat());
    assert_eq!(sidecar["command"][1], "best-order");
    for (refused, why, code) in [
        ("best.csv", "--out: best.csv exists", 2),
        ("best.csv/best.csv", "cannot make the folder best.csv", 1),
        ("best.txt", "--out: ", 2),
    ] {
        let message = stderr(&folder.run(&format!("{made} {refused}")).code(code));
        assert!(message.contains(why), "{message}");
    }
    assert_eq!(folder.read("best.csv"), csv);
    let sound = folder.run("verify best.csv").success();
    assert_eq!(stdout(&sound), "best.csv: sound: a table, sealed and unchanged since\n");
    folder.run("plot best.csv").success();
    for command in ["summarize", "report"] {
        let message = stderr(&folder.run(&format!("{command} best.csv")).code(2));
        let why = "it is a table of best-order or count; give results of run or sweep";
        assert_eq!(message, format!("knightsweep: best.csv: {why}\n"));
    }
    // Another file beside the sidecar is not a table.
    let solved = folder.run("solve --board 5x5 --start 1,1 --quiet").success();
    let grid: Vec<String> = stdout(&solved).lines().take(5).map(str::to_owned).collect();
    folder.write("best.txt", grid.join("\n"));
    folder.run("verify best.txt").success();
    folder.write("best.csv", csv.replace("70624", "70625"));
    let changed = folder.run("verify best.csv --json").code(1);
    let message: serde_json::Value = serde_json::from_str(&stdout(&changed)).unwrap();
    assert_eq!((&message["sound"], &message["seal_holds"]), (&false.into(), &false.into()));
    folder.write("best.meta.json", "{");
    folder.run("verify best.csv").failure();
}

#[test]
fn best_orders_are_a_short_table_for_people() {
    let table = printed("best-order --board 5x5 --starts corners 1,2 3,3 --quiet");
    insta::assert_snapshot!(table, @"
     start   checks_min   checks_min_orders     fig2_checks   fig2_ratio
    ─────────────────────────────────────────────────────────────────────
     (1,1)          107   34216785 87125436          70,624          660
     (1,5)          107   21347658 56438127             236         2.21
     (5,1)          107   12874563 65783214         111,981        1,047
     (5,5)          107   43561872 78652341           2,213         20.7
     (1,2)         none                     –             –            –
     (3,3)       44,944   13456782 and 7 more        79,174         1.76
    ");
    let table = printed("best-order --board 3x4 5x5 --starts 1,1 3,3 --limit 20 --quiet");
    insta::assert_snapshot!(table, @"
     board   start   checks_min   checks_min_orders   fig2_checks   fig2_ratio
    ───────────────────────────────────────────────────────────────────────────
     3x4     (1,1)         > 20                   –            47       < 2.35
     3x4     (3,3)         none                   –             –            –
     5x5     (1,1)         > 20                   –        70,624      < 3,532
     5x5     (3,3)         > 20                   –        79,174      < 3,959
    ");
    let folder = Folder::new();
    let run = folder.run("best-order --board 5x5 --starts 1,1 1,5 --compare tutorial").success();
    let said = "5x5: 2 starts, all 40,320 orders from each, compared with 21876543 (tutorial)\n";
    assert_eq!(stderr(&run), said);
}
