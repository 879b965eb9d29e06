//! The grids that the tutorials print, against what their programs compute.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::facts::square_board;
use crate::analysis::claims::tutorials::Evidence;
use crate::text::formatting::{grouped, joined};
use knight_search::{Answer, Fault, Square};
use knight_text::tours;

const EXAMPLE: &str = include_str!("../../../../tests/data/printed_grids/kalkicode-5x5.txt");
pub(super) const OF_C: &str = include_str!("../../../../tests/data/printed_grids/kalkicode-c.txt");
pub(super) const OF_OTHERS: [&str; 6] = [
    include_str!("../../../../tests/data/printed_grids/kalkicode-cpp.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-java.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-csharp.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-kotlin.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-scala.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-javascript.txt"),
];
pub(super) const OF_WARNSDORFF: &str =
    include_str!("../../../../tests/data/printed_grids/warnsdorff-tutorial.txt");

/// The numbers of a printed grid. One of the files has the quotes around it.
fn numbers(grid: &str) -> Vec<usize> {
    let words = grid.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// How many numbers of printed grids are those that a program writes on 8×8 after its checks: the
/// number of each visit from `first` on, and 0 on the other squares. The remark ends with `but`.
pub(super) fn compared(printed: &[&str], answer: &Answer, first: usize, but: &str) -> Measured {
    let board = square_board(8);
    let mut written = vec![0; board.area()];
    for (number, square) in (first..).zip(answer.tour.iter().flatten()) {
        written[board.index(*square)] = number;
    }
    let agreeing = |printed: &&str| {
        let printed = numbers(printed);
        let pairs = printed.iter().zip(&written);
        if printed.len() == written.len() { pairs.filter(|(a, b)| a == b).count() } else { 0 }
    };
    let same: usize = printed.iter().map(agreeing).sum();
    let all = printed.len() * written.len();
    Measured::new(format!("{same} of {all} numbers agree"), same == all)
        .because(format!("after {} checks{but}", grouped(answer.checks)))
}

/// The faults of the example, and whether any order finds it.
pub(super) fn example(evidence: &Evidence) -> Measured {
    let Ok(printed) = tours::read(EXAMPLE, None) else {
        return Measured::new("not a grid", false);
    };
    let steps = |fault: &&Fault| matches!(fault, Fault::NotAMove { .. });
    let wrong = printed.faults.iter().filter(steps).count();
    let orders = &evidence.orders_of_5x5;
    let tours: BTreeSet<&str> = orders.iter().filter_map(|job| job.tour.as_deref()).collect();
    let names = joined(printed.squares.iter().map(|&it| printed.board.chess_name(it)), "-");
    let whether = if tours.contains(&*names) { "is one" } else { "is none" };
    let first = printed.squares[0];
    let agrees = printed.is_tour() && first == Square { row: 1, col: 1 };
    Measured::new(format!("{wrong} of its steps are not knight moves"), agrees).because(format!(
        "it begins at {first}; it {whether} of the {} tours that all orders find from (1,1) and \
         (5,5)",
        tours.len()
    ))
}
