//! `count`: how many tours a board has.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indexmap::IndexSet;
use knight_board::theorems::{self, NoTourReason};
use knight_count::tour_counts::{Effort, TourCountError, TourCounter};
use knight_search::estimates::Precision;
use knight_search::walks::CountError;
use knight_search::{Board, Goal, Interrupted, Square};
use knightsweep::analysis::table::{Format, Table};
use knightsweep::results::parts::PassFile;
use knightsweep::results::table::TableFile;
use knightsweep::text::formatting;

use crate::cli::answer::{FormatArgs, print_table};
use crate::cli::args::{Common, one_of, parse_boards, parse_number, parse_start, parse_starts};
use crate::cli::counting;
use crate::cli::exit_codes::DONE;
use crate::cli::table_file;
use crate::cli::ui::{failure, print, print_json, refuse};

mod answer;
mod estimate;

use answer::{Answer, reached};

/// Count all tours of a board without listing them
///
/// Undirected counts take a tour and its reverse as one, and a closed tour as one, whatever its
/// start. Directed counts are double. Counts from a start are directed; every closed tour passes
/// every square, so it counts for each start. With goal open all tours count, closed ones too,
/// unless --strict leaves them out. Numbers of any length are printed with all digits. Boards have
/// up to 256 squares, or more if one side has at most 15 or a theorem shows that there is no tour.
///
/// A long number takes several counts, and so do the tours from every square. With --out, each is
/// kept in FILE.passes until the table is written: after any stop, the same command resumes it.
///
/// Nobody knows beforehand how much memory a count takes. You see it while the count runs, and if
/// --memory does not suffice, the error says at which square and what helps.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep count --board 6x6                             # 3,318,960 tours
  knightsweep count --board 6x6 --goal closed               # 9,862 undirected
  knightsweep count --board 6x6 --strict                    # only open ones
  knightsweep count --board 3-6 4x5 --goal open closed      # a row for each
  knightsweep count --board 5x5 --start 1,1                 # 304 tours
  knightsweep count --board 5x5 --starts all --format csv   # from every start
  knightsweep count --board 6x6 --goal closed --start 1,1   # both directions
  knightsweep count --board 3x200 --goal closed             # 96 digits
  knightsweep count --board 6x30 --all-lengths -g closed    # of 6x1 to 6x30
  knightsweep count --board 10x10 -g closed --estimate      # about 1.07·10^26
  knightsweep count --board 7x7 --memory 1G --out 7x7.csv   # in seconds
  knightsweep count --board 8x8 --starts all --out 8x8.csv  # hours; resumes")]
pub(crate) struct CountArgs {
    /// Boards: 5x6, or 3-6 for square ones
    ///
    /// Rows x columns such as 5x6, or 3-6 for all square boards from 3x3 to 6x6
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1.., default_value = "6x6")]
    boards: Vec<String>,

    /// Tours: open, closed or open closed
    ///
    /// open (all tours), closed, or `open closed`
    #[arg(short, long = "goal", value_name = "GOAL", num_args = 1.., default_value = "open")]
    #[arg(value_delimiter = ',', value_parser = one_of(Goal::ALL, Goal::word))]
    goals: Vec<Goal>,

    /// Leave out open tours that are closed
    ///
    /// Count only open tours that are not closed: those whose ends are not a knight move apart
    #[arg(long)]
    strict: bool,

    /// Count only the tours from this square
    ///
    /// Row,column from the top left, or a chess name
    #[arg(short, long, value_name = "SQUARE", conflicts_with = "starts")]
    start: Option<String>,

    /// Count the tours from each of these squares
    ///
    /// Separately: all (also without a value), corners, diagonal, centre, orbits (one per symmetry
    /// orbit), 1,1 or a8
    #[arg(long, value_name = "START", num_args = 0.., default_missing_value = "all")]
    #[arg(requires = "boards")]
    starts: Option<Vec<String>>,

    /// Count on all shorter boards too
    ///
    /// The shorter side stays, the other takes each length from 1 on. The boards share their
    /// columns: closed tours take up to 4 times as long as on the longest board alone, open ones 2
    /// (3x60) to 8 times (6x8), and both longer on boards that take less than a second
    #[arg(long, conflicts_with_all = ["start", "starts", "strict"])]
    all_lengths: bool,

    /// Estimate the number
    ///
    /// By samples, where tours cannot be counted, with the ends of a 95 % interval. Boards have up
    /// to 256 squares, and a side of at most 15
    #[arg(long, conflicts_with_all = ["start", "starts", "strict", "all_lengths"])]
    estimate: bool,

    /// How precise the estimate is, such as 0.5%
    ///
    /// About half the width of its 95 % interval. Ten times the precision takes a hundred times as
    /// long
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "SHARE", default_value = "1%", requires = "estimate")]
    precision: Precision,

    /// The random seed of the estimate
    #[arg(long, value_name = "N", default_value = "1", requires = "estimate")]
    #[arg(value_parser = parse_number, hide_short_help = true)]
    seed: u64,

    #[command(flatten)]
    format: FormatArgs,

    /// Write the counts to this CSV file
    ///
    /// The command, program and machine go to FILE.meta.json
    #[arg(short, long, value_name = "FILE.csv", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// Which tours of a board are to be counted.
