//! Tables that do not fit the memory of a count: they wait elsewhere for the next step.
//!
//! A step takes the tables of a layer group by group, and no two groups lead to the same table. So
//! only the groups at hand have to be in memory. Each layer has a file of its own, which goes with
//! the last of its tables.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::counts::{Counts, Shape};
use crate::ends::Ends;
use crate::limits::CountError;
use crate::spill_space::{SpillFile, SpillSpace};
use crate::state_table::StateTable;

/// Smaller tables stay in memory: what is kept of one that is written takes some, too.
const LEAST_BYTES: usize = 1 << 12;

/// The tables of one layer that are not in memory.
#[derive(Debug)]
struct LayerFile {
    file: Box<dyn SpillFile>,
    end: AtomicU64,
}

/// What the tables of the next layer may be written to.
pub(crate) struct LayerSpill<'a> {
    space: &'a dyn SpillSpace,
    /// Made for the first table.
    file: Mutex<Option<Arc<LayerFile>>>,
}

/// A table that is not in memory.
#[derive(Clone, Debug)]
pub(crate) struct SpilledTable {
    pub ends: Ends,
    may_be_done: u32,
    counts: Shape,
    /// How many pairings are listed before the counts.
    pairings: Option<usize>,
    /// The bytes of the table in memory.
    pub bytes: usize,
    file: Arc<LayerFile>,
    at: u64,
}

impl<'a> LayerSpill<'a> {
    pub(crate) fn new(space: &'a dyn SpillSpace) -> LayerSpill<'a> {
        LayerSpill { space, file: Mutex::new(None) }
    }

    /// Whether a table of this many bytes is worth writing.
    pub(crate) fn takes(bytes: usize) -> bool {
        bytes >= LEAST_BYTES
    }

    pub(crate) fn write(&self, table: &StateTable) -> Result<SpilledTable, CountError> {
        self.try_write(table).map_err(|_| CountError::Spill)
    }

    fn try_write(&self, table: &StateTable) -> io::Result<SpilledTable> {
        let file = self.file()?;
        let pairings = table.pairings.as_deref();
        let length = table.counts.bytes() + pairings.map_or(0, size_of_val::<[u32]>);
        let at = file.end.fetch_add(length as u64, Ordering::Relaxed);
        let mut to = at;
        let mut write = |bytes: &[u8]| {
            file.file.write(to, bytes)?;
            to += bytes.len() as u64;
            Ok(())
        };
        write(bytemuck::cast_slice(pairings.unwrap_or_default()))?;
        table.counts.write(&mut write)?;
        let StateTable { ends, may_be_done, .. } = *table;
        let (counts, bytes) = (table.counts.shape(), table.bytes());
        let pairings = pairings.map(<[u32]>::len);
        Ok(SpilledTable { ends, may_be_done, counts, pairings, bytes, file, at })
    }

    fn file(&self) -> io::Result<Arc<LayerFile>> {
        // The value is written at once, so a panic cannot have left half of it.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &*file {
            return Ok(file.clone());
        }
        let made = Arc::new(LayerFile { file: self.space.file()?, end: AtomicU64::new(0) });
        *file = Some(made.clone());
        Ok(made)
    }
}

impl SpilledTable {
    pub(crate) fn read(&self) -> Result<StateTable, CountError> {
        self.try_read().map_err(|_| CountError::Spill)
    }

    fn try_read(&self) -> io::Result<StateTable> {
        let mut at = self.at;
        let mut read = |bytes: &mut [u8]| {
            self.file.file.read(at, bytes)?;
            at += bytes.len() as u64;
            Ok(())
        };
        let mut list: Vec<u32> = vec![0; self.pairings.unwrap_or(0)];
        read(bytemuck::cast_slice_mut(&mut list))?;
        let pairings = self.pairings.map(|_| list.into());
        let counts = Counts::read(self.counts, &mut read)?;
        Ok(StateTable { ends: self.ends, may_be_done: self.may_be_done, pairings, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{beginnings, plan_of, within};
    use crate::{Counted, Limits, PairingMaps, Prime, count, remainders};

    /// A space of its own memory, which notes the bytes that were written.
    #[derive(Debug, Default)]
    struct Room {
        written: Arc<AtomicU64>,
        is_full: bool,
    }

    #[derive(Debug)]
    struct Bytes(Mutex<Vec<u8>>, Arc<AtomicU64>, bool);

    impl SpillSpace for Room {
        fn file(&self) -> io::Result<Box<dyn SpillFile>> {
            Ok(Box::new(Bytes(Mutex::default(), self.written.clone(), self.is_full)))
        }
    }

    impl SpillFile for Bytes {
        fn write(&self, at: u64, bytes: &[u8]) -> io::Result<()> {
            if self.2 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let (mut all, at) = (self.0.lock().unwrap(), at as usize);
            let end = all.len().max(at + bytes.len());
            all.resize(end, 0);
            all[at..at + bytes.len()].copy_from_slice(bytes);
            self.1.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            Ok(())
        }

        fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
            let (all, at) = (self.0.lock().unwrap(), at as usize);
            bytes.copy_from_slice(&all[at..at + bytes.len()]);
            Ok(())
        }
    }

    #[test]
    fn counts_that_spill_are_those_in_memory() {
        let maps = PairingMaps::default();
        let plan = plan_of("7x7", Some(0), Counted::Walks);
        let run = |limits: &mut Limits| count(&plan, &maps, limits);
        let (whole, most, _) = within(1 << 30, None, 0, 2, run);
        assert!(whole.is_ok_and(|walks| walks > 0));
        let written = |room: &Room| room.written.load(Ordering::Relaxed);
        // With room it writes nothing, with little it begins again and writes earlier.
        for (sixteenths, expected) in [(32, 1), (12, 1), (10, 2)] {
            let (bytes, room) = (most / 16 * sixteenths, Room::default());
            let (found, used, seen) = within(bytes, Some(&room), 0, 2, run);
            assert_eq!((found, beginnings(&seen)), (whole, expected), "{sixteenths}");
            assert!(used <= bytes && (written(&room) > 0) == (bytes < most), "{sixteenths}");
        }
        let bytes = most / 16 * 10;
        let (found, ..) = within(bytes, None, 0, 2, run);
        assert_eq!(found, Err(CountError::MemoryLimit));
        let full = Room { is_full: true, ..Room::default() };
        let (found, ..) = within(bytes, Some(&full), 0, 2, run);
        assert_eq!(found, Err(CountError::Spill));
    }

    #[test]
    fn remainders_spill_too_where_plans_part() {
        let maps = PairingMaps::default();
        let primes: Vec<Prime> = Prime::descending().take(2).collect();
        let [open, again] = [(); 2].map(|()| plan_of("7x7", Some(0), Counted::HamiltonianPaths));
        let plans = [&open, &again];
        let run = |limits: &mut Limits| remainders(&plans, &primes, &maps, limits);
        let (whole, most, _) = within(1 << 30, None, 0, 2, run);
        assert!(whole.iter().flatten().flatten().all(|&remainder| remainder > 0));
        let room = Room::default();
        let (found, ..) = within(most, Some(&room), 0, 2, run);
        assert_eq!(found, whole);
        assert!(room.written.load(Ordering::Relaxed) > 0);
    }
}
