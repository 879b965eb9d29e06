//! How the checks of Fig. 2's order grow with the board, beside what the paper says of 8^n.

use std::collections::BTreeMap;

use crate::analysis::approximate::approximate;
use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::first_search::power_of_8;
use crate::analysis::claims::paper::{Evidence, facts};
use crate::analysis::statistics::{Costs, Number};
use crate::analysis::summary::exponent;
use crate::analysis::{Cost, SortedCosts};
use crate::text::formatting::{counted, grouped};

/// The checks of Fig. 2's order from every square of square boards with a tour, without a budget,
/// by the side of the board: counts, or estimates where nothing can be counted.
struct Boards(BTreeMap<u16, SortedCosts>);

impl Boards {
    /// One with a square of which nothing is known is left out.
    fn of(evidence: &Evidence) -> Boards {
        let mut sides: BTreeMap<u16, Costs> = BTreeMap::new();
        for record in &evidence.growth {
            let costs = sides.entry(record.rows).or_default();
            match (record.checks, record.checks_estimate) {
                (Some(counted), _) => costs.add(Cost::Exact(counted)),
                (None, Some(estimate)) => costs.add_number(Number::of_estimate(estimate)),
                (None, None) => costs.add(Cost::Unknown),
            }
        }
        let sorted = sides.into_iter().map(|(side, costs)| (side, costs.sorted()));
        Boards(sorted.filter(|(_, costs)| costs.unknown() == 0).collect())
    }

    fn median(&self, side: u16) -> f64 {
        self.0[&side].median_decided().map_or(0.0, Number::as_f64)
    }

    fn most(&self, side: u16) -> f64 {
        self.0[&side].largest_decided().map_or(0.0, Number::as_f64)
    }

    /// The least and the largest side.
    fn sides(&self) -> [u16; 2] {
        let mut sides = self.0.keys().copied();
        [sides.next(), sides.next_back()].map(|side| side.unwrap_or(8))
    }
}

/// The number c for which cⁿ is this many checks on the n squares of a board.
fn base(side: u16, checks: f64) -> f64 {
    checks.powf(1.0 / f64::from(side).powi(2))
}

/// What n squares can take at most, and what they take.
pub(super) fn worst_case_bound(evidence: &Evidence) -> Measured {
    let boards = Boards::of(evidence);
    let [first, last] = boards.sides();
    let median = |side: u16| format!("{:.2}^n on {side}x{side}", base(side, boards.median(side)));
    let worst = boards.0.keys().map(|&side| (base(side, boards.most(side)), side));
    let (worst, hardest) = worst.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
    facts::worst_case_bound().because(format!(
        "the median of Fig. 2's order over the squares is {} and {}, and its maximum {worst:.2}^n \
         on {hardest}x{hardest}, by counts and estimates from {first}x{first} to {last}x{last}",
        median(8),
        median(last),
    ))
}

/// The best case, the average case, and from how many squares Fig. 2's order takes fewer checks
/// than 8^8, with its medians.
pub(super) fn against_8_to_the_8(evidence: &Evidence) -> String {
    let (boards, best) = (Boards::of(evidence), evidence.best_order.checks);
    let holds = if best >= 8u128.pow(8) { "and" } else { "but not" };
    let chessboard = &boards.0[&8];
    let [_, last] = boards.sides();
    format!(
        "{holds} for the best case: the quickest order takes {} checks, {}; {}; Fig. 2's order \
         stays below 8^8 from {} of {} of 8x8; its median is {} checks there, and {} on \
         {last}x{last}",
        grouped(best),
        power_of_8(best),
        average_case(evidence),
        chessboard.decided_within(8u128.pow(8) - 1),
        counted(chessboard.jobs(), "square"),
        approximate(boards.median(8), 2),
        approximate(boards.median(last), 2),
    )
}

/// The paper has no average case: the mean and the median of all searches of 8×8.
fn average_case(evidence: &Evidence) -> String {
    let (_, searches) = evidence.without_backtracking;
    let (checks, median) = evidence.all_searches;
    let mean = checks as f64 / searches as f64;
    let power = |checks: f64| format!("8^{:.1}", exponent(checks));
    format!(
        "over all {} searches of 8x8, from every square with every order, the mean is {} checks and \
         the median {}",
        grouped(searches),
        power(mean),
        power(median)
    )
}