struct Question<'a> {
    board: Board,
    goal: Goal,
    wanted: Wanted,
    arguments: &'a CountArgs,
}

enum Wanted {
    All,
    AllLengths,
    From(Square),
    ByStart(BTreeSet<Square>),
}

/// How much work a count was.
struct Work {
    effort: Effort,
    elapsed: Duration,
}

/// `knightsweep count`
pub(super) fn count(common: &Common, arguments: &CountArgs) -> anyhow::Result<u8> {
    if arguments.strict && arguments.goals.iter().any(|goal| *goal != Goal::Open) {
        refuse!("--strict leaves out closed tours; it does not go with --goal closed");
    }
    let boards = parse_boards(&arguments.boards)?;
    let on_board = |board| arguments.goals.iter().map(move |&goal| (board, goal));
    let asked: IndexSet<(Board, Goal)> = boards.into_iter().flat_map(on_board).collect();
    let for_one = [
        ("--start", arguments.start.is_some()),
        ("--starts", arguments.starts.is_some()),
        ("--all-lengths", arguments.all_lengths),
        ("--out", arguments.out.is_some()),
    ];
    if asked.len() > 1
        && let Some((option, _)) = for_one.into_iter().find(|(_, is_given)| *is_given)
    {
        refuse!("{option} needs one board and one goal");
    }
    let question =
        |(board, goal)| Ok(Question { board, goal, wanted: arguments.wanted(board)?, arguments });
    let questions: Vec<Question> =
        asked.into_iter().map(question).collect::<anyhow::Result<_>>()?;
    match &questions[..] {
        [question] => one(common, question),
        _ => several(common, arguments, &questions),
    }
}

fn one(common: &Common, question: &Question) -> anyhow::Result<u8> {
    let Question { board, arguments, .. } = *question;
    let about = Some((board, question.goal));
    let Continue(file) = table_file::open(common, arguments.out.as_deref(), about)? else {
        return Ok(DONE);
    };
    let file_of_passes = file.as_ref().filter(|_| !arguments.estimate);
    let mut kept = file_of_passes.map(|file| file.parts(board, question.goal)).transpose()?;
    let say = |kept: &PassFile, what: &str| {
        let counts = formatting::counted(kept.known(), "count");
        common.say(&format!("{}: {counts} {what}", kept.shown()));
    };
    if let Some(kept) = kept.as_ref().filter(|kept| kept.known() > 0) {
        say(kept, "of an earlier command kept");
    }
    let counted = searched(common, question, kept.as_mut());
    let outcome = match kept.as_mut().and_then(PassFile::failure) {
        Some(failure) => Err(failure.into()),
        None => counted.and_then(|(answers, work)| report(common, question, file, &answers, &work)),
    };
    match kept {
        Some(kept) if outcome.is_err() && kept.known() > 0 => {
            say(&kept, "kept; the same command resumes from there");
        }
        Some(kept) => {
            if outcome.as_ref().is_err_and(|error| error.is::<Interrupted>()) {
                common.say("no count was finished, so none is kept");
            }
            kept.remove()?;
        }
        None => {}
    }
    outcome
}

/// Counts one after the other, and prints a row for each. If one fails, those before it are
/// printed.
fn several(common: &Common, arguments: &CountArgs, questions: &[Question]) -> anyhow::Result<u8> {
    let began = Instant::now();
    let (mut rows, mut objects, mut failed) = (Vec::new(), Vec::new(), None);
    for question in questions {
        match searched(common, question, None) {
            Ok((answers, work)) => {
                objects.extend(answers.iter().map(|answer| question.object(answer, &work)));
                rows.extend(answers.into_iter().map(|answer| answer.row));
            }
            Err(error) => {
                let what = format!("{} {} tours", question.board, question.goal);
                failed = Some(error.context(what));
                break;
            }
        }
    }
    let numbers = formatting::counted(rows.len(), "number");
    common.say(&format!("{numbers} {} in {}", arguments.done(), formatting::time(began.elapsed())));
    let printed = match arguments.format.asked() {
        Some(Format::Json) => print_json(&objects),
        _ if rows.is_empty() => Ok(DONE),
        format => print_table(&Table::new(rows), format.unwrap_or(Format::Table)),
    };
    failed.map_or(printed, Err)
}

