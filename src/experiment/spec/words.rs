//! Checking the words of an experiment, one key after another.

use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;

use knight_search::estimates::Precision;
use knight_search::{Board, Budget, Engine, Method, Rule};

use crate::experiment::error::Errors;
use crate::experiment::sets::parse_boards;
use crate::experiment::{Draws, ExperimentError, ExperimentFault, Place, Reduction, SeedSet, Spec};
use crate::text::encoding::narrow;

/// Reads a word in letters of any case. Known words have small ones, and suffixes of numbers large
/// ones.
fn in_any_case<T: FromStr>(text: &str) -> Result<T, T::Err> {
    let in_small = || text.to_ascii_lowercase().parse();
    let in_large = || text.to_ascii_uppercase().parse();
    text.parse().or_else(|fault| in_small().or_else(|_| in_large()).map_err(|_| fault))
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

/// The words of an experiment and where they were written.
pub(super) struct Words<'a> {
    pub(super) spec: &'a Spec,
    pub(super) place: &'a dyn Fn(&'static str, usize) -> Place,
}

impl Words<'_> {
    pub(super) fn error(
        &self,
        key: &'static str,
        index: usize,
        fault: impl Into<ExperimentFault>,
    ) -> ExperimentError {
        ExperimentError {
            place: (self.place)(key, index),
            fault: Box::new(fault.into()),
            more: Vec::new(),
        }
    }

    pub(super) fn one<T: FromStr<Err: Into<ExperimentFault>>>(
        &self,
        key: &'static str,
        text: &str,
    ) -> Result<T, ExperimentError> {
        in_any_case(&narrow(text)).map_err(|fault: T::Err| self.error(key, 0, fault))
    }

    pub(super) fn list<T>(
        &self,
        key: &'static str,
        texts: &[String],
        parse: impl Fn(&str) -> Result<T, ExperimentFault>,
    ) -> Result<Vec<T>, ExperimentError> {
        let mut errors = Errors::default();
        let mut values = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let value = parse(&narrow(text)).map_err(|fault| match several(text, &parse) {
                Some(each) => ExperimentFault::Several { text: text.clone(), each },
                None => fault,
            });
            let value = value.map_err(|fault| self.error(key, index, fault));
            values.extend(errors.note(value.map(Some)));
        }
        errors.or(values)
    }

    /// Values without repeats.
    pub(super) fn each<T: FromStr<Err: Into<ExperimentFault>> + Copy + Eq + Hash>(
        &self,
        key: &'static str,
        texts: &[String],
    ) -> Result<Vec<T>, ExperimentError> {
        let mut values = self.list(key, texts, |text| in_any_case(text).map_err(T::Err::into))?;
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(*value));
        Ok(values)
    }

    /// Every rule with every engine.
    pub(super) fn methods(
        &self,
        rules: &[Rule],
        engines: &[Engine],
    ) -> Result<Vec<Method>, ExperimentError> {
        let of_rule =
            |&rule| engines.iter().map(move |&engine| Method { rule, seed: None, engine });
        let methods: Vec<Method> = rules.iter().flat_map(of_rule).collect();
        match methods.iter().find(|method| !method.is_valid()) {
            Some(&method) => Err(self.error("engine", 0, ExperimentFault::EngineOfRule(method))),
            None => Ok(methods),
        }
    }

    pub(super) fn draws(&self) -> Result<Option<Draws>, ExperimentError> {
        let Spec { draws, images, symmetry, .. } = self.spec;
        if draws.is_empty() {
            return Ok(None);
        }
        // A word that is not known is an error of its own.
        if *images || symmetry.eq_ignore_ascii_case(Reduction::Reduce.word()) {
            return Err(self.error("draws", 0, ExperimentFault::ImagesOfDraws));
        }
        self.one("draws", draws).map(Some)
    }

    /// Precise to the last digit that it has in words, so that a sidecar has the same.
    pub(super) fn precision(
        &self,
        engines: &[Engine],
    ) -> Result<Option<Precision>, ExperimentError> {
        let text = &self.spec.precision;
        match (engines.contains(&Engine::Estimate), text.is_empty()) {
            (true, true) => Ok(Some(Precision::default())),
            (true, false) => {
                let precision: Precision = self.one("precision", text)?;
                self.one("precision", &precision.to_string()).map(Some)
            }
            (false, true) => Ok(None),
            (false, false) => Err(self.error("precision", 0, ExperimentFault::PrecisionOfEngine)),
        }
    }

    /// Only the checks of a whole search can be estimated.
    pub(super) fn budgets(&self, engines: &[Engine]) -> Result<Vec<Budget>, ExperimentError> {
        let budgets: Vec<Budget> = self.each("budget", &self.spec.budget)?;
        let is_limited = budgets.iter().any(|budget| budget.limit().is_some());
        if is_limited && engines.contains(&Engine::Estimate) {
            return Err(self.error("budget", 0, ExperimentFault::BudgetOfEstimate));
        }
        Ok(budgets)
    }

    pub(super) fn boards(&self, methods: &[Method]) -> Result<Vec<Board>, ExperimentError> {
        let listed = self.list("boards", &self.spec.boards, |text| {
            let boards = parse_boards(text)?;
            for &method in methods {
                if let Some(&board) = boards.iter().find(|board| !method.supports(**board)) {
                    return Err(ExperimentFault::TooLarge { board, method });
                }
            }
            Ok(boards)
        })?;
        let mut seen = HashSet::new();
        Ok(listed.into_iter().flatten().filter(|board| seen.insert(*board)).collect())
    }

    pub(super) fn seeds(&self, methods: &[Method]) -> Result<Vec<SeedSet>, ExperimentError> {
        match (methods.iter().any(|method| method.takes_seed()), self.spec.seeds.is_empty()) {
            (false, false) => {
                let rule = methods.first().map_or(Rule::Fixed, |method| method.rule);
                Err(self.error("seeds", 0, ExperimentFault::SeedsOfRule(rule)))
            }
            (true, true) => Ok(vec![SeedSet::DEFAULT]),
            _ => self.list("seeds", &self.spec.seeds, SeedSet::parse),
        }
    }
}
