//! Patterns of texts, and what to write for them.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

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
    rules.iter().fold(text, |text, (pattern, written)| match pattern.replace_all(&text, *written) {
        Cow::Borrowed(_) => text,
        Cow::Owned(replaced) => replaced.into(),
    })
}

/// The text with signs of ASCII in the place of wide ones, which keyboards of Chinese and Japanese
/// write.
pub(crate) fn narrow(text: &str) -> Cow<'_, str> {
    const DISTANCE: u32 = 0xfee0;
    static WIDE: LazyLock<Regex> = LazyLock::new(|| regex(r"[\x{ff01}-\x{ff5e}]+"));
    let narrow = |c| char::from_u32(u32::from(c) - DISTANCE);
    WIDE.replace_all(text, |wide: &Captures| wide[0].chars().filter_map(narrow).collect::<String>())
}
