//! Shards: parts of a plan for different processes or machines, each with its own results file.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::experiment::plan::Plan;

/// Part `index` of `count`, from 1.
///
/// Searches are dealt round-robin in the order of their ids, so that hard starts spread. A job that
/// is filled in from the answer of another belongs to the shard of that one, and jobs that differ
/// only in their budget belong to one shard. So all shards together
/// perform the same searches as one process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, u32>")]
pub struct Shard {
    /// Which part, from 1.
    index: u32,
    /// How many parts there are.
    count: u32,
}

/// An object with the two numbers of a shard, as a sidecar has it, perhaps impossible ones. A
/// list is refused, which would do for a struct.
impl TryFrom<BTreeMap<String, u32>> for Shard {
    type Error = ShardError;

    fn try_from(numbers: BTreeMap<String, u32>) -> Result<Shard, ShardError> {
        let shard = match (numbers.get("index"), numbers.get("count"), numbers.len()) {
            (Some(&index), Some(&count), 2) => Shard::new(index, count),
            _ => None,
        };
        shard.ok_or_else(|| ShardError(format!("{numbers:?}")))
    }
}

/// A text that does not name a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a shard; write I/N with I from 1 to N, such as 1/64")]
pub struct ShardError(String);

impl Shard {
    /// Shard `index` of `count`, or `None` unless 1 ≤ index ≤ count.
    pub fn new(index: u32, count: u32) -> Option<Shard> {
        (1..=count).contains(&index).then_some(Shard { index, count })
    }

    /// Which part, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many parts there are.
    pub fn count(self) -> u32 {
        self.count
    }
}

// The searches are dealt to the shards round-robin.
impl Plan {
    /// The place from 0 of the shard, among this many, to which a job belongs; `None` for a job
    /// that the plan does not have.
    pub fn shard_of(&self, count: u32, job: u64) -> Option<u32> {
        let search = self.dealt_number(job)?;
        // The remainder is less than `count`.
        search.checked_rem(count.into()).map(|place| place as u32)
    }

    /// Whether a job of the plan belongs to a shard; without one every job does.
    pub fn is_in_shard(&self, shard: Option<Shard>, job: u64) -> bool {
        shard.is_none_or(|shard| self.shard_of(shard.count, job) == Some(shard.index - 1))
    }

    /// How many jobs belong to a shard.
    pub fn jobs_of_shard(&self, shard: Option<Shard>) -> u64 {
        shard.map_or(self.len(), |shard| {
            self.jobs_of_part(u64::from(shard.index) - 1, shard.count.into())
        })
    }

    /// The shards of a division into `count` that lack jobs of these.
    pub fn shard_gaps(&self, count: u32, answered: impl Iterator<Item = u64>) -> Vec<ShardGap> {
        let mut rows = vec![0; count as usize];
        for place in answered.filter_map(|job| self.shard_of(count, job)) {
            rows[place as usize] += 1;
        }
        let shards = (1..=count).filter_map(|index| Shard::new(index, count));
        let gap = |(shard, rows): (Shard, u64)| {
            let jobs = self.jobs_of_shard(Some(shard));
            ShardGap { shard, missing: jobs - rows, jobs }
        };
        shards.zip(rows).map(gap).filter(|gap| gap.missing > 0).collect()
    }
}

/// A shard that lacks rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardGap {
    /// The shard.
    pub shard: Shard,
    /// Its jobs without a row.
    pub missing: u64,
    /// All its jobs.
    pub jobs: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/');
        parts
            .and_then(|(index, count)| Shard::new(index.parse().ok()?, count.parse().ok()?))
            .ok_or_else(|| ShardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::tests::plan;
    use crate::experiment::shard::*;

    #[test]
    fn shards_are_read_as_they_are_written() {
        for text in ["1/1", "3/64", "1000/1000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/99999999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let read = |json: &str| serde_json::from_str::<Shard>(json);
        let shard = Shard::new(2, 3).unwrap();
        assert_eq!(serde_json::to_string(&shard).unwrap(), r#"{"index":2,"count":3}"#);
        assert_eq!(read(r#"{"index":2,"count":3}"#).unwrap(), shard);
        for (index, count) in
            [("1", "0"), ("0", "0"), ("0", "3"), ("4", "3"), ("-1", "3"), ("1", "4294967296")]
        {
            let json = format!(r#"{{"index":{index},"count":{count}}}"#);
            assert!(read(&json).is_err(), "{json}");
        }
        // A list would do for a struct.
        assert!(read("[2,3]").is_err());
    }

    #[test]
    fn every_job_is_in_one_shard_and_an_orbit_in_the_same() {
        for symmetry in ["off", "reduce"] {
            let plan = plan(&format!(
                "boards = [\"5x5\", \"4x6\"]\nstarts = \"all\"\norders = \"sample:9:1\"\nimages = true\nsymmetry = \"{symmetry}\""
            ));
            for count in [1, 2, 3, 7, 64] {
                let shards: Vec<Option<Shard>> =
                    (1..=count).map(|index| Shard::new(index, count)).collect();
                for &shard in &shards {
                    let mine = (0..plan.len()).filter(|&id| plan.is_in_shard(shard, id));
                    assert_eq!(plan.jobs_of_shard(shard), mine.count() as u64);
                }
                for job in plan.jobs() {
                    let owners = |id: u64| -> Vec<usize> {
                        (0..shards.len())
                            .filter(|&shard| plan.is_in_shard(shards[shard], id))
                            .collect()
                    };
                    assert_eq!(owners(job.id).len(), 1);
                    assert_eq!(owners(job.id), owners(job.mirror_of.unwrap_or(job.id)));
                }
                let searches = shards.iter().map(|&shard| {
                    let mine = plan.jobs().filter(|job| plan.is_in_shard(shard, job.id));
                    mine.filter(|job| job.mirror_of.is_none()).count()
                });
                let (least, most) = (searches.clone().min(), searches.max());
                assert!(most.unwrap() - least.unwrap() <= 1);
            }
        }
    }
}
