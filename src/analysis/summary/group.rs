//! What is known of the jobs of one group.

use std::collections::HashSet;

use crate::analysis::impossible::Impossible;
use crate::analysis::statistics::Number;
use crate::analysis::summary::SummaryKind;
use crate::analysis::{Cost, Costs, JobRow, Jobs, Restarts, SortedCosts, wilson};
use crate::results::outcome_counts::OutcomeCounts;
use knight_search::{Engine, MoveOrder, Outcome};

/// What is known of a group of jobs.
#[derive(Default)]
pub(super) struct GroupStatistics<'a> {
    pub(super) outcomes: OutcomeCounts,
    /// Those from starts that cannot have a tour.
    pub(super) impossible: u64,
    /// Those of the others that ended without an answer.
    unknown: u64,
    pub(super) estimated: u64,
    pub(super) heavy_tailed: u64,
    /// Whether estimates are among the costs.
    pub(super) is_approximate: bool,
    quickest: Quickest,
    /// The performed checks; `None` beyond 128 bits.
    pub(super) total_checks: Option<u128>,
    /// The checks that decide them.
    pub(super) costs: SortedCosts,
    /// Wall-clock and processor times in nanoseconds; missing for mirrored jobs.
    pub(super) wall: SortedCosts,
    pub(super) cpu: SortedCosts,
    /// What searches with restarts cost, in a summary of them.
    pub(super) restarts: Option<&'a Restarts>,
}

/// The least known cost and the orders that need it.
#[derive(Default)]
struct Quickest {
    checks: Option<Number>,
    /// In the order in which they came.
    orders: Vec<MoveOrder>,
    /// These orders, to look them up.
    known: HashSet<MoveOrder>,
}

impl GroupStatistics<'_> {
    /// The statistics of the jobs at these places, as a summary of this kind has them.
    pub(super) fn of<'a>(
        all: &Jobs,
        places: &[u32],
        kind: SummaryKind,
        impossible: &Impossible,
        restarts: Option<&'a Restarts>,
    ) -> GroupStatistics<'a> {
        let mut group =
            GroupStatistics { total_checks: Some(0), restarts, ..GroupStatistics::default() };
        let (mut costs, mut wall, mut cpu) = (Costs::default(), Costs::default(), Costs::default());
        for row in all.at(places) {
            group.count(&row, impossible.has(&row));
            for (times, seconds) in [(&mut wall, row.wall_s), (&mut cpu, row.cpu_s)] {
                let nanoseconds = seconds.map(|seconds| (seconds * 1e9).round() as u128);
                nanoseconds.into_iter().for_each(|time| times.add(Cost::Exact(time)));
            }
            let known = match is_estimated(&row) {
                true if kind != SummaryKind::Estimates => continue,
                true => row.estimate.map(|estimate| Number::of_estimate(estimate.value)),
                false => row.cost.exact().map(Number::from),
            };
            match known {
                Some(known) => {
                    costs.add_number(known);
                    group.quickest.add(row.order, known);
                    group.is_approximate |= is_estimated(&row);
                }
                None => costs.add(row.cost),
            }
        }
        let [costs, wall, cpu] = [costs, wall, cpu].map(Costs::sorted);
        GroupStatistics { costs, wall, cpu, ..group }
    }

    fn count(&mut self, row: &JobRow, is_impossible: bool) {
        self.outcomes.add(row.outcome);
        self.impossible += u64::from(is_impossible);
        self.unknown += u64::from(!is_impossible && row.outcome.is_unknown());
        self.estimated += u64::from(is_estimated(row));
        self.heavy_tailed += u64::from(row.estimate.is_some_and(|it| it.is_heavy_tailed));
        let checks = row.checks.unwrap_or(0);
        self.total_checks = self.total_checks.and_then(|total| total.checked_add(checks));
    }

    /// The orders that need the least checks of all jobs, if these are known.
    pub(super) fn quickest_orders(&self) -> Option<&[MoveOrder]> {
        self.costs.quantile(0).number().map(|_| &*self.quickest.orders)
    }

    /// The share of jobs that found a tour, of those that are possible, and the ends of its 95 %
    /// interval; `None` if none is, or one of them may find a tour or not.
    pub(super) fn success(&self) -> Option<[f64; 3]> {
        let tours = self.outcomes.of(Outcome::Tour);
        let possible = self.outcomes.total() - self.impossible;
        let (low, high) = wilson(tours, possible);
        (possible > 0 && self.unknown == 0).then(|| [tours as f64 / possible as f64, low, high])
    }
}

fn is_estimated(row: &JobRow) -> bool {
    row.setting.engine == Engine::Estimate
}

impl Quickest {
    fn add(&mut self, order: MoveOrder, checks: Number) {
        if self.checks.is_none_or(|least| checks < least) {
            self.checks = Some(checks);
            self.orders.clear();
            self.known.clear();
        }
        if self.checks == Some(checks) && self.known.insert(order) {
            self.orders.push(order);
        }
    }
}
