//! What searches take: the time between the answers of a thread.

use std::time::{Duration, Instant};

/// The time between answers on one thread.
pub(super) struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

/// Wall-clock and processor time of a thread; the latter `None` where the system does not tell.
#[derive(Clone, Copy)]
pub(super) struct Lap {
    pub wall: Duration,
    pub cpu: Option<Duration>,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: thread_cpu_time() }
    }

    /// The time since the last lap.
    pub fn lap(&mut self) -> Lap {
        let now = Clock::start();
        let before = std::mem::replace(self, now);
        Lap {
            wall: self.wall - before.wall,
            cpu: before.cpu.zip(self.cpu).map(|(before, now)| now.saturating_sub(before)),
        }
    }
}

/// Processor time that the calling thread has used, or `None` where the system does not tell.
#[cfg(unix)]
fn thread_cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
fn thread_cpu_time() -> Option<Duration> {
    None
}
