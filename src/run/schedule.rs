//! The schedule of a run: what to search for the rows that are missing.
//!
//! A job that is the mirror image of another is not searched; its row is filled in from the other's
//! answer. Jobs that differ only in their orders are one task if the engine can share work between
//! them.

use std::ops::Range;

use crate::experiment::plan::{Job, Plan};
use knight_search::Family;

/// The most searches of a task: more would share little more work, and stop more slowly.
const LARGEST_TASK: usize = 4096;

/// Tasks for each thread, so that no thread is idle for long at the end.
const TASKS_A_THREAD: usize = 16;

/// The tasks of a run.
#[derive(Debug)]
pub struct Schedule<'a> {
    plan: &'a Plan,
    /// By ascending id of the job that is searched.
    searches: Vec<PlannedSearch>,
    /// The pending jobs, those of a search side by side.
    rows: Vec<u64>,
    tasks: Vec<Range<usize>>,
}

/// A search, and the rows that its answer gives.
#[derive(Clone, Debug)]
struct PlannedSearch {
    job: u64,
    rows: Range<usize>,
}

/// Searches that are made together: those of one family, or a single one.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    schedule: &'a Schedule<'a>,
    searches: &'a [PlannedSearch],
}

impl<'a> Schedule<'a> {
    /// The tasks that give the rows of these jobs of a plan on this many threads.
    pub fn new(plan: &'a Plan, pending: &[u64], threads: usize) -> Schedule<'a> {
        let rows = pending
            .iter()
            .filter_map(|&id| plan.job(id))
            .map(|job| (job.mirror_of.unwrap_or(job.id), job.id))
            .collect();
        let mut schedule = Schedule::with_rows(plan, rows);
        schedule.tasks = schedule.divide(threads);
        schedule
    }

    /// A task for each of these jobs, mirror images or not.
    pub fn one_by_one(plan: &'a Plan, jobs: &[u64]) -> Schedule<'a> {
        let rows = jobs.iter().map(|&id| (id, id)).collect();
        let mut schedule = Schedule::with_rows(plan, rows);
        schedule.tasks = (0..schedule.searches.len()).map(|place| place..place + 1).collect();
        schedule
    }

    /// No tasks yet for these pairs of a job to search and a job to fill in.
    fn with_rows(plan: &'a Plan, mut rows: Vec<(u64, u64)>) -> Schedule<'a> {
        rows.sort_unstable();
        let mut searches = Vec::new();
        let mut first = 0;
        for of_one in rows.chunk_by(|a, b| a.0 == b.0) {
            let next = first + of_one.len();
            searches.push(PlannedSearch { job: of_one[0].0, rows: first..next });
            first = next;
        }
        Schedule {
            plan,
            searches,
            rows: rows.into_iter().map(|(_, row)| row).collect(),
            tasks: Vec::new(),
        }
    }

    /// Puts searches of one family together, but not so many that threads would be idle.
    fn divide(&self, threads: usize) -> Vec<Range<usize>> {
        let fair = self.searches.len() / (threads * TASKS_A_THREAD);
        let most = fair.clamp(1, LARGEST_TASK);
        let mut tasks: Vec<Range<usize>> = Vec::new();
        let mut family = None;
        for (place, search) in self.searches.iter().enumerate() {
            let shared = self
                .plan
                .job(search.job)
                .filter(|job| !job.method.performs_every_check())
                .map(|job| Family::of(&job.problem));
            match tasks.last_mut() {
                Some(task) if shared.is_some() && shared == family && task.len() < most => {
                    task.end += 1;
                }
                _ => tasks.push(place..place + 1),
            }
            family = shared;
        }
        tasks
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The jobs that get rows, those of one search side by side.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The task at a place, or `None` past the last one.
    pub fn task(&'a self, place: usize) -> Option<Task<'a>> {
        let searches = self.tasks.get(place)?.clone();
        Some(Task { schedule: self, searches: &self.searches[searches] })
    }
}

impl<'a> Task<'a> {
    /// The jobs that are searched, in the order of their ids.
    pub fn jobs(&self) -> Vec<Job> {
        let jobs = self.searches.iter().map(|search| search.job);
        jobs.filter_map(|id| self.schedule.plan.job(id)).collect()
    }

    /// The same searches as tasks of their own.
    pub fn parts(self) -> impl Iterator<Item = Task<'a>> {
        self.searches.chunks(1).map(move |searches| Task { schedule: self.schedule, searches })
    }

    /// The jobs whose rows the answer of a search gives, itself perhaps among them.
    pub fn rows(&self, search: usize) -> impl Iterator<Item = Job> {
        let rows = self.searches[search].rows.clone();
        self.schedule.rows[rows].iter().filter_map(|&id| self.schedule.plan.job(id))
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::tests::plan;
    use crate::run::schedule::*;

    fn tasks<'a>(schedule: &'a Schedule<'a>) -> Vec<Task<'a>> {
        (0..).map_while(|place| schedule.task(place)).collect()
    }

    #[test]
    fn every_pending_job_gets_its_row_once() {
        let plan = plan(
            "boards = [\"5x5\", \"4x6\"]\nstarts = \"all\"\norders = \"sample:20:1\"\nsymmetry = \"reduce\"\nimages = true",
        );
        let pending: Vec<u64> = (0..plan.len()).filter(|id| id % 3 != 1).collect();
        let schedule = Schedule::new(&plan, &pending, 2);
        let mut rows = Vec::new();
        for task in tasks(&schedule) {
            let jobs = task.jobs();
            let family = Family::of(&jobs[0].problem);
            for (place, job) in jobs.iter().enumerate() {
                assert_eq!(Family::of(&job.problem), family);
                for row in task.rows(place) {
                    assert_eq!(row.mirror_of.unwrap_or(row.id), job.id);
                    rows.push(row.id);
                }
            }
        }
        rows.sort_unstable();
        assert_eq!(rows, pending);
    }

    #[test]
    fn one_search_serves_an_orbit() {
        let plan = plan(
            "boards = \"8x8\"\nstarts = \"1,1\"\norders = \"fig2\"\nimages = true\nsymmetry = \"reduce\"",
        );
        let schedule = Schedule::new(&plan, &(0..plan.len()).collect::<Vec<_>>(), 4);
        let tasks = tasks(&schedule);
        assert_eq!(tasks.len(), 1);
        assert_eq!(tasks[0].rows(0).count(), 8);
    }

    #[test]
    fn only_engines_that_share_work_get_several_searches_at_once() {
        let text = "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"all\"";
        let sizes = |text: &str| {
            let plan = plan(text);
            let pending: Vec<u64> = (0..plan.len()).collect();
            let schedule = Schedule::new(&plan, &pending, 1);
            tasks(&schedule).iter().map(|task| task.jobs().len()).collect::<Vec<_>>()
        };
        let shared = sizes(&format!("{text}\nengine = \"leap\""));
        assert!(shared.len() < 100 && shared.iter().max() <= Some(&LARGEST_TASK));
        assert_eq!(shared.iter().sum::<usize>(), 40_320);
        assert_eq!(sizes(&format!("{text}\nengine = \"step\"")).len(), 40_320);
    }
}
