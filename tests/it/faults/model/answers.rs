//! The rows of an experiment, with enough memory and with little.

use std::sync::OnceLock;

use knightsweep::experiment::shard::{Shard, ShardAssignment};
use knightsweep::results::record::{Layout, Record};

use super::events::{Memory, Which};
use crate::faults::in_process::Answered;

/// Some of these jobs need more memory than 1 MB.
const EXPERIMENT: &str = "boards = [\"3x3\", \"3x4\", \"8x8\"]\nstarts = [\"1,1\", \"1,2\", \"3,2\"]\n\
     orders = \"fig2\"\nbudget = \"none\"\nengine = \"leap\"\ntours = true\n";

/// The experiment with enough memory and with little.
pub struct Answers {
    pub enough: Answered,
    pub little: Answered,
}

pub fn answers() -> &'static Answers {
    static ANSWERS: OnceLock<Answers> = OnceLock::new();
    ANSWERS.get_or_init(|| {
        let answers = Answers {
            enough: Answered::new(EXPERIMENT, ""),
            little: Answered::new(EXPERIMENT, "--memory 1M"),
        };
        assert_ne!(answers.enough.rows(), answers.little.rows());
        answers
    })
}

impl Answers {
    pub fn record(&self, job: u64, memory: Memory) -> &Record {
        let answered = if memory == Memory::Enough { &self.enough } else { &self.little };
        &answered.records[job as usize]
    }

    /// Whether a job needs more memory than little.
    pub fn is_hungry(&self, job: u64) -> bool {
        self.little.records[job as usize].checks.is_none()
    }

    pub fn line(&self, job: u64, memory: Memory) -> Vec<u8> {
        let mut line = Vec::new();
        self.record(job, memory).write_csv(Layout::of(&self.enough.plan), &mut line);
        line
    }
}

impl Which {
    pub fn shard(self) -> Option<Shard> {
        match self {
            Which::FirstShard => Shard::new(1, 2),
            Which::SecondShard => Shard::new(2, 2),
            Which::All => None,
        }
    }

    /// The jobs of the file.
    pub fn jobs(self) -> Vec<u64> {
        let plan = &answers().enough.plan;
        let assignment = ShardAssignment::new(plan);
        (0..plan.len()).filter(|&job| assignment.includes(self.shard(), job)).collect()
    }
}
