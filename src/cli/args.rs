//! Options that several commands share, and how their values are read.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, value_parser};
use knight_search::engines::leap::Tables;
use knight_search::walks::SpillSpace;
use knight_search::{Board, Budget, MoveOrder, Rule, Square, StopRequest, Ties};
use knightsweep::experiment::{Experiment, Key, Spec, WrittenAt, time_limit};
use knightsweep::machine::available_cores;
use knightsweep::results::Writer;
use knightsweep::text::formatting;

use crate::cli::memory_limit;
use crate::cli::scratch::{self, ScratchFolder};
use crate::cli::ui::{Progress, failure, output, signals};

/// The options of every command.
#[derive(Args, Default)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Show errors only: no progress, no remarks
    #[arg(short, long, global = true, hide_short_help = true)]
    pub quiet: bool,

    /// Say more about how a run went
    #[arg(short, long, global = true, hide_short_help = true, conflicts_with = "quiet")]
    pub verbose: bool,

    /// Number of worker threads [default: all processors]
    #[arg(short, long, global = true, hide_short_help = true, value_name = "N")]
    #[arg(value_parser = within(1_u16, 1024, "whole number"))]
    threads: Option<u16>,

    /// Memory limit of counts and exact proofs, such as 500M or 8G [default: half of the memory]
    #[arg(long, global = true, hide_short_help = true, value_name = "BYTES", value_parser = memory_limit::parse)]
    memory: Option<usize>,

    /// A folder for what a count cannot keep in memory: it may take many gigabytes
    #[arg(long, global = true, hide_short_help = true, value_name = "DIR", value_parser = scratch::parse)]
    scratch: Option<ScratchFolder>,
}

impl Common {
    /// Progress of work with this many steps, or with an unknown number; hidden if quiet.
    pub(crate) fn progress(&self, steps: Option<u64>) -> Progress {
        if self.quiet { Progress::hidden() } else { Progress::new(steps) }
    }

    /// Number of worker threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(available_cores, usize::from)
    }

    /// Memory limit of counts in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or_else(memory_limit::half_of_the_memory)
    }

    /// Where counts put what does not fit their memory.
    pub(crate) fn scratch(&self) -> Option<Box<dyn SpillSpace>> {
        Some(Box::new(self.scratch.clone()?))
    }

    /// Empty tables for the searches of one run.
    pub(crate) fn tables(&self) -> Tables {
        Tables::with_threads(self.memory(), self.threads()).with_spill(self.scratch())
    }

    /// Who writes results: this command, on its worker threads.
    pub(crate) fn writer(&self) -> Writer {
        Writer { command: command_line(), threads: self.threads() }
    }

    /// A pool of the worker threads.
    ///
    /// # Errors
    /// If the system does not have that many threads.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads());
        pool.thread_name(|i| format!("worker-{i}")).build().map_err(|error| {
            let threads = formatting::counted(self.threads(), "worker thread");
            anyhow::anyhow!("cannot start {threads}: {error}; use fewer with --threads")
        })
    }

    /// Does the work on the worker threads and shows `how_far` it is. The work itself obeys the
    /// stop request.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn work<T: Send>(
        &self,
        how_far: impl Fn() -> String,
        work: impl FnOnce(&'static StopRequest) -> T + Send,
    ) -> anyhow::Result<T> {
        /// How often the work is asked how far it is.
        const POLL_INTERVAL: Duration = Duration::from_millis(100);
        let (stop, pool, mut progress) = (signals::obey(), self.pool()?, self.progress(None));
        let (done, ended) = mpsc::channel();
        // This thread shows the progress, so the pool needs no thread beside its own.
        let result = pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The receiver is there until the scope ends.
                let _ = done.send(work(stop));
            });
            loop {
                match ended.recv_timeout(POLL_INTERVAL) {
                    Ok(result) => break Some(result),
                    Err(RecvTimeoutError::Timeout) => {
                        let elapsed = formatting::time(progress.elapsed());
                        progress.show(0, || format!("{}, {elapsed}", how_far()));
                    }
                    // The work panicked, and so does the scope when it ends.
                    Err(RecvTimeoutError::Disconnected) => break None,
                }
            }
        });
        Ok(result.expect("a scope passes a panic of its work on"))
    }

    /// Writes a message to standard error, unless quiet.
    pub(crate) fn say(&self, message: &str) {
        if !self.quiet {
            output::say(message);
        }
    }
}

