//! Rows that change behind the back of the program, and the journal that shows it.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use knightsweep::experiment::Experiment;
use knightsweep::experiment::plan::Plan;
use knightsweep::results::record::Record;
use knightsweep::results::{
    Existing, FinalState, OpenOptions, Paths, Rows, Store, StoreError, Writer, read_sidecar,
};

use super::ran;
use crate::program::{Folder, stderr, stdout};

pub(super) const SWEEP: &str =
    "sweep --board 3x3 5x5 --starts corners --orders fig2 --budget 100k --out x.csv";

/// The records of [`SWEEP`], to be written by other stores.
pub(super) struct Whole {
    experiment: Experiment,
    plan: Plan,
    records: Vec<Record>,
    pub(super) csv: String,
}

impl Whole {
    pub(super) fn new() -> Whole {
        let folder = Folder::new();
        folder.run(SWEEP).success();
        let path = folder.file("x.meta.json");
        let sidecar = read_sidecar(&path).unwrap().unwrap();
        let experiment = sidecar.experiment.experiment(&path).unwrap();
        let rows =
            Rows::new(BufReader::new(fs::File::open(folder.file("x.csv")).unwrap())).unwrap();
        let records = rows.map(|row| row.unwrap().record).collect();
        let csv = folder.read("x.csv");
        Whole { plan: Plan::new(&experiment), experiment, records, csv }
    }

    fn open(
        &self,
        folder: &Folder,
        existing: Existing,
    ) -> Result<(Store, Vec<String>), StoreError> {
        let writer = Writer { command: vec!["test".to_owned()], threads: 1 };
        let options = OpenOptions { shard: None, existing, writer };
        Store::open(Paths::new(&folder.file("x.csv"))?, &self.experiment, &self.plan, options)
    }

    pub(super) fn resume(&self, folder: &Folder) -> Result<(Store, Vec<String>), StoreError> {
        self.open(folder, Existing::Resume)
    }

    /// Appends at most this many rows, in the descending order of their jobs.
    pub(super) fn append(&self, store: &mut Store, most: usize) {
        let pending: Vec<u64> = store.pending().iter().collect();
        for &job in pending.iter().rev().take(most) {
            store.append(&self.records[job as usize]).unwrap();
        }
    }

    /// A folder with the first rows, in two blocks, not sealed.
    pub(super) fn begun(&self) -> Folder {
        let folder = Folder::in_memory();
        for rows in [2, 3] {
            let (mut store, _) = self.resume(&folder).unwrap();
            self.append(&mut store, rows);
            assert_eq!(store.close().unwrap(), FinalState::Unfinished);
        }
        folder
    }

    /// Resumes and completes the results, which must be what they are without any fault.
    pub(super) fn complete(&self, folder: &Folder, which: &str) -> Vec<String> {
        let (mut store, notes) = self.resume(folder).unwrap_or_else(|e| panic!("{which}: {e}"));
        self.append(&mut store, usize::MAX);
        assert_eq!(store.close().unwrap(), FinalState::Sealed, "{which}");
        assert_eq!(folder.read("x.csv"), self.csv, "{which}");
        assert_eq!(folder.names(), ["x.csv", "x.meta.json"], "{which}");
        notes
    }
}

/// Begins again with the files of another folder.
pub(super) fn copy(from: &Folder) -> Folder {
    let folder = Folder::in_memory();
    for name in from.names() {
        fs::copy(from.file(&name), folder.file(&name)).unwrap();
    }
    folder
}

pub(super) fn flip(path: &Path, place: usize, bit: u8) {
    let mut bytes = fs::read(path).unwrap();
    bytes[place] ^= 1 << bit;
    fs::write(path, bytes).unwrap();
}

pub(super) fn header(csv: &str) -> usize {
    csv.find('\n').unwrap() + 1
}

