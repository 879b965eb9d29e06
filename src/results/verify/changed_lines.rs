//! The lines of a file that are not what was written.

use crate::results::blocks::{BlockState, Parts};
use crate::results::journal::Behind;
use crate::results::rows::Damage;
use crate::results::snapshot::FileState;

/// Finds the lines of the blocks that are not what was written.
pub(super) struct ChangedLines {
    /// Missing if there is nothing to find.
    parts: Option<Parts>,
    /// Whether rows that no block covers are right.
    behind: Behind,
    /// First and last lines of the parts found so far, with their state.
    found: Vec<(u64, u64, BlockState)>,
}

impl ChangedLines {
    pub(super) fn new(state: FileState) -> ChangedLines {
        let (parts, behind) = match state {
            FileState::Sealed | FileState::Unsorted => (None, Behind::Nothing),
            FileState::Altered(parts) => (Some(parts), Behind::Nothing),
            FileState::Unsealed { parts, .. } => (Some(parts), Behind::AnyRows),
        };
        // Without blocks, as in files of older programs, nothing is known of a part.
        let knows = |parts: &Parts| parts.iter().any(|(_, state)| state != BlockState::Uncovered);
        ChangedLines { parts: parts.filter(knows), behind, found: Vec::new() }
    }

    /// Looks at the next line, which ends before this byte.
    pub(super) fn add(&mut self, line: u64, end: u64) {
        let Some(parts) = &self.parts else {
            return;
        };
        let state = parts.state_at(end.saturating_sub(1));
        match self.found.last_mut() {
            Some((_, last, same)) if *same == state => *last = line,
            _ => self.found.push((line, line, state)),
        }
    }

    pub(super) fn damages(self) -> impl Iterator<Item = Damage> {
        let damaged = self.found.into_iter().filter(move |(_, _, state)| match state {
            BlockState::Intact => false,
            // Rows of an unfinished file that are not in its journal yet.
            BlockState::Uncovered => self.behind == Behind::Nothing,
            BlockState::Changed | BlockState::Cut => true,
        });
        damaged.map(|(first, last, state)| {
            let what = match state {
                BlockState::Uncovered => "behind the end of the sealed file",
                BlockState::Cut => "in a block whose end is missing",
                BlockState::Changed | BlockState::Intact => {
                    "in a block that changed since it was written"
                }
            };
            let lines = match first == last {
                true => format!("line {first} is"),
                false => format!("lines {first} to {last} are"),
            };
            Damage { line: 0, fault: format!("{lines} {what}") }
        })
    }
}
