//! A strip of columns without end, and the tours of the boards at its beginning.
//!
//! A further vertex, the *apex*, is adjacent to all squares. Its two moves lead to the ends of an
//! open tour. So closed tours are cycles, and open tours are cycles through the apex.
//!
//! The squares are processed column by column. A state says how the moves chosen so far meet the
//! apex and the squares to come. Adding a column is always the same step.

use knight_board::Goal;

/// The most rows of a strip.
pub(super) const MAX_ROWS: usize = 8;

/// A column and the two that it has moves to.
pub(super) const COLUMNS: usize = 3;

/// The vertex of the apex. Those of the squares follow, column by column.
const APEX: u8 = 0;

/// A vertex that takes no more moves.
const DONE: u8 = u8::MAX;

/// By vertex: [`DONE`], the other end of the fragment that ends there, or the vertex itself if it
/// has no move yet. Vertices that were processed are done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State([u8; 1 + COLUMNS * MAX_ROWS]);

impl State {
    /// How many ends of an open tour have been processed: the moves of the apex.
    pub(crate) fn ends(self) -> usize {
        match self.0[usize::from(APEX)] {
            DONE => 2,
            other_end => usize::from(other_end != APEX),
        }
    }

    /// This state of a closed tour, which has no apex.
    pub(crate) fn without_apex(mut self) -> State {
        self.0[usize::from(APEX)] = DONE;
        self
    }
}

/// What processing a square leads to.
pub(super) enum After {
    /// A state, with the square done.
    State(State),
    /// A tour of the board that ends as many columns after that of the square.
    Tour { columns: usize },
}

/// A strip of some rows.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub rows: usize,
    pub goal: Goal,
}

impl Strip {
    /// The state before the first column.
    pub(crate) fn first_state(self) -> State {
        let mut state = State(std::array::from_fn(|vertex| vertex as u8));
        if self.goal == Goal::Closed {
            state.0[usize::from(APEX)] = DONE;
        }
        state
    }

    /// The rows of a column as they are processed: every other one down, the others up.
    pub(crate) fn order(self) -> impl Iterator<Item = usize> {
        let rows = self.rows;
        (0..rows).step_by(2).chain((0..rows).rev().filter(|row| row % 2 == 1))
    }

    /// Processes the square of this row in the first column of the state: chooses the moves between
    /// it and the apex and the squares to come.
    pub(crate) fn process(self, state: State, row: usize, mut then: impl FnMut(After)) {
        let square = self.vertex(0, row);
        let missing = match state.0[usize::from(square)] {
            DONE => return then(After::State(state)),
            other_end if other_end == square => 2,
            _ => 1,
        };
        let later = self.later_neighbours(row).filter(|&v| state.0[usize::from(v)] != DONE);
        let later: Vec<u8> = later.collect();
        for (place, &neighbour) in later.iter().enumerate() {
            let mut moved = state;
            let closes = moved.join(square, neighbour);
            if missing == 1 {
                self.add(moved, closes, &mut then);
                continue;
            }
            for &second in &later[place + 1..] {
                let mut moved = moved;
                let closes = moved.join(square, second);
                self.add(moved, closes, &mut then);
            }
        }
    }

    /// A cycle must be a whole tour.
    fn add(self, state: State, is_cycle: bool, then: &mut impl FnMut(After)) {
        if !is_cycle {
            then(After::State(state));
        } else if let Some(columns) = self.columns_toured(state) {
            then(After::Tour { columns });
        }
    }

    /// If all squares up to the end of a column are done, and none after it has a move: how many
    /// columns after the first.
    fn columns_toured(self, state: State) -> Option<usize> {
        let is_end = |&last: &usize| {
            (0..COLUMNS).all(|column| {
                (0..self.rows).map(|row| self.vertex(column, row)).all(|vertex| {
                    state.0[usize::from(vertex)] == if column <= last { DONE } else { vertex }
                })
            })
        };
        (0..COLUMNS).find(is_end).filter(|_| state.0[usize::from(APEX)] == DONE)
    }

    /// The state after a column, seen from the next one. A state and its reflection, with the rows
    /// in reverse, have as many ways on, and become the same.
    pub(crate) fn next_column(self, state: State) -> State {
        let next = self.moved(state, |column, row| Some((column.checked_sub(1)?, row)));
        next.min(self.moved(next, |column, row| Some((column, self.rows - 1 - row))))
    }

    /// The state with all squares moved; those that are moved nowhere must be done.
    fn moved(self, state: State, to: impl Fn(usize, usize) -> Option<(usize, usize)>) -> State {
        let mut moved = self.first_state();
        let mut place = [DONE; 1 + COLUMNS * MAX_ROWS];
        place[usize::from(APEX)] = APEX;
        for (column, row) in
            (0..COLUMNS).flat_map(|column| (0..self.rows).map(move |r| (column, r)))
        {
            if let Some((column_after, row_after)) = to(column, row) {
                place[usize::from(self.vertex(column, row))] = self.vertex(column_after, row_after);
            }
        }
        for (&other_end, &after) in state.0.iter().zip(&place) {
            if after != DONE {
                let is_done = other_end == DONE;
                moved.0[usize::from(after)] =
                    if is_done { DONE } else { place[usize::from(other_end)] };
            }
        }
        moved
    }

    /// The apex, and the squares to come that are a move away from that of the row in the first
    /// column. A knight's move never stays in its column.
    fn later_neighbours(self, row: usize) -> impl Iterator<Item = u8> {
        let beside = [(1, 2), (2, 1)].into_iter().flat_map(move |(columns, rows)| {
            let rows = [row.checked_sub(rows), Some(row + rows)].into_iter().flatten();
            rows.filter(move |&row| row < self.rows).map(move |row| self.vertex(columns, row))
        });
        std::iter::once(APEX).chain(beside)
    }

    fn vertex(self, column: usize, row: usize) -> u8 {
        (1 + column * self.rows + row) as u8
    }
}

impl State {
    /// Adds a move between two vertices that are not done. Returns whether it closes a cycle.
    fn join(&mut self, one: u8, two: u8) -> bool {
        let (end_of_one, end_of_two) = (self.0[usize::from(one)], self.0[usize::from(two)]);
        if end_of_one == two {
            self.0[usize::from(one)] = DONE;
            self.0[usize::from(two)] = DONE;
            return true;
        }
        if end_of_one != one {
            self.0[usize::from(one)] = DONE;
        }
        if end_of_two != two {
            self.0[usize::from(two)] = DONE;
        }
        self.0[usize::from(end_of_one)] = end_of_two;
        self.0[usize::from(end_of_two)] = end_of_one;
        false
    }
}
