//! A number from its remainders modulo primes, by the Chinese remainder theorem.

use num_bigint::BigUint;

use knight_frontier::Prime;

/// The least number with some remainders.
pub(crate) struct JoinedRemainders {
    number: BigUint,
    /// The product of the primes.
    product: BigUint,
}

impl JoinedRemainders {
    fn new() -> JoinedRemainders {
        JoinedRemainders { number: 0u8.into(), product: 1u8.into() }
    }

    /// The number of at most this many bits that has these remainders by these primes. `None` if
    /// there is none, or if no prime is left to check it.
    pub(crate) fn checked(primes: &[Prime], remainders: &[u64], bits: u32) -> Option<BigUint> {
        let mut joined = JoinedRemainders::new();
        for (&prime, &remainder) in primes.iter().zip(remainders) {
            if remainder >= prime.value() {
                return None;
            }
            if joined.determines(bits) {
                let is_right =
                    joined.agrees(prime, remainder) && joined.number.bits() <= bits.into();
                return is_right.then(|| joined.number());
            }
            joined.join(prime, remainder);
        }
        None
    }

    /// The least number with the remainders so far.
    fn number(self) -> BigUint {
        self.number
    }

    /// Whether numbers of this many bits with the same remainders are equal.
    fn determines(&self, bits: u32) -> bool {
        self.product.bits() > bits.into()
    }

    /// Whether the least number has this remainder too.
    fn agrees(&self, prime: Prime, remainder: u64) -> bool {
        modulo(&self.number, prime) == remainder
    }

    /// Adds a remainder by a prime that was not used before.
    fn join(&mut self, prime: Prime, remainder: u64) {
        let difference = remainder + prime.value() - modulo(&self.number, prime);
        let inverse = prime.inverse(modulo(&self.product, prime));
        self.number += &self.product * prime.product(difference, inverse);
        self.product *= prime.value();
    }
}

fn modulo(number: &BigUint, prime: Prime) -> u64 {
    // The remainder is below the prime.
    (number % prime.value()).try_into().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::remainders::*;
    use knight_frontier::PRIME_BITS;

    #[test]
    fn remainders_join_to_the_number_that_has_them() {
        let number = BigUint::from(3u8).pow(400);
        let bits = number.bits() as u32;
        let enough = bits as usize / PRIME_BITS as usize + 2;
        let primes: Vec<Prime> = Prime::descending().take(enough).collect();
        let remainders: Vec<u64> = primes.iter().map(|prime| modulo(&number, *prime)).collect();
        let checked = |remainders: &[u64]| JoinedRemainders::checked(&primes, remainders, bits);
        assert_eq!(checked(&remainders), Some(number));
        assert_eq!(checked(&remainders[1..]), None);
        for at in 0..enough {
            let mut wrong = remainders.clone();
            wrong[at] = (wrong[at] + 1) % primes[at].value();
            assert_eq!(checked(&wrong), None);
            wrong[at] = primes[at].value();
            assert_eq!(checked(&wrong), None);
        }
    }
}
