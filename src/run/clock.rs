//! Wall-clock and processor time between the answers of a thread.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Measures laps on the calling thread.
pub(super) struct Clock {
    wall: Instant,
    cpu: Duration,
}

/// The time between two answers.
#[derive(Clone, Copy)]
pub(super) struct Lap {
    pub wall: Duration,
    /// Processor time of the thread.
    pub cpu: Duration,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: ThreadTime::now().as_duration() }
    }

    /// The time since the last lap.
    pub(super) fn lap(&mut self) -> Lap {
        let before = std::mem::replace(self, Clock::start());
        Lap { wall: self.wall - before.wall, cpu: self.cpu.saturating_sub(before.cpu) }
    }
}
