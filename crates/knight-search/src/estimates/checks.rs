//! Estimates of the checks of searches without a budget.

use crate::answer::{Outcome, places_of_moves};
use crate::estimates::estimate::{Estimate, Sampling, SamplingProgress};
use crate::estimates::stratum::Strata;
use crate::estimates::total::Total;
use crate::feasibility::{EFFORT, FirstTour, first_tour};
use knight_board::bitboard::{KnightGraph, with_words};
use knight_board::{Family, Interrupted, MoveOrder, Square, go_on};

/// What is known of a search without a budget, whose checks are estimated.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimated {
    /// [`Outcome::Tour`] or [`Outcome::None`], both proven; [`Outcome::Unknown`] if it is not known
    /// whether a tour exists from one of the positions.
    pub outcome: Outcome,
    /// The squares of the first tour in order of visit, for [`Outcome::Tour`].
    pub tour: Option<Vec<Square>>,
    /// The checks; `None` for [`Outcome::Unknown`].
    pub checks: Option<Estimate>,
}

/// Called with the place of an order among the orders, and with what is known of its search.
pub type OnEstimate<'a> = dyn FnMut(usize, Estimated) + 'a;

/// Estimates the checks of a search without a budget with each of the orders, by rule `fixed`.
/// Calls `on_estimate` once for each order.
///
/// What is known of a search depends on the family, the order and the sampling, and on nothing
/// else. The budget of the family does not matter.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; earlier estimates stay valid.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
///
/// # Examples
/// ```
/// use knight_search::estimates::{self, Sampling};
/// use knight_search::{Budget, Family, Goal, MoveOrder, Square};
/// use std::ops::ControlFlow;
///
/// let (board, start) = ("8x8".parse()?, Square { row: 1, col: 1 });
/// let family = Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED };
/// let sampling = Sampling { precision: "5%".parse()?, ..Sampling::default() };
/// let progress = &mut |_| ControlFlow::Continue(());
/// estimates::checks(&family, &[MoveOrder::FIG2], &sampling, progress, &mut |_, estimated| {
///     let checks = estimated.checks.expect("the first tour is proven");
///     assert!((checks.value / 66_005_601.0 - 1.0).abs() < 0.1);
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checks(
    family: &Family,
    orders: &[MoveOrder],
    sampling: &Sampling,
    progress: &mut SamplingProgress,
    on_estimate: &mut OnEstimate,
) -> Result<(), Interrupted> {
    assert!(family.board.contains(family.start));
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let mut strata = Strata::new(&graph, sampling.seed);
        for (place, &order) in orders.iter().enumerate() {
            let mut check = || go_on(progress(None));
            let first = first_tour(&graph, family, order, EFFORT, &mut check)?;
            let (outcome, tour, total) = known(&mut strata, order, first);
            let sampled = total.map(|total| total.estimate(&mut strata, sampling, progress));
            let checks = sampled.transpose()?;
            on_estimate(place, Estimated { outcome, tour, checks });
        }
        Ok(())
    })
}

/// The outcome, the tour, and what the checks are the sum of; nothing is known of them unless the
/// first tour, or that there is none, is proven.
fn known<const WORDS: usize>(
    strata: &mut Strata<WORDS>,
    order: MoveOrder,
    first: Option<FirstTour<WORDS>>,
) -> (Outcome, Option<Vec<Square>>, Option<Total>) {
    let Some(FirstTour { tour, failed }) = first else {
        return (Outcome::Unknown, None, None);
    };
    let strata = failed.iter().map(|failed| strata.place(failed.first, failed.open)).collect();
    let known = tour.as_ref().map_or(0, |tour| places_of_moves(order, tour).sum::<u128>()) as f64;
    let outcome = if tour.is_some() { Outcome::Tour } else { Outcome::None };
    (outcome, tour, Some(Total { known, factor: 8.0, strata }))
}

#[cfg(test)]
mod tests {
    use crate::estimates::checks::*;
    use knight_board::{Budget, Goal};

    /// With no effort, nothing about this corner is proven; with [`EFFORT`] there is a tour.
    #[test]
    fn nothing_is_estimated_without_a_proven_first_tour() {
        let (board, start) = ("4x20".parse().unwrap(), Square { row: 1, col: 1 });
        let family = Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED };
        with_words!(family.board.area(), WORDS => {
            let graph = KnightGraph::<WORDS>::new(family.board);
            let mut strata = Strata::new(&graph, 1);
            let mut known_with = |effort| {
                let mut check = || Ok(());
                let first = first_tour(&graph, &family, MoveOrder::FIG2, effort, &mut check);
                known(&mut strata, MoveOrder::FIG2, first.unwrap())
            };
            let (outcome, tour, total) = known_with(1);
            assert_eq!((outcome, tour, total.is_some()), (Outcome::Unknown, None, false));
            let (outcome, tour, total) = known_with(EFFORT);
            assert_eq!((outcome, total.is_some()), (Outcome::Tour, true));
            assert_eq!(tour.unwrap().len(), 80);
        });
    }
}
