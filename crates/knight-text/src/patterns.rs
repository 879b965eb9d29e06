//! Patterns of texts, and what to write for them.

use std::borrow::Cow;

use regex::{Regex, Replacer};

/// A pattern, and what to write in its place.
pub(crate) type Rule = (Regex, &'static str);

/// A pattern of this program.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a test reads texts with each pattern")
}

/// The rules with these patterns.
pub(crate) fn rules(rules: &[(&str, &'static str)]) -> Vec<Rule> {
    rules.iter().map(|(pattern, written)| (regex(pattern), *written)).collect()
}

/// The text by these rules, one after the other.
pub(crate) fn replaced<'a>(text: Cow<'a, str>, rules: &[Rule]) -> Cow<'a, str> {
    rules.iter().fold(text, |text, (pattern, written)| with(text, pattern, *written))
}

/// The text with something in the place of a pattern.
pub(crate) fn with<'a>(
    text: Cow<'a, str>,
    pattern: &Regex,
    written: impl Replacer,
) -> Cow<'a, str> {
    match pattern.replace_all(&text, written) {
        Cow::Borrowed(_) => text,
        Cow::Owned(replaced) => replaced.into(),
    }
}
