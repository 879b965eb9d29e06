//! How fast the numbers of tours grow with the length of a board of given rows, and what this says
//! of the denominators of their generating functions.
//!
//! Let `Q` be the denominator of the closed tours and `Q⁺` that of the open ones. Knuth asks
//! whether `Q³` divides `Q⁺` (*The Art of Computer Programming*, pre-fascicle 8A, exercise 210).
//! `docs/results/six-rows.md` proves that it does not, where [`StripGrowth::excludes_cube`] holds.
//!
//! The bounds on radii are those of Collatz and Wielandt. For a vector `v` of positive numbers the
//! radius of a matrix `B` is at most the largest quotient `(Bv)ᵢ / vᵢ`. For a vector without
//! negative numbers it is at least the smallest quotient of those with `vᵢ > 0`. Floating-point
//! numbers find `v`; then it is rounded to whole numbers, and the quotients are computed exactly.

use crate::column_matrix::{ColumnMatrix, are_useful, find_states};
use crate::strip::Strip;
use knight_board::Goal;
use knight_frontier::CountError;

/// A bound on the factor by which two columns multiply numbers of ways, in units of 2^-30.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TwoColumns(u128);

impl TwoColumns {
    /// The factor of one column, roughly.
    pub fn per_column(self) -> f64 {
        (self.0 as f64 / (1u64 << UNIT) as f64).sqrt()
    }
}

/// The binary digits of a bound after the point.
const UNIT: u32 = 30;

/// Bounds on the factors by which two columns multiply numbers of ways, if there are many columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StripGrowth {
    /// The states between columns of closed tours.
    pub closed_states: usize,
    /// The factor for closed tours: at least and at most.
    pub closed: (TwoColumns, TwoColumns),
    /// States of open tours with one end behind.
    pub one_end_states: usize,
    /// The factor for them: at most.
    pub one_end: TwoColumns,
    /// States of open tours with no end or two ends behind that are not states of closed tours.
    pub other_states: usize,
    /// The factor for them: at most.
    pub others: TwoColumns,
}

impl StripGrowth {
    /// Whether the bounds prove that the cube of the denominator of the closed tours does not
    /// divide that of the open ones.
    pub fn excludes_cube(&self) -> bool {
        self.one_end.max(self.others) < self.closed.0
    }
}

/// The numbers of open tours of boards with `rows` rows and 1, 2, … `lengths` columns, in floating
/// point, each divided by `factor` to the power of its columns.
///
/// ```
/// use knight_strips::strip_growth::scaled_tours;
/// let tours = scaled_tours(3, 2.0, 8, 1 << 28)?;
/// assert_eq!(tours[7], 396.0 / 256.0); // open tours of 3×8
/// # Ok::<(), knight_frontier::CountError>(())
/// ```
///
/// # Errors
/// [`CountError`]; [`CountError::TooWide`] if there are no rows, or too many.
pub fn scaled_tours(
    rows: usize,
    factor: f64,
    lengths: usize,
    bytes: usize,
) -> Result<Vec<f64>, CountError> {
    let matrix = ColumnMatrix::new(Strip { rows, goal: Goal::Open }, bytes)?;
    Ok(matrix.scaled_tours(factor, lengths))
}

/// How many times two columns are added to find a bound.
const STEPS: usize = 100;

