//! What `plot`, `report` and `summarize` say of the files that they read: parts, copies, changes
//! and files without results.

use crate::program::{Folder, small_results, stderr, stdout};

/// The results with the checks of the rows with an outcome replaced, as a program writes them back.
fn with_checks(csv: &str, outcome: &str, checks: &str) -> String {
    let row = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        if fields[11] == outcome {
            fields[13] = checks;
        }
        fields.join(",") + "\n"
    };
    csv.lines().map(row).collect()
}

#[test]
fn rows_of_other_programs_are_shown_as_ours_and_not_kept() {
    let folder = small_results();
    let own = folder.read("small.csv");
    // pandas: floats, nothing for the checks of stopped jobs, and rows without checks.
    let unchecked = |row: &str| row.rsplit_once(',').unwrap().0.to_owned() + "\n";
    let pandas = with_checks(&own, "budget", "").replace(",false,", ",False,");
    let pandas: String = pandas.replace(",30000,", ",30000.0,").lines().map(unchecked).collect();
    // A spreadsheet: a mark at the beginning, and the empty rows of a sheet at the end.
    let spreadsheet = own.replace("true", "TRUE").replace("false", "FALSE").replace('\n', "\r\n");
    let spreadsheet = format!("\u{feff}{spreadsheet},,,,\r\n");
    let remark = "another program wrote it";
    for (text, has_remark) in [(pandas, true), (spreadsheet, false)] {
        folder.write("other.csv", text);
        for command in ["summarize --json --by board", "compare --between order --json"] {
            let right = folder.prints(&format!("{command} small.csv"));
            let read = folder.run(&format!("{command} other.csv")).success();
            assert_eq!(stdout(&read), right.replace("small.csv", "other.csv"), "{command}");
            let message = stderr(&read);
            assert_eq!(message.contains(&format!("other.csv: {remark}")), has_remark, "{message}");
        }
        folder.run("plot other.csv --kind heatmap").success();
        let drawn = folder.read("other.heatmap.svg");
        assert!(drawn.contains("&gt; 30,000") && !drawn.contains("out of memory"), "{drawn}");
        folder.run("report other.csv").success();
        folder.run("verify other.csv").failure();
        assert!(folder.fails(2, "merge other.csv --out merged.csv").contains("other.csv: "));
    }
    // Below our header a row counts as long as it has its check, also behind a byte order mark.
    let first = own.lines().position(|line| line.contains(",tour,true,")).unwrap() + 1;
    for mark in ["", "\u{feff}"] {
        folder.write("changed.csv", mark.to_owned() + &with_checks(&own, "tour", "7"));
        for command in ["summarize", "plot --kind heatmap", "report", "compare --between order"] {
            let message = folder.says(&format!("{command} changed.csv"));
            let said = format!("whose check fails, the first in line {first}: ");
            assert!(message.contains(&said), "{command}: {message}");
        }
    }
}

#[test]
fn a_job_with_two_rows_counts_once() {
    let folder = small_results();
    let sweep = "sweep --board 4-5 --starts all --orders fig2 --orders tutorial --budget 30k --tours --quiet";
    folder.run(&format!("{sweep} --shard 1/2 --out half.csv")).success();
    let alone = folder.run("summarize small.csv --json").success();
    for files in ["small.csv small.csv", "small.csv half.csv"] {
        let both = folder.run(&format!("summarize {files} --json")).success();
        assert_eq!(stdout(&both), stdout(&alone), "{files}");
        assert!(stderr(&both).contains("for searches that have another row; each counts once"));
    }
    // Without a sidecar its searches say that a job is the same.
    std::fs::remove_file(folder.file("small.meta.json")).unwrap();
    for files in ["small.csv ./small.csv", "small.csv half.csv"] {
        let both = folder.run(&format!("summarize {files} --json")).success();
        assert_eq!(stdout(&both), stdout(&alone), "{files}");
    }
    folder.run("verify small.csv").success();
    folder.run("verify small.csv --complete").code(1);
    folder.run("sweep --board 5x5 --starts all --out small.csv").code(2);
    // The same experiment writes it again.
    folder.run(&format!("{sweep} --out small.csv")).success();
    folder.run("verify small.csv --complete").success();
    folder.run("report half.csv half.csv").success();
    assert!(folder.read("half.html").contains("41 rows, 41 of them counted already"));
}

#[test]
fn a_job_that_ran_out_of_memory_does_not_hide_its_count() {
    let folder = Folder::new();
    // This job needs more than 1 MB however many threads count it; others do if several do.
    let sweep = "sweep --board 8x8 --starts 1,4 --orders fig2 --budget 1e14 --engine leap --quiet";
    folder.run(&format!("{sweep} --memory 1M --out little.csv")).success();
    folder.run(&format!("{sweep} --out enough.csv")).success();
    assert!(folder.read("little.csv").contains(",memory,"));
    assert!(!folder.read("enough.csv").contains(",memory,"));
    let counted = |files: &str| {
        let run = folder.run(&format!("summarize {files} --columns jobs,budget,memory --json"));
        stdout(&run.success())
    };
    let together = counted("enough.csv little.csv");
    assert!(together.contains("\"jobs\":1") && together.contains("\"memory\":0"), "{together}");
    assert_eq!(counted("little.csv enough.csv"), together);
}
