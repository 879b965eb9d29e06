//! Experiments: what to run, validated once at the edge.
//!
//! An experiment is written as a TOML file ([`document`]) or as flags; both become a [`Draft`] of words
//! that know where they were written, and [`Draft::validate`] turns it into an [`Experiment`], or says
//! which word is wrong, where, and what would be right.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use knight_search::named_enum::{UnknownWord, did_you_mean, named_enum};
use knight_search::{
    Board, BoardError, Budget, BudgetError, Engine, Goal, Method, MoveOrder, OrderError, Rule,
    Square, SquareError, Symmetry,
};

pub mod document;
pub mod plan;
mod sets;
pub mod shard;

pub use sets::{OrderSet, SeedSet, StartSet};

/// A validated experiment: boards × starts × orders × seeds under one rule, goal, engine and budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// What it is called, for people.
    pub title: Option<String>,
    /// Why it is run, for people.
    pub notes: Option<String>,
    /// The boards, without repeats, in the order in which they are run.
    pub boards: Vec<Board>,
    /// The start squares; each set is valid on every board.
    pub starts: Vec<StartSet>,
    /// The move orders.
    pub orders: Vec<OrderSet>,
    /// How children are ordered.
    pub rule: Rule,
    /// The seeds of a rule that draws lots; empty for any other.
    pub seeds: Vec<SeedSet>,
    /// Which tours count.
    pub goal: Goal,
    /// How counts are obtained.
    pub engine: Engine,
    /// The most checks that one job may spend.
    pub budget: Budget,
    /// Whether the results hold the tours.
    pub tours: bool,
    /// Whether each (start, order) stands for all its images under the board's symmetries.
    pub images: bool,
    /// What becomes of jobs that a symmetry of the board maps to one another.
    pub symmetry: Reduction,
}

/// What becomes of jobs that a symmetry of their board maps to one another: they perform the same checks and find
/// mirrored tours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reduction {
    /// Each is searched.
    Off,
    /// The first is searched; the rows of the others are filled in from it, and say so.
    Reduce,
}

named_enum!(Reduction, "symmetry", Off => "off", Reduce => "reduce");

/// An experiment in words, each with its place; not yet validated.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What it is called.
    pub title: Option<String>,
    /// Why it is run.
    pub notes: Option<String>,
    /// Boards (`8x8`) and ranges of square boards (`5-8`).
    pub boards: Vec<Located>,
    /// Start squares and sets of them.
    pub starts: Vec<Located>,
    /// Move orders and sets of them.
    pub orders: Vec<Located>,
    /// The rule; `fixed` if absent.
    pub rule: Option<Located>,
    /// Seeds and ranges of them; seed 1 if empty and the rule draws lots.
    pub seeds: Vec<Located>,
    /// The goal; `open` if absent.
    pub goal: Option<Located>,
    /// The engine; `auto` if absent.
    pub engine: Option<Located>,
    /// The budget.
    pub budget: Located,
    /// Whether to record tours.
    pub tours: bool,
    /// Whether to run all images of each pair.
    pub images: bool,
    /// What becomes of mirrored jobs; `off` if absent.
    pub symmetry: Option<Located>,
}

/// A word and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The word.
    pub text: String,
    /// Its place.
    pub place: Place,
}

/// Where a part of an experiment was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A key of a file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1, where it is known.
        line: Option<usize>,
        /// The key.
        key: String,
    },
    /// A flag of the command line, such as `--orders`.
    Flag(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File { path, line, key } => {
                write!(f, "{}", path.display())?;
                if let Some(line) = line {
                    write!(f, ":{line}")?;
                }
                write!(f, ": {key}")
            }
            Place::Flag(flag) => f.write_str(flag),
        }
    }
}

/// Why an experiment is not valid: what is wrong, and where.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ExperimentError {
    /// Where it was written.
    pub place: Place,
    /// What is wrong with it.
    #[source]
    pub fault: Box<ExperimentFault>,
}

