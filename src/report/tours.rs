//! The tours of the easiest and the hardest jobs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::pictures::tour;
use crate::report::figures::{STYLE, figure};
use crate::results::record::Record;
use knight_search::Outcome;

/// Tours at each end.
const MOST_TOURS: usize = 4;

/// Tours with more squares than this are left out: they make a page slow to open.
const LARGEST_TOUR: usize = 1000;

/// The jobs with a recorded tour and the fewest or the most checks. Each count has its first job;
/// mirrored jobs are left out.
#[derive(Default)]
pub(super) struct Tours {
    least: BTreeMap<u128, Record>,
    most: BTreeMap<Reverse<u128>, Record>,
}

impl Tours {
    /// Adds a job, if it has a tour that a page can show and is not mirrored from another.
    pub(super) fn add(&mut self, record: &Record) {
        let area = usize::from(record.rows) * usize::from(record.cols);
        let (Outcome::Tour, Some(checks), false, Some(_)) =
            (record.outcome, record.checks, record.mirrored, &record.tour)
        else {
            return;
        };
        if area <= LARGEST_TOUR {
            keep(&mut self.least, checks, record);
            keep(&mut self.most, Reverse(checks), record);
        }
    }

    /// The tours as a picture, each tour once; empty if none is recorded.
    pub(super) fn html(&self) -> String {
        let mut shown: Vec<&Record> = Vec::new();
        for record in self.least.values().chain(self.most.values().rev()) {
            let is_same = |other: &&Record| {
                (&other.tour, other.rows, other.cols) == (&record.tour, record.rows, record.cols)
            };
            if !shown.iter().any(is_same) {
                shown.push(record);
            }
        }
        match tour::of_records(&shown, tour::FIRST, &STYLE) {
            Ok(picture) if !shown.is_empty() => {
                let which = if shown.len() > 1 { "Fewest and most checks. " } else { "" };
                let headline = format!("{which}{}", picture.headline);
                figure(&tour::PLOT, &headline, &picture.inline())
            }
            _ => String::new(),
        }
    }
}

/// Keeps a record if its key is among the first, and the first job of each key.
fn keep<K: Ord>(kept: &mut BTreeMap<K, Record>, key: K, record: &Record) {
    let is_among = |last: &K| key <= *last || kept.len() < MOST_TOURS;
    if kept.last_key_value().is_none_or(|(last, _)| is_among(last)) {
        let held = kept.entry(key).or_insert_with(|| record.clone());
        if record.job < held.job {
            *held = record.clone();
        }
        if kept.len() > MOST_TOURS {
            kept.pop_last();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::tests::record;
    use crate::report::tours::*;

    fn with_tour(job: u64, checks: u128) -> Record {
        Record { job, tour: Some(format!("a{job}")), ..record(Outcome::Tour, checks) }
    }

    #[test]
    fn each_count_has_its_first_job() {
        let records = (0..100).map(|job| with_tour(job, 10 + u128::from(job) * 37 % 50));
        let mut tours = Tours::default();
        records.rev().for_each(|record| tours.add(&record));
        assert_eq!(tours.least.keys().copied().collect::<Vec<u128>>(), [10, 11, 12, 13]);
        assert_eq!(tours.most.keys().map(|most| most.0).collect::<Vec<u128>>(), [59, 58, 57, 56]);
        assert!(tours.least.values().all(|record| record.job < 50));
    }

    #[test]
    fn jobs_without_a_tour_of_their_own_are_left_out() {
        let mut tours = Tours::default();
        tours.add(&Record { mirrored: true, ..with_tour(1, 99) });
        tours.add(&Record { rows: 100, cols: 100, ..with_tour(1, 99) });
        tours.add(&record(Outcome::Tour, 64));
        tours.add(&Record { outcome: Outcome::Budget, ..with_tour(2, 99) });
        assert_eq!(tours.html(), "");
    }
}
