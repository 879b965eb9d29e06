//! The exit codes of the commands: the one table of them. `--help`, the manual pages and
//! docs/reference/commands.md follow from it.

use std::collections::BTreeMap;

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

/// An exit code, and when a command ends with it.
type Meaning = (u8, &'static str);

/// What the codes of every command mean, unless it gives them a meaning of its own.
const USUAL: [Meaning; 4] = [
    (0, "done"),
    (FAILED, "failed"),
    (BAD_INPUT, "bad input or usage"),
    (INTERRUPTED, "interrupted"),
];

/// What codes mean for some commands alone.
const OWN: [(&[&str], &[Meaning]); 7] = [
    (
        &["solve"],
        &[
            (0, "a tour was found, or --trace or --profile is done"),
            (FAILED, "failed, for example for lack of memory"),
            (NO_TOUR, "no tour exists"),
            (UNDECIDED, "undecided: stopped by a limit, stuck, or no proof"),
        ],
    ),
    (&["construct"], &[(NO_TOUR, "no tour exists")]),
    (
        &["run", "sweep"],
        &[
            (0, "every job has its row"),
            (FAILED, "failed, or a job failed and has no row"),
            (INTERRUPTED, "interrupted; the finished jobs are saved"),
        ],
    ),
    (
        &["merge"],
        &[
            (0, "the result was written"),
            (FAILED, "failed, or rows are missing or contradict others"),
            (BAD_INPUT, "the files do not belong together, or bad usage"),
        ],
    ),
    (
        &["verify"],
        &[
            (0, "all files are correct"),
            (FAILED, "a file has a fault; with --complete also: has gaps"),
            (BAD_INPUT, "a file cannot be read as a tour or as results"),
        ],
    ),
    (&["compare"], &[(FAILED, "failed, or the results contradict each other")]),
    (
        &["paper", "tutorials"],
        &[
            (0, "all verdicts are the known ones, refuted claims too"),
            (FAILED, "failed, or a verdict has changed"),
        ],
    ),
];

/// The exit codes of a command, in ascending order.
pub(crate) fn of(command: &str) -> BTreeMap<u8, &'static str> {
    let own = OWN.iter().filter(|(commands, _)| commands.contains(&command));
    USUAL.iter().chain(own.flat_map(|(_, meanings)| *meanings)).copied().collect()
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
        for command in OWN.iter().flat_map(|(commands, _)| *commands) {
            assert!(program.find_subcommand(command).is_some(), "{command}");
            let help =
                program.find_subcommand(command).and_then(clap::Command::get_after_long_help);
            assert!(help.is_some_and(|help| help.to_string().ends_with(&section(command))));
        }
        assert_eq!(of("solve").into_keys().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 130]);
        assert_eq!(of("walks").into_keys().collect::<Vec<_>>(), [0, 1, 2, 130]);
    }
}
