//! What a count computes: the number itself, or less where the number is too long for a word.

use crate::sums::Sum;

/// What a count computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers<'a> {
    /// The number, of up to 128 bits.
    Exact,
    /// The remainders of the number by at most [`MAX_LANES`] primes.
    Modulo(&'a [Prime]),
    /// An upper bound: counts are divided by powers of two, and rounded up.
    UpperBound,
}

/// The most words that a count takes.
pub const MAX_LANES: usize = 16;

impl Numbers<'_> {
    /// Words of each count, its *lanes*: one for each prime, which follow one another. What is done
    /// to a count is done to all of its lanes.
    pub(crate) fn lanes(self) -> usize {
        match self {
            Numbers::Modulo(primes) => primes.len(),
            Numbers::Exact | Numbers::UpperBound => 1,
        }
    }
}

/// A prime just below a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prime {
    /// The exponent of the power.
    bits: u32,
    /// The power minus the prime.
    gap: u64,
}

/// Bits of the primes that take the least time. Sums of a few hundred remainders fit 64 bits, which
/// is why the primes are not larger: most sums would need 128 bits.
pub const PRIME_BITS: u32 = 56;

/// Bits of the primes that take less memory, in words of four and of two bytes.
pub const SHORT_PRIME_BITS: [u32; 2] = [32, 16];

impl Prime {
    /// The primes below `2^56`, the largest first.
    pub fn descending() -> impl Iterator<Item = Prime> {
        Prime::below_power(PRIME_BITS)
    }

    /// The primes below `2^bits`, the largest first, as far as their gaps are below `2^(bits / 2)`
    /// and below `2^20`.
    pub fn below_power(bits: u32) -> impl Iterator<Item = Prime> {
        let gaps = (1..1 << (bits / 2).min(20)).step_by(2);
        gaps.filter(move |gap| is_prime((1 << bits) - gap)).map(move |gap| Prime { bits, gap })
    }

    /// The number.
    pub fn value(self) -> u64 {
        (1 << self.bits) - self.gap
    }

    /// The number is below two to the power of this.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The remainder of a number.
    pub fn remainder(self, number: u64) -> u64 {
        self.remainder_of(number)
    }

    /// The remainder of a sum. The power of two is replaced by the gap until no higher bits are
    /// left.
    pub(crate) fn remainder_of<S: Sum>(self, mut sum: S) -> S {
        let prime = S::of(self.value().into());
        while let (high, low) = sum.split(self.bits)
            && high != S::default()
        {
            sum = low + high * S::of(self.gap.into());
        }
        if sum >= prime { sum - prime } else { sum }
    }

    /// The remainders of sums of at most this size. All sums take the same steps, so the compiler
    /// uses vectors.
    pub(crate) fn remainders<S: Sum>(self, sums: &mut [S], mut most: u128) {
        let gap = S::of(self.gap.into());
        let prime = S::of(self.value().into());
        while most >= 2 * u128::from(self.value()) {
            for sum in &mut *sums {
                let (high, low) = sum.split(self.bits);
                *sum = low + high * gap;
            }
            most = (most >> self.bits) * u128::from(self.gap) + (1 << self.bits) - 1;
        }
        for sum in sums {
            *sum = if *sum >= prime { *sum - prime } else { *sum };
        }
    }

    /// `(a · b) mod p`.
    pub fn product(self, a: u64, b: u64) -> u64 {
        self.product_plus(a, b, 0)
    }

    /// `(a · b + c) mod p`.
    #[inline]
    pub fn product_plus(self, a: u64, b: u64, c: u64) -> u64 {
        self.remainder_of(u128::from(a) * u128::from(b) + u128::from(c)) as u64
    }

    /// The remainder of the sum of the products of remainders.
    pub fn sum_of_products<'a>(self, left: &[u64], right: impl Iterator<Item = &'a u64>) -> u64 {
        let mut right = right;
        // Products have 112 bits.
        left.chunks(1 << 15).fold(0, |sum, left| {
            let products =
                left.iter().zip(right.by_ref()).map(|(&a, &b)| u128::from(a) * u128::from(b));
            self.remainder_of(u128::from(sum) + products.sum::<u128>()) as u64
        })
    }

    /// The inverse of a number that the prime does not divide.
    pub fn inverse(self, number: u64) -> u64 {
        power(number, self.value() - 2, self.value())
    }
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
    let mut result = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base);
        }
        base = product(base, base);
        exponent >>= 1;
    }
    result
}

