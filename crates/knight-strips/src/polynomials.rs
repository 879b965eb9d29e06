//! Polynomials modulo a prime, and the shortest recurrence of a sequence.

use knight_frontier::Prime;

/// A polynomial modulo a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    prime: Prime,
    /// From the constant one on; the last is not 0.
    coefficients: Vec<u64>,
}

impl Polynomial {
    fn new(prime: Prime, coefficients: Vec<u64>) -> Polynomial {
        let mut polynomial = Polynomial { prime, coefficients };
        polynomial.drop_leading_zeros();
        polynomial
    }

    fn drop_leading_zeros(&mut self) {
        let length = self.coefficients.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
        self.coefficients.truncate(length);
    }

    fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The degree; that of 0 is 0 too.
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// The coefficients as whole numbers of the least absolute value, from the constant one on.
    pub fn coefficients(&self) -> impl Iterator<Item = i64> {
        let prime = self.prime.value() as i64;
        let whole = move |&c: &u64| if c as i64 > prime / 2 { c as i64 - prime } else { c as i64 };
        self.coefficients.iter().map(whole)
    }

    /// The coefficients as remainders, from the constant one on.
    pub(super) fn remainders(&self) -> &[u64] {
        &self.coefficients
    }

    /// The polynomial in a power of its variable.
    pub(super) fn of_power(&self, power: usize) -> Polynomial {
        let mut coefficients = vec![0; power * self.degree() + 1];
        for (degree, &coefficient) in self.coefficients.iter().enumerate() {
            coefficients[power * degree] = coefficient;
        }
        Polynomial::new(self.prime, coefficients)
    }

    /// Subtracts a multiple of another, shifted by some degrees.
    fn subtract(&mut self, other: &Polynomial, factor: u64, shift: usize) {
        let length = self.coefficients.len().max(other.coefficients.len() + shift);
        self.coefficients.resize(length, 0);
        let (prime, negative) = (self.prime, self.prime.value() - factor);
        for (difference, &c) in self.coefficients[shift..].iter_mut().zip(&other.coefficients) {
            *difference = prime.product_plus(negative, c, *difference);
        }
        self.drop_leading_zeros();
    }

    /// The quotient and the remainder of a division. By 0, the quotient is 0.
    fn divided(mut self, by: &Polynomial) -> (Polynomial, Polynomial) {
        let prime = self.prime;
        let Some(&leading) = by.coefficients.last() else {
            return (Polynomial::new(prime, Vec::new()), self);
        };
        let inverse = prime.inverse(leading);
        let mut quotient = vec![0; (self.degree() + 1).saturating_sub(by.degree())];
        for shift in (0..quotient.len()).rev() {
            let Some(&leading) = self.coefficients.get(by.degree() + shift) else { continue };
            quotient[shift] = prime.product(leading, inverse);
            self.subtract(by, quotient[shift], shift);
        }
        (Polynomial::new(prime, quotient), self)
    }

    /// How often another polynomial divides this one; `None` if there is no limit.
    pub fn multiplicity(&self, divisor: &Polynomial) -> Option<usize> {
        if self.is_zero() || divisor.degree() == 0 {
            return None;
        }
        let mut rest = self.clone();
        for multiplicity in 0.. {
            let (quotient, remainder) = rest.divided(divisor);
            if !remainder.is_zero() {
                return Some(multiplicity);
            }
            rest = quotient;
        }
        unreachable!("the degree falls with each division")
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial::new(self.prime, Vec::new());
        }
        let (one, other) = (&self.coefficients, &other.coefficients);
        let degrees = 0..one.len() + other.len() - 1;
        let coefficient = |degree: usize| {
            let first = (degree + 1).saturating_sub(other.len());
            let last = degree.min(one.len() - 1);
            let others = other[degree - last..=degree - first].iter().rev();
            self.prime.sum_of_products(&one[first..=last], others)
        };
        Polynomial::new(self.prime, degrees.map(coefficient).collect())
    }

    /// A power, modulo another polynomial of degree 1 or more.
    fn power_modulo(&self, exponent: u64, modulus: &Polynomial) -> Polynomial {
        let mut power = Polynomial::new(self.prime, vec![1]);
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            (_, power) = power.times(&power).divided(modulus);
            if exponent >> bit & 1 == 1 {
                (_, power) = power.times(self).divided(modulus);
            }
        }
        power
    }

    fn minus(mut self, other: &Polynomial) -> Polynomial {
        self.subtract(other, 1, 0);
        self
    }

    /// One of the roots modulo the prime, if there is one. (E. R. Berlekamp, "Factoring polynomials
    /// over large finite fields", Mathematics of Computation 24, 1970.)
    pub(super) fn root(&self) -> Option<u64> {
        let prime = self.prime;
        let one = Polynomial::new(prime, vec![1]);
        let shifted = |by| Polynomial::new(prime, vec![by, 1]);
        // All numbers are the roots of z^p − z. About half of them are those of the divisors below.
        let all = shifted(0).power_modulo(prime.value(), self).minus(&shifted(0));
        let mut roots = self.common_divisor(&all);
        for shift in 1.. {
            if roots.degree() < 2 {
                break;
            }
            let half = shifted(shift).power_modulo(prime.value() / 2, &roots).minus(&one);
            let some = roots.common_divisor(&half);
            if (1..roots.degree()).contains(&some.degree()) {
                roots = some;
            }
        }
        let [constant, leading] = roots.coefficients[..] else { return None };
        Some(prime.product(prime.value() - constant, prime.inverse(leading)))
    }

    /// The greatest common divisor, up to a constant.
    fn common_divisor(&self, other: &Polynomial) -> Polynomial {
        let (mut greater, mut less) = (self.clone(), other.clone());
        while !less.is_zero() {
            let (_, remainder) = greater.divided(&less);
            (greater, less) = (less, remainder);
        }
        greater
    }

    fn derivative(&self) -> Polynomial {
        let terms = (1..).zip(self.coefficients.iter().skip(1));
        let terms = terms.map(|(degree, &c)| self.prime.product(c, degree));
        Polynomial::new(self.prime, terms.collect())
    }

    /// How many roots are simple, double, threefold, …: by multiplicity, from 1 on. (D. Y. Y. Yun,
    /// "On square-free decomposition algorithms", SYMSAC 1976; the prime exceeds the degree.)
    pub fn roots_by_multiplicity(&self) -> Vec<usize> {
        let common = self.common_divisor(&self.derivative());
        let (mut product, _) = self.clone().divided(&common);
        let (mut rest, _) = self.derivative().divided(&common);
        let mut degrees = Vec::new();
        while product.degree() > 0 {
            rest.subtract(&product.derivative(), 1, 0);
            let roots = product.common_divisor(&rest);
            degrees.push(roots.degree());
            (product, _) = product.divided(&roots);
            (rest, _) = rest.divided(&roots);
        }
        degrees
    }
}

