//! Knight probability: the chance that a knight that moves at random is still on the board.
//!
//! The knight makes `K` moves, each of the eight with the same chance whether or not it leads off
//! the board, and never returns once it is off. Of the `8^K` sequences of moves from a square,
//! those that stay on the board are counted exactly, for all squares together: the number of
//! sequences of `k` moves from a square is the sum over the squares one move away of those of `k −
//! 1` moves.

use std::fmt;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use rayon::prelude::*;

use knight_board::{Board, Interrupted, Square};

/// An exact probability `numerator / 2^log2_denominator`, in lowest terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probability {
    numerator: BigUint,
    log2_denominator: u32,
}

/// The chance to be on the board after `moves` moves from this start, or from each square in the
/// order of [`Board::index`].
///
/// Takes about `area · moves` sums of numbers of up to `3 · moves` bits on the threads of the
/// current pool, and [`bytes`] of memory; less for a single start with few squares within reach.
/// Calls `progress` with the moves done, before each move.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_board::Board;
/// use knight_count::probability::survival;
/// let board = Board::new(3, 3).unwrap();
/// let mut progress = |_moves| ControlFlow::Continue(());
/// let chances = survival(board, None, 2, &mut progress).unwrap();
/// assert_eq!(chances[0].1.to_string(), "0.0625");
/// ```
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
pub fn survival(
    board: Board,
    start: Option<Square>,
    moves: u16,
    progress: &mut dyn FnMut(u16) -> ControlFlow<()>,
) -> Result<Vec<(Square, Probability)>, Interrupted> {
    let counts = surviving_walks(board, start, moves, progress)?;
    let bits = 3 * u32::from(moves);
    let chances = board.squares().zip(counts);
    Ok(chances
        .filter(|(square, _)| start.is_none_or(|start| start == *square))
        .map(|(square, count)| (square, Probability::new(count, bits)))
        .collect())
}

/// About the most bytes that [`survival`] keeps at a time: two numbers a square.
pub fn bytes(board: Board, moves: u16) -> u64 {
    let number = size_of::<BigUint>() as u64 + u64::from(moves) * 3 / 8;
    2 * board.area() as u64 * number
}

/// The sequences of `moves` moves from the start, or from each square, that stay on the board. With
/// a start, the numbers of other squares mean nothing.
fn surviving_walks(
    board: Board,
    start: Option<Square>,
    moves: u16,
    progress: &mut dyn FnMut(u16) -> ControlFlow<()>,
) -> Result<Vec<BigUint>, Interrupted> {
    let mut counts = vec![BigUint::from(1u8); board.area()];
    for done in 0..moves {
        if progress(done).is_break() {
            return Err(Interrupted);
        }
        // Squares out of reach of the start with the moves that are left do not matter.
        let reach = 2 * u32::from(moves - done - 1);
        let matters = |square: Square| {
            start.is_none_or(|start| {
                let (rows, cols) = (start.row.abs_diff(square.row), start.col.abs_diff(square.col));
                u32::from(rows.max(cols)) <= reach
            })
        };
        let sum = |index: usize| {
            let square = board.square(index);
            let onward = board.neighbours(square).map(|to| &counts[board.index(to)]);
            if matters(square) { onward.sum() } else { BigUint::ZERO }
        };
        counts = (0..board.area()).into_par_iter().with_min_len(CHUNK).map(sum).collect();
    }
    Ok(counts)
}

/// The least squares for which another thread is worth its cost.
const CHUNK: usize = 256;

/// Significant digits of the decimal form: enough to distinguish any two `f64`.
const DIGITS: usize = 17;

/// Decimal forms have an exponent below this power of ten.
const LEAST_PLAIN_EXPONENT: i64 = -5;

impl Probability {
    /// `numerator / 2^log2_denominator`, which is at most 1.
    fn new(numerator: BigUint, log2_denominator: u32) -> Probability {
        // Zero has no lowest bit; its denominator is 1.
        let twos = numerator.trailing_zeros().unwrap_or(u64::MAX);
        let twos = u32::try_from(twos).map_or(log2_denominator, |twos| twos.min(log2_denominator));
        Probability { numerator: numerator >> twos, log2_denominator: log2_denominator - twos }
    }

    /// The numerator, in lowest terms.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// The denominator, in lowest terms: a power of 2.
    pub fn denominator(&self) -> BigUint {
        BigUint::from(1u8) << self.log2_denominator
    }

    /// The first significant digits, rounded half to even, and the power of ten of the first of
    /// them; `None` for 0.
    fn significant(&self, digits: usize) -> Option<(String, i64)> {
        if self.numerator == BigUint::ZERO {
            return None;
        }
        // n / 2^e = n · 5^e / 10^e, which has e decimals and is exact.
        let e = self.log2_denominator;
        let five = BigUint::from(5u8);
        let exact = &self.numerator * five.pow(e);
        let text = exact.to_string();
        let exponent = text.len() as i64 - 1 - i64::from(e);
        if text.len() <= digits {
            return Some((text, exponent));
        }
        let rounded = round_half_to_even(&text, digits);
        let carried = rounded.len() > digits;
        Some((rounded, exponent + i64::from(carried)))
    }
}

