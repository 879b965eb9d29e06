//! Reading experiments from TOML files.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use crate::experiment::{Draft, Experiment, ExperimentError, ExperimentFault, Located, Place};
use knight_search::named_enum::suggest;

/// The keys of an experiment file; everything else is refused.
const KEYS: [&str; 13] = [
    "title", "notes", "boards", "starts", "orders", "rule", "seeds", "goal", "engine", "budget",
    "tours", "images", "symmetry",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: Option<String>,
    notes: Option<String>,
    boards: Option<Spanned<Words>>,
    starts: Option<Spanned<Words>>,
    orders: Option<Spanned<Words>>,
    rule: Option<Spanned<Words>>,
    seeds: Option<Spanned<Words>>,
    goal: Option<Spanned<Words>>,
    engine: Option<Spanned<Words>>,
    budget: Option<Spanned<Words>>,
    #[serde(default)]
    tours: bool,
    #[serde(default)]
    images: bool,
    symmetry: Option<Spanned<Words>>,
}

/// Reads and validates an experiment. `path` is for messages only.
///
/// # Errors
/// [`ExperimentError`] with the line of the first fault.
pub fn parse(text: &str, path: &Path) -> Result<Experiment, ExperimentError> {
    let source = Source { text, path };
    let document: Document = toml::from_str(text).map_err(|error| source.syntax_error(&error))?;
    Draft {
        title: document.title,
        notes: document.notes,
        boards: source.list("boards", document.boards, "give at least one, such as \"8x8\"")?,
        starts: source.list(
            "starts",
            document.starts,
            "give at least one, such as \"all\" or \"1,1\"",
        )?,
        orders: source.list(
            "orders",
            document.orders,
            "give at least one, such as \"fig2\" or \"all\"",
        )?,
        rule: source.single("rule", document.rule)?,
        seeds: match document.seeds {
            Some(seeds) => source.list("seeds", Some(seeds), "leave the key out for seed 1")?,
            None => Vec::new(),
        },
        goal: source.single("goal", document.goal)?,
        engine: source.single("engine", document.engine)?,
        budget: source.single("budget", document.budget)?.ok_or_else(|| {
            let advice = "give the most checks that a job may spend, such as \"100M\", or \"none\"";
            source.error(None, "budget", ExperimentFault::MissingKey(advice))
        })?,
        tours: document.tours,
        images: document.images,
        symmetry: source.single("symmetry", document.symmetry)?,
    }
    .validate()
}

struct Source<'a> {
    text: &'a str,
    path: &'a Path,
}

impl Source<'_> {
    fn place(&self, span: Option<Range<usize>>, key: &str) -> Place {
        let line = span.map(|span| {
            let before = self.text.get(..span.start).unwrap_or(self.text);
            before.matches('\n').count() + 1
        });
        Place::File { path: self.path.to_owned(), line, key: key.to_owned() }
    }

    fn error(
        &self,
        span: Option<Range<usize>>,
        key: &str,
        fault: ExperimentFault,
    ) -> ExperimentError {
        ExperimentError { place: self.place(span, key), fault: Box::new(fault) }
    }

    fn syntax_error(&self, error: &toml::de::Error) -> ExperimentError {
        let span = error.span();
        let found = span.clone().and_then(|span| self.text.get(span)).unwrap_or("");
        if error.message().starts_with("unknown field") {
            let fault = ExperimentFault::UnknownKey {
                suggestion: suggest(found, &KEYS),
                known: KEYS.join(", "),
            };
            return self.error(span, found, fault);
        }
        let key = self.key_at(span.clone());
        self.error(span, &key, ExperimentFault::Syntax(error.message().to_owned()))
    }

    /// The key of the line where a span begins, or the start of the line as it is.
    fn key_at(&self, span: Option<Range<usize>>) -> String {
        let start = span.map_or(0, |span| span.start.min(self.text.len()));
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or("");
        let key = line.split('=').next().unwrap_or("").trim();
        key.chars().take(40).collect()
    }

    fn list(
        &self,
        key: &'static str,
        words: Option<Spanned<Words>>,
        advice: &'static str,
    ) -> Result<Vec<Located>, ExperimentError> {
        let words =
            words.ok_or_else(|| self.error(None, key, ExperimentFault::MissingKey(advice)))?;
        let span = words.span();
        let located: Vec<Located> = words
            .into_inner()
            .0
            .into_iter()
            .map(|word| Located {
                place: self.place(word.span.or(Some(span.clone())), key),
                text: word.text,
            })
            .collect();
        if located.is_empty() {
            return Err(self.error(Some(span), key, ExperimentFault::Empty(advice)));
        }
        Ok(located)
    }

    fn single(
        &self,
        key: &'static str,
        words: Option<Spanned<Words>>,
    ) -> Result<Option<Located>, ExperimentError> {
        let Some(words) = words else {
            return Ok(None);
        };
        let span = words.span();
        let mut located = self.list(key, Some(words), "give one value")?;
        if located.len() > 1 {
            let fault =
                ExperimentFault::Syntax("one value is expected here, not a list".to_owned());
            return Err(self.error(Some(span), key, fault));
        }
        Ok(located.pop())
    }
}

