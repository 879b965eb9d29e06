//! Claims that the record of the paper's search decides: Fig. 2's order from (1,1) on 8×8.

use crate::analysis::claims::paper::facts::{self, position};
use crate::analysis::claims::paper::{EvidenceError, Judged, Measured};
use crate::analysis::summary::exponent;
use crate::results::record::Record;
use crate::text::formatting::{grouped, joined};
use knight_search::orders::best_orders::BestOrder;
use knight_search::{Square, Tour, places_of_moves};

pub(super) fn tour_of(record: &Record) -> Result<Tour, EvidenceError> {
    let job = record.job;
    let text = record.tour.as_deref().ok_or(EvidenceError::NoTour(job))?;
    let board = record.board().map_err(|_| EvidenceError::NoTour(job))?;
    Tour::parse(board, text).map_err(|source| EvidenceError::Tour { job, source })
}

pub(super) fn checks_of(record: &Record) -> Result<u128, EvidenceError> {
    record.checks.ok_or(EvidenceError::NoCount(record.job))
}

/// The tries that each move of the tour took: its place in the order, from 1.
fn tries(search: &Record) -> Result<Vec<u128>, EvidenceError> {
    Ok(places_of_moves(search.order, tour_of(search)?.squares()).collect())
}

pub(super) fn moves_of_tour(search: &Record, claimed: usize) -> Judged {
    Ok(Measured::compared(tour_of(search)?.squares().len() - 1, claimed))
}

/// The tour against a printed grid, numbered from 0.
pub(super) fn first_solution(search: &Record, printed: &[[usize; 8]; 8]) -> Judged {
    let tour = tour_of(search)?;
    let agrees = |(number, square): &(usize, &Square)| {
        printed[usize::from(square.row - 1)][usize::from(square.col - 1)] == *number
    };
    let (same, all) =
        (tour.squares().iter().enumerate().filter(agrees).count(), tour.squares().len());
    Ok(Measured::new(format!("{same} of {all} squares agree"), same == all))
}

/// Whether successive moves change row + column by opposite amounts.
pub(super) fn opposite_changes(search: &Record) -> Judged {
    let tour = tour_of(search)?;
    let changes: Vec<i32> =
        tour.squares().windows(2).map(|pair| position(pair[1]) - position(pair[0])).collect();
    let pairs = changes.len() - 1;
    let opposite = changes.windows(2).filter(|pair| pair[0] == -pair[1]).count();
    Ok(Measured::new(format!("{opposite} of {pairs}"), opposite == pairs)
        .because("counted on the paper's own first solution"))
}

/// Whether the checks are those of the tour and eight of each failed node.
pub(super) fn checks_of_a_failure(search: &Record) -> Judged {
    let on_tour: u128 = tries(search)?.iter().sum();
    let squares = tour_of(search)?.squares().len() as u128;
    let failed = search.nodes.unwrap_or(squares) - squares;
    let checks = checks_of(search)?;
    let agrees = checks == 8 * failed + on_tour;
    let remark = format!(
        "{} = 8 x {} failed placements + {on_tour} tries on the tour itself",
        grouped(checks),
        grouped(failed)
    );
    Ok(Measured::new(if agrees { "8" } else { "not 8" }, agrees).because(remark))
}

/// The checks that the moves of the tour up to a position took, the start being 0.
pub(super) fn checks_to_position(search: &Record, position: usize, claimed: u128) -> Judged {
    let tries: Vec<u128> = tries(search)?.into_iter().take(position).collect();
    let terms = joined(&tries, " + ");
    Ok(Measured::compared(tries.iter().sum::<u128>(), claimed)
        .because(format!("{terms}: the moves of positions 1 to {position}")))
}

pub(super) fn checks(search: &Record, claimed: u128) -> Judged {
    let checks = checks_of(search)?;
    Ok(Measured::new(grouped(checks), checks == claimed))
}

/// The exponent n of 8^n = checks, rounded as the paper does.
pub(super) fn exponent_of_checks(search: &Record, claimed: &str) -> Judged {
    Ok(Measured::compared(format!("{:.2}", exponent(checks_of(search)? as f64)), claimed))
}

/// How many moves of the tour are the same as the first one.
pub(super) fn same_moves_at_first(search: &Record, claimed: usize) -> Judged {
    let tour = tour_of(search)?;
    let step = |pair: &[Square]| {
        let difference = |from: u16, to: u16| i32::from(to) - i32::from(from);
        (difference(pair[0].row, pair[1].row), difference(pair[0].col, pair[1].col))
    };
    let mut steps = tour.squares().windows(2).map(step);
    let first = steps.next();
    let same = 1 + steps.take_while(|step| Some(*step) == first).count();
    Ok(Measured::compared(same, claimed)
        .because(format!("the move to position {} is another one", same + 1)))
}

/// The tries that the move to a position of the tour took.
pub(super) fn tries_of_move(search: &Record, position: usize, claimed: u128) -> Judged {
    let tries = tries(search)?.get(position - 1).copied().unwrap_or(0);
    Ok(Measured::compared(tries, claimed))
}

/// The number of checks against 8^8, as an upper and as a lower bound.
pub(super) fn below_8_to_the_8(search: &Record) -> Judged {
    let checks = checks_of(search)?;
    let bound = 8u128.pow(8);
    let other = if checks >= bound { "holds" } else { "does not hold either" };
    let remark = format!("read as a lower bound, 8^8 {other} for this order");
    Ok(Measured::new(power_of_8(checks), checks < bound).because(remark))
}

/// The least number of checks of all orders against the same bound.
pub(super) fn best_case_against_8_to_the_8(best: &BestOrder) -> String {
    let holds = if best.checks >= 8u128.pow(8) { "and" } else { "but not" };
    format!(
        "{holds} for the best case: the quickest order takes {} checks, {}",
        grouped(best.checks),
        power_of_8(best.checks)
    )
}

/// The number of checks against 8^81, which no search of 8×8 reaches.
pub(super) fn below_worst_case_of_9x9(search: &Record) -> Judged {
    let checks = checks_of(search)?;
    let most = facts::log10_most_checks(64);
    let agrees = (checks as f64).log10() < 81.0 * 8f64.log10();
    Ok(Measured::new(power_of_8(checks), agrees).because(format!(
        "this shows nothing about the order: with any order a search of 8x8 takes below \
         10^{most:.1} checks, and 8^81 is 10^{:.1}",
        81.0 * 8f64.log10()
    )))
}

fn power_of_8(checks: u128) -> String {
    format!("8^{:.2}", exponent(checks as f64))
}
