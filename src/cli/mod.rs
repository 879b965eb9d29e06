//! Arguments, and the commands that they call. Only this part of the program uses clap and anyhow.

use std::process::ExitCode;

use clap::Parser;
use knightsweep::analysis::formatting::printable;

mod args;
mod captions;
mod commands;
mod counting;
mod experiment_args;
mod jobs;
mod memory_limit;
mod moves_args;
mod rate;
mod results_files;
mod sides_args;
mod start_tables;
mod table_file;
pub mod ui;

use args::Common;
use commands::Command;

/// A parallel batch research harness for knight's-tour search
#[derive(Parser)]
#[command(version, propagate_version = true, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: Common,
}

const EXAMPLES: &str = "\
Examples:
  knightsweep paper                               the paper's claims, beside measured values
  knightsweep solve --board 8x8 --start 1,1       one tour, with its exact number of checks
  knightsweep run experiments/all-starts.toml     an experiment, into results/all-starts.csv
  knightsweep summarize results/all-starts.csv    its results in numbers
  knightsweep plot results/all-starts.csv         its results as a picture

Exit codes: 0 done, 1 failed, 2 bad input or usage,
130 interrupted after all finished work was saved.";

impl Cli {
    /// Reads the command line of the process.
    ///
    /// # Errors
    /// The exit code of a faulty one, which has been reported. Asking for help ends the process.
    pub fn read() -> Result<Cli, ExitCode> {
        Cli::try_parse().map_err(|error| {
            let message = error.to_string();
            // Styled by clap, unless it quotes an argument that would control the terminal.
            if *printable(&message) == message {
                error.exit();
            }
            ui::output::say(message.trim_end());
            ExitCode::from(ui::failure::BAD_INPUT)
        })
    }
}

/// Runs the command of a command line.
///
/// # Errors
/// Those that [`ui::failure::report`] shows to the user.
pub fn execute(cli: Cli) -> anyhow::Result<ExitCode> {
    match commands::execute(&cli.common, cli.command) {
        Err(error) if ui::failure::is_interruption(&error) => {
            cli.common.say(&error.to_string());
            Ok(ExitCode::from(ui::signals::INTERRUPTED))
        }
        ended => ended,
    }
}