/// Miller–Rabin with bases that decide for every odd number of 64 bits above 37 (Sorenson and
/// Webster 2017, Math. Comp. 86, 985–1003).
fn is_prime(number: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut power = power(base, odd, number);
        let mut is_witness = power != 1 && power != number - 1;
        for _ in 1..twos {
            power = (u128::from(power) * u128::from(power) % u128::from(number)) as u64;
            is_witness &= power != number - 1;
        }
        !is_witness
    })
}

/// Counts are scaled down once they have more bits than this.
const MOST_BITS: u32 = 48;

/// The bits that are left of the largest count then.
const BITS_LEFT: u32 = 40;

/// By how many bits the counts of the next layer are scaled, if the largest before it is this.
pub(crate) fn scale(numbers: Numbers, max_count: u128) -> u32 {
    let bits = u128::BITS - max_count.leading_zeros();
    if numbers == Numbers::UpperBound && bits > MOST_BITS { bits - BITS_LEFT } else { 0 }
}

/// A number divided by `2^bits`, rounded up.
pub(crate) fn scaled_up<S: Sum>(number: S, bits: u32) -> S {
    let (high, low) = number.split(bits);
    high + S::of(u128::from(low != S::default()))
}

#[cfg(test)]
mod tests {
    use crate::numbers::*;

    #[test]
    fn primes_are_those_that_trial_division_finds() {
        let is_prime_by_division =
            |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for number in (39..5000).step_by(2) {
            assert_eq!(is_prime(number), is_prime_by_division(number), "{number}");
        }
        // The largest below 2^56 (The Prime Pages, "primes just less than a power of two").
        let gaps: Vec<u64> = Prime::descending().take(5).map(|prime| prime.gap).collect();
        assert_eq!(gaps, [5, 27, 47, 57, 89]);
    }

    #[test]
    fn remainders_and_inverses_are_those_of_plain_division() {
        let primes =
            SHORT_PRIME_BITS.into_iter().flat_map(|bits| Prime::below_power(bits).take(20));
        for prime in Prime::descending().take(40).chain(primes) {
            for number in [0, 1, prime.value() - 1, prime.value(), 1 << 60, u64::MAX] {
                assert_eq!(prime.remainder_of(number), number % prime.value());
                let large = u128::from(number) << 50 | 7;
                assert_eq!(prime.remainder_of(large), large % u128::from(prime.value()));
                let sum = prime.sum_of_products(&[number, 1], [prime.value() - 1, 7].iter());
                assert_eq!(sum, prime.product_plus(number, prime.value() - 1, 7));
                let odd = number | 1;
                if odd != prime.value() {
                    assert_eq!(prime.product(prime.inverse(odd % prime.value()), odd), 1);
                }
            }
        }
    }

    #[test]
    fn remainders_of_many_sums_are_those_of_each() {
        fn check<S: Sum + std::fmt::Debug>(prime: Prime, most: u128) {
            let sums = (0..100u128).map(|part| S::of(most / 99 * part.min(98) + most % 99));
            let mut sums: Vec<S> = sums.chain([S::of(most), S::default()]).collect();
            let each: Vec<S> = sums.iter().map(|&sum| prime.remainder_of(sum)).collect();
            prime.remainders(&mut sums, most);
            assert_eq!(sums, each, "{prime:?} {most}");
        }
        for bits in [16, 32, PRIME_BITS] {
            for prime in Prime::below_power(bits).take(20) {
                for shift in 0..64 {
                    check::<u64>(prime, (u64::MAX >> shift).into());
                    check::<u128>(prime, u128::MAX >> (shift + 8));
                    if bits < 32 && shift < 32 {
                        check::<u32>(prime, (u32::MAX >> shift).into());
                    }
                }
            }
        }
    }

    #[test]
    fn scaled_numbers_are_rounded_up() {
        assert_eq!((scaled_up(8u64, 3), scaled_up(9u64, 3), scaled_up(0u64, 3)), (1, 2, 0));
        assert_eq!((scaled_up(5u32, 0), scaled_up(1u32, 40)), (5, 1));
    }
}