/// The order of the shortest recurrence of some terms, and its polynomial (J. L. Massey,
/// "Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory 15, 1969).
pub(super) fn shortest_recurrence(prime: Prime, terms: &[u64]) -> (usize, Polynomial) {
    let mut denominator = Polynomial::new(prime, vec![1]);
    let (mut order, mut before) = (0, denominator.clone());
    // Terms since `before` failed, and by how much it failed.
    let (mut since, mut failed_by) = (1, 1);
    for number in 0..terms.len() {
        let fails_by =
            prime.sum_of_products(&denominator.coefficients, terms[..=number].iter().rev());
        if fails_by != 0 {
            let factor = prime.product(fails_by, prime.inverse(failed_by));
            if 2 * order <= number {
                let failed = denominator.clone();
                denominator.subtract(&before, factor, since);
                before = failed;
                (order, since, failed_by) = (number + 1 - order, 0, fails_by);
            } else {
                denominator.subtract(&before, factor, since);
            }
        }
        since += 1;
    }
    (order, denominator)
}

#[cfg(test)]
mod tests {
    use crate::polynomials::*;

    fn polynomial(coefficients: &[u64]) -> Polynomial {
        Polynomial::new(Prime::descending().next().unwrap(), coefficients.to_vec())
    }

    fn product(factors: &[&[u64]]) -> Polynomial {
        let mut product = vec![1];
        for factor in factors {
            let mut next = vec![0; product.len() + factor.len() - 1];
            for (i, a) in product.iter().enumerate() {
                for (j, b) in factor.iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            product = next;
        }
        polynomial(&product)
    }

    #[test]
    fn multiplicities_are_those_of_the_factors() {
        let [a, b, c]: [&[u64]; 3] = [&[1, 1], &[1, 0, 2, 1], &[1, 3]];
        let whole = product(&[a, a, a, b, b, c]);
        let of = |factor: &[u64]| whole.multiplicity(&polynomial(factor));
        assert_eq!([of(a), of(b), of(c), of(&[1, 2])], [3, 2, 1, 0].map(Some));
        assert_eq!(whole.roots_by_multiplicity(), [1, 3, 1]);
        assert_eq!(polynomial(a).multiplicity(&whole), Some(0));
        // A constant divides everything, as the denominator of boards without tours does.
        assert_eq!(of(&[1]), None);
        assert_eq!(polynomial(b).of_power(2), polynomial(&[1, 0, 0, 0, 2, 0, 1]));
    }

    #[test]
    fn a_root_is_one_of_the_roots() {
        let prime = Prime::descending().next().unwrap();
        let minus = |root: u64| [prime.value() - root, 1];
        // -1 has no square root: the prime is 3 modulo 4.
        let (squares, roots) = ([1, 0, 1], [2, 3, 5, 7, 1 << 40]);
        assert_eq!(prime.value() % 4, 3);
        assert_eq!(polynomial(&squares).root(), None);
        let found = roots.map(minus).iter().fold(polynomial(&squares), |product, factor| {
            product.times(&polynomial(factor)).times(&polynomial(factor))
        });
        assert!(found.root().is_some_and(|root| roots.contains(&root)));
        assert_eq!(polynomial(&minus(9)).root(), Some(9));
        assert_eq!(polynomial(&[5]).root(), None);
    }
}
