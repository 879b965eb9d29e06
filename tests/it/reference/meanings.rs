//! What keys of JSON mean that are neither columns of results nor statistics.

/// The lines of `meanings.txt`: a key, behind a command (and its option) if only that one has it in
/// this sense, and what it means. `sweep` has the keys of `run`, and `tutorials` those of `paper`.
pub(super) fn meanings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("meanings.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("a key and its meaning"))
}
