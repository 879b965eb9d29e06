//! The command line of knightsweep.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    let _written = cli::ui::WrittenAtTheEnd;
    let ended = match cli::Cli::read() {
        Ok(arguments) => {
            cli::ui::start(arguments.is_quiet()).and_then(|()| cli::execute(arguments))
        }
        Err(faulty) => return faulty.into(),
    };
    ended.unwrap_or_else(|error| cli::ui::failure::report(&error)).into()
}