/// One value or a list of them, each a text or a number.
struct Words(Vec<Word>);

struct Word {
    text: String,
    /// Known for the elements of a list; a single value has the span of its key's value.
    span: Option<Range<usize>>,
}

/// A text, or a number as a text.
struct Scalar(String);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number, or a list of them")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Words, E> {
                ScalarVisitor.visit_str(text).map(Words::one)
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Words, E> {
                ScalarVisitor.visit_i64(number).map(Words::one)
            }

            fn visit_i128<E: serde::de::Error>(self, number: i128) -> Result<Words, E> {
                ScalarVisitor.visit_i128(number).map(Words::one)
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Words, E> {
                ScalarVisitor.visit_f64(number).map(Words::one)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = list.next_element::<Spanned<Scalar>>()? {
                    words.push(Word { span: Some(word.span()), text: word.into_inner().0 });
                }
                Ok(Words(words))
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

impl Words {
    fn one(scalar: Scalar) -> Words {
        Words(vec![Word { text: scalar.0, span: None }])
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a whole number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar(text.to_owned()))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_i128<E: serde::de::Error>(self, number: i128) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    /// TOML reads `1e8` as a float, which is exact up to 2^53.
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Scalar, E> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            Ok(Scalar(format!("{number:.0}")))
        } else {
            Err(E::custom(format!(
                "{number} is not a whole number that a float holds exactly; write it as a text, such as \"1e20\""
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::document::*;
    use knight_search::Budget;

    fn read(text: &str) -> Result<Experiment, ExperimentError> {
        parse(text, Path::new("test.toml"))
    }

    fn refusal(text: &str) -> String {
        read(text).expect_err(text).to_string()
    }

    const GOOD: &str = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";

    #[test]
    fn a_minimal_experiment_is_read() {
        let experiment = read(GOOD).unwrap();
        assert_eq!(experiment.boards.len(), 1);
        assert_eq!(experiment.budget.limit(), Some(100_000_000));
    }

    #[test]
    fn numbers_and_lists_are_taken_where_texts_are() {
        let experiment = read(
            "boards = [\"5x5\", \"6-7\"]\nstarts = [\"1,1\", \"a1\"]\norders = [12345678, \"tutorial\"]\nbudget = 1e8\n",
        )
        .unwrap();
        assert_eq!(experiment.boards.len(), 3);
        assert_eq!(experiment.orders.len(), 2);
        assert_eq!(experiment.budget, Budget::checks(100_000_000).unwrap());
    }

    #[test]
    fn budgets_beyond_64_bits_are_taken_as_numbers() {
        let experiment = read(&GOOD.replace("\"100M\"", "18446744073709551616")).unwrap();
        assert_eq!(experiment.budget.limit(), Some(1 << 64));
    }

    #[test]
    fn every_key_is_known_to_the_document() {
        let all = format!(
            "{GOOD}title = \"t\"\nnotes = \"n\"\nrule = \"greedy-random\"\nseeds = [1, \"5-7\"]\ngoal = \"open\"\nengine = \"step\"\ntours = true\nimages = true\nsymmetry = \"reduce\"\n"
        );
        read(&all).unwrap();
        for key in KEYS {
            assert!(all.contains(&format!("{key} =")), "{key}");
        }
    }

    #[test]
    fn unknown_keys_are_refused_with_line_and_suggestion() {
        let e = refusal(&format!("{GOOD}\nbugdet = 5\n"));
        assert!(
            e.starts_with("test.toml:6: bugdet: there is no such key (did you mean `budget`?)"),
            "{e}"
        );
    }

    #[test]
    fn faults_in_a_list_name_the_line_of_the_element() {
        let e = refusal(
            "boards = \"8x8\"\nstarts = [\n  \"1,1\",\n  \"9,9\",\n]\norders = \"fig2\"\nbudget = 1\n",
        );
        assert!(e.starts_with("test.toml:4: starts: square 9,9 is off the 8x8 board"), "{e}");
    }

    #[test]
    fn missing_and_empty_keys_are_named() {
        assert!(refusal("").contains("boards: this key is missing"));
        assert!(
            refusal(&GOOD.replace("budget", "# budget")).contains("budget: this key is missing")
        );
        assert!(
            refusal(&GOOD.replace("\"all\"", "[]"))
                .contains("test.toml:2: starts: the list is empty")
        );
        assert!(
            refusal(&GOOD.replace("\"100M\"", "[1, 2]")).contains("test.toml:4: budget: one value")
        );
    }

    #[test]
    fn broken_toml_is_refused_with_its_line() {
        for (text, line) in [
            ("boards = \n", 1),
            ("boards = \"8x8\"\nboards = \"5x5\"\n", 2),
            ("boards = \"8x8\nstarts", 2),
            ("title = 5\n", 1),
            ("tours = \"yes\"\n", 1),
            ("\0", 1),
            ("boards = [[1]]\n", 1),
            ("boards = 1.5\n", 1),
        ] {
            let e = refusal(text);
            assert!(e.starts_with(&format!("test.toml:{line}: ")), "{text:?} gives {e}");
        }
    }
}
