//! The model: what the bytes of a file say. A line counts if it is one that a search has given.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use knightsweep::experiment::shard::Shard;
use knightsweep::results::record::columns::{self, OF_JOB};

use super::events::{Memory, Size, Which};
use crate::faults::column;
use crate::faults::in_process::Answered;

/// Some of these jobs need more memory than 1 MB.
const SMALL: &str = "boards = [\"3x3\", \"3x4\", \"7x8\"]\nstarts = [\"1,1\", \"2,1\", \"3,2\"]\n\
     orders = \"fig2\"\nbudget = \"none\"\nengine = \"leap\"\ntours = true\n";

const LARGE: &str = "boards = [\"7x8\", \"3x3\", \"3x4\"]\nstarts = [\"1,1\", \"2,1\", \"3,2\"]\n\
     orders = [\"fig2\", \"tutorial\"]\nbudget = \"none\"\nengine = \"leap\"\ntours = true\n";

/// The jobs with what is known of them, by their columns.
pub(super) type Facts = BTreeMap<String, Memory>;

/// The experiment in both sizes, each with little memory and with enough.
pub(super) struct Known {
    sizes: [[Answered; 2]; 2],
    lines: HashMap<String, (String, Memory)>,
}

/// The columns of a row that say its job.
pub(super) fn job_of(row: &str) -> String {
    row.split(',').take(OF_JOB).collect::<Vec<_>>().join(",")
}

pub(super) fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let both = |toml| [Answered::new(toml, "--memory 1M"), Answered::new(toml, "")];
        let sizes = [both(SMALL), both(LARGE)];
        let mut lines = HashMap::new();
        for line in sizes.iter().flatten().flat_map(|answered| answered.lines()) {
            let is_hungry = column(line, "outcome") == "memory";
            let memory = if is_hungry { Memory::Little } else { Memory::Enough };
            lines.insert(line.to_owned(), (job_of(line), memory));
        }
        assert!(lines.values().any(|(_, memory)| *memory == Memory::Little));
        Known { sizes, lines }
    })
}

impl Known {
    pub(super) fn answered(&self, size: Size, memory: Memory) -> &Answered {
        &self.sizes[size as usize][memory as usize]
    }

    /// The jobs of a file, in the order of the plan.
    pub(super) fn jobs(&self, of: Which, size: Size) -> Vec<String> {
        let answered = self.answered(size, Memory::Enough);
        let lines = answered.lines();
        let is_in =
            |(place, _): &(usize, &&str)| answered.plan.is_in_shard(of.shard(), *place as u64);
        lines.iter().enumerate().filter(is_in).map(|(_, line)| job_of(line)).collect()
    }
}

impl Which {
    pub(super) fn shard(self) -> Option<Shard> {
        match self {
            Which::FirstShard => Shard::new(1, 2),
            Which::SecondShard => Shard::new(2, 2),
            Which::All => None,
        }
    }
}

/// Adds what is known of a job. An answer beats a row without one.
pub(super) fn add(facts: &mut Facts, job: String, memory: Memory) {
    let there = facts.entry(job).or_insert(memory);
    *there = (*there).max(memory);
}

/// What is in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub facts: Facts,
    /// Other lines than rows, headers, and what a crash leaves.
    pub is_damaged: bool,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    #[default]
    Blank,
    Results,
    Foreign,
}

/// Whether what is behind the last line end has NUL bytes, or is the beginning of a header or row.
pub(super) fn is_tail_known(bytes: &[u8]) -> bool {
    let begin = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    is_torn(&bytes[begin..])
}

fn is_torn(tail: &[u8]) -> bool {
    let text = String::from_utf8_lossy(tail);
    let begins = |whole: &str| whole.starts_with(&*text);
    tail.contains(&0) || begins(&columns::header()) || known().lines.keys().any(|line| begins(line))
}

pub(super) fn seen(bytes: &[u8]) -> Seen {
    let (mut seen, header) = (Seen::default(), columns::header());
    let mut is_known = false;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let is_whole_row = known().lines.contains_key(&*String::from_utf8_lossy(line));
        let Some(text) = line.strip_suffix(b"\n").or(is_whole_row.then_some(line)) else {
            seen.is_damaged |= is_known && !is_torn(line);
            continue;
        };
        let line = String::from_utf8_lossy(text);
        if let Some((job, memory)) = known().lines.get(&*line) {
            add(&mut seen.facts, job.clone(), *memory);
            is_known = true;
        } else if *line == header {
            is_known = true;
        } else {
            seen.is_damaged |= !text.contains(&0);
        }
    }
    seen.kind = match is_known {
        true => Kind::Results,
        false if header.as_bytes().starts_with(bytes) => Kind::Blank,
        false => Kind::Foreign,
    };
    seen
}
