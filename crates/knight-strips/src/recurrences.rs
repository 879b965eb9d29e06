//! Linear recurrences of the numbers of tours of boards with a given number of rows.
//!
//! Adding a column to a board is always one step of a finite machine, and the numbers of tours of
//! `m×1`, `m×2`, … count walks of this machine. So their generating function is a fraction of two
//! polynomials, and the coefficients of the denominator are those of a linear recurrence. Here it
//! is found modulo primes, from the remainders of as many terms as it takes.

use crate::column_matrix::ColumnMatrix;
pub use crate::polynomials::Polynomial;
use crate::polynomials::shortest_recurrence;
use crate::strip::{COLUMNS, Strip};
use knight_board::Goal;
use knight_frontier::{CountError, Prime};

/// The number of primes modulo which terms are counted: the largest below 2^56.
const PRIMES: usize = 2;

/// The tours of boards of every length, modulo a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub(super) prime: Prime,
    /// The remainders for the lengths 1, 2, ….
    pub remainders: Vec<u64>,
    /// The true numbers have a recurrence of at most this order.
    pub most_order: usize,
}

/// The undirected tours of the boards of `rows` rows with 1, 2, … `lengths` columns, modulo two
/// primes. The tour of the single square is left out. Lengths have no limit.
///
/// `progress` is called with the number of columns done, from 1 on for each prime.
///
/// # Errors
/// [`CountError`]; [`CountError::TooWide`] if there are no rows, or too many.
pub fn terms(
    rows: usize,
    lengths: usize,
    goal: Goal,
    bytes: usize,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Terms>, CountError> {
    let matrix = ColumnMatrix::new(Strip { rows, goal }, bytes)?;
    // A tour ends up to two columns after the square that completes it, so the first terms may not
    // be those that powers of the matrix give.
    let most_order = matrix.states + COLUMNS - 1;
    let modulo = |prime: Prime| {
        let remainders = matrix.tours(lengths, prime, progress);
        Terms { prime, remainders, most_order }
    };
    Ok(Prime::descending().take(PRIMES).map(modulo).collect())
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
        let order = step * order;
        Recurrence {
            order,
            denominator: denominator.of_power(step),
            spare_terms,
            is_proven: self.remainders.len() >= order + self.most_order,
        }
    }
}

