//! Claims about boards, moves and counts.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::facts::{move_vectors, square_board};
use crate::analysis::claims::tutorials::Evidence;
use crate::analysis::claims::tutorials::backtracking::ARRAY;
use crate::text::formatting::{grouped, joined};
use knight_search::Move;

/// The list of "Knight's Tour" from (r, c).
const LIST: [(i32, i32); 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, 2), (-2, 1), (-2, -1), (2, 1), (2, -1)];

/// The most moves from any square that do not lead back to the square before.
pub(super) fn most_onward_moves(side: u16, claimed: usize) -> Measured {
    let board = square_board(side);
    let most = board.squares().map(|square| board.neighbours(square).count()).max();
    Measured::compared(most.unwrap_or(0).saturating_sub(1), claimed)
        .because("8 at the first step only; later one of the eight leads back")
}

/// The recursion on a matrix, which goes to the next row and the next column: the cells that it
/// marks, and how many calls deep it goes.
fn travel(matrix: &mut [Vec<bool>], row: usize, col: usize) -> usize {
    let side = matrix.len();
    if row == side && col == side {
        return 1;
    }
    matrix[row][col] = true;
    1 + travel(matrix, row + 1, col + 1)
}

/// How deep it goes on matrices of n × n, against n.
pub(super) fn depth_of_recursion() -> Measured {
    let beyond = |side: usize| travel(&mut vec![vec![false; side]; side], 0, 0) - side;
    let beyond: BTreeSet<usize> = (1..=64).map(beyond).collect();
    Measured::new(format!("n + {} calls", joined(&beyond, " ")), beyond.len() == 1)
        .because("the program of the text, on matrices of n x n from 1x1 to 64x64")
}

/// The cells that the recursion on a matrix marks.
pub(super) fn travelled_cells(side: usize) -> Measured {
    let mut matrix = vec![vec![false; side]; side];
    travel(&mut matrix, 0, 0);
    let marked = matrix.iter().flatten().filter(|marked| **marked).count();
    Measured::new(format!("{marked} of {} cells", side * side), marked == side * side)
        .because("each call goes on to the next row and the next column: the diagonal")
}

pub(super) fn closed_tours(evidence: &Evidence, claimed: u128) -> Measured {
    let (undirected, directed) = evidence.closed_tours;
    Measured::new(grouped(directed), directed == claimed).because(format!(
        "each tour and its reverse counted; {} if they count once",
        grouped(undirected)
    ))
}

/// The different moves of the list.
pub(super) fn listed(claimed: usize) -> Measured {
    let different: BTreeSet<(i32, i32)> = LIST.into_iter().collect();
    let twice = |step: &(i32, i32)| LIST.iter().filter(|other| *other == step).count() > 1;
    let missing = Move::ALL.iter().map(|mv| mv.delta()).map(|(row, col)| (row.into(), col.into()));
    let missing: Vec<(i32, i32)> = missing.filter(|step| !different.contains(step)).collect();
    let words = |steps: Vec<(i32, i32)>| {
        joined(steps.iter().map(|(row, col)| format!("({row:+},{col:+})")), " ")
    };
    let repeated = different.iter().copied().filter(twice).collect();
    Measured::compared(different.len(), claimed).because(format!(
        "{} stands twice, {} is missing",
        words(repeated),
        words(missing)
    ))
}

/// The moves of the array, and whether they are those of the list.
pub(super) fn in_array() -> Measured {
    let (rows, cols): (Vec<i32>, Vec<i32>) =
        ARRAY.iter().map(|&(row, col)| (i32::from(row), i32::from(col))).unzip();
    let corrected = ARRAY
        .iter()
        .zip(LIST)
        .filter(|&(&(row, col), listed)| (i32::from(row), i32::from(col)) != listed);
    let corrected = corrected.count();
    move_vectors(&rows, &cols)
        .because(format!("the array differs from the list in {corrected} move, the repeated one"))
}

/// The places from 0 to the size of a board, with the bound included.
pub(super) fn valid_places(side: usize) -> Measured {
    let (places, squares) = ((0..=side).count().pow(2), side * side);
    Measured::new(format!("{places} places"), places == squares).because(format!(
        "{} are off the board; the program has < N, which is right",
        places - squares
    ))
}
