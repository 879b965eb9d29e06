//! What happens to results.

use knightsweep::results::Existing;
use knightsweep::results::merge::OnOccupied;
use proptest::prelude::*;
use proptest::sample::Index;

/// The results: the two shards of the experiment, and all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    FirstShard,
    SecondShard,
    All,
}

pub const ALL: [Which; 3] = [Which::FirstShard, Which::SecondShard, Which::All];

/// What happens to results.
#[derive(Clone, Debug)]
pub enum Event {
    /// A run with this existing results and memory, which appends at most some rows.
    Run { of: Which, existing: Existing, memory: Memory, rows: usize, end: End },
    /// The file loses its end.
    Cut { of: Which, at: Index },
    /// Something changes a byte behind the header of a sealed file.
    Alter { of: Which, at: Index },
    /// The shards are merged, as with `--partial`.
    Merge { occupied: OnOccupied },
    /// A second writer comes while the first one has the file.
    SecondWriter { of: Which },
    /// A run for another part of the jobs.
    WrongShard { of: Which },
    /// A lock of a crash, or what a power loss made of it.
    StaleLock { of: Which, text: &'static str },
    /// A user removes what looks like a leftover.
    RemoveJournal { of: Which },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    Enough,
    Little,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Closed,
    /// Killed after it had written this much of its rows, in sixteenths.
    Killed {
        written: usize,
    },
}

pub fn event() -> impl Strategy<Value = Event> {
    let which = || proptest::sample::select(&ALL[..]);
    let existing = proptest::sample::select(vec![
        Existing::Resume,
        Existing::Resume,
        Existing::RetryMemory,
        Existing::MoveAside,
    ]);
    let memory = proptest::sample::select(vec![Memory::Enough, Memory::Little]);
    let end =
        prop_oneof![Just(End::Closed), (0..=16usize).prop_map(|written| End::Killed { written })];
    let lock = proptest::sample::select(vec!["", "knightsweep lock: ", "knights"]);
    prop_oneof![
        8 => (which(), existing, memory, 0..12usize, end)
            .prop_map(|(of, existing, memory, rows, end)| Event::Run { of, existing, memory, rows, end }),
        3 => (which(), any::<Index>()).prop_map(|(of, at)| Event::Cut { of, at }),
        1 => (which(), any::<Index>()).prop_map(|(of, at)| Event::Alter { of, at }),
        2 => proptest::sample::select(vec![OnOccupied::Refuse, OnOccupied::MoveAside])
            .prop_map(|occupied| Event::Merge { occupied }),
        1 => which().prop_map(|of| Event::SecondWriter { of }),
        1 => which().prop_map(|of| Event::WrongShard { of }),
        1 => (which(), lock).prop_map(|(of, text)| Event::StaleLock { of, text }),
        1 => which().prop_map(|of| Event::RemoveJournal { of }),
    ]
}
