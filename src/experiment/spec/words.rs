//! Checking the words of an experiment, one key after another.

use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;

use knight_search::estimates::Precision;
use knight_search::{Board, Budget, Engine, Method, Rule};

use crate::experiment::keys::Key;
use crate::experiment::sets::parse_boards;
use crate::experiment::{
    Draws, Experiment, ExperimentError, ExperimentFault, Reduction, SeedSet, Spec, WrittenAt,
};

/// Reads a word in letters of any case. Known words have small ones, and suffixes of numbers large
/// ones.
fn in_any_case<T: FromStr<Err: Into<ExperimentFault>>>(text: &str) -> Result<T, ExperimentFault> {
    let in_small = || text.to_ascii_lowercase().parse();
    let in_large = || text.to_ascii_uppercase().parse();
    text.parse()
        .or_else(|fault: T::Err| in_small().or_else(|_| in_large()).map_err(|_| fault.into()))
}

/// The values of a text that has several, such as `1,1 2,3`, in quotes.
fn several<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, ExperimentFault>,
) -> Option<Vec<String>> {
    let between_all = [&[' ', ';'][..], &[',']];
    between_all.into_iter().find_map(|between| {
        // As in `1,1, 2,3`, with a comma before the blank.
        let bare = text.split(between).map(|word| word.trim().trim_end_matches(','));
        let words: Vec<&str> = bare.filter(|word| !word.is_empty()).collect();
        let are_values = words.len() > 1 && words.iter().all(|word| parse(word).is_ok());
        are_values.then(|| words.iter().map(|word| format!("\"{word}\"")).collect())
    })
}

/// The words of an experiment, where they were written, and what is wrong with them. The value of a
/// key with a fault is missing, or empty.
pub(super) struct Words<'a> {
    pub(super) spec: &'a Spec,
    pub(super) place: &'a dyn Fn(Key, usize) -> WrittenAt,
    pub(super) errors: Vec<ExperimentError>,
}

impl Words<'_> {
    /// Notes a fault of the word of this index.
    fn fault(&mut self, key: Key, index: usize, fault: ExperimentFault) {
        self.errors.push(ExperimentError::new((self.place)(key, index), fault));
    }

    /// The only word of a key. Blanks around it do not count.
    pub(super) fn one<T>(
        &mut self,
        key: Key,
        parse: impl Fn(&str) -> Result<T, ExperimentFault>,
    ) -> Option<T> {
        let text = self.spec[key].first()?;
        parse(text.trim()).map_err(|fault| self.fault(key, 0, fault)).ok()
    }

    /// The only word of a key, in letters of any case.
    pub(super) fn word<T: FromStr<Err: Into<ExperimentFault>>>(&mut self, key: Key) -> Option<T> {
        self.one(key, in_any_case)
    }

    /// All words of a key. Blanks around them do not count.
    pub(super) fn list<T>(
        &mut self,
        key: Key,
        parse: impl Fn(&str) -> Result<T, ExperimentFault>,
    ) -> Vec<T> {
        let texts = &self.spec[key];
        let mut values = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            match parse(text.trim()).map_err(|fault| (fault, several(text, &parse))) {
                Ok(value) => values.push(value),
                Err((_, Some(each))) => {
                    let text = text.clone();
                    self.fault(key, index, ExperimentFault::Several { text, each });
                }
                Err((fault, None)) => self.fault(key, index, fault),
            }
        }
        if values.len() == texts.len() { values } else { Vec::new() }
    }

    /// All words of a key, in letters of any case, without repeats.
    pub(super) fn each<T: FromStr<Err: Into<ExperimentFault>> + Copy + Eq + Hash>(
        &mut self,
        key: Key,
    ) -> Vec<T> {
        let mut seen = HashSet::new();
        let mut values = self.list(key, in_any_case);
        values.retain(|value| seen.insert(*value));
        values
    }

    /// Every rule with every engine.
    pub(super) fn methods(&mut self, rules: &[Rule], engines: &[Engine]) -> Vec<Method> {
        let of_rule =
            |&rule| engines.iter().map(move |&engine| Method { rule, seed: None, engine });
        let methods: Vec<Method> = rules.iter().flat_map(of_rule).collect();
        if let Some(&method) = methods.iter().find(|method| !method.is_valid()) {
            self.fault(Key::Engine, 0, ExperimentFault::EngineOfRule(method));
            return Vec::new();
        }
        methods
    }

    /// Whether a key of one word has a value.
    fn is_given(&self, key: Key) -> bool {
        self.spec[key].iter().any(|word| !word.is_empty())
    }

    pub(super) fn draws(&mut self) -> Option<Draws> {
        if !self.is_given(Key::Draws) {
            return None;
        }
        // A word that is not known is an error of its own.
        let reduces = |word: &String| word.eq_ignore_ascii_case(Reduction::Reduce.word());
        if self.spec[Key::Images] == ["true"] || self.spec[Key::Symmetry].iter().any(reduces) {
            self.fault(Key::Draws, 0, ExperimentFault::ImagesOfDraws);
            return None;
        }
        self.word(Key::Draws)
    }

    /// Precise to the last digit that it has in words, so that a sidecar has the same.
    pub(super) fn precision(&mut self, engines: &[Engine]) -> Option<Precision> {
        match (engines.contains(&Engine::Estimate), self.is_given(Key::Precision)) {
            (true, true) => {
                let precision: Precision = self.word(Key::Precision)?;
                precision.to_string().parse().ok()
            }
            (true, false) => Some(Precision::default()),
            (false, true) if !engines.is_empty() => {
                self.fault(Key::Precision, 0, ExperimentFault::PrecisionOfEngine);
                None
            }
            (false, _) => None,
        }
    }

    /// Only the checks of a whole search can be estimated.
    pub(super) fn budgets(&mut self, engines: &[Engine]) -> Vec<Budget> {
        let budgets: Vec<Budget> = self.each(Key::Budget);
        let is_limited = budgets.iter().any(|budget| budget.limit().is_some());
        if is_limited && engines.contains(&Engine::Estimate) {
            self.fault(Key::Budget, 0, ExperimentFault::BudgetOfEstimate);
        }
        budgets
    }

    pub(super) fn boards(&mut self, methods: &[Method]) -> Vec<Board> {
        let listed = self.list(Key::Boards, |text| {
            let boards = parse_boards(text)?;
            for &method in methods {
                if let Some(&board) = boards.iter().find(|board| !method.supports(**board)) {
                    return Err(ExperimentFault::TooLarge { board, method });
                }
            }
            Ok(boards)
        });
        let mut seen = HashSet::new();
        listed.into_iter().flatten().filter(|board| seen.insert(*board)).collect()
    }

    pub(super) fn seeds(&mut self, methods: &[Method]) -> Vec<SeedSet> {
        let takes_seeds = methods.iter().any(|method| method.takes_seed());
        match (methods.first(), self.spec[Key::Seeds].is_empty()) {
            (None, _) => Vec::new(),
            (Some(method), false) if !takes_seeds => {
                self.fault(Key::Seeds, 0, ExperimentFault::SeedsOfRule(method.rule));
                Vec::new()
            }
            (_, true) if takes_seeds => vec![SeedSet::DEFAULT],
            _ => {
                let sets = self.list(Key::Seeds, SeedSet::parse);
                let seeds = sets.iter().map(SeedSet::len).sum();
                if seeds > Experiment::MOST_SEEDS {
                    self.fault(Key::Seeds, 0, ExperimentFault::TooManySeeds(seeds));
                }
                sets
            }
        }
    }
}
