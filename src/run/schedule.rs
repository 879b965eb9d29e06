//! The schedule of a run: what to search for the rows that are missing.
//!
//! A job that is the mirror image of another is not searched; its row follows from the other's
//! answer. Jobs that differ only in their orders are one task if the engine can share work between
//! them.
//!
//! Tasks are made when a thread takes them, so that a schedule has a byte for each job.

use std::sync::{Mutex, PoisonError};

use crate::experiment::job_table::JobTable;
use crate::experiment::plan::{Job, Plan};
use knight_search::{Family, Method};

/// The most searches of a task: more would share little more work, and stop more slowly.
const LARGEST_TASK: u64 = 4096;

/// Tasks for each thread, so that no thread is idle for long at the end.
const TASKS_A_THREAD: u64 = 16;

/// The tasks of a run.
#[derive(Debug)]
pub struct Schedule<'a> {
    pub(super) plan: &'a Plan,
    /// Whether a job is to be searched.
    is_wanted: JobTable<bool>,
    /// How many are.
    searches: u64,
    /// The most searches of a task.
    most: u64,
    /// The job from which on the next task begins.
    next: Mutex<u64>,
}

impl<'a> Schedule<'a> {
    /// The tasks that give the rows of these jobs of a plan on this many threads.
    pub fn new(
        plan: &'a Plan,
        rows: impl IntoIterator<Item = u64>,
        threads: usize,
    ) -> Schedule<'a> {
        let (mut is_wanted, mut searches) = (JobTable::new(plan.len()), 0);
        for search in rows.into_iter().map(|row| plan.searched_for(row)) {
            searches += u64::from(is_wanted.replace(search, true) == Some(false));
        }
        let most = (searches / (threads as u64 * TASKS_A_THREAD)).clamp(1, LARGEST_TASK);
        Schedule { plan, is_wanted, searches, most, next: Mutex::default() }
    }

    /// How many jobs are searched.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// The next task: jobs that are searched together, ascending, of one family or a single one;
    /// `None` past the last one.
    pub fn next_task(&self) -> Option<Vec<Job>> {
        // A panic cannot leave a place that repeats a task: it only moves forward.
        let mut from = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let next = |from: u64| {
            let (id, _) = self.is_wanted.used_from(from).find(|(_, is_wanted)| *is_wanted)?;
            self.plan.job(id)
        };
        let first = next(*from)?;
        let (family, mut task) = (shared(&first), vec![first]);
        *from = first.id + 1;
        while family.is_some()
            && (task.len() as u64) < self.most
            && let Some(job) = next(*from).filter(|job| shared(job) == family)
        {
            *from = job.id + 1;
            task.push(job);
        }
        Some(task)
    }
}

/// The family and the method of a job if its engine shares work within families.
pub(super) fn shared(job: &Job) -> Option<(Family, Method)> {
    let shares = !job.method.performs_every_check();
    shares.then(|| (Family::of(&job.problem), job.method))
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::tests::plan;
    use crate::run::schedule::*;

    fn tasks(schedule: &Schedule) -> Vec<Vec<Job>> {
        std::iter::from_fn(|| schedule.next_task()).collect()
    }

    #[test]
    fn every_search_that_gives_a_pending_row_is_made_once() {
        let plan = plan(
            "boards = [\"5x5\", \"4x6\"]\nstarts = \"all\"\norders = \"sample:20:1\"\nsymmetry = \"reduce\"\nimages = true",
        );
        let pending: Vec<u64> = (0..plan.len()).filter(|id| id % 3 != 1).collect();
        let schedule = Schedule::new(&plan, pending.iter().copied(), 2);
        let mut searched = Vec::new();
        for jobs in tasks(&schedule) {
            let family = Family::of(&jobs[0].problem);
            assert!(jobs.iter().all(|job| Family::of(&job.problem) == family));
            searched.extend(jobs.iter().map(|job| job.id));
        }
        let mut expected: Vec<u64> = pending.iter().map(|id| plan.searched_for(*id)).collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(searched, expected);
    }

    #[test]
    fn one_search_serves_an_orbit() {
        let plan = plan(
            "boards = \"8x8\"\nstarts = \"1,1\"\norders = \"fig2\"\nimages = true\nsymmetry = \"reduce\"",
        );
        let schedule = Schedule::new(&plan, 0..plan.len(), 4);
        let tasks = tasks(&schedule);
        assert_eq!((plan.len(), tasks.len(), tasks[0].len()), (8, 1, 1));
    }

    #[test]
    fn only_engines_that_share_work_get_several_searches_at_once() {
        let text = "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"all\"";
        let sizes = |text: &str| {
            let plan = plan(text);
            let schedule = Schedule::new(&plan, 0..plan.len(), 1);
            tasks(&schedule).iter().map(Vec::len).collect::<Vec<_>>()
        };
        let shared = sizes(&format!("{text}\nengine = \"leap\""));
        assert!(shared.len() < 100 && shared.iter().all(|size| *size as u64 <= LARGEST_TASK));
        assert_eq!(shared.iter().sum::<usize>(), 40_320);
        assert_eq!(sizes(&format!("{text}\nengine = \"step\"")).len(), 40_320);
    }
}
