//! What `plot`, `report` and `summarize` say of the files that they read: parts, copies, changes
//! and files without results.

use crate::program::{Folder, first_tour_with_a_node_more, small_results, stderr, stdout};

#[test]
fn unfinished_results_are_drawn() {
    let folder = small_results();
    folder.unseal("small.meta.json");
    let csv = folder.read("small.csv");
    folder.write("small.csv", &csv[..csv.len() / 2]);
    for command in ["plot small.csv --kind heatmap", "report small.csv"] {
        let message = folder.says(command);
        assert!(message.contains("of the 82 jobs so far") && message.contains("torn"), "{message}");
    }
    assert!(folder.read("small.heatmap.svg").contains("jobs so far"));
    assert!(folder.read("small.html").contains("jobs so far</strong>"));
}

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
    for text in [pandas, format!("\u{feff}{spreadsheet},,,,\r\n")] {
        folder.write("other.csv", text);
        for command in ["summarize --json --by board", "compare --between order --json"] {
            let right = folder.prints(&format!("{command} small.csv"));
            let read = folder.run(&format!("{command} other.csv")).success();
            assert_eq!(stdout(&read), right.replace("small.csv", "other.csv"), "{command}");
            assert!(stderr(&read).contains("other.csv: another program wrote it"));
        }
        folder.run("plot other.csv --kind heatmap").success();
        let drawn = folder.read("other.heatmap.svg");
        assert!(drawn.contains("&gt; 30,000") && !drawn.contains("out of memory"), "{drawn}");
        folder.run("report other.csv").success();
        folder.run("verify other.csv").failure();
        assert!(folder.fails(2, "merge other.csv --out merged.csv").contains("other.csv: "));
    }
    // Below our header a row counts as long as it has its check.
    let first = own.lines().position(|line| line.contains(",tour,true,")).unwrap() + 1;
    folder.write("changed.csv", with_checks(&own, "tour", "7"));
    for command in ["summarize", "plot --kind heatmap", "report", "compare --between order"] {
        let message = folder.says(&format!("{command} changed.csv"));
        let said = format!("whose check fails, the first in line {first}: ");
        assert!(message.contains(&said), "{command}: {message}");
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
        assert!(stderr(&both).contains("for searches of an earlier file; each counts once"));
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
fn doubled_rows_count_once_and_are_said() {
    let folder = small_results();
    let csv = folder.read("small.csv");
    let doubled = format!("{csv}{}\n", csv.lines().nth(5).unwrap());
    folder.write("alone.csv", &doubled);
    folder.write("small.csv", &doubled);
    let said = |command: &str| folder.says(command);
    let alone = said("summarize alone.csv --quiet");
    assert_eq!(alone, "");
    let alone = said("summarize alone.csv");
    assert!(alone.contains("alone.csv: 1 row for searches that have a row"), "{alone}");
    folder.run("verify alone.csv").success();
    let described = said("summarize small.csv");
    assert!(described.contains("small.csv: it has CHANGED"), "{described}");
    let listed = folder.answers_with(1, "verify small.csv --json");
    assert_eq!((&listed["rows"], &listed["seal_holds"]), (&82.into(), &false.into()));
    assert_eq!(listed["notes"].as_array().unwrap().len(), 1, "{listed}");
}

#[test]
fn the_copy_that_a_spreadsheet_wrote_counts_once_and_both_files_are_named() {
    let folder = small_results();
    let alone = folder.prints("summarize small.csv --by board --json");
    let text = folder.read("small.csv");
    folder.write("copy.csv", &text);
    let excel = text.replace("true", "TRUE").replace("false", "FALSE").replace('\n', "\r\n");
    folder.write("excel.csv", format!("\u{feff}{excel}"));
    for (first, second) in
        [("small", "copy"), ("small", "excel"), ("excel", "small"), ("excel", "copy")]
    {
        for command in ["summarize", "plot", "report"] {
            let json = if command == "summarize" { "--by board --json" } else { "--quiet" };
            let run = folder.run(&format!("{command} {first}.csv {second}.csv {json}")).success();
            let said = format!(
                "{second}.csv: 82 of its 82 rows have the same searches as {first}.csv; each search \
                 counts once"
            );
            assert!(stderr(&run).contains(&said), "{}", stderr(&run));
            if command == "summarize" {
                assert_eq!(stdout(&run), alone, "{first} {second}");
            }
        }
    }
    let compared = folder.run("compare small.csv excel.csv --pairs --format csv").success();
    assert_eq!(stdout(&compared).lines().count(), 83, "as sides, both files count");
}

#[test]
fn a_file_changed_since_it_was_sealed_is_reported() {
    let folder = small_results();
    let csv = folder.read("small.csv");
    let (row, changed, _) = first_tour_with_a_node_more(&csv);
    folder.write("small.csv", csv.replace(&row, &changed));
    for command in ["summarize small.csv", "plot small.csv", "report small.csv"] {
        let message = folder.says(command);
        assert!(message.contains("CHANGED since it was sealed"), "{message}");
    }
    for made in ["small.svg", "small.html"] {
        assert!(folder.read(made).contains("CHANGED since they were sealed"), "{made}");
    }
}

#[test]
#[cfg(unix)]
fn results_are_read_from_a_pipe() {
    let folder = small_results();
    let alone = folder.run("summarize small.csv").success();
    let mut piped = crate::program::knightsweep("summarize /dev/stdin");
    let piped = piped.write_stdin(folder.read("small.csv")).assert().success();
    assert_eq!(stdout(&piped), stdout(&alone));
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

#[test]
fn missing_shards_are_reported() {
    let folder = Folder::new();
    let sweep = "sweep --board 4-5 --starts all --orders fig2 --budget 30k --quiet --shard";
    for shard in 1..=2 {
        folder.run(&format!("{sweep} {shard}/3 --out {shard}.csv")).success();
    }
    let message = folder.says("plot 1.csv 2.csv");
    assert!(message.contains("1.csv: a shard; the files hold 28 of the 41 jobs"), "{message}");
    assert!(folder.read("1.svg").contains("1 and 1 more shard · "));
    assert!(folder.read("1.svg").contains("28 of 41 jobs<"));
    folder.run("plot 1.csv --out alone.svg").success();
    assert!(folder.read("alone.svg").contains("1 · "));
    folder.run("report 1.csv 2.csv").success();
    assert!(folder.read("1.html").contains("28 of the 41 jobs of their experiment"));
    let csv = folder.read("2.csv");
    folder.write("2.csv", csv.replacen(",0.0", ",1.0", 1));
    folder.run("plot 1.csv 2.csv").success();
    assert!(folder.read("1.svg").contains("27 of 41 jobs · CHANGED since"));
}

#[test]
fn a_run_says_that_its_results_were_written_back_in_quotes() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --budget 1M --out x.csv";
    folder.run(sweep).success();
    let quoted = |line: &str| format!("\"{}\"\n", line.replace(',', "\",\""));
    folder.write("x.csv", folder.read("x.csv").lines().map(quoted).collect::<String>());
    let said = stderr(&folder.run(sweep).failure());
    assert!(said.contains("line 1: another program wrote it"), "{said}");
}
