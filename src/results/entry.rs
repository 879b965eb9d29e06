//! Where the row of a job is, in 8 bytes.

use crate::results::record::Record;
use knight_search::Outcome;

/// Where the row of a job is, and what it says in short; by default that there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    /// The byte at which it begins in a file of less than 1 TiB, least significant part first.
    offset: [u8; 5],
    source: [u8; 2],
    /// 0 for a job without a row.
    state: u8,
}

const PRESENT: u8 = 1 << 3;
const _: () = assert!(Outcome::ALL.len() <= PRESENT as usize);
const HAS_TOUR: u8 = 1 << 4;
const IS_SEARCHED: u8 = 1 << 5;
/// It lacks its tour, which is wanted: it is compared with others, and does not decide its job.
const LACKS_TOUR: u8 = 1 << 6;

impl Entry {
    /// That of a row at this byte of a file, which is to have its tour if `tours` are wanted;
    /// `None` beyond a terabyte.
    pub(super) fn new(record: &Record, source: u16, offset: u64, tours: bool) -> Option<Entry> {
        let [low @ .., 0, 0, 0] = offset.to_le_bytes() else {
            return None;
        };
        let mut state = PRESENT | record.outcome as u8;
        state |= if record.tour.is_some() { HAS_TOUR } else { 0 };
        state |= if record.wall_s.is_some() { IS_SEARCHED } else { 0 };
        let lacks_tour = tours && record.outcome == Outcome::Tour && record.tour.is_none();
        state |= if lacks_tour { LACKS_TOUR } else { 0 };
        Some(Entry { offset: low, source: source.to_le_bytes(), state })
    }

    /// Whether the job has a row.
    pub(super) fn is_there(self) -> bool {
        self.state != 0
    }

    /// Whether it is a fact, also one that does not decide its job.
    pub(super) fn is_fact(self) -> bool {
        self.is_there() && !self.outcome().is_unknown()
    }

    /// Whether it is the row of its job, and not one to be searched again for its tour.
    pub(super) fn counts(self) -> bool {
        self.is_there() && self.state & LACKS_TOUR == 0
    }

    /// Its outcome.
    pub(super) fn outcome(self) -> Outcome {
        Outcome::ALL[usize::from(self.state & (PRESENT - 1))]
    }

    /// The byte at which it begins.
    pub(super) fn offset(self) -> u64 {
        let [a, b, c, d, e] = self.offset;
        u64::from_le_bytes([a, b, c, d, e, 0, 0, 0])
    }

    /// The number of its file.
    pub(super) fn source(self) -> usize {
        u16::from_le_bytes(self.source).into()
    }

    /// Whether this row is to stand for its job rather than another one with the same answer: it
    /// has a tour, or else it was searched.
    pub(super) fn is_richer_than(self, other: Entry) -> bool {
        let rank = |entry: Entry| (entry.state & HAS_TOUR, entry.state & IS_SEARCHED);
        rank(self) > rank(other)
    }
}
