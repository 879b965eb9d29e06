//! `completions`: completion scripts for shells.

use clap::Args;
use clap_complete::Shell;

use crate::cli::args::Common;
use crate::cli::ui::print;
use crate::cli::usage;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep completions bash \\
    > ~/.local/share/bash-completion/completions/knightsweep
  knightsweep completions zsh > ~/.zfunc/_knightsweep  # with ~/.zfunc in fpath
  knightsweep completions fish > ~/.config/fish/completions/knightsweep.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// `knightsweep completions`
pub(super) fn completions(_: &Common, arguments: &CompletionsArgs) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut usage::command(), "knightsweep", &mut script);
    print(script)
}
