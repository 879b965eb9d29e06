//! A root of the denominator of closed tours modulo a prime, and how often it is one of that of
//! open tours, for a strip of given rows.
//!
//! Let `Q` be the denominator of the closed tours and `Q⁺` that of the open ones. Knuth asks
//! whether `Q³` divides `Q⁺` (*The Art of Computer Programming*, pre-fascicle 8A, exercise 210). If
//! it does, it does so modulo each prime, and a root of `Q` is one of `Q⁺` three times at least.
//! `Q⁺` divides `det(I − zB)`, where `B` is the matrix of open tours. An end of a tour that is
//! behind stays behind, so `B` is triangular in three blocks: states with no end, one and two ends
//! behind. [`StripRoot`] has the multiplicity of the root for each of them.
//!
//! For a block `M` of size `n` and the root `r`, let `X = I − rM`. With random vectors `x` and `y`
//! and a random diagonal matrix `D`, let `N = X + xyᵀ` and `G = DN`. The numbers `uᵀGⁱv` have a
//! recurrence, which divides the characteristic polynomial of `G` (D. H. Wiedemann, "Solving sparse
//! linear equations over finite fields", IEEE Transactions on Information Theory 32, 1986). If its
//! order is `n` it *is* that polynomial, and gives `N⁻¹`, unless its last coefficient is 0. Then:
//!
//! - `det X = det N · (1 − yᵀN⁻¹x)`, so `r` is no root if `yᵀN⁻¹x` is not 1;
//! - otherwise `w = N⁻¹x` spans the kernel of `X`, and the image of `X` is what `N⁻¹` takes to
//!   vectors orthogonal to `y`. If `yᵀN⁻¹Mw` is not 0, then `Mw` is not in this image, and the root
//!   is simple: for a double root `Xv = Mw` would have a solution.
//!
//! So what is said is proven, whatever the random numbers are. A bad choice of them proves nothing.

use crate::column_matrix::{ColumnMatrix, are_useful, find_states};
use crate::polynomials::shortest_recurrence;
use crate::recurrences::Terms;
use crate::strip::{COLUMNS, Strip};
use knight_board::{Goal, SplitMix64};
use knight_frontier::{CountError, Prime};

/// A root of the denominator of closed tours modulo a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripRoot {
    /// The prime.
    pub prime: u64,
    /// The root.
    pub root: u64,
    /// The open tours with no end, one and two ends behind.
    pub blocks: [BlockRoot; 3],
}

/// The root in the determinant of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockRoot {
    /// The states of the block.
    pub states: usize,
    /// How often it is a root: 0 or 1. `None` if more often, or if nothing was proven.
    pub multiplicity: Option<usize>,
}

impl StripRoot {
    /// Whether the multiplicities prove that the cube of the denominator of the closed tours does
    /// not divide that of the open ones.
    pub fn excludes_cube(&self) -> bool {
        let all: Option<usize> = self.blocks.iter().map(|block| block.multiplicity).sum();
        // All states of closed tours are in the first block, so it has the root.
        self.blocks[0].multiplicity > Some(0) && all.is_some_and(|all| all < 3)
    }
}

/// A root for a strip of `rows` rows, by the largest prime below 2^56 for which one is found;
/// `None` without closed tours.
///
/// The time grows with the square of the number of states.
///
/// ```
/// use knight_strips::strip_roots::strip_root;
/// let found = strip_root(3, 1 << 28)?;
/// let multiplicities = found.unwrap().blocks.map(|block| block.multiplicity);
/// assert_eq!(multiplicities, [Some(1), Some(0), Some(1)]);
/// # Ok::<(), knight_frontier::CountError>(())
/// ```
///
/// # Errors
/// [`CountError`]; [`CountError::TooWide`] if there are no rows, or too many.
pub fn strip_root(rows: usize, bytes: usize) -> Result<Option<StripRoot>, CountError> {
    let closed = ColumnMatrix::new(Strip { rows, goal: Goal::Closed }, bytes)?;
    if closed.states == 0 {
        return Ok(None);
    }
    let root = |prime| Some((prime, root_of_closed(&closed, prime)?));
    let Some((prime, root)) = Prime::descending().find_map(root) else { return Ok(None) };
    let found = find_states(Strip { rows, goal: Goal::Open }, bytes)?;
    let is_useful = are_useful(&found);
    let mut blocks = [BlockRoot { states: 0, multiplicity: None }; 3];
    for (ends, block) in blocks.iter_mut().enumerate() {
        let matrix = ColumnMatrix::of(&found, &is_useful, |_, state| state.ends() == ends)?;
        let states = matrix.states;
        let multiplicity = Pencil { block: matrix, prime, root }.multiplicity();
        *block = BlockRoot { states, multiplicity };
    }
    Ok(Some(StripRoot { prime: prime.value(), root, blocks }))
}