#[test]
fn a_byte_overwritten_during_a_run_is_not_sealed() {
    let whole = Whole::new();
    let begun = whole.begun();
    let csv = begun.read("x.csv");
    let mut cases = 0;
    for place in (header(&csv)..csv.len()).step_by(7) {
        let folder = copy(&begun);
        let (mut store, _) = whole.resume(&folder).unwrap();
        flip(&folder.file("x.csv"), place, (place % 8) as u8);
        whole.append(&mut store, usize::MAX);
        assert!(store.close().is_err(), "byte {place}");
        let sidecar = read_sidecar(&folder.file("x.meta.json")).unwrap().unwrap();
        assert!(sidecar.sealed.is_none(), "byte {place}");
        assert!(whole.resume(&folder).is_err(), "byte {place}");
        // When the byte is what it was, everything is right again.
        flip(&folder.file("x.csv"), place, (place % 8) as u8);
        whole.complete(&folder, &format!("byte {place}"));
        cases += 1;
    }
    ran("a_byte_overwritten_during_a_run_is_not_sealed", cases);
}

#[test]
fn a_changed_bit_of_recorded_rows_is_refused() {
    let whole = Whole::new();
    let begun = whole.begun();
    let csv = begun.read("x.csv");
    let mut cases = 0;
    for place in 0..csv.len() {
        let bit = (place % 8) as u8;
        flip(&begun.file("x.csv"), place, bit);
        let refused = whole.resume(&begun).err();
        let refused = refused.unwrap_or_else(|| panic!("byte {place}, bit {bit}"));
        assert!(refused.is_refusal(), "byte {place}, bit {bit}: {refused}");
        flip(&begun.file("x.csv"), place, bit);
        cases += 1;
    }
    assert_eq!(begun.read("x.csv"), csv);
    whole.complete(&begun, "unchanged");
    ran("a_changed_bit_of_recorded_rows_is_refused", cases);
}

#[test]
fn the_refusal_of_changed_rows_names_their_lines() {
    let whole = Whole::new();
    let folder = whole.begun();
    change_the_fifth_row(&folder);
    let said = stderr(&folder.run(SWEEP).code(2));
    assert!(said.contains("x.csv: rows from line 4 to 6 have changed"), "{said}");
    assert!(said.contains("elsewhere and keep it"), "{said}");
    assert!(said.contains("verify --recompute"), "{said}");
    assert!(said.contains("merge --salvage"), "{said}");
}

#[test]
fn only_what_a_power_loss_damages_behind_the_journal_is_removed() {
    let whole = Whole::new();
    let begun = whole.begun();
    let (recorded, rows) = (begun.read("x.csv"), &whole.csv[header(&whole.csv)..]);
    // The rows that are still missing, unsynced when the power fails.
    let unsynced: String = rows.lines().take(3).map(|line| format!("{line}\n")).collect();
    let mut cases = 0;
    for journal in ["x.csv.journal", "no journal"] {
        for length in [1, 64, 512] {
            for begin in (0..unsynced.len()).step_by(24) {
                let folder = copy(&begun);
                if journal == "no journal" {
                    fs::remove_file(folder.file("x.csv.journal")).unwrap();
                }
                let end = (begin + length).min(unsynced.len());
                let mut damaged = unsynced.clone().into_bytes();
                damaged[begin..end].fill(0);
                let which = format!("{journal}, bytes {begin} to {end}");
                let is_good = |line: &&[u8]| !line.contains(&0) && line.ends_with(b"\n");
                let good = damaged.split_inclusive(|byte| *byte == b'\n').filter(is_good);
                let good: Vec<&[u8]> = good.collect();
                folder.write("x.csv", [recorded.as_bytes(), &damaged].concat());
                let (store, notes) =
                    whole.resume(&folder).unwrap_or_else(|e| panic!("{which}: {e}"));
                let recorded_rows = recorded.lines().count() - 1;
                assert_eq!(store.rows(), (recorded_rows + good.len()) as u64, "{which}");
                drop(store);
                let removed = format!("bytes: {})", unsynced.len() - good.concat().len());
                assert!(notes.iter().any(|note| note.contains(&removed)), "{which}: {notes:?}");
                // Killed before a row was added, and resumed.
                whole.complete(&folder, &which);
                cases += 1;
            }
        }
    }
    // Old blocks of the disk in the place of the rows, also with the rows of other jobs.
    for garbage in ["a word\n", "\u{fffd}\n", rows, "\n\n"] {
        let folder = copy(&begun);
        folder.write("x.csv", format!("{recorded}{garbage}"));
        whole.complete(&folder, garbage);
        cases += 1;
    }
    ran("only_what_a_power_loss_damages_behind_the_journal_is_removed", cases);
}

