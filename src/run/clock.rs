//! Wall-clock and processor time between the answers of a thread.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::results::record::SearchTime;

/// Measures laps on the calling thread.
pub(super) struct Clock {
    wall: Instant,
    cpu: Duration,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: ThreadTime::now().as_duration() }
    }

    /// The time since the last lap, of the thread also on its processor.
    pub(super) fn lap(&mut self) -> SearchTime {
        let before = std::mem::replace(self, Clock::start());
        let cpu = self.cpu.saturating_sub(before.cpu);
        SearchTime { wall: self.wall - before.wall, cpu: Some(cpu) }
    }
}