/// A root of the denominator of the closed tours modulo a prime.
fn root_of_closed(matrix: &ColumnMatrix, prime: Prime) -> Option<u64> {
    let most_order = matrix.states + COLUMNS - 1;
    // So many terms determine the recurrence.
    let remainders = matrix.tours(2 * most_order, prime, &mut |_| {});
    let recurrence = Terms { prime, remainders, most_order }.recurrence();
    let coefficients = recurrence.denominator.remainders().iter().rev();
    let value = |root| coefficients.fold(0, |sum, c| prime.product_plus(sum, root, *c));
    let root = recurrence.denominator.root().filter(|root| value(*root) == 0);
    root.filter(|_| recurrence.is_proven)
}

/// A block of the matrix of a column, and a number that may be a root of its determinant.
struct Pencil {
    block: ColumnMatrix,
    prime: Prime,
    root: u64,
}

/// The matrix `G = D(X + xyᵀ)`.
struct Perturbed<'a> {
    pencil: &'a Pencil,
    x: Vec<u64>,
    y: Vec<u64>,
    /// By state, the factors of `v`, `Mv` and `yᵀv`: the diagonal of `D`, that of `−rD`, and `Dx`.
    factors: Vec<[u64; 3]>,
}

impl Pencil {
    /// How often it is a root; `None` if more than once, or if nothing was proven.
    fn multiplicity(&self) -> Option<usize> {
        let mut generator = SplitMix64::new(1);
        let [x, y, diagonal, left, right] = std::array::from_fn(|_| self.random(&mut generator));
        let negative = self.prime.value() - self.root;
        let factors =
            |(&d, &x): (&u64, &u64)| [d, self.prime.product(d, negative), self.prime.product(d, x)];
        let factors = diagonal.iter().zip(&x).map(factors).collect();
        let perturbed = Perturbed { pencil: self, x, y, factors };
        let polynomial = perturbed.polynomial(&left, right)?;
        let kernel = perturbed.solve(&polynomial, &perturbed.x)?;
        if self.product(&perturbed.y, &kernel) != 1 {
            return Some(0);
        }
        let image = self.block.ways_after_modulo(&kernel, self.prime);
        let before = perturbed.solve(&polynomial, &image)?;
        (self.product(&perturbed.y, &before) != 0).then_some(1)
    }

    fn product(&self, left: &[u64], right: &[u64]) -> u64 {
        self.prime.sum_of_products(left, right.iter())
    }

    /// Random numbers, none of them 0.
    fn random(&self, generator: &mut SplitMix64) -> Vec<u64> {
        let mut draw = || 1 + generator.draw() % (self.prime.value() - 1);
        (0..self.block.states).map(|_| draw()).collect()
    }
}

