//! Rows that contradict what is known, in files that are not sealed.

use super::ran;
use crate::program::{Folder, stderr, stdout};

/// A change of a row that fits its job and its other columns.
struct Attack {
    sweep: &'static str,
    line: usize,
    /// The new text of some columns; `+N` for a number that grows by N.
    columns: &'static [(&'static str, &'static str)],
    /// What the refusal says.
    fault: &'static str,
}

const ATTACKS: &[Attack] = &[
    Attack {
        sweep: "--board 5x5 --starts 1,2 --orders sample:3:1 --budget none",
        line: 3,
        columns: &[("nodes", "+1"), ("checks", "+8")],
        fault: "nodes is 1829422, but the whole search from (1,2) on 5x5 has 1829421 nodes",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,2 --orders fig2 --budget none",
        line: 2,
        columns: &[
            ("outcome", "tour"),
            ("success", "true"),
            ("closed", "false"),
            ("checks", "14635200"),
        ],
        fault: "outcome is tour, but every move changes the colour",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,1 --orders fig2 --budget none",
        line: 2,
        columns: &[
            ("outcome", "none"),
            ("success", "false"),
            ("closed", ""),
            ("nodes", "1735079"),
            ("checks", "13880632"),
        ],
        fault: "outcome is none, but a tour of 5x5 begins at (1,1)",
    },
    Attack {
        sweep: "--board 6x6 --starts 1,1 --orders fig2 --budget none",
        line: 2,
        columns: &[
            ("outcome", "none"),
            ("success", "false"),
            ("closed", ""),
            ("nodes", "19431824959"),
            ("checks", "155454599672"),
        ],
        fault: "outcome is none, but 6x6 has a closed tour",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,1 --orders fig2 --budget none",
        line: 2,
        columns: &[("closed", "true")],
        fault: "closed is true, but every move changes the colour",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,2 --orders fig2 --budget 20M",
        line: 2,
        columns: &[("outcome", "budget"), ("nodes", ""), ("checks", "20000000")],
        fault: "outcome is budget, but the whole search from (1,2) on 5x5 takes 14635368 checks",
    },
    Attack {
        sweep: "--board 3x13 --starts 1,2 --orders sample:3:1 --budget none --engine leap",
        line: 4,
        columns: &[("nodes", "+1"), ("checks", "+8")],
        fault: "contradicts line 2 (outcome none, nodes ",
    },
    Attack {
        sweep: "--board 3x13 --starts 1,2 3,12 --orders fig2 --budget 1e15 --engine leap",
        line: 3,
        columns: &[("outcome", "budget"), ("nodes", ""), ("checks", "1000000000000000")],
        fault: "outcome budget contradicts line 2 (outcome none, nodes ",
    },
    Attack {
        sweep: "--board 6x6 --starts 1,1 --orders fig2 --images --symmetry reduce --budget none",
        line: 5,
        columns: &[("nodes", "+1"), ("checks", "+8")],
        fault: "contradicts line 2: jobs that are mirror images",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,1 --orders fig2 --budget 1k --engine step",
        line: 2,
        columns: &[("outcome", "memory"), ("checks", "")],
        fault: "outcome is memory, but this rule and engine",
    },
    Attack {
        sweep: "--board 8x8 --starts 1,1 --orders fig2 --rule greedy --budget 5k",
        line: 2,
        columns: &[
            ("outcome", "budget"),
            ("success", "false"),
            ("nodes", ""),
            ("checks", "5000"),
            ("closed", ""),
        ],
        fault: "no greedy run on 8x8 needs more than 1856 checks",
    },
    Attack {
        sweep: "--board 8x8 --starts 1,1 --orders fig2 --rule greedy --budget 5k",
        line: 2,
        columns: &[("checks", "+8")],
        fault: "checks is 1856, expected 1848",
    },
    Attack {
        sweep: "--board 5x5 --starts 1,1 --orders fig2 --budget none --tours",
        line: 2,
        columns: &[("checks", "+1")],
        fault: "checks is 70625, expected 70624",
    },
];

/// Makes the results of a sweep as they are before they are sealed.
fn unsealed(folder: &Folder, sweep: &str, name: &str) {
    folder.run(&format!("sweep {sweep} --out {name}.csv")).success();
    let sidecar = format!("{name}.meta.json");
    let mut fields: serde_json::Value = serde_json::from_str(&folder.read(&sidecar)).unwrap();
    // Nothing but the rows says whether they are right.
    fields["sealed"] = serde_json::Value::Null;
    fields["results_sha256"] = serde_json::Value::Null;
    folder.write(&sidecar, fields.to_string());
}

