//! Tips for options that a command does not have. Each stands beside the flag that it is about.

/// What to write in the place of options of other programs.
pub(crate) struct Tip {
    /// The flag that the tip is about. Commands without it do not give the tip.
    pub flag: &'static str,
    /// How others call it: in small letters, without dashes, between blanks.
    pub names: &'static str,
    /// What to write. `COMMAND` stands for the command.
    pub advice: &'static str,
}

impl Tip {
    /// The advice about an option of a command, if the tip is about this one.
    pub(crate) fn about(&self, option: &str, command: &clap::Command) -> Option<String> {
        let has_flag = command.get_arguments().any(|arg| arg.get_long() == Some(self.flag));
        let advice = || self.advice.replace("COMMAND", command.get_name());
        (has_flag && self.is_named(option)).then(advice)
    }

    /// Whether an option has one of the names.
    pub(crate) fn is_named(&self, option: &str) -> bool {
        self.names.split(' ').any(|name| name == plain(option))
    }
}

/// The name of an option in small letters, without dashes.
pub(super) fn plain(option: &str) -> String {
    option.to_ascii_lowercase().replace(['-', '_'], "")
}
