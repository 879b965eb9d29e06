//! Readings of printed tours, and why there is none, in words.

use knight_search::{Fault, Square};
use knight_text::tours::{Block, Form, Note, PrintedTour, Refusal};
use knightsweep::text::{and_more, counted, joined};

/// The most squares, or boards, that are named.
const SHOWN: usize = 8;

/// How the squares are given, for programs.
pub(super) fn numbering(printed: &PrintedTour) -> &'static str {
    match (printed.form, printed.first_number) {
        (Form::Grid | Form::RowByRow, 0) => "from 0",
        (Form::Grid | Form::RowByRow, _) => "from 1",
        (Form::Names | Form::Pairs { .. } | Form::Indices { .. }, _) => "list",
        (Form::Moves { .. }, _) => "moves",
    }
}

/// How the squares are given, for people.
pub(super) fn form(printed: &PrintedTour) -> String {
    match printed.form {
        Form::Grid | Form::RowByRow => format!("numbered {}", numbering(printed)),
        Form::Names | Form::Pairs { .. } => "a list of squares".to_owned(),
        Form::Indices { first } => format!("a list of the numbers of squares, from {first}"),
        Form::Moves { .. } => "a list of moves".to_owned(),
    }
}

/// A fault in a sentence, in the notation of the text.
pub(super) fn fault(printed: &PrintedTour, fault: &Fault) -> String {
    if matches!(printed.form, Form::Grid | Form::RowByRow) {
        return fault.to_string();
    }
    let name = |square: &Square| printed.name(*square);
    // Faults of lists count from 1.
    let place = |number: i64| number - 1 + printed.first_number;
    let at = |number: i64, square: &Square| format!("{}. {}", place(number), name(square));
    match fault {
        Fault::NotAMove { number, from, to } => {
            format!("from {} to {} is not a knight move", at(*number, from), at(number + 1, to))
        }
        Fault::LeavesBoard { number, from, mv } => {
            format!("move {mv} from {} leads off the board", at(*number, from))
        }
        Fault::VisitedTwice { square, first, again } => {
            let (first, again) = (place(*first), place(*again));
            format!("{} is visited twice, as {first}. and as {again}.", name(square))
        }
        Fault::Unvisited { unvisited } => {
            let are = if unvisited.len() == 1 { "is" } else { "are" };
            let shown = joined(unvisited.iter().take(SHOWN).map(name), " ");
            let (count, more) = (unvisited.len(), and_more(unvisited.len().saturating_sub(SHOWN)));
            format!("{count} of the squares {are} never visited: {shown}{more}")
        }
        _ => fault.to_string(),
    }
}

/// How the text was read, and what helps to find a mistake.
pub(super) fn remarks(printed: &PrintedTour) -> Vec<String> {
    let note = |note: &Note| match note {
        Note::Labels => "the labels of rows and columns are left out".to_owned(),
        Note::StartAgain => "the start stands again at the end".to_owned(),
        Note::DeadEnd { number, square } => {
            format!("no unvisited square is a knight move from the last one, {number} at {square}")
        }
        Note::NamedXy { x_is_row } => {
            let (x, y) = if *x_is_row { ("row", "column") } else { ("column", "row") };
            let first = match printed.form {
                Form::Pairs { first, .. } => first,
                _ => 1,
            };
            format!("x is read as the {x} and y as the {y}, from {first}")
        }
    };
    let mut remarks: Vec<String> = printed.notes.iter().map(note).collect();
    let is_named = printed.notes.iter().any(|note| matches!(note, Note::NamedXy { .. }));
    let read = match printed.form {
        Form::Pairs { first, column_first } if !is_named && (first, column_first) != (1, false) => {
            let order = if column_first { "column,row" } else { "row,column" };
            Some(format!("the squares are read as {order} from {first}"))
        }
        Form::RowByRow => Some(format!("its numbers are read row by row as {}", printed.board)),
        _ => None,
    };
    remarks.extend(read);
    remarks
}

/// Why a text is neither a tour nor certainly none, and what to do.
pub(super) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Nothing => "it has no grid of numbers and no list of squares that may be a tour; \
             write the number of each square, each row in a line, or squares such as a8 or 1,1"
            .to_owned(),
        Refusal::TooLong { numbers } => {
            format!("it has {numbers} numbers, more than a tour of the largest board can have")
        }
        Refusal::Several(found) => format!(
            "it can be read as several boards: {}; give one at a time",
            joined(found.iter().take(SHOWN).map(described), ", ")
        ),
        Refusal::Leftover { tour, line } => format!(
            "{} is there, and something in line {line} does not belong to it; give the tour alone",
            described(tour)
        ),
        Refusal::Uncertain(found) => format!(
            "its layout is not certain: {} would have {}; give it alone, each row in a line, with 0 \
             for unvisited squares, or squares such as a8 or 1,1",
            described(found),
            counted(found.printed.faults.len(), "fault")
        ),
        Refusal::Misfit { line, text } => format!(
            "line {line}: `{text}` is no row of whole numbers as long as those beside it; correct \
             it, and write 0 for unvisited squares"
        ),
        Refusal::KnightMoves => {
            "its numbers are those of eight moves; `knightsweep solve --moves` reads them"
                .to_owned()
        }
        Refusal::NoBoard => {
            "a list of moves does not show its board; give it with --board".to_owned()
        }
        Refusal::Outside(square) => format!("the square {square} is not on the given board"),
        Refusal::Size(found) => format!(
            "the text shows a board of {}, which does not fit the given one",
            found.printed.board
        ),
    }
}

fn described(Block { line, printed }: &Block) -> String {
    let what = match printed.form {
        Form::Grid => "a grid",
        Form::RowByRow => "the numbers row by row",
        Form::Indices { .. } => "the numbers of squares in order",
        Form::Names | Form::Pairs { .. } | Form::Moves { .. } => "a list",
    };
    let tour = if printed.is_tour() { "a tour of " } else { "" };
    format!("{tour}{} from line {line} ({what})", printed.board)
}
