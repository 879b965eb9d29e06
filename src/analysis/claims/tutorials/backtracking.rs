//! The programs of the tutorials, as they are printed.

use crate::analysis::claims::Measured;
use crate::analysis::claims::tutorials::{Evidence, Judged};
use crate::text::formatting::{grouped, joined, long_time};
use knight_search::first_path::PathSearch;
use knight_search::{Answer, Board, Budget, Goal, Outcome, SearchProgress, Square};

/// The arrays of all programs but those of "Knight's Tour".
const ROWS: [i8; 8] = [2, 1, -1, -2, -2, -1, 1, 2];
const COLS: [i8; 8] = [1, 2, 2, 1, -1, -2, -2, -1];

/// The array of "Knight's Tour".
pub(super) const ARRAY: [(i8, i8); 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, -2), (-2, 1), (-2, -1), (2, 1), (2, -1)];

/// The first square of all programs.
const START: Square = Square { row: 1, col: 1 };

/// A program with these arrays, which stops once it has placed the knight on as many squares.
pub(super) fn program(side: u16, squares: usize) -> PathSearch {
    PathSearch {
        board: board(side),
        start: START,
        moves: ROWS.into_iter().zip(COLS).collect(),
        squares,
        marks_start: true,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    }
}

/// The program of "Knight's Tour": it does not mark its start.
fn unmarked(side: u16) -> PathSearch {
    let board = board(side);
    PathSearch { moves: ARRAY.to_vec(), marks_start: false, ..program(side, board.area()) }
}

pub(super) fn board(side: u16) -> Board {
    Board::new(side, side).expect("the boards of the tutorials have sides from 3 to 8")
}

/// The squares of 8×8 that a program visits.
fn visited(answer: &Answer) -> Vec<Square> {
    let mut squares = answer.tour.clone().unwrap_or_default();
    squares.sort_by_key(|square| (square.row, square.col));
    squares.dedup();
    squares
}

/// Those that it does not visit, in words.
fn unvisited(board: Board, answer: &Answer) -> String {
    let visited = visited(answer);
    joined(board.squares().filter(|square| !visited.contains(square)), " ")
}

/// The C program of Kalkicode stops at N·N, a number that it has not yet placed.
pub(super) fn early_stop(progress: &mut SearchProgress) -> Judged {
    let answer = program(8, 63).first(progress)?;
    let (squares, all) = (visited(&answer).len(), board(8).area());
    let value = format!("{squares} squares after {} checks", grouped(answer.checks));
    Ok(Measured::new(value, squares == all).because(format!(
        "it stops before it places its last number, so {} stays 0; \
         `solve --order tutorial --squares 63` does the same",
        unvisited(board(8), &answer)
    )))
}

/// Its other programs stop a number later. They try N moves, the number of rows.
pub(super) fn other_sides(progress: &mut SearchProgress) -> Judged {
    let mut values = Vec::new();
    let mut checks = Vec::new();
    let mut agrees = true;
    for side in [5, 6] {
        let all = program(side, board(side).area());
        let printed = PathSearch { moves: all.moves[..side.into()].to_vec(), ..all.clone() };
        let (printed, all) = (printed.first(progress)?, all.first(progress)?);
        let found = if printed.outcome == Outcome::Tour { "a tour" } else { "none" };
        values.push(format!("{found} on {side}x{side}"));
        checks.push(format!(
            "{side}x{side}: {} checks, with all eight a tour after {}",
            grouped(printed.checks),
            grouped(all.checks)
        ));
        agrees &= printed.outcome == Outcome::Tour;
    }
    Ok(Measured::new(values.join(", "), agrees).because(format!(
        "their loop over the eight moves ends at N, so it leaves some out; {}",
        checks.join("; ")
    )))
}