/// What is wrong with a part of an experiment.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentFault {
    /// The file is not valid TOML, or a value has the wrong type.
    #[error("{0}")]
    Syntax(String),
    /// A key that no experiment has.
    #[error("there is no such key{}; the keys are: {known}", did_you_mean(suggestion))]
    UnknownKey {
        /// The key that was probably meant.
        suggestion: Option<&'static str>,
        /// All keys.
        known: String,
    },
    /// A key that every experiment needs.
    #[error("this key is missing; {0}")]
    MissingKey(&'static str),
    /// A list without an element.
    #[error("the list is empty; {0}")]
    Empty(&'static str),
    /// Not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Not a range of boards.
    #[error("`{0}` is not a range of square boards; write smallest-largest, such as 5-8")]
    BoardRange(String),
    /// A board that cannot be searched like this.
    #[error(
        "a board of {board} is too large for rule {} with engine {}, which take {limit}",
        method.rule,
        method.engine,
        limit = method.supported_boards()
    )]
    TooLarge {
        /// The board.
        board: Board,
        /// Rule and engine.
        method: Method,
    },
    /// An engine that does not know the rule.
    #[error("engine {engine} knows rule fixed only; rule {rule} takes step or auto")]
    EngineOfRule {
        /// The engine.
        engine: Engine,
        /// The rule.
        rule: Rule,
    },
    /// Seeds for a rule that needs none.
    #[error(
        "rule {0} draws no lots and has no seeds; leave them out, or take warnsdorff-random or greedy-random"
    )]
    SeedsOfRule(Rule),
    /// Not a seed or a range of seeds.
    #[error(
        "`{0}` is not a seed or a range of seeds; write a whole number such as 7, or first-last such as 1-100"
    )]
    Seeds(String),
    /// More seeds than a plan lists.
    #[error("`{0}` are too many seeds; a range holds up to {most}", most = SeedSet::MOST)]
    TooManySeeds(String),
    /// More jobs than a results file can hold.
    #[error("these are {0} jobs and more; an experiment has up to {most}", most = Experiment::MOST_JOBS)]
    TooManyJobs(u128),
    /// Not a start square, or not on a board of the experiment.
    #[error("{fault}{}", did_you_mean(suggestion))]
    Start {
        /// What is wrong.
        fault: SquareError,
        /// The set that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// Not a move order.
    #[error("{fault}{}", did_you_mean(suggestion))]
    Order {
        /// What is wrong.
        fault: OrderError,
        /// The name that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// Not a sample of orders.
    #[error("`{0}` is not a sample; write sample:N or sample:N:SEED with N from 1 to 40320")]
    Sample(String),
    /// Not a word of the vocabulary.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// Not a budget.
    #[error(transparent)]
    Budget(#[from] BudgetError),
}

impl Draft {
    /// Checks every word and resolves it.
    ///
    /// # Errors
    /// [`ExperimentError`] at the first word that is wrong.
    pub fn validate(self) -> Result<Experiment, ExperimentError> {
        let method = self.resolve_method()?;
        let boards = self.resolve_boards(method)?;
        let starts = resolve(&self.starts, |text| StartSet::parse(text, &boards))?;
        let orders = resolve(&self.orders, OrderSet::parse)?;
        let seeds = self.resolve_seeds(method.rule)?;
        let end = self.boards.first().cloned();
        let experiment = Experiment {
            rule: method.rule,
            seeds,
            goal: word_or(&self.goal, Goal::Open)?,
            budget: self.budget.text.parse().map_err(|e| self.budget.fault(e))?,
            title: self.title,
            notes: self.notes,
            boards,
            starts,
            orders,
            engine: method.engine,
            tours: self.tours,
            images: self.images,
            symmetry: word_or(&self.symmetry, Reduction::Off)?,
        };
        match (experiment.jobs_at_most(), end) {
            (jobs, Some(boards)) if jobs > Experiment::MOST_JOBS => {
                Err(boards.fault(ExperimentFault::TooManyJobs(jobs)))
            }
            _ => Ok(experiment),
        }
    }

    fn resolve_method(&self) -> Result<Method, ExperimentError> {
        let method = Method {
            rule: word_or(&self.rule, Rule::Fixed)?,
            seed: None,
            engine: word_or(&self.engine, Engine::Auto)?,
        };
        match &self.engine {
            Some(word) if !method.is_valid() => Err(word
                .fault(ExperimentFault::EngineOfRule { engine: method.engine, rule: method.rule })),
            _ => Ok(method),
        }
    }

    fn resolve_seeds(&self, rule: Rule) -> Result<Vec<SeedSet>, ExperimentError> {
        match self.seeds.first() {
            Some(word) if !rule.is_random() => Err(word.fault(ExperimentFault::SeedsOfRule(rule))),
            None if rule.is_random() => Ok(vec![SeedSet::DEFAULT]),
            _ => resolve(&self.seeds, SeedSet::parse),
        }
    }

    fn resolve_boards(&self, method: Method) -> Result<Vec<Board>, ExperimentError> {
        let mut boards = Vec::new();
        for word in &self.boards {
            for board in sets::parse_boards(&word.text).map_err(|e| word.fault(e))? {
                if !method.supports(board) {
                    return Err(word.fault(ExperimentFault::TooLarge { board, method }));
                }
                if !boards.contains(&board) {
                    boards.push(board);
                }
            }
        }
        Ok(boards)
    }
}

fn resolve<T>(
    words: &[Located],
    parse: impl Fn(&str) -> Result<T, ExperimentFault>,
) -> Result<Vec<T>, ExperimentError> {
    let parse_one = |word: &Located| parse(&word.text).map_err(|fault| word.fault(fault));
    words.iter().map(parse_one).collect()
}

fn word_or<T: std::str::FromStr<Err = UnknownWord>>(
    word: &Option<Located>,
    default: T,
) -> Result<T, ExperimentError> {
    match word {
        None => Ok(default),
        Some(word) => word.text.parse().map_err(|e: UnknownWord| word.fault(e)),
    }
}

impl Located {
    fn fault(&self, fault: impl Into<ExperimentFault>) -> ExperimentError {
        ExperimentError { place: self.place.clone(), fault: Box::new(fault.into()) }
    }
}

/// The part of an experiment that decides what is computed, in words: what the sidecar of a results
/// file holds and what its hash covers. Title and notes are not part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Boards, such as `8x8`.
    pub boards: Vec<String>,
    /// Sets of start squares, such as `all` or `1,1`.
    pub starts: Vec<String>,
    /// Sets of move orders, such as `12345678` or `sample:500:1`.
    pub orders: Vec<String>,
    /// `fixed`, or a rule of Warnsdorff's.
    pub rule: String,
    /// Seeds and ranges of them, such as `1` or `1-100`; none for a rule that draws no lots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
    /// `open` or `closed`.
    pub goal: String,
    /// `step`, `leap` or `auto`.
    pub engine: String,
    /// A number of checks, or `none`.
    pub budget: String,
    /// Whether tours are recorded.
    pub tours: bool,
    /// Whether each pair stands for its images.
    pub images: bool,
    /// `off` or `reduce`.
    pub symmetry: String,
}

impl Experiment {
    /// The most jobs of an experiment.
    pub const MOST_JOBS: u128 = 1_000_000_000;

    /// The number of jobs where no set repeats what another holds.
    fn jobs_at_most(&self) -> u128 {
        let starts_on = |board| self.starts.iter().map(move |set| set.squares(board).len());
        let starts: usize = self.boards.iter().flat_map(|&board| starts_on(board)).sum();
        let orders: usize = self.orders.iter().map(OrderSet::len).sum();
        let seeds: u128 = self.seeds.iter().map(SeedSet::len).sum();
        starts as u128 * orders as u128 * seeds.max(1)
    }

    /// The squares from which it searches, on any of its boards.
    pub fn start_squares(&self) -> BTreeSet<Square> {
        let on_board = |&board: &Board| {
            let starts = self.starts.iter().flat_map(move |set| set.squares(board));
            starts.flat_map(move |start| self.images(board).map(move |g| g.square(board, start)))
        };
        self.boards.iter().flat_map(on_board).collect()
    }

    /// The orders by which it searches, on any of its boards.
    pub fn move_orders(&self) -> BTreeSet<MoveOrder> {
        let of_boards = self.boards.iter().flat_map(|&board| self.images(board));
        let symmetries: HashSet<Symmetry> = of_boards.collect();
        let images = |g: Symmetry| {
            self.orders.iter().flat_map(OrderSet::orders).map(move |order| g.order(order))
        };
        symmetries.into_iter().flat_map(images).collect()
    }

    /// The symmetries that give the images of a pair: the identity alone unless images are run.
    fn images(&self, board: Board) -> impl Iterator<Item = Symmetry> + use<> {
        Symmetry::of(board).take(if self.images { Symmetry::ALL.len() } else { 1 })
    }

    /// The experiment in its canonical words.
    pub fn spec(&self) -> Spec {
        Spec {
            boards: self.boards.iter().map(Board::to_string).collect(),
            starts: self.starts.iter().map(StartSet::to_string).collect(),
            orders: self.orders.iter().map(OrderSet::to_string).collect(),
            rule: self.rule.to_string(),
            seeds: self.seeds.iter().map(SeedSet::to_string).collect(),
            goal: self.goal.to_string(),
            engine: self.engine.to_string(),
            budget: self.budget.to_string(),
            tours: self.tours,
            images: self.images,
            symmetry: self.symmetry.to_string(),
        }
    }
}

impl Spec {
    /// The SHA-256, in hexadecimal, of the keys and values in words: equal for equal words. Other words for the
    /// same jobs, such as `a8` for `1,1` on 8×8, give another hash.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        // Without seeds the words are those of versions that knew none.
        let has_value = |(key, value): &(&str, String)| *key != "seeds" || !value.is_empty();
        for (key, value) in self.entries().into_iter().filter(has_value) {
            // Lengths make the text unambiguous whatever the values hold.
            hasher.update(format!("{key} {} {value}\n", value.len()));
        }
        hex(&hasher.finalize())
    }

    /// The experiment of this spec, as read from `path`.
    ///
    /// # Errors
    /// [`ExperimentError`] if a word is wrong: the file was edited, or comes from another version.
    pub fn experiment(&self, path: &std::path::Path) -> Result<Experiment, ExperimentError> {
        let located = |key: &str, text: &String| Located {
            text: text.clone(),
            place: Place::File {
                path: path.to_owned(),
                line: None,
                key: format!("experiment.{key}"),
            },
        };
        let all = |key: &str, texts: &[String]| texts.iter().map(|t| located(key, t)).collect();
        Draft {
            title: None,
            notes: None,
            boards: all("boards", &self.boards),
            starts: all("starts", &self.starts),
            orders: all("orders", &self.orders),
            rule: Some(located("rule", &self.rule)),
            seeds: all("seeds", &self.seeds),
            goal: Some(located("goal", &self.goal)),
            engine: Some(located("engine", &self.engine)),
            budget: located("budget", &self.budget),
            tours: self.tours,
            images: self.images,
            symmetry: Some(located("symmetry", &self.symmetry)),
        }
        .validate()
    }

    /// Keys and values in words, to be compared and shown.
    pub fn entries(&self) -> [(&'static str, String); 11] {
        [
            ("boards", self.boards.join(" ")),
            ("starts", self.starts.join(" ")),
            ("orders", self.orders.join(" ")),
            ("rule", self.rule.clone()),
            ("seeds", self.seeds.join(" ")),
            ("goal", self.goal.clone()),
            ("engine", self.engine.clone()),
            ("budget", self.budget.clone()),
            ("tours", self.tours.to_string()),
            ("images", self.images.to_string()),
            ("symmetry", self.symmetry.clone()),
        ]
    }
}

/// Bytes as lowercase hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::{Job, Plan};
    use crate::experiment::*;

    fn flag(name: &'static str, text: &str) -> Located {
        Located { text: text.to_owned(), place: Place::Flag(name) }
    }

    fn draft(board: &str, start: &str, order: &str, budget: &str) -> Draft {
        Draft {
            title: None,
            notes: None,
            boards: vec![flag("--board", board)],
            starts: vec![flag("--starts", start)],
            orders: vec![flag("--orders", order)],
            rule: None,
            seeds: Vec::new(),
            goal: None,
            engine: None,
            budget: flag("--budget", budget),
            tours: false,
            images: false,
            symmetry: None,
        }
    }

    #[test]
    fn starts_and_orders_are_those_of_the_plan() {
        for (board, starts, orders) in [
            ("5x5", "corners", "sample:9:1"),
            ("3x7", "1,2", "fig2"),
            ("4-6", "diagonal", "images:tutorial"),
            ("3-4", "2,3", "12345687"),
        ] {
            for images in [false, true] {
                let mut draft = draft(board, starts, orders, "1000");
                draft.images = images;
                let experiment = draft.validate().unwrap();
                let jobs: Vec<Job> = Plan::new(&experiment).jobs().collect();
                let starts: BTreeSet<Square> = jobs.iter().map(|job| job.problem.start).collect();
                let orders: BTreeSet<MoveOrder> =
                    jobs.iter().map(|job| job.problem.order).collect();
                assert_eq!(experiment.start_squares(), starts, "{board}");
                assert_eq!(experiment.move_orders(), orders, "{board}");
            }
        }
    }

    #[test]
    fn a_spec_gives_back_its_experiment_and_hash() {
        let draft = draft("5-7", "a1", "sample:3:9", "1e6");
        let experiment = draft.validate().unwrap();
        let spec = experiment.spec();
        let again = spec.experiment("x.meta.json".as_ref()).unwrap();
        assert_eq!(again, experiment);
        assert_eq!(again.spec().hash(), spec.hash());
        assert_eq!(spec.hash().len(), 64);
    }

    #[test]
    fn every_word_of_the_spec_changes_the_hash() {
        let base = draft("8x8", "all", "fig2", "100M").validate().unwrap().spec();
        let json = serde_json::to_value(&base).unwrap();
        for key in json.as_object().unwrap().keys() {
            let mut changed = json.clone();
            let value = &mut changed[key];
            *value = match value {
                serde_json::Value::Bool(b) => (!*b).into(),
                serde_json::Value::Array(_) => vec!["other"].into(),
                _ => "other".into(),
            };
            let changed: Spec = serde_json::from_value(changed).unwrap();
            assert_ne!(changed.hash(), base.hash(), "{key}");
        }
    }

    #[test]
    fn wrong_words_are_refused_with_place_and_advice() {
        let error = |d: Draft| d.validate().unwrap_err().to_string();
        let e = error(draft("33x33", "all", "fig2", "1"));
        assert!(
            e.contains("--board") && e.contains("33x33") && e.contains("up to 256 squares"),
            "{e}"
        );
        let e = error(draft("5-8", "8,8", "fig2", "1"));
        assert!(e.contains("--starts") && e.contains("off the 5x5 board"), "{e}");
        let e = error(draft("8x8", "corner", "fig2", "1"));
        assert!(e.contains("did you mean `corners`?"), "{e}");
        let e = error(draft("8x8", "all", "11345678", "1"));
        assert!(e.contains("--orders") && e.contains("repeats 1"), "{e}");
        let e = error(draft("8x8", "all", "fig2", "0"));
        assert!(e.contains("--budget") && e.contains("no check at all"), "{e}");
        let e = error(draft("8-5", "all", "fig2", "1"));
        assert!(e.contains("5-8"), "{e}");
    }
}
