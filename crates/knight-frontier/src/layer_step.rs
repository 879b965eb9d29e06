//! A step, as it applies to all tables of a layer.

use crate::done_sets::DoneSets;
use crate::ends::Ends;
use crate::limits::{CountError, MemoryMeter};
use crate::numbers::{Numbers, scaled_up};
use crate::pairing_maps::{PairingMaps, SMALL_ENDS};
use crate::pairings::PairingChange;
use crate::spill::LayerSpill;
use crate::state_table::StateTable;
use crate::states::Kept;
use crate::sums::Sum;
use crate::transitions::{Transition, VertexStep};

/// What all tables of a layer share when they are taken through a step.
#[derive(Clone, Copy)]
pub(crate) struct LayerStep<'a> {
    pub step: &'a VertexStep,
    /// An upper bound on the counts before the step.
    pub max_count: u128,
    /// Maps of pairings of few ends, which counts share.
    pub shared_maps: &'a PairingMaps,
    /// Maps of pairings of many ends.
    pub own_maps: &'a PairingMaps,
    pub meter: &'a MemoryMeter,
    /// Where tables are written when memory runs short, if there is such a place.
    pub spill: Option<&'a LayerSpill<'a>>,
    /// The bytes in use beyond which it does.
    pub waiting: usize,
    /// Whether it only matters which counts are 0.
    pub is_existence: bool,
    pub numbers: Numbers<'a>,
    /// Counts after the step are divided by `2^scale` and rounded up.
    pub scale: u32,
}

impl LayerStep<'_> {
    pub(crate) fn weight(&self, transition: &Transition) -> u64 {
        if transition.is_walk_end { self.step.weight } else { 1 }
    }

    /// A table of the next layer while it waits: written away if memory runs short.
    pub(crate) fn kept(&self, table: StateTable) -> Result<Kept, CountError> {
        let bytes = table.bytes();
        let is_scarce = || LayerSpill::takes(bytes) && self.meter.used() > self.waiting;
        let Some(spill) = self.spill.filter(|_| is_scarce()) else {
            return Ok(Kept::Here(table));
        };
        let spilled = Kept::Spilled(spill.write(&table)?);
        self.meter.release(bytes);
        self.meter.reserve(spilled.bytes())?;
        Ok(spilled)
    }

    /// Tables in memory.
    pub(crate) fn loaded(&self, tables: Vec<Kept>) -> Result<Vec<StateTable>, CountError> {
        let load = |table| match table {
            Kept::Here(table) => Ok(table),
            Kept::Spilled(ref spilled) => {
                self.meter.reserve(spilled.bytes)?;
                let loaded = spilled.read()?;
                self.meter.release(table.bytes());
                Ok(loaded)
            }
        };
        tables.into_iter().map(load).collect()
    }

    pub(crate) fn done_sets_before(&self, table: &StateTable) -> DoneSets {
        let (order, colours) = (&self.step.may_be_done_before, &self.step.colours_before);
        DoneSets::new(order, table.may_be_done, colours.as_ref(), table.ends)
    }

    pub(crate) fn done_sets(&self, ends: Ends, may_be_done: u32) -> DoneSets {
        DoneSets::new(&self.step.may_be_done, may_be_done, self.step.colours.as_ref(), ends)
    }

    /// Gives an empty buffer room for this many numbers.
    pub(crate) fn grow(&self, buffer: &mut Vec<u32>, numbers: usize) -> Result<(), CountError> {
        if buffer.capacity() < numbers {
            self.meter.reserve((numbers - buffer.capacity()) * size_of::<u32>())?;
            *buffer = Vec::with_capacity(numbers);
        }
        Ok(())
    }

    /// Makes what is kept of the sums, none of which exceeds `most`.
    pub(crate) fn shorten<S: Sum>(&self, sums: &mut [S], most: u128) {
        if self.is_existence {
            for sum in &mut *sums {
                *sum = S::of(u128::from(*sum != S::default()));
            }
        }
        match self.numbers {
            Numbers::Modulo(primes) if size_of::<S>() * 8 <= primes[0].bits() as usize => {}
            Numbers::Modulo(&[prime]) => prime.remainders(sums, most),
            Numbers::Modulo(primes) => {
                for count in sums.chunks_exact_mut(primes.len()) {
                    for (sum, prime) in count.iter_mut().zip(primes) {
                        *sum = prime.remainder_of(*sum);
                    }
                }
            }
            Numbers::Exact | Numbers::UpperBound => {}
        }
        if self.scale > 0 {
            for sum in &mut *sums {
                *sum = scaled_up(*sum, self.scale);
            }
        }
    }

    /// The images of the rows of a table; `None` if row stays row.
    #[inline]
    pub(crate) fn images_of_rows<'b>(
        &'b self,
        change: PairingChange,
        table: &'b StateTable,
        images: &'b mut Vec<u32>,
    ) -> Result<Option<&'b [u32]>, CountError> {
        let of_all = self.images(change, table.ends)?;
        let (Some(of_all), Some(pairings)) = (of_all, &table.pairings) else {
            return Ok(of_all.or(table.pairings.as_deref()));
        };
        images.clear();
        self.grow(images, pairings.len())?;
        images.extend(pairings.iter().map(|&pairing| of_all[pairing as usize]));
        Ok(Some(images))
    }

    #[inline]
    fn images(&self, change: PairingChange, ends: Ends) -> Result<Option<&[u32]>, CountError> {
        let (count, outer) = (ends.count(), ends.outer.into());
        if count <= SMALL_ENDS {
            Ok(self.shared_maps.small(change, count, outer))
        } else {
            self.own_maps.large(change, count, outer, self.shared_maps, self.meter)
        }
    }
}
