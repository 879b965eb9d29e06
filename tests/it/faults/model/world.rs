//! A folder of results to which events happen, and what the model says of them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use knightsweep::results::merge::Gathered;
use knightsweep::results::record::columns::header;
use knightsweep::results::{Existing, Paths, Sidecar, Store, StoreError, read_sidecar};
use proptest::sample::Index;

use super::events::{ALL, Event, Memory, Run, Size, Which};
use super::seen::{Facts, Kind, Seen, add, is_tail_known, job_of, known, seen};
use crate::faults::in_process::{Answered, FRESH, REPAIR, RESUME, RETRY, verified, writer};
use crate::program::Folder;

pub(super) struct World {
    folder: Folder,
}

impl World {
    pub(super) fn new() -> World {
        World { folder: Folder::new() }
    }

    fn csv(&self, of: Which) -> PathBuf {
        self.folder.file(["a.csv", "b.csv", "x.csv"][of as usize])
    }

    fn bytes(&self, of: Which) -> Vec<u8> {
        fs::read(self.csv(of)).unwrap_or_default()
    }

    fn seen(&self, of: Which) -> Seen {
        seen(&self.bytes(of))
    }

    fn sidecar(&self, of: Which) -> Option<Sidecar> {
        read_sidecar(&self.csv(of).with_extension("meta.json")).unwrap()
    }

    /// The size of the experiment in a sidecar.
    fn size(&self, of: Which) -> Option<Size> {
        let sidecar = self.sidecar(of)?;
        let spec = |size| known().answered(size, Memory::Enough).experiment.spec();
        let sizes = [Size::Small, Size::Large];
        Some(sizes.into_iter().find(|size| spec(*size) == sidecar.experiment).unwrap())
    }

    pub(super) fn apply(&mut self, event: &Event) {
        match *event {
            Event::Run(run) => drop(self.run(run)),
            // A torn row that was changed before may be one or not, also if NUL bytes hid the
            // change.
            Event::Cut { of, at } => self.change(of, |bytes| {
                let left = &bytes[..at.index(bytes.len() + 1)];
                if is_tail_known(left) {
                    bytes.truncate(left.len());
                }
            }),
            Event::Flip { of, at } => self.change(of, |bytes| flip(bytes, at)),
            Event::Nul { of, at, length } => self.change(of, |bytes| {
                let from = at.index(bytes.len() + 1);
                let to = (from + length).min(bytes.len());
                bytes[from..to].fill(0);
            }),
            Event::Write { of } => self.change(of, |bytes| bytes.extend_from_slice(b"precious\n")),
            Event::Merge { fresh, names_experiment } => self.merge(fresh, names_experiment),
            Event::SecondWriter { of } => self.second_writer(of),
            Event::StaleLock { of, text } => {
                fs::write(self.csv(of).with_extension("csv.lock"), text).unwrap();
            }
            Event::LoseSidecar { of } => {
                let _ = fs::remove_file(self.csv(of).with_extension("meta.json"));
            }
        }
        let of = match *event {
            Event::Run(Run { of, .. }) | Event::Cut { of, .. } | Event::Flip { of, .. } => of,
            Event::Nul { of, .. } | Event::Write { of } | Event::SecondWriter { of } => of,
            Event::StaleLock { of, .. } | Event::LoseSidecar { of } => of,
            Event::Merge { .. } => Which::All,
        };
        self.check(of);
    }

    fn change(&self, of: Which, change: impl FnOnce(&mut Vec<u8>)) {
        if let Ok(mut bytes) = fs::read(self.csv(of)) {
            change(&mut bytes);
            fs::write(self.csv(of), bytes).unwrap();
        }
    }

    /// Whether results must be refused as those of something else.
    fn is_of_others(&self, of: Which, size: Size) -> bool {
        let seen = self.seen(of);
        let jobs: BTreeSet<String> = known().jobs(Which::All, size).into_iter().collect();
        let has_others = seen.facts.keys().any(|job| !jobs.contains(job));
        let describes_others = seen.kind == Kind::Blank && self.size(of).is_some_and(|s| s != size);
        seen.kind == Kind::Foreign || has_others || describes_others
    }

    /// Opens a file; `None` if it must be refused and is, with everything as it was.
    fn opened(&self, run: Run) -> Option<Store> {
        let Run { of, size, existing, .. } = run;
        let (before, seen) = (self.contents(), self.seen(of));
        let others = ALL.into_iter().filter(|&other| other != of && self.csv(other).exists());
        let others: Vec<Which> = others.filter(|_| run.reuse).collect();
        let is_refused = others.iter().any(|&other| self.seen(other).kind == Kind::Foreign)
            || !existing.move_aside
                && (self.is_of_others(of, size) || seen.is_damaged && !existing.repair);
        let reuse: Vec<PathBuf> = others.into_iter().map(|other| self.csv(other)).collect();
        let answered = known().answered(size, Memory::Enough);
        match answered.open(&self.csv(of), of.shard(), existing, &reuse) {
            Ok(_) if is_refused => panic!("{run:?} is not refused: {seen:?}"),
            Ok(store) => Some(store),
            Err(error) if is_refused => {
                assert!(error.is_refusal(), "{error}");
                assert!(self.contents() == before, "{run:?} was refused and changed something");
                None
            }
            Err(error) => panic!("{run:?}: {error}, {seen:?}"),
        }
    }

