//! Which rows of the sums of a table have a state, and how the others are dropped.

use crate::sums::Sum;

/// Calls one function with the length of rows as a constant if they are short, or another one with
/// any length.
macro_rules! with_length {
    ($row:expr, $short:ident, $any:ident, $($argument:expr),*) => {
        match $row {
            1 => $short::<_, 1>($($argument),*),
            2 => $short::<_, 2>($($argument),*),
            4 => $short::<_, 4>($($argument),*),
            8 => $short::<_, 8>($($argument),*),
            16 => $short::<_, 16>($($argument),*),
            row => $any($($argument),*, row),
        }
    };
}

/// How many rows of `row` sums are not all 0.
pub(crate) fn count_nonzero_rows<S: Sum>(sums: &[S], row: usize) -> usize {
    with_length!(row, count_short, count_any, sums)
}

/// Moves the rows of `row` sums that are not all 0 to the front. Sets `numbers` to their numbers,
/// ascending.
pub(crate) fn keep_nonzero_rows<S: Sum>(sums: &mut [S], row: usize, numbers: &mut Vec<u32>) {
    numbers.clear();
    numbers.resize(sums.len() / row, 0);
    let kept = with_length!(row, keep_short, keep_any, sums, numbers);
    numbers.truncate(kept);
}

fn is_nonzero<S: Sum>(row: &[S]) -> bool {
    row.iter().fold(S::default(), |bits, &sum| bits | sum) != S::default()
}

fn count_short<S: Sum, const ROW: usize>(sums: &[S]) -> usize {
    sums.as_chunks::<ROW>().0.iter().filter(|row| is_nonzero(*row)).count()
}

fn count_any<S: Sum>(sums: &[S], row: usize) -> usize {
    sums.chunks_exact(row).filter(|row| is_nonzero(row)).count()
}

fn keep_short<S: Sum, const ROW: usize>(sums: &mut [S], numbers: &mut [u32]) -> usize {
    let rows = sums.as_chunks_mut::<ROW>().0;
    let mut kept = 0;
    // Without a branch: what is not kept is overwritten.
    for number in 0..rows.len() {
        let row = rows[number];
        rows[kept] = row;
        numbers[kept] = number as u32;
        kept += usize::from(is_nonzero(&row));
    }
    kept
}

fn keep_any<S: Sum>(sums: &mut [S], numbers: &mut [u32], row: usize) -> usize {
    let mut kept = 0;
    for number in 0..numbers.len() {
        let from = number * row;
        if is_nonzero(&sums[from..from + row]) {
            sums.copy_within(from..from + row, kept * row);
            numbers[kept] = number as u32;
            kept += 1;
        }
    }
    kept
}
