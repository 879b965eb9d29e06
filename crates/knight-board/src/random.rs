//! SplitMix64, a small deterministic generator.

/// A generator of 64-bit numbers from a 64-bit seed: G. L. Steele, D. Lea and C. H. Flood, *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014, with the constants of S. Vigna's
/// `splitmix64.c`.
///
/// ```
/// use knight_board::SplitMix64;
/// let numbers = SplitMix64::new(1);
/// assert_ne!(numbers.after(0), numbers.after(1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

/// What the state grows by with each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Draws the next number.
    pub fn draw(&mut self) -> u64 {
        let next = self.after(0);
        self.skip(1);
        next
    }

    /// The number that comes after this many others, without drawing any.
    pub fn after(&self, others: u64) -> u64 {
        let mut mixed = self.0.wrapping_add((others + 1).wrapping_mul(STEP));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Skips this many numbers.
    pub fn skip(&mut self, numbers: u64) {
        self.0 = self.0.wrapping_add(numbers.wrapping_mul(STEP));
    }

    /// A number from 0 to below 1, in steps of 2^-53.
    pub fn next_unit(&mut self) -> f64 {
        const GRAIN: f64 = 1.0 / (1u64 << 53) as f64;
        (self.draw() >> 11) as f64 * GRAIN
    }
}

#[cfg(test)]
mod tests {
    use crate::random::*;

    /// The first numbers from seed 1234567, as published on Rosetta Code (*Pseudo-random
    /// numbers/Splitmix64*).
    #[test]
    fn the_published_numbers_follow_from_their_seed() {
        let mut generator = SplitMix64::new(1_234_567);
        let drawn: [u64; 5] = std::array::from_fn(|_| generator.draw());
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn skipped_numbers_are_those_that_would_be_drawn() {
        let mut one_by_one = SplitMix64::new(u64::MAX - 3);
        let drawn: [u64; 9] = std::array::from_fn(|_| one_by_one.draw());
        let mut skipping = SplitMix64::new(u64::MAX - 3);
        skipping.skip(3);
        assert_eq!([0, 1, 5].map(|others| skipping.after(others)), [3, 4, 8].map(|i| drawn[i]));
        assert_eq!(skipping.draw(), drawn[3]);
    }
}
