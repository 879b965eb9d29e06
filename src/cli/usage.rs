//! The command line as clap has it: its forms of help, and tips for faulty ones.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use knight_search::Board;
use knight_search::named_enum::suggest;
use knightsweep::experiment::Key;

use super::Cli;

/// The commands that answer one question, so that their options take one value.
const OF_ONE: [&str; 4] = ["solve", "construct", "walks", "probability"];

/// The command line. `-h` is short and `--help` long in every command, and both have the examples.
pub fn command() -> Command {
    with_long_help(Cli::command()).mut_subcommands(with_long_help)
}

fn with_long_help(command: Command) -> Command {
    match command.get_after_help().cloned() {
        Some(examples) => command.after_long_help(examples),
        None => command,
    }
}

/// An error with what clap does not know: a similar command, how to pass moves, where several
/// values go. Its usage line is that of the command, not of the options that were given.
pub fn explained(mut error: clap::Error, arguments: &[String]) -> clap::Error {
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
    }
    error
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
    Some(format!("if `{value}` is a value of {option}, write {option}='{value}'"))
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
    /// Names of arrays of moves in programs.
    const MOVES: [&str; 10] =
        ["dx", "dy", "x", "y", "dr", "dc", "xmove", "ymove", "xmoves", "ymoves"];
    const SIZES: [&str; 8] = ["n", "size", "width", "height", "rows", "cols", "row", "col"];
    /// What others call a budget.
    const BUDGETS: [&str; 9] = [
        "budget",
        "maxchecks",
        "checks",
        "limit",
        "maxiterations",
        "iterations",
        "maxsteps",
        "maxnodes",
        "steps",
    ];
    let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let name = command.get_name();
    let word = unknown.trim_start_matches('-').to_ascii_lowercase().replace(['-', '_'], "");
    let is_option = unknown.starts_with('-');
    if is_option && has("xy") && MOVES.contains(&word.as_str()) {
        return Some(format!(
            "the moves of a program go together into --moves: knightsweep {name} --moves 'dx = \
             {{2, 1, …}}; dy = {{1, 2, …}}'"
        ));
    }
    if is_option && let Some(tip) = picture_tip(&word, has("font-size"), has("svg")) {
        return Some(tip.to_owned());
    }
    if ["--out", "--output", "-o"].contains(&unknown) && !has("out") {
        return Some(format!("{name} prints its results; `> FILE` behind the command saves them"));
    }
    if is_option && has("board") && SIZES.contains(&word.as_str()) {
        return Some("a board is written as rows x columns, such as --board 8x8".to_owned());
    }
    if !is_option && has("board") && unknown.parse::<u64>().is_ok() {
        return Some("write boards as 8x8 and squares as 1,1, without a blank".to_owned());
    }
    if !is_option && has("board") && unknown.parse::<Board>().is_ok() {
        return Some(format!("boards follow --board: --board {unknown}"));
    }
    if is_option && BUDGETS.contains(&word.as_str()) && has("budget") {
        return Some(format!("--budget limits the checks: {name} --budget 100M"));
    }
    if is_option && name == "run" && is_of_experiment(unknown, &word) {
        let key = if BUDGETS.contains(&word.as_str()) { "budget" } else { unknown };
        return Some(format!(
            "run takes the {} from its experiment file; change it there, or give the experiment \
             as options of sweep",
            key.trim_start_matches('-')
        ));
    }
    let is_for_one = !is_option && OF_ONE.contains(&name);
    is_for_one.then(|| format!("{name} takes one value for each option; sweep takes several"))
}

/// Whether an option is one of those that describe an experiment.
fn is_of_experiment(unknown: &str, word: &str) -> bool {
    const OTHERS: [&str; 4] = ["maxchecks", "limit", "moves", "xy"];
    let name = unknown.trim_start_matches('-');
    let mut facts = Key::ALL.iter().map(|key| key.facts()).filter(|facts| !facts.flag.is_empty());
    OTHERS.contains(&word) || facts.any(|facts| facts.flag == name || facts.also == Some(name))
}

/// What to write instead of an option that other programs for pictures have. `plot` draws all kinds
/// of pictures, other commands only a tour.
fn picture_tip(word: &str, is_plot: bool, is_tour: bool) -> Option<&'static str> {
    match word {
        "png" | "pdf" | "picture" | "image" | "plot" | "draw" if is_tour => {
            Some("--svg FILE draws the tour")
        }
        _ if !is_plot => None,
        "dpi" | "ppi" | "resolution" | "scale" | "size" | "pixels" | "height" => Some(
            "--width is the size of a picture in millimetres, and --font-size that of its texts; \
             a PNG has 300 pixels to the inch",
        ),
        "gray" | "grey" | "grayscale" | "greyscale" | "bw" | "mono" | "monochrome" | "color"
        | "colour" | "colors" | "colours" | "cmap" | "colormap" | "palette" | "theme" => Some(
            "the colours cannot be chosen; in grey print, lines differ in their dashes and symbols, \
             and squares in their brightness",
        ),
        "format" | "type" | "svg" | "png" | "pdf" => {
            Some("the ending of --out is the format: --out NAME.svg")
        }
        "output" | "file" | "save" => Some("--out names the picture"),
        _ => None,
    }
}

/// Adds the most similar command to an error about a command that does not exist. Clap does so
/// itself, except after `help`.
fn suggest_command(error: &mut clap::Error) {
    if error.get(ContextKind::SuggestedSubcommand).is_none()
        && let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand)
    {
        let cli = Cli::command();
        let names: Vec<&str> = cli.get_subcommands().map(Command::get_name).collect();
        if let Some(similar) = suggest(unknown, &names) {
            let suggestion = ContextValue::Strings(vec![similar.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, suggestion);
        }
    }
}
