//! The easiest and the hardest jobs.

use std::collections::BTreeMap;

use crate::results::record::Record;
use knight_search::Outcome;

/// Jobs that [`Extremes`] keeps at each end.
const MOST_EXTREMES: usize = 4;

/// The jobs with the fewest and the most checks. Each count has its first job; mirrored jobs are
/// left out.
#[derive(Clone, Default, Debug)]
pub struct Extremes {
    least: BTreeMap<u128, Record>,
    most: BTreeMap<u128, Record>,
}

impl Extremes {
    /// Adds a job, unless it is mirrored from another or has no count.
    pub fn add(&mut self, record: &Record) {
        let (Outcome::Tour | Outcome::None, Some(checks), None) =
            (record.outcome, record.checks, record.mirror_of)
        else {
            return;
        };
        keep_first(&mut self.least, checks, record, |kept, checks| {
            kept.last_key_value().is_none_or(|(most, _)| checks <= *most)
        });
        if self.least.len() > MOST_EXTREMES {
            self.least.pop_last();
        }
        keep_first(&mut self.most, checks, record, |kept, checks| {
            kept.first_key_value().is_none_or(|(least, _)| checks >= *least)
        });
        if self.most.len() > MOST_EXTREMES {
            self.most.pop_first();
        }
    }

    /// The jobs with the fewest checks, ascending.
    pub fn easiest(&self) -> impl Iterator<Item = &Record> {
        self.least.values()
    }

    /// The jobs with the most checks, descending.
    pub fn hardest(&self) -> impl Iterator<Item = &Record> {
        self.most.values().rev()
    }
}

fn keep_first(
    kept: &mut BTreeMap<u128, Record>,
    checks: u128,
    record: &Record,
    belongs: impl Fn(&BTreeMap<u128, Record>, u128) -> bool,
) {
    if kept.len() >= MOST_EXTREMES && !belongs(kept, checks) {
        return;
    }
    let held = kept.entry(checks).or_insert_with(|| record.clone());
    if record.job < held.job {
        *held = record.clone();
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::extremes::*;
    use crate::pictures::test_records::record;

    fn of(records: impl IntoIterator<Item = Record>) -> Extremes {
        let mut extremes = Extremes::default();
        records.into_iter().for_each(|record| extremes.add(&record));
        extremes
    }

    #[test]
    fn each_count_has_its_first_job() {
        let records = (0..100)
            .map(|job| Record { job, ..record(Outcome::Tour, 10 + u128::from(job) * 37 % 50) });
        let extremes = of(records.rev());
        let counts = |records: Vec<&Record>| -> Vec<u128> {
            records.iter().filter_map(|r| r.checks).collect()
        };
        assert_eq!(counts(extremes.easiest().collect()), [10, 11, 12, 13]);
        assert_eq!(counts(extremes.hardest().collect()), [59, 58, 57, 56]);
        assert!(extremes.easiest().all(|record| record.job < 50));
    }

    #[test]
    fn budgets_and_images_are_left_out() {
        let image = Record { mirror_of: Some(0), ..record(Outcome::Tour, 99) };
        let extremes = of([record(Outcome::Budget, 1), record(Outcome::Memory, 0), image]);
        assert_eq!(extremes.hardest().count() + extremes.easiest().count(), 0);
    }
}
