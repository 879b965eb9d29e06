//! How the checks of Fig. 2's order grow with the board, beside what the paper says of 8^n.

use std::collections::BTreeMap;

use crate::analysis::approximate::approximate;
use crate::analysis::claims::paper::first_search::best_case_against_8_to_the_8;
use crate::analysis::claims::paper::{Evidence, Measured, facts};
use crate::analysis::summary::exponent;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};

/// Fig. 2's order from every square of a square board that has a tour, without a budget.
struct ChecksOnBoard {
    side: u16,
    /// The checks from each square, ascending; at least one. Counts, or estimates where nothing can
    /// be counted.
    checks: Vec<f64>,
}

impl ChecksOnBoard {
    fn median(&self) -> f64 {
        let last = self.checks.len() - 1;
        f64::midpoint(self.checks[last / 2], self.checks[last.div_ceil(2)])
    }

    fn most(&self) -> f64 {
        self.checks[self.checks.len() - 1]
    }

    /// The number c for which cⁿ is this many checks on its n squares.
    fn base(&self, checks: f64) -> f64 {
        checks.powf(1.0 / f64::from(self.side).powi(2))
    }
}

/// The boards by size. One with a square of which nothing is known is left out.
fn boards(evidence: &Evidence) -> Vec<ChecksOnBoard> {
    let mut sides: BTreeMap<u16, Vec<Option<f64>>> = BTreeMap::new();
    let checks = |record: &Record| match record.checks {
        Some(counted) => Some(counted as f64),
        None => record.checks_estimate,
    };
    for record in evidence.exact_fig2.iter().chain(&evidence.growth) {
        sides.entry(record.rows).or_default().push(checks(record));
    }
    let known = sides.into_iter().filter_map(|(side, checks)| {
        let mut checks: Vec<f64> = checks.into_iter().collect::<Option<_>>()?;
        checks.sort_by(f64::total_cmp);
        Some(ChecksOnBoard { side, checks })
    });
    known.collect()
}

/// What n squares can take at most, and what they take.
pub(super) fn worst_case_bound(evidence: &Evidence) -> Measured {
    let bound = facts::worst_case_bound();
    let boards = boards(evidence);
    let chessboard = boards.iter().find(|one| one.side == 8);
    let (Some(first), Some(chessboard), Some(last)) = (boards.first(), chessboard, boards.last())
    else {
        return bound;
    };
    let worst = |one: &&ChecksOnBoard| one.base(one.most());
    let Some(hardest) = boards.iter().max_by(|a, b| worst(a).total_cmp(&worst(b))) else {
        return bound;
    };
    let median =
        |one: &ChecksOnBoard| format!("{:.2}^n on {1}x{1}", one.base(one.median()), one.side);
    bound.and(&format!(
        "the median of Fig. 2's order over the squares is {} and {}, and its maximum {:.2}^n on \
         {3}x{3}, by counts and estimates from {4}x{4} to {5}x{5}",
        median(chessboard),
        median(last),
        worst(&hardest),
        hardest.side,
        first.side,
        last.side,
    ))
}

/// The best case, the average case, and from how many squares Fig. 2's order takes fewer checks
/// than 8^8, with its medians. `None` without 8×8.
pub(super) fn against_8_to_the_8(evidence: &Evidence) -> Option<String> {
    let boards = boards(evidence);
    let (chessboard, last) = (boards.iter().find(|one| one.side == 8)?, boards.last()?);
    let below = chessboard.checks.iter().filter(|checks| **checks < 8f64.powi(8)).count();
    Some(format!(
        "{}; {}; Fig. 2's order stays below 8^8 from {below} of {} of 8x8; its median is {} checks \
         there, and {} on {5}x{5}",
        best_case_against_8_to_the_8(&evidence.best_order),
        average_case(evidence),
        counted(chessboard.checks.len(), "square"),
        approximate(chessboard.median(), 2),
        approximate(last.median(), 2),
        last.side,
    ))
}

/// The paper has no average case: the mean and the median of all searches of 8×8.
fn average_case(evidence: &Evidence) -> String {
    let (_, searches) = evidence.without_backtracking;
    let mean = evidence.all_searches.checks as f64 / searches as f64;
    let power = |checks: f64| format!("8^{:.1}", exponent(checks));
    format!(
        "over all {} searches of 8x8, from every square with every order, the mean is {} checks and \
         the median {}",
        grouped(searches),
        power(mean),
        power(evidence.all_searches.median)
    )
}
