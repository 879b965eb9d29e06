//! What is read in a text, in the words of the cases.

use crate::tours::{Block, PrintedTour, Refusal};
use crate::{moves, tours};

/// What is read in a program.
pub(crate) fn of_moves(text: &str, given: Option<&str>) -> Vec<String> {
    let x_is_column = given.is_some_and(|given| given == "x as column" || panic!("{given}?"));
    match moves::read(text, x_is_column) {
        Ok(moves::ListedMoves { order, exchanged, basis }) => vec![
            order.to_string(),
            format!("by {}", format!("{basis:?}").to_lowercase()),
            format!("exchanged {exchanged}"),
        ],
        Err(moves::Refusal::Several(orders)) => {
            vec!["refused".to_owned(), format!("several {}", orders.len())]
        }
        Err(refusal) => vec!["refused".to_owned(), format!("{refusal:?}")],
    }
}

/// What is read in a text, on the given board.
pub(crate) fn of_tour(text: &str, board: Option<&str>) -> Vec<String> {
    match tours::read(text, board.map(|board| board.parse().unwrap())) {
        Ok(printed) => of_printed(&printed),
        Err(refusal) => of_refusal(refusal),
    }
}

/// What is read in a text that may have several boards.
pub(crate) fn of_tours(text: &str, board: Option<&str>) -> Vec<String> {
    match tours::read_all(text, board.map(|board| board.parse().unwrap())) {
        Ok(boards) => of_boards(&boards),
        Err(refusal) => of_refusal(refusal),
    }
}

/// What a program says of its board and its start.
pub(crate) fn of_mentions(text: &str, given: Option<&str>) -> Vec<String> {
    assert_eq!(given, None, "{text}");
    let board = moves::board_said(text).map(|(_, board)| format!("board {board}"));
    let start = moves::start_said(text).map(|(_, start)| format!("start {start}"));
    let change = moves::change_said(text).map(|said| format!("change {said}"));
    [(board, "board"), (start, "start"), (change, "change")]
        .map(|(said, what)| said.unwrap_or(format!("no {what}")))
        .to_vec()
}

fn verdict(printed: &PrintedTour) -> &'static str {
    if printed.is_tour() { "tour" } else { "wrong" }
}

fn of_printed(printed: &PrintedTour) -> Vec<String> {
    let names = printed.squares.iter().map(|square| printed.board.chess_name(*square));
    let mut facts = vec![
        verdict(printed).to_owned(),
        printed.board.to_string(),
        names.collect::<Vec<_>>().join(" "),
        format!("squares {}", printed.squares.len()),
        format!("faults {}", printed.faults.len()),
        format!("notes {}", printed.notes.len()),
        format!("from {}", printed.first_number),
        format!("{:?}", printed.form),
    ];
    facts.extend(printed.faults.iter().map(|fault| fault.to_string()));
    facts.extend(printed.notes.iter().map(|note| format!("{note:?}")));
    facts.extend(printed.is_closed_tour().then(|| "closed".to_owned()));
    facts
}

fn of_refusal(refusal: Refusal) -> Vec<String> {
    let mut facts = vec!["refused".to_owned()];
    match refusal {
        Refusal::Several(boards) => {
            facts.push("several".to_owned());
            facts.extend(of_boards(&boards));
        }
        Refusal::Leftover { line, .. } => facts.push(format!("left over in line {line}")),
        Refusal::Uncertain(nearest) => {
            facts.push("uncertain".to_owned());
            facts.extend(of_printed(&nearest.printed).split_off(1));
        }
        Refusal::Misfit { line, text } => facts.push(format!("misfit in line {line}: {text}")),
        Refusal::Size(found) => facts.push(format!("size {}", found.printed.board)),
        other => facts.push(format!("{other:?}")),
    }
    facts
}

fn of_boards(boards: &[Block]) -> Vec<String> {
    let found = boards.iter().map(|Block { line, printed }| {
        format!("line {line}: {} of {}", verdict(printed), printed.board)
    });
    [format!("boards {}", boards.len())].into_iter().chain(found).collect()
}
