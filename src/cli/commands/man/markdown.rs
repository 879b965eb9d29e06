//! `man --markdown`: the commands, their options and their exit codes as Markdown. It is what
//! docs/reference/commands.md has of them.

use clap::{Arg, Command};
use knightsweep::text::joined;

use crate::cli::exit_codes;
use crate::cli::usage::{self, GROUPS};

/// All commands in the groups of the help, behind the options that every command has.
pub(super) fn page() -> String {
    let mut program = usage::command().disable_help_subcommand(true);
    program.build();
    // Commands have no option for the version.
    let common = program.get_arguments().filter(|arg| arg.get_id() != "version");
    let mut page = format!("## Common options\n\n{}", options(common));
    for (group, names) in GROUPS {
        page += &format!("\n## {group}\n");
        let commands = names.iter().filter_map(|name| program.find_subcommand(name));
        page.extend(commands.map(section));
    }
    page
}

/// A command: its purpose, its usage, its own options and its exit codes.
fn section(command: &Command) -> String {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let is_own =
        |arg: &&Arg| !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str());
    let options = options(command.get_arguments().filter(is_own));
    let codes = exit_codes::of(name).into_iter();
    let codes: String = codes.map(|(code, meaning)| format!("| {code} | {meaning} |\n")).collect();
    format!(
        "\n### {name}\n\n{about}: `{usage}`\n\n{options}\n| exit code | when |\n|---|---|\n{codes}"
    )
}

/// A table of options.
fn options<'a>(options: impl Iterator<Item = &'a Arg>) -> String {
    let rows = options.filter(|arg| !arg.is_hide_set()).map(|arg| {
        let (meaning, said) = meaning_and_default(arg);
        let defaults = arg.get_default_values().iter();
        let defaults = defaults.map(|value| format!("`{}`", value.to_string_lossy()));
        let default = match said {
            Some(said) => said,
            None if !arg.get_action().takes_values() => String::new(),
            None if arg.is_required_set() => "required".to_owned(),
            None => joined(defaults, ", "),
        };
        let cells = [name(arg), default, meaning].map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.join(" | "))
    });
    let rows = rows.collect::<String>();
    match rows.is_empty() {
        true => "It takes no options.\n".to_owned(),
        false => format!("| option | default | meaning |\n|---|---|---|\n{rows}"),
    }
}

/// An option as it is written, with the name of its value.
fn name(arg: &Arg) -> String {
    let short = arg.get_short().map_or(String::new(), |short| format!("`-{short}`, "));
    format!("{short}`{arg}`")
}

/// What an option means, in one line, and the default that this text says.
fn meaning_and_default(arg: &Arg) -> (String, Option<String>) {
    let text = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let (text, default) = without_default(&text);
    let paragraphs = text.split("\n\n").map(in_one_line);
    let sentences = paragraphs.map(|it| it.replace(" . ", ". ").trim_end_matches('.').to_owned());
    let text = joined(sentences.filter(|it| !it.is_empty()), ". ");
    (text.replace("…. ", "… "), default)
}

fn in_one_line(text: &str) -> String {
    joined(text.split_whitespace(), " ")
}

/// A text without its `[default: …]`, and what that says.
fn without_default(text: &str) -> (String, Option<String>) {
    if let Some((before, rest)) = text.split_once("[default: ")
        && let Some((default, behind)) = rest.split_once(']')
    {
        return (format!("{before}{behind}"), Some(in_one_line(default)));
    }
    (text.to_owned(), None)
}
