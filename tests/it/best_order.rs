//! `best-order`: the quickest orders from each start.

use sha2::{Digest, Sha256};

use crate::program::{Folder, answered, json, printed, stdout, with_check};

#[test]
fn the_quickest_orders_are_listed_for_each_start() {
    let csv = printed("best-order --board 5x5 --starts corners 1,2 --format csv --quiet");
    insta::assert_snapshot!(csv, @"
    rows,cols,start_row,start_col,limit,outcome,checks_min,orders_min,checks_min_orders,fig2_budget,fig2_outcome,fig2_checks,fig2_ratio
    5,5,1,1,,tour,107,2,34216785 87125436,1000000000000,tour,70624,660.0373831775701
    5,5,1,5,,tour,107,2,21347658 56438127,1000000000000,tour,236,2.205607476635514
    5,5,5,1,,tour,107,2,12874563 65783214,1000000000000,tour,111981,1046.5514018691588
    5,5,5,5,,tour,107,2,43561872 78652341,1000000000000,tour,2213,20.682242990654206
    5,5,1,2,,none,,,,1000000000000,,,
    ");
    let outcomes = |arguments: &str| {
        let csv = printed(&format!("best-order {arguments} --no-compare --format csv --quiet"));
        let outcome = |line: &str| line.split(',').nth(5).unwrap().to_owned();
        csv.lines().skip(1).map(outcome).collect::<Vec<_>>()
    };
    // From (2,2) there is none. No theorem says so, and no search of an order shows it in time.
    assert_eq!(outcomes("--board 4x6 --starts 1,1 2,2"), ["tour", "none"]);
    assert_eq!(outcomes("--board 4x6 --starts 1,1 2,2 --limit 20"), ["budget", "none"]);
    // Fig. 2's order takes 70,624 checks there.
    let compared = |arguments: &str| {
        let rows = answered(0, &format!("best-order {arguments} --json --quiet"));
        [&rows[0]["fig2_outcome"], &rows[0]["fig2_checks"]].map(ToString::to_string)
    };
    let corner = "--board 5x5 --starts 1,1";
    let within = |budget| compared(&format!("{corner} --compare-budget {budget}"));
    assert_eq!(compared(&format!("{corner} --no-compare")), ["null", "null"]);
    assert_eq!(within(70_624), ["\"tour\"", "70624"]);
    assert_eq!(within(70_623), ["\"budget\"", "null"]);
    assert_eq!(compared("--board 8x8 --starts 1,4 --memory 1M"), ["\"memory\"", "null"]);
    let of_many = |format: &str| {
        printed(&format!("best-order --board 3x4 --starts 1,1 --quiet --format {format}"))
    };
    assert_eq!(of_many("csv").lines().last().unwrap().split(' ').count(), 240);
    assert!(of_many("table").contains(" and 239 more"));
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
    let (header, rows) = csv.split_once('\n').unwrap();
    assert!(rows.lines().all(|row| with_check(header, row) == row), "{csv}");
    let unchecked = |line: &str| line.rsplit_once(',').unwrap().0.to_owned() + "\n";
    assert_eq!(csv.lines().map(unchecked).collect::<String>(), stdout(&printed.success()));
    let sidecar = folder.json("best.meta.json");
    assert_eq!(sidecar["sealed"]["bytes"], csv.len());
    let sha256 = sidecar["sealed"]["sha256"].as_str().unwrap();
    let digits = Sha256::digest(&csv).map(|byte| format!("{byte:02x}"));
    assert_eq!(sha256, digits.as_slice().concat());
    assert_eq!(sidecar["command"][1], "best-order");
    let meta = folder.read("best.meta.json");
    folder.run(&format!("{made} best.csv")).success();
    assert_eq!((folder.read("best.csv"), folder.read("best.meta.json")), (csv.clone(), meta));
    for (refused, code) in [("best.csv/best.csv", 1), ("best.txt", 2), ("best.csv --limit 20", 2)] {
        let message = folder.fails(code, &format!("{made} {refused}"));
        assert!(message.contains("best."), "{message}");
    }
    assert_eq!(folder.read("best.csv"), csv);
    let sound = folder.run("verify best.csv").success();
    assert_eq!(stdout(&sound), "best.csv: sound: a table, sealed and unchanged since\n");
    folder.run("plot best.csv").success();
    for command in ["summarize", "report"] {
        let message = folder.fails(2, &format!("{command} best.csv"));
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
    let message = json(&changed);
    assert_eq!((&message["sound"], &message["seal_holds"]), (&false.into(), &false.into()));
    let drawn = folder.says("plot best.csv --data best.data.csv");
    let left_out = "left out 1 row whose check fails";
    assert!(drawn.contains(left_out) && drawn.contains("CHANGED since it was sealed"), "{drawn}");
    let kept = folder.read("best.data.csv");
    assert!(!kept.contains("70625") && kept.lines().count() < csv.lines().count(), "{kept}");
    folder.write("best.meta.json", "{");
    folder.run("verify best.csv").failure();
    std::fs::remove_file(folder.file("best.meta.json")).unwrap();
    let sound = |csv: &str, code| {
        folder.write("best.csv", csv);
        let said = folder.run("verify best.csv --json").code(code);
        (json(&said)["sound"].clone(), json(&said)["seal_holds"].clone())
    };
    assert_eq!(sound(&csv, 0), (true.into(), serde_json::Value::Null));
    assert_eq!(sound(&csv.replace("70624", "70625"), 1), (false.into(), serde_json::Value::Null));
}