/// The command line of this process, for sidecars and locks. What is not UTF-8 is replaced.
pub(super) fn command_line() -> Vec<String> {
    let arguments = std::env::args_os();
    arguments.map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// A command line without the common options, which change no answer: how many threads, how much
/// memory, and what is said.
pub(super) fn essential(command: &[String]) -> Vec<&str> {
    // Only the form of a value matters here.
    let any_value = |arg: Arg| match arg.get_action().takes_values() {
        true => arg.value_parser(value_parser!(String)),
        false => arg,
    };
    let common = Command::new("").no_binary_name(true).disable_help_flag(true);
    let mut common = Common::augment_args(common).mut_args(any_value);
    let mut words = command.iter().map(String::as_str);
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match common.try_get_matches_from_mut([word]) {
            Ok(_) => {}
            // The next word is its value.
            Err(error) if error.kind() == ErrorKind::InvalidValue => drop(words.next()),
            Err(_) => kept.push(word),
        }
    }
    kept
}

/// Reads one of these values by its word, which shells complete.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let words = PossibleValuesParser::new(all.iter().map(|&value| word(value)));
    words.try_map(move |text| {
        let named = all.iter().copied().find(|&value| word(value).eq_ignore_ascii_case(&text));
        named.ok_or("not one of these words")
    })
}

/// Reads a number of this kind within these limits.
pub(super) fn within<T: FromStr + PartialOrd + Display + Copy + Send + Sync>(
    least: T,
    most: T,
    kind: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("write a {kind} from {least} to {most}"))
    }
}

/// How long a job may be searched, if a flag says so.
#[derive(Args)]
pub(super) struct TimeLimitArgs {
    /// Stop each search after this time
    ///
    /// Such as 60s, 5m or 1h30m; none for no limit. The job then ends with outcome `time`: nothing
    /// is known of it, and a slower machine may stop more jobs
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, hide_short_help = true)]
    time_limit: Option<TimeLimit>,
}

#[derive(Clone, Copy)]
struct TimeLimit(Option<Duration>);

/// Reads a time such as `60s`, or `none`.
fn parse_time_limit(text: &str) -> Result<TimeLimit, String> {
    time_limit::parse(text).map(TimeLimit).map_err(|fault| fault.to_string())
}

impl TimeLimitArgs {
    /// Whether the flag is there, perhaps to say that there is no limit.
    pub(super) fn is_given(&self) -> bool {
        self.time_limit.is_some()
    }

    /// Gives an experiment this limit in the place of its own.
    pub(super) fn apply(&self, experiment: &mut Experiment) {
        if let Some(TimeLimit(limit)) = self.time_limit {
            experiment.time_limit = limit;
        }
    }
}

/// Reads a value of a list that may have blanks after its commas.
pub(super) fn parse_trimmed<T: FromStr>(text: &str) -> Result<T, T::Err> {
    text.trim().parse()
}

/// Reads a whole number, such as the id of a job.
pub(super) fn parse_number(text: &str) -> Result<u64, String> {
    within(0, u64::MAX, "whole number")(text)
}

/// Reads how many of something are wanted.
pub(super) fn parse_count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number, such as 10".to_owned())
}

/// A whole number from 1, for what makes no sense without one.
pub(super) fn parse_positive(text: &str) -> Result<usize, String> {
    match parse_count(text)? {
        0 => Err("write a whole number from 1, such as 10".to_owned()),
        count => Ok(count),
    }
}

/// The square of `--start` on its board.
pub(super) fn parse_start(board: Board, text: &str) -> anyhow::Result<Square> {
    let square = board.parse_square(text);
    square.map_err(|error| failure::usage(format!("--start: {error}")))
}

/// The squares of `--starts` on a board, in the words of experiments.
pub(super) fn parse_starts(board: Board, words: &[String]) -> anyhow::Result<BTreeSet<Square>> {
    Ok(on_boards(vec![board.to_string()], words.to_vec())?.start_squares(board))
}

/// The boards of `--board`, in the words of experiments.
pub(super) fn parse_boards(words: &[String]) -> anyhow::Result<Vec<Board>> {
    Ok(on_boards(words.to_vec(), vec!["corners".to_owned()])?.boards().to_vec())
}

fn on_boards(boards: Vec<String>, starts: Vec<String>) -> anyhow::Result<Experiment> {
    let spec = Spec::default()
        .with(Key::Boards, boards)
        .with(Key::Starts, starts)
        .with(Key::Orders, [MoveOrder::FIG2])
        .with(Key::Budget, [Budget::UNLIMITED])
        // Of the rules that take every board.
        .with(Key::Rule, [Rule::Warnsdorff(Ties::First)]);
    Ok(spec.validate(&|key, _| WrittenAt::of_flag(key))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_memory_do_not_tell_commands_apart() {
        let command = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let once = command("ks count --out x.csv");
        for again in [
            "ks -t 2 count --out x.csv",
            "ks count -t8 --threads=3 -q --out x.csv -v",
            "ks -qt2 count --out x.csv --memory 2G --scratch=dir",
            "ks -vqt 2 count --memory=2G --scratch dir --out x.csv",
        ] {
            assert_eq!(essential(&command(again)), essential(&once), "{again}");
        }
        assert_ne!(essential(&command("ks count --strict --out x.csv")), essential(&once));
    }
}
