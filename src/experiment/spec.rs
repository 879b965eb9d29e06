//! Experiments in words: the common form of TOML files, flags and sidecars.

use std::collections::BTreeMap;
use std::iter::zip;
use std::ops::Index;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::error::unless;
use crate::experiment::plan::Plan;
use crate::experiment::{
    Experiment, ExperimentError, ExperimentFault, Impossible, Key, OrderSet, Shape, StartSet,
    WrittenAt, time_limit,
};
use crate::files::hashing::hex;

mod words;

use words::Words;

/// An experiment in words: the words of each key.
///
/// Files and flags may write the same thing in several ways. [`Experiment::spec`] gives the
/// canonical words, which the sidecar of a results file holds and which the hash covers: those of
/// the keys that decide what is computed, of which some are left out if they are the default.
/// `default()` has the default of every key; required keys have none.
///
/// ```
/// use knightsweep::experiment::{Key, WrittenAt, Spec};
///
/// let spec = Spec::default()
///     .with(Key::Boards, ["8x8"])
///     .with(Key::Starts, ["all"])
///     .with(Key::Orders, ["fig2"])
///     .with(Key::Budget, ["100M"]);
/// let experiment = spec.validate(&|key, _| WrittenAt::of_flag(key))?;
/// assert_eq!(experiment.spec()[Key::Orders], ["12345678"]);
/// # Ok::<(), knightsweep::experiment::ExperimentError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Key, SidecarValue>", into = "BTreeMap<Key, SidecarValue>")]
pub struct Spec(BTreeMap<Key, Vec<String>>);

/// The words of a key in a sidecar.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SidecarValue {
    Switch(bool),
    One(String),
    List(Vec<String>),
}

impl From<BTreeMap<Key, SidecarValue>> for Spec {
    fn from(values: BTreeMap<Key, SidecarValue>) -> Spec {
        let words = |value| match value {
            SidecarValue::Switch(switch) => vec![switch.to_string()],
            SidecarValue::One(word) => vec![word],
            SidecarValue::List(words) => words,
        };
        Spec(values.into_iter().map(|(key, value)| (key, words(value))).collect())
    }
}

impl From<Spec> for BTreeMap<Key, SidecarValue> {
    fn from(spec: Spec) -> BTreeMap<Key, SidecarValue> {
        let value = |key: Key, words: Vec<String>| match (key.facts().shape, &words[..]) {
            (Shape::Switch, words) => SidecarValue::Switch(words == ["true"]),
            (Shape::List, _) => SidecarValue::List(words),
            (_, [one]) => SidecarValue::One(one.clone()),
            _ => SidecarValue::List(words),
        };
        spec.0.into_iter().map(|(key, words)| (key, value(key, words))).collect()
    }
}

impl Default for Spec {
    fn default() -> Spec {
        let all = Key::ALL.iter().map(|&key| (key, key.facts().default.unwrap_or_default()));
        let with_default = all.filter(|(_, word)| !word.is_empty());
        Spec(with_default.map(|(key, word)| (key, vec![word.to_owned()])).collect())
    }
}

impl Index<Key> for Spec {
    type Output = [String];

    fn index(&self, key: Key) -> &[String] {
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }
}

impl Experiment {
    /// The experiment in its canonical words.
    pub fn spec(&self) -> Spec {
        let words = Key::ALL.iter().map(|&key| (key, (key.facts().canonical)(self)));
        Spec(words.filter(|(_, words)| !words.is_empty()).collect())
    }
}

impl Spec {
    /// The spec with these words under a key.
    pub fn with<W: ToString>(mut self, key: Key, words: impl IntoIterator<Item = W>) -> Spec {
        self.0.insert(key, words.into_iter().map(|word| word.to_string()).collect());
        self
    }

    /// Checks every word and resolves it. `place(key, index)` says for messages where the word of
    /// this index under a key was written.
    ///
    /// # Errors
    /// [`ExperimentError`] with every word that is wrong.
    pub fn validate(
        &self,
        place: &dyn Fn(Key, usize) -> WrittenAt,
    ) -> Result<Experiment, ExperimentError> {
        self.validate_after(Vec::new(), place)
    }

