//! `count`: how many tours a board has.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use knight_count::tour_counts::{BigUint, Effort, TourCountError, TourCounter, Tours};
use knight_search::walks::CountError;
use knight_search::{Board, Goal, Interrupted, Square};
use knightsweep::analysis::formatting;
use knightsweep::analysis::table::Format;
use knightsweep::results::parts::PassFile;
use knightsweep::text::shown::shown;

use crate::cli::args::{Common, one_of, parse_boards, parse_start, parse_starts};
use crate::cli::counting;
use crate::cli::table_file::TableFile;
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

mod answer;
mod several;

use answer::{from_start, object, reason, sentences, table};

/// Count all knight's tours of a board without listing them
///
/// Undirected counts take a tour and its reverse as one, and a closed tour as one, whatever its
/// start. Directed counts are double. Counts from a start are directed; every closed tour passes
/// every square, so it counts for each start. With goal open all tours count, closed ones too,
/// unless --strict leaves them out. Numbers of any length are printed with all digits. Boards have
/// up to 256 squares, or more if one side has at most 15 or a theorem shows that there is no tour.
///
/// A long number takes several counts, and so do the tours from every square. With --out, each is
/// kept in FILE.passes until the table is written: after any stop, the same command resumes it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep count --board 6x6                             3,318,960 undirected, 6,637,920 directed
  knightsweep count --board 6x6 --goal closed               9,862 undirected
  knightsweep count --board 6x6 --strict                    2,963,928 that are not closed
  knightsweep count --board 3-6 4x5 --goal open closed      a row for each board and goal
  knightsweep count --board 5x5 --start 1,1                 304 tours begin in the corner
  knightsweep count --board 5x5 --starts all --format csv   the number for every start
  knightsweep count --board 5x6 --format csv                one row, both numbers
  knightsweep count --board 6x6 --goal closed --start 1,1   19,724: both directions
  knightsweep count --board 3x200 --goal closed             96 digits, in less than a second
  knightsweep count --board 6x30 --all-lengths -g closed    all of 6x1 to 6x30, in seconds
  knightsweep count --board 7x7 --memory 1G --out 7x7.csv   82,787,609,160, in seconds
  knightsweep count --board 8x8 --starts all --out 8x8.csv  hours; the same command resumes after a stop")]
pub struct CountArgs {
    /// Boards: rows x columns such as 5x6, or 3-6 for all square boards from 3x3 to 6x6
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1.., default_value = "6x6")]
    boards: Vec<String>,

    /// Which tours to count: open (all tours), closed, or `open closed`
    #[arg(short, long = "goal", value_name = "GOAL", num_args = 1.., default_value = "open")]
    #[arg(ignore_case = true, hide_possible_values = true, value_parser = one_of(Goal::ALL, Goal::word))]
    goals: Vec<Goal>,

    /// Count only open tours that are not closed: those whose ends are not a knight move apart
    #[arg(long)]
    strict: bool,

    /// Count only the tours from this square: row,column from the top left, or a chess name
    #[arg(short, long, value_name = "SQUARE", conflicts_with = "starts")]
    start: Option<String>,

    /// Count the tours from each of these squares separately: all (also without a value), corners,
    /// diagonal, centre, orbits (one per symmetry orbit), 1,1 or a8
    #[arg(long, value_name = "START", num_args = 0.., default_missing_value = "all")]
    starts: Option<Vec<String>>,

    /// Count on all boards that are not longer: the shorter side stays, the other has each length
    /// from 1 on. They share their columns, so it takes a few times as long as the longest of them
    #[arg(long, conflicts_with_all = ["start", "starts", "strict"])]
    all_lengths: bool,

    /// Output format: table, csv, markdown or json [default: sentences; of several
    /// counts table]
    #[arg(short, long, ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(Format::ALL, Format::word))]
    format: Option<Format>,

    /// Same as --format json: one object, a list of several counts
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write the counts to this CSV file, and the command, program and machine to FILE.meta.json
    #[arg(short, long, value_name = "FILE.csv", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// One board and one goal.
struct Question<'a> {
    board: Board,
    goal: Goal,
    arguments: &'a CountArgs,
}

/// `knightsweep count`
pub fn count(common: &Common, arguments: &CountArgs) -> anyhow::Result<ExitCode> {
    if arguments.strict && arguments.goals.contains(&Goal::Closed) {
        let why = "--strict leaves out closed tours; it does not go with --goal closed";
        return Err(failure::usage(why.to_owned()));
    }
    let mut questions: Vec<Question> = Vec::new();
    for board in parse_boards(&arguments.boards)? {
        for &goal in &arguments.goals {
            if !questions.iter().any(|known| (known.board, known.goal) == (board, goal)) {
                questions.push(Question { board, goal, arguments });
            }
        }
    }
    match &questions[..] {
        [question] => one(common, question),
        _ => several::count(common, &questions),
    }
}

