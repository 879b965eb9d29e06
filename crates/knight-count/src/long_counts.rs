//! Counts of any length: an upper bound, then remainders modulo primes, several of them and
//! several boards in one go.

use num_bigint::BigUint;

use crate::matchings::bits_for_closed_tours;
use crate::passes::{Pass, PassKind, Passes};
use crate::remainders::joined;
use knight_board::{Board, Square};
use knight_frontier::{
    self, CountError, Counted, FrontierPlan, MAX_LANES, PRIME_BITS, PairingMaps, Prime,
    SHORT_PRIME_BITS,
};

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
    /// For each, counts a bound, then modulo as many primes as the bound needs, and one more. Short
    /// primes are used where others do not fit the memory.
    pub(crate) fn count_by_remainders(
        &mut self,
        planned: &[Planned],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        let bits = match self.bits(planned, maps) {
            Err(CountError::MemoryLimit) => {
                let by_degrees = || planned.iter().map(bits_by_degrees).collect();
                let bits = self.bits_without_a_pass(planned).unwrap_or_else(by_degrees);
                return self.count_by_short_primes(planned, &bits, maps);
            }
            bits => bits?,
        };
        match self.count_modulo(PRIME_BITS, planned, &bits, maps) {
            Err(CountError::MemoryLimit) => self.count_by_short_primes(planned, &bits, maps),
            counted => counted,
        }
    }

    /// Counts by short primes alone, if a bound is known without a pass: where nothing else fits
    /// the memory, or an earlier count has begun with short primes. Else as
    /// [`Passes::count_by_remainders`].
    pub(crate) fn count_in_little_memory(
        &mut self,
        planned: &[Planned],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        match self.bits_without_a_pass(planned) {
            Some(bits) => self.count_by_short_primes(planned, &bits, maps),
            None => self.count_by_remainders(planned, maps),
        }
    }

    /// Bits that suffice for each number, where no pass is needed to find them: what was kept, or
    /// else [`bits_for_closed_tours`].
    fn bits_without_a_pass(&self, planned: &[Planned]) -> Option<Vec<u32>> {
        let bits = |one: &Planned| match self.kept.find(one.pass(PassKind::Bits)) {
            Some(kept) => kept.and_then(|bits| u32::try_from(bits).ok()),
            None if one.plan.counted() == Counted::HamiltonianCycles => {
                bits_for_closed_tours(one.board)
            }
            None => None,
        };
        planned.iter().map(bits).collect()
    }

    fn count_by_short_primes(
        &mut self,
        planned: &[Planned],
        bits: &[u32],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        let begun = self.short_prime_bits_begun(planned).unwrap_or(SHORT_PRIME_BITS[0]);
        for prime_bits in SHORT_PRIME_BITS.into_iter().filter(|&bits| bits <= begun) {
            match self.count_modulo(prime_bits, planned, bits, maps) {
                Err(CountError::MemoryLimit) => {}
                counted => return counted,
            }
        }
        Err(CountError::MemoryLimit)
    }

    /// The bits of the short primes with which an earlier count has begun.
    pub(crate) fn short_prime_bits_begun(&self, planned: &[Planned]) -> Option<u32> {
        let is_kept = |prime: Prime| {
            let pass = |one: &Planned| one.pass(PassKind::Modulo(prime.value()));
            planned.iter().any(|one| self.kept.find(pass(one)).is_some())
        };
        let mut begun = SHORT_PRIME_BITS.into_iter();
        begun.find(|&bits| Prime::below_power(bits).next().is_some_and(is_kept))
    }

    /// Each number, of at most as many bits, from its remainders modulo primes of `prime_bits`.
    fn count_modulo(
        &mut self,
        prime_bits: u32,
        planned: &[Planned],
        bits: &[u32],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        let most = bits.iter().max().map_or(0, |bits| primes_for(*bits, prime_bits));
        let primes: Vec<Prime> = Prime::below_power(prime_bits).take(most).collect();
        if primes.len() < most {
            return Err(CountError::MemoryLimit);
        }
        let remainders = self.remainders(planned, bits, &primes, maps)?;
        let joined = bits.iter().zip(&remainders).map(|(&bits, remainders)| {
            joined(&primes, remainders, bits).ok_or(CountError::Disagreement)
        });
        joined.collect()
    }

    /// Bits that suffice for each number.
    fn bits(&mut self, planned: &[Planned], maps: &PairingMaps) -> Result<Vec<u32>, CountError> {
        let kept: Vec<Option<Option<u128>>> =
            planned.iter().map(|one| self.kept.find(one.pass(PassKind::Bits))).collect();
        let unknown = planned.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let plans: Vec<&FrontierPlan> = unknown.map(|(one, _)| &one.plan).collect();
        self.begin_pass(1, 2);
        let found =
            self.limited(|limits| knight_frontier::sufficient_bits(&plans, maps, limits))?;
        let mut found = found.into_iter();
        let bits = planned.iter().zip(kept).map(|(one, kept)| match kept {
            // Another program may have kept it.
            Some(kept) => {
                let bits = kept.and_then(|bits| u32::try_from(bits).ok());
                bits.ok_or(CountError::Overflow)
            }
            None => {
                let bits = found.next().ok_or(CountError::Disagreement)?;
                self.keep(one.pass(PassKind::Bits), Some(bits.into()))?;
                Ok(bits)
            }
        });
        bits.collect()
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
        let Some(prime_bits) = primes.first().map(|prime| prime.bits()) else {
            return Ok(remainders);
        };
        // Short primes and cuts are used where memory is scarce, so one prime at a time.
        let is_scarce = prime_bits != PRIME_BITS || self.most_cuts > 0;
        let mut lanes = if is_scarce { 1 } else { MAX_LANES };
        let mut pass = 2;
        loop {
            let mut waiting = Vec::new();
            for ((one, bits), known) in planned.iter().zip(bits).zip(&mut remainders) {
                let needed = primes_for(*bits, prime_bits);
                self.add_kept(one, &primes[..needed], known)?;
                if known.len() < needed {
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
            let found =
                self.limited(|limits| knight_frontier::remainders(&plans, group, maps, limits));
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
            // Another program may have kept it.
            let kept = kept.and_then(|kept| u64::try_from(kept).ok());
            known.push(kept.ok_or(CountError::Disagreement)?);
        }
        Ok(())
    }
}

/// Bits that suffice for the number, generously: from each square a path goes on to a neighbour.
fn bits_by_degrees(one: &Planned) -> u32 {
    let degrees = one.board.squares().map(|square| one.board.neighbours(square).count());
    let paths: BigUint = degrees.product::<BigUint>() * one.board.area();
    u32::try_from(paths.bits()).unwrap_or(u32::MAX)
}

/// How many primes of `prime_bits` determine a number of this many bits, and one more. The primes
/// are so close to a power of two that their product has as many bits as all of them together.
fn primes_for(bits: u32, prime_bits: u32) -> usize {
    (bits / prime_bits) as usize + 2
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::board_order::order_by_columns;
    use crate::long_counts::*;
    use crate::passes::{Effort, KeptPasses};
    use knight_frontier::WalkGraph;

    /// What is counted on a board, its squares in the order of the columns.
    fn planned(size: &str, counted: Counted) -> [Planned; 1] {
        let board: Board = size.parse().unwrap();
        let graph = WalkGraph::of_board(board, None);
        let order = order_by_columns(board, false);
        let plan = FrontierPlan::new(&graph, &order, counted).unwrap();
        [Planned { board, start: None, plan }]
    }

    fn closed(size: &str) -> [Planned; 1] {
        planned(size, Counted::HamiltonianCycles)
    }

    type Counts = Result<Vec<BigUint>, CountError>;

    const TOURS: [(&str, u64); 3] = [("5x6", 8), ("6x6", 9_862), ("6x8", 55_488_142)];

    #[test]
    fn primes_of_all_lengths_lead_to_the_same_number() {
        for (size, tours) in TOURS {
            let mut progress = |_: Effort| ControlFlow::Continue(());
            let mut passes = Passes::new(1, 1 << 28, 1, &mut progress);
            let maps = PairingMaps::default();
            for prime_bits in [PRIME_BITS, 32, 16] {
                for bits in [27, 64, 100] {
                    let found = passes.count_modulo(prime_bits, &closed(size), &[bits], &maps);
                    assert_eq!(found, Ok(vec![tours.into()]), "{size}, {prime_bits}, {bits}");
                }
            }
            assert_eq!(passes.count_in_little_memory(&closed(size), &maps), Ok(vec![tours.into()]));
            // There are not enough short primes for so long a number.
            let found = passes.count_modulo(16, &closed(size), &[1000], &maps);
            assert_eq!(found, Err(CountError::MemoryLimit), "{size}");
        }
    }

    #[test]
    fn short_primes_are_used_where_long_ones_do_not_fit_the_memory() {
        // The closed tours of 5x20 have 61 bits, so none of the primes keeps them as they are.
        let planned = closed("5x20");
        let count = |bytes: usize, count: &dyn Fn(&mut Passes) -> Counts| {
            let mut progress = |_: Effort| ControlFlow::Continue(());
            count(&mut Passes::new(1, bytes, 1, &mut progress))
        };
        let maps = PairingMaps::default();
        let least = |prime_bits: u32| {
            let modulo =
                |passes: &mut Passes| passes.count_modulo(prime_bits, &planned, &[64], &maps);
            let fits = |bytes: &usize| count(*bytes, &modulo) != Err(CountError::MemoryLimit);
            (1..).map(|step| step << 14).find(fits).unwrap()
        };
        let (long, middle, short) = (least(PRIME_BITS), least(32), least(16));
        assert!(short < middle && middle < long, "{short}, {middle}, {long}");
        let by_remainders = |passes: &mut Passes| passes.count_by_remainders(&planned, &maps);
        let tours = count(1 << 28, &by_remainders);
        assert!(tours.as_ref().is_ok_and(|tours| tours[0].bits() > 56), "{tours:?}");
        assert_eq!(count(short, &by_remainders), tours);
        // Begun with primes that do not fit any more.
        let first = Prime::below_power(32).next().unwrap();
        let remainder = tours.as_ref().map(|tours| u128::try_from(&tours[0] % first.value()));
        let mut kept =
            vec![(planned[0].pass(PassKind::Modulo(first.value())), remainder.unwrap().ok())];
        let mut progress = |_: Effort| ControlFlow::Continue(());
        let mut passes = Passes::new(1, short, 1, &mut progress);
        passes.kept = Box::new(Kept { passes: &mut kept, more: usize::MAX });
        assert_eq!(passes.short_prime_bits_begun(&planned), Some(32));
        assert_eq!(passes.count_in_little_memory(&planned, &maps), tours);
    }

    /// Keeps passes, and stops after as many more.
    struct Kept<'a> {
        passes: &'a mut Vec<(Pass, Option<u128>)>,
        more: usize,
    }

    impl KeptPasses for Kept<'_> {
        fn find(&self, pass: Pass) -> Option<Option<u128>> {
            self.passes.iter().find(|(kept, _)| *kept == pass).map(|(_, result)| *result)
        }

        fn keep(&mut self, pass: Pass, result: Option<u128>) -> ControlFlow<()> {
            self.passes.push((pass, result));
            self.more -= 1;
            if self.more == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn degrees_bound_numbers_whose_bound_does_not_fit_the_memory() {
        for (size, counted) in [
            ("3x10", Counted::HamiltonianPaths),
            ("4x12", Counted::HamiltonianPaths),
            ("5x6", Counted::HamiltonianCycles),
        ] {
            let planned = planned(size, counted);
            let bits = planned.each_ref().map(bits_by_degrees);
            let mut progress = |_: Effort| ControlFlow::Continue(());
            let mut passes = Passes::new(1, 1 << 28, 1, &mut progress);
            let maps = PairingMaps::default();
            let tours = passes.count_by_remainders(&planned, &maps);
            assert!(tours.as_ref().is_ok_and(|tours| tours[0].bits() <= bits[0].into()), "{size}");
            assert_eq!(passes.count_by_short_primes(&planned, &bits, &maps), tours);
        }
    }

    #[test]
    fn a_count_by_short_primes_with_a_counted_bound_resumes() {
        // No bound of open tours is known without a pass.
        let planned = planned("4x12", Counted::HamiltonianPaths);
        let maps = PairingMaps::default();
        let mut kept = Vec::new();
        let mut progress = |_: Effort| ControlFlow::Continue(());
        let mut passes = Passes::new(1, 1 << 28, 1, &mut progress);
        passes.kept = Box::new(Kept { passes: &mut kept, more: 2 });
        let bits = passes.bits(&planned, &maps).unwrap();
        let stopped = passes.count_modulo(32, &planned, &bits, &maps);
        assert_eq!(stopped, Err(CountError::Interrupted));
        drop(passes);
        let mut progress = |_: Effort| ControlFlow::Continue(());
        let mut passes = Passes::new(1, 1 << 28, 1, &mut progress);
        let tours = passes.count_by_remainders(&planned, &maps).unwrap();
        passes.kept = Box::new(Kept { passes: &mut kept, more: usize::MAX });
        assert_eq!(passes.short_prime_bits_begun(&planned), Some(32));
        assert_eq!(passes.count_in_little_memory(&planned, &maps), Ok(tours));
    }

    #[test]
    fn a_count_by_short_primes_resumes_with_them() {
        let planned = closed("6x8");
        let mut kept = Vec::new();
        for done in 1.. {
            let mut progress = |_: Effort| ControlFlow::Continue(());
            let mut passes = Passes::new(1, 1 << 28, 1, &mut progress);
            passes.kept = Box::new(Kept { passes: &mut kept, more: 1 });
            let begun = passes.short_prime_bits_begun(&planned);
            assert_eq!(begun, (done > 1).then_some(32));
            match passes.count_in_little_memory(&planned, &PairingMaps::default()) {
                Err(error) => assert_eq!(error, CountError::Interrupted),
                Ok(found) => {
                    assert_eq!((found, done), (vec![55_488_142u32.into()], 4));
                    break;
                }
            }
            drop(passes);
            assert_eq!(kept.len(), done);
        }
    }
}