impl Perturbed<'_> {
    /// `Gv`.
    fn times(&self, vector: &[u64]) -> Vec<u64> {
        let Pencil { block, prime, .. } = self.pencil;
        let along = self.pencil.product(&self.y, vector);
        let after = block.ways_after_modulo(vector, *prime);
        let images = vector.iter().zip(&after).zip(&self.factors);
        let image = |((v, after), factors): ((&u64, &u64), &[u64; 3])| {
            prime.sum_of_products(factors, [v, after, &along].into_iter())
        };
        images.map(image).collect()
    }

    /// The coefficients of the characteristic polynomial of `G`, from that of the highest power on;
    /// `None` if it was not found, or if the last one is 0.
    fn polynomial(&self, left: &[u64], mut right: Vec<u64>) -> Option<Vec<u64>> {
        let size = self.pencil.block.states;
        let mut terms = Vec::with_capacity(2 * size);
        for _ in 0..2 * size {
            terms.push(self.pencil.product(left, &right));
            right = self.times(&right);
        }
        let (order, recurrence) = shortest_recurrence(self.pencil.prime, &terms);
        let is_whole = order == size && recurrence.degree() == size;
        is_whole.then(|| recurrence.remainders().to_vec())
    }

    /// `N⁻¹v`; `None` if `N` does not make `v` of it. As `G` is a root of its polynomial, its
    /// inverse is one in powers of `G`.
    fn solve(&self, polynomial: &[u64], vector: &[u64]) -> Option<Vec<u64>> {
        let prime = self.pencil.prime;
        let (last, others) = polynomial.split_last()?;
        let scaled = |(factors, v): (&[u64; 3], &u64)| prime.product(factors[0], *v);
        let vector: Vec<u64> = self.factors.iter().zip(vector).map(scaled).collect();
        let mut sum = vec![0; vector.len()];
        for coefficient in others {
            let powers = self.times(&sum);
            let added = powers.iter().zip(&vector);
            sum = added.map(|(power, v)| prime.product_plus(*coefficient, *v, *power)).collect();
        }
        let factor = prime.inverse(prime.value() - last);
        let found: Vec<u64> = sum.into_iter().map(|sum| prime.product(sum, factor)).collect();
        (self.times(&found) == vector).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::strip_roots::*;

    /// What is left of a matrix after elimination: the rank.
    fn rank(mut rows: Vec<Vec<u64>>, prime: Prime) -> usize {
        let mut rank = 0;
        for column in 0..rows.len() {
            let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else {
                continue;
            };
            rows.swap(rank, pivot);
            let inverse = prime.inverse(rows[rank][column]);
            let pivot_row = rows[rank].clone();
            for row in rows.iter_mut().skip(rank + 1) {
                let factor = prime.value() - prime.product(row[column], inverse);
                for (number, pivot) in row.iter_mut().zip(&pivot_row) {
                    *number = prime.product_plus(factor, *pivot, *number);
                }
            }
            rank += 1;
        }
        rank
    }

    /// The size of the kernel of a high power of `X`, which is the multiplicity.
    fn multiplicity_by_elimination(pencil: &Pencil) -> usize {
        let size = pencil.block.states;
        let (prime, negative) = (pencil.prime, pencil.prime.value() - pencil.root);
        let times = |vector: &Vec<u64>| -> Vec<u64> {
            let after = pencil.block.ways_after_modulo(vector, prime).into_iter().zip(vector);
            after.map(|(after, v)| prime.product_plus(negative, after, *v)).collect()
        };
        let unit = |place| (0..size).map(|i| u64::from(i == place)).collect::<Vec<_>>();
        let (mut power, mut nullity): (Vec<Vec<u64>>, _) = ((0..size).map(unit).collect(), 0);
        loop {
            power = power.iter().map(times).collect();
            let next = size - rank(power.clone(), prime);
            if next == nullity {
                return nullity;
            }
            nullity = next;
        }
    }

    #[test]
    fn multiplicities_are_those_that_elimination_finds() {
        let prime = Prime::descending().next().unwrap();
        let matrix = |rows, goal| ColumnMatrix::new(Strip { rows, goal }, 1 << 30);
        let block = matrix(3, Goal::Closed).unwrap();
        let root = root_of_closed(&block, prime);
        let mut found = Vec::new();
        for (goal, number) in [(Goal::Closed, root), (Goal::Closed, Some(5)), (Goal::Open, root)] {
            let root = number.unwrap();
            let pencil = Pencil { block: matrix(3, goal).unwrap(), prime, root };
            let expected = multiplicity_by_elimination(&pencil);
            let multiplicity = pencil.multiplicity();
            assert_eq!(multiplicity, Some(expected).filter(|expected| *expected < 2), "{goal}");
            found.push(expected);
        }
        assert_eq!(found, [1, 0, 2]);
    }

    #[test]
    fn four_rows_have_no_closed_tours_and_three_no_cube() {
        let of = |rows| strip_root(rows, 1 << 30);
        assert_eq!(of(4), Ok(None));
        assert_eq!(of(0), Err(CountError::TooWide));
        let three = of(3).unwrap().unwrap();
        assert!(three.excludes_cube(), "{three:?}");
        let unknown = BlockRoot { multiplicity: None, ..three.blocks[1] };
        let [first, none, last] = three.blocks;
        assert!(!StripRoot { blocks: [none; 3], ..three.clone() }.excludes_cube());
        assert!(!StripRoot { blocks: [first, unknown, last], ..three.clone() }.excludes_cube());
        let double = BlockRoot { multiplicity: Some(1), ..unknown };
        assert!(!StripRoot { blocks: [first, double, last], ..three }.excludes_cube());
    }
}
