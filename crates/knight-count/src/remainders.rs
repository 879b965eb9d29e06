//! A number from its remainders modulo primes, by the Chinese remainder theorem.

use num_bigint::BigUint;

use knight_frontier::Prime;

/// The number of at most this many bits that has these remainders by these primes. `None` if there
/// is none, or if no prime is left to check it.
pub(crate) fn joined(primes: &[Prime], remainders: &[u64], bits: u32) -> Option<BigUint> {
    // The least number with the remainders so far, and the product of their primes.
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1u8));
    for (&prime, &remainder) in primes.iter().zip(remainders) {
        if remainder >= prime.value() {
            return None;
        }
        // Numbers of this many bits with the same remainders are equal.
        if product.bits() > bits.into() {
            let is_right = modulo(&number, prime) == remainder && number.bits() <= bits.into();
            return is_right.then_some(number);
        }
        let difference = remainder + prime.value() - modulo(&number, prime);
        let inverse = prime.inverse(modulo(&product, prime));
        number += &product * prime.product(difference, inverse);
        product *= prime.value();
    }
    None
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
        let checked = |remainders: &[u64]| joined(&primes, remainders, bits);
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
