//! `man`: manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};

use crate::cli::Cli;
use crate::cli::ui::failure;
use crate::cli::ui::output::print;

/// Print the main manual page, or write all manual pages to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep man ~/.local/share/man/man1
  knightsweep man | man -l -")]
pub struct ManArgs {
    /// The folder for the pages, created if missing; without it the main page is printed
    folder: Option<PathBuf>,
}

/// `knightsweep man`
pub fn man(arguments: &ManArgs) -> anyhow::Result<ExitCode> {
    let command = Cli::command();
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(page);
    };
    let created = std::fs::create_dir_all(folder);
    created.and_then(|()| clap_mangen::generate_to(command, folder)).map_err(|error| {
        failure::usage(format!("cannot write manual pages to {}: {error}", folder.display()))
    })?;
    Ok(ExitCode::SUCCESS)
}
