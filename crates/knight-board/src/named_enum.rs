//! Enums whose values have words, as the command line, experiments and CSV files write them.

/// A text that is not one of the known words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a known {what}{}; choose one of: {known}", did_you_mean(suggestion))]
pub struct UnknownWord {
    /// What the words name, such as `rule`.
    pub what: &'static str,
    /// The text as it was written.
    pub text: String,
    /// The most similar known word, if one is similar.
    pub suggestion: Option<&'static str>,
    /// All known words, separated by commas.
    pub known: String,
}

/// The first known word that ends with a hyphen and the text, else the most similar word, if one is
/// similar.
pub fn suggest<'a>(text: &str, known: &[&'a str]) -> Option<&'a str> {
    const SIMILAR: f64 = 0.75;
    let has_end = |word: &&&str| word.strip_suffix(text).is_some_and(|start| start.ends_with('-'));
    if let Some(word) = known.iter().find(has_end) {
        return Some(word);
    }
    known
        .iter()
        .map(|word| (strsim::jaro_winkler(text, word), *word))
        .filter(|(similarity, _)| *similarity > SIMILAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

/// A suggestion as the end of a message; empty without one.
pub fn did_you_mean(suggestion: &Option<impl std::fmt::Display>) -> String {
    suggestion.as_ref().map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

/// Implements `ALL`, `word`, `Display` and `FromStr` for an enum, from one list of its values, in
/// the order of the enum, and words. A semicolon instead of the first comma says that values may
/// have a field.
///
/// ```
/// use knight_board::Goal;
/// assert_eq!("closed".parse(), Ok(Goal::Closed));
/// assert_eq!(Goal::Closed.word(), "closed");
/// let error = "close".parse::<Goal>().unwrap_err();
/// assert_eq!(error.suggestion, Some("closed"));
/// ```
#[macro_export]
macro_rules! named_enum {
    ($type:ident, $what:literal, $($variant:ident => $word:literal),+) => {
        $crate::named_enum!($type, $what; $($variant => $word),+);

        const _: () = {
            let mut place = 0;
            while place < $type::ALL.len() {
                assert!($type::ALL[place] as usize == place);
                place += 1;
            }
        };
    };
    ($type:ident, $what:literal; $($variant:ident $(($field:path))? => $word:literal),+) => {
        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$variant $(($field))?),+];

            /// The words of all values.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this value on the command line, in experiments and in the CSV.
            pub const fn word(self) -> &'static str {
                match self { $($type::$variant $(($field))? => $word),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::named_enum::UnknownWord;

            fn from_str(text: &str) -> Result<$type, $crate::named_enum::UnknownWord> {
                let named = $type::ALL.iter().copied().find(|value| value.word() == text);
                named.ok_or_else(|| $crate::named_enum::UnknownWord {
                    what: $what,
                    text: text.to_owned(),
                    suggestion: $crate::named_enum::suggest(text, $type::WORDS),
                    known: $type::WORDS.join(", "),
                })
            }
        }
    };
}
pub use named_enum;
