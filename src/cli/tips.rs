//! Tips for options that a command does not have: what to write in the place of options of other
//! programs. `tips.txt` has them.

use clap::Command;

/// A line of the table.
struct Tip {
    flag: &'static str,
    names: &'static str,
    advice: &'static str,
}

fn tips() -> impl Iterator<Item = Tip> {
    let lines = include_str!("tips.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (flag, rest) = line.split_once(": ")?;
        let (names, advice) = rest.split_once(": ")?;
        Some(Tip { flag, names, advice })
    })
}

impl Tip {
    /// Whether others call its flag so.
    fn is_about(&self, option: &str) -> bool {
        self.names.split(' ').any(|name| name == plain(option))
    }
}

/// The advice about an option that a command does not have.
pub(super) fn about(option: &str, command: &Command) -> Option<String> {
    let has = |flag: &str| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
    let tip = tips().find(|tip| has(tip.flag) && tip.is_about(option))?;
    Some(tip.advice.replace("COMMAND", command.get_name()))
}

/// Whether others call a budget so.
pub(super) fn is_budget(option: &str) -> bool {
    tips().any(|tip| tip.flag == "budget" && tip.is_about(option))
}

/// The name of an option in small letters, without dashes.
pub(super) fn plain(option: &str) -> String {
    option.to_ascii_lowercase().replace(['-', '_'], "")
}
