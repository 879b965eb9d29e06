//! Results and tables of format 3 are read, resumed, verified and merged by every program of it.

use crate::program::Folder;

/// The command that wrote `sealed.csv`, without its file.
const SWEEP: &str = "sweep --board 3x4 5x5 8x8 --starts 1,1 --orders fig2 --budget 20M --tours --images \
     --symmetry reduce --engine step";

/// Copies results or tables of these names, with their sidecars, to a new folder.
fn copies(names: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in names {
        for file in [format!("{name}.csv"), format!("{name}.meta.json")] {
            folder.write(&file, std::fs::read(format!("tests/data/format3/{file}")).unwrap());
        }
    }
    folder
}

#[test]
fn results_are_verified() {
    let folder = copies(&["sealed", "seeds", "memory", "shard-1", "shard-2", "unfinished"]);
    for name in ["sealed", "seeds", "memory", "shard-1", "shard-2"] {
        let said = folder.prints(&format!("verify {name}.csv"));
        assert!(said.contains("sealed and unchanged"), "{said}");
    }
    let said = folder.prints("verify sealed.csv --recompute 5");
    assert!(said.contains("5 jobs searched again"), "{said}");
    let found = folder.answers("verify unfinished.csv --json");
    assert_eq!([&found["rows"], &found["jobs"], &found["torn_bytes"]], [11, 20, 14]);
}

#[test]
fn unfinished_results_are_resumed() {
    let folder = copies(&["sealed", "unfinished"]);
    let said = folder.says(&format!("{SWEEP} --out unfinished.csv"));
    assert!(said.contains("complete and sealed, 20 rows: "), "{said}");
    let tours = folder.read("sealed.csv").matches(",tour,true,").count();
    assert!(tours > 1 && said.contains(&format!("20 rows: {tours} tours, ")), "{said}");
    assert_eq!(folder.rows_but_times("unfinished.csv"), folder.rows_but_times("sealed.csv"));
    let resumed = folder.json("unfinished.meta.json");
    let sealed = folder.json("sealed.meta.json");
    assert_eq!(resumed["results_sha256"], sealed["results_sha256"]);
    assert_eq!(resumed["format"], 3);
    assert_eq!(resumed["sessions"][1]["torn_bytes"], 14);
    folder.run("verify unfinished.csv").success();
}

#[test]
fn tables_are_verified_and_are_not_results() {
    let folder = copies(&["best-order", "count"]);
    for name in ["best-order", "count"] {
        let said = folder.prints(&format!("verify {name}.csv"));
        assert!(said.contains("a table, sealed and unchanged since"), "{said}");
        let said = folder.fails(2, &format!("summarize {name}.csv"));
        assert!(said.contains("it is a table"), "{said}");
        folder.run(&format!("sweep --board 3x3 --out {name}.csv")).code(2);
        folder.run(&format!("merge {name}.csv --out x.csv")).code(2);
        folder.write(&format!("{name}.csv"), folder.read(&format!("{name}.csv")) + "5,5\n");
        let said = folder.prints_with(1, &format!("verify {name}.csv"));
        assert!(said.contains("CHANGED since it was sealed"), "{said}");
    }
}
