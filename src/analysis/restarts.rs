//! Searches that stop at a limit of checks and start again with another draw, until there is a
//! tour: what that costs. `docs/reference/statistics.md` explains the numbers.
//!
//! Each attempt draws one of the jobs, all alike. With limit L it takes the least of L and the
//! checks of its job, and succeeds if these find a tour. So the expected checks until there is a
//! tour are Σ min(L, checks) / k, with k the jobs whose tour takes at most L checks.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::analysis::JobRow;
use crate::analysis::restarts::interval::interval;
use knight_search::{Decision, MoveOrder, Outcome};

mod interval;

/// The jobs that attempts draw from, as they come: 32 bytes each.
#[derive(Clone, Default)]
pub struct Draws {
    jobs: Vec<Draw>,
    /// What was drawn independently: an order, up to symmetry, and a seed.
    units: HashMap<(u16, Option<u64>), u32>,
    orders: HashMap<MoveOrder, u16>,
    /// The least budget that stopped one.
    budget: Option<u128>,
    /// How many have no count.
    hidden: u64,
}

/// A job that attempts draw.
#[derive(Clone, Copy)]
struct Draw {
    /// The checks that end it, or its budget.
    checks: u128,
    unit: u32,
    outcome: Outcome,
}

impl Draw {
    fn is_tour(&self) -> bool {
        self.outcome == Outcome::Tour
    }

    fn is_stopped(&self) -> bool {
        self.outcome.decision() == Decision::Above
    }
}

/// What restarts cost with every limit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Restarts {
    /// One for each number of checks that ends a job within `known_to`, ascending.
    steps: Vec<Step>,
    jobs: u64,
    stopped: u64,
    /// Jobs that are known to end without a tour.
    without_tour: u64,
    /// The largest limit for which everything is known: the least budget that stopped a job.
    known_to: Option<u128>,
    /// How many jobs have no count. If there are any, nothing is known.
    pub hidden: u64,
    /// Whether attempts could draw others than these: of several orders or seeds that are not all.
    pub is_sample: bool,
    /// The 95 % interval for what a sample says; `None` for a census, and of too few.
    pub interval: Option<Interval>,
    /// One limit for several groups.
    pub common: Option<RestartLimit>,
}

/// The jobs that have ended within some checks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Step {
    checks: u128,
    tours: u64,
    ended: u64,
    /// The sum of their checks.
    spent: u128,
}

/// A limit, and what attempts with it do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestartLimit {
    /// The limit.
    pub checks: u128,
    /// How many of the jobs find a tour within it.
    pub tours: u64,
    /// What all jobs take with it.
    pub spent: u128,
}

/// A confidence interval of expected checks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end; `None` if there is none.
    pub high: Option<f64>,
}

/// What a schedule costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LubySchedule {
    /// The expected checks of its attempts.
    pub checks: f64,
    /// The probability that none of them finds a tour.
    pub remainder: f64,
}

impl RestartLimit {
    /// The expected checks until there is a tour; infinite if no job finds one.
    pub fn expected(&self) -> f64 {
        self.spent as f64 / self.tours as f64
    }

    /// Compares what two limits for the same jobs cost.
    fn compare(&self, other: &RestartLimit) -> Ordering {
        let products = (
            self.spent.checked_mul(other.tours.into()),
            other.spent.checked_mul(self.tours.into()),
        );
        match products {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => self.expected().total_cmp(&other.expected()),
        }
    }
}

impl Draws {
    /// Adds a job. An estimated one has no checks.
    pub fn add(&mut self, row: &JobRow) {
        let JobRow { order, seed, outcome, checks, .. } = *row;
        let Some(checks) = checks.filter(|_| outcome.decision() != Decision::Unknown) else {
            self.hidden += 1;
            return;
        };
        if outcome.decision() == Decision::Above {
            self.budget = Some(self.budget.map_or(checks, |least| least.min(checks)));
        }
        let class = *self.orders.entry(order).or_insert_with(|| interval::class(order));
        let next = self.units.len() as u32;
        let unit = *self.units.entry((class, seed)).or_insert(next);
        self.jobs.push(Draw { checks, unit, outcome });
    }

