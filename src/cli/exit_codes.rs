//! The exit codes of the commands: the one table of them. `--help`, the manual pages and
//! docs/reference/commands.md follow from it.

use std::collections::BTreeMap;

/// The command did what was asked for.
pub(crate) const DONE: u8 = 0;

/// The command failed, or a check that it makes did.
pub(crate) const FAILED: u8 = 1;

/// The request itself is at fault.
pub(crate) const BAD_INPUT: u8 = 2;

/// No tour exists, by a search or by a theorem.
pub(crate) const NO_TOUR: u8 = 3;

/// The search ended without an answer.
pub(crate) const UNDECIDED: u8 = 4;

/// A signal ended the command.
pub(crate) const INTERRUPTED: u8 = 130;

/// What the codes of every command mean, unless it gives them a meaning of its own.
const USUAL: [(u8, &str); 4] = [
    (DONE, "done"),
    (FAILED, "failed"),
    (BAD_INPUT, "bad input or usage"),
    (INTERRUPTED, "interrupted"),
];

/// What a code means for some commands alone.
const OWN: [(&str, u8, &str); 16] = [
    ("solve", DONE, "a tour was found, or --trace or --profile is done"),
    ("solve", FAILED, "failed, for example for lack of memory"),
    ("solve construct", NO_TOUR, "no tour exists"),
    ("solve", UNDECIDED, "undecided: stopped by a limit, stuck, or no proof"),
    ("run sweep", DONE, "every job has its row"),
    ("run sweep", FAILED, "failed, or a job failed and has no row"),
    ("run sweep", INTERRUPTED, "interrupted; the finished jobs are saved"),
    ("merge", DONE, "the result was written"),
    ("merge", FAILED, "failed, or rows are missing or contradict others"),
    ("merge", BAD_INPUT, "the files do not belong together, or bad usage"),
    ("verify", DONE, "all files are correct"),
    ("verify", FAILED, "a file has a fault; with --complete also: has gaps"),
    ("verify", BAD_INPUT, "a file cannot be read as a tour or as results"),
    ("compare", FAILED, "failed, or the results contradict each other"),
    ("paper tutorials", DONE, "all verdicts are the known ones, refuted claims too"),
    ("paper tutorials", FAILED, "failed, or a verdict has changed"),
];

/// The exit codes of a command, in ascending order.
pub(crate) fn of(command: &str) -> BTreeMap<u8, &'static str> {
    let own = OWN.into_iter().filter(|(commands, ..)| commands.split(' ').any(|it| it == command));
    USUAL.into_iter().chain(own.map(|(_, code, meaning)| (code, meaning))).collect()
}

/// The first words of the section of the help.
pub(crate) const HEADING: &str = "Exit codes";

/// The exit codes of a command as a section of its help.
pub(crate) fn section(command: &str) -> String {
    let lines = of(command).into_iter().map(|(code, meaning)| format!("\n  {code:<3}  {meaning}"));
    let more = if command == "knightsweep" { " (some commands have more)" } else { "" };
    format!("{HEADING}{more}:{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::usage;

    #[test]
    fn only_commands_have_exit_codes() {
        let program = usage::command();
        for command in OWN.iter().flat_map(|(commands, ..)| commands.split(' ')) {
            assert!(program.find_subcommand(command).is_some(), "{command}");
            let help =
                program.find_subcommand(command).and_then(clap::Command::get_after_long_help);
            assert!(help.is_some_and(|help| help.to_string().ends_with(&section(command))));
        }
        assert_eq!(of("solve").into_keys().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 130]);
        assert_eq!(of("walks").into_keys().collect::<Vec<_>>(), [0, 1, 2, 130]);
    }
}
