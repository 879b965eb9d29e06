//! Linear recurrences of the numbers of tours of boards with a given number of rows.
//!
//! The numbers of tours of `m×1`, `m×2`, … are those of the walks of a finite machine that adds
//! column after column (a transfer matrix). So their generating function is a fraction of two
//! polynomials, and the numbers satisfy a linear recurrence, whose coefficients are those of the
//! denominator. Here it is found modulo primes, from the remainders of as many terms as it takes.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::frontier::{
    self, CountError, CountStatus, FrontierPlan, Limits, PARALLEL_STATES, PairingMaps,
    PeriodicPlans, Prime, WalkGraph,
};
use crate::problem::Goal;
use crate::questions::board_order::order_by_columns;
use crate::questions::tour_counts::counted;

/// The tours of boards of every length, modulo a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    prime: Prime,
    /// The remainders for the lengths 1, 2, ….
    pub remainders: Vec<u64>,
}

/// The undirected tours of the boards of `rows` rows with 1, 2, … `lengths` columns, modulo as many
/// primes, the largest below 2^56. Lengths have no limit, other than those of boards.
///
/// `progress` is called every few milliseconds with the length of the last board done;
/// [`ControlFlow::Break`] stops the count.
///
/// # Errors
/// [`CountError`]; [`CountError::TooWide`] also if the plans do not repeat themselves.
///
/// # Panics
/// If there are no rows, or more than [`Board::MAX_SIDE`].
pub fn terms(
    (rows, lengths): (u16, usize),
    goal: Goal,
    primes: usize,
    bytes: usize,
    threads: usize,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Terms>, CountError> {
    let primes: Vec<Prime> = Prime::descending().take(primes).collect();
    let without = |&prime: &Prime| Terms { prime, remainders: vec![0; lengths] };
    let mut terms: Vec<Terms> = primes.iter().map(without).collect();
    // Boards of odd area have states of their own. None of them has a closed tour.
    let classes: &[(usize, usize)] = match (rows % 2, goal) {
        (0, _) => &[(1, 1)],
        (_, Goal::Closed) => &[(2, 2)],
        (_, Goal::Open) => &[(1, 2), (2, 2)],
    };
    for &(first, step) in classes {
        let plans = PeriodicPlans::new(rows.into(), (first, step) == (1, 2), |length| {
            let board = Board::new(rows, length as u16).expect("the plans are of short boards");
            let graph = WalkGraph::of_board(board, None);
            FrontierPlan::new(&graph, &order_by_columns(board, false), counted(goal))
        })?;
        let plans = plans.ok_or(CountError::TooWide)?;
        let all = || (first..=lengths).step_by(step);
        let last = Cell::new(0);
        let mut limits = Limits {
            bytes,
            parallel_states: PARALLEL_STATES,
            threads: &|| threads,
            on_step: &mut |now: CountStatus| last.set(first + step * (now.step - 1)),
            cap: u128::MAX,
            progress: &mut || progress(last.get()),
        };
        let maps = PairingMaps::default();
        let found = frontier::remainders_by_length(&plans, all(), &primes, &maps, &mut limits)?;
        for (length, remainders) in all().zip(found) {
            for (terms, remainder) in terms.iter_mut().zip(remainders) {
                terms.remainders[length - 1] = remainder;
            }
        }
    }
    Ok(terms)
}

impl Terms {
    /// The prime.
    pub fn prime(&self) -> u64 {
        self.prime.value()
    }

    /// The shortest recurrence of the terms.
    pub fn recurrence(&self) -> Recurrence {
        // With an odd number of rows closed tours have even lengths, so it is a series in z².
        let step = if self.remainders.iter().step_by(2).all(|&term| term == 0) { 2 } else { 1 };
        let terms: Vec<u64> =
            self.remainders.iter().skip(step - 1).step_by(step).copied().collect();
        let (order, denominator) = shortest_recurrence(self.prime, &terms);
        let spare_terms = terms.len().saturating_sub(2 * order);
        let mut coefficients = vec![0; step * denominator.degree() + 1];
        for (degree, &coefficient) in denominator.coefficients.iter().enumerate() {
            coefficients[step * degree] = coefficient;
        }
        let denominator = Polynomial::new(self.prime, coefficients);
        Recurrence { order: step * order, denominator, spare_terms }
    }
}

/// The order of the shortest recurrence of some terms, and its polynomial (J. L. Massey,
/// "Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory 15, 1969).
fn shortest_recurrence(prime: Prime, terms: &[u64]) -> (usize, Polynomial) {
    let mut denominator = Polynomial::constant(prime, 1);
    let (mut order, mut before) = (0, denominator.clone());
    // Terms since `before` failed, and by how much it failed.
    let (mut since, mut failed_by) = (1, 1);
    for number in 0..terms.len() {
        let products = denominator.coefficients.iter().zip(terms[..=number].iter().rev());
        let fails_by = products.fold(0, |sum, (&c, &term)| prime.sum(sum, prime.product(c, term)));
        if fails_by != 0 {
            let factor = prime.product(fails_by, prime.inverse(failed_by));
            let corrected = denominator.minus(&before, factor, since);
            if 2 * order <= number {
                before = std::mem::replace(&mut denominator, corrected);
                (order, since, failed_by) = (number + 1 - order, 0, fails_by);
            } else {
                denominator = corrected;
            }
        }
        since += 1;
    }
    (order, denominator)
}

/// The shortest recurrence of some terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// How many terms determine the next one, from that number of terms on. Even if every other
    /// term is 0.
    pub order: usize,
    /// The denominator of the generating function; its constant coefficient is 1.
    pub denominator: Polynomial,
    /// Any terms have a recurrence of half their number. Each term beyond twice the order, zeros of
    /// odd lengths aside, is a check that a recurrence without meaning passes with a probability of
    /// one to the prime.
    pub spare_terms: usize,
}