fn one(common: &Common, question: &Question) -> anyhow::Result<ExitCode> {
    let Question { board, arguments, .. } = *question;
    let start = arguments.start.as_ref();
    let start = start.map(|text| parse_start(board, text)).transpose()?;
    let starts = arguments.starts.as_deref();
    let starts = starts.map(|words| parse_starts(board, words)).transpose()?;
    let memory = common.memory();
    let about = Some((board, question.goal));
    let file =
        arguments.out.as_deref().map(|csv| TableFile::open(common, csv, about)).transpose()?;
    let file = match file {
        Some(None) => return Ok(ExitCode::SUCCESS),
        file => file.flatten(),
    };
    let mut kept = file.as_ref().map(|file| kept_passes(common, question, file)).transpose()?;
    let began = Instant::now();
    let (counted, effort) = counting::with_progress(common, |progress| {
        let mut progress = |effort| progress(Some(effort));
        let mut counter = TourCounter::new(board, memory, common.threads(), &mut progress);
        if let Some(kept) = &mut kept {
            counter = counter.keeping(kept);
        }
        let counted = counted(&mut counter, question, start, starts.as_ref());
        (counted, counter.effort())
    });
    let failure = kept.as_mut().and_then(PassFile::failure);
    let outcome = match (counted, failure) {
        (_, Some(failure)) => Err(failure.into()),
        (Ok(counted), None) => report(common, question, file, &counted, effort, began.elapsed()),
        (Err(error), None) => Err(explained(error, question, memory, effort)),
    };
    match kept {
        Some(kept) if outcome.is_err() && kept.known() > 0 => {
            let counts = formatting::counted(kept.known() as u64, "count");
            let kept = kept.shown();
            common.say(&format!("{kept}: {counts} kept; the same command resumes from there"));
        }
        Some(kept) => {
            let is_interrupted = outcome.as_ref().is_err_and(|error| error.is::<Interrupted>());
            if is_interrupted {
                common.say("no count was finished, so none is kept");
            }
            kept.remove()?;
        }
        None => {}
    }
    outcome
}

/// The error of a count with this memory limit in bytes that came so far.
fn explained(
    error: TourCountError,
    question: &Question,
    memory: usize,
    effort: Effort,
) -> anyhow::Error {
    let error = match error {
        TourCountError::TooLarge(_) | TourCountError::TooManyLengths(_) => {
            return failure::usage(format!("--board: {error}"));
        }
        TourCountError::Count(error) => error,
    };
    let explained = counting::explain(error, question.board, memory, "");
    match error {
        CountError::MemoryLimit => explained.context(reached(effort)),
        _ => explained,
    }
}

/// The counts that an earlier command kept for this table, and the place for others.
fn kept_passes(common: &Common, question: &Question, file: &TableFile) -> anyhow::Result<PassFile> {
    let kept = file.parts(question.board, question.goal)?;
    if kept.known() > 0 {
        let counts = formatting::counted(kept.known() as u64, "count");
        common.say(&format!("{}: {counts} of an earlier command kept", kept.shown()));
    }
    Ok(kept)
}

impl Question<'_> {
    /// Which tours are counted, in words.
    fn goal_words(&self) -> &'static str {
        if self.arguments.strict { "strictly open" } else { self.goal.word() }
    }
}

enum Counted {
    All(Tours),
    AllLengths(Vec<(Board, Tours)>),
    From(Square, BigUint),
    ByStart(Vec<(Square, BigUint)>),
}

fn counted(
    counter: &mut TourCounter,
    question: &Question,
    start: Option<Square>,
    starts: Option<&BTreeSet<Square>>,
) -> Result<Counted, TourCountError> {
    let Question { goal, arguments, .. } = *question;
    Ok(match (start, starts) {
        (Some(start), _) if arguments.strict => {
            Counted::From(start, counter.strictly_open_from(start)?)
        }
        (Some(start), _) => Counted::From(start, counter.from(start, goal)?),
        (None, Some(starts)) => {
            let mut counts = match arguments.strict {
                true => counter.strictly_open_by_start()?,
                false => counter.by_start(goal)?,
            };
            counts.retain(|(start, _)| starts.contains(start));
            Counted::ByStart(counts)
        }
        (None, None) if arguments.all_lengths => Counted::AllLengths(counter.all_lengths(goal)?),
        (None, None) if arguments.strict => Counted::All(counter.strictly_open()?),
        (None, None) => Counted::All(counter.tours(goal)?),
    })
}

fn report(
    common: &Common,
    question: &Question,
    file: Option<TableFile>,
    counted: &Counted,
    effort: Effort,
    elapsed: Duration,
) -> anyhow::Result<ExitCode> {
    let (reason, arguments) = (reason(question, counted), question.arguments);
    let format = if arguments.json { Some(Format::Json) } else { arguments.format };
    let is_one = !matches!(counted, Counted::ByStart(_) | Counted::AllLengths(_));
    if format == Some(Format::Json) && is_one {
        return print_json(&object(question, counted, reason, effort, elapsed));
    }
    if let Some(reason) = reason {
        common.say(&format!("no tour: {reason}"));
    } else {
        let states = match common.is_verbose() {
            true => format!(
                ", at most {} in memory",
                formatting::counted(effort.states as u64, "state")
            ),
            false => String::new(),
        };
        common.say(&format!("counted in {}{states}", formatting::time(elapsed)));
    }
    if let Some(file) = file {
        let csv = file.write(&table(question, counted), common.threads())?;
        common.say(&format!("{}: counts written", shown(&csv)));
        return Ok(ExitCode::SUCCESS);
    }
    print(match (counted, format) {
        (Counted::All(tours), None) => sentences(question, tours),
        (Counted::From(start, tours), None) => format!("{}\n", from_start(question, *start, tours)),
        _ => table(question, counted).render(format.unwrap_or(Format::Table)),
    })
}

/// How far a count got before it ran out of memory.
fn reached(effort: Effort) -> String {
    format!(
        "stopped at square {} of {}, after at most {} at a time",
        effort.processed + 1,
        effort.squares,
        formatting::counted(effort.states as u64, "state")
    )
}