/// The error of a count that came so far.
fn explained(
    common: &Common,
    error: TourCountError,
    question: &Question,
    effort: Effort,
) -> anyhow::Error {
    let TourCountError::Count(error) = error else {
        return failure::usage(format!("--board: {error}"));
    };
    let can_estimate = matches!(question.wanted, Wanted::All) && !question.arguments.strict;
    let instead = if can_estimate { ", or estimate the number with --estimate" } else { "" };
    let explained = counting::explain(error, question.board, common, instead);
    match error {
        CountError::MemoryLimit => explained.context(reached(effort)),
        _ => explained,
    }
}

impl Question<'_> {
    /// Which tours are counted, in words.
    fn goal_words(&self) -> &'static str {
        if self.arguments.strict { "strictly open" } else { self.goal.word() }
    }

    /// The theorem that says that there is no tour.
    fn reason(&self) -> Option<NoTourReason> {
        match &self.wanted {
            Wanted::AllLengths => None,
            Wanted::From(start) => theorems::from(self.board, *start, self.goal),
            _ => theorems::on(self.board, self.goal),
        }
    }
}

impl CountArgs {
    fn wanted(&self, board: Board) -> anyhow::Result<Wanted> {
        Ok(match (&self.start, &self.starts) {
            (Some(start), _) => Wanted::From(parse_start(board, start)?),
            (None, Some(starts)) => Wanted::ByStart(parse_starts(board, starts)?),
            (None, None) if self.all_lengths => Wanted::AllLengths,
            (None, None) => Wanted::All,
        })
    }

    /// What became of the numbers.
    fn done(&self) -> &'static str {
        if self.estimate { "estimated" } else { "counted" }
    }
}

/// Counts or estimates with progress, and says how much work it was.
fn searched(
    common: &Common,
    question: &Question,
    kept: Option<&mut PassFile>,
) -> anyhow::Result<(Vec<Answer>, Work)> {
    let began = Instant::now();
    if question.arguments.estimate {
        let estimate = estimate::estimated(common, question)?;
        let work = Work { effort: Effort::default(), elapsed: began.elapsed() };
        return Ok((vec![question.estimated(&estimate)], work));
    }
    let scratch = common.scratch();
    let (counted, work) = counting::with_progress(common, |progress| {
        let mut progress = |effort| progress(Some(effort));
        let (memory, threads) = (common.memory(), common.threads());
        let mut counter = TourCounter::new(question.board, memory, threads, &mut progress);
        if let Some(kept) = kept {
            counter = counter.keeping(kept);
        }
        counter = counter.spilling(scratch.as_deref());
        let counted = counted(&mut counter, question);
        (counted, Work { effort: counter.effort(), elapsed: began.elapsed() })
    });
    match counted {
        Ok(counted) => Ok((counted, work)),
        Err(error) => Err(explained(common, error, question, work.effort)),
    }
}

fn counted(counter: &mut TourCounter, question: &Question) -> Result<Vec<Answer>, TourCountError> {
    let Question { board, goal, .. } = *question;
    let is_strict = question.arguments.strict;
    let all = |found| question.all(found);
    let from = |found| question.from(found);
    Ok(match &question.wanted {
        Wanted::All if is_strict => vec![all((board, counter.strictly_open()?))],
        Wanted::All => vec![all((board, counter.tours(goal)?))],
        Wanted::AllLengths => counter.all_lengths(goal)?.into_iter().map(all).collect(),
        Wanted::From(start) if is_strict => {
            vec![from((*start, counter.strictly_open_from(*start)?))]
        }
        Wanted::From(start) => vec![from((*start, counter.from(*start, goal)?))],
        Wanted::ByStart(starts) => {
            let counts = match is_strict {
                true => counter.strictly_open_by_start()?,
                false => counter.by_start(goal)?,
            };
            counts.into_iter().filter(|(start, _)| starts.contains(start)).map(from).collect()
        }
    })
}

fn report(
    common: &Common,
    question: &Question,
    file: Option<TableFile>,
    answers: &[Answer],
    work: &Work,
) -> anyhow::Result<u8> {
    let format = question.arguments.format.asked();
    let answer = match (&question.wanted, answers) {
        (Wanted::All | Wanted::From(_), [only]) => Some(only),
        _ => None,
    };
    if let (Some(answer), Some(Format::Json)) = (answer, format) {
        return print_json(&question.object(answer, work));
    }
    if let Some(reason) = question.reason() {
        common.say(&format!("no tour: {reason}"));
    } else {
        let states = match common.verbose {
            true => {
                format!(", at most {} in memory", formatting::counted(work.effort.states, "state"))
            }
            false => String::new(),
        };
        let done = question.arguments.done();
        common.say(&format!("{done} in {}{states}", formatting::time(work.elapsed)));
    }
    let table = Table::new(answers.iter().map(|answer| answer.row.clone()));
    match (file, answer, format) {
        (Some(file), ..) => table_file::write(common, file, &table, "counts written"),
        (None, Some(answer), None) => print(&answer.text),
        (None, ..) => print(table.render(format.unwrap_or(Format::Table))),
    }
}