/// A polynomial modulo a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    prime: Prime,
    /// From the constant one on; the last is not 0.
    coefficients: Vec<u64>,
}

impl Polynomial {
    fn new(prime: Prime, mut coefficients: Vec<u64>) -> Polynomial {
        let length = coefficients.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
        coefficients.truncate(length);
        Polynomial { prime, coefficients }
    }

    fn constant(prime: Prime, value: u64) -> Polynomial {
        Polynomial::new(prime, vec![value])
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

    /// The polynomial minus a multiple of another, shifted by some degrees.
    fn minus(&self, other: &Polynomial, factor: u64, shift: usize) -> Polynomial {
        let length = self.coefficients.len().max(other.coefficients.len() + shift);
        let mut difference = self.coefficients.clone();
        difference.resize(length, 0);
        let prime = self.prime;
        for (difference, &c) in difference[shift..].iter_mut().zip(&other.coefficients) {
            *difference = prime.sum(*difference, prime.value() - prime.product(factor, c));
        }
        Polynomial::new(prime, difference)
    }

    /// The quotient and the remainder of the division by a polynomial that is not 0.
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
            self = self.minus(by, quotient[shift], shift);
        }
        (Polynomial::new(prime, quotient), self)
    }

    /// How often a polynomial of positive degree divides this one.
    pub fn multiplicity(&self, divisor: &Polynomial) -> usize {
        let mut rest = self.clone();
        for multiplicity in 0.. {
            let (quotient, remainder) = rest.divided(divisor);
            if !remainder.coefficients.is_empty() || quotient.coefficients.is_empty() {
                return multiplicity;
            }
            rest = quotient;
        }
        unreachable!("the degree falls with each division")
    }

    /// The greatest common divisor, up to a constant.
    fn common_divisor(&self, other: &Polynomial) -> Polynomial {
        let (mut greater, mut less) = (self.clone(), other.clone());
        while !less.coefficients.is_empty() {
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
            rest = rest.minus(&product.derivative(), 1, 0);
            let roots = product.common_divisor(&rest);
            degrees.push(roots.degree());
            (product, _) = product.divided(&roots);
            (rest, _) = rest.divided(&roots);
        }
        degrees
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use crate::questions::recurrences::*;
    use crate::questions::tour_counts::TourCounter;

    fn prime() -> Prime {
        Prime::descending().next().unwrap()
    }

    fn polynomial(coefficients: &[u64]) -> Polynomial {
        Polynomial::new(prime(), coefficients.to_vec())
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
    fn terms_are_the_remainders_of_exact_counts() {
        for (rows, lengths, goal) in [
            (3, 60, Goal::Closed),
            (3, 52, Goal::Open),
            (4, 50, Goal::Open),
            (5, 10, Goal::Open),
            (5, 14, Goal::Closed),
            (6, 7, Goal::Closed),
        ] {
            let mut progress = |_| ControlFlow::Continue(());
            let found = terms((rows, lengths), goal, 2, 1 << 28, 1, &mut progress).unwrap();
            let board = Board::new(rows, lengths as u16).unwrap();
            let mut progress = |_| ControlFlow::Continue(());
            let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress);
            let exact = counter.all_lengths(goal).unwrap();
            for (place, (board, tours)) in exact.into_iter().enumerate() {
                for terms in &found {
                    let remainder: BigUint = &tours.undirected % terms.prime();
                    assert_eq!(remainder, terms.remainders[place].into(), "{board} {goal}");
                }
            }
        }
    }

    #[test]
    fn recurrences_of_known_sequences_are_found() {
        let of = |remainders: Vec<u64>| Terms { prime: prime(), remainders }.recurrence();
        let fibonacci = of(vec![1, 1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!((fibonacci.order, fibonacci.spare_terms), (2, 5));
        assert!(fibonacci.denominator.coefficients().eq([1, -1, -1]));
        // Squares times powers of two: (1 − 2z)³; two terms before do not belong to them.
        let squares = [7, 5].into_iter().chain((0..20).map(|n| (n * n) << n));
        let squares = of(squares.collect());
        assert_eq!((squares.order, squares.spare_terms), (5, 12));
        assert!(squares.denominator.coefficients().eq([1, -6, 12, -8]));
        assert_eq!(of(vec![0; 8]).order, 0);
    }

    #[test]
    fn multiplicities_are_those_of_the_factors() {
        let [a, b, c]: [&[u64]; 3] = [&[1, 1], &[1, 0, 2, 1], &[1, 3]];
        let whole = product(&[a, a, a, b, b, c]);
        let of = |factor: &[u64]| whole.multiplicity(&polynomial(factor));
        assert_eq!([of(a), of(b), of(c), of(&[1, 2])], [3, 2, 1, 0]);
        assert_eq!(whole.roots_by_multiplicity(), [1, 3, 1]);
        assert_eq!(polynomial(a).multiplicity(&whole), 0);
    }
}
