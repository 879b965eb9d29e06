//! Why a plan does not have a job.

use crate::experiment::plan::{Job, Plan};

impl Plan {
    /// The first key of the experiment that lacks the value of a job, with that value.
    pub fn lacking(&self, job: &Job) -> String {
        let (experiment, Job { problem, method, precision, .. }) = (self.experiment(), job);
        let has_order = experiment.move_orders().contains(&problem.order);
        let has_seed = method.seed.is_none_or(|seed| self.seeds().contains(&seed));
        let has_precision = *precision == self.precision(method.engine);
        let keys = [
            ("boards", experiment.boards().contains(&problem.board), problem.board.to_string()),
            ("rule", experiment.rules.contains(&method.rule), method.rule.to_string()),
            ("goal", experiment.goals.contains(&problem.goal), problem.goal.to_string()),
            ("engine", experiment.engines.contains(&method.engine), method.engine.to_string()),
            ("budget", experiment.budgets.contains(&problem.budget), problem.budget.to_string()),
            ("orders", has_order, problem.order.to_string()),
            ("precision", has_precision, precision.map_or("none".to_owned(), |it| it.to_string())),
            ("seeds", has_seed, method.seed.map_or("none".to_owned(), |it| it.to_string())),
            ("starts", false, problem.start.to_string()),
        ];
        let lacking = keys.into_iter().find(|(_, is_there, _)| !is_there);
        lacking.map_or(String::new(), |(key, _, value)| format!("{key} {value}"))
    }
}
