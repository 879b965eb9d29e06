//! What is wrong with an experiment, where, and what to write instead.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use knight_board::named_enum::{UnknownWord, did_you_mean};
use knight_search::construction;
use knight_search::estimates::PrecisionError;
use knight_search::{
    Board, BoardError, BudgetError, Engine, Method, MoveOrder, OrderError, Rule, SquareError, Ties,
};
use knight_text::moves;

use crate::experiment::{Experiment, Key, OrderSet, StartSet, refused_moves};
use crate::text::shown::shown;

/// Why an experiment is not valid, and where the fault was written.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}{}", further(more))]
pub struct ExperimentError {
    /// Where the fault was written.
    pub place: WrittenAt,
    /// What is wrong there.
    #[source]
    pub fault: Box<ExperimentFault>,
    /// What else is wrong.
    pub more: Vec<ExperimentError>,
}

/// Where a part of an experiment was written: `test.toml:4: starts`, or `--starts`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenAt {
    text: String,
    /// The line of a file; missing for what is not there, and for a flag.
    line: Option<usize>,
}

impl ExperimentError {
    /// One fault.
    pub(super) fn new(place: WrittenAt, fault: ExperimentFault) -> ExperimentError {
        ExperimentError { place, fault: Box::new(fault), more: Vec::new() }
    }
}

impl WrittenAt {
    /// The flag of a key, or one that is called like it.
    pub fn of_flag(key: Key) -> WrittenAt {
        let flag = key.facts().flag;
        WrittenAt::flag(format!("--{}", if flag.is_empty() { key.word() } else { flag }))
    }

    /// A flag, with its minus signs.
    pub fn flag(name: impl Into<String>) -> WrittenAt {
        WrittenAt { text: name.into(), line: None }
    }

    /// A file as a whole.
    pub(super) fn file(path: &Path) -> WrittenAt {
        WrittenAt { text: shown(path), line: None }
    }

    /// A key in a line of a file, or one that the file should have.
    pub(super) fn key(file: &Path, line: Option<usize>, name: &str) -> WrittenAt {
        let of_line = line.map_or(String::new(), |line| format!("{line}:"));
        WrittenAt { text: format!("{}:{of_line} {name}", shown(file)), line }
    }

