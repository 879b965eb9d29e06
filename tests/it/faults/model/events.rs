//! What happens to results.

use knightsweep::results::Existing;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::faults::in_process::{FRESH, REPAIR, RESUME, RETRY};

/// The results: two shards of the experiment, and all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    FirstShard,
    SecondShard,
    All,
}

pub(super) const ALL: [Which; 3] = [Which::FirstShard, Which::SecondShard, Which::All];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Memory {
    Little,
    Enough,
}

/// The experiment, before and after it has grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Small,
    Large,
}

/// A run, which appends at most some rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub of: Which,
    pub size: Size,
    pub existing: Existing,
    /// Whether it takes over the rows of the other files.
    pub reuse: bool,
    pub memory: Memory,
    pub rows: usize,
    /// How much of its rows was written when it was killed, in sixteenths.
    pub killed: Option<usize>,
}

/// What happens to results.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Run(Run),
    /// The file loses its end.
    Cut {
        of: Which,
        at: Index,
    },
    /// A byte of a complete line changes.
    Flip {
        of: Which,
        at: Index,
    },
    /// Bytes become NUL.
    Nul {
        of: Which,
        at: Index,
        length: usize,
    },
    /// Somebody appends a line of text.
    Write {
        of: Which,
    },
    /// The shards are merged, as with `--partial`.
    Merge {
        fresh: bool,
        names_experiment: bool,
    },
    /// A second writer comes while the first one has the file.
    SecondWriter {
        of: Which,
    },
    /// A lock of a crash, or what a power loss made of it.
    StaleLock {
        of: Which,
        text: &'static str,
    },
    LoseSidecar {
        of: Which,
    },
}

fn run() -> impl Strategy<Value = Event> {
    let of = proptest::sample::select(&ALL[..]);
    let existing = proptest::sample::select(vec![RESUME, RESUME, RESUME, RETRY, REPAIR, FRESH]);
    let size = proptest::sample::select(vec![Size::Small, Size::Large]);
    let memory = proptest::sample::select(vec![Memory::Enough, Memory::Little]);
    let killed = prop_oneof![Just(None), (0..=16usize).prop_map(Some)];
    let flags = (any::<bool>(), memory, 0..24usize, killed);
    (of, size, existing, flags).prop_map(|(of, size, existing, (reuse, memory, rows, killed))| {
        Event::Run(Run { of, size, existing, reuse, memory, rows, killed })
    })
}

pub(super) fn event() -> impl Strategy<Value = Event> {
    let which = || proptest::sample::select(&ALL[..]);
    let at = any::<Index>;
    let lock = proptest::sample::select(vec!["", "knightsweep lock: ", "knights", "\0\0\0"]);
    prop_oneof![
        9 => run(),
        2 => (which(), at()).prop_map(|(of, at)| Event::Cut { of, at }),
        1 => (which(), at()).prop_map(|(of, at)| Event::Flip { of, at }),
        1 => (which(), at(), 1..400usize)
            .prop_map(|(of, at, length)| Event::Nul { of, at, length }),
        1 => which().prop_map(|of| Event::Write { of }),
        2 => any::<[bool; 2]>()
            .prop_map(|[fresh, names_experiment]| Event::Merge { fresh, names_experiment }),
        1 => which().prop_map(|of| Event::SecondWriter { of }),
        1 => (which(), lock).prop_map(|(of, text)| Event::StaleLock { of, text }),
        1 => which().prop_map(|of| Event::LoseSidecar { of }),
    ]
}
