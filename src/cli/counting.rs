//! What the commands that count share: memory, waiting, interruptions.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knightsweep::analysis::human;
use knightsweep::runner::Stop;

use super::{Common, failure, signals};

/// What a count calls now and then.
pub type Pulse<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// Counts, showing that the program is at work; a stop request breaks the pulse.
///
/// # Errors
/// If the system refuses to hand over the signals.
pub fn wait_for<T>(common: &Common, count: impl FnOnce(&mut Pulse) -> T) -> anyhow::Result<T> {
    let (stop, began) = (signals::stop_request()?, Instant::now());
    let waiting = Waiting::new(common.quiet);
    let mut pulse = || {
        waiting.tick(began.elapsed());
        if stop.stop() == Stop::No {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let counted = count(&mut pulse);
    waiting.clear();
    Ok(counted)
}

/// Says that a count was interrupted, and gives the exit code for it.
pub fn interrupted(common: &Common) -> ExitCode {
    common.say("interrupted before the count was finished");
    ExitCode::from(failure::INTERRUPTED)
}

/// That a count needs more than these bytes.
pub fn out_of_memory(bytes: usize) -> anyhow::Error {
    anyhow::anyhow!(
        "the count needs more than the {} that it may use; give more with --memory",
        human::bytes(bytes as u64)
    )
}

/// Shows after a second that the program is at work.
struct Waiting(ProgressBar);

impl Waiting {
    fn new(quiet: bool) -> Waiting {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let style = ProgressStyle::default_spinner();
        Waiting(ProgressBar::with_draw_target(None, target).with_style(style))
    }

    fn tick(&self, elapsed: Duration) {
        if elapsed >= Duration::from_secs(1) {
            self.0
                .set_message(format!("counting for {}", human::time(elapsed)));
            self.0.tick();
        }
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }
}