    /// What restarts cost with these jobs.
    pub fn restarts(self) -> Restarts {
        let interval = interval(&self);
        let is_sample = self.units.len() > 1 && !self.is_census();
        Restarts { is_sample, interval, ..Restarts::of(self.jobs, self.budget, self.hidden) }
    }

    /// Whether they are all that attempts could draw: every order, and no seeds.
    fn is_census(&self) -> bool {
        self.orders.len() == usize::from(MoveOrder::COUNT)
            && self.units.keys().all(|(_, seed)| seed.is_none())
    }
}

/// What the sorted jobs do up to each number of checks that ends some of them, while sums have
/// room.
fn steps(jobs: &[Draw], known_to: Option<u128>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut now = Step::default();
    let known = |job: &&Draw| known_to.is_none_or(|most| job.checks <= most);
    for job in jobs.iter().filter(|job| !job.is_stopped()).take_while(known) {
        let rest = (jobs.len() as u128).checked_mul(job.checks);
        let (Some(spent), Some(_)) = (now.spent.checked_add(job.checks), rest) else {
            break;
        };
        let tours = now.tours + u64::from(job.is_tour());
        now = Step { checks: job.checks, tours, ended: now.ended + 1, spent };
        match steps.last_mut() {
            Some(last) if last.checks == now.checks => *last = now,
            _ => steps.push(now),
        }
    }
    steps
}

impl Restarts {
    fn of(mut jobs: Vec<Draw>, known_to: Option<u128>, hidden: u64) -> Restarts {
        jobs.sort_unstable_by_key(|job| job.checks);
        let count = |is: fn(&&Draw) -> bool| jobs.iter().filter(is).count() as u64;
        Restarts {
            steps: steps(&jobs, known_to),
            jobs: jobs.len() as u64 + hidden,
            stopped: count(|job| job.is_stopped()),
            without_tour: count(|job| !job.is_stopped() && !job.is_tour()),
            known_to,
            hidden,
            ..Restarts::default()
        }
    }

    /// What attempts with a limit do; `None` beyond what is known.
    pub fn at(&self, checks: u128) -> Option<RestartLimit> {
        if self.hidden > 0 || self.known_to.is_some_and(|most| checks > most) {
            return None;
        }
        let place = self.steps.partition_point(|step| step.checks <= checks);
        let last = place.checked_sub(1).map(|last| self.steps[last]);
        let Step { tours, ended, spent, .. } = last.unwrap_or_default();
        let rest = checks.checked_mul((self.jobs - ended).into())?;
        Some(RestartLimit { checks, tours, spent: spent.checked_add(rest)? })
    }

