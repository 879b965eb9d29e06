//! Rows of jobs that an experiment does not have.

use std::collections::{BTreeMap, BTreeSet};

use crate::experiment::plan::Plan;
use crate::results::record::Record;
use crate::text::formatting::grouped;
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
    pub(super) fn add(&mut self, plan: &Plan, record: &Record, line: u64) {
        self.rows += 1;
        if self.first_line == 0 {
            self.first_line = line;
        }
        let orders = self.orders.get_or_insert_with(|| plan.experiment().move_orders());
        let (key, value) = match record.as_job() {
            Some(job) => plan.lacking(&job, orders),
            None => ("boards", format!("{}x{}", record.rows, record.cols)),
        };
        self.by_key.entry(key).or_insert_with(|| (0, value)).0 += 1;
    }

    /// One line for each key: what the experiment lacks, and how many rows have it.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |(key, (rows, value)): (&&str, &(u64, String))| {
            let (row, them) =
                if *rows == 1 { ("row", "it") } else { ("rows", "the first of them") };
            format!("{key}: {} {row}, {them} with {value}", grouped(*rows))
        };
        self.by_key.iter().map(line).collect()
    }
}