/// The growth of the tours of a strip of `rows` rows.
///
/// ```
/// use knight_strips::strip_growth::strip_growth;
/// let growth = strip_growth(3, 1 << 28)?;
/// // The closed tours of 3×n are multiplied by 3.1195 for each column, those with one end behind
/// // by more, so nothing is proven.
/// assert!((3.1194..3.1196).contains(&growth.closed.0.per_column()) && !growth.excludes_cube());
/// # Ok::<(), knight_frontier::CountError>(())
/// ```
///
/// # Errors
/// [`CountError`]; [`CountError::TooWide`] if there are no rows, or too many, or if a bound needs
/// more than 128 bits.
pub fn strip_growth(rows: usize, bytes: usize) -> Result<StripGrowth, CountError> {
    let closed_found = find_states(Strip { rows, goal: Goal::Closed }, bytes)?;
    let is_closed = are_useful(&closed_found);
    let matrix = ColumnMatrix::of(&closed_found, &is_closed, |_, _| true)?;
    let closed = (least_radius(&matrix)?, greatest_radius(&matrix)?);
    let found = find_states(Strip { rows, goal: Goal::Open }, bytes)?;
    let is_useful = are_useful(&found);
    let one_end = ColumnMatrix::of(&found, &is_useful, |_, state| state.ends() == 1)?;
    let others = ColumnMatrix::of(&found, &is_useful, |square, state| {
        let known = closed_found[square].find(state.without_apex());
        state.ends() != 1 && !known.is_some_and(|known| is_closed[square][known])
    })?;
    Ok(StripGrowth {
        closed_states: matrix.states,
        closed,
        one_end_states: one_end.states,
        one_end: greatest_radius(&one_end)?,
        other_states: others.states,
        others: greatest_radius(&others)?,
    })
}

/// With an odd number of rows closed tours have an even number of columns, so a single column does
/// not multiply all numbers alike.
fn after_two_columns(matrix: &ColumnMatrix, ways: &[f64]) -> Vec<f64> {
    matrix.ways_after(&matrix.ways_after(ways))
}

/// By how much two columns multiply numbers of ways, state by state: those before and after. The
/// numbers, from 0 to 1, are rounded to multiples of 2^-60; states with 0 are left out.
fn exact_growth(matrix: &ColumnMatrix, ways: &[f64]) -> Result<Vec<(u128, u128)>, CountError> {
    let ways: Vec<u128> = ways.iter().map(|ways| (ways * (1u64 << 60) as f64) as u128).collect();
    let after = matrix.exact_ways_after(&matrix.exact_ways_after(&ways)?)?;
    let pairs = ways.into_iter().zip(after).filter(|&(before, _)| before > 0);
    let scaled = |(before, after): (u128, u128)| {
        if after >> (u128::BITS - UNIT) == 0 {
            Ok((before, after << UNIT))
        } else {
            Err(CountError::TooWide)
        }
    };
    pairs.map(scaled).collect()
}

/// An upper bound on the square of the spectral radius of a matrix.
fn greatest_radius(matrix: &ColumnMatrix) -> Result<TwoColumns, CountError> {
    let mut ways = vec![1.0; matrix.states];
    let mut best = (f64::INFINITY, vec![]);
    for _ in 0..STEPS {
        let after = after_two_columns(matrix, &ways);
        let largest =
            after.iter().zip(&ways).map(|(after, before)| after / before).fold(0.0, f64::max);
        if largest < best.0 {
            best = (largest, ways);
        }
        // What no state leads to stays positive, if little.
        let total: f64 = after.iter().sum();
        let share = |after: f64| (after / total).max(LEAST_SHARE);
        ways = after.into_iter().map(share).collect();
    }
    let growth = exact_growth(matrix, &best.1)?;
    if growth.len() < matrix.states {
        // Without positive numbers for all states there is no bound.
        return Err(CountError::TooWide);
    }
    let largest = growth.into_iter().map(|(before, after)| after.div_ceil(before)).max();
    Ok(TwoColumns(largest.unwrap_or(0)))
}

/// The least share of all ways that a state has in the vector of an upper bound. In that of a lower
/// bound, those with less have none.
const LEAST_SHARE: f64 = 1e-12;

/// A lower bound on the square of the spectral radius of a matrix.
fn least_radius(matrix: &ColumnMatrix) -> Result<TwoColumns, CountError> {
    let mut ways = vec![1.0; matrix.states];
    let mut growth = 0.0;
    for _ in 0..STEPS {
        let after = after_two_columns(matrix, &ways);
        let total: f64 = after.iter().sum();
        growth = total / ways.iter().sum::<f64>();
        // Any numbers that are not negative give a bound, but tiny ones are rounded too much.
        let share = |after: f64| if after < LEAST_SHARE * total { 0.0 } else { after / total };
        ways = after.into_iter().map(share).collect();
    }
    // States whose numbers grow less are left out, until all others grow by nearly as much.
    let wanted = growth * (1.0 - TOLERANCE);
    loop {
        let after = after_two_columns(matrix, &ways);
        let mut is_left_out = false;
        for (ways, after) in ways.iter_mut().zip(after) {
            if *ways > 0.0 && after < wanted * *ways {
                *ways = 0.0;
                is_left_out = true;
            }
        }
        if !is_left_out {
            let growth = exact_growth(matrix, &ways)?;
            let least = growth.into_iter().map(|(before, after)| after / before).min();
            return Ok(TwoColumns(least.unwrap_or(0)));
        }
    }
}