/// Changes columns of a line of a file; gives the new line.
fn alter(folder: &Folder, csv: &str, line: usize, columns: &[(&str, &str)]) -> String {
    let text = folder.read(csv);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let header: Vec<String> = lines[0].split(',').map(str::to_owned).collect();
    let mut fields: Vec<String> = lines[line - 1].split(',').map(str::to_owned).collect();
    for (column, value) in columns {
        let field = &mut fields[header.iter().position(|name| name == column).unwrap()];
        *field = match value.strip_prefix('+') {
            Some(more) => {
                (field.parse::<u128>().unwrap() + more.parse::<u128>().unwrap()).to_string()
            }
            None => (*value).to_owned(),
        };
    }
    let altered = fields.join(",");
    lines[line - 1].clone_from(&altered);
    folder.write(csv, lines.join("\n") + "\n");
    altered
}

#[test]
fn rows_that_contradict_what_is_known_are_refused() {
    for Attack { sweep, line, columns, fault } in ATTACKS {
        let folder = Folder::new();
        unsealed(&folder, sweep, "x");
        folder.run("verify x.csv").success();
        let altered = alter(&folder, "x.csv", *line, columns);

        let listed = stdout(&folder.run("verify x.csv").code(1));
        let expected = format!("line {line}: ");
        assert!(listed.contains(&expected) && listed.contains(fault), "{fault}: {listed}");
        for command in [format!("sweep {sweep} --out x.csv"), "merge x.csv --out y.csv".to_owned()]
        {
            let refused = stderr(&folder.run(&command).code(2));
            assert!(refused.contains(fault), "{fault}: {refused}");
        }
        // Nothing is written if no row is left.
        folder.run("merge --salvage x.csv --out saved.csv");
        let saved = std::fs::read_to_string(folder.file("saved.csv")).unwrap_or_default();
        assert!(!saved.contains(&altered), "{fault}");
    }
    ran("rows_that_contradict_what_is_known_are_refused", 4 * ATTACKS.len());
}

#[test]
fn a_wrong_row_behind_a_short_journal_does_not_outlive_those_that_contradict_it() {
    let sweep = "--board 3x13 --starts 1,2 --orders sample:3:1 --budget none --engine leap";
    let folder = Folder::new();
    unsealed(&folder, sweep, "x");
    // All rows look as if a power loss could have damaged them.
    let mark = "knightsweep journal: END SHA256 CHECK of each block of the CSV\n";
    folder.write("x.csv.journal", mark);
    alter(&folder, "x.csv", 2, &[("nodes", "+1"), ("checks", "+8")]);
    let changed = folder.read("x.csv");
    let refused = stderr(&folder.run(&format!("sweep {sweep} --out x.csv")).code(2));
    assert!(refused.contains("line 3: ") && refused.contains("contradicts line 2"), "{refused}");
    assert_eq!(folder.read("x.csv"), changed);
}

#[test]
fn rows_of_two_shards_that_contradict_each_other_are_refused() {
    let folder = Folder::new();
    let sweep = "--board 3x13 --starts 1,2 --orders sample:4:1 --budget none --engine leap";
    unsealed(&folder, &format!("{sweep} --shard 1/2"), "a");
    unsealed(&folder, &format!("{sweep} --shard 2/2"), "b");
    for line in [2, 3] {
        alter(&folder, "b.csv", line, &[("nodes", "+1"), ("checks", "+8")]);
    }
    folder.run("verify a.csv").success();
    // Its rows agree with one another.
    folder.run("verify b.csv").success();
    let refused = stderr(&folder.run("merge a.csv b.csv --out y.csv").code(2));
    assert!(refused.contains("contradicts line 2 of "), "{refused}");
    // It is unknown which shard is right, so neither counts.
    folder.run("merge --salvage a.csv b.csv --out saved.csv").success();
    assert_eq!(folder.read("saved.csv").lines().count(), 1);
    folder.run(&format!("sweep {sweep} --out saved.csv")).success();
    folder.run(&format!("sweep {sweep} --out right.csv")).success();
    assert_eq!(folder.rows_but_times("saved.csv"), folder.rows_but_times("right.csv"));
}

#[test]
fn a_field_that_cannot_be_read_is_named_with_what_is_expected() {
    let sweep = "--board 5x5 --starts 1,1 --orders fig2 --budget none";
    for (column, value, fault) in [
        ("checks", "7o624", "checks is `7o624`, expected a whole number, or nothing"),
        ("nodes", "0x10", "nodes is `0x10`, expected `16`"),
        ("order", "12345677", "order is `12345677`, expected each of the digits 1 to 8 once"),
        ("rule", "fixEd", "rule is `fixEd`, expected one of: fixed, warnsdorff,"),
        ("success", "yes", "success is `yes`, expected one of: true, false"),
        ("start_row", "", "start_row is missing, expected a whole number up to 2000"),
        ("wall_s", "1e-9", "wall_s is `1e-9`, expected "),
    ] {
        let folder = Folder::new();
        unsealed(&folder, sweep, "x");
        alter(&folder, "x.csv", 2, &[(column, value)]);
        let listed = stdout(&folder.run("verify x.csv").code(1));
        assert!(listed.contains(&format!("line 2: {fault}")), "{fault}: {listed}");
    }
}
