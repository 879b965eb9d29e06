//! The rows of a results file, each checked against the plan of its experiment.

use std::io::{BufReader, Read};

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment, describe};
use crate::results::record::{Layout, RowFault};
use crate::results::rows::{Row, Rows, RowsError};

/// What the rows of a results file must agree with.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) plan: &'a Plan,
    pub(super) assignment: &'a ShardAssignment,
    /// The part of the jobs that the file is for.
    pub(super) shard: Option<Shard>,
}

/// Reads rows as [`Rows`] does. A row that contradicts its job is malformed too.
///
/// Whether a job has several rows is for the user to check.
pub(super) struct CheckedRows<'a, R> {
    rows: Rows<BufReader<R>>,
    expected: Expected<'a>,
}

impl<'a, R: Read> CheckedRows<'a, R> {
    /// Reads the header, which must have the columns of the plan.
    pub(super) fn new(reader: R, expected: Expected<'a>) -> Result<Self, RowsError> {
        let rows = Rows::new(BufReader::with_capacity(1 << 16, reader))?;
        if rows.layout().is_some_and(|layout| layout != Layout::of(expected.plan)) {
            let fault = "the columns contradict the sidecar".to_owned();
            return Err(RowsError::Malformed { line: 1, fault });
        }
        Ok(CheckedRows { rows, expected })
    }

    /// The rows as far as they were read, for their place in the file.
    pub(super) fn rows(&self) -> &Rows<BufReader<R>> {
        &self.rows
    }

    fn check(&self, row: Row) -> Result<Row, RowsError> {
        let Expected { plan, assignment, shard } = self.expected;
        let id = row.record.job;
        let job = plan.job(id).ok_or(RowFault::UnknownJob(id));
        let checked = job.and_then(|job| row.record.check(&job, plan.tours()));
        let fault = match checked {
            Err(fault) => fault.to_string(),
            Ok(()) if assignment.includes(shard, id) => return Ok(row),
            Ok(()) => format!("job {id} does not belong to {}", describe(shard)),
        };
        Err(RowsError::Malformed { line: row.line, fault })
    }
}

impl<R: Read> Iterator for CheckedRows<'_, R> {
    type Item = Result<Row, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(row.and_then(|row| self.check(row)))
    }
}

/// The fault of a second row of a job.
pub(super) fn repeated(row: &Row) -> RowsError {
    let fault = format!("job {} has a row already", row.record.job);
    RowsError::Malformed { line: row.line, fault }
}
