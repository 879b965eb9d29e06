//! Two faults at once, where each hides the other.

use std::fs;

use super::journal::{SWEEP, Whole, copy, flip, header};
use super::ran;
use crate::program::{Folder, stderr, stdout};

/// Results in two blocks whose fifth row has another digit in its time, and that lost their end,
/// inside the block of this row.
fn changed_and_cut(whole: &Whole) -> Folder {
    let folder = whole.begun();
    let csv = folder.read("x.csv");
    let fifth_row_end = csv.lines().take(6).map(|line| line.len() + 1).sum::<usize>();
    // The sixth and last line of the file is the fifth row.
    assert_eq!(fifth_row_end, csv.len());
    let fourth_row_end = csv.trim_end().rfind('\n').unwrap() + 1;
    flip(&folder.file("x.csv"), fourth_row_end - 3, 0);
    let changed = folder.read("x.csv");
    folder.write("x.csv", &changed[..csv.len() - 1]);
    folder
}

#[test]
fn a_changed_row_of_a_cut_block_is_searched_again() {
    let whole = Whole::new();
    let begun = whole.begun();
    let csv = begun.read("x.csv");
    let (mut cases, mut completed) = (0, 0);
    for place in (header(&csv)..csv.len() - 1).step_by(7) {
        let line_end = place + csv[place..].find('\n').unwrap() + 1;
        for end in [line_end, line_end + 40, csv.len() - 1] {
            let folder = copy(&begun);
            flip(&folder.file("x.csv"), place, (place % 8) as u8);
            let mut changed = fs::read(folder.file("x.csv")).unwrap();
            changed.truncate(end);
            folder.write("x.csv", changed);
            let which = format!("byte {place} changed, cut at {end}");
            match whole.resume(&folder) {
                Ok((store, _)) => {
                    drop(store);
                    whole.complete(&folder, &which);
                    completed += 1;
                }
                Err(error) => assert!(error.is_refusal(), "{which}: {error}"),
            }
            cases += 1;
        }
    }
    assert!(completed > cases / 3, "{completed} of {cases}");
    ran("a_changed_row_of_a_cut_block_is_searched_again", cases);
}

#[test]
fn rows_of_a_cut_block_are_neither_sound_nor_merged() {
    let whole = Whole::new();
    let folder = changed_and_cut(&whole);
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("lines 4 to 5 are in a block whose end is missing"), "{said}");
    let said = stderr(&folder.run("merge x.csv --partial --out y.csv").code(2));
    assert!(said.contains("have no checksum without them"), "{said}");
    let said =
        stderr(&folder.run("merge x.csv --salvage --recheck --partial --out y.csv").success());
    assert!(said.contains("2 jobs searched again"), "{said}");
    let said = stderr(&folder.run("merge x.csv --salvage --partial --out z.csv").success());
    assert!(said.contains("2 rows left out"), "{said}");
    assert_eq!(folder.read("z.csv").lines().count(), 3);

    let said = stderr(&folder.run(SWEEP).success());
    assert!(said.contains("also those before them that cannot be checked"), "{said}");
    assert!(said.contains("(rows: 2)"), "{said}");
    assert_eq!(folder.rows_but_times("x.csv").len(), whole.csv.lines().count());
}

/// Sealed results whose first row was changed to another possible one, and that lost the last row.
fn sealed_changed_and_cut(jobs: &str) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("{jobs} --out x.csv")).success();
    let csv = folder.read("x.csv").replacen(",70624,8840,", ",70623,8840,", 1);
    let last_row = csv.trim_end().rfind('\n').unwrap() + 1;
    folder.write("x.csv", &csv[..last_row]);
    folder
}

#[test]
fn a_changed_row_is_not_sealed_because_another_job_ran_out_of_memory() {
    let jobs = "sweep --board 5x5 8x8 --starts 1,1 1,2 --orders fig2 --budget none --engine leap";
    let folder = sealed_changed_and_cut(jobs);
    for _ in 0..2 {
        let said = stderr(&folder.run(&format!("{jobs} --memory 1M --out x.csv")).code(2));
        assert!(said.contains("now jobs ran out of memory"), "{said}");
        assert!(said.contains("--retry-memory"), "{said}");
    }
    assert!(folder.read("x.csv").contains(",memory,"));
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("the file was sealed before, and is not now"), "{said}");
    folder.run("merge x.csv --out y.csv").code(2);
    let said = stderr(&folder.run(&format!("{jobs} --retry-memory --out x.csv")).code(2));
    assert!(said.contains("has changed since it was sealed"), "{said}");

    // Without the change, more memory completes it.
    let csv = folder.read("x.csv").replacen(",70623,8840,", ",70624,8840,", 1);
    folder.write("x.csv", csv);
    std::fs::remove_file(folder.file("x.csv.journal")).unwrap();
    folder.run(&format!("{jobs} --retry-memory --out x.csv")).success();
    folder.run("verify x.csv").success();
}