    /// The limits at which another job finds its tour, ascending. Between them the cost rises.
    pub fn limits(&self) -> impl Iterator<Item = RestartLimit> + '_ {
        let new = |place: &usize| {
            let before = place.checked_sub(1).map_or(0, |before| self.steps[before].tours);
            self.steps[*place].tours > before
        };
        (0..self.steps.len()).filter(new).filter_map(|place| self.at(self.steps[place].checks))
    }

    /// The least of the limits that cost least; `None` if no job is known to find a tour, or jobs
    /// are hidden.
    pub fn best(&self) -> Option<RestartLimit> {
        self.limits().min_by(RestartLimit::compare)
    }

    /// The share of attempts with a limit that find a tour.
    pub fn share(&self, limit: &RestartLimit) -> f64 {
        limit.tours as f64 / self.jobs as f64
    }

    /// What attempts without a limit cost, each to its end; `None` if a job is stopped or hidden,
    /// or none has a tour.
    pub fn without_limit(&self) -> Option<f64> {
        let last = self.steps.last().filter(|last| last.ended == self.jobs && last.tours > 0)?;
        Some(last.spent as f64 / last.tours as f64)
    }

    /// What every limit above the least budget exceeds, and no limit at all does: the jobs that it
    /// stopped take one check more at least, and at best all of them find a tour then.
    pub fn above_budget(&self) -> Option<u128> {
        let RestartLimit { spent, .. } = self.at(self.known_to?)?;
        Some((spent + u128::from(self.stopped) - 1) / u128::from(self.jobs - self.without_tour))
    }

    /// What the schedule of Luby, Sinclair and Zuckerman (*Optimal speedup of Las Vegas
    /// algorithms*, Inform. Process. Lett. 47, 1993) costs: limits of 1, 1, 2, 1, 1, 2, 4, … times
    /// `unit`, until a tour is all but certain, or up to the first limit of which nothing is known.
    pub fn luby(&self, unit: u128) -> LubySchedule {
        /// A probability that no number shows.
        const NOTHING: f64 = 1e-15;
        let jobs = self.jobs as f64;
        // Of the first 2^i - 1 attempts. The next ones are the same again, and then one with a
        // limit of 2^i units.
        let mut begun = LubySchedule { checks: 0.0, remainder: 1.0 };
        for power in 0..u128::BITS {
            let LubySchedule { checks, remainder } = begun;
            let twice = LubySchedule {
                checks: checks + remainder * checks,
                remainder: remainder * remainder,
            };
            let limit = unit.checked_mul(1 << power).and_then(|limit| self.at(limit));
            let Some(RestartLimit { tours, spent, .. }) =
                limit.filter(|_| twice.remainder > NOTHING)
            else {
                return twice;
            };
            begun = LubySchedule {
                checks: twice.checks + twice.remainder * (spent as f64 / jobs),
                remainder: twice.remainder * (1.0 - tours as f64 / jobs),
            };
        }
        begun
    }
}

/// Gives each group what one limit for all of them costs it: the limit with the least mean over the
/// groups. None of them has it if some group finds no tour, or there is only one.
pub fn share_limit<'a>(groups: impl IntoIterator<Item = &'a mut Restarts>) {
    let mut groups: Vec<&mut Restarts> = groups.into_iter().collect();
    if groups.len() < 2 {
        return;
    }
    // The cost of a group between two limits of its own is a + b·limit.
    let mut changes: Vec<(u128, usize, f64, f64)> = Vec::new();
    for (place, group) in groups.iter().enumerate().filter(|(_, group)| group.hidden == 0) {
        changes.extend(group.steps.iter().filter(|step| step.tours > 0).map(|step| {
            let tours = step.tours as f64;
            (
                step.checks,
                place,
                step.spent as f64 / tours,
                (group.jobs - step.ended) as f64 / tours,
            )
        }));
    }
    changes.sort_unstable_by_key(|&(checks, place, ..)| (checks, place));
    let known_to = groups.iter().filter_map(|group| group.known_to).min().unwrap_or(u128::MAX);
    let mut costs: Vec<Option<(f64, f64)>> = vec![None; groups.len()];
    let (mut sum, mut without) = ((0.0, 0.0), groups.len());
    let mut least: Option<(f64, u128)> = None;
    for (at, &(checks, place, fixed, slope)) in changes.iter().enumerate() {
        let before = costs[place].replace((fixed, slope));
        without -= usize::from(before.is_none());
        let before = before.unwrap_or_default();
        sum = (sum.0 + fixed - before.0, sum.1 + slope - before.1);
        let is_last = changes.get(at + 1).is_none_or(|next| next.0 > checks);
        let cost = sum.0 + sum.1 * checks as f64;
        if is_last && without == 0 && checks <= known_to && least.is_none_or(|(of, _)| cost < of) {
            least = Some((cost, checks));
        }
    }
    for group in &mut groups {
        group.common = least.and_then(|(_, checks)| group.at(checks));
    }
}

#[cfg(test)]
mod tests;
