//! `man`: manual pages, and the options of all commands as Markdown.

use std::fs::{self, DirEntry};
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf, is_separator};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use knightsweep::text::shown;

use crate::cli::args::Common;
use crate::cli::exit_codes;
use crate::cli::exit_codes::DONE;
use crate::cli::ui::{files, print, refuse};
use crate::cli::usage;

mod markdown;

/// Print a manual page, or write all of them to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep man ~/.local/share/man/man1
  knightsweep man solve | man -l -")]
pub(crate) struct ManArgs {
    /// The command whose page is printed, or a folder for all pages
    ///
    /// A folder is created if it is missing; write ./pages for one in this folder [default: the
    /// main page is printed]
    #[arg(value_name = "COMMAND|FOLDER")]
    folder: Option<PathBuf>,

    /// Print the commands, options and exit codes as Markdown
    #[arg(long, conflicts_with = "folder")]
    markdown: bool,
}

/// `knightsweep man`
pub(super) fn man(common: &Common, arguments: &ManArgs) -> anyhow::Result<u8> {
    if arguments.markdown {
        return print(markdown::page());
    }
    let command = usage::command();
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let asked = arguments.folder.as_ref();
    let of_name = |name: &str| match name == command.get_name() {
        true => Some(command.clone()),
        false => command.find_subcommand(name).cloned(),
    };
    let named = asked.and_then(|name| of_name(name.to_str()?));
    match (named, asked) {
        (None, Some(folder)) => {
            refuse_unknown_command(folder)?;
            files::make_folder(common, folder)?;
            write_pages(command, folder)?;
        }
        (named, _) => {
            if stdout().is_terminal() {
                let name = asked.map_or(String::new(), |name| format!(" {}", name.display()));
                refuse!(
                    "this is the source of a manual page; to read it: knightsweep man{name} | man \
                     -l -"
                );
            }
            return print(page(named.unwrap_or(command))?);
        }
    }
    Ok(DONE)
}

/// Refuses a name without a separator, which is that of a command, unless there is such a folder
/// that holds nothing but pages.
fn refuse_unknown_command(folder: &Path) -> anyhow::Result<()> {
    let name = shown(folder);
    // `.` and `..` are no names.
    if folder.to_string_lossy().contains(is_separator) || folder.file_name().is_none() {
        return Ok(());
    }
    let Ok(mut there) = fs::read_dir(folder) else {
        refuse!("there is no command `{name}`; for a new folder write ./{name}");
    };
    let is_page = |entry: DirEntry| entry.path().extension().is_some_and(|it| it == "1");
    if !there.all(|entry| entry.is_ok_and(is_page)) {
        refuse!("there is no command `{name}`, and this folder has other files; write ./{name}");
    }
    Ok(())
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: Command, folder: &Path) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand.clone(), folder)?;
    }
    let name = Man::new(command.clone()).get_filename();
    files::replace(&folder.join(name), &page(command)?)
}

/// The source of the page of a command. Behind its options come its examples, to be copied as they
/// stand, and its exit codes.
fn page(command: Command) -> anyhow::Result<Vec<u8>> {
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
    let mut page = Vec::new();
    Man::new(described).render(&mut page)?;
    sections.to_writer(&mut page)?;
    Ok(page)
}
