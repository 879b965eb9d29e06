//! How the jobs of a run are searched.

use std::collections::HashSet;

use knight_search::engines::leap::Tables;
use knight_search::{Engine, Family, Method, MoveOrder, OnAnswer, SearchProgress, engines};

use crate::experiment::plan::Job;
use crate::results::record::Record;
use crate::run::Searcher;

/// Searches jobs of one family by their rule and engine.
pub fn by_own_engine(tables: &Tables) -> impl Searcher {
    move |jobs: &[Job], progress: &mut SearchProgress, report: &mut OnAnswer| {
        let Some(first) = jobs.first() else {
            return Ok(());
        };
        let orders: Vec<MoveOrder> = jobs.iter().map(|job| job.problem.order).collect();
        let family = Family::of(&first.problem);
        engines::search(first.method, &family, &orders, tables, progress, report)
    }
}

/// Searches the jobs of these records again, by stepping where that takes seconds only: the result
/// is then independent of the engine that counts.
pub fn again(tables: &Tables, records: &[Record]) -> impl Searcher {
    const SECONDS: u128 = 1_000_000_000;
    let is_short = |record: &&Record| record.checks.is_some_and(|checks| checks <= SECONDS);
    let short: HashSet<u64> = records.iter().filter(is_short).map(|r| r.job).collect();
    let search = by_own_engine(tables);
    move |jobs: &[Job], progress: &mut SearchProgress, report: &mut OnAnswer| {
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
