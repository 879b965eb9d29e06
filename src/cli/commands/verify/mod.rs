//! `verify`: results files and tours, as they are.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use knight_search::{Board, Tour};
use knightsweep::analysis::reading::is_pipe_named_csv;
use knightsweep::files::open;
use knightsweep::pictures::{self, Style};
use knightsweep::results::verify::Sample;
use knightsweep::results::{AnySidecar, LONGEST_LINE, Paths, begins_results};
use knightsweep::text::{printable, reason, shown};
use serde::Serialize;
use serde_json::Value;

use crate::cli::args::{Common, parse_number};
use crate::cli::exit_codes::{DONE, FAILED};
use crate::cli::ui::{SvgArgs, Target, failure, print, print_json, refuse, write_tour};

mod results;
mod tour;
mod words;

/// Verify tours and results files
///
/// The first 20 faults of each file are listed, with --json all.
///
/// A tour can be a grid of numbers from 0 or 1, as programs and people print it: with blanks,
/// commas, bars, colours or box drawing, with labels, as an array of C, Java, Python, JSON or
/// numpy, as a table of Markdown, LaTeX or HTML, or as one line of all numbers. It can be a list of
/// squares: a8-c7-e8, Na8 Nc7, 1. a8 2. c7, (0,0) (1,2), a row and a column in each line, a table,
/// or the numbers of squares. It can be the answer of solve --json. With --board it can be a start
/// and the digits of its moves, such as 1,1 1128. Words around it do no harm. Text that
/// can be read in several ways is refused.
///
/// A results file is checked completely: the check of every row, its job in the plan of the
/// sidecar, recorded tours, rows that contradict each other, and the SHA-256 of a sealed file. A
/// table of best-order or count is checked against its SHA-256, and its rows against their checks;
/// other tables are refused. No file is changed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep verify tour.txt
  knightsweep verify tour.txt --svg tour.svg
  knightsweep solve --start 3,4 | knightsweep verify -
  knightsweep verify results/all-starts.csv --recompute 10
  knightsweep verify results/all-starts.csv --complete")]
pub(crate) struct VerifyArgs {
    /// Tours, results files or tables
    ///
    /// - reads a tour from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The board of a tour, rows x columns
    ///
    /// [default: derived from the tour]
    #[arg(short, long)]
    board: Option<Board>,

    /// Search N random jobs again and compare
    ///
    /// N of each results file
    #[arg(long, value_name = "N", value_parser = parse_number)]
    recompute: Option<u64>,

    /// The random seed of --recompute
    #[arg(long, default_value_t = 0, requires = "recompute", value_parser = parse_number)]
    seed: u64,

    /// Exit with 1 also if results are unfinished
    #[arg(long)]
    complete: bool,

    /// Print one JSON object for each file or tour
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    svg: SvgArgs,
}

/// `knightsweep verify`
pub(super) fn verify(common: &Common, arguments: &VerifyArgs) -> anyhow::Result<u8> {
    if arguments.svg.is_given() && arguments.files.len() > 1 {
        refuse!("--svg draws the tour of one file; give one");
    }
    let svg = arguments.svg.target(common, arguments.json)?;
    let mut all_right = true;
    let mut unreadable = None;
    for file in &arguments.files {
        match judged(common, arguments, file, svg.as_ref()) {
            Ok(is_right) => all_right &= is_right,
            Err(error) if failure::is_interruption(&error) => {
                let file = shown(file);
                let undone = format!("{file}: interrupted while jobs were searched again");
                return Err(error.context(undone));
            }
            // The other files still get their verdicts.
            Err(error) => unreadable = Some(failure::report(&error)),
        }
    }
    Ok(match unreadable {
        Some(code) => code,
        None if all_right => DONE,
        None => FAILED,
    })
}

/// What is found about a file, or about one of its tours. The object and the text follow the name
/// of the file.
struct Verdict {
    is_right: bool,
    json: Value,
    text: String,
    /// The tour to draw.
    tour: Option<Tour>,
}

