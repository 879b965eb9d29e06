//! Arguments, and the commands that they call. Only this part of the program uses clap and anyhow.

use clap::{FromArgMatches, Parser};

mod answer;
mod args;
mod captions;
mod commands;
mod counting;
mod exit_codes;
mod experiment_args;
mod inputs;
mod memory_limit;
mod moves_args;
mod scratch;
mod searching;
mod sides_args;
mod table_file;
pub(crate) mod ui;
mod usage;
mod verdicts;

use args::Common;
use commands::Command;

/// Compute exactly how many checks backtracking takes to find a knight's tour
///
/// A check is one test of whether a move stays on the board and leads to an unvisited square. A
/// node is one placement of the knight.
#[derive(Parser)]
#[command(version, bin_name = "knightsweep", after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: Common,
}

const EXAMPLES: &str = "\
Examples:
  knightsweep solve --board 8x8 --start 1,1     # one tour, counted exactly
  knightsweep sweep --starts all --out all.csv  # a search from each square
  knightsweep summarize all.csv --by start      # its results in numbers
  knightsweep plot all.csv                      # its results as a picture
  knightsweep count --board 6x6 --goal closed   # how many tours a board has
  knightsweep paper                             # the paper's claims, tested";

impl Cli {
    /// Whether only errors are shown.
    pub(crate) fn is_quiet(&self) -> bool {
        self.common.quiet
    }

    /// Reads the command line of the process.
    ///
    /// # Errors
    /// The exit code of a faulty one, which has been reported, and that of help.
    pub(crate) fn read() -> Result<Cli, u8> {
        let mut command = usage::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os());
        let cli = matches.and_then(|matches| {
            Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
        });
        cli.map_err(|error| {
            let error = usage::explained(error);
            if !error.use_stderr() {
                let printed = ui::output::ended(error.print());
                return printed.unwrap_or_else(|error| ui::failure::report(&error));
            }
            ui::output::say(&usage::as_failure(&error));
            exit_codes::BAD_INPUT
        })
    }
}

/// Runs the command of a command line.
///
/// # Errors
/// Those that [`ui::failure::report`] shows to the user.
pub(crate) fn execute(cli: Cli) -> anyhow::Result<u8> {
    match commands::execute(&cli.common, cli.command) {
        Err(error) if ui::failure::is_interruption(&error) => {
            cli.common.say(&error.to_string());
            Ok(exit_codes::INTERRUPTED)
        }
        ended => ended,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_help_lists_every_command() {
        let cli = usage::command();
        let help = cli.get_before_long_help().map(ToString::to_string).unwrap_or_default();
        let listed = |name: &&str| {
            help.lines().any(|line| line.get(13..).is_some_and(|rest| rest.starts_with(*name)))
        };
        let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        assert!(names.len() > 15 && names.iter().all(listed), "{names:?}\n{help}");
    }

    #[test]
    fn a_flag_means_the_same_in_all_commands() {
        let mut cli = usage::command();
        cli.build();
        let mut of_short: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
        let mut of_long: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
        for command in cli.get_subcommands() {
            for flag in command.get_arguments() {
                let long = flag.get_long().unwrap_or_default();
                if let Some(short) = flag.get_short() {
                    // One start or several of them.
                    of_short.entry(short).or_default().insert(long.trim_end_matches('s'));
                }
                of_long.entry(long).or_default().insert(flag.get_action().takes_values());
            }
        }
        assert!(of_short.len() > 5);
        for (short, longs) in of_short {
            assert_eq!(longs.len(), 1, "-{short} is {longs:?}");
        }
        for (long, takes_values) in of_long {
            assert_eq!(takes_values.len(), 1, "--{long} takes a value in some commands only");
        }
    }
}