    /// The line of the file.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for WrittenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Errors as lines.
fn further(errors: &[ExperimentError]) -> String {
    const SHOWN: usize = 20;
    let mut lines: String = errors.iter().take(SHOWN).map(|error| format!("\n{error}")).collect();
    if errors.len() > SHOWN {
        lines += &format!("\nand {} more errors", errors.len() - SHOWN);
    }
    lines
}

/// The value if there is no error, else all errors as one, sorted by their lines: those of one line
/// stay in their order, and those without are last.
///
/// # Errors
/// The first [`ExperimentError`] with the others.
pub(super) fn unless<T>(mut errors: Vec<ExperimentError>, value: T) -> Result<T, ExperimentError> {
    errors.sort_by_key(|error| error.place.line.unwrap_or(usize::MAX));
    let mut errors = errors.into_iter();
    match errors.next() {
        None => Ok(value),
        Some(first) => Err(ExperimentError { more: errors.collect(), ..first }),
    }
}

/// What is wrong with a part of an experiment.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentFault {
    /// The file is not valid TOML.
    #[error("{0}")]
    Syntax(String),
    /// A value has the wrong type.
    #[error("{0}")]
    Value(String),
    /// Not a key.
    #[error("`{text}` is not a key of experiments{}", key_instead(suggestion))]
    Key {
        /// What was written.
        text: String,
        /// The key that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// A key that every experiment needs.
    #[error("this key is missing; {0}")]
    MissingKey(&'static str),
    /// A list without an element.
    #[error("the list is empty; {0}")]
    Empty(&'static str),
    /// Not a word of what is wanted there, nor of anything that has an error of its own.
    #[error("`{text}` is not {wanted}")]
    Malformed {
        /// What was written.
        text: String,
        /// What is wanted, and what to write.
        wanted: Cow<'static, str>,
    },
    /// Not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A board that the rule and the engine do not take: too large, or not square.
    #[error(
        "rule {} with engine {} takes {}, and not {board}{}",
        method.rule, method.engine, method.supported_boards(), what_instead(*method, *board)
    )]
    TooLarge {
        /// The board.
        board: Board,
        /// Rule and engine.
        method: Method,
    },
    /// An engine that does not support the rule.
    #[error(
        "engine `{}` supports rule `fixed` only; for rule `{}` use step or auto",
        .0.engine,
        .0.rule
    )]
    EngineOfRule(Method),
    /// Estimates of searches that may end earlier.
    #[error(
        "engine `estimate` estimates whole searches only; give the budget `none`, or use another \
         engine"
    )]
    BudgetOfEstimate,
    /// Not a precision.
    #[error(transparent)]
    Precision(#[from] PrecisionError),
    /// A precision without estimates.
    #[error("only engine `estimate` has a precision; remove `precision`, or use that engine")]
    PrecisionOfEngine,
    /// Seeds for a deterministic rule.
    #[error(
        "rule `{0}` is deterministic; leave the seeds out, or use a rule that ends in -random, or engine \
         estimate"
    )]
    SeedsOfRule(Rule),
    /// More seeds than a plan lists.
    #[error("these are {0} seeds; an experiment has at most {most}", most = Experiment::MOST_SEEDS)]
    TooManySeeds(u128),
    /// Draws that would have images.
    #[error(
        "jobs that are drawn at random have no images; remove `draws`, or `images` and `symmetry`"
    )]
    ImagesOfDraws,
    /// Nothing is left to search.
    #[error(
        "a theorem rules out a tour for every job, so there is nothing to search; leave \
         this out to search them anyway"
    )]
    AllImpossible,
    /// More jobs than a results file can hold.
    #[error(
        "these boards, with all starts, orders and so on, make {0:e} jobs or more; an experiment has \
         at most {most:e}",
        most = Experiment::MOST_JOBS
    )]
    TooManyJobs(u128),
    /// A start square that is not on a board of the experiment.
    #[error(transparent)]
    Start(SquareError),
    /// Neither a start square nor a set of them.
    #[error("`{text}` is not a start{}; write {}", did_you_mean(suggestion), StartSet::forms())]
    Starts {
        /// What was written.
        text: String,
        /// The square or the set that was probably meant.
        suggestion: Option<String>,
    },
    /// Digits or a rank that are not a move order, or the order of a set that is not one.
    #[error(transparent)]
    Order(OrderError),
    /// Neither a move order nor, where there may be sets, a set of them.
    #[error("`{text}` is {}; write {forms}", no_order(text, suggestion))]
    Orders {
        /// What was written.
        text: String,
        /// The name that was probably meant.
        suggestion: Option<&'static str>,
        /// What may be written.
        forms: String,
    },
    /// Several values in one text.
    #[error("`{text}` holds several values; write each by itself: {}", each.join(" "))]
    Several {
        /// What was written.
        text: String,
        /// The values, in quotes.
        each: Vec<String>,
    },
    /// Not a list of the eight moves.
    #[error("{}", refused_moves::worded(.0))]
    Moves(moves::Refusal),
    /// x is said to be the column of an order that is not written as moves.
    #[error("`{0}` has no x and y; --xy (or xy:) is for the moves of --moves")]
    HasNoXy(String),
    /// Not a rule, a goal, an engine or a use of symmetry.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// Not a budget.
    #[error(transparent)]
    Budget(#[from] BudgetError),
}

impl ExperimentFault {
    pub(super) fn malformed(text: &str, wanted: impl Into<Cow<'static, str>>) -> ExperimentFault {
        ExperimentFault::Malformed { text: text.to_owned(), wanted: wanted.into() }
    }

    /// The fault where one start and one order are wanted, so that no sets are named.
    pub fn of_one_search(self) -> ExperimentFault {
        match self {
            ExperimentFault::Orders { text, suggestion, .. } => {
                let is_one = |name: &&str| MoveOrder::NAMED.iter().any(|(one, _)| one == name);
                let (suggestion, forms) = (suggestion.filter(is_one), OrderSet::forms_of_one());
                ExperimentFault::Orders { text, suggestion, forms }
            }
            ExperimentFault::Starts { text, .. } => {
                ExperimentFault::Start(SquareError::Malformed(text))
            }
            other => other,
        }
    }
}

/// A similar key, or where all keys are.
fn key_instead(suggestion: &Option<&'static str>) -> String {
    match suggestion {
        Some(_) => did_you_mean(suggestion),
        None => "; `knightsweep schema` has all of them".to_owned(),
    }
}

/// What takes a large board instead, as the end of a message about rule `fixed`.
fn what_instead(method: Method, board: Board) -> &'static str {
    // Ties that are broken by the move order alone lead many large boards astray.
    let pohl = Method { rule: Rule::Warnsdorff(Ties::Pohl), engine: Engine::Auto, ..method };
    match (method.rule, pohl.supports(board), construction::supports(board)) {
        (Rule::Fixed, true, true) => {
            "; use rule warnsdorff-pohl, or `knightsweep construct`, which makes tours without a \
             search"
        }
        (Rule::Fixed, true, false) => "; use rule warnsdorff-pohl",
        _ => "",
    }
}

/// What a text is instead of an order.
fn no_order(text: &str, suggestion: &Option<&'static str>) -> String {
    match text.parse::<Rule>() {
        Ok(rule) => format!("a rule (`--rule {rule}`, or `rule` in a file), not a move order"),
        Err(_) => format!("not a move order{}", did_you_mean(suggestion)),
    }
}