/// Prints the verdicts on a file, draws its tour if that is asked for, and returns whether the file
/// is right.
fn judged(
    common: &Common,
    arguments: &VerifyArgs,
    file: &Path,
    svg: Option<&Target>,
) -> anyhow::Result<bool> {
    let content = content(file)?;
    check_options(arguments, file, &content)?;
    let size = arguments.recompute.unwrap_or(0).try_into().unwrap_or(usize::MAX);
    let sample = Sample { size, seed: arguments.seed };
    let verdicts = match content {
        Content::Results => vec![results::verify(common, file, sample, arguments.complete)?],
        Content::Table => vec![results::verify_table(file)?],
        Content::Tour => tour::verify(file, arguments.board)?,
    };
    if svg.is_some() && verdicts.len() > 1 {
        refuse!("{}: it has several tours, and --svg draws one; give it alone", shown(file));
    }
    let all_right = verdicts.iter().all(|verdict| verdict.is_right);
    for Verdict { json, text, tour, .. } in verdicts {
        if arguments.json {
            print_json(&Report { file: file.to_string_lossy(), json })?;
        } else {
            print(printable(&format!("{}: {text}", shown(file))).as_ref())?;
        }
        if let Some(target) = svg {
            draw(common, target, tour.as_ref())?;
        }
    }
    Ok(all_right)
}

fn draw(common: &Common, target: &Target, tour: Option<&Tour>) -> anyhow::Result<()> {
    let picture = tour.map(|tour| {
        let (kind, board) = (if tour.is_closed() { "A closed" } else { "An open" }, tour.board());
        let headline = format!("{kind} tour of the {board} board");
        (board, pictures::tour::of_tour(tour, 0, headline, &Style::default()))
    });
    write_tour(common, target, picture)
}

/// Refuses options that say nothing about this file.
fn check_options(arguments: &VerifyArgs, file: &Path, content: &Content) -> anyhow::Result<()> {
    let (kind, what) = match content {
        Content::Results => (0, "results"),
        Content::Table => (1, "a table"),
        Content::Tour => (2, "read as a tour"),
    };
    // Whether results, tables and tours take an option.
    for (option, is_given, takes, needed) in [
        ("--recompute", arguments.recompute.is_some(), [true, false, false], "results"),
        ("--complete", arguments.complete, [true, true, false], "results or a table"),
        ("--board", arguments.board.is_some(), [false, false, true], "a tour"),
        ("--svg", arguments.svg.is_given(), [false, false, true], "a tour"),
    ] {
        if is_given && !takes[kind] {
            let file = shown(file);
            refuse!("{file}: {option} needs {needed}, and this is {what}; drop the option");
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Report<'a> {
    file: Cow<'a, str>,
    #[serde(flatten)]
    json: Value,
}

/// How a file is read.
enum Content {
    /// It has a sidecar, or begins with a header or a row.
    Results,
    /// A table of another command.
    Table,
    /// Everything else.
    Tour,
}

fn content(file: &Path) -> anyhow::Result<Content> {
    if file == "-" {
        return Ok(Content::Tour);
    }
    if is_pipe_named_csv(file) {
        refuse!("{}: this is a pipe; give a regular file", shown(file));
    }
    let unreadable = |error| failure::of_file(file, reason(&error));
    // A pipe can be read only once, and never holds results.
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Ok(Content::Tour);
    }
    let first_line =
        open::any(file).and_then(|it| open::first_line(it, LONGEST_LINE)).map_err(unreadable)?;
    let is_results = begins_results(&first_line);
    let is_table = !is_results && first_line.trim_ascii_end().ends_with(b",row_check");
    let sidecar = Paths::new(file).map(|paths| AnySidecar::read(&paths.sidecar));
    match sidecar {
        Ok(Ok(Some(AnySidecar::Table(_)))) if !is_results => Ok(Content::Table),
        // A faulty sidecar is reported with the results.
        Ok(Ok(Some(_)) | Err(_)) if !is_table => Ok(Content::Results),
        _ if is_results => Ok(Content::Results),
        _ if names_results(&first_line) => refuse!(
            "{}: another program wrote it, with other columns, and rows of other programs have no \
             check; give or restore the original file",
            shown(file)
        ),
        _ if is_table => Ok(Content::Table),
        _ => Ok(Content::Tour),
    }
}

/// Whether a line names columns that only results have together. An answer of solve names them too,
/// in an object.
fn names_results(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let is_object = text.trim_start().starts_with('{');
    !is_object
        && ["start_row", "outcome", "checks", "engine"].iter().all(|name| text.contains(name))
}
