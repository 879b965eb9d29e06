//! Experiments in words: the common form of TOML files, flags and sidecars.

use std::iter::zip;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use knight_search::{Engine, Goal, Rule};

use crate::experiment::error::Errors;
use crate::experiment::plan::Plan;
use crate::experiment::{
    Experiment, ExperimentError, ExperimentFault, Impossible, OrderSet, Place, Reduction, StartSet,
};

mod words;

use words::Words;

/// The part of an experiment that decides what is computed, in words. Title and notes are not part
/// of it.
///
/// Files and flags may write the same thing in several ways. [`Experiment::spec`] gives the
/// canonical words, which the sidecar of a results file holds and which the hash covers.
/// `default()` has the default of every key; the keys `boards`, `starts`, `orders` and `budget`
/// have none and are empty.
///
/// ```
/// use knightsweep::experiment::{Place, Spec};
///
/// let spec = Spec {
///     boards: vec!["8x8".to_owned()],
///     starts: vec!["all".to_owned()],
///     orders: vec!["fig2".to_owned()],
///     budget: vec!["100M".to_owned()],
///     ..Spec::default()
/// };
/// let experiment = spec.validate(&|key, _| Place::flag(format!("--{key}")))?;
/// assert_eq!(experiment.spec().orders, ["12345678"]);
/// # Ok::<(), knightsweep::experiment::ExperimentError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Boards (`8x8`) and ranges of square boards (`5-8`).
    pub boards: Vec<String>,
    /// Sets of start squares, such as `all` or `1,1`.
    pub starts: Vec<String>,
    /// Sets of move orders, such as `12345678` or `sample:500:1`.
    pub orders: Vec<String>,
    /// `fixed`, or rules of Warnsdorff's.
    #[serde(with = "one_or_list")]
    pub rule: Vec<String>,
    /// Seeds and ranges of them, such as `1` or `1-100`; empty for a deterministic rule, or for
    /// seed 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
    /// How many pairs of a start and an order are drawn on each board, each with a seed, and from
    /// which seed of the draws, such as `10000:1`; empty for all jobs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub draws: String,
    /// `open` or `closed`, or both.
    #[serde(with = "one_or_list")]
    pub goal: Vec<String>,
    /// `step`, `leap`, `auto` or `estimate`, or several.
    #[serde(with = "one_or_list")]
    pub engine: Vec<String>,
    /// What estimates aim at, such as `2%`; empty without them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub precision: String,
    /// Numbers of checks, or `none`.
    #[serde(with = "one_or_list")]
    pub budget: Vec<String>,
    /// Whether tours are recorded.
    pub tours: bool,
    /// Whether each pair of start and order stands for all its images.
    pub images: bool,
    /// `off` or `reduce`.
    pub symmetry: String,
    /// `search` or `skip`; missing for `search`.
    #[serde(default = "searched", skip_serializing_if = "is_searched")]
    pub impossible: String,
}

fn searched() -> String {
    Impossible::Search.to_string()
}

fn is_searched(impossible: &String) -> bool {
    *impossible == searched()
}

