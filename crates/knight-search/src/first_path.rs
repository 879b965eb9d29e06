//! The first path of a given number of squares, as a simple backtracking program finds it.
//!
//! Programs differ from the search for a tour in small ways: they stop some squares early, do not
//! mark the start as visited, or have moves that are not a knight's. This search can do all of
//! that. It performs its checks one by one, as [`plain`](crate::engines::plain) does.

use crate::answer::{Answer, Outcome};
use knight_board::{Board, Budget, Goal, Interrupted, Problem, SearchProgress, Square};

/// A search for a path of some squares.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::first_path::PathSearch;
/// use knight_search::{Board, Budget, Goal, MoveOrder, Square};
/// let mut search = PathSearch {
///     board: Board::new(5, 5).unwrap(),
///     start: Square { row: 1, col: 1 },
///     moves: MoveOrder::FIG2.moves().map(|mv| mv.delta()).to_vec(),
///     squares: 25,
///     marks_start: true,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let mut progress = |_| ControlFlow::Continue(());
/// assert_eq!(search.first(&mut progress).unwrap().checks, 70_624);
/// search.squares = 24;
/// assert_eq!(search.first(&mut progress).unwrap().tour.unwrap().len(), 24);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathSearch {
    /// The board.
    pub board: Board,
    /// The first square; on the board.
    pub start: Square,
    /// The moves `(Δrow, Δcol)` in the order in which they are tried.
    pub moves: Vec<(i8, i8)>,
    /// The placements after which the search stops, the start included.
    pub squares: usize,
    /// Whether the start counts as visited. If not, the path may lead over it once more.
    pub marks_start: bool,
    /// With [`Goal::Closed`] the search stops only where a move leads back to the start.
    pub goal: Goal,
    /// The most checks that may be spent.
    pub budget: Budget,
}

/// What the checks of a search find. Their sum is the number of checks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckSplit {
    /// Checks of squares that are not on the board.
    pub off_board: u128,
    /// Checks of squares that are visited.
    pub visited: u128,
    /// Checks that allow the move.
    pub moves: u128,
}

/// Checks between two calls of the progress: some milliseconds.
const PROGRESS_INTERVAL: u64 = 1 << 20;

impl PathSearch {
    /// The search for a tour by the move order alone.
    pub fn of(problem: &Problem) -> PathSearch {
        let Problem { board, start, order, goal, budget } = *problem;
        let moves = order.moves().map(|mv| mv.delta()).to_vec();
        PathSearch { board, start, moves, squares: board.area(), marks_start: true, goal, budget }
    }

    /// The first path of that many placements. [`Outcome::Tour`] stands for a path, which
    /// [`Answer::tour`] has; [`Outcome::None`] says that there is none.
    ///
    /// # Errors
    /// [`Interrupted`] if `progress` breaks.
    ///
    /// # Panics
    /// If the start is off the board.
    pub fn first(&self, progress: &mut SearchProgress) -> Result<Answer, Interrupted> {
        Ok(self.first_with_split(progress)?.0)
    }

    /// The first path, and what its checks find.
    ///
    /// # Errors
    /// As [`PathSearch::first`].
    ///
    /// # Panics
    /// As [`PathSearch::first`].
    pub fn first_with_split(
        &self,
        progress: &mut SearchProgress,
    ) -> Result<(Answer, CheckSplit), Interrupted> {
        assert!(self.board.contains(self.start));
        let targets = self.targets();
        let limit = self.budget.limit().and_then(|limit| u64::try_from(limit).ok());
        // Beyond the last square is the place of all squares off the board.
        let mut visited = vec![false; self.board.area() + 1];
        visited[self.board.area()] = true;
        let start = self.board.index(self.start);
        visited[start] = self.marks_start;
        let mut path = vec![start];
        let mut untried = vec![0];
        // Each node but the start is a move.
        let (mut checks, mut nodes, mut off_board) = (0u64, 1u64, 0u64);
        let outcome = loop {
            let (Some(&square), Some(next)) = (path.last(), untried.last_mut()) else {
                break Outcome::None;
            };
            let moves = &targets[square * self.moves.len()..][..self.moves.len()];
            let is_end = || self.goal.is_met_if(|| moves.contains(&start));
            if path.len() >= self.squares && is_end() {
                break Outcome::Tour;
            }
            if *next == self.moves.len() {
                path.pop();
                untried.pop();
                visited[square] = false;
                continue;
            }
            if limit == Some(checks) {
                break Outcome::Budget;
            }
            let target = moves[*next];
            *next += 1;
            checks += 1;
            if checks.is_multiple_of(PROGRESS_INTERVAL) && progress(checks).is_break() {
                return Err(Interrupted);
            }
            off_board += u64::from(target == self.board.area());
            if !visited[target] {
                visited[target] = true;
                nodes += 1;
                path.push(target);
                untried.push(0);
            }
        };
        let split = CheckSplit {
            off_board: off_board.into(),
            visited: (checks - off_board - (nodes - 1)).into(),
            moves: (nodes - 1).into(),
        };
        let squares = || path.iter().map(|&index| self.board.square(index)).collect();
        let answer = Answer {
            outcome,
            checks: checks.into(),
            nodes: (outcome != Outcome::Budget).then_some(nodes.into()),
            tour: (outcome == Outcome::Tour).then(squares),
        };
        Ok((answer, split))
    }

