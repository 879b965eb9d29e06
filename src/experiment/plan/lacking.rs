//! Why a plan does not have a job.

use std::collections::BTreeSet;

use knight_search::MoveOrder;

use crate::experiment::plan::{Job, Plan};

impl Plan {
    /// The first key of the experiment that lacks the value of a job, and that value. `orders` are
    /// those of the experiment.
    pub fn lacking(&self, job: &Job, orders: &BTreeSet<MoveOrder>) -> (&'static str, String) {
        let (experiment, Job { problem, method, precision, .. }) = (self.experiment(), job);
        let keys: [(&str, bool, String); 6] = [
            ("boards", experiment.boards().contains(&problem.board), problem.board.to_string()),
            ("rule", experiment.rules.contains(&method.rule), method.rule.to_string()),
            ("goal", experiment.goals.contains(&problem.goal), problem.goal.to_string()),
            ("engine", experiment.engines.contains(&method.engine), method.engine.to_string()),
            ("budget", experiment.budgets.contains(&problem.budget), problem.budget.to_string()),
            ("orders", orders.contains(&problem.order), problem.order.to_string()),
        ];
        if let Some((key, _, value)) = keys.into_iter().find(|(_, is_there, _)| !is_there) {
            return (key, value);
        }
        if *precision != self.precision(method.engine) {
            return ("precision", precision.map_or(String::new(), |it| it.to_string()));
        }
        match method.seed {
            Some(seed) if !self.seeds().contains(&seed) => ("seeds", seed.to_string()),
            _ => ("starts", problem.start.to_string()),
        }
    }
}
