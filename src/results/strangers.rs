//! Rows of jobs that an experiment does not have, and by which of its keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::experiment::plan::Plan;
use crate::results::record::{Record, Wanted};
use knight_search::MoveOrder;

/// Rows of jobs that an experiment does not have.
#[derive(Clone, Debug, Default)]
pub(super) struct Strangers {
    pub(super) rows: u64,
    /// The line of the first of them.
    pub(super) first_line: u64,
    /// How many there are by the first key that lacks their value, and the value of the first one.
    by_key: BTreeMap<&'static str, (u64, String)>,
    orders: Option<BTreeSet<MoveOrder>>,
}

impl Strangers {
    pub(super) fn add(&mut self, plan: &Plan, wanted: Wanted, record: &Record, line: u64) {
        self.rows += 1;
        if self.first_line == 0 {
            self.first_line = line;
        }
        let (key, value) = self.lacking(plan, wanted, record);
        self.by_key.entry(key).or_insert_with(|| (0, value)).0 += 1;
    }

    /// The first key of the experiment that lacks the value of a row.
    fn lacking(&mut self, plan: &Plan, wanted: Wanted, record: &Record) -> (&'static str, String) {
        let experiment = plan.experiment();
        let (method, orders) = (record.method(), &mut self.orders);
        let Some(problem) = record.problem() else {
            return ("boards", format!("{}x{}", record.rows, record.cols));
        };
        let orders = orders.get_or_insert_with(|| experiment.move_orders());
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
        if record.precision != wanted.precision && record.is_estimated() {
            return ("precision", record.precision.map_or(String::new(), |p| p.to_string()));
        }
        match record.seed {
            Some(seed) if plan.seeds().place(seed).is_none() => ("seeds", seed.to_string()),
            _ => ("starts", problem.start.to_string()),
        }
    }

    /// One line for each key: what the experiment lacks, and how many rows have it.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |(key, (rows, value)): (&&str, &(u64, String))| {
            let (row, them) =
                if *rows == 1 { ("row", "it") } else { ("rows", "the first of them") };
            format!("{key}: {rows} {row}, {them} with {value}")
        };
        self.by_key.iter().map(line).collect()
    }
}
