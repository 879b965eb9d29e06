//! Help, manual pages and completions.

use crate::program::{Folder, knightsweep, stderr, stdout};

#[test]
fn help_names_the_sets_that_messages_name() {
    let folder = Folder::new();
    for (flag, commands) in
        [("--starts", &["sweep", "best-order"][..]), ("--orders", &["sweep", "plan"])]
    {
        let said = stderr(&folder.run(&format!("plan {flag} ?")).code(2));
        let sets = said.trim().split_once("or a set: ").expect("a list of sets").1;
        for (command, set) in commands.iter().flat_map(|c| sets.split(", ").map(move |s| (c, s))) {
            let help = stdout(&folder.run(&format!("{command} --help")).success());
            assert!(help.contains(set), "{command} {flag}: {set}");
        }
    }
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&folder.run(&format!("completions {shell}")).success());
        assert!(script.contains("summarize"), "{shell}");
    }
    folder.run("man .").success();
    assert!(folder.names().contains(&"knightsweep-sweep.1".to_owned()));
    assert!(stdout(&folder.run("man").success()).contains(".TH knightsweep"));
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = "run sweep plan solve construct verify summarize plot report merge paper walks \
                    best-order count probability completions man";
    for command in std::iter::once("").chain(commands.split_whitespace()) {
        let help = stdout(&knightsweep(&format!("{command} --help")).assert().success());
        assert!(help.contains("Examples:"), "{command}");
    }
}

#[test]
fn help_is_short_with_h_and_long_otherwise_in_every_command() {
    let commands = "run sweep plan solve construct verify summarize plot report merge paper walks \
                    best-order count probability completions man";
    for command in commands.split_whitespace() {
        let help =
            |flag: &str| stdout(&knightsweep(&format!("{command} {flag}")).assert().success());
        let (short, long) = (help("-h"), help("--help"));
        assert!(
            short.contains("Examples:") && short.contains("see more with '--help'"),
            "{command}"
        );
        // Each option has a line of its own only in the long form.
        assert!(
            long.contains("  -q, --quiet\n") && !short.contains("  -q, --quiet\n"),
            "{command}"
        );
    }
    let usage = stdout(&knightsweep("solve --help").assert().success());
    for option in ["--rule <RULE>\n", "--seed <SEED>\n", "--goal <GOAL>\n", "--engine <ENGINE>\n"] {
        assert!(usage.contains(option), "{option}: {usage}");
    }
}
