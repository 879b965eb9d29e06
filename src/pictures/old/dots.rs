//! Checks against time. Jobs that would hide one another share a dot.

use std::collections::BTreeMap;

use crate::results::record::Record;
use knight_search::Outcome;

/// Dots to a factor of ten in each direction.
const DOTS_PER_DECADE: f64 = 25.0;

/// Checks against time, in memory that does not grow with the number of jobs.
#[derive(Clone, Default, Debug)]
pub struct Dots {
    places: BTreeMap<DotPlace, Dot>,
    /// Jobs without checks or a measured time.
    pub untimed: u64,
}

/// A dot: a place on a logarithmic grid, and an outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct DotPlace {
    outcome: Outcome,
    checks: i32,
    time: i32,
}

/// The first job of a dot, and the number of its jobs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dot {
    /// How the jobs ended.
    pub outcome: Outcome,
    /// Checks of the first job.
    pub checks: f64,
    /// Its wall-clock time in seconds.
    pub wall_s: f64,
    /// The number of jobs.
    pub jobs: u64,
}

impl Dots {
    /// Adds a job.
    pub fn add(&mut self, record: &Record) {
        let checks = record.checks.unwrap_or(0) as f64;
        // A row that is filled in from another job has no time.
        if record.wall_s <= 0.0 || checks <= 0.0 {
            self.untimed += 1;
            return;
        }
        let grid = |value: f64| (value.log10() * DOTS_PER_DECADE).floor() as i32;
        let place =
            DotPlace { outcome: record.outcome, checks: grid(checks), time: grid(record.wall_s) };
        let first = Dot { outcome: record.outcome, checks, wall_s: record.wall_s, jobs: 0 };
        self.places.entry(place).or_insert(first).jobs += 1;
    }

    /// The dots; on a coarser grid if there are more than `most`.
    pub fn at_most(&self, most: usize) -> Vec<Dot> {
        let mut dots = self.places.clone();
        while dots.len() > most {
            let mut coarser: BTreeMap<DotPlace, Dot> = BTreeMap::new();
            for (place, dot) in dots {
                let place = DotPlace {
                    checks: place.checks.div_euclid(2),
                    time: place.time.div_euclid(2),
                    ..place
                };
                let merged = coarser.entry(place).or_insert(Dot { jobs: 0, ..dot });
                merged.jobs += dot.jobs;
            }
            dots = coarser;
        }
        dots.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::dots::*;
    use crate::pictures::test_records::record;

    #[test]
    fn dots_on_one_place_are_counted() {
        let mut dots = Dots::default();
        for (outcome, checks) in [
            (Outcome::Tour, 1000),
            (Outcome::Tour, 1001),
            (Outcome::Budget, 1000),
            (Outcome::Memory, 0),
        ] {
            dots.add(&record(outcome, checks));
        }
        dots.add(&Record { wall_s: 0.0, ..record(Outcome::Tour, 1000) });
        let jobs = |most| -> Vec<u64> { dots.at_most(most).iter().map(|dot| dot.jobs).collect() };
        assert_eq!((jobs(2), dots.untimed), (vec![2, 1], 2));
    }

    #[test]
    fn too_many_dots_share_places_but_not_between_outcomes() {
        let mut dots = Dots::default();
        for i in 0..400 {
            let outcome = if i % 4 == 0 { Outcome::None } else { Outcome::Tour };
            dots.add(&record(outcome, 1000 + i * i * i));
        }
        assert!(dots.at_most(1000).len() > 10);
        let coarse = dots.at_most(10);
        let jobs = |wanted| -> u64 {
            let those = coarse.iter().filter(|dot| dot.outcome == wanted);
            those.map(|dot| dot.jobs).sum()
        };
        assert!(coarse.len() <= 10);
        assert_eq!((jobs(Outcome::None), jobs(Outcome::Tour)), (100, 300));
    }
}