/// The shortest recurrence of some terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// The order: after so many terms, each term follows from as many before it. It is even if
    /// every other term is 0.
    pub order: usize,
    /// The denominator of the generating function; its constant coefficient is 1.
    pub denominator: Polynomial,
    /// Terms beyond twice the order, zeros of odd lengths aside. Any terms have a recurrence of
    /// half their number, so only these terms are checks: a recurrence without meaning passes each
    /// of them with a probability of one to the prime.
    pub spare_terms: usize,
    /// Whether it is proven to be the recurrence of all terms, modulo the prime: two recurrences
    /// that agree on as many terms as the sum of their orders agree on all, and one of the order
    /// [`Terms::most_order`] is known to exist.
    pub is_proven: bool,
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use num_bigint::{BigInt, BigUint};
    use serde::Deserialize;

    use crate::recurrences::*;
    use knight_board::Board;
    use knight_count::tour_counts::TourCounter;

    #[test]
    fn terms_are_the_remainders_of_exact_counts() {
        for (rows, lengths, goal) in [
            (2, 10, Goal::Open),
            (3, 60, Goal::Closed),
            (3, 52, Goal::Open),
            (4, 20, Goal::Closed),
            (4, 50, Goal::Open),
            (5, 14, Goal::Closed),
            (5, 10, Goal::Open),
        ] {
            let found = terms(rows, lengths, goal, 1 << 30, &mut |_| {}).unwrap();
            let board = Board::new(rows as u16, lengths as u16).unwrap();
            let mut progress = |_| ControlFlow::Continue(());
            let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress);
            let exact = counter.all_lengths(goal).unwrap();
            assert_eq!(exact.len(), lengths);
            for (place, (board, tours)) in exact.into_iter().enumerate() {
                for terms in &found {
                    let remainder: BigUint = &tours.undirected % terms.prime();
                    assert_eq!(remainder, terms.remainders[place].into(), "{board} {goal}");
                }
            }
        }
    }

    #[test]
    fn too_many_rows_and_too_little_memory_are_errors_and_one_row_has_no_tours() {
        let of = |rows, bytes| terms(rows, 5, Goal::Open, bytes, &mut |_| {});
        for rows in [0, 9] {
            assert_eq!(of(rows, 1 << 30), Err(CountError::TooWide), "{rows}");
        }
        assert!(matches!(of(5, 1 << 10), Err(CountError::MemoryLimit)));
        for terms in of(1, 1 << 30).unwrap() {
            assert_eq!(terms.remainders, [0; 5]);
        }
    }

    #[test]
    fn recurrences_of_known_sequences_are_found() {
        let of = |remainders: Vec<u64>| {
            let prime = Prime::descending().next().unwrap();
            Terms { prime, remainders, most_order: 6 }.recurrence()
        };
        let fibonacci = of(vec![1, 1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!((fibonacci.order, fibonacci.spare_terms, fibonacci.is_proven), (2, 5, true));
        assert!(fibonacci.denominator.coefficients().eq([1, -1, -1]));
        assert!(!of(vec![1, 1, 2, 3, 5, 8, 13]).is_proven);
        // Squares times powers of two: (1 − 2z)³; two terms before do not belong to them.
        let squares = [7, 5].into_iter().chain((0..20).map(|n| (n * n) << n));
        let squares = of(squares.collect());
        assert_eq!((squares.order, squares.spare_terms), (5, 12));
        assert!(squares.denominator.coefficients().eq([1, -6, 12, -8]));
        assert_eq!(of(vec![0; 8]).order, 0);
    }

    /// Closed tours of boards with three rows: their numbers satisfy a linear recurrence, here up
    /// to 360 squares and 185 bits.
    #[test]
    fn closed_tours_of_three_rows_satisfy_their_recurrence() {
        #[derive(Deserialize)]
        struct Term {
            back: usize,
            factor: i64,
        }
        let rows = csv::Reader::from_path("tests/data/three_rows_recurrence.csv").unwrap();
        let terms_of_recurrence: Vec<Term> = rows.into_deserialize().map(Result::unwrap).collect();
        let order = terms_of_recurrence.iter().map(|term| term.back).max().unwrap();
        let closed = |half: usize| {
            let board = Board::new(3, 2 * half as u16).unwrap();
            let mut progress = |_| ControlFlow::Continue(());
            let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress);
            counter.tours(Goal::Closed).unwrap().undirected
        };
        let counts: Vec<BigInt> = (1..=60).map(|half| closed(half).into()).collect();
        assert_eq!(counts[11], 136_947_616.into());
        // The recurrence holds from this term on.
        for at in order + 1..counts.len() {
            let of_term = |term: &Term| &counts[at - term.back] * term.factor;
            let sum: BigInt = terms_of_recurrence.iter().map(of_term).sum();
            assert_eq!(counts[at], sum, "3x{}", 2 * (at + 1));
        }
        assert_eq!(counts[59].bits(), 185);

        // The denominator of their generating function in z², modulo a prime that exceeds it.
        let found = terms(3, 122, Goal::Closed, 1 << 28, &mut |_| {}).unwrap();
        for terms in found {
            let recurrence = terms.recurrence();
            assert_eq!((terms.most_order, recurrence.is_proven), (77, true));
            let mut wanted = vec![0; 2 * order + 1];
            wanted[0] = 1;
            for term in &terms_of_recurrence {
                wanted[2 * term.back] = -term.factor;
            }
            assert!(recurrence.denominator.coefficients().eq(wanted));
            assert_eq!(
                (recurrence.order, recurrence.spare_terms),
                (2 * order + 2, 61 - 2 * (order + 1))
            );
        }
    }

    /// The number of tours is determined by about twice as many terms as the order of the
    /// recurrence.
    #[test]
    fn open_tours_of_three_and_four_rows_have_recurrences() {
        let recurrence = |rows, lengths, goal| {
            let terms = terms(rows, lengths, goal, 1 << 28, &mut |_| {}).unwrap();
            terms[0].recurrence()
        };
        let (closed, open) = (recurrence(3, 100, Goal::Closed), recurrence(3, 380, Goal::Open));
        assert_eq!((open.order, open.denominator.degree(), open.spare_terms), (178, 172, 24));
        assert_eq!(open.denominator.multiplicity(&closed.denominator), Some(2));
        assert_eq!(open.denominator.roots_by_multiplicity(), [88, 42]);
        let too_few = recurrence(3, 200, Goal::Open);
        assert_eq!((too_few.order, too_few.spare_terms), (100, 0));
        let open = recurrence(4, 1600, Goal::Open);
        assert_eq!((open.order, open.denominator.degree(), open.spare_terms), (243, 240, 1114));
        assert_eq!(open.denominator.roots_by_multiplicity(), [66, 87]);
    }
}
