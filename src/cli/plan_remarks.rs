//! What is said about the jobs of a plan before they are run.

use knight_search::{Budget, Engine, Rule};
use knightsweep::experiment::plan::{InfeasibleJobs, Job, Plan};
use knightsweep::text::formatting;

use crate::cli::args::Common;

/// Warns before a new run of jobs that are known to find no tour, and says how many jobs are left
/// out. What is run may be a shard of the plan.
pub(super) fn say(common: &Common, plan: &Plan, is_shard: bool) {
    let whole = if is_shard { "in the whole experiment, " } else { "" };
    if let Some(infeasible) = plan.infeasible() {
        common.say(&format!("{whole}no tour exists for {}", described(&infeasible)));
        common.say(
            "--skip-impossible leaves such jobs out; in an experiment file, impossible = \"skip\"",
        );
    }
    if let Some(skipped) = plan.experiment().skipped() {
        let jobs = formatting::counted(skipped.jobs, "job");
        common.say(&format!("{whole}{jobs} skipped: a theorem rules out a tour; plan says why"));
    }
}

/// Says that jobs without any limit may take long, if there are many of them on a board where they
/// do. `pending` jobs are not done yet.
pub(super) fn warn_unlimited(common: &Common, plan: &Plan, pending: u64) {
    const MANY: u64 = 16;
    const LARGE: usize = 64;
    // Estimates take seconds, and the rules of Warnsdorff rarely go back.
    let may_be_long = |Job { problem, method, .. }: &Job| {
        method.rule == Rule::Fixed
            && method.engine != Engine::Estimate
            && problem.budget == Budget::UNLIMITED
            && problem.board.area() >= LARGE
    };
    if let Some(job) = plan.first_jobs_of_parts().find(may_be_long)
        && pending >= MANY
        && plan.experiment().time_limit.is_none()
    {
        let board = job.problem.board;
        common.say(&format!(
            "no limit is set: single jobs on {board} may take minutes and all of --memory; \
             --time-limit stops each job after a time"
        ));
    }
}

/// How many jobs these are, and why the first of them cannot find a tour.
pub(super) fn described(InfeasibleJobs { jobs, board, why }: &InfeasibleJobs) -> String {
    format!("{}, the first on {board}: {why}", formatting::counted(*jobs, "job"))
}
