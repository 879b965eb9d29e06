//! The answers of counts: sentences, rows and objects.

use std::time::Duration;

use knight_search::questions::tour_counts::{BigUint, Effort, Tours};
use knight_search::theorems::{self, NoTourReason};
use knight_search::{Board, Square};
use knightsweep::analysis::formatting;
use knightsweep::analysis::table::{Cell, Table};
use serde::Serialize;

use super::{Counted, Question};

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
pub struct CountReport {
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

/// The theorem that says that there is no tour.
pub fn reason(question: &Question, counted: &Counted) -> Option<NoTourReason> {
    let Question { board, goal, .. } = *question;
    match counted {
        Counted::AllLengths(_) => None,
        Counted::From(start, _) => theorems::from(board, *start, goal),
        _ => theorems::on(board, goal),
    }
}

/// An answer as JSON has it.
pub fn object(
    question: &Question,
    counted: &Counted,
    reason: Option<NoTourReason>,
    effort: Effort,
    elapsed: Duration,
) -> CountReport {
    let (start, undirected, directed) = match counted {
        Counted::All(tours) => (None, Some(&tours.undirected), tours.directed.clone()),
        Counted::From(start, tours) => (Some(start), None, tours.clone()),
        Counted::ByStart(counts) => (None, None, counts.iter().map(|(_, tours)| tours).sum()),
        Counted::AllLengths(counts) => {
            (None, None, counts.iter().map(|(_, tours)| &tours.directed).sum())
        }
    };
    CountReport {
        rows: question.board.rows(),
        cols: question.board.cols(),
        goal: question.goal_words(),
        start_row: start.map(|start| start.row),
        start_col: start.map(|start| start.col),
        undirected: undirected.map(Number::from),
        directed: Number::from(&directed),
        impossible: reason.map(|reason| reason.to_string()),
        states: effort.states,
        wall_s: elapsed.as_secs_f64(),
    }
}

/// The tours of a board in words.
pub fn sentences(question: &Question, tours: &Tours) -> String {
    let (board, goal) = (question.board, question.goal_words());
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

/// The tours from the square of --start in words.
pub fn from_start(question: &Question, start: Square, tours: &BigUint) -> String {
    let (board, goal) = (question.board, question.goal_words());
    let verb = if *tours == 1u8.into() { "begins" } else { "begin" };
    let tours = counted_tours(tours, &format!("{goal} tour"));
    format!("{tours} of {board} {verb} at {start}")
}

/// One row for each board, or one for each start.
pub fn table(question: &Question, counted: &Counted) -> Table {
    let on = |board: Board, answer: &[(&'static str, Cell)]| {
        let asked: [(&str, Cell); 3] = [
            ("rows", board.rows().into()),
            ("cols", board.cols().into()),
            ("goal", question.goal_words().into()),
        ];
        [&asked, answer].concat()
    };
    let row = |answer: &[(&'static str, Cell)]| on(question.board, answer);
    let both = |board: Board, tours: &Tours| {
        let directed = ("directed", cell(&tours.directed));
        on(board, &[("undirected", cell(&tours.undirected)), directed])
    };
    let from = |(start, tours): &(Square, BigUint)| {
        let start_row = ("start_row", start.row.into());
        row(&[start_row, ("start_col", start.col.into()), ("tours", cell(tours))])
    };
    match counted {
        Counted::All(tours) => Table::new([both(question.board, tours)]),
        Counted::AllLengths(counts) => {
            Table::new(counts.iter().map(|(board, tours)| both(*board, tours)))
        }
        Counted::From(start, tours) => Table::new([from(&(*start, tours.clone()))]),
        Counted::ByStart(counts) => Table::new(counts.iter().map(from)),
    }
}
