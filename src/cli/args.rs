//! Options that several commands share, and how their values are read.

use std::time::Duration;

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use knight_search::engines::leap::Tables;
use knight_search::{Board, Budget, MoveOrder, Rule, Square};
use knightsweep::analysis::formatting;
use knightsweep::experiment::time_limit;
use knightsweep::experiment::{Experiment, Spec};
use knightsweep::results::provenance::available_cores;

use super::memory_limit;
use super::ui::progress::{Progress, Verbosity};
use super::ui::{failure, output};

/// The options of every command.
#[derive(Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Show errors only: no progress, no remarks
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Say more about how a run went
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,

    /// Number of worker threads [default: all processors]
    #[arg(short, long, global = true, value_name = "N")]
    #[arg(value_parser = parse_threads)]
    threads: Option<u16>,

    /// Memory limit of counts and exact proofs, such as 500M or 8G [default: half of the memory]
    #[arg(long, global = true, value_name = "BYTES", value_parser = memory_limit::parse)]
    memory: Option<usize>,
}

impl Common {
    /// How much is written to standard error.
    pub fn verbosity(&self) -> Verbosity {
        if self.quiet { Verbosity::Quiet } else { Verbosity::Normal }
    }

    /// Whether more is said than usual.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Number of worker threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(available_cores, usize::from)
    }

    /// Memory limit of counts in bytes.
    pub fn memory(&self) -> usize {
        self.memory.unwrap_or_else(memory_limit::half_of_the_memory)
    }

    /// Empty tables for the searches of one run.
    pub fn tables(&self) -> Tables {
        Tables::with_threads(self.memory(), self.threads())
    }

    /// A pool of the worker threads.
    ///
    /// # Errors
    /// If the system does not have that many threads.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads());
        pool.thread_name(|i| format!("worker-{i}")).build().map_err(|error| {
            let threads = formatting::counted(self.threads() as u64, "worker thread");
            anyhow::anyhow!("cannot start {threads}: {error}; use fewer with --threads")
        })
    }

    /// Does the work on the worker threads and shows `how_far` it is. The work itself obeys stop
    /// requests.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn work<T: Send>(
        &self,
        how_far: impl Fn() -> String,
        work: impl FnOnce() -> T + Send,
    ) -> anyhow::Result<T> {
        let progress = Progress::new(None, self.verbosity());
        Ok(progress.during(&self.pool()?, how_far, work))
    }

    /// Writes a message to standard error, unless quiet.
    pub fn say(&self, message: &str) {
        if !self.quiet {
            output::say(message);
        }
    }
}

/// The command line of this process, for sidecars and locks. What is not UTF-8 is replaced.
pub fn command_line() -> Vec<String> {
    let arguments = std::env::args_os();
    arguments.map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// Reads one of these values by its word, which shells complete.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    word_of(all, word).try_map(move |text| {
        let named = all.iter().copied().find(|&value| word(value).eq_ignore_ascii_case(&text));
        named.ok_or("not one of these words")
    })
}

/// The same, and leaves it a word.
pub fn word_of<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(all.iter().map(|&value| word(value)))
}

fn parse_threads(text: &str) -> Result<u16, String> {
    const MOST: u16 = 1024;
    let threads = text.parse().ok().filter(|threads| (1..=MOST).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MOST}"))
}

/// How long a job may be searched.
#[derive(Clone, Copy)]
pub struct TimeLimit(pub Option<Duration>);

/// Reads a time such as `60s`, or `none`.
pub fn parse_time_limit(text: &str) -> Result<TimeLimit, String> {
    time_limit::parse(text).map(TimeLimit).map_err(|fault| fault.to_string())
}

/// Reads a whole number, such as the id of a job.
pub fn parse_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}", u64::MAX))
}

/// The square of `--start` on its board.
pub fn parse_start(board: Board, text: &str) -> anyhow::Result<Square> {
    let square = board.parse_square(text);
    square.map_err(|error| failure::usage(format!("--start: {error}")))
}

/// The squares of `--starts` on a board, in the words of experiments.
pub fn parse_starts(board: Board, words: &[String]) -> anyhow::Result<BTreeSet<Square>> {
    Ok(on_boards(vec![board.to_string()], words.to_vec())?.start_squares())
}

/// The boards of `--board`, in the words of experiments.
pub fn parse_boards(words: &[String]) -> anyhow::Result<Vec<Board>> {
    Ok(on_boards(words.to_vec(), vec!["corners".to_owned()])?.boards().to_vec())
}

fn on_boards(boards: Vec<String>, starts: Vec<String>) -> anyhow::Result<Experiment> {
    let spec = Spec {
        boards,
        starts,
        orders: vec![MoveOrder::FIG2.to_string()],
        budget: vec![Budget::UNLIMITED.to_string()],
        // Of the rules that take every board.
        rule: vec![Rule::Warnsdorff.to_string()],
        ..Spec::default()
    };
    let flag = |key: &str, _| match key {
        "boards" => "--board".to_owned(),
        key => format!("--{key}"),
    };
    Ok(spec.validate(&flag)?)
}
