//! `count`: how many tours a board has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use knight_search::questions::tour_counts::{BigUint, Effort, TourCountError, TourCounter, Tours};
use knight_search::theorems::{self, NoTourReason};
use knight_search::walks::CountError;
use knight_search::{Board, Goal, Square};
use knightsweep::analysis::formatting;
use knightsweep::analysis::table::{Cell, Format, Table};
use knightsweep::files::shown::shown;
use knightsweep::results::PassFile;
use serde::Serialize;

use crate::cli::args::{Common, one_of, parse_start, parse_starts};
use crate::cli::counting;
use crate::cli::table_file::{Earlier, TableFile};
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

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
  knightsweep count --board 5x5 --start 1,1                 304 tours begin in the corner
  knightsweep count --board 5x5 --starts all --format csv   the number for every start
  knightsweep count --board 5x6 --format csv                one row, both numbers
  knightsweep count --board 6x6 --goal closed --start 1,1   19,724: both directions
  knightsweep count --board 3x200 --goal closed             96 digits, in less than a second
  knightsweep count --board 7x7 --memory 1G --out 7x7.csv   82,787,609,160, in seconds
  knightsweep count --board 8x8 --starts all --out 8x8.csv  hours; the same command resumes after a stop")]
pub struct CountArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "6x6")]
    board: Board,

    /// Which tours to count: open (all tours) or closed
    #[arg(short, long, default_value = "open", ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(Goal::ALL, Goal::word))]
    goal: Goal,

    /// Count only open tours that are not closed: those whose ends are not a knight move apart
    #[arg(long)]
    strict: bool,

    /// Count only the tours from this square: row,column from the top left, or a chess name
    #[arg(short, long, value_name = "SQUARE", conflicts_with = "starts")]
    start: Option<String>,

    /// Count the tours from each of these squares separately: all (also without a value), corners,
    /// diagonal, orbits (one per symmetry orbit), 1,1 or a8
    #[arg(long, value_name = "START", num_args = 0.., default_missing_value = "all")]
    starts: Option<Vec<String>>,

    /// Output format: table, csv, markdown or json [default: sentences; with --starts table]
    #[arg(short, long, ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(Format::ALL, Format::word))]
    format: Option<Format>,

    /// Same as --format json: one object, with --starts a list
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write the counts to this CSV file, and the command, program and machine to FILE.meta.json
    #[arg(short, long, value_name = "FILE.csv", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// A number of tours; a text in JSON if it has more than 128 bits.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Short(u128),
    Long(String),
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Number {
        u128::try_from(number).map_or_else(|_| Number::Long(number.to_string()), Number::Short)
    }
}

fn cell(number: &BigUint) -> Cell {
    u128::try_from(number).map_or_else(|_| Cell::Text(number.to_string()), Cell::Count)
}

#[derive(Serialize)]
struct CountReport {
    rows: u16,
    cols: u16,
    goal: &'static str,
    start_row: Option<u16>,
    start_col: Option<u16>,
    /// Missing for the tours from a start.
    undirected: Option<Number>,
    directed: Number,
    /// The theorem that says that there is no tour.
    impossible: Option<String>,
    /// States of the largest layer; 0 if nothing had to be counted.
    states: usize,
    wall_s: f64,
}

/// `knightsweep count`
pub fn count(common: &Common, arguments: &CountArgs) -> anyhow::Result<ExitCode> {
    let start = arguments.start.as_ref();
    let start = start.map(|text| parse_start(arguments.board, text)).transpose()?;
    if arguments.strict && arguments.goal == Goal::Closed {
        let why = "--strict leaves out closed tours; it does not go with --goal closed";
        return Err(failure::usage(why.to_owned()));
    }
    let starts = arguments.starts.as_deref();
    let starts = starts.map(|words| parse_starts(arguments.board, words)).transpose()?;
    let memory = common.memory();
    let file = arguments.out.as_deref().map(|csv| match PassFile::is_there(csv) {
        true => TableFile::after(csv, Earlier::Stopped),
        false => TableFile::new(csv),
    });
    let file = file.transpose()?;
    let mut kept =
        arguments.out.as_deref().map(|csv| kept_passes(common, arguments, csv)).transpose()?;
    let began = Instant::now();
    let (counted, effort) = counting::with_progress(common, arguments.board, |progress| {
        let mut progress = |effort| progress(Some(effort));
        let mut counter =
            TourCounter::new(arguments.board, memory, common.threads(), &mut progress);
        if let Some(kept) = &mut kept {
            counter = counter.keeping(kept);
        }
        let counted = counted(&mut counter, arguments, start, starts.as_ref());
        (counted, counter.effort())
    })?;
    let failure = kept.as_mut().and_then(PassFile::failure);
    let outcome = match (counted, failure) {
        (_, Some(failure)) => Err(failure.into()),
        (Ok(counted), None) => report(common, arguments, file, &counted, effort, began.elapsed()),
        (Err(TourCountError::TooLarge(board)), None) => {
            Err(failure::usage(format!("--board: {}", TourCountError::TooLarge(board))))
        }
        (Err(TourCountError::Count(error)), None) => {
            let explained = counting::explain(error, arguments.board, memory);
            Err(if error == CountError::MemoryLimit {
                explained.context(reached(arguments.board, effort))
            } else {
                explained
            })
        }
    };
    match kept {
        Some(kept) if outcome.is_err() && kept.known() > 0 => {
            let counts = formatting::counted(kept.known() as u64, "count");
            let kept = shown(kept.path());
            common.say(&format!("{kept}: {counts} kept; the same command resumes from there"));
        }
        Some(kept) => kept.remove()?,
        None => {}
    }
    outcome
}

