//! The grids that the tutorials print, against what their programs compute.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::tutorials::Judged;
use crate::analysis::claims::tutorials::backtracking::{board, program};
use crate::results::record::Record;
use crate::text::formatting::{grouped, joined};
use knight_search::{Answer, Fault, SearchProgress, Square};
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

/// What a program writes on 8×8, row by row: the number of each visit from `first` on, and `blank`
/// on the other squares.
fn written(answer: &Answer, first: usize, blank: usize) -> Vec<usize> {
    let board = board(8);
    let mut grid = vec![blank; board.area()];
    for (number, square) in (first..).zip(answer.tour.iter().flatten()) {
        grid[board.index(*square)] = number;
    }
    grid
}

/// How many numbers of a printed grid are those of the program.
fn agreeing(printed: &str, written: &[usize]) -> usize {
    let printed = numbers(printed);
    let pairs = printed.iter().zip(written);
    if printed.len() == written.len() { pairs.filter(|(a, b)| a == b).count() } else { 0 }
}

fn compared(printed: &str, answer: &Answer, first: usize) -> Measured {
    let written = written(answer, first, 0);
    let (same, all) = (agreeing(printed, &written), written.len());
    Measured::new(format!("{same} of {all} numbers agree"), same == all)
        .because(format!("after {} checks", grouped(answer.checks)))
}

pub(super) fn of_c_program(progress: &mut SearchProgress) -> Judged {
    Ok(compared(OF_C, &program(8, 63).first(progress)?, 1))
}

pub(super) fn of_warnsdorff_tutorial(progress: &mut SearchProgress) -> Judged {
    Ok(compared(OF_WARNSDORFF, &program(8, 64).first(progress)?, 0))
}

pub(super) fn of_other_programs(progress: &mut SearchProgress) -> Judged {
    let answer = program(8, 64).first(progress)?;
    let written = written(&answer, 1, 0);
    let all = OF_OTHERS.len() * written.len();
    let same: usize = OF_OTHERS.iter().map(|printed| agreeing(printed, &written)).sum();
    Ok(Measured::new(format!("{same} of {all} numbers agree"), same == all).because(format!(
        "after {} checks, if the search is called; as printed, no main function calls it",
        grouped(answer.checks)
    )))
}

/// The faults of the example, and whether any order finds it.
pub(super) fn example(orders: &[Record]) -> Measured {
    let Ok(printed) = tours::read(EXAMPLE, None) else {
        return Measured::new("not a grid", false);
    };
    let steps = |fault: &&Fault| matches!(fault, Fault::NotAMove { .. });
    let wrong = printed.faults.iter().filter(steps).count();
    let tours: BTreeSet<&str> = orders.iter().filter_map(|job| job.tour.as_deref()).collect();
    let names = printed.squares.iter().map(|&square| printed.board.chess_name(square));
    let found = tours.contains(joined(names, "-").as_str());
    let first = printed.squares.first().copied();
    let starts = first == Some(Square { row: 1, col: 1 });
    let (whether, begins) = (
        if found { "is one" } else { "is none" },
        first.map(|s| s.to_string()).unwrap_or_default(),
    );
    Measured::new(format!("{wrong} of its steps are not knight moves"), printed.is_tour() && starts)
        .because(format!(
            "it begins at {begins}; it {whether} of the {} tours that all orders find from (1,1) \
             and (5,5)",
            tours.len()
        ))
}
