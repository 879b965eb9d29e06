//! `best-order`: the quickest orders from each start.

use sha2::{Digest, Sha256};

use crate::program::{Folder, json, stdout, with_check};

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
    for (refused, code) in [("best.csv/best.csv", 1), ("best.txt", 2)] {
        folder.run(&format!("{made} {refused}")).code(code);
    }
    // Another file beside the sidecar is not a table.
    let solved = folder.run("solve --board 5x5 --start 1,1 --quiet").success();
    let grid: Vec<String> = stdout(&solved).lines().take(5).map(str::to_owned).collect();
    folder.write("best.txt", grid.join("\n"));
    folder.run("verify best.txt").success();
    std::fs::remove_file(folder.file("best.meta.json")).unwrap();
    let sound = |csv: &str, code| {
        folder.write("best.csv", csv);
        let said = folder.run("verify best.csv --json").code(code);
        (json(&said)["sound"].clone(), json(&said)["seal_holds"].clone())
    };
    assert_eq!(sound(&csv, 0), (true.into(), serde_json::Value::Null));
    assert_eq!(sound(&csv.replace("70624", "70625"), 1), (false.into(), serde_json::Value::Null));
}
