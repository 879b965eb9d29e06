//! The command line as clap has it: its forms of help, and tips for faulty ones.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use knight_board::named_enum::suggest;
use knight_search::Board;
use knightsweep::experiment::Key;

use crate::cli::tips::{self, is_budget, plain};
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
    let [answers, experiments, results, documents, _] = &groups;
    let short = [answers, experiments, results, documents].map(String::as_str).concat();
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

/// An error with what clap does not know: a similar command, how to pass moves, where several
/// values go. Its usage line is that of the command, not of the options that were given.
pub(super) fn explained(mut error: clap::Error, arguments: &[String]) -> clap::Error {
    suggest_command(&mut error);
    let mut command = command();
    command.build();
    let named = arguments.iter().find_map(|argument| command.find_subcommand(argument).cloned());
    let Some(mut named) = named else { return error };
    if error.get(ContextKind::Usage).is_some() {
        error.insert(ContextKind::Usage, ContextValue::StyledStr(named.render_usage()));
    }
    let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) => unknown.clone(),
        _ => return error,
    };
    let tip = value_tip(arguments, &unknown)
        .or_else(|| one_more_value_tip(&named, arguments, &unknown))
        .or_else(|| tip(&named, &unknown));
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        error.remove(ContextKind::SuggestedArg);
    } else {
        // No value of this program begins with two minus signs, as clap would suggest.
        error.remove(ContextKind::Suggested);
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

/// How to pass a value that begins with a minus, which clap takes for an option.
fn value_tip(arguments: &[String], unknown: &str) -> Option<String> {
    unknown.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))?;
    let place = arguments.iter().position(|argument| argument.starts_with(unknown))?;
    let value = &arguments[place];
    let is_number = |text: &String| text.parse::<f64>().is_ok();
    let is_option = |before: &&String| before.starts_with('-') && !is_number(before);
    let option = arguments[..place].iter().rev().find(is_option)?;
    if option == "--moves" {
        return Some("give all moves as one text: --moves='2,1 1,2 -1,2 …'".to_owned());
    }
    if is_number(value) {
        return Some(format!("{option} takes no negative number"));
    }
    Some(match option.starts_with("--order") || option == "--compare" {
        true => format!("if `{value}` is a value of {option}, write {option}='{value}'"),
        false => format!("{option} takes no value that begins with a minus"),
    })
}

/// How to add a value that begins with a minus to an option whose values are joined by commas.
fn one_more_value_tip(command: &Command, arguments: &[String], unknown: &str) -> Option<String> {
    let place = arguments.iter().position(|argument| argument.starts_with(unknown))?;
    let [.., option, values] = &arguments[..place] else { return None };
    let name = option.strip_prefix("--")?;
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
    let takes_both = arg.get_value_delimiter().is_some() && arg.is_allow_hyphen_values_set();
    let value = &arguments[place];
    takes_both
        .then(|| format!("if `{value}` is a value of {option}, write {option} {values},{value}"))
}

/// What to write instead of an argument that the command does not have.
fn tip(command: &Command, unknown: &str) -> Option<String> {
    let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let name = command.get_name();
    if !unknown.starts_with('-') {
        return match unknown.parse::<Board>() {
            _ if has("board") && unknown.parse::<u64>().is_ok() => {
                Some("write boards as 8x8 and squares as 1,1, without a blank".to_owned())
            }
            Ok(_) if has("board") => Some(format!("boards follow --board: --board {unknown}")),
            _ if unknown.ends_with(".toml") && is_of_flags(name) => {
                Some(format!("run takes experiment files: knightsweep run {unknown}"))
            }
            // Texts have them in the place of two minus signs.
            _ if unknown.starts_with(['\u{2013}', '\u{2014}']) => {
                let option = unknown.trim_start_matches(['\u{2013}', '\u{2014}', '-']);
                Some(format!("options begin with two minus signs: --{option}"))
            }
            // It answers one question, so its options take one value.
            _ if has("start") && !has("starts") => {
                Some(format!("{name} takes one value for each option; sweep takes several"))
            }
            _ => None,
        };
    }
    if ["--out", "--output", "-o"].contains(&unknown) && !has("out") {
        return Some(match name {
            "man" => "the folder for all pages follows the command: man ./FOLDER".to_owned(),
            _ => format!("{name} prints its results; `> FILE` behind the command saves them"),
        });
    }
    tips::about(unknown, command).or_else(|| {
        let key = if is_budget(unknown) { "budget" } else { unknown.trim_start_matches('-') };
        (name == "run" && is_of_experiment(unknown)).then(|| {
            format!(
                "run takes the {key} from its experiment file; change it there, or give the \
                 experiment as options of sweep"
            )
        })
    })
}

/// Whether a command takes an experiment by flags alone.
fn is_of_flags(command: &str) -> bool {
    ["sweep", "solve", "best-order"].contains(&command)
}

/// Whether an option is one of those that describe an experiment.
fn is_of_experiment(unknown: &str) -> bool {
    let name = unknown.trim_start_matches('-');
    let mut facts = Key::ALL.iter().map(|key| key.facts()).filter(|facts| !facts.flag.is_empty());
    is_budget(unknown)
        || ["moves", "xy"].contains(&plain(unknown).as_str())
        || facts.any(|facts| facts.flag == name || facts.also == Some(name))
}

/// What others call the command that draws.
const DRAWING: [&str; 6] = ["visualize", "visualise", "draw", "chart", "graph", "figure"];

/// Adds the command that draws, or the most similar one, to an error about a command that does not
/// exist, or the option `--version`. Clap does so itself, except after `help`, and takes `version`
/// for `verify`.
fn suggest_command(error: &mut clap::Error) {
    if let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) {
        let cli = Cli::command();
        let names = cli.get_subcommands().map(Command::get_name).chain(["--version"]);
        let similar = match DRAWING.contains(&unknown.as_str()) {
            true => Some("plot"),
            false => suggest(unknown, &names.collect::<Vec<_>>()),
        };
        if let Some(similar) = similar {
            let suggestion = ContextValue::Strings(vec![similar.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, suggestion);
        }
    }
}