    /// Like [`Spec::validate`], with errors that were found before. The keys that have them have no
    /// words, so that nothing is said about what depends on these, nor about how many jobs there
    /// are.
    pub(super) fn validate_after(
        &self,
        errors: Vec<ExperimentError>,
        place: &dyn Fn(Key, usize) -> WrittenAt,
    ) -> Result<Experiment, ExperimentError> {
        let mut words = Words { spec: self, place, errors };
        let rules = words.each(Key::Rule);
        let engines = words.each(Key::Engine);
        let methods = words.methods(&rules, &engines);
        let boards = words.boards(&methods);
        let experiment = Experiment {
            title: self[Key::Title].first().cloned(),
            notes: self[Key::Notes].first().cloned(),
            time_limit: words.one(Key::TimeLimit, time_limit::parse).flatten(),
            starts: words.list(Key::Starts, |text| StartSet::parse(text, &boards)),
            orders: words.list(Key::Orders, OrderSet::parse),
            seeds: words.seeds(&methods),
            draws: words.draws(),
            goals: words.each(Key::Goal),
            precision: words.precision(&engines),
            budgets: words.budgets(&engines),
            tours: self[Key::Tours] == ["true"],
            images: self[Key::Images] == ["true"],
            symmetry: words.word(Key::Symmetry).unwrap_or_default(),
            impossible: words.word(Key::Impossible).unwrap_or_default(),
            boards,
            rules,
            engines,
        };
        let experiment = unless(words.errors, experiment)?;
        let error = |key, fault| Err(ExperimentError::new(place(key, 0), fault));
        match experiment.jobs_at_most() {
            jobs if jobs > Experiment::MOST_JOBS => {
                error(Key::Boards, ExperimentFault::TooManyJobs(jobs))
            }
            // Of a file without a required key nothing is to be said here.
            jobs if jobs > 0
                && experiment.impossible == Impossible::Skip
                && Plan::new(&experiment).is_empty() =>
            {
                error(Key::Impossible, ExperimentFault::AllImpossible)
            }
            _ => Ok(experiment),
        }
    }

    /// The experiment of a sidecar, whose path is for messages only.
    ///
    /// # Errors
    /// [`ExperimentError`] if a word is wrong: the sidecar was edited, or another version wrote it.
    pub fn experiment(&self, sidecar: &Path) -> Result<Experiment, ExperimentError> {
        self.validate(&|key, _| WrittenAt::key(sidecar, None, &format!("experiment.{key}")))
    }

    /// The SHA-256, in hexadecimal, of the keys and values in words. Other words for the same jobs,
    /// such as `a8` for `1,1` on 8×8, give another hash.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for (key, words) in &self.0 {
            let value = words.join(" ");
            // Lengths make the text unambiguous whatever the values hold.
            hasher.update(format!("{key} {} {value}\n", value.len()));
        }
        hex(&hasher.finalize())
    }

    /// One line for each key in which two experiments differ. `wanting` says whose the other values
    /// are.
    pub fn differences(&self, wanted: &Spec, wanting: &str) -> String {
        let line = |key: Key| {
            let (there, wanted) = (self.text(key), wanted.text(key));
            let same = zip(there.split(' '), wanted.split(' ')).take_while(|(a, b)| a == b).count();
            let (there, wanted) = (shortened(&there, same), shortened(&wanted, same));
            format!("  {key}: the file has {there}, {wanting} {wanted}\n")
        };
        let differ = |key: &Key| self[*key] != wanted[*key];
        Key::ALL.iter().copied().filter(differ).map(line).collect()
    }

    /// The words of a key, or its default, to be shown.
    fn text(&self, key: Key) -> String {
        match &self[key] {
            [] => key.facts().default.unwrap_or_default().to_owned(),
            words => words.join(" "),
        }
    }
}

/// A longer value is shortened.
const MOST_BYTES: usize = 200;

/// The words of a value as they are, or of many some from a place on.
fn shortened(value: &str, from: usize) -> String {
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