    /// The index of the square to which each move leads from each square; the area if it is off the
    /// board.
    fn targets(&self) -> Vec<usize> {
        let target = |from: Square, (rows, cols): (i8, i8)| {
            let square = Square {
                row: from.row.checked_add_signed(rows.into())?,
                col: from.col.checked_add_signed(cols.into())?,
            };
            self.board.contains(square).then(|| self.board.index(square))
        };
        let each = |from| self.moves.iter().map(move |&step| target(from, step));
        self.board.squares().flat_map(each).map(|to| to.unwrap_or(self.board.area())).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use crate::engines::plain;
    use crate::first_path::*;
    use crate::trace::{Done, first_steps};
    use knight_board::MoveOrder;

    fn first(search: &PathSearch) -> Answer {
        search.first(&mut |_| ControlFlow::Continue(())).unwrap()
    }

    fn search(side: u16, moves: [(i8, i8); 8], squares: usize) -> PathSearch {
        PathSearch {
            board: Board::new(side, side).unwrap(),
            start: Square { row: 1, col: 1 },
            moves: moves.to_vec(),
            squares,
            marks_start: true,
            goal: Goal::Open,
            budget: Budget::UNLIMITED,
        }
    }

    /// A program as a tutorial prints it.
    struct Printed {
        board: [[i32; 8]; 8],
        side: i32,
        checks: u128,
    }

    impl Printed {
        const MOVES: [[i32; 8]; 2] = [[1, 1, -1, -1, -2, -2, 2, 2], [2, -2, 2, -2, 1, -1, 1, -1]];

        fn safe(&self, r: i32, c: i32) -> bool {
            r >= 0
                && r < self.side
                && c >= 0
                && c < self.side
                && self.board[r as usize][c as usize] == 0
        }

        fn solve(&mut self, r: i32, c: i32, number: i32) -> bool {
            if number == self.side * self.side {
                return true;
            }
            for t in 0..8 {
                let (rr, cc) = (r + Self::MOVES[0][t], c + Self::MOVES[1][t]);
                self.checks += 1;
                if self.safe(rr, cc) {
                    self.board[rr as usize][cc as usize] = number;
                    if self.solve(rr, cc, number + 1) {
                        return true;
                    }
                    self.board[rr as usize][cc as usize] = 0;
                }
            }
            false
        }
    }

    #[test]
    fn a_search_that_does_not_mark_its_start_is_the_printed_program() {
        let alternating = MoveOrder::ALTERNATING.moves().map(|mv| mv.delta());
        for (side, checks, returns) in [(5, 610_166, false), (7, 20_352_848, true)] {
            let area = usize::from(side * side);
            let answer =
                first(&PathSearch { marks_start: false, ..search(side, alternating, area) });
            let mut printed = Printed { board: [[0; 8]; 8], side: side.into(), checks: 0 };
            assert!(printed.solve(0, 0, 1));
            assert_eq!((answer.checks, printed.checks), (checks, checks), "{side}");
            let path = answer.tour.unwrap();
            for (number, square) in (1..).zip(&path[1..]) {
                let cell = printed.board[usize::from(square.row) - 1][usize::from(square.col) - 1];
                assert_eq!(cell, number, "{side}: {square}");
            }
            assert_eq!(path[1..].contains(&path[0]), returns, "{side}");
        }
    }

    #[test]
    fn a_search_for_63_squares_stops_before_the_tour() {
        let tutorial = MoveOrder::TUTORIAL.moves().map(|mv| mv.delta());
        let answer = first(&search(8, tutorial, 63));
        assert_eq!((answer.checks, answer.nodes), (19_137_661, Some(2_392_240)));
        assert_eq!(answer.tour.unwrap().len(), 63);
    }

    #[test]
    fn a_stop_interrupts() {
        let fig2 = MoveOrder::FIG2.moves().map(|mv| mv.delta());
        let answer = search(8, fig2, 64).first(&mut |_| ControlFlow::Break(()));
        assert_eq!(answer, Err(Interrupted));
    }

    proptest! {
        #[test]
        fn a_search_for_all_squares_is_the_plain_recursion(
            (rows, cols) in (1u16..6, 1u16..6),
            place in 0usize..25,
            rank in 0u16..40_320,
            budget in 1u128..20_000,
            goal in prop::sample::select(Goal::ALL),
        ) {
            let board = Board::new(rows, cols).unwrap();
            let order = MoveOrder::from_rank(rank).unwrap();
            let (start, budget) = (board.square(place % board.area()), Budget::checks(budget).unwrap());
            let problem = Problem { board, start, order, goal, budget };
            let search = PathSearch::of(&problem);
            let (answer, split) = search.first_with_split(&mut |_| ControlFlow::Continue(())).unwrap();
            prop_assert_eq!(&answer, &plain::search(&problem));
            let (mut traced, mut taken_back) = (CheckSplit::default(), 0);
            for step in first_steps(&problem, budget.limit().unwrap() as u64) {
                match step.done {
                    Done::OffBoard(_) => traced.off_board += 1,
                    Done::Visited(..) => traced.visited += 1,
                    Done::Placed(..) => traced.moves += 1,
                    Done::TakenBack => taken_back += 1,
                }
            }
            let on_path = answer.tour.as_ref().map_or(0, |tour| tour.len() as u128);
            prop_assert!(answer.nodes.is_none_or(|nodes| taken_back == nodes - on_path));
            prop_assert_eq!(split.off_board + split.visited + split.moves, answer.checks);
            prop_assert_eq!(split, traced);
        }
    }
}
