//! The command line as clap has it: its forms of help, and where misplaced arguments belong.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use knight_search::Board;

use crate::cli::{Cli, exit_codes};

/// The commands by what they are for, as the help has them.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    ("Answers", &["solve", "best-order", "count", "walks", "construct", "probability"]),
    ("Experiments", &["run", "sweep", "plan", "merge"]),
    ("Results", &["verify", "summarize", "compare", "plot", "report"]),
    ("Documents", &["paper", "tutorials"]),
    ("Set-up", &["schema", "completions", "man"]),
];

/// The command line. `-h` fits a screen in every command; `--help` has all options and examples.
pub(super) fn command() -> Command {
    // Helps say the words of options in their texts.
    let any_case = |arg: Arg| {
        let has_words = arg.get_action().takes_values() && !arg.get_possible_values().is_empty();
        if has_words { arg.ignore_case(true).hide_possible_values(true) } else { arg }
    };
    let command = short_and_long(Cli::command())
        .mut_subcommands(|command| short_and_long(command).mut_args(any_case).mut_args(exact));
    let groups = GROUPS.map(|(title, names)| {
        let line = |(place, name): (usize, &&str)| {
            let title = if place == 0 { title } else { "" };
            let about = command.find_subcommand(name).and_then(Command::get_about);
            format!(
                "{title:<12} {name:<12} {}\n",
                about.map(ToString::to_string).unwrap_or_default()
            )
        };
        names.iter().enumerate().map(line).collect::<String>()
    });
    // The short help leaves the set-up out.
    let short = groups[..groups.len() - 1].concat();
    command
        .before_help(short.trim_end().to_owned())
        .before_long_help(groups.join("\n").trim_end().to_owned())
        .help_template(
            "{about-section}\n{usage-heading} {usage}\n\n{before-help}{options}{after-help}",
        )
}

/// The option for JSON with what readers of JSON have to know.
fn exact(arg: Arg) -> Arg {
    if arg.get_long() != Some("json") {
        return arg;
    }
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    arg.long_help(format!("{help}\n\nWhole numbers beyond 2^53 are texts"))
}

/// Leaves examples and exit codes to the long form.
fn short_and_long(command: Command) -> Command {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let exit_codes = exit_codes::section(command.get_name());
    command
        .after_help(None::<&str>)
        .after_long_help(format!("{}\n\n{exit_codes}", examples.trim_end()))
}

/// An error with what clap does not know: where an argument belongs that a command does not have,
/// and what reads standard input.
pub(super) fn explained(mut error: clap::Error) -> clap::Error {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let tip = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) => {
            let tip = tip(unknown, &usage);
            // No value of this program begins with two minus signs, as clap would suggest, and its
            // usage line has only what was given and what is similar.
            error.remove(ContextKind::Suggested);
            error.remove(ContextKind::Usage);
            tip
        }
        (ErrorKind::MissingRequiredArgument, _) if usage.contains(" verify ") => {
            Some("a tour from standard input: knightsweep verify -".to_owned())
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        error.remove(ContextKind::SuggestedArg);
    }
    error
}

/// The message of an error in the form of all others, without empty lines.
pub(super) fn as_failure(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text
        .replacen("error: ", "knightsweep: ", 1)
        .replace("For more information, try", "For more, try");
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match error.kind() {
        // It is the help.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => text.trim_end().to_owned(),
        _ => lines.join("\n"),
    }
}

/// Where an argument belongs that the command of this usage does not have: an option of other
/// commands, or a value without its option.
fn tip(unknown: &str, usage: &str) -> Option<String> {
    let cli = Cli::command();
    let has = |command: &Command, option: &str| {
        command.get_arguments().any(|it| it.get_long() == Some(option))
    };
    let is_used = |command: &&Command| usage.split_whitespace().any(|it| it == command.get_name());
    let command = cli.get_subcommands().find(is_used);
    if let Some(option) = unknown.strip_prefix("--") {
        // `--starts` where there is one start.
        let other = option.strip_suffix('s').map_or(format!("{option}s"), str::to_owned);
        if let Some(command) = command.filter(|command| has(command, &other)) {
            return Some(format!("{} takes --{other}", command.get_name()));
        }
        let commands = cli.get_subcommands().filter(|command| has(command, option));
        let names: Vec<&str> = commands.map(Command::get_name).collect();
        return (!names.is_empty())
            .then(|| format!("{unknown} is an option of {}", names.join(", ")));
    }
    let command = command?;
    if !has(command, "board") {
        return None;
    }
    match unknown {
        _ if unknown.starts_with('-') && unknown.contains(|c: char| c.is_ascii_digit()) => Some(
            "a value that begins with a minus follows an equals sign, as in --order='-2,1 …'"
                .to_owned(),
        ),
        _ if unknown.ends_with(".toml") && command.get_name() != "plan" => {
            Some(format!("run takes experiment files: knightsweep run {unknown}"))
        }
        _ if unknown.parse::<u64>().is_ok() => {
            Some("write boards as 8x8 and squares as 1,1, without a blank".to_owned())
        }
        _ if unknown.parse::<Board>().is_ok() => {
            Some(format!("boards follow --board: --board {unknown}"))
        }
        _ => (has(command, "moves") && Path::new(unknown).extension().is_some())
            .then(|| format!("the moves of a program follow --moves: --moves {unknown}")),
    }
}