/// A single word as a text, as people write it in an experiment; several as a list.
mod one_or_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrList {
        One(String),
        List(Vec<String>),
    }

    pub fn serialize<S: Serializer>(words: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        match words {
            [one] => one.serialize(serializer),
            words => words.serialize(serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<String>, D::Error> {
        Ok(match OneOrList::deserialize(deserializer)? {
            OneOrList::One(word) => vec![word],
            OneOrList::List(words) => words,
        })
    }
}

impl Default for Spec {
    fn default() -> Spec {
        Spec {
            boards: Vec::new(),
            starts: Vec::new(),
            orders: Vec::new(),
            rule: vec![Rule::Fixed.to_string()],
            seeds: Vec::new(),
            draws: String::new(),
            goal: vec![Goal::Open.to_string()],
            engine: vec![Engine::Auto.to_string()],
            precision: String::new(),
            budget: Vec::new(),
            tours: false,
            images: false,
            symmetry: Reduction::Off.to_string(),
            impossible: searched(),
        }
    }
}

impl Spec {
    /// Checks every word and resolves it. `place(key, index)` says for messages where the word of
    /// this index under a key was written.
    ///
    /// # Errors
    /// [`ExperimentError`] with every word that is wrong.
    pub fn validate(
        &self,
        place: &dyn Fn(&'static str, usize) -> Place,
    ) -> Result<Experiment, ExperimentError> {
        let words = Words { spec: self, place };
        let mut errors = Errors::default();
        let rules: Vec<Rule> = errors.note(words.each("rule", &self.rule));
        let engines = errors.note(words.each("engine", &self.engine));
        let methods = errors.note(words.methods(&rules, &engines));
        let boards = errors.note(words.boards(&methods));
        let starts =
            errors.note(words.list("starts", &self.starts, |text| StartSet::parse(text, &boards)));
        let experiment = Experiment {
            title: None,
            notes: None,
            time_limit: None,
            starts,
            orders: errors.note(words.list("orders", &self.orders, OrderSet::parse)),
            boards,
            seeds: match methods.is_empty() {
                true => Vec::new(),
                false => errors.note(words.seeds(&methods)),
            },
            draws: errors.note(words.draws()),
            rules,
            goals: errors.note(words.each("goal", &self.goal)),
            precision: errors.note(words.precision(&engines)),
            budgets: errors.note(words.budgets(&engines)),
            engines,
            tours: self.tours,
            images: self.images,
            symmetry: errors.note(words.one("symmetry", &self.symmetry)),
            impossible: errors.note(words.one("impossible", &self.impossible)),
        };
        let experiment = errors.or(experiment)?;
        match experiment.jobs_at_most() {
            jobs if jobs > Experiment::MOST_JOBS => {
                Err(words.error("boards", 0, ExperimentFault::TooManyJobs(jobs)))
            }
            // Of a file without a required key nothing is to be said here.
            jobs if jobs > 0
                && experiment.impossible == Impossible::Skip
                && Plan::new(&experiment).is_empty() =>
            {
                Err(words.error("impossible", 0, ExperimentFault::AllImpossible))
            }
            _ => Ok(experiment),
        }
    }

    /// The experiment of a sidecar, whose path is for messages only.
    ///
    /// # Errors
    /// [`ExperimentError`] if a word is wrong: the sidecar was edited, or another version wrote it.
    pub fn experiment(&self, sidecar: &Path) -> Result<Experiment, ExperimentError> {
        self.validate(&|key, _| Place::key(sidecar, None, format!("experiment.{key}")))
    }

    /// The SHA-256, in hexadecimal, of the keys and values in words. Other words for the same jobs,
    /// such as `a8` for `1,1` on 8×8, give another hash.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        // Keys that a sidecar leaves out.
        let has_value = |(key, value): &(&str, String)| match *key {
            "seeds" | "draws" | "precision" => !value.is_empty(),
            "impossible" => !is_searched(value),
            _ => true,
        };
        for (key, value) in self.entries().into_iter().filter(has_value) {
            // Lengths make the text unambiguous whatever the values hold.
            hasher.update(format!("{key} {} {value}\n", value.len()));
        }
        hex(&hasher.finalize())
    }

    /// One line for each key in which two experiments differ. `wanting` says whose the other values
    /// are.
    pub fn differences(&self, wanted: &Spec, wanting: &str) -> String {
        let pairs = self.entries().into_iter().zip(wanted.entries());
        pairs
            .filter(|(there, wanted)| there != wanted)
            .map(|((key, there), (_, wanted))| {
                let same = zip(there.split(' '), wanted.split(' ')).take_while(|(a, b)| a == b);
                let same = same.count();
                let (there, wanted) = (shortened(&there, same), shortened(&wanted, same));
                format!("  {key}: the file has {there}, {wanting} {wanted}\n")
            })
            .collect()
    }

    /// Keys and values in words, to be compared and shown.
    pub fn entries(&self) -> [(&'static str, String); 14] {
        [
            ("boards", self.boards.join(" ")),
            ("starts", self.starts.join(" ")),
            ("orders", self.orders.join(" ")),
            ("rule", self.rule.join(" ")),
            ("seeds", self.seeds.join(" ")),
            ("draws", self.draws.clone()),
            ("goal", self.goal.join(" ")),
            ("engine", self.engine.join(" ")),
            ("precision", self.precision.clone()),
            ("budget", self.budget.join(" ")),
            ("tours", self.tours.to_string()),
            ("images", self.images.to_string()),
            ("symmetry", self.symmetry.clone()),
            ("impossible", self.impossible.clone()),
        ]
    }
}

/// Bytes as lowercase hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The words of a value as they are, or of many some from a place on.
fn shortened(value: &str, from: usize) -> String {
    const MOST_BYTES: usize = 200;
    const SHOWN: usize = 8;
    if value.len() <= MOST_BYTES {
        return value.to_owned();
    }
    let count = value.split(' ').count();
    let from = from.min(count.saturating_sub(SHOWN));
    let shown: Vec<&str> = value.split(' ').skip(from).take(SHOWN).collect();
    let before = if from > 0 { "… " } else { "" };
    let after = if from + SHOWN < count { " …" } else { "" };
    format!("{before}{:.MOST_BYTES$}{after} ({count} words)", shown.join(" "))
}

#[cfg(test)]
pub(crate) mod tests;
