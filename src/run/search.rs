//! How the jobs of a run are searched.

use std::collections::HashSet;

use knight_search::engines::leap::Tables;
use knight_search::questions::first_path::PathSearch;
use knight_search::{
    Engine, Family, Interrupted, Method, MoveOrder, Problem, SearchProgress, engines,
};

use crate::experiment::plan::{Job, Plan};
use crate::results::record::{Found, Record};
use crate::run::{OnFound, Searcher};

/// Searches jobs of one family of a plan by their rule and engine.
pub fn by_own_engine(plan: &Plan, tables: &Tables) -> impl Searcher {
    let splits = plan.splits_checks();
    move |jobs: &[Job], progress: &mut SearchProgress, report: &mut OnFound| {
        let Some(first) = jobs.first() else {
            return Ok(());
        };
        if splits {
            return jobs.iter().enumerate().try_for_each(|(place, job)| {
                report(place, Ok(with_split(&job.problem, progress)?));
                Ok(())
            });
        }
        let orders: Vec<MoveOrder> = jobs.iter().map(|job| job.problem.order).collect();
        let family = Family::of(&first.problem);
        let on_answer = &mut |place, answer: Result<_, _>| report(place, answer.map(Found::from));
        engines::search(first.method, &family, &orders, tables, progress, on_answer)
    }
}

/// Performs every check by the move order alone, and asks the two questions of each.
pub(super) fn with_split(
    problem: &Problem,
    progress: &mut SearchProgress,
) -> Result<Found, Interrupted> {
    let (answer, split) = PathSearch::of(problem).first_with_split(progress)?;
    Ok(Found::with_split(answer, Some(split)))
}

/// Searches the jobs of these records again, by stepping where that takes seconds only: the result
/// is then independent of the engine that counts.
pub fn again(plan: &Plan, tables: &Tables, records: &[Record]) -> impl Searcher {
    const SECONDS: u128 = 1_000_000_000;
    let is_short = |record: &&Record| record.checks.is_some_and(|checks| checks <= SECONDS);
    let short: HashSet<u64> = records.iter().filter(is_short).map(|r| r.job).collect();
    let search = by_own_engine(plan, tables);
    move |jobs: &[Job], progress: &mut SearchProgress, report: &mut OnFound| {
        let mut jobs = jobs.to_vec();
        for job in &mut jobs {
            let by_stepping = Method { engine: Engine::Step, ..job.method };
            if short.contains(&job.id) && by_stepping.supports(job.problem.board) {
                job.method = by_stepping;
            }
        }
        search(&jobs, progress, report)
    }
}
