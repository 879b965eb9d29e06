//! How far a sample determines what restarts cost.

use crate::analysis::restarts::{Draws, Interval, Restarts};
use knight_board::{MoveOrder, SplitMix64, Symmetry, students_t};

/// Fewer units say too little of their variance.
const FEWEST: usize = 10;

/// The least rank of the images of an order: orders with the same one are not independent, as their
/// searches from images of a square have the same checks.
pub(super) fn class(order: MoveOrder) -> u16 {
    let ranks = Symmetry::ALL.into_iter().map(|symmetry| symmetry.order(order).rank());
    ranks.min().unwrap_or(order.rank())
}

/// The 95 % interval of the expected checks with a limit that other jobs have chosen; `None` for a
/// census, for fewer than ten units, and if a half has no tour.
///
/// Each half of the jobs tries the limit that is best for the other one, so no job has a part in
/// the choice of its limit. The interval is that of Fieller (*Some problems in interval
/// estimation*, J. Roy. Statist. Soc. B 16, 1954), with Student's t, for the ratio of the checks of
/// a unit to its tours.
pub(super) fn interval(draws: &Draws) -> Option<Interval> {
    let (of_first, of_rest) = chosen(draws)?;
    let is_in_first = halves(draws);
    let mut pairs = vec![(0.0, 0.0); draws.units.len()];
    for job in &draws.jobs {
        let limit = if is_in_first[job.unit as usize] { of_rest } else { of_first };
        let (spent, tours) = &mut pairs[job.unit as usize];
        *spent += job.checks.min(limit) as f64;
        *tours += f64::from(u8::from(job.is_tour() && job.checks <= limit));
    }
    Some(fieller(&pairs))
}

/// The limits that are best for each half of a sample.
pub(super) fn chosen(draws: &Draws) -> Option<(u128, u128)> {
    if draws.hidden > 0 || draws.is_census() || draws.units.len() < FEWEST {
        return None;
    }
    let is_in_first = halves(draws);
    let best = |first: bool| {
        let jobs = draws.jobs.iter().filter(|job| is_in_first[job.unit as usize] == first);
        Some(Restarts::of(jobs.copied().collect(), draws.budget, 0).best()?.checks)
    };
    Some((best(true)?, best(false)?))
}

/// Which units are in the first half of a sample. It is random, but the same whatever the order in
/// which jobs come.
fn halves(draws: &Draws) -> Vec<bool> {
    let mut units: Vec<_> = draws.units.iter().collect();
    units.sort_unstable_by_key(|((class, seed), _)| {
        let drawn = SplitMix64::new((*class).into()).after(seed.unwrap_or(0));
        (drawn, *class, *seed)
    });
    let mut is_in_first = vec![false; units.len()];
    for (_, unit) in &units[..units.len() / 2] {
        is_in_first[**unit as usize] = true;
    }
    is_in_first
}

/// The interval for the ratio of the means of these pairs, of which the second is at least 0.
fn fieller(pairs: &[(f64, f64)]) -> Interval {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let t = students_t(count - 1.0);
    // The variances of the means, times t².
    let scale = t * t / (count - 1.0);
    let xx = mean(&|pair| (pair.0 - x).powi(2)) * scale;
    let xy = mean(&|pair| (pair.0 - x) * (pair.1 - y)) * scale;
    let yy = mean(&|pair| (pair.1 - y).powi(2)) * scale;
    // The ratios r with a r² - 2 b r + c <= 0.
    let (a, b, c) = (y * y - yy, x * y - xy, x * x - xx);
    let root = (b * b - a * c).max(0.0).sqrt();
    if a > 0.0 {
        return Interval { low: (b - root) / a, high: Some((b + root) / a) };
    }
    // So few tours that there may be none: nothing is too long.
    let low = if c > 0.0 { c / (b + root) } else { 0.0 };
    Interval { low, high: None }
}

#[cfg(test)]
mod tests {
    use crate::analysis::restarts::interval::*;

    #[test]
    fn an_interval_without_tours_has_no_upper_end() {
        let few: Vec<(f64, f64)> = (0..20)
            .map(|unit| (100.0 + f64::from(unit % 3), f64::from(u8::from(unit == 0))))
            .collect();
        let Interval { low, high } = fieller(&few);
        assert!(high.is_none() && low > 500.0 && low < 2000.0, "{low}");
        // With the same ratio in each pair, nothing is left open.
        let even: Vec<(f64, f64)> =
            (1..20).map(|unit| (7.0 * f64::from(unit), unit.into())).collect();
        let Interval { low, high } = fieller(&even);
        assert!((low - 7.0).abs() < 1e-6 && (high.unwrap() - 7.0).abs() < 1e-6);
    }
}
