//! The rows of a results file, each checked against the plan of its experiment.

use std::io::{self, BufReader, Read};

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment, describe};
use crate::results::record::{Consistency, Layout, RowFault};
use crate::results::rows::{Row, Rows, RowsError};

/// What the rows of a results file must agree with.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) plan: &'a Plan,
    pub(super) assignment: &'a ShardAssignment,
    /// The part of the jobs that the file is for.
    pub(super) shard: Option<Shard>,
}

/// Reads rows as [`Rows`] does. A row that contradicts its job or another row is malformed too.
///
/// Whether a job has several rows is for the user to check.
pub(super) struct CheckedRows<'a, R> {
    rows: Rows<BufReader<R>>,
    expected: Expected<'a>,
    consistency: &'a mut Consistency,
    is_disputed: bool,
}

impl<'a, R: Read> CheckedRows<'a, R> {
    /// Reads the header, which must have the columns of the plan. Rows are compared with those that
    /// `consistency` knows, too.
    pub(super) fn new(
        reader: R,
        expected: Expected<'a>,
        consistency: &'a mut Consistency,
    ) -> Result<Self, RowsError> {
        let rows = CheckedRows::of_any_columns(reader, expected, consistency)?;
        rows.check_columns()?;
        Ok(rows)
    }

    /// The same for a header with any columns of results.
    pub(super) fn of_any_columns(
        reader: R,
        expected: Expected<'a>,
        consistency: &'a mut Consistency,
    ) -> Result<Self, RowsError> {
        let rows = Rows::new(BufReader::with_capacity(1 << 16, reader))?;
        Ok(CheckedRows { rows, expected, consistency, is_disputed: false })
    }

    /// Takes the first line for a header with the columns of the plan, whatever it says.
    pub(super) fn behind_any_header(
        reader: R,
        expected: Expected<'a>,
        consistency: &'a mut Consistency,
    ) -> io::Result<Self> {
        let reader = BufReader::with_capacity(1 << 16, reader);
        let rows = Rows::behind_any_header(reader, Layout::of(expected.plan))?;
        Ok(CheckedRows { rows, expected, consistency, is_disputed: false })
    }

    /// Checks that the columns are those of the plan.
    pub(super) fn check_columns(&self) -> Result<(), RowsError> {
        let planned = Layout::of(self.expected.plan);
        match self.rows.layout().and_then(|found| contradiction(found, planned)) {
            Some(fault) => Err(RowsError::Malformed { line: 1, fault }),
            None => Ok(()),
        }
    }

    /// The rows as far as they were read, for their place in the file.
    pub(super) fn rows(&self) -> &Rows<BufReader<R>> {
        &self.rows
    }

    /// Whether the last row contradicts another one. Then either may be wrong.
    pub(super) fn is_disputed(&self) -> bool {
        self.is_disputed
    }

    fn check(&mut self, row: Row) -> Result<Row, RowsError> {
        let Expected { plan, assignment, shard } = self.expected;
        let id = row.record.job;
        let job = plan.job(id).ok_or(RowFault::UnknownJob(id));
        let checked = job.and_then(|job| {
            let tour = row.record.checked_tour(&job, Layout::of(plan))?;
            if !assignment.includes(shard, id) {
                return Err(RowFault::OtherShard { job: id, file: describe(shard) });
            }
            self.consistency.check(row.line, &row.record, &job, tour.as_ref())
        });
        self.is_disputed = matches!(checked, Err(RowFault::Disagreement { .. }));
        let malformed =
            |fault: RowFault| RowsError::Malformed { line: row.line, fault: fault.to_string() };
        checked.map_err(malformed).map(|()| row)
    }
}

impl<R: Read> Iterator for CheckedRows<'_, R> {
    type Item = Result<Row, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        self.is_disputed = false;
        Some(row.and_then(|row| self.check(row)))
    }
}

/// The optional column that a file has too many or too few.
fn contradiction(found: Layout, planned: Layout) -> Option<String> {
    let lacks = |layout: Layout, column: &&str| !layout.columns().any(|name| name == *column);
    let lacking = planned.columns().find(|column| lacks(found, column));
    let spare = found.columns().find(|column| lacks(planned, column));
    let lacking = lacking.map(|column| format!("the column {column} is missing"));
    let fault = lacking.or(spare.map(|column| format!("there is a column {column}")))?;
    Some(format!("{fault}, which contradicts the experiment in the sidecar"))
}

/// The fault of a second row of a job.
pub(super) fn repeated(row: &Row) -> RowsError {
    let fault = format!("job {} has a row already", row.record.job);
    RowsError::Malformed { line: row.line, fault }
}
