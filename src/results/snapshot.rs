//! A results file with its sidecar and what its checksums say, all of one moment, for commands that
//! do not hold its lock.

use std::fs::File;
use std::io::Seek;

use crate::files::identity::is_at;
use crate::files::open::{self, Links};
use crate::results::blocks::{BlockState, Parts};
use crate::results::error::StoreError;
use crate::results::interrupted::{self, SealState};
use crate::results::journal;
use crate::results::paths::Paths;
use crate::results::sidecar::Sidecar;

/// A results file that was opened for reading.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// Without its seal if the file is not sorted yet.
    pub(super) sidecar: Sidecar,
    /// At its beginning.
    pub(super) file: File,
    pub(super) state: FileState,
}

/// What the checksums say about a file.
#[derive(Debug)]
pub(super) enum FileState {
    /// It is as it was sealed.
    Sealed,
    /// It has the lines that were sealed, in another order: sealing was interrupted.
    Unsorted,
    /// It has changed since it was sealed, except for the parts that are intact.
    Altered(Parts),
    /// It is not sealed. Its journal knows these parts, and that this many bytes behind them are
    /// missing, unless the journal has a fault itself.
    Unsealed { parts: Parts, lost: u64, journal_fault: Option<String> },
}

impl FileState {
    /// Whether the row that begins at this byte may have been changed.
    pub(super) fn suspects(&self, offset: u64) -> bool {
        match self {
            FileState::Sealed | FileState::Unsorted => false,
            FileState::Altered(parts) => parts.state_at(offset) != BlockState::Intact,
            FileState::Unsealed { parts, .. } => match parts.state_at(offset) {
                BlockState::Intact => false,
                BlockState::Changed | BlockState::Cut => true,
                // What changed the other rows may have added these.
                BlockState::Uncovered => self.has_part(BlockState::Changed),
            },
        }
    }

    /// Whether a part may have been changed.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(self, FileState::Altered(_))
            || self.has_part(BlockState::Changed)
            || self.has_part(BlockState::Cut)
    }

    /// Whether a part of a file that is not sealed is in this state.
    pub(super) fn has_part(&self, state: BlockState) -> bool {
        match self {
            FileState::Sealed | FileState::Unsorted | FileState::Altered(_) => false,
            FileState::Unsealed { parts, .. } => parts.in_state(state).next().is_some(),
        }
    }
}

impl Snapshot {
    /// Opens a file whose sidecar `describe` reads, and compares it with its checksums.
    ///
    /// A run may replace the CSV, the journal and the sidecar in between, so this is repeated until
    /// none of them was.
    ///
    /// # Errors
    /// [`StoreError`] if one of the files cannot be read.
    pub(super) fn open(
        paths: &Paths,
        describe: impl Fn(&Paths) -> Result<Sidecar, StoreError>,
    ) -> Result<Snapshot, StoreError> {
        /// Nobody replaces results that often while they are read.
        const MOST_TIMES: usize = 100;
        let mut times = 0;
        loop {
            times += 1;
            let mut sidecar = describe(paths)?;
            let opened = open::regular(&paths.csv);
            let mut file = opened.map_err(StoreError::io("open", &paths.csv))?;
            let state = state(paths, &sidecar, &mut file)?;
            let unreadable = |error| StoreError::io("read", &paths.csv)(error);
            let is_whole = !state.is_doubtful()
                || (is_at(&file, &paths.csv, Links::Follow).map_err(unreadable)?
                    && describe(paths)? == sidecar);
            if is_whole || times == MOST_TIMES {
                file.rewind().map_err(unreadable)?;
                if matches!(state, FileState::Unsorted) {
                    sidecar.sealed = None;
                }
                return Ok(Snapshot { sidecar, file, state });
            }
        }
    }
}

fn state(paths: &Paths, sidecar: &Sidecar, file: &mut File) -> Result<FileState, StoreError> {
    let unreadable = |error| StoreError::io("read", &paths.csv)(error);
    let Some(seal) = &sidecar.sealed else {
        let recorded = journal::recorded_of(file, paths, sidecar)?;
        let checked = interrupted::check(file, sidecar, recorded);
        let (recorded, parts, _) = checked.map_err(unreadable)?;
        let lost = recorded.blocks.end().saturating_sub(parts.end());
        return Ok(FileState::Unsealed { parts, lost, journal_fault: recorded.fault() });
    };
    Ok(match interrupted::seal_state(file, seal).map_err(unreadable)? {
        SealState::Holds => FileState::Sealed,
        SealState::Unsorted => FileState::Unsorted,
        SealState::Broken => FileState::Altered(seal.blocks.check(file).map_err(unreadable)?),
    })
}