    /// The files, without the locks.
    fn contents(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = crate::faults::contents(&self.folder);
        files.retain(|(name, _)| !name.ends_with(".lock"));
        files
    }

    /// Whether it was not refused.
    fn run(&self, run: Run) -> bool {
        let Run { of, size, existing, memory, rows, .. } = run;
        let (old, seen_before) = (self.bytes(of), self.seen(of));
        let existed = self.csv(of).exists();
        let mut there = if existing.move_aside { Facts::new() } else { seen_before.facts };
        let kept = there.clone();
        if existing.retry {
            there.retain(|_, memory| *memory == Memory::Enough);
        }
        let jobs = known().jobs(of, size);
        let reused = self.reused(run);
        let Some(mut store) = self.opened(run) else { return false };
        if existed && (existing.move_aside || existing.repair && seen_before.is_damaged) {
            let is_kept = |(_, bytes): &(String, Vec<u8>)| *bytes == old;
            assert!(self.contents().iter().any(is_kept), "the old file is lost");
        }
        for job in &reused {
            add(&mut there, job.clone(), Memory::Enough);
        }
        let plan = known().answered(size, memory);
        let key = |job: u64| job_of(plan.lines()[job as usize]);
        let pending: Vec<String> =
            jobs.iter().filter(|job| !there.contains_key(*job)).cloned().collect();
        let left = plan.pending(&store);
        assert_eq!(left.iter().copied().map(key).collect::<Vec<_>>(), pending, "{run:?}");
        assert_eq!((store.jobs() - store.rows()) as usize, pending.len());
        let appended: Vec<u64> = left.into_iter().take(rows).collect();
        for &job in &appended {
            store.append(&plan.records[job as usize]).unwrap();
            store.tick().unwrap();
        }
        match run.killed {
            None => {
                let is_complete = appended.len() == pending.len();
                assert_eq!(store.close().unwrap(), is_complete);
            }
            Some(sixteenths) => {
                drop(store);
                let bytes = lines_of(plan, &appended);
                let mut csv = fs::OpenOptions::new().append(true).open(self.csv(of)).unwrap();
                csv.write_all(&bytes.as_bytes()[..bytes.len() * sixteenths / 16]).unwrap();
            }
        }
        let (mut left, mut expected) = (self.seen(of).facts, kept);
        // A retry forgets also rows without an answer that are of the other shard.
        if existing.retry {
            let counts =
                |job: &String, memory: &mut Memory| *memory == Memory::Enough || jobs.contains(job);
            left.retain(counts);
            expected.retain(counts);
        }
        reused.into_iter().for_each(|job| add(&mut expected, job, Memory::Enough));
        if run.killed.is_none() {
            let rows = seen(lines_of(plan, &appended).as_bytes()).facts;
            rows.into_iter().for_each(|(job, memory)| add(&mut expected, job, memory));
            assert_eq!(left, expected, "{run:?}");
        }
        assert!(expected.iter().all(|(job, memory)| left.get(job) >= Some(memory)), "{run:?}");
        true
    }

    /// The jobs of the experiment whose rows a run takes over.
    fn reused(&self, run: Run) -> BTreeSet<String> {
        let Run { of, size, existing, reuse, .. } = run;
        let there = if existing.move_aside { Facts::new() } else { self.seen(of).facts };
        let needs = |job: &String| match there.get(job) {
            None => true,
            Some(memory) => *memory == Memory::Little,
        };
        let others = ALL.into_iter().filter(|&other| reuse && other != of);
        let facts: Facts = others
            .flat_map(|other| self.seen(other).facts)
            .filter(|(_, m)| *m == Memory::Enough)
            .collect();
        let jobs = known().jobs(of, size);
        jobs.into_iter().filter(|job| needs(job) && facts.contains_key(job)).collect()
    }