#[test]
fn a_sealed_file_that_lost_rows_is_not_sound_until_it_is_sealed_again() {
    let jobs = "sweep --board 5x5 --starts 1,1 1,3 --orders fig2 alternating --budget none";
    let folder = sealed_changed_and_cut(jobs);
    // Resumed, and killed before a row was added.
    let unsealed = folder.read("x.meta.json");
    let mut unsealed: serde_json::Value = serde_json::from_str(&unsealed).unwrap();
    unsealed["sealed"] = serde_json::Value::Null;
    folder.write("x.meta.json", unsealed.to_string());
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("was sealed before; missing or wrong: 1 of its 4 rows;"), "{said}");
    assert!(said.contains("cannot be compared with the SHA-256 in the sidecar"), "{said}");
    folder.run("merge x.csv --partial --out y.csv").code(2);
    folder.run(&format!("{jobs} --out x.csv")).code(2);

    let csv = folder.read("x.csv").replacen(",70623,8840,", ",70624,8840,", 1);
    folder.write("x.csv", csv);
    std::fs::remove_file(folder.file("x.csv.journal")).unwrap();
    folder.run(&format!("{jobs} --out x.csv")).success();
    folder.run("verify x.csv").success();
}

#[test]
fn a_journal_that_lost_a_line_hides_no_change_or_says_so() {
    let whole = Whole::new();
    let begun = whole.begun();
    let journal = begun.read("x.csv.journal");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    // The mark, the header, two rows and three rows.
    assert_eq!(lines.len(), 4);
    let csv = begun.read("x.csv");
    for place in [header(&csv) + 3, csv.len() - 4] {
        flip(&begun.file("x.csv"), place, 0);
        // Without a line that is not the last, the next block is not what was written.
        for lost in 1..3 {
            let kept = lines.iter().enumerate().filter(|(number, _)| *number != lost);
            begun.write("x.csv.journal", kept.map(|(_, line)| *line).collect::<String>());
            begun.run("verify x.csv").code(1);
            assert!(whole.resume(&begun).is_err_and(|error| error.is_refusal()), "line {lost}");
        }
        flip(&begun.file("x.csv"), place, 0);
    }
    begun.write("x.csv.journal", journal.replacen(lines[2], &lines[2].to_uppercase(), 1));
    flip(&begun.file("x.csv"), csv.len() - 4, 0);
    let said = stdout(&begun.run("verify x.csv").code(1));
    assert!(said.contains("its journal is damaged"), "{said}");
    let (_, notes) = whole.resume(&begun).unwrap();
    assert!(notes.iter().any(|note| note.contains("have no checksums")), "{notes:?}");
}

#[test]
fn a_damaged_last_line_of_a_journal_is_said() {
    let whole = Whole::new();
    let begun = whole.begun();
    let journal = begun.read("x.csv.journal");
    flip(&begun.file("x.csv"), begun.read("x.csv").len() - 4, 0);
    let last = &journal[..journal.len() - 1];
    let digit = if last.ends_with('0') { '1' } else { '0' };
    let one_less = &last[..last.len() - 1];
    let no_end = last[..last.len() - 8].rfind('\n').unwrap() + 1;
    let damaged = [
        format!("{one_less}{digit}\n"),
        format!("{one_less}\0\n"),
        format!("{one_less}\n"),
        format!("{last} \n"),
        format!("{last}\r\n"),
        format!("{}\n", &last[..no_end]),
        format!("{}word\n", &last[..no_end]),
        format!("{last}\0\n"),
    ];
    for text in &damaged {
        begun.write("x.csv.journal", text);
        let said = stdout(&begun.run("verify x.csv").code(1));
        assert!(said.contains("its journal is damaged"), "{text:?}: {said}");
        let (_, notes) = whole.resume(&copy(&begun)).unwrap();
        assert!(notes.iter().any(|note| note.contains("have no checksums")), "{text:?}: {notes:?}");
    }
    // A crash leaves a line without its line end.
    begun.write("x.csv.journal", one_less);
    let said = stdout(&begun.run("verify x.csv"));
    assert!(!said.contains("its journal is damaged"), "{said}");
    ran("a_damaged_last_line_of_a_journal_is_said", damaged.len());
}

#[test]
fn rows_behind_the_journal_of_a_changed_file_are_not_salvaged() {
    let folder = Whole::new().begun();
    let csv = folder.read("x.csv");
    flip(&folder.file("x.csv"), csv.len() - 4, 0);
    // The row again behind the journal, and no row in its place.
    let changed = folder.read("x.csv");
    let (before, last_row) = changed.split_at(changed.trim_end().rfind('\n').unwrap() + 1);
    folder.write("x.csv", format!("{before}{}{last_row}", "x".repeat(last_row.len() - 1) + "\n"));
    folder.run("merge x.csv --salvage --partial --out y.csv").success();
    assert_eq!(folder.read("y.csv").lines().count(), 3);
}