/// How far below the growth seen the lower bound is.
const TOLERANCE: f64 = 1e-5;

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use num_bigint::BigUint;

    use crate::strip_growth::*;
    use knight_board::Board;
    use knight_count::tour_counts::TourCounter;

    fn growth_of(rows: usize) -> StripGrowth {
        strip_growth(rows, 1 << 30).unwrap()
    }

    /// By what factor the tours of boards of this many rows and columns exceed those of two columns
    /// less; its root.
    fn factor(rows: u16, cols: u16, goal: Goal) -> f64 {
        let tours = |cols| -> BigUint {
            let mut progress = |_| ControlFlow::Continue(());
            let board = Board::new(rows, cols).unwrap();
            TourCounter::new(board, 1 << 28, 1, &mut progress).tours(goal).unwrap().undirected
        };
        let scaled: BigUint = tours(cols) * 1_000_000_000_000u64 / tours(cols - 2);
        (u64::try_from(scaled).unwrap() as f64 / 1e12).sqrt()
    }

    #[test]
    fn bounds_are_the_growth_of_exact_counts() {
        for (rows, cols) in [(3, 120), (5, 60)] {
            let growth = growth_of(rows.into());
            let closed = factor(rows, cols, Goal::Closed);
            let (least, most) = (growth.closed.0.per_column(), growth.closed.1.per_column());
            assert!(least <= closed && closed <= most + 1e-7, "{closed}");
            assert!(most - least < 1e-4, "{growth:?}");
            // Here states with one end behind grow the most, so their growth is that of open tours.
            let open = factor(rows, cols, Goal::Open);
            assert!(
                (0.999..1.02).contains(&(open / growth.one_end.per_column())),
                "{open}, {growth:?}"
            );
            assert!(!growth.excludes_cube());
        }
    }

    #[test]
    fn states_without_successors_have_no_growth() {
        // Four rows have no closed tours.
        let four = growth_of(4);
        assert_eq!((four.closed_states, four.closed), (0, (TwoColumns(0), TwoColumns(0))));
        assert!(four.others.per_column() > 4.0 && !four.excludes_cube());
        // Of the other states of five rows each leads to fewer and fewer others, then to none.
        let five = growth_of(5);
        assert_eq!((five.other_states, five.others), (1482, TwoColumns(0)));
        let excluded = StripGrowth { one_end: TwoColumns((18 * 18) << UNIT), ..five };
        assert!(excluded.excludes_cube() && !five.excludes_cube());
    }

    #[test]
    fn growth_knows_its_limits() {
        assert_eq!(strip_growth(0, 1 << 30), Err(CountError::TooWide));
        assert_eq!(strip_growth(9, 1 << 30), Err(CountError::TooWide));
        assert_eq!(strip_growth(5, 1 << 10), Err(CountError::MemoryLimit));
    }

    /// Nearly a minute and 3 GB, so `.ci/run` alone runs it.
    #[test]
    #[ignore]
    fn the_cube_is_excluded_for_six_rows() {
        let growth = strip_growth(6, 4 << 30).unwrap();
        assert!(growth.excludes_cube(), "{growth:?}");
        assert_eq!((growth.closed_states, growth.one_end_states), (250_567, 1_301_658));
        assert_eq!(growth.other_states, 16_785);
        let bounds = [growth.closed.0, growth.closed.1, growth.one_end, growth.others];
        let bounds = bounds.map(TwoColumns::per_column);
        for (bound, shown) in std::iter::zip(bounds, [64.081_97, 64.082_01, 62.810_26, 1.0]) {
            assert!((bound - shown).abs() < 1e-5, "{growth:?}");
        }
    }
}
