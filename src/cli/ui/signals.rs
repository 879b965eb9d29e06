//! Signals that request a stop.

use std::sync::OnceLock;

use knight_search::{Stop, StopRequest};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::failure;

/// The stop request of Ctrl-C, SIGTERM and SIGHUP: each signal requests more than the one before,
/// and the third ends the process at once.
///
/// A SIGHUP that is ignored when the program starts, as under `nohup`, stays ignored.
///
/// # Errors
/// If the system does not deliver signals.
pub fn stop_request() -> anyhow::Result<&'static StopRequest> {
    static STOP: StopRequest = StopRequest::new();
    static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
    let listening = LISTENING.get_or_init(|| listen(&STOP).map_err(|error| error.to_string()));
    match listening {
        Ok(()) => Ok(&STOP),
        Err(error) => anyhow::bail!("cannot receive signals: {error}"),
    }
}

fn listen(stop: &'static StopRequest) -> std::io::Result<()> {
    let mut wanted = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = Signals::new(wanted)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if stop.stop() == Stop::Now {
                std::process::exit(failure::INTERRUPTED.into());
            }
            stop.escalate();
        }
    })?;
    Ok(())
}

/// Whether the process ignores a signal; not if the system does not say.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
