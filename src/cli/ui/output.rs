//! Data for standard output, and messages for standard error.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::iter;

use knightsweep::analysis::json::exact;
use knightsweep::text::formatting::{printable, printable_json};
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::cli::exit_codes::DONE;
use crate::cli::ui::signals::Printing;
use crate::cli::ui::terminal;

/// Prints data to standard output.
pub(crate) fn print(data: impl AsRef<[u8]>) -> anyhow::Result<u8> {
    print_parts(iter::once(data))
}

/// Prints data part by part, as long as somebody reads it.
pub(crate) fn print_parts(mut parts: impl Iterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<u8> {
    let _printing = Printing::begin();
    // On a terminal, messages stand above the data that they are about.
    terminal::finish();
    let mut stdout = BufWriter::new(io::stdout().lock());
    let written =
        parts.try_for_each(|part| stdout.write_all(part.as_ref())).and_then(|()| stdout.flush());
    ended(written)
}

/// The exit code after standard output was written.
pub(crate) fn ended(written: io::Result<()>) -> anyhow::Result<u8> {
    match written {
        // A reader that has seen enough does not change the exit code of the command.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write to standard output"))
        }
        _ => Ok(DONE),
    }
}

/// Prints a value as one line of JSON, with whole numbers beyond 2^53 as texts.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<u8> {
    print(format!("{}\n", printable_json(&exact(value)?)))
}

/// The width of the terminal that data are printed on. If it is none, as in a pipe, `COLUMNS` of
/// the environment, or else `elsewhere`.
pub(crate) fn line_width(elsewhere: usize) -> usize {
    let terminal = Some(io::stdout()).filter(IsTerminal::is_terminal);
    let width = match terminal {
        Some(terminal) => terminal_size_of(terminal).map(|(Width(columns), _)| columns.into()),
        None => std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()),
    };
    width.filter(|width| *width > 0).unwrap_or(elsewhere)
}

/// The width of tables whose texts are wrapped: 120 characters, or less on a narrow terminal.
pub(crate) fn wrapped_width() -> usize {
    const WIDEST: usize = 120;
    line_width(WIDEST).min(WIDEST)
}

/// Writes a message to standard error. Nothing in it controls the terminal.
pub(crate) fn say(message: &str) {
    terminal::write(format!("{}\n", printable(message)));
}

/// Writes a message to standard error, but leaves it out rather than wait for a reader.
pub(crate) fn say_if_room(message: &str) {
    terminal::write_if_room(format!("{}\n", printable(message)));
}
