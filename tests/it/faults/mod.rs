//! Attacks on the store. What each of them promises to show is in `docs/reliability.md`.

mod bytes;
mod disk;
#[cfg(target_os = "linux")]
mod io;
#[cfg(unix)]
mod kills;
mod odd;
mod readers;
