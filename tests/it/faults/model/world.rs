//! A folder of results to which events happen, and the model beside it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
use knightsweep::results::verify::{Sample, verify};
use knightsweep::results::{Existing, FinalState, Paths, Store, StoreError};
use proptest::sample::Index;

use super::answers::answers;
use super::events::{ALL, End, Event, Memory, Which};
use super::expected::Expected;
use crate::faults::in_process::writer;
use crate::faults::timeless;
use crate::program::Folder;

pub struct World {
    folder: Folder,
    expected: [Expected; 3],
}

impl World {
    pub fn new() -> World {
        World { folder: Folder::in_memory(), expected: Default::default() }
    }

    fn csv(&self, of: Which) -> PathBuf {
        self.folder.path().join(["a.csv", "b.csv", "x.csv"][of as usize])
    }

    fn expected(&mut self, of: Which) -> &mut Expected {
        &mut self.expected[of as usize]
    }

    fn open(&self, of: Which, existing: Existing) -> Result<Store, StoreError> {
        answers().enough.open(&self.csv(of), of.shard(), existing)
    }

    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Run { of, existing, memory, rows, end } => {
                self.run(of, existing, memory, rows, end);
            }
            Event::Cut { of, at } => self.cut(of, at),
            Event::Alter { of, at } => self.alter(of, at),
            Event::Merge { occupied } => self.merge(occupied),
            Event::SecondWriter { of } => self.second_writer(of),
            Event::WrongShard { of } => {
                if self.expected(of).exists && csv_has_content(&self.csv(of)) {
                    let other = ALL[(of as usize + 1) % 3];
                    let opened =
                        answers().enough.open(&self.csv(of), other.shard(), Existing::Resume);
                    assert!(matches!(opened, Err(StoreError::Unusable(_))), "{opened:?}");
                }
            }
            Event::StaleLock { of, text } => {
                std::fs::write(self.csv(of).with_extension("csv.lock"), text).unwrap();
            }
            Event::RemoveJournal { of } => {
                let _ = std::fs::remove_file(self.csv(of).with_extension("csv.journal"));
            }
        }
        ALL.iter().for_each(|&of| self.check(of));
    }

    /// Opens a file; `None` if it may be refused and is.
    fn opened(&mut self, of: Which, existing: Existing) -> Option<Store> {
        let old = std::fs::read(self.csv(of)).unwrap_or_default();
        // A sealed file that was cut is completed if the hash of its results is known.
        let file = self.expected(of);
        let is_refused = existing != Existing::MoveAside
            && file.is_damaged()
            && !(file.is_cut() && (file.knows_results || file.rows.is_empty()));
        let checked = self.cut_block(of).map(|begin| jobs_of(&old[..begin as usize]));
        let store = match self.open(of, existing) {
            Ok(_) if is_refused => panic!("{existing:?} of {of:?} is not refused"),
            Ok(store) => store,
            Err(error) if is_refused => {
                assert!(matches!(error, StoreError::Unusable(_)), "{error}");
                return None;
            }
            Err(error) => panic!("{existing:?} of {of:?}: {error}"),
        };
        let file = self.expected(of);
        if existing == Existing::MoveAside && file.exists {
            *file = Expected::default();
            let entries = std::fs::read_dir(self.folder.path()).unwrap();
            let mut files = entries.map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
            assert!(files.any(|bytes| bytes == old), "the old rows are lost");
        }
        let file = self.expected(of);
        file.exists = true;
        if file.is_cut() {
            file.sealed = None;
        } else if let Some(checked) = checked {
            file.rows.retain(|job, _| checked.contains(job));
        }
        if existing == Existing::RetryMemory && file.has_memory_rows() {
            file.rows.retain(|_, memory| *memory == Memory::Enough);
            file.sealed = None;
        }
        Some(store)
    }

    fn run(&mut self, of: Which, existing: Existing, memory: Memory, rows: usize, end: End) {
        let Some(mut store) = self.opened(of, existing) else {
            return;
        };
        let jobs = of.jobs();
        let file = self.expected(of).clone();
        let pending: Vec<u64> =
            jobs.iter().copied().filter(|job| !file.rows.contains_key(job)).collect();
        assert!(store.pending().iter().eq(pending.iter().copied()));
        assert_eq!((store.jobs(), store.rows()), (jobs.len() as u64, file.rows.len() as u64));
        let mut appended = pending;
        appended.truncate(rows);
        for &job in &appended {
            store.append(answers().record(job, memory)).unwrap();
            store.tick().unwrap();
        }
        let row = |job: u64| match memory {
            Memory::Little if answers().is_hungry(job) => Memory::Little,
            _ => Memory::Enough,
        };
        match end {
            End::Closed => {
                let closed = store.close();
                let file = self.expected(of);
                file.rows.extend(appended.iter().map(|&job| (job, row(job))));
                let is_complete = file.rows.len() == jobs.len();
                if is_complete
                    && file.sealed.is_none()
                    && file.knows_results
                    && file.has_memory_rows()
                {
                    assert!(matches!(closed, Err(StoreError::Unusable(_))), "{closed:?}");
                    return;
                }
                let state = closed.unwrap();
                assert_eq!(state == FinalState::Sealed, is_complete);
                file.seal_if_complete(jobs.len());
            }
            End::Killed { written } => {
                drop(store);
                if appended.is_empty() {
                    return;
                }
                let lines: Vec<Vec<u8>> =
                    appended.iter().map(|&job| answers().line(job, memory)).collect();
                let bytes = lines.concat();
                let kept = bytes.len() * written / 16;
                let mut csv = std::fs::OpenOptions::new().append(true).open(self.csv(of)).unwrap();
                csv.write_all(&bytes[..kept]).unwrap();
                let whole = bytes[..kept].iter().filter(|&&byte| byte == b'\n').count();
                let file = self.expected(of);
                file.rows.extend(appended[..whole].iter().map(|&job| (job, row(job))));
            }
        }
    }

    fn cut(&mut self, of: Which, at: Index) {
        // Whether the changed byte is still there would be unknown.
        if self.expected(of).is_altered {
            return;
        }
        let Ok(bytes) = std::fs::read(self.csv(of)) else {
            return;
        };
        let kept = &bytes[..at.index(bytes.len() + 1)];
        std::fs::write(self.csv(of), kept).unwrap();
        let left = jobs_of(kept);
        self.expected(of).rows.retain(|job, _| left.contains(job));
    }

    fn alter(&mut self, of: Which, at: Index) {
        // A second change could take the first one back.
        if self.expected(of).sealed.is_none() || self.expected(of).is_damaged() {
            return;
        }
        let mut bytes = std::fs::read(self.csv(of)).unwrap();
        let places = (0..bytes.len()).skip_while(|&place| bytes[place] != b'\n').skip(1);
        let places: Vec<usize> = places.filter(|&place| bytes[place].is_ascii_digit()).collect();
        if !places.is_empty() {
            // Another digit, so that a row may still agree with its job.
            bytes[places[at.index(places.len())]] ^= 1;
            std::fs::write(self.csv(of), bytes).unwrap();
            self.expected(of).is_altered = true;
        }
    }

    fn merge(&mut self, occupied: OnOccupied) {
        let files = [Which::FirstShard, Which::SecondShard];
        let readable = |of: &Which| {
            let file = &self.expected[*of as usize];
            let is_checked = self.cut_block(*of).is_none();
            file.can_be_merged(of.jobs().len()) && (is_checked || file.sealed.is_some())
        };
        let is_readable = files.iter().all(readable);
        let out = self.csv(Which::All);
        let is_free = occupied == OnOccupied::MoveAside
            || !csv_has_content(&out) && !out.with_extension("meta.json").exists();
        let paths = files.map(|of| Paths::new(&self.csv(of)).unwrap());
        let out = Paths::new(&out).unwrap();
        let merged = Gathered::read(&paths, OnDamage::Refuse)
            .and_then(|gathered| gathered.write(&out, occupied, writer()));
        match merged {
            Err(error) => {
                assert!(!is_readable || !is_free, "{error}");
                assert!(!matches!(error, StoreError::Io { .. }), "{error}");
            }
            Ok(merged) => {
                assert!(is_readable && is_free, "merged {:?}", self.expected);
                let rows = files.iter().flat_map(|&of| self.expected[of as usize].rows.clone());
                let rows: BTreeMap<u64, Memory> = rows.collect();
                let is_complete = rows.len() == Which::All.jobs().len();
                assert_eq!((merged.rows, merged.sealed), (rows.len() as u64, is_complete));
                *self.expected(Which::All) = Expected { rows, exists: true, ..Expected::default() };
                self.expected(Which::All).seal_if_complete(Which::All.jobs().len());
            }
        }
    }

    fn second_writer(&mut self, of: Which) {
        let Some(first) = self.opened(of, Existing::Resume) else {
            return;
        };
        for existing in [Existing::Resume, Existing::MoveAside, Existing::RetryMemory] {
            assert!(matches!(self.open(of, existing), Err(StoreError::Locked { .. })));
        }
        drop(first);
    }

    /// Checks that a file has the rows that it must have, and that `verify` says so.
    fn check(&self, of: Which) {
        let expected = &self.expected[of as usize];
        let Ok(csv) = std::fs::read(self.csv(of)) else {
            assert!(!expected.exists, "{of:?} is lost");
            return;
        };
        let end = csv.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
        if expected.is_altered {
            let paths = Paths::new(&self.csv(of)).unwrap();
            assert!(!verify(&paths, Sample { size: 0, seed: 0 }).unwrap().is_sound());
            return;
        }
        let text = std::str::from_utf8(&csv[..end]).unwrap();
        let mut there: Vec<String> = text.lines().skip(1).map(timeless).collect();
        let row = |(&job, &memory): (&u64, &Memory)| {
            let line = String::from_utf8(answers().line(job, memory)).unwrap();
            timeless(line.trim_end())
        };
        let mut wanted: Vec<String> = expected.rows.iter().map(row).collect();
        let is_sorted = there == wanted;
        if expected.sealed.is_none() {
            // Not sorted by job before.
            there.sort();
            wanted.sort();
        }
        assert_eq!(there, wanted, "{of:?}");
        if expected.exists {
            let verified = verify(&Paths::new(&self.csv(of)).unwrap(), Sample { size: 0, seed: 0 });
            let verified = verified.unwrap();
            let is_cut = expected.sealed.is_none() && self.journaled(of) > csv.len() as u64;
            let cannot_be_compared = expected.sealed.is_none()
                && expected.knows_results
                && (verified.missing > 0 || expected.has_memory_rows() || !is_sorted);
            let is_sound = !expected.is_damaged() && !is_cut && !cannot_be_compared;
            assert_eq!(verified.is_sound(), is_sound, "{:?}", verified.damages);
            assert_eq!(verified.good_rows, expected.rows.len() as u64);
        }
    }

    /// The bytes after the blocks of the journal, if there is one.
    fn block_ends(&self, of: Which) -> Vec<u64> {
        let journal = std::fs::read_to_string(self.csv(of).with_extension("csv.journal"));
        let journal = journal.unwrap_or_default();
        let ends = journal.lines().skip(1).filter_map(|line| line.split(' ').next());
        ends.map(|end| end.parse().unwrap()).collect()
    }

    /// The byte up to which the rows are in the journal.
    fn journaled(&self, of: Which) -> u64 {
        self.block_ends(of).last().copied().unwrap_or(0)
    }

    /// Where the block of the journal begins of which the file has a part.
    fn cut_block(&self, of: Which) -> Option<u64> {
        let length = std::fs::metadata(self.csv(of)).map_or(0, |csv| csv.len());
        let begin = self.block_ends(of).into_iter().filter(|end| *end <= length).max().unwrap_or(0);
        (begin < length && length < self.journaled(of)).then_some(begin)
    }

    /// Completes everything, and compares it with undisturbed results.
    pub fn finish(&mut self) {
        for of in ALL {
            let is_refused = self.opened(of, Existing::RetryMemory).is_none();
            let existing = if is_refused { Existing::MoveAside } else { Existing::RetryMemory };
            self.run(of, existing, Memory::Enough, usize::MAX, End::Closed);
            self.check(of);
            assert!(self.expected(of).sealed.is_some() && !self.expected(of).has_memory_rows());
        }
    }
}

/// The jobs of the rows with a line end.
fn jobs_of(csv: &[u8]) -> Vec<u64> {
    let end = csv.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
    let text = String::from_utf8_lossy(&csv[..end]);
    text.lines().skip(1).filter_map(|row| row.split(',').next()?.parse().ok()).collect()
}

fn csv_has_content(csv: &Path) -> bool {
    std::fs::metadata(csv).is_ok_and(|there| there.len() > 0)
}
