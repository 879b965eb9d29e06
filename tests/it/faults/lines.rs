//! Lines of a file: in any order and any words, lost, torn, and of somebody else.

use knightsweep::results::StoreError;

use super::in_process::{Answered, REPAIR, RESUME, verified};
use super::{Dice, contents, facts_in, ran, searched, unseal};
use crate::program::Folder;

const EXPERIMENT: &str = "boards = [\"5x5\", \"3x4\"]\nstarts = \"corners\"\norders = [\"fig2\", \"tutorial\"]\n\
     budget = \"100k\"\nengine = \"leap\"\ntours = true\n";

/// Opens and closes the results of a folder, which search nothing; gives the rows before and the
/// number of rows that were appended.
fn completed(jobs: &Answered, folder: &Folder, which: &str) -> u64 {
    let csv = folder.file("x.csv");
    let run = jobs.run(&csv, RESUME).unwrap_or_else(|error| panic!("{which}: {error}"));
    assert_eq!(facts_in(folder, "x.csv"), jobs.facts(), "{which}");
    assert!(verified(&csv).unwrap().is_complete(), "{which}");
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"], "{which}");
    run.rows_before
}

#[test]
fn rows_count_in_any_order_and_however_often_they_stand_there() {
    let jobs = Answered::new(EXPERIMENT, "");
    let (header, rows) = (jobs.csv.lines().next().unwrap(), jobs.lines());
    let mut dice = Dice(0x1357_9bdf_0246_8ace);
    let mut cases = 0;
    for _ in 0..24 {
        let mut lines = rows.clone();
        dice.shuffle(&mut lines);
        for _ in 0..dice.below(4) {
            lines.insert(dice.below(lines.len()), header);
            lines.insert(dice.below(lines.len()), rows[dice.below(rows.len())]);
        }
        for (end, sidecar) in [("\n", true), ("\r\n", true), ("\n", false), ("\r\n", false)] {
            let folder = jobs.folder();
            if !sidecar {
                std::fs::remove_file(folder.file("x.meta.json")).unwrap();
            }
            folder.write("x.csv", lines.join(end) + end);
            assert_eq!(completed(&jobs, &folder, end), rows.len() as u64);
            cases += 1;
        }
    }
    ran("rows_count_in_any_order_and_however_often_they_stand_there", cases);
}

#[test]
fn rows_count_as_other_programs_write_them_back() {
    let jobs = Answered::new(EXPERIMENT, "");
    let rewritten = |row: &str, style: usize| {
        let fields = row.split(',').map(|field| match (style % 3, field) {
            (0, "true") => "True".to_owned(),
            (0, "false") => "False".to_owned(),
            (1, _) if !field.is_empty() => format!("\"{field}\""),
            (2, "") => "NaN".to_owned(),
            (2, "70624") => "70624.0".to_owned(),
            (2, _) => format!(" {field} "),
            _ => field.to_owned(),
        });
        let mut fields: Vec<String> = fields.collect();
        if style.is_multiple_of(2) {
            for time in [24, 25] {
                fields[time] =
                    format!("{:e}", fields[time].trim_matches(['"', ' ']).parse::<f64>().unwrap());
            }
        }
        fields.join(",")
    };
    for style in 0..6 {
        let folder = jobs.folder();
        let rows: Vec<String> = jobs.lines().iter().map(|row| rewritten(row, style)).collect();
        folder.write("x.csv", format!("{}\n", rows.join("\n")));
        assert_eq!(completed(&jobs, &folder, &rows[0]), rows.len() as u64);
        // As they were, also with their times.
        assert_eq!(folder.read("x.csv"), jobs.csv);
    }
    ran("rows_count_as_other_programs_write_them_back", 6);
}

#[test]
fn bytes_that_a_power_loss_made_nul_cost_only_their_lines() {
    let jobs = Answered::new(EXPERIMENT, "");
    let header = jobs.csv.find('\n').unwrap() + 1;
    let mut dice = Dice(0x0f1e_2d3c_4b5a_6978);
    for case in 0..400 {
        let folder = jobs.folder();
        if case % 2 == 0 {
            unseal(&folder, "x");
        }
        let mut csv = jobs.csv.clone().into_bytes();
        let from = header + dice.below(csv.len() - header);
        let to = (from + [1, 7, 64, 512][case % 4]).min(csv.len());
        csv[from..to].fill(0);
        if case % 3 == 0 {
            csv.truncate(to);
        }
        let whole = csv.split_inclusive(|byte| *byte == b'\n').skip(1);
        let good = whole.filter(|line| line.ends_with(b"\n") && !line.contains(&0)).count();
        folder.write("x.csv", csv);
        let found = verified(&folder.file("x.csv")).unwrap();
        assert_eq!(found.good_rows, good as u64, "{from}..{to}");
        assert_eq!(completed(&jobs, &folder, "NUL bytes"), good as u64, "{from}..{to}");
    }
    ran("bytes_that_a_power_loss_made_nul_cost_only_their_lines", 400);
}

