//! Maps of pairings: the number of the image of each pairing under a change.
//!
//! The pairings in which the first end has the same mate follow one another, and a change takes
//! them to images known from smaller maps ([`PairingChange::of_rest`]). So a map is put together
//! from parts of others, and no pairing is looked at by itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::limits::{CountError, MemoryMeter};
use crate::pairings::{MAX_ENDS, OUTER, PairingChange, pairing_count};

/// Stands for an image that does not exist.
///
/// Under [`PairingChange::Join`] a pairing has no image if the ends are mates, which would close a
/// cycle, or both outer, which would make the walk whole while other fragments are left. Under
/// [`PairingChange::Drop`] it has none if the end is outer.
pub(crate) const NO_IMAGE: u32 = u32::MAX;

/// The maps of pairings of up to this many ends take a few megabytes at most. All counts share
/// them.
pub(crate) const SMALL_ENDS: usize = 10;

/// The image of each pairing under one change, once they are computed.
type PairingMap = OnceLock<Box<[u32]>>;

/// Maps of all pairings, computed for the changes that were asked for.
#[derive(Debug, Default)]
pub struct PairingMaps {
    /// By ends; then by outer ends and change.
    of_ends: [OnceLock<Box<[PairingMap]>>; MAX_ENDS + 1],
    bytes: AtomicUsize,
}

impl PairingMaps {
    /// The images of the pairings of at most [`SMALL_ENDS`] ends; `None` for
    /// [`PairingChange::None`].
    #[inline]
    pub(crate) fn small(&self, change: PairingChange, ends: usize, outer: usize) -> Option<&[u32]> {
        let map = self.map(change, ends, outer)?;
        Some(map.get_or_init(|| self.images(change, ends, outer)))
    }

    /// The images of the pairings of more ends; `None` for [`PairingChange::None`]. The number of
    /// pairings must fit 32 bits. Bytes for maps that are not there yet are reserved at the meter.
    /// `small` has the maps of few ends.
    ///
    /// # Errors
    /// [`CountError::MemoryLimit`].
    pub(crate) fn large(
        &self,
        change: PairingChange,
        ends: usize,
        outer: usize,
        small: &PairingMaps,
        meter: &MemoryMeter,
    ) -> Result<Option<&[u32]>, CountError> {
        let Some(map) = self.map(change, ends, outer) else {
            return Ok(None);
        };
        if map.get().is_none() {
            // Two threads may both reserve bytes for it.
            let bytes = pairing_count(ends, outer) * size_of::<u32>();
            meter.reserve(bytes)?;
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        Ok(Some(map.get_or_init(|| small.images(change, ends, outer))))
    }

    /// Bytes taken so far by the maps of many ends.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    #[inline]
    fn map(&self, change: PairingChange, ends: usize, outer: usize) -> Option<&PairingMap> {
        let index = change.table_index(ends)?;
        let size = PairingChange::table_size(ends);
        let maps =
            self.of_ends[ends].get_or_init(|| (0..OUTER * size).map(|_| OnceLock::new()).collect());
        Some(&maps[outer * size + index])
    }

    fn images(&self, change: PairingChange, ends: usize, outer: usize) -> Box<[u32]> {
        let mut images = Vec::with_capacity(pairing_count(ends, outer));
        self.extend_by_parts(&mut images, change, ends, outer, 0);
        images.into()
    }

    /// Appends the images, each plus `first`.
    fn extend(
        &self,
        images: &mut Vec<u32>,
        change: PairingChange,
        ends: usize,
        outer: usize,
        first: u32,
    ) {
        if change == PairingChange::None {
            images.extend(first..first + pairing_count(ends, outer) as u32);
        } else if ends <= SMALL_ENDS {
            let small = self.small(change, ends, outer).into_iter().flatten();
            images.extend(small.map(|&image| plus(image, first)));
        } else {
            self.extend_by_parts(images, change, ends, outer, first);
        }
    }

    /// Extends the images, with smaller maps for the pairings in which the first end has the same
    /// mate.
    fn extend_by_parts(
        &self,
        images: &mut Vec<u32>,
        change: PairingChange,
        ends: usize,
        outer: usize,
        first: u32,
    ) {
        if let PairingChange::Move { from, to: 0 } = change {
            let back = self.images(PairingChange::Move { from: 0, to: from }, ends, outer);
            let start = images.len();
            images.resize(start + back.len(), NO_IMAGE);
            for (number, &image) in back.iter().enumerate() {
                images[start + image as usize] = first + number as u32;
            }
            return;
        }
        if ends == 0 {
            // The empty pairing.
            images.extend((outer == 0).then_some(first));
            return;
        }
        let mated = (1..ends).map(|mate| (Some(mate as u8), ends - 2, outer));
        let is_outer = (outer > 0).then(|| (None, ends - 1, outer - 1));
        for (mate, rest_ends, rest_outer) in mated.chain(is_outer) {
            let rest = pairing_count(rest_ends, rest_outer);
            match change.of_rest(ends, outer, mate) {
                _ if rest == 0 => {}
                None => images.resize(images.len() + rest, NO_IMAGE),
                Some((change, number)) => {
                    self.extend(images, change, rest_ends, rest_outer, first + number as u32);
                }
            }
        }
    }
}

fn plus(image: u32, first: u32) -> u32 {
    if image == NO_IMAGE { NO_IMAGE } else { image + first }
}

#[cfg(test)]
mod tests;
