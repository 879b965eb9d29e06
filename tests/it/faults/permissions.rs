//! Who may read what a command writes.

use crate::program::Folder;

#[test]
fn files_stay_for_whom_they_are() {
    let sweep = "sweep --board 3x3 --quiet --out";
    for kept in [0o600, 0o640, 0o664, 0o606] {
        let folder = Folder::new();
        // The sidecar and the rows of an empty file, those of a resumed one, and sealed ones.
        folder.write("x.csv", "");
        folder.set_mode("x.csv", kept);
        folder.run(&format!("{sweep} x.csv")).success();
        assert_eq!((folder.mode("x.csv"), folder.mode("x.meta.json")), (kept, kept));
        let half = folder.read("x.csv").len() / 2;
        folder.write("x.csv", &folder.read("x.csv")[..half]);
        folder.run(&format!("{sweep} x.csv")).success();
        assert_eq!((folder.mode("x.csv"), folder.mode("x.meta.json")), (kept, kept));
        for name in ["x.csv", "x.meta.json", "x.old-1.csv", "x.old-1.meta.json"] {
            folder.run(&format!("{sweep} x.csv --fresh")).success();
            assert_eq!(folder.mode(name), kept, "{name} {kept:o}");
        }
        folder.run("plot x.csv").success();
        folder.set_mode("x.svg", kept);
        folder.run("plot x.csv").success();
        assert_eq!(folder.mode("x.svg"), kept);
    }
}

#[test]
fn merged_results_are_for_nobody_who_may_not_read_an_input() {
    for (a, b, expected) in
        [(0o600, 0o644, 0o600), (0o640, 0o604, 0o600), (0o640, 0o644, 0o640), (0o400, 0o400, 0o600)]
    {
        let folder = Folder::new();
        for (shard, mode) in [(1, a), (2, b)] {
            let name = format!("s{shard}.csv");
            folder
                .run(&format!("sweep --board 3x3 --quiet --shard {shard}/2 --out {name}"))
                .success();
            folder.set_mode(&name, mode);
        }
        for fresh in ["", " --fresh"] {
            folder.run(&format!("merge s1.csv s2.csv --out m.csv{fresh}")).success();
            assert_eq!((folder.mode("m.csv"), folder.mode("m.meta.json")), (expected, expected));
        }
    }
}
