//! What is said about the jobs of a plan before they are run.

use knight_board::theorems::NoTourReason;
use knight_search::{Budget, Engine, Rule};
use knightsweep::experiment::plan::{InfeasibleJobs, Job, Plan};
use knightsweep::text::formatting;

use crate::cli::args::Common;

/// Warns before a new run of jobs that are known to find no tour, and says how many jobs are left
/// out. What is run may be a shard of the plan.
pub(super) fn say(common: &Common, plan: &Plan, is_shard: bool) {
    let whole = if is_shard { "in the whole experiment, " } else { "" };
    let infeasible = infeasible(&plan.infeasible());
    infeasible.iter().for_each(|remark| common.say(&format!("{whole}{remark}")));
    if !infeasible.is_empty() {
        common.say(
            "--skip-impossible leaves such jobs out; in an experiment file, impossible = \"skip\"",
        );
    }
    let skipped: u64 = plan.experiment().skipped().iter().map(|on_board| on_board.jobs).sum();
    if skipped > 0 {
        let jobs = formatting::counted(skipped, "job");
        common.say(&format!("{whole}{jobs} skipped: a theorem rules out a tour; plan says which"));
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

/// Which jobs cannot succeed, a remark for each reason.
pub(super) fn infeasible(jobs: &[InfeasibleJobs]) -> Vec<String> {
    let remark = |alike: &Vec<&InfeasibleJobs>| {
        let InfeasibleJobs { board, jobs, why } = alike[0];
        let such_as = match why {
            NoTourReason::MinorityColour(start) if alike.len() > 1 => {
                format!(", such as from {start} on {board}")
            }
            NoTourReason::MinorityColour(start) if *jobs > 1 => format!(", such as from {start}"),
            _ => String::new(),
        };
        format!("{} cannot succeed{such_as}: {why}", jobs_on_boards(alike))
    };
    by_reason(jobs).iter().map(remark).collect()
}

/// Which jobs are left out, a remark for each reason.
pub(super) fn skipped(jobs: &[InfeasibleJobs]) -> Vec<String> {
    let alike = by_reason(jobs).into_iter();
    alike.map(|alike| format!("{}: {}", jobs_on_boards(&alike), alike[0].why)).collect()
}

/// Puts jobs together of which the same words say why, whatever the start.
fn by_reason(infeasible: &[InfeasibleJobs]) -> Vec<Vec<&InfeasibleJobs>> {
    let is_same = |a: &NoTourReason, b: &NoTourReason| match (a, b) {
        (NoTourReason::MinorityColour(_), NoTourReason::MinorityColour(_)) => true,
        _ => a == b,
    };
    let mut alike: Vec<Vec<&InfeasibleJobs>> = Vec::new();
    for jobs in infeasible {
        match alike.iter_mut().find(|others| is_same(&others[0].why, &jobs.why)) {
            Some(others) => others.push(jobs),
            None => alike.push(vec![jobs]),
        }
    }
    alike
}

fn jobs_on_boards(alike: &[&InfeasibleJobs]) -> String {
    /// Boards that are named; there may be a million.
    const NAMED: usize = 5;
    let jobs = alike.iter().map(|on_board| on_board.jobs).sum::<u64>();
    let boards: Vec<String> = alike.iter().map(|on_board| on_board.board.to_string()).collect();
    format!("{} on {}", formatting::counted(jobs, "job"), formatting::listed(&boards, NAMED))
}