#[test]
fn damage_that_no_power_loss_leaves_is_never_cut_off() {
    let whole = Whole::new();
    let begun = whole.begun();
    let csv = begun.read("x.csv");
    let second_row = csv.match_indices('\n').nth(1).unwrap().0 + 1;
    // NUL bytes among recorded rows; a word where nothing is recorded.
    for (journal, damage) in [(true, "\0"), (false, "a word")] {
        if !journal {
            fs::remove_file(begun.file("x.csv.journal")).unwrap();
        }
        let damaged = format!("{}{damage}{}", &csv[..second_row], &csv[second_row + 1..]);
        begun.write("x.csv", &damaged);
        assert!(whole.resume(&begun).is_err_and(|error| error.is_refusal()), "{damage:?}");
        assert_eq!(begun.read("x.csv"), damaged);
    }
}

#[test]
fn no_state_of_the_journal_loses_a_row() {
    let whole = Whole::new();
    let begun = whole.begun();
    let journal = begun.read("x.csv.journal").into_bytes();
    let kept = begun.read("x.csv").lines().count() as u64 - 1;
    let mut cases = 0;
    let mut check = |journal: &[u8], which: &str| {
        let folder = copy(&begun);
        folder.write("x.csv.journal", journal);
        let (store, _) = whole.resume(&folder).unwrap_or_else(|e| panic!("{which}: {e}"));
        assert_eq!(store.rows(), kept, "{which}");
        drop(store);
        whole.complete(&folder, which);
        cases += 1;
    };
    for cut in (0..=journal.len()).step_by(7) {
        check(&journal[..cut], &format!("cut at {cut}"));
    }
    for begin in (0..=journal.len()).step_by(16) {
        let mut lost = journal.clone();
        lost[begin..].fill(0);
        check(&lost, &format!("NUL bytes from {begin}"));
    }
    let mark = header(&begun.read("x.csv.journal"));
    for place in (mark..journal.len()).step_by(7) {
        let mut changed = journal.clone();
        changed[place] ^= 1;
        check(&changed, &format!("byte {place} changed"));
    }
    ran("no_state_of_the_journal_loses_a_row", cases);
}

#[test]
fn a_csv_cut_at_any_byte_keeps_its_whole_blocks_beside_its_journal() {
    let whole = Whole::new();
    let begun = whole.begun();
    let csv = begun.read("x.csv");
    let cuts = (0..csv.len()).step_by(7);
    for cut in cuts.clone() {
        let folder = copy(&begun);
        folder.write("x.csv", &csv[..cut]);
        let (store, notes) = whole.resume(&folder).unwrap();
        let rows = csv[..cut].matches('\n').count().saturating_sub(1) as u64;
        // The header is a block, and the first two rows are one.
        let kept = if rows < 2 { 0 } else { 2 };
        assert_eq!(store.rows(), kept, "cut at {cut}");
        assert!(notes.iter().any(|note| note.contains("its last rows are missing")), "{notes:?}");
        let left_out = format!("(rows: {})", rows - kept);
        let are_told = notes.iter().any(|note| note.contains(&left_out));
        assert_eq!(are_told, rows > kept, "cut at {cut}: {notes:?}");
        drop(store);
        // Killed before a row was added, and resumed.
        whole.complete(&folder, &format!("cut at {cut}"));
    }
    ran("a_csv_cut_at_any_byte_keeps_its_whole_blocks_beside_its_journal", cuts.len());
}

