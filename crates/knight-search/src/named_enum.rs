//! Enums whose values have a word in the vocabulary of the command line, the experiments and the CSV.

/// A text is not one of the words that it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a known {what}{}; known are: {known}", did_you_mean(suggestion))]
pub struct UnknownWord {
    /// What the word should name, such as `rule`.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The known word nearest to it, if one is near.
    pub suggestion: Option<&'static str>,
    /// All known words, separated by commas.
    pub known: String,
}

/// The known word nearest to a text, if one is near.
pub fn suggest(text: &str, known: &[&'static str]) -> Option<&'static str> {
    const NEAR: f64 = 0.75;
    known
        .iter()
        .map(|word| (strsim::jaro_winkler(text, word), *word))
        .filter(|(similarity, _)| *similarity > NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

/// The end of a message that makes a suggestion, if there is one.
pub fn did_you_mean(suggestion: &Option<&'static str>) -> String {
    suggestion.map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

/// Gives an enum `ALL`, `word`, `Display` and `FromStr` from one list of values and their words.
#[macro_export]
macro_rules! named_enum {
    ($type:ident, $what:literal, $($variant:ident => $word:literal),+) => {
        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The word for this value on the command line, in experiments and in the CSV.
            pub const fn word(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
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
                    suggestion: $crate::named_enum::suggest(text, &[$($word),+]),
                    known: [$($word),+].join(", "),
                })
            }
        }
    };
}
pub use named_enum;