/// The nodes of the search that finds the printed tour, against 8^64.
pub(super) fn nodes_against_bound(progress: &mut SearchProgress) -> Judged {
    let answer = program(8, 64).first(progress)?;
    let nodes = answer.nodes.unwrap_or(u128::MAX) as f64;
    let exponent = nodes.log2() / 3.0;
    Ok(Measured::new(format!("8^{exponent:.1}"), exponent < 32.0)
        .because(format!("{} placements from (1,1) on 8x8", grouped(nodes as u128))))
}

pub(super) fn guins_search(progress: &mut SearchProgress) -> Judged {
    let answer = program(8, 64).first(progress)?;
    let squares = visited(&answer).len();
    let value = format!("{squares} squares after {} checks", grouped(answer.checks));
    Ok(Measured::new(value, squares == board(8).area())
        .because("the tour of the other tutorials; the document prints no grid"))
}

/// How many calls deep the search is where it finds a tour, against the squares of the board.
pub(super) fn depth_of_search(progress: &mut SearchProgress) -> Judged {
    let mut agrees = true;
    for side in [5, 6] {
        let area = board(side).area();
        // Each square of the tour is placed by a call of its own, which the next one is inside.
        let depth = program(side, area).first(progress)?.tour.map_or(0, |tour| tour.len());
        agrees &= depth == area;
    }
    Ok(Measured::new("N x N squares", agrees)
        .because("with the recursion too, which is N x N calls deep on 5x5 and 6x6"))
}

/// The program of "Knight's Tour" on the boards on which it ends.
pub(super) fn unmarked_start(progress: &mut SearchProgress) -> Judged {
    let (of_7x7, of_5x5) = (unmarked(7).first(progress)?, unmarked(5).first(progress)?);
    let twice = |answer: &Answer| {
        let path = answer.tour.as_deref().unwrap_or_default();
        path.iter().skip(1).any(|square| *square == START)
    };
    let once = !twice(&of_7x7) && visited(&of_7x7).len() == board(7).area();
    let what = if once { "each once" } else { "start twice" };
    let value = format!("7x7: {what}, after {} checks", grouped(of_7x7.checks));
    let chance = if twice(&of_5x5) { "the same happens" } else { "it visits each once by chance" };
    let marked = PathSearch { marks_start: true, ..unmarked(5) }.first(progress)?;
    Ok(Measured::new(value, once && !twice(&of_5x5)).because(format!(
        "it does not mark its start, so a path may return there; {} is left out. On 5x5 {chance}, \
         after {} checks ({} with a marked start). Its loop counts i and uses t, read as i",
        unvisited(board(7), &of_7x7),
        grouped(of_5x5.checks),
        grouped(marked.checks)
    )))
}

/// That program on 8×8, which does not end.
pub(super) fn endless(evidence: &Evidence, progress: &mut SearchProgress) -> Judged {
    const LIMIT: u128 = 100_000_000;
    let budget = Budget::checks(LIMIT).unwrap_or(Budget::UNLIMITED);
    let answer = PathSearch { budget, ..unmarked(8) }.first(progress)?;
    let ends = answer.outcome == Outcome::Tour;
    let value = match ends {
        true => format!("a board after {} checks", grouped(answer.checks)),
        false => format!("none after {} checks", grouped(answer.checks)),
    };
    let needed = evidence.alternating.checks.unwrap_or(0);
    let seconds = needed as f64 / 1e9;
    Ok(Measured::new(value, ends).because(format!(
        "with its start marked it would take {} checks, {} at a billion a second",
        grouped(needed),
        long_time(seconds)
    )))
}

/// The program under Warnsdorff's name, against his rule.
pub(super) fn warnsdorffs_title(evidence: &Evidence, progress: &mut SearchProgress) -> Judged {
    let answer = program(8, 64).first(progress)?;
    let rule = evidence.warnsdorff.checks.unwrap_or(0);
    let value = format!("backtracking, {} checks", grouped(answer.checks));
    Ok(Measured::new(value, answer.checks == rule).because(format!(
        "its moves have a fixed order; Warnsdorff's rule takes {} checks, look-ahead counted",
        grouped(rule)
    )))
}
