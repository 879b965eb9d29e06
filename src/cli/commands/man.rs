//! `man`: manual pages.

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::args::Common;
use crate::cli::ui::output::print;
use crate::cli::ui::{failure, files};
use crate::cli::usage;

/// Print the main manual page, or write all manual pages to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep man ~/.local/share/man/man1
  knightsweep man | man -l -")]
pub(crate) struct ManArgs {
    /// The folder for the pages, created if missing; without it the main page is printed
    folder: Option<PathBuf>,
}

/// `knightsweep man`
pub(super) fn man(common: &Common, arguments: &ManArgs) -> anyhow::Result<ExitCode> {
    let command = usage::command();
    let Some(folder) = &arguments.folder else {
        if stdout().is_terminal() {
            let how = "this is the source of a manual page; to read it: knightsweep man | man -l -";
            return Err(failure::usage(how.to_owned()));
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(page);
    };
    files::make_folder(common, folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(command, folder)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: clap::Command, folder: &Path) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand.clone(), folder)?;
    }
    let man = clap_mangen::Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    files::replace(&folder.join(man.get_filename()), &page)
}