#[test]
fn a_torn_row_is_cut_off_and_nothing_else() {
    let jobs = Answered::new(EXPERIMENT, "");
    let rows = jobs.lines();
    let header = jobs.csv.lines().next().unwrap();
    let mut cases = 0;
    for torn in [rows[3], header, "   "] {
        for length in 1..=torn.len() {
            let folder = jobs.folder();
            folder.write("x.csv", format!("{}{}", jobs.csv, &torn[..length]));
            assert_eq!(completed(&jobs, &folder, torn), rows.len() as u64);
            cases += 1;
        }
    }
    ran("a_torn_row_is_cut_off_and_nothing_else", cases);
}

#[test]
fn text_of_somebody_else_is_refused_and_stays_until_a_repair_keeps_it() {
    let jobs = Answered::new(EXPERIMENT, "");
    let rows = jobs.lines();
    let short = rows[0].rsplit_once(',').unwrap().0;
    let other_word = rows[0].replace(",fixed,", ",fxed,");
    let (more, joined) = (format!("{},more", rows[0]), format!("{}more", rows[0]));
    let texts = [
        "total,42",
        "",
        "# a remark",
        "3,3",
        "caf\u{e9}",
        "7;8;9",
        short,
        "hello world",
        "\"5\",",
        "12,some text",
        "12,5,a8",
        "12,5,1,1,1234 5678",
        "-5",
        "5,5,1,1,12345678,fixed,open,step,none",
        &other_word,
        &more,
        &joined,
    ];
    let mut cases = 0;
    for text in texts {
        for behind in [0, 3, rows.len()] {
            for end in ["\n", ""] {
                let at_the_end = behind == rows.len();
                // A blank line at the end says nothing.
                if text.is_empty() && at_the_end {
                    continue;
                }
                // Without a line end it would be a part of the next row, a torn row, or nothing.
                if end.is_empty() && (!at_the_end || ["", "3,3", short].contains(&text)) {
                    continue;
                }
                let folder = jobs.folder();
                let mut lines: Vec<String> =
                    jobs.csv.lines().map(|line| format!("{line}\n")).collect();
                lines.insert(behind + 1, format!("{text}{end}"));
                let csv = lines.concat();
                folder.write("x.csv", &csv);
                let before = contents(&folder);
                let path = folder.file("x.csv");
                let refused = jobs.run(&path, RESUME);
                let line = behind as u64 + 2;
                assert!(
                    matches!(&refused, Err(StoreError::NotRows { first, all: 1, .. }) if first.line == line),
                    "{text:?} at {behind}: {refused:?}"
                );
                assert!(contents(&folder) == before, "{text:?}");
                let found = verified(&path).unwrap();
                assert_eq!(found.damages.first().map(|damage| damage.line), Some(line), "{text:?}");
                let run = jobs.run(&path, REPAIR).unwrap();
                assert_eq!(run.rows_before, rows.len() as u64, "{text:?}");
                assert_eq!(folder.read("x.old-1.csv"), csv);
                assert_eq!(facts_in(&folder, "x.csv"), jobs.facts());
                cases += 1;
            }
        }
    }
    ran("text_of_somebody_else_is_refused_and_stays_until_a_repair_keeps_it", cases);
}

#[test]
fn files_joined_and_cut_by_a_shell_are_completed() {
    let sweep = "sweep --board 3x3 3x4 --starts all --orders fig2 --budget 500 --quiet";
    let whole = Folder::new();
    whole.run(&format!("{sweep} --out x.csv")).success();
    let expected = facts_in(&whole, "x.csv");
    let rows = expected.len() as u64;
    for shard in 1..=2 {
        whole.run(&format!("{sweep} --shard {shard}/2 --out s{shard}.csv")).success();
    }
    let joins = [
        ("cat s1.csv s2.csv > y.csv", rows),
        ("cat s2.csv s1.csv s2.csv x.csv > y.csv", rows),
        ("head -n 9 x.csv > y.csv", 8),
        ("head -c 1000 x.csv > y.csv; tail -n 4 x.csv >> y.csv", 0),
        ("grep -h '^3,3,' s1.csv s2.csv > y.csv", 9),
        ("sort -R x.csv > y.csv", rows),
        ("tail -n +2 s1.csv | tac > y.csv; cat s2.csv >> y.csv", rows),
        ("sed 's/$/\\r/' x.csv > y.csv", rows),
    ];
    for (join, kept) in joins {
        let _ = std::fs::remove_file(whole.file("y.meta.json"));
        let mut shell = std::process::Command::new("sh");
        assert!(shell.args(["-c", join]).current_dir(whole.path()).status().unwrap().success());
        let mut command = format!("{sweep} --out y.csv");
        if kept == 0 {
            // The row that was cut has been joined with another one.
            whole.run(&command).code(2);
            command += " --repair";
        }
        let searched = searched(&whole, &command);
        assert!(kept == 0 || searched == rows - kept, "{join}: {searched}");
        assert_eq!(facts_in(&whole, "y.csv"), expected, "{join}");
    }
    ran("files_joined_and_cut_by_a_shell_are_completed", joins.len());
}
