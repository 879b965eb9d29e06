//! The command line of knightsweep.

use std::process::ExitCode;

use clap::Parser;

mod cli;

fn main() -> ExitCode {
    let arguments = cli::Cli::parse();
    match cli::execute(arguments) {
        Ok(code) => code,
        Err(error) => cli::ui::failure::report(&error),
    }
}
