//! Attacks on the store. What each of them promises to show is in `docs/reliability.md`.

mod bytes;
mod cuts;
mod disk;
#[cfg(target_os = "linux")]
mod io;
#[cfg(unix)]
mod kills;
mod odd;
mod readers;
#[cfg(target_os = "linux")]
mod shim;

/// Records how many cases a test has run in the file FAULT_COUNTS, if that is set.
/// `scripts/check-reliability` compares it with the documentation.
fn ran(test: &str, cases: usize) {
    use std::io::Write;
    let Some(path) = std::env::var_os("FAULT_COUNTS") else {
        return;
    };
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).unwrap();
    // One write, so that tests side by side do not mix their lines.
    file.write_all(format!("{test} {cases}\n").as_bytes()).unwrap();
}
