//! Arguments, and the commands that they call. Only this part of the program knows clap and anyhow.

use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use knight_search::engines::leap::Tables;
use knight_search::{Board, Square};
use knightsweep::analysis::table::Format;
use knightsweep::results::provenance::available_cores;

mod best_order;
mod count;
mod counting;
mod experiment_args;
pub mod failure;
mod memory;
mod merge;
mod output;
mod paper;
mod picture;
mod plan;
mod plot;
mod probability;
mod progress;
mod report;
mod results;
mod run;
mod signals;
mod solve;
mod summarize;
mod table_file;
mod verify;
mod walks;

/// A parallel batch research harness for knight's-tour search
#[derive(Parser)]
#[command(version, propagate_version = true, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: Common,
}

const EXAMPLES: &str = "\
Examples:
  knightsweep paper                               all claims of the paper, beside what we measure
  knightsweep solve --board 8x8 --start 1,1       one tour, with its exact number of checks
  knightsweep run experiments/all-starts.toml     an experiment, into results/all-starts.csv
  knightsweep summarize results/all-starts.csv    what came of it
  knightsweep plot results/all-starts.csv         a picture of it

Exit codes: 0 done, 1 failed, 2 bad input or usage,
130 interrupted after everything finished was saved.";

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// Show no progress and no remarks, only errors
    #[arg(short, long, global = true, help_heading = "Common options")]
    quiet: bool,

    /// Worker threads; all processors if not given
    #[arg(short, long, global = true, value_name = "N", help_heading = "Common options")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The most memory for counting and exact numbers, such as 500M or 8G; half of what there is if not given
    #[arg(
        long,
        global = true,
        value_name = "BYTES",
        help_heading = "Common options",
        value_parser = memory::parse
    )]
    memory: Option<usize>,
}

impl Common {
    fn threads(&self) -> usize {
        self.threads.map_or_else(available_cores, usize::from)
    }

    /// Bytes that counting may use.
    fn memory(&self) -> usize {
        self.memory.unwrap_or_else(memory::half_of_the_memory)
    }

    /// What the searches of a run share.
    fn tables(&self) -> Tables {
        Tables::with_threads(self.memory(), self.threads())
    }

    /// A pool of the worker threads.
    fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads());
        Ok(pool.thread_name(|i| format!("worker-{i}")).build()?)
    }

    /// Tells the user something, unless asked to be quiet.
    fn say(&self, message: &str) {
        if !self.quiet {
            tell(message);
        }
    }
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    Sweep(run::SweepArgs),
    Plan(plan::PlanArgs),
    Solve(solve::SolveArgs),
    Verify(verify::VerifyArgs),
    Summarize(summarize::SummarizeArgs),
    Plot(plot::PlotArgs),
    Report(report::ReportArgs),
    Merge(merge::MergeArgs),
    Paper(paper::PaperArgs),
    Walks(walks::WalksArgs),
    BestOrder(best_order::BestOrderArgs),
    Count(count::CountArgs),
    Probability(probability::ProbabilityArgs),
    /// Print a completion script for a shell
    ///
    /// For example: knightsweep completions bash > ~/.local/share/bash-completion/completions/knightsweep
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages, into a folder that is made if it is not there
    ///
    /// For example: knightsweep man ~/.local/share/man/man1
    Man {
        /// The folder for the pages; without it the main page is printed
        folder: Option<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
/// What [`failure::report`] explains to the user.
pub fn execute(cli: Cli) -> anyhow::Result<ExitCode> {
    let common = &cli.common;
    match cli.command {
        Command::Run(arguments) => run::run(common, &arguments),
        Command::Sweep(arguments) => run::sweep(common, &arguments),
        Command::Plan(arguments) => plan::plan(common, &arguments),
        Command::Solve(arguments) => solve::solve(common, &arguments),
        Command::Verify(arguments) => verify::verify(common, &arguments),
        Command::Merge(arguments) => merge::merge(common, &arguments),
        Command::Summarize(arguments) => summarize::summarize(common, &arguments),
        Command::Plot(arguments) => plot::plot(common, &arguments),
        Command::Report(arguments) => report::report(common, &arguments),
        Command::Paper(arguments) => paper::paper(common, &arguments),
        Command::Walks(arguments) => walks::walks(common, &arguments),
        Command::BestOrder(arguments) => best_order::best_order(common, &arguments),
        Command::Count(arguments) => count::count(common, &arguments),
        Command::Probability(arguments) => probability::probability(common, &arguments),
        Command::Completions { shell } => completions(shell),
        Command::Man { folder } => manual(folder),
    }
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "knightsweep", &mut script);
    print(&String::from_utf8(script)?)
}

fn manual(folder: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    let command = Cli::command();
    match folder {
        Some(folder) => {
            let made = std::fs::create_dir_all(&folder);
            made.and_then(|()| clap_mangen::generate_to(command, &folder)).map_err(|error| {
                failure::usage(format!(
                    "cannot write manual pages to {}: {error}",
                    folder.display()
                ))
            })?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            print(&String::from_utf8(page)?)
        }
    }
}

/// Prints data to standard output.
fn print(data: &str) -> anyhow::Result<ExitCode> {
    print_parts(iter::once(data))
}

/// Prints data part by part, as long as somebody reads it.
fn print_parts(mut parts: impl Iterator<Item = impl AsRef<str>>) -> anyhow::Result<ExitCode> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    let written = parts
        .try_for_each(|part| stdout.write_all(part.as_ref().as_bytes()))
        .and_then(|()| stdout.flush());
    match written {
        // The reader of our output has seen enough; what the command found stays its own exit code.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write to standard output"))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Writes a line for people to standard error.
fn tell(message: &str) {
    // If nobody can hear it, that is no reason to stop a run.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints a value as one JSON object.
fn print_json(value: &impl serde::Serialize) -> anyhow::Result<ExitCode> {
    print(&format!("{}\n", serde_json::to_string(value)?))
}

fn parse_board(text: &str) -> Result<Board, knight_search::BoardError> {
    text.parse()
}

/// The square that `--start` names.
fn parse_start(board: Board, text: &str) -> anyhow::Result<Square> {
    let square = board.parse_square(text);
    square.map_err(|error| failure::usage(format!("--start: {error}")))
}

fn parse_format(text: &str) -> Result<Format, knight_search::named_enum::UnknownWord> {
    text.parse()
}
