//! Which rows are kept where several rows of a job, or rows of several jobs, disagree.

use crate::results::error::StoreError;
use crate::results::merge::inputs::Place;
use crate::results::merge::{Conflict, Gathered};
use crate::results::record::{self, Consistency, Layout, Record};

impl Gathered {
    /// Leaves one row of each job. Rows that contradict each other, or about which damaged rows say
    /// something else, become suspects: either may be wrong.
    pub(super) fn settle(&mut self, consistency: &Consistency) -> Result<(), StoreError> {
        self.rows.sort_unstable();
        let mut rows = std::mem::take(&mut self.rows);
        let (mut kept, mut next) = (0, 0);
        while let Some(&first) = rows.get(next) {
            let others = rows[next..].iter().take_while(|row| row.job == first.job);
            let of_job = next..next + others.count();
            next = of_job.end;
            let is_alone = of_job.len() == 1;
            if consistency.has_disputes()
                && self.plan.job(first.job).is_some_and(|job| consistency.is_disputed(&job))
            {
                self.suspect(&rows[of_job])?;
            } else if is_alone || self.agree(&rows[of_job])? {
                rows[kept] = first;
                kept += 1;
            }
        }
        rows.truncate(kept);
        self.rows = rows;
        self.drop_needless_suspects();
        Ok(())
    }

    /// Whether the rows of a job agree; then the first stands for all of them.
    fn agree(&mut self, rows: &[Place]) -> Result<bool, StoreError> {
        let (mut there, mut here) = (Vec::new(), Vec::new());
        self.read_again(rows[0], &mut there)?;
        let mut conflict = None;
        for &second in &rows[1..] {
            self.read_again(second, &mut here)?;
            self.sum.remove(&here);
            if !record::without_times(&there).eq(record::without_times(&here)) {
                conflict.get_or_insert(Conflict { first: rows[0], second });
            }
        }
        match conflict {
            None => self.duplicates += rows.len() as u64 - 1,
            Some(_) => {
                self.sum.remove(&there);
                self.suspects.extend(rows);
            }
        }
        self.conflicts.extend(conflict);
        Ok(conflict.is_none())
    }

    /// Makes rows that were trusted suspects.
    fn suspect(&mut self, rows: &[Place]) -> Result<(), StoreError> {
        let mut line = Vec::new();
        for &row in rows {
            self.read_again(row, &mut line)?;
            self.sum.remove(&line);
        }
        self.suspects.extend(rows);
        Ok(())
    }

    /// Drops the suspects whose jobs have a trusted row.
    fn drop_needless_suspects(&mut self) {
        self.suspects.sort_unstable();
        let mut rows = self.rows.iter().peekable();
        self.suspects.retain(|suspect| {
            while rows.next_if(|row| row.job < suspect.job).is_some() {}
            rows.peek().is_none_or(|row| row.job != suspect.job)
        });
    }

    /// Takes the record of a job that was searched again, and keeps the suspect that agrees with
    /// it, if there is one. [`Gathered::end_recheck`] ends this.
    ///
    /// # Errors
    /// [`StoreError`] if the rows of the job cannot be read again.
    pub fn confirm(&mut self, record: &Record) -> Result<(), StoreError> {
        let mut wanted = Vec::new();
        record.write_csv(Layout::of(&self.plan), &mut wanted);
        let first = self.suspects.partition_point(|place| place.job < record.job);
        let mut line = Vec::new();
        let of_job = self.suspects[first..].iter().take_while(|place| place.job == record.job);
        for place in of_job.copied().collect::<Vec<_>>() {
            self.read_again(place, &mut line)?;
            if record::without_times(&line).eq(record::without_times(&wanted)) {
                self.sum.add(&line);
                self.confirmed.push(place);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Adds the confirmed rows to the others; gives their number.
    pub fn end_recheck(&mut self) -> u64 {
        let confirmed = std::mem::take(&mut self.confirmed);
        self.rows.extend(&confirmed);
        self.rows.sort_unstable();
        let has_row = |job| self.rows.binary_search_by_key(&job, |row| row.job).is_ok();
        self.suspects.retain(|suspect| !has_row(suspect.job));
        self.conflicts.retain(|conflict| !has_row(conflict.first.job));
        confirmed.len() as u64
    }

    fn read_again(&mut self, place: Place, line: &mut Vec<u8>) -> Result<(), StoreError> {
        let read = self.readers.read_row(place.location(), line);
        read.map_err(StoreError::io("read again", self.path(place.input)))
    }
}
