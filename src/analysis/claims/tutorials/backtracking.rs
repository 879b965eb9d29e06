//! The programs of the tutorials, as they are printed.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::facts::square_board;
use crate::analysis::claims::tutorials::Evidence;
use crate::text::formatting::{grouped, joined, long_time};
use knight_search::first_path::PathSearch;
use knight_search::{Answer, Board, Budget, Goal, Interrupted, Outcome, SearchProgress, Square};

/// The arrays of all programs but those of "Knight's Tour".
const ROWS: [i8; 8] = [2, 1, -1, -2, -2, -1, 1, 2];
const COLS: [i8; 8] = [1, 2, 2, 1, -1, -2, -2, -1];

/// The array of "Knight's Tour".
pub(super) const ARRAY: [(i8, i8); 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, -2), (-2, 1), (-2, -1), (2, 1), (2, -1)];

/// The first square of all programs.
const START: Square = Square { row: 1, col: 1 };

/// A program with these arrays, which stops once it has placed the knight on as many squares.
fn program(side: u16, squares: usize) -> PathSearch {
    PathSearch {
        board: square_board(side),
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
    let board = square_board(side);
    PathSearch { moves: ARRAY.to_vec(), marks_start: false, ..program(side, board.area()) }
}

/// What the programs find.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The C program of Kalkicode on 8×8: it stops at N·N, a number that it has not yet placed.
    pub(super) of_c: Answer,
    /// The programs with the same arrays that stop a number later, on 8×8.
    pub(super) on_8x8: Answer,
    /// By side, what these find on smaller boards, and what those of Kalkicode find, which try N
    /// moves, the number of rows.
    smaller: [(u16, Answer, Answer); 2],
    /// The program of "Knight's Tour" on 5×5 and 7×7, on which it ends, and on 8×8 up to 10^8
    /// checks.
    unmarked: [Answer; 3],
    /// That program on 5×5 if it marked its start.
    marked: Answer,
}

impl Programs {
    /// Runs them: about three hundred million checks.
    ///
    /// # Errors
    /// [`Interrupted`] if `progress` breaks.
    pub fn run(progress: &mut SearchProgress) -> Result<Programs, Interrupted> {
        let mut smaller = |side: u16| {
            let all = program(side, square_board(side).area());
            let printed = PathSearch { moves: all.moves[..side.into()].to_vec(), ..all.clone() };
            Ok((side, all.first(progress)?, printed.first(progress)?))
        };
        let smaller = [smaller(5)?, smaller(6)?];
        let budget = Budget::checks(100_000_000).expect("it is a number of checks");
        Ok(Programs {
            of_c: program(8, 63).first(progress)?,
            on_8x8: program(8, 64).first(progress)?,
            smaller,
            unmarked: [
                unmarked(5).first(progress)?,
                unmarked(7).first(progress)?,
                PathSearch { budget, ..unmarked(8) }.first(progress)?,
            ],
            marked: PathSearch { marks_start: true, ..unmarked(5) }.first(progress)?,
        })
    }
}

/// The squares that a program visits.
fn visited(answer: &Answer) -> BTreeSet<Square> {
    answer.tour.iter().flatten().copied().collect()
}

/// Those that it does not visit, in words.
fn unvisited(board: Board, answer: &Answer) -> String {
    let visited = visited(answer);
    joined(board.squares().filter(|square| !visited.contains(square)), " ")
}

/// Whether a program visits all squares of 8×8.
fn all_visited(answer: &Answer) -> Measured {
    let squares = visited(answer).len();
    let value = format!("{squares} squares after {} checks", grouped(answer.checks));
    Measured::new(value, squares == square_board(8).area())
}

/// The C program of Kalkicode.
pub(super) fn early_stop(evidence: &Evidence) -> Measured {
    let answer = &evidence.programs.of_c;
    all_visited(answer).because(format!(
        "it stops before it places its last number, so {} stays 0; \
         `solve --order tutorial --squares 63` does the same",
        unvisited(square_board(8), answer)
    ))
}