#[test]
fn something_else_with_the_name_of_the_journal_is_refused_and_left_alone() {
    let whole = Whole::new();
    let begun = whole.begun();
    let journal = begun.file("x.csv.journal");
    for text in ["precious", "\0precious", "knightsweep\0x", "knightsweep journal: \n"] {
        begun.write("x.csv.journal", text);
        let said = stderr(&begun.run(SWEEP).code(2));
        assert!(said.contains("this is not a journal of knightsweep"), "{said}");
        assert!(said.contains("keep it") && said.contains("verify --recompute"), "{said}");
        assert_eq!(begun.read("x.csv.journal"), text);
    }
    #[cfg(unix)]
    {
        let elsewhere = Folder::new();
        let victim = elsewhere.file("victim");
        elsewhere.write("victim", "");
        for target in [&victim, Path::new("nowhere"), Path::new("/dev/zero")] {
            fs::remove_file(&journal).unwrap();
            std::os::unix::fs::symlink(target, &journal).unwrap();
            begun.run(SWEEP).code(2);
        }
        assert_eq!(elsewhere.read("victim"), "");
        assert!(!begun.file("nowhere").exists());
        fs::remove_file(&journal).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&journal).status().unwrap();
        assert!(made.success());
        begun.run(SWEEP).code(2);
        fs::remove_file(&journal).unwrap();
    }
    whole.complete(&begun, "without a journal");
}

#[test]
fn every_state_between_the_steps_of_sealing_is_resumed() {
    let whole = Whole::new();
    // All rows and their journal, before sealing: the whole results, but unsealed and not sorted.
    let all = {
        let folder = whole.begun();
        let (mut store, _) = whole.resume(&folder).unwrap();
        whole.append(&mut store, usize::MAX);
        drop(store);
        let lines: Vec<&str> = whole.csv.lines().collect();
        let rows = lines[1..].iter().rev().map(|row| format!("{row}\n"));
        folder.write("x.csv", format!("{}\n{}", lines[0], rows.collect::<String>()));
        folder
    };
    let sealed = Folder::new();
    whole.complete(&sealed, "sealed");

    // The journal is removed; then the sorted CSV is there; then it is sealed.
    let without_journal = copy(&all);
    fs::remove_file(without_journal.file("x.csv.journal")).unwrap();
    let sorted = copy(&without_journal);
    sorted.write("x.csv", &whole.csv);
    let leftover = copy(&sealed);
    leftover.write("x.csv.journal", all.read("x.csv.journal"));
    for (state, which) in [
        (all, "all rows"),
        (without_journal, "no journal"),
        (sorted, "sorted"),
        (leftover, "sealed"),
    ] {
        whole.complete(&state, which);
    }
}

#[test]
fn a_journal_moves_aside_with_its_rows() {
    let whole = Whole::new();
    let folder = whole.begun();
    let old = [folder.read("x.csv"), folder.read("x.meta.json"), folder.read("x.csv.journal")];
    let moved = |folder: &Folder| {
        ["x.old-1.csv", "x.old-1.meta.json", "x.old-1.csv.journal"].map(|name| folder.read(name))
    };
    // As after a crash behind each rename.
    for renames in 0..=2 {
        let folder = copy(&folder);
        for (from, to) in [("x.csv", "x.old-1.csv"), ("x.csv.journal", "x.old-1.csv.journal")]
            .iter()
            .take(renames)
        {
            fs::rename(folder.file(from), folder.file(to)).unwrap();
        }
        let (mut store, _) = whole.open(&folder, Existing::MoveAside).unwrap();
        assert_eq!(store.rows(), 0);
        assert_eq!(moved(&folder), old, "{renames} renames");
        whole.append(&mut store, usize::MAX);
        store.close().unwrap();
        assert_eq!(folder.read("x.csv"), whole.csv);
    }
}

