//! A number from its remainders modulo primes, by the Chinese remainder theorem.

use num_bigint::BigUint;

use crate::frontier::Prime;

/// The least number with some remainders.
pub(crate) struct JoinedRemainders {
    number: BigUint,
    /// The product of the primes.
    product: BigUint,
}

impl JoinedRemainders {
    pub fn new() -> JoinedRemainders {
        JoinedRemainders { number: 0u8.into(), product: 1u8.into() }
    }

    /// The least number with the remainders so far.
    pub fn number(self) -> BigUint {
        self.number
    }

    /// Whether numbers of this many bits with the same remainders are equal.
    pub fn determines(&self, bits: u32) -> bool {
        self.product.bits() > bits.into()
    }

    /// Whether the least number has this remainder too.
    pub fn agrees(&self, prime: Prime, remainder: u64) -> bool {
        modulo(&self.number, prime) == remainder
    }

    /// Adds a remainder by a prime that was not used before.
    pub fn join(&mut self, prime: Prime, remainder: u64) {
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
    use crate::questions::remainders::*;

    #[test]
    fn remainders_join_to_the_number_that_has_them() {
        let number = BigUint::from(3u8).pow(400);
        let mut joined = JoinedRemainders::new();
        let mut primes = Prime::descending();
        for prime in primes.by_ref() {
            let remainder = modulo(&number, prime);
            if joined.determines(number.bits() as u32) {
                assert!(joined.agrees(prime, remainder));
                assert!(!joined.agrees(prime, (remainder + 1) % prime.value()));
                break;
            }
            joined.join(prime, remainder);
        }
        assert_eq!(joined.number(), number);
    }
}
