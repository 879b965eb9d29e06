//! SplitMix64, a small deterministic generator.

/// A generator of 64-bit numbers from a 64-bit seed: G. L. Steele, D. Lea and C. H. Flood, *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014, with the constants of S. Vigna's
/// `splitmix64.c`.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below 1, in steps of 2^-53.
    pub(crate) fn next_unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.next() >> 11) as f64 * STEP
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
        let drawn: [u64; 5] = std::array::from_fn(|_| generator.next());
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
}
