//! Wall-clock and processor time between the answers of a thread.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

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
        Clock { wall: Instant::now(), cpu: thread_cpu_time() }
    }

    /// The time since the last lap.
    pub(super) fn lap(&mut self) -> Lap {
        let before = std::mem::replace(self, Clock::start());
        Lap { wall: self.wall - before.wall, cpu: self.cpu.saturating_sub(before.cpu) }
    }
}

/// Processor time that the calling thread has used.
fn thread_cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("the time that a thread has used is not negative")
}
