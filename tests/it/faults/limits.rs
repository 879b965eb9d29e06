//! Rows of jobs that ran out of memory or time: they decide nothing, and an answer beats them.

use super::in_process::{Answered, RESUME, RETRY, merge, verified};
use super::power_loss::OF_MEMORY;
use super::{Dice, facts_in, ran, searched, timeless, unseal};
use crate::program::{Folder, with_values};

fn both() -> (Answered, Answered) {
    let (enough, little) = (Answered::new(OF_MEMORY, ""), Answered::new(OF_MEMORY, "--memory 1M"));
    assert!(little.csv.matches(",memory,").count() > 1);
    (enough, little)
}

#[test]
fn answers_beat_rows_without_one_in_any_order_of_lines() {
    let (enough, little) = both();
    let mut lines = [enough.lines(), little.lines()].concat();
    let as_time: Vec<String> =
        enough.lines().iter().map(|row| without_answer(row, "time")).collect();
    lines.extend(as_time.iter().map(String::as_str));
    let mut dice = Dice(0x4242_1111_9999_0001);
    for case in 0..48 {
        dice.shuffle(&mut lines);
        let folder = enough.folder();
        if case % 2 == 0 {
            unseal(&folder, "x");
        }
        folder.write("x.csv", lines.join("\n") + "\n");
        let run = enough.run(&folder.file("x.csv"), RESUME).unwrap();
        assert_eq!(run.rows_before, enough.records.len() as u64);
        assert_eq!(facts_in(&folder, "x.csv"), enough.facts());
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
    }
    ran("answers_beat_rows_without_one_in_any_order_of_lines", 48);
}

/// The row of a job that a limit left without an answer.
fn without_answer(row: &str, outcome: &str) -> String {
    let empty = ["checks", "nodes", "closed", "tour"].map(|name| (name, ""));
    with_values(row, &[&[("outcome", outcome), ("success", "false")], &empty[..]].concat())
}

#[test]
fn a_retry_appends_and_keeps_every_other_row() {
    let (enough, little) = both();
    let folder = little.folder();
    let csv = folder.file("x.csv");
    // Without the flag they count as done, and the file stays as it is.
    assert!(little.run(&csv, RESUME).unwrap().is_sealed);
    assert_eq!(folder.read("x.csv"), little.csv);
    let hungry = little.csv.matches(",memory,").count();
    for appended in 0..=hungry {
        let folder = little.folder();
        let csv = folder.file("x.csv");
        let mut store = enough.open(&csv, None, RETRY, &[]).unwrap();
        assert_eq!(store.jobs() - store.rows(), hungry as u64);
        enough.append(&mut store, appended).unwrap();
        store.close().unwrap();
        let now = folder.read("x.csv");
        if appended < hungry {
            assert!(now.starts_with(&little.csv), "{appended}");
            assert!(verified(&csv).unwrap().is_sound());
            // Without the flag again they count, and with it only the others are searched.
            let again = enough.run(&csv, RETRY).unwrap();
            assert_eq!(again.rows_before as usize, enough.records.len() - hungry + appended);
        }
        assert_eq!(facts_in(&folder, "x.csv"), enough.facts(), "{appended}");
    }
    ran("a_retry_appends_and_keeps_every_other_row", hungry + 1);
}

#[test]
fn a_merge_of_rows_with_and_without_answers_gives_the_answers() {
    let (enough, little) = both();
    for order in [["enough", "little"], ["little", "enough"]] {
        let folder = Folder::new();
        for (name, jobs) in [("enough", &enough), ("little", &little)] {
            folder.write(&format!("{name}.csv"), &jobs.csv);
            folder.write(&format!("{name}.meta.json"), &jobs.sidecar);
        }
        let files = order.map(|name| folder.file(&format!("{name}.csv")));
        let merged = merge(&[&files[0], &files[1]], &folder.file("x.csv")).unwrap();
        assert!(merged.sealed);
        assert_eq!(facts_in(&folder, "x.csv"), enough.facts());
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
        // Over rows without an answer, too.
        merge(&[&files[0]], &files[1]).unwrap();
        assert_eq!(facts_in(&folder, &format!("{}.csv", order[1])), enough.facts());
    }
    ran("a_merge_of_rows_with_and_without_answers_gives_the_answers", 4);
}

#[test]
fn rows_without_an_answer_are_never_reused_and_decide_nothing() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 7x8 --starts 1,1 1,2 3,2 --orders fig2 --engine leap --quiet";
    folder.run(&format!("{sweep} --budget none --memory 1M --out little.csv")).success();
    let little = folder.read("little.csv");
    let hungry: Vec<String> =
        little.lines().filter(|row| row.contains(",memory,")).map(timeless).collect();
    assert!(!hungry.is_empty());
    let now = searched(&folder, &format!("{sweep} --budget none --out x.csv --reuse little.csv"));
    assert_eq!(now, hungry.len() as u64);
    // Nor do they contradict or decide a job with another budget.
    let more = format!("{sweep} --budget 20k none --memory 1M --out little.csv");
    folder.run(&more).success();
    let rows = facts_in(&folder, "little.csv");
    assert!(hungry.iter().all(|row| rows.contains(row)));
    folder.run("verify little.csv").success();
    // The time of a machine, as its memory.
    let limited = format!("{sweep} --budget none --engine step --time-limit 1ms --out time.csv");
    folder.run(&limited.replacen("--engine leap ", "", 1)).success();
    assert!(folder.read("time.csv").contains(",time,"));
    folder.run("verify time.csv").success();
    ran("rows_without_an_answer_are_never_reused_and_decide_nothing", 3);
}