/// The first digits of a longer decimal number, rounded half to even; one digit more if rounding
/// carries.
fn round_half_to_even(text: &str, digits: usize) -> String {
    let (kept, rest) = text.split_at(digits);
    let half = format!("5{}", "0".repeat(rest.len() - 1));
    let is_odd = kept.bytes().last().is_some_and(|digit| digit % 2 == 1);
    let is_up = *rest > *half || (*rest == *half && is_odd);
    let kept = kept.bytes().fold(0u128, |n, d| n * 10 + u128::from(d - b'0'));
    (kept + u128::from(is_up)).to_string()
}

impl fmt::Display for Probability {
    /// The probability to 17 significant digits, correctly rounded from the exact fraction, without
    /// trailing zeros; with an exponent below 10⁻⁵. This is exact below the range of `f64` too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((digits, exponent)) = self.significant(DIGITS) else {
            return f.write_str("0");
        };
        let digits = match digits.trim_end_matches('0') {
            "" => "0",
            digits => digits,
        };
        let (first, others) = digits.split_at(1);
        let point = if others.is_empty() { "" } else { "." };
        if exponent >= 0 {
            // At most 1, so there is nothing after the point.
            write!(f, "{first}{point}{others}")
        } else if exponent >= LEAST_PLAIN_EXPONENT {
            let zeros = "0".repeat((-exponent - 1) as usize);
            write!(f, "0.{zeros}{digits}")
        } else {
            write!(f, "{first}{point}{others}e{exponent}")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::probability::*;
    use knight_board::Move;
    use proptest::prelude::*;

    /// Steps through all sequences of moves.
    fn enumerated(board: Board, from: Square, moves: u16) -> u64 {
        if moves == 0 {
            return 1;
        }
        let targets = Move::ALL.into_iter().filter_map(|mv| board.target(from, mv));
        targets.map(|to| enumerated(board, to, moves - 1)).sum()
    }

    fn chances(board: Board, start: Option<Square>, moves: u16) -> Vec<(Square, Probability)> {
        survival(board, start, moves, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn the_progress_counts_the_moves_and_stops_the_rest() {
        let board = Board::new(3, 3).unwrap();
        let mut seen = Vec::new();
        let mut progress = |done| {
            seen.push(done);
            if done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(survival(board, None, 9, &mut progress), Err(Interrupted));
        assert_eq!(seen, [0, 1, 2]);
    }

    fn chance(numerator: u64, log2_denominator: u32) -> Probability {
        Probability::new(numerator.into(), log2_denominator)
    }

    proptest! {
        #[test]
        fn survival_is_what_enumeration_finds(rows in 1u16..=9, cols in 1u16..=9, moves in 0u16..=5) {
            let board = Board::new(rows, cols).unwrap();
            let chances = chances(board, None, moves);
            prop_assert!(chances.iter().map(|(square, _)| *square).eq(board.squares()));
            for (square, found) in chances {
                prop_assert_eq!(&found, &chance(enumerated(board, square, moves), 3 * u32::from(moves)));
                prop_assert_eq!(super::tests::chances(board, Some(square), moves), [(square, found)]);
            }
        }

        /// On boards that are larger than the reach of the moves.
        #[test]
        fn one_start_has_the_chance_that_it_has_among_all(
            rows in 1u16..=24, cols in 1u16..=24, moves in 0u16..=20, place: proptest::sample::Index,
        ) {
            let board = Board::new(rows, cols).unwrap();
            let all = chances(board, None, moves);
            let of_one = all[place.index(board.area())].clone();
            prop_assert_eq!(chances(board, Some(of_one.0), moves), [of_one]);
        }

        #[test]
        fn decimals_of_dyadic_numbers_are_those_of_the_float(numerator in 1u64..1 << 53, e in 53u32..1000) {
            let found: f64 = chance(numerator, e).to_string().parse().unwrap();
            prop_assert_eq!(found, numerator as f64 * 2f64.powi(-(e as i32)));
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let four_of_64 = chance(4, 6);
        assert_eq!(four_of_64.numerator(), &BigUint::from(1u8));
        assert_eq!(four_of_64.denominator(), BigUint::from(16u8));
        let none = chance(0, 6);
        assert_eq!((none.numerator(), none.denominator()), (&BigUint::ZERO, BigUint::from(1u8)));
        assert_eq!(chance(64, 6), chance(1, 0));
    }

    #[test]
    fn decimals_are_rounded_from_the_fraction() {
        let text = |numerator, e| chance(numerator, e).to_string();
        assert_eq!(text(0, 9), "0");
        assert_eq!(text(1, 0), "1");
        assert_eq!(text(1, 4), "0.0625");
        assert_eq!(text(1, 16), "0.0000152587890625");
        assert_eq!(text(1, 17), "7.62939453125e-6");
        // 1 - 2^-60 is 1 - 8.67e-19, nearest to 1 among numbers of 17 digits.
        assert_eq!(text((1 << 60) - 1, 60), "1");
        // 2^-60 is 8.67361737988403547205962240695953369140625e-19.
        assert_eq!(text(1, 60), "8.6736173798840355e-19");
    }

    #[test]
    fn halves_are_rounded_to_even() {
        assert_eq!(round_half_to_even("125", 2), "12");
        assert_eq!(round_half_to_even("1250001", 2), "13");
        assert_eq!(round_half_to_even("135", 2), "14");
        assert_eq!(round_half_to_even("995", 2), "100");
    }

    #[test]
    fn decimals_go_below_the_range_of_floats() {
        // By Python's decimal module with 60 digits: 7.36215182902286267543686617714…e-332.
        assert_eq!(chance(1, 1100).to_string(), "7.3621518290228627e-332");
    }
}
