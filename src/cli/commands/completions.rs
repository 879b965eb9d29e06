//! `completions`: completion scripts for shells.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::cli::ui::output::print;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep completions bash > ~/.local/share/bash-completion/completions/knightsweep
  knightsweep completions fish > ~/.config/fish/completions/knightsweep.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// `knightsweep completions`
pub fn completions(arguments: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "knightsweep", &mut script);
    print(script)
}
