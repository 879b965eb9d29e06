//! The runs that wrote a file, as sidecars record them: in bounded size.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::hashing::hex;
use crate::machine;
use crate::machine::Provenance;
use crate::text::formatting::counted;

/// The most sessions that a sidecar keeps: the first half of them and the last half.
pub(super) const MOST_SESSIONS: usize = 10_000;

/// The most bytes of the arguments of a recorded command line.
pub(super) const MOST_COMMAND_BYTES: usize = 4096;

/// One run that wrote rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// When it began, UTC.
    pub started: Timestamp,
    /// When it ended normally; missing while it runs, and for good if it was killed.
    pub ended: Option<Timestamp>,
    /// Its command line, as `recorded` gives it.
    pub command: Vec<String>,
    /// Its worker threads.
    pub threads: usize,
    /// How long a job could be searched, in seconds; missing without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_s: Option<f64>,
    /// Rows in the file when it began.
    pub rows_before: u64,
    /// Bytes of a torn row that it cut off when it began.
    pub torn_bytes: u64,
    /// Rows in the file when it ended normally.
    pub rows_after: Option<u64>,
    /// The program and the machine.
    pub made_by: Provenance,
}

/// Who writes results, for the sidecar and the lock.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The command line.
    pub command: Vec<String>,
    /// Worker threads.
    pub threads: usize,
}

impl Session {
    pub(super) fn begin(writer: Writer, rows_before: u64, torn_bytes: u64) -> Session {
        Session {
            started: machine::now_or_last(),
            ended: None,
            command: bounded_command(writer.command),
            threads: writer.threads,
            time_limit_s: None,
            rows_before,
            torn_bytes,
            rows_after: None,
            made_by: Provenance::current(),
        }
    }
}

/// A command line as it is recorded. One of more than 4 KiB ends after some arguments; a last text
/// says how many others there are, and the size and SHA-256 of all, each with a NUL byte after it.
pub(super) fn bounded_command(mut command: Vec<String>) -> Vec<String> {
    /// More than the last text needs.
    const NOTE_BYTES: usize = 256;
    let size = |argument: &String| argument.len() + 1;
    let bytes: usize = command.iter().map(size).sum();
    if bytes <= MOST_COMMAND_BYTES {
        return command;
    }
    let sha256 = hex(&Sha256::digest(command.join("\0") + "\0"));
    let mut kept = 0;
    let fits = |argument: &&String| {
        kept += size(argument);
        kept <= MOST_COMMAND_BYTES - NOTE_BYTES
    };
    let fitting = command.iter().take_while(fits).count();
    let left_out = command.len() - fitting;
    command.truncate(fitting);
    let more = counted(left_out, "more argument");
    command.push(format!("… {more}; {bytes} bytes in all, SHA-256 {sha256}"));
    command
}

/// Bounds the size of sessions. Returns how many were left out, which are those in the middle.
pub(super) fn bound(sessions: &mut Vec<Session>) -> u64 {
    for session in sessions.iter_mut() {
        session.command = bounded_command(std::mem::take(&mut session.command));
    }
    let left_out = sessions.len().saturating_sub(MOST_SESSIONS);
    let first = MOST_SESSIONS / 2;
    if left_out > 0 {
        sessions.drain(first..first + left_out);
    }
    left_out as u64
}

#[cfg(test)]
mod tests {
    use crate::results::sessions::*;

    fn session(command: Vec<String>, rows_before: u64) -> Session {
        Session {
            command,
            ..Session::begin(Writer { command: Vec::new(), threads: 1 }, rows_before, 0)
        }
    }

    #[test]
    fn a_long_command_line_is_kept_up_to_a_length_and_by_its_hash() {
        let words = |count: usize| vec!["12345678".to_owned(); count];
        assert_eq!(bounded_command(words(455)), words(455));
        let long = bounded_command(words(20_000));
        let bytes: usize = long.iter().map(|argument| argument.len() + 1).sum();
        assert!(bytes <= MOST_COMMAND_BYTES, "{bytes}");
        let note = long.last().unwrap();
        assert!(note.contains(" more arguments; 180000 bytes in all, SHA-256 "), "{note}");
        assert_ne!(bounded_command(words(20_001)).last(), Some(note));
        // What was recorded once stays as it is.
        assert_eq!(bounded_command(long.clone()), long);
        let huge = bounded_command(vec!["knightsweep".to_owned(), "x".repeat(1 << 20)]);
        assert!(huge.len() == 2 && huge[1].starts_with("… 1 more argument;"), "{huge:?}");
    }

    #[test]
    fn the_first_sessions_and_the_last_are_kept() {
        let all = MOST_SESSIONS as u64 + 7;
        let mut sessions: Vec<Session> = (0..all).map(|n| session(Vec::new(), n)).collect();
        assert_eq!(bound(&mut sessions), 7);
        let numbers: Vec<u64> = sessions.iter().map(|session| session.rows_before).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[4999]), (MOST_SESSIONS, 0, 4999));
        assert_eq!((numbers[5000], numbers[MOST_SESSIONS - 1]), (5007, all - 1));
        assert_eq!(bound(&mut sessions), 0);
    }
}
