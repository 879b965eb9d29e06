//! `construct`: a tour of a board of any size, without a search.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use knight_search::construction::{self, ConstructionError};
use knight_search::walks::supports;
use knight_search::{Board, Goal, Outcome, Tour};
use knightsweep::analysis::formatting;
use knightsweep::pictures::drawing::svg::MADE_BY;
use knightsweep::pictures::{self, Caption, Style};
use serde::Serialize;

use crate::cli::args::{Common, one_of, parse_first, parse_start};
use crate::cli::ui::failure;
use crate::cli::ui::files::Target;
use crate::cli::ui::output::{print, print_json};
use crate::cli::ui::picture_file;

/// Construct a tour of a large board, without a search
///
/// Cuts the board into small blocks with tours and joins these (after Parberry 1997). This takes
/// time linear in the squares and cannot fail, on boards with sides from 5 to 2000. On boards with
/// an even number of squares the tour is closed, on others it begins at any square of the colour of
/// the corners. The tour is printed as a numbered board.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep construct --board 20x30
  knightsweep construct --board 41x41 --start 3,5 --first 1 > tour.txt
  knightsweep construct --board 40x40 --goal closed --svg tour.svg
  knightsweep construct --board 2000x2000 --out tour.txt
  knightsweep construct --board 51x75 --start 26,38 | knightsweep verify -

Exit codes: 0 done, 1 failed, 2 bad input or usage, 3 no tour exists.")]
pub struct ConstructArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "8x8")]
    board: Board,

    /// The start square: row,column from the top left, or a chess name
    #[arg(short, long, default_value = "1,1")]
    start: String,

    /// Which tour: open (any tour) or closed
    #[arg(short, long, value_name = "GOAL", default_value = "open")]
    #[arg(ignore_case = true, hide_possible_values = true, value_parser = one_of(Goal::ALL, Goal::word))]
    goal: Goal,

    /// The number of the first square on the printed board: 0 as in the paper's Fig. 3, or 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = parse_first)]
    first: u8,

    /// Write the numbered board to this .txt file, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", conflicts_with = "json")]
    out: PathBuf,

    /// Print one JSON object, with the squares of the tour in chess notation
    #[arg(long)]
    json: bool,

    /// Draw the tour
    #[arg(long, value_name = "FILE", help = picture_file::tour_help())]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct ConstructReport {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    goal: &'static str,
    /// `tour` or `none`, as in results.
    outcome: &'static str,
    success: bool,
    closed: Option<bool>,
    tour: Option<String>,
    /// Why there is none.
    why: Option<String>,
    wall_s: f64,
}

/// `knightsweep construct`
pub fn construct(common: &Common, arguments: &ConstructArgs) -> anyhow::Result<ExitCode> {
    let target =
        arguments.svg.as_deref().map(|out| picture_file::target(common, out)).transpose()?;
    let out = Target::new(common, &arguments.out, "tour", &["txt"])?;
    let (board, goal) = (arguments.board, arguments.goal);
    let start = parse_start(board, &arguments.start)?;
    let began = Instant::now();
    let found = match construction::construct(board, start, goal) {
        Ok(tour) => Ok(tour),
        Err(ConstructionError::NoTour(reason)) => Err(reason),
        Err(narrow) => {
            let rule = if supports(board) { "" } else { " --rule warnsdorff" };
            return Err(failure::usage(format!(
                "--board: {narrow}; `knightsweep solve --board {board}{rule}` searches for a tour"
            )));
        }
    };
    let wall = began.elapsed();
    let tour = found.as_ref().ok();
    let printed = if arguments.json {
        print_json(&ConstructReport {
            rows: board.rows(),
            cols: board.cols(),
            start_row: start.row,
            start_col: start.col,
            goal: goal.word(),
            outcome: tour.map_or(Outcome::None, |_| Outcome::Tour).word(),
            success: tour.is_some(),
            closed: tour.map(Tour::is_closed),
            tour: tour.map(Tour::to_string),
            why: found.as_ref().err().map(ToString::to_string),
            wall_s: wall.as_secs_f64(),
        })
    } else {
        match &found {
            Ok(tour) => {
                let time = formatting::time(wall);
                let summary = format!("{board} from {start}: {} tour", kind(tour));
                write(&tour.grid(arguments.first.into()), &summary, &time, &out)
            }
            Err(reason) => {
                print(format!("{board} from {start}: no {goal} tour exists: {reason}\n"))
            }
        }
    };
    match (tour, target) {
        (Some(tour), Some(target)) => draw(tour, arguments.first.into(), &target)?,
        (None, Some(_)) => common.say("there is no tour to draw"),
        (_, None) => {}
    }
    printed?;
    Ok(if tour.is_some() { ExitCode::SUCCESS } else { ExitCode::from(failure::NO_TOUR) })
}

/// Prints a numbered board with its summary, or writes it to a file and prints the summary.
fn write(grid: &str, summary: &str, time: &str, out: &Target) -> anyhow::Result<ExitCode> {
    match out {
        Target::Stdout => print(format!("{grid}\n\n{summary}, {time}\n")),
        Target::File { .. } => {
            // By its end the file is known as one that may be replaced.
            out.write(format!("{grid}\n\n{summary}, {MADE_BY}\n").as_bytes())?;
            print(format!("{summary}, {time}\n"))
        }
    }
}

fn kind(tour: &Tour) -> &'static str {
    if tour.is_closed() { "closed" } else { "open" }
}

fn draw(tour: &Tour, first: usize, target: &Target) -> anyhow::Result<()> {
    let (board, kind) = (tour.board(), kind(tour));
    let caption = Caption {
        title: Some(format!("Knight's tour, {board}")),
        source: Some(format!("knightsweep {}", env!("CARGO_PKG_VERSION"))),
    };
    let headline =
        format!("A constructed {kind} tour of the {board} board from {}", tour.squares()[0]);
    let picture = pictures::tour::of_tour(tour, first, headline, &Style::default());
    picture_file::write(target, &picture.standalone(&caption), &picture.headline)?;
    Ok(())
}