/// The counts that an earlier command kept for this table, and the place for others.
fn kept_passes(common: &Common, arguments: &CountArgs, csv: &Path) -> anyhow::Result<PassFile> {
    let kept = PassFile::open(csv, arguments.board, arguments.goal)?;
    if kept.known() > 0 {
        let counts = formatting::counted(kept.known() as u64, "count");
        common.say(&format!("{}: {counts} of an earlier command kept", shown(kept.path())));
    }
    Ok(kept)
}

impl CountArgs {
    /// Which tours are counted, in words.
    fn goal_words(&self) -> &'static str {
        if self.strict { "strictly open" } else { self.goal.word() }
    }
}

enum Counted {
    All(Tours),
    From(Square, BigUint),
    ByStart(Vec<(Square, BigUint)>),
}

fn counted(
    counter: &mut TourCounter,
    arguments: &CountArgs,
    start: Option<Square>,
    starts: Option<&BTreeSet<Square>>,
) -> Result<Counted, TourCountError> {
    let goal = arguments.goal;
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
        (None, None) if arguments.strict => Counted::All(counter.strictly_open()?),
        (None, None) => Counted::All(counter.tours(goal)?),
    })
}

fn report(
    common: &Common,
    arguments: &CountArgs,
    file: Option<TableFile>,
    counted: &Counted,
    effort: Effort,
    elapsed: Duration,
) -> anyhow::Result<ExitCode> {
    let reason = reason(arguments, counted);
    let format = if arguments.json { Some(Format::Json) } else { arguments.format };
    if format == Some(Format::Json) && arguments.starts.is_none() {
        return print_json(&object(arguments, counted, reason, effort, elapsed));
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
        let csv = file.write(&table(arguments, counted), common.threads())?;
        common.say(&format!("{}: counts written", shown(&csv)));
        return Ok(ExitCode::SUCCESS);
    }
    print(match (counted, format) {
        (Counted::All(tours), None) => sentences(arguments, tours),
        (Counted::From(_, tours), None) => format!("{}\n", from_start(arguments, tours)),
        _ => table(arguments, counted).render(format.unwrap_or(Format::Table)),
    })
}

/// The theorem that says that there is no tour.
fn reason(arguments: &CountArgs, counted: &Counted) -> Option<NoTourReason> {
    let (board, goal) = (arguments.board, arguments.goal);
    match (counted, goal) {
        (Counted::From(start, _), _) => theorems::from(board, *start, goal),
        (_, Goal::Open) => theorems::open(board),
        (_, Goal::Closed) => theorems::closed(board),
    }
}

fn object(
    arguments: &CountArgs,
    counted: &Counted,
    reason: Option<NoTourReason>,
    effort: Effort,
    elapsed: Duration,
) -> CountReport {
    let (start, undirected, directed) = match counted {
        Counted::All(tours) => (None, Some(&tours.undirected), tours.directed.clone()),
        Counted::From(start, tours) => (Some(start), None, tours.clone()),
        Counted::ByStart(counts) => (None, None, counts.iter().map(|(_, tours)| tours).sum()),
    };
    CountReport {
        rows: arguments.board.rows(),
        cols: arguments.board.cols(),
        goal: arguments.goal_words(),
        start_row: start.map(|start| start.row),
        start_col: start.map(|start| start.col),
        undirected: undirected.map(Number::from),
        directed: Number::from(&directed),
        impossible: reason.map(|reason| reason.to_string()),
        states: effort.states,
        wall_s: elapsed.as_secs_f64(),
    }
}

fn sentences(arguments: &CountArgs, tours: &Tours) -> String {
    let (board, goal) = (arguments.board, arguments.goal_words());
    format!(
        "{} of {board} (a tour and its reverse count once)\n\
         {} (a tour and its reverse count twice)\n",
        counted_tours(&tours.undirected, &format!("undirected {goal} tour")),
        counted_tours(&tours.directed, &format!("directed {goal} tour")),
    )
}

/// A number of tours with its noun, all digits in groups of three.
fn counted_tours(number: &BigUint, noun: &str) -> String {
    let plural = if *number == 1u8.into() { "" } else { "s" };
    format!("{} {noun}{plural}", formatting::grouped_digits(&number.to_string()))
}

fn from_start(arguments: &CountArgs, tours: &BigUint) -> String {
    let start = arguments.start.as_deref().unwrap_or_default();
    let (board, goal) = (arguments.board, arguments.goal_words());
    let verb = if *tours == 1u8.into() { "begins" } else { "begin" };
    let tours = counted_tours(tours, &format!("{goal} tour"));
    format!("{tours} of {board} {verb} at {start}")
}

/// One row for the board, or one for each start.
fn table(arguments: &CountArgs, counted: &Counted) -> Table {
    let board = arguments.board;
    let question: [(&str, Cell); 3] = [
        ("rows", board.rows().into()),
        ("cols", board.cols().into()),
        ("goal", arguments.goal_words().into()),
    ];
    let row = |answer: &[(&'static str, Cell)]| [&question, answer].concat();
    let from = |(start, tours): &(Square, BigUint)| {
        let start_row = ("start_row", start.row.into());
        row(&[start_row, ("start_col", start.col.into()), ("tours", cell(tours))])
    };
    match counted {
        Counted::All(Tours { undirected, directed }) => {
            Table::new([row(&[("undirected", cell(undirected)), ("directed", cell(directed))])])
        }
        Counted::From(start, tours) => Table::new([from(&(*start, tours.clone()))]),
        Counted::ByStart(counts) => Table::new(counts.iter().map(from)),
    }
}

/// How far a count got before it ran out of memory.
fn reached(board: Board, effort: Effort) -> String {
    format!(
        "stopped at square {} of {}, after at most {} at a time",
        effort.processed + 1,
        board.area(),
        formatting::counted(effort.states as u64, "state")
    )
}