/// Changes the fifth row of results in two blocks, by another digit of its time.
fn change_the_fifth_row(folder: &Folder) {
    let csv = folder.read("x.csv");
    let place = csv.lines().take(6).map(|line| line.len() + 1).sum::<usize>() - 3;
    flip(&folder.file("x.csv"), place, 0);
}

#[test]
fn verify_and_merge_know_changed_rows_by_the_journal() {
    let whole = Whole::new();
    let folder = whole.begun();
    folder.run("verify x.csv").success();
    change_the_fifth_row(&folder);
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("lines 4 to 6 are in a block that changed"), "{said}");
    let said = stderr(&folder.run("merge x.csv --partial --out merged.csv").code(2));
    assert!(said.contains("x.csv: rows have changed since they were written"), "{said}");
    folder.run("merge x.csv --salvage --partial --out merged.csv").success();
    // The first block has two rows.
    assert_eq!(folder.read("merged.csv").lines().count(), 3);

    // The loss of some rows does not make the others doubtful.
    let csv = folder.read("x.csv");
    let second_block = csv.lines().take(3).map(|line| line.len() + 1).sum::<usize>();
    folder.write("x.csv", &csv[..second_block]);
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("rows at its end that were written are missing"), "{said}");
    folder.run("merge x.csv --partial --out merged.csv --fresh").success();
    assert_eq!(folder.read("merged.csv").lines().count(), 3);
}

#[test]
fn merged_results_that_are_not_complete_have_a_journal() {
    let whole = Whole::new();
    let folder = whole.begun();
    // Left over from results that were removed.
    folder.write("merged.csv.journal", folder.read("x.csv.journal"));
    folder.run("merge x.csv --partial --out merged.csv").success();
    folder.run("verify merged.csv").success();
    let csv = folder.read("merged.csv");
    let place = csv.len() - 3;
    flip(&folder.file("merged.csv"), place, 0);
    let resume = SWEEP.replace("x.csv", "merged.csv");
    let said = stderr(&folder.run(&resume).code(2));
    assert!(said.contains("have changed since they were written"), "{said}");
    flip(&folder.file("merged.csv"), place, 0);
    folder.run(&resume).success();
    assert_eq!(folder.rows_but_times("merged.csv").len(), whole.records.len() + 1);

    folder.write("other.csv.journal", "precious");
    let said = stderr(&folder.run("merge merged.csv --out other.csv").code(2));
    assert!(said.contains("this is not a journal of knightsweep"), "{said}");
    assert_eq!(folder.read("other.csv.journal"), "precious");
    assert!(!folder.file("other.csv").exists());
}

#[test]
fn a_csv_that_is_replaced_during_a_run_is_not_sealed() {
    let whole = Whole::new();
    let folder = whole.begun();
    let (mut store, _) = whole.resume(&folder).unwrap();
    let csv = folder.read("x.csv");
    fs::remove_file(folder.file("x.csv")).unwrap();
    folder.write("x.csv", csv);
    whole.append(&mut store, usize::MAX);
    assert!(matches!(store.close(), Err(StoreError::TakenMeanwhile(..))));
    // The rows of the removed file are lost; those of the new one are kept and completed.
    whole.complete(&folder, "replaced");
}

#[test]
fn rows_keep_their_checksums_when_a_seal_is_taken_away() {
    let whole = Whole::new();
    let sealed = Folder::new();
    whole.complete(&sealed, "sealed");
    // Cut behind the fourth row, resumed, and killed before a row was added.
    let kept = whole.csv.lines().take(5).map(|line| line.len() + 1).sum::<usize>();
    sealed.write("x.csv", &whole.csv[..kept]);
    drop(whole.resume(&sealed).unwrap());
    assert!(read_sidecar(&sealed.file("x.meta.json")).unwrap().unwrap().sealed.is_none());
    // A digit of a time, which the hash of the results does not cover.
    flip(&sealed.file("x.csv"), kept - 3, 0);
    assert!(whole.resume(&sealed).is_err_and(|error| error.is_refusal()));
    flip(&sealed.file("x.csv"), kept - 3, 0);
    whole.complete(&sealed, "unchanged");
}
