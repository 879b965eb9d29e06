//! The grids that the tutorials print, against what their programs compute.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::tutorials::Evidence;
use crate::analysis::claims::tutorials::backtracking::board;
use crate::text::formatting::{grouped, joined};
use knight_search::{Answer, Fault, Square};
use knight_text::tours;

const EXAMPLE: &str = include_str!("../../../../tests/data/printed_grids/kalkicode-5x5.txt");
const OF_C: &str = include_str!("../../../../tests/data/printed_grids/kalkicode-c.txt");
const OF_OTHERS: [&str; 6] = [
    include_str!("../../../../tests/data/printed_grids/kalkicode-cpp.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-java.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-csharp.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-kotlin.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-scala.txt"),
    include_str!("../../../../tests/data/printed_grids/kalkicode-javascript.txt"),
];
const OF_WARNSDORFF: &str =
    include_str!("../../../../tests/data/printed_grids/warnsdorff-tutorial.txt");

/// The numbers of a printed grid. One of the files has the quotes around it.
fn numbers(grid: &str) -> Vec<usize> {
    let words = grid.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// How many numbers of printed grids are those that a program writes on 8×8: the number of each
/// visit from `first` on, and 0 on the other squares.
fn compared(printed: &[&str], answer: &Answer, first: usize) -> Measured {
    let board = board(8);
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
}

/// After how many checks a program has found its grid.
fn after(answer: &Answer) -> String {
    format!("after {} checks", grouped(answer.checks))
}

pub(super) fn of_c_program(evidence: &Evidence) -> Measured {
    let answer = &evidence.programs.of_c;
    compared(&[OF_C], answer, 1).because(after(answer))
}

pub(super) fn of_warnsdorff_tutorial(evidence: &Evidence) -> Measured {
    let answer = &evidence.programs.on_8x8;
    compared(&[OF_WARNSDORFF], answer, 0).because(after(answer))
}

pub(super) fn of_other_programs(evidence: &Evidence) -> Measured {
    let answer = &evidence.programs.on_8x8;
    compared(&OF_OTHERS, answer, 1)
        .because(after(answer) + ", if the search is called; as printed, no main function calls it")
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
