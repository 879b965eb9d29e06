//! What of a plan is to be done.

use std::iter;

use crate::experiment::plan::{Job, Part, Plan};

/// The rows of a plan that are to be made, and the searches for them.
#[derive(Clone, Debug)]
pub struct Pending<'a> {
    pub(super) plan: &'a Plan,
    pub(super) rows: u64,
    /// Their jobs, ascending, unless they are all.
    searches: Option<Vec<u64>>,
}

impl<'a> Pending<'a> {
    /// All of a plan.
    pub fn all(plan: &'a Plan) -> Pending<'a> {
        Pending { plan, rows: plan.len(), searches: None }
    }

    /// Those of some jobs.
    pub fn rows(plan: &'a Plan, jobs: impl Iterator<Item = u64>) -> Pending<'a> {
        let mut searches: Vec<u64> = jobs.map(|job| plan.searched_for(job)).collect();
        let rows = searches.len() as u64;
        searches.sort_unstable();
        searches.dedup();
        Pending { plan, rows, searches: Some(searches) }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub(super) fn searches(&self) -> u64 {
        self.searches.as_ref().map_or(self.plan.searches(), |searches| searches.len() as u64)
    }

    /// Those parts of the plan of which some jobs are to be searched, by the places of these jobs
    /// among those of the plan, or of the list.
    pub(super) fn parts(&self) -> Vec<Part> {
        let listed = |part: Part| match &self.searches {
            None => part,
            Some(searches) => {
                let place = |id| searches.partition_point(|search| *search < id) as u64;
                let first = place(part.first);
                let jobs = place(part.first + part.jobs) - first;
                Part { first, jobs, searches: jobs }
            }
        };
        self.plan.parts().map(listed).filter(|part| part.searches > 0).collect()
    }

    /// The jobs of a part that are to be searched, each once, spread evenly over it from the first
    /// ones on.
    pub(super) fn spread(&self, part: Part) -> impl Iterator<Item = Job> {
        let step = coprime_step(part.jobs);
        let places = iter::successors(Some(0), move |place| Some((place + step) % part.jobs));
        let id = move |place: u64| match &self.searches {
            None => part.first + place,
            Some(searches) => searches[(part.first + place) as usize],
        };
        let jobs =
            places.take(part.jobs as usize).filter_map(move |place| self.plan.job(id(place)));
        jobs.filter(|job| job.mirror_of.is_none())
    }
}

/// A step that visits each of some numbers once, spread evenly from the first ones on.
pub(super) fn coprime_step(numbers: u64) -> u64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let coprime = |step: &u64| gcd(*step, numbers) == 1;
    let near = (numbers as f64 * GOLDEN) as u64;
    (near.max(1)..).find(coprime).unwrap_or(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
