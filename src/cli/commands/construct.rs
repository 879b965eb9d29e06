//! `construct`: a tour of a board of any size, without a search.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use knight_search::construction::{self, ConstructionError};
use knight_search::walks::supports;
use knight_search::{Board, Goal, Outcome, Square, Tour};
use knightsweep::pictures::drawing::svg::MADE_BY;
use knightsweep::pictures::{self, Style};
use knightsweep::text::formatting;

use crate::cli::answer::start_row;
use crate::cli::args::{Common, one_of, parse_start, within};
use crate::cli::exit_codes::{DONE, NO_TOUR};
use crate::cli::ui::{SvgArgs, Target, print, print_json, refuse, write_tour};

/// Construct a tour of a large board, without a search
///
/// Cuts the board into small blocks and joins their tours (after Parberry 1997). This takes time
/// linear in the squares and cannot fail, on boards with sides from 5 to 2000. On boards with an
/// even number of squares the tour is closed, on others it is open, and begins at any square of the
/// corners' colour. The tour is printed as a numbered board.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep construct --board 20x30
  knightsweep construct --board 41x41 --start 3,5 --first 1 > tour.txt
  knightsweep construct --board 40x40 --goal closed --svg tour.svg
  knightsweep construct --board 2000x2000 --out tour.txt
  knightsweep construct --board 51x75 --start 26,38 | knightsweep verify -")]
pub(crate) struct ConstructArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "8x8")]
    board: Board,

    /// The start square, such as 1,1 or a8
    ///
    /// Row,column from the top left, or a chess name
    #[arg(short, long, default_value = "1,1")]
    start: String,

    /// Which tour: open (any tour) or closed
    #[arg(short, long, value_name = "GOAL", default_value = "open")]
    #[arg(value_parser = one_of(Goal::ALL, Goal::word))]
    goal: Goal,

    /// The first number on the board
    ///
    /// 0 as in Fig. 3 of McEvoy's manuscript, or 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = within(0_usize, 1, "number"))]
    first: usize,

    /// The output, or - for standard output
    ///
    /// The numbered board, a .txt file
    #[arg(short, long, value_name = "FILE", default_value = "-", conflicts_with = "json")]
    out: PathBuf,

    /// Print one JSON object
    ///
    /// With the squares of the tour in chess notation
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    svg: SvgArgs,
}

/// `knightsweep construct`
pub(super) fn construct(common: &Common, arguments: &ConstructArgs) -> anyhow::Result<u8> {
    let target = arguments.svg.target(common, arguments.json)?;
    let out = Target::new(common, &arguments.out, "tour", &["txt"])?;
    let (board, goal) = (arguments.board, arguments.goal);
    let start = parse_start(board, &arguments.start)?;
    let began = Instant::now();
    let found = match construction::construct(board, start, goal) {
        Ok(tour) => Ok(tour),
        Err(ConstructionError::NoTour(reason)) => Err(reason),
        Err(narrow) => {
            let Square { row, col } = start;
            let rule = if supports(board) { "" } else { " --rule warnsdorff-pohl" };
            refuse!(
                "--board: {narrow}; `knightsweep solve --board {board} --start {row},{col} --goal \
                 {goal}{rule}` may find a tour, or that there is none"
            );
        }
    };
    let wall = began.elapsed();
    let tour = found.as_ref().ok();
    let (first, place) = (arguments.first, format!("{board} from {start}"));
    let printed = match &found {
        _ if arguments.json => print_json(
            &start_row(board, start)
                .with("goal", goal.word())
                .with("outcome", tour.map_or(Outcome::None, |_| Outcome::Tour).word())
                .with("success", tour.is_some())
                .with("closed", tour.map(Tour::is_closed))
                .with("tour", tour.map(Tour::to_string))
                .with("why", found.as_ref().err().map(ToString::to_string))
                .with("wall_s", wall.as_secs_f64()),
        ),
        Ok(tour) => {
            let summary = format!("{place}: {} tour", kind(tour));
            write(&tour.grid(first), &summary, &formatting::time(wall), &out)
        }
        Err(reason) => print(format!("{place}: no {goal} tour exists: {reason}\n")),
    };
    if let Some(target) = target {
        let headline = |tour: &Tour| {
            format!("A constructed {} tour of the {board} board from {start}", kind(tour))
        };
        let drawn = |tour| pictures::tour::of_tour(tour, first, headline(tour), &Style::default());
        write_tour(common, &target, tour.map(|tour| (board, drawn(tour))))?;
    }
    printed?;
    Ok(if tour.is_some() { DONE } else { NO_TOUR })
}

/// Prints a numbered board with its summary, or writes it to a file and prints the summary.
fn write(grid: &str, summary: &str, time: &str, out: &Target) -> anyhow::Result<u8> {
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
