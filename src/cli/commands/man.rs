//! `man`: manual pages, and the options of all commands as Markdown.

use std::io::{IsTerminal, stdout};
use std::iter;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::args::Common;
use crate::cli::exit_codes::{self, DONE};
use crate::cli::ui::{files, print, refuse};
use crate::cli::usage;

mod markdown;

/// Print a manual page, or write all of them to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep man solve | man -l -
  knightsweep man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The command whose page is printed
    ///
    /// [default: the main page]
    command: Option<String>,

    /// Write all pages to this folder
    ///
    /// It is made if it is missing
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,

    /// Print the commands, options and exit codes as Markdown
    #[arg(long, conflicts_with_all = ["command", "out"])]
    markdown: bool,
}

/// `knightsweep man`
pub(super) fn man(common: &Common, arguments: &ManArgs) -> anyhow::Result<u8> {
    if arguments.markdown {
        return print(markdown::page());
    }
    let mut program = usage::command().disable_help_subcommand(true);
    program.build();
    let mut all = iter::once(&program).chain(program.get_subcommands());
    if let Some(folder) = &arguments.out {
        files::make_folder(common, folder)?;
        for command in all {
            let name = Man::new(command.clone()).get_filename();
            files::replace(&folder.join(name), &page(command.clone())?)?;
        }
        return Ok(DONE);
    }
    let asked = arguments.command.as_deref().unwrap_or(program.get_name());
    let Some(command) = all.find(|command| command.get_name() == asked) else {
        refuse!("there is no command `{asked}`; for a folder of all pages write --out {asked}");
    };
    if stdout().is_terminal() {
        refuse!(
            "this is the source of a manual page; to read it: knightsweep man {asked} | man -l -"
        );
    }
    print(page(command.clone())?)
}

/// The source of the page of a command. Behind its options come its examples, to be copied as they
/// stand, and its exit codes.
fn page(mut command: Command) -> anyhow::Result<Vec<u8>> {
    // With its options it would be as long as their list.
    let usage = command.render_usage().to_string();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]).text([roman(usage.trim_start_matches("Usage: "))]);
    let more = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let examples = more.split(exit_codes::HEADING).next().unwrap_or_default();
    let codes = exit_codes::of(command.get_name());
    // Of options that the short help leaves out, pages have the long help alone.
    let described = command.after_long_help(None::<&str>).mut_args(|arg| {
        let help = arg.get_long_help().or(arg.get_help()).cloned().unwrap_or_default();
        arg.long_help(help)
    });
    let mut sections = Roff::new();
    sections.control("SH", ["EXAMPLES"]).control("EX", []);
    for line in examples.trim_start_matches("Examples:\n").trim_end().lines() {
        sections.text([roman(line)]);
    }
    sections.control("EE", []).control("SH", ["EXIT STATUS"]);
    for (code, meaning) in codes {
        sections.control("TP", []).text([bold(code.to_string())]).text([roman(meaning)]);
    }
    let has_commands = described.has_subcommands();
    let man = Man::new(described).source(concat!("knightsweep ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis.to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    sections.to_writer(&mut page)?;
    Ok(page)
}
