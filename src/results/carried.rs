//! Rows that follow from rows of the same jobs with smaller budgets.
//!
//! A search that ends within a budget ends in the same way, after as many checks, within every
//! larger one.

use std::fs::File;
use std::io::{BufReader, Read};

use crate::experiment::plan::Plan;
use crate::results::error::StoreError;
use crate::results::record::Record;
use crate::results::rows::Rows;
use crate::results::store::Store;
use knight_search::{Budget, Outcome};

impl Record {
    /// The row of the same job with another budget, if that is not smaller and this row decides
    /// it. The times are those of this row: a search of its own would do the same.
    fn carried(&self, plan: &Plan, budget: Budget) -> Option<Record> {
        let (own, other) = (self.budget?, budget.limit());
        let is_decided = matches!(self.outcome, Outcome::Tour | Outcome::None | Outcome::Stuck);
        if !is_decided || other.is_some_and(|other| other <= own) {
            return None;
        }
        let job = plan.job(plan.with_budget(self.job, budget)?)?;
        Some(Record { job: job.id, budget: other, mirror_of: job.mirror_of, ..self.clone() })
    }
}

impl Store {
    /// Adds the rows of jobs with this budget that follow from the rows of smaller ones, and passes
    /// them to `each`.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read or written.
    pub fn carry(
        &mut self,
        plan: &Plan,
        budget: Budget,
        mut each: impl FnMut(&Record),
    ) -> Result<(), StoreError> {
        // A complete file is sealed, and has no journal.
        if self.pending().is_empty() {
            return Ok(());
        }
        let end = self.write_all()?;
        let csv = self.csv().to_owned();
        let file = File::open(&csv).map_err(StoreError::io("read", &csv))?;
        let rows = Rows::new(BufReader::with_capacity(1 << 16, file.take(end)));
        for row in rows.map_err(|error| error.refuse(&csv))? {
            let record = row.map_err(|error| error.refuse(&csv))?.record;
            if let Some(carried) = record.carried(plan, budget)
                && self.is_pending(carried.job)
            {
                self.append(&carried)?;
                each(&carried);
            }
        }
        Ok(())
    }
}
