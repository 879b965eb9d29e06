//! Counts of any length: an upper bound, then remainders modulo primes, several of them and
//! several boards in one go.

use num_bigint::BigUint;

use crate::board::{Board, Square};
use crate::frontier::{self, CountError, FrontierPlan, MAX_LANES, PRIME_BITS, PairingMaps, Prime};
use crate::questions::passes::{Pass, PassKind, Passes};
use crate::questions::remainders::JoinedRemainders;

/// What is counted on a board, and how.
pub(super) struct Planned {
    pub board: Board,
    pub start: Option<Square>,
    pub plan: FrontierPlan,
}

impl Planned {
    fn pass(&self, kind: PassKind) -> Pass {
        Pass { board: self.board, start: self.start, kind }
    }
}

impl Passes<'_> {
    /// For each, counts a bound, then modulo as many primes as the bound needs, and one more.
    pub fn count_by_remainders(
        &mut self,
        planned: &[Planned],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        let bits = self.bits(planned, maps)?;
        let most = bits.iter().max().map_or(0, |bits| primes_for(*bits));
        let primes: Vec<Prime> = Prime::descending().take(most).collect();
        let remainders = self.remainders(planned, &bits, &primes, maps)?;
        let joined = bits.iter().zip(&remainders).map(|(&bits, remainders)| {
            JoinedRemainders::checked(&primes, remainders, bits).ok_or(CountError::Disagreement)
        });
        joined.collect()
    }

    /// Bits that suffice for each number.
    fn bits(&mut self, planned: &[Planned], maps: &PairingMaps) -> Result<Vec<u32>, CountError> {
        let is_unknown =
            |counter: &Self, one: &Planned| counter.kept.find(one.pass(PassKind::Bits)).is_none();
        let unknown: Vec<&Planned> = planned.iter().filter(|one| is_unknown(self, one)).collect();
        let plans: Vec<&FrontierPlan> = unknown.iter().map(|one| &one.plan).collect();
        self.begin_pass(1, 2);
        let found = self.limited(|limits| frontier::sufficient_bits(&plans, maps, limits))?;
        let mut found = unknown.into_iter().zip(found);
        let mut all = Vec::with_capacity(planned.len());
        for one in planned {
            let pass = one.pass(PassKind::Bits);
            all.push(match self.kept.find(pass) {
                // What was kept may be of anybody.
                Some(kept) => {
                    let kept = kept.and_then(|bits| u32::try_from(bits).ok());
                    kept.ok_or(CountError::Overflow)?
                }
                None => {
                    let (_, bits) = found.next().ok_or(CountError::Disagreement)?;
                    self.keep(pass, Some(bits.into()))?;
                    bits
                }
            });
        }
        Ok(all)
    }

    /// The remainders of each number modulo as many of the primes as its bits need. As many primes
    /// share a pass as fit the memory.
    fn remainders(
        &mut self,
        planned: &[Planned],
        bits: &[u32],
        primes: &[Prime],
        maps: &PairingMaps,
    ) -> Result<Vec<Vec<u64>>, CountError> {
        let mut remainders: Vec<Vec<u64>> = planned.iter().map(|_| Vec::new()).collect();
        let mut lanes = MAX_LANES;
        let mut pass = 2;
        loop {
            let mut waiting = Vec::new();
            for ((one, bits), known) in planned.iter().zip(bits).zip(&mut remainders) {
                self.add_kept(one, &primes[..primes_for(*bits)], known)?;
                if known.len() < primes_for(*bits) {
                    waiting.push((one, known));
                }
            }
            let Some(known) = waiting.iter().map(|(_, known)| known.len()).min() else {
                return Ok(remainders);
            };
            waiting.retain(|(_, others)| others.len() == known);
            let left = &primes[known..];
            let passes = left.len().div_ceil(lanes);
            let group = &left[..left.len().div_ceil(passes)];
            self.begin_pass(pass, pass - 1 + passes);
            let plans: Vec<&FrontierPlan> = waiting.iter().map(|(one, _)| &one.plan).collect();
            let found = self.limited(|limits| frontier::remainders(&plans, group, maps, limits));
            match found {
                Ok(found) => {
                    for ((one, known), found) in waiting.into_iter().zip(found) {
                        for (prime, &remainder) in group.iter().zip(&found) {
                            let pass = one.pass(PassKind::Modulo(prime.value()));
                            self.keep(pass, Some(remainder.into()))?;
                        }
                        known.extend(found);
                    }
                    pass += 1;
                }
                Err(CountError::MemoryLimit) if lanes > 1 => lanes /= 2,
                Err(error) => return Err(error),
            }
        }
    }

    /// Adds the remainders modulo the next primes, as far as they were kept.
    fn add_kept(
        &self,
        one: &Planned,
        primes: &[Prime],
        known: &mut Vec<u64>,
    ) -> Result<(), CountError> {
        while let Some(prime) = primes.get(known.len())
            && let Some(kept) = self.kept.find(one.pass(PassKind::Modulo(prime.value())))
        {
            // What was kept may be of anybody.
            let kept = kept.and_then(|kept| u64::try_from(kept).ok());
            known.push(kept.ok_or(CountError::Disagreement)?);
        }
        Ok(())
    }
}

/// How many primes determine a number of this many bits, and one more. So close to a power of two,
/// the bits of their product are those of all of them.
fn primes_for(bits: u32) -> usize {
    (bits / PRIME_BITS) as usize + 2
}
