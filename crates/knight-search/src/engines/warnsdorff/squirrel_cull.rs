//! The orders of Squirrel and Cull's algorithm, which change on the way.
//!
//! D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square chessboards*,
//! 1996: Fig. 3 of the paper, which is in `douglassquirrel/warnsdorff` (`5_Squirrel96.pdf`). Fig. 1
//! numbers the moves clockwise from `(−2,+1)`, and a run starts at `(1,1)`.
//!
//! `config.py` beside it has the same table. `sc-data.rkt` in `douglassquirrel/warnsdorff-scheme`
//! has (m − 1)/2 where Fig. 3 has (m − 1)/2 + 1, for m ≡ 3 (mod 8). Of the sides from 11 to 1995,
//! this makes another tour on 19×19 alone, as `scripts/baseline/squirrel_phases.c` shows.

use crate::engines::warnsdorff::bordered_board::BorderedBoard;
use knight_board::{Board, Move, MoveOrder, Square, Symmetry};

/// The phases of a run: in each, ties go by another order.
pub(super) struct Phases {
    phases: Vec<Phase>,
    now: usize,
}

struct Phase {
    /// The first square whose moves are ranked by the next phase; `None` if there is not one.
    until: Option<usize>,
    /// The place in the order of the phase of each move, by its place in the order of the job.
    ranks: [u8; 8],
}

impl Phases {
    /// The phases of a square board. The order of the job numbers the moves: the digit 1 is its
    /// first move. What the table says of `(−2,+1)` from the top left is mirrored to that move.
    pub(super) fn new(board: &BorderedBoard, order: MoveOrder) -> Phases {
        let side = i32::from(board.board().rows());
        let mirror = mirror_to(order.moves()[0]);
        let phases = table(side).into_iter().map(|(digits, until)| {
            let until = until.and_then(|(row, col)| square(board.board(), row, col));
            let until = until.map(|square| board.place(mirror.square(board.board(), square)));
            Phase { until, ranks: ranks(digits) }
        });
        Phases { phases: phases.collect(), now: 0 }
    }

    /// The knight stands on a place, whose moves are ranked next.
    pub(super) fn arrive(&mut self, place: usize) {
        if self.phases[self.now].until == Some(place) && self.now + 1 < self.phases.len() {
            self.now += 1;
        }
    }

    /// Undoes [`Phases::arrive`], in the reverse order. A place is visited once, so a phase that
    /// ended here began its successor here.
    pub(super) fn leave(&mut self, place: usize) {
        if self.now > 0 && self.phases[self.now - 1].until == Some(place) {
            self.now -= 1;
        }
    }

    /// The rank of a move, by its place in the order of the job.
    pub(super) fn rank(&self, turn: usize) -> u8 {
        self.phases[self.now].ranks[turn]
    }
}

/// The symmetry that maps `(−2,+1)` to a move. There is one for each move.
fn mirror_to(first: Move) -> Symmetry {
    let maps = |g: &Symmetry| g.mv(STANDARD) == first;
    Symmetry::ALL.into_iter().find(maps).expect("the symmetries map a move to each of the eight")
}

/// The move `(−2,+1)`, from which the table counts clockwise.
const STANDARD: Move = Move::ALL[6];

fn square(board: Board, row: i32, col: i32) -> Option<Square> {
    let square = Square { row: row.try_into().ok()?, col: col.try_into().ok()? };
    board.contains(square).then_some(square)
}

/// The place of each digit, by the digit.
fn ranks(digits: &str) -> [u8; 8] {
    let mut ranks = [0; 8];
    for (place, digit) in (0..).zip(digits.bytes()) {
        ranks[usize::from(digit - b'1')] = place;
    }
    ranks
}

type Row = (&'static str, Option<(i32, i32)>);

/// The orders for a board of side `m`, each with the square up to which it holds, in rows and
/// columns.
#[rustfmt::skip]
fn table(m: i32) -> Vec<Row> {
    let half = m / 2;
    let (rows, last): (Vec<(&str, i32, i32)>, &str) = match m % 8 {
        0 => (vec![("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51867342", m - 8, 1),
                   ("51342678", 7, m - 3)], "21435678"),
        1 => (vec![("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51324678", m - 6, half + 5)],
              "32481765"),
        2 => (vec![("34261578", 6, 1), ("87642135", 3, 1), ("54132678", m - 15, 4),
                   ("52431678", 10, m - 2), ("85647123", 5, half - 3)], "15746823"),
        3 => (vec![("34625718", m - 1, m - 2), ("42681357", m - 6, m), ("86512347", 2, 5),
                   ("51867342", m - 10, 3), ("61825437", half + 1, m - 2)], "71642538"),
        4 => (vec![("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51867342", m - 8, 1),
                   ("51342678", 10, m - 5), ("86753421", 13, half + 1)], "78563421"),
        5 => (vec![("34261578", m - 1, m - 2), ("87642135", 2, 2),
                   ("51324678", m - 2, half - if m % 16 == 5 { 2 } else { 6 })], "15234678"),
        6 => (vec![("34261578", 6, 1), ("87642135", 3, 1), ("54132678", m - 10, 1),
                   ("52431678", 10, m - 2), ("85647123", 3, half + 4)], "12453678"),
        _ => (vec![("34625718", m - 1, m - 2), ("42681357", m - 6, m), ("86512347", 2, 5),
                   ("51867342", m - 6, 3), ("61825437", half + 1, m - 2)], "61357284"),
    };
    let rows = rows.into_iter().map(|(digits, row, col)| (digits, Some((row, col))));
    rows.chain([(last, None)]).collect()
}

#[cfg(test)]
mod tests {
    use crate::engines::warnsdorff::squirrel_cull::*;

    /// Fig. 3 of the paper has these squares as (m − 1, m − 2), ((m − 1)/2 + 1, m − 2) and so on.
    #[test]
    fn the_squares_are_those_of_the_paper() {
        let squares = |m| -> Vec<(i32, i32)> {
            table(m).into_iter().filter_map(|(_, until)| until).collect()
        };
        assert_eq!(squares(115), [(114, 113), (109, 115), (2, 5), (105, 3), (58, 113)]);
        assert_eq!(squares(119), [(118, 117), (113, 119), (2, 5), (113, 3), (60, 117)]);
        assert_eq!(squares(117), [(116, 115), (2, 2), (115, 56)]);
        assert_eq!(squares(125), [(124, 123), (2, 2), (123, 56)]);
        assert_eq!(squares(116), [(115, 114), (2, 2), (108, 1), (10, 111), (13, 59)]);
        assert_eq!(squares(118), [(6, 1), (3, 1), (108, 1), (10, 116), (3, 63)]);
    }
}