    fn merge(&self, fresh: bool, names_experiment: bool) {
        let shards = [Which::FirstShard, Which::SecondShard];
        let sizes = shards.map(|of| self.size(of));
        let size = if names_experiment { Some(Size::Large) } else { sizes[0] };
        let seen = shards.map(|of| self.seen(of));
        let is_readable = shards.iter().all(|&of| self.csv(of).exists())
            && seen.iter().all(|seen| seen.kind != Kind::Foreign)
            && (names_experiment || (sizes[0] == sizes[1] && size.is_some()));
        let there = self.seen(Which::All);
        let is_free = fresh
            || size.is_none_or(|size| !self.is_of_others(Which::All, size) && !there.is_damaged);
        let named = size.filter(|_| names_experiment);
        let named = named.map(|size| known().answered(size, Memory::Enough).experiment.clone());
        let before = self.contents();
        let paths = shards.map(|of| Paths::new(&self.csv(of)).unwrap());
        let out = Paths::new(&self.csv(Which::All)).unwrap();
        let write = |gathered: Gathered| gathered.write(out, fresh, writer(), &mut Vec::new());
        let merged = Gathered::read(&paths, named).and_then(write);
        match merged {
            Err(error) => {
                assert!(!is_readable || !is_free, "{error}");
                assert!(error.is_refusal() || !is_readable, "{error}");
                assert!(self.contents() == before, "a merge was refused and changed something");
            }
            Ok(merged) => {
                assert!(is_readable && is_free, "merged {seen:?} into {there:?}");
                let mut facts = if fresh { Facts::new() } else { there.facts };
                let rows = seen.into_iter().flat_map(|seen| seen.facts);
                rows.for_each(|(job, memory)| add(&mut facts, job, memory));
                let jobs = known().jobs(Which::All, size.unwrap()).len();
                assert_eq!(
                    (merged.rows as usize, merged.sealed),
                    (facts.len(), facts.len() == jobs)
                );
                assert_eq!(self.seen(Which::All).facts, facts);
                shards.iter().for_each(|of| {
                    assert!(before.iter().any(|(_, bytes)| *bytes == self.bytes(*of)))
                });
            }
        }
    }

    fn second_writer(&self, of: Which) {
        let Some(first) = self.opened(Run { rows: 0, existing: RESUME, ..all_rows(of) }) else {
            return;
        };
        let answered = known().answered(Size::Large, Memory::Enough);
        for existing in [RESUME, FRESH, RETRY, REPAIR] {
            let second = answered.open(&self.csv(of), of.shard(), existing, &[]);
            assert!(matches!(second, Err(StoreError::Locked { .. })), "{second:?}");
        }
        drop(first);
    }

    /// Checks that `verify` says of a file what the model says.
    fn check(&self, of: Which) {
        let bytes = self.bytes(of);
        if !self.csv(of).exists() {
            return;
        }
        let (seen, found) = (seen(&bytes), verified(&self.csv(of)).unwrap());
        let (Some(sidecar), Some(size)) = (self.sidecar(of), self.size(of)) else {
            assert!(found.is_sound() != seen.is_damaged || seen.kind != Kind::Results, "{seen:?}");
            assert!(!found.is_complete());
            return;
        };
        let jobs = known().jobs(of, size);
        let good = jobs.iter().filter(|job| seen.facts.contains_key(*job)).count();
        assert_eq!(found.good_rows, good as u64, "{of:?}");
        let sealed = sidecar.sealed.as_ref();
        let is_as_sealed = sealed
            .is_none_or(|seal| seal.holds_file(&fs::File::open(self.csv(of)).unwrap()).unwrap());
        let is_sound = !seen.is_damaged && seen.kind != Kind::Foreign && is_as_sealed;
        assert_eq!(found.is_sound(), is_sound, "{of:?}: {:?}", found.damages);
        let is_complete = is_sound && sealed.is_some();
        assert_eq!(found.is_complete(), is_complete, "{of:?}");
        if is_complete {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.starts_with(&header()));
            let order: Vec<String> = text.lines().skip(1).map(job_of).collect();
            let all = known().jobs(Which::All, size);
            assert!(
                all.iter().filter(|job| order.contains(job)).eq(&order),
                "{of:?} is not sorted"
            );
            assert!(jobs.iter().all(|job| order.contains(job)), "{of:?} is not complete");
        }
    }

    /// Completes everything, and compares it with undisturbed results.
    pub(super) fn finish(&mut self) {
        for of in ALL {
            if !self.run(all_rows(of)) {
                assert!(self.run(Run { existing: FRESH, ..all_rows(of) }));
            }
            self.check(of);
            let facts = self.seen(of).facts;
            let jobs = known().jobs(of, Size::Large);
            assert!(jobs.iter().all(|job| facts.get(job) == Some(&Memory::Enough)), "{of:?}");
            assert!(verified(&self.csv(of)).unwrap().is_complete(), "{of:?}");
        }
    }
}

/// A run that completes a file.
fn all_rows(of: Which) -> Run {
    let existing = Existing { repair: true, ..RETRY };
    let (size, memory) = (Size::Large, Memory::Enough);
    Run { of, size, existing, reuse: false, memory, rows: usize::MAX, killed: None }
}

/// Changes a byte in front of the last line end, so that no row says the same as before.
fn flip(bytes: &mut [u8], at: Index) {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if end > 0 {
        bytes[at.index(end)] ^= 1;
    }
}

/// The rows of some jobs.
fn lines_of(answered: &Answered, jobs: &[u64]) -> String {
    jobs.iter().map(|&job| format!("{}\n", answered.lines()[job as usize])).collect()
}
