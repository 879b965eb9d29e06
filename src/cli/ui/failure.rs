//! How commands fail: messages and exit codes.

use std::fmt::Display;
use std::path::Path;

use knight_search::Interrupted;
use knightsweep::analysis::reading::JoinError;
use knightsweep::analysis::reading::rows::RowsError;
use knightsweep::analysis::summary::NoSuchColumn;
use knightsweep::experiment::ExperimentError;
use knightsweep::pictures::PlotError;
use knightsweep::results::StoreError;
use knightsweep::text::shown::shown;

use crate::cli::exit_codes::{BAD_INPUT, FAILED};

/// Adds what is left undone to the error of what was interrupted.
pub(crate) fn or_undone<T>(
    ended: Result<T, impl Into<anyhow::Error>>,
    undone: &str,
) -> anyhow::Result<T> {
    ended.map_err(Into::into).map_err(|error| match is_interruption(&error) {
        true => error.context(undone.to_owned()),
        false => error,
    })
}

/// Whether a command ended because it was interrupted.
pub(crate) fn is_interruption(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<Interrupted>())
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// The error of a request that is itself at fault.
pub(crate) fn usage(message: impl Display) -> anyhow::Error {
    UsageError(message.to_string()).into()
}

/// Ends a function with the [error](usage) of a request that is itself at fault, in the words that
/// `format!` makes of these arguments.
macro_rules! refuse {
    ($($message:tt)+) => {
        return Err($crate::cli::ui::failure::usage(format_args!($($message)+)))
    };
}

pub(crate) use refuse;

/// The error of a file that a request names, and why.
pub(crate) fn of_file(file: &Path, why: impl Display) -> anyhow::Error {
    usage(format!("{}: {why}", shown(file)))
}

/// Prints an error with its causes and gives the exit code that belongs to it.
pub(crate) fn report(error: &anyhow::Error) -> u8 {
    super::output::say(&format!("knightsweep: {}", message(error)));
    if is_bad_input(error) { BAD_INPUT } else { FAILED }
}

/// The messages of an error and its causes, except those that are already quoted.
fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    let refused = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<UsageError>()
            || cause.is::<ExperimentError>()
            || cause.is::<NoSuchColumn>()
            || cause.is::<PlotError>()
            || cause.downcast_ref::<JoinError>().is_some_and(JoinError::is_refusal)
            || cause.downcast_ref::<StoreError>().is_some_and(StoreError::is_refusal)
            || cause.downcast_ref::<RowsError>().is_some_and(|e| !matches!(e, RowsError::Io(_)))
    };
    error.chain().any(refused)
}