/// Its other programs on smaller boards.
pub(super) fn other_sides(evidence: &Evidence) -> Measured {
    let boards = &evidence.programs.smaller;
    let is_tour = |printed: &Answer| printed.outcome == Outcome::Tour;
    let found = boards.iter().map(|(side, _, printed)| {
        format!("{} on {side}x{side}", if is_tour(printed) { "a tour" } else { "none" })
    });
    let checks = boards.iter().map(|(side, all, printed)| {
        let (printed, all) = (grouped(printed.checks), grouped(all.checks));
        format!("{side}x{side}: {printed} checks, with all eight a tour after {all}")
    });
    Measured::new(joined(found, ", "), boards.iter().all(|(_, _, printed)| is_tour(printed)))
        .because("their loop over the eight moves ends at N, so it leaves some out")
        .because(joined(checks, "; "))
}

/// The nodes of the search that finds the printed tour, against 8^64.
pub(super) fn nodes_against_bound(evidence: &Evidence) -> Measured {
    let nodes = evidence.programs.on_8x8.nodes.unwrap_or(u128::MAX);
    let exponent = (nodes as f64).log2() / 3.0;
    Measured::new(format!("8^{exponent:.1}"), exponent < 32.0)
        .because(format!("{} placements from (1,1) on 8x8", grouped(nodes)))
}

pub(super) fn guins_search(evidence: &Evidence) -> Measured {
    all_visited(&evidence.programs.on_8x8)
        .because("the tour of the other tutorials; the document prints no grid")
}

/// How many calls deep the search is where it finds a tour, against the squares of the board.
pub(super) fn depth_of_search(evidence: &Evidence) -> Measured {
    // Each square of the tour is placed by a call of its own, which the next one is inside.
    let is_deep = |(side, all, _): &(u16, Answer, Answer)| {
        all.tour.as_ref().is_some_and(|tour| tour.len() == square_board(*side).area())
    };
    Measured::new("N x N squares", evidence.programs.smaller.iter().all(is_deep))
        .because("with the recursion too, which is N x N calls deep on 5x5 and 6x6")
}

/// The program of "Knight's Tour" on the boards on which it ends.
pub(super) fn unmarked_start(evidence: &Evidence) -> Measured {
    let Programs { unmarked: [of_5x5, of_7x7, _], marked, .. } = &evidence.programs;
    let twice = |answer: &Answer| answer.tour.iter().flatten().skip(1).any(|it| *it == START);
    let once = !twice(of_7x7) && visited(of_7x7).len() == square_board(7).area();
    let what = if once { "each once" } else { "start twice" };
    let value = format!("7x7: {what}, after {} checks", grouped(of_7x7.checks));
    let chance = if twice(of_5x5) { "the same happens" } else { "it visits each once by chance" };
    Measured::new(value, once && !twice(of_5x5)).because(format!(
        "it does not mark its start, so a path may return there; {} is left out. On 5x5 {chance}, \
         after {} checks ({} with a marked start). Its loop counts i and uses t, read as i",
        unvisited(square_board(7), of_7x7),
        grouped(of_5x5.checks),
        grouped(marked.checks)
    ))
}

/// That program on 8×8, which does not end.
pub(super) fn endless(evidence: &Evidence) -> Measured {
    let [_, _, of_8x8] = &evidence.programs.unmarked;
    let ends = of_8x8.outcome == Outcome::Tour;
    let found = if ends { "a board" } else { "none" };
    let needed = evidence.alternating;
    Measured::new(format!("{found} after {} checks", grouped(of_8x8.checks)), ends).because(
        format!(
            "with its start marked it would take {} checks, {} at a billion a second",
            grouped(needed),
            long_time(needed as f64 / 1e9)
        ),
    )
}

/// The program under Warnsdorff's name, against his rule.
pub(super) fn warnsdorffs_title(evidence: &Evidence) -> Measured {
    let (checks, rule) = (evidence.programs.on_8x8.checks, evidence.warnsdorff);
    Measured::new(format!("backtracking, {} checks", grouped(checks)), checks == rule).because(
        format!(
            "its moves have a fixed order; Warnsdorff's rule takes {} checks, look-ahead counted",
            grouped(rule)
        ),
    )
}
