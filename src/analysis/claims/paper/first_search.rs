//! Claims that the paper's search decides: Fig. 2's order from (1,1) on 8×8.

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::TourSearch;
use crate::analysis::claims::paper::facts::{self, position};
use crate::analysis::summary::exponent;
use crate::text::formatting::{grouped, joined};
use knight_search::Square;

/// The tour against a printed grid, numbered from 0.
pub(super) fn first_solution(search: &TourSearch, printed: &[[usize; 8]; 8]) -> Measured {
    let squares = search.tour.squares();
    let agrees = |(number, square): &(usize, &Square)| {
        printed[usize::from(square.row - 1)][usize::from(square.col - 1)] == *number
    };
    let (same, all) = (squares.iter().enumerate().filter(agrees).count(), squares.len());
    Measured::new(format!("{same} of {all} squares agree"), same == all)
}

/// Whether successive moves change row + column by opposite amounts.
pub(super) fn opposite_changes(search: &TourSearch) -> Measured {
    let pairs = search.tour.squares().windows(2);
    let changes: Vec<i32> = pairs.map(|pair| position(pair[1]) - position(pair[0])).collect();
    let pairs = changes.len() - 1;
    let opposite = changes.windows(2).filter(|pair| pair[0] == -pair[1]).count();
    Measured::new(format!("{opposite} of {pairs}"), opposite == pairs)
        .because("counted on the paper's own first solution")
}

/// Whether the checks are those of the tour and eight of each failed node.
pub(super) fn checks_of_a_failure(search: &TourSearch) -> Measured {
    let on_tour: u128 = search.tries().iter().sum();
    let failed = search.nodes - search.tour.squares().len() as u128;
    let agrees = search.checks == failed.saturating_mul(8).saturating_add(on_tour);
    Measured::new(if agrees { "8" } else { "not 8" }, agrees).because(format!(
        "{} = 8 x {} failed placements + {on_tour} tries on the tour itself",
        grouped(search.checks),
        grouped(failed)
    ))
}

/// The checks that the moves of the tour up to a position took, the start being 0.
pub(super) fn checks_to_position(search: &TourSearch, position: usize, claimed: u128) -> Measured {
    let tries = &search.tries()[..position];
    let terms = joined(tries, " + ");
    Measured::compared(tries.iter().sum::<u128>(), claimed)
        .because(format!("{terms}: the moves of positions 1 to {position}"))
}

/// How many moves of the tour are the same as the first one.
pub(super) fn same_moves_at_first(search: &TourSearch, claimed: usize) -> Measured {
    let step = |pair: &[Square]| {
        let difference = |from: u16, to: u16| i32::from(to) - i32::from(from);
        (difference(pair[0].row, pair[1].row), difference(pair[0].col, pair[1].col))
    };
    let mut steps = search.tour.squares().windows(2).map(step);
    let first = steps.next();
    let same = 1 + steps.take_while(|step| Some(*step) == first).count();
    Measured::compared(same, claimed)
        .because(format!("the move to position {} is another one", same + 1))
}

/// The number of checks against 8^8, as an upper and as a lower bound.
pub(super) fn below_8_to_the_8(search: &TourSearch) -> Measured {
    let bound = 8u128.pow(8);
    let other = if search.checks >= bound { "holds" } else { "does not hold either" };
    Measured::new(power_of_8(search.checks), search.checks < bound)
        .because(format!("read as a lower bound, 8^8 {other} for this order"))
}

/// The number of checks against 8^81, which no search of 8×8 reaches.
pub(super) fn below_worst_case_of_9x9(search: &TourSearch) -> Measured {
    let (most, bound) = (facts::log10_most_checks(64), 81.0 * 8f64.log10());
    let agrees = (search.checks as f64).log10() < bound;
    Measured::new(power_of_8(search.checks), agrees).because(format!(
        "this shows nothing about the order: with any order a search of 8x8 takes below \
         10^{most:.1} checks, and 8^81 is 10^{bound:.1}"
    ))
}

pub(super) fn power_of_8(checks: u128) -> String {
    format!("8^{:.2}", exponent(checks as f64))
}
