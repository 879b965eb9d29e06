//! Boards whose last column is incomplete: the frontier DP against published numbers, and against a
//! search that decides move by move and shares nothing with it.

use std::ops::ControlFlow;

use knight_frontier::{
    Counted, FrontierPlan, Limits, OrderEffort, PARALLEL_STATES, PairingMaps, WalkGraph,
    elimination_order,
};
use serde::Deserialize;

use super::tour_counts::table;

/// The neighbours of the first squares of a board, column by column.
fn neighbours(rows: usize, squares: usize) -> Vec<Vec<u16>> {
    let is_move = |a: usize, b: usize| {
        let (columns, down) = ((a / rows).abs_diff(b / rows), (a % rows).abs_diff(b % rows));
        columns * down == 2
    };
    let of = |a| (0..squares).filter(|&b| is_move(a, b)).map(|b| b as u16).collect();
    (0..squares).map(of).collect()
}

/// The undirected tours of these squares by the frontier DP.
fn by_frontier(neighbours: Vec<Vec<u16>>, counted: Counted) -> u128 {
    let squares = neighbours.len();
    let graph = WalkGraph { neighbours, start: None, weights: vec![1; squares], squares };
    let order = elimination_order(&graph, OrderEffort::Thorough, &mut || Ok(())).unwrap();
    let plan = FrontierPlan::new(&graph, &order, counted).unwrap();
    let mut limits = Limits {
        spill: None,
        most_cuts: 0,
        bytes: 1 << 30,
        parallel_states: PARALLEL_STATES,
        threads: &|| 1,
        on_step: &mut |_| {},
        cap: u128::MAX,
        progress: &mut |_| ControlFlow::Continue(()),
    };
    knight_frontier::count(&plan, &PairingMaps::default(), &mut limits).unwrap()
}

/// What a search of moves has decided.
#[derive(Clone)]
struct Moves {
    /// The moves from each vertex that may still be chosen.
    open: Vec<Vec<u16>>,
    /// How many moves each vertex still needs.
    missing: Vec<usize>,
    /// For an end of a path of chosen moves, the other end; a vertex without moves is its own.
    other_end: Vec<u16>,
    chosen: usize,
}

impl Moves {
    /// The cycles through all vertices that contain the chosen moves: an open move of the vertex
    /// with the least choice is taken, and then ruled out.
    fn cycles(mut self) -> u128 {
        let needs = |(vertex, &missing): (usize, &usize)| {
            (missing > 0).then(|| (self.open[vertex].len().saturating_sub(missing), vertex))
        };
        let Some((_, vertex)) = self.missing.iter().enumerate().filter_map(needs).min() else {
            return 1;
        };
        if self.open[vertex].len() < self.missing[vertex] {
            return 0;
        }
        let next = self.open[vertex][0];
        self.rule_out(vertex, next.into());
        let closes = usize::from(self.other_end[vertex]) == usize::from(next);
        let mut with = 0;
        if !closes || self.chosen + 1 == self.missing.len() {
            let mut taken = self.clone();
            taken.take(vertex, next.into());
            with = taken.cycles();
        }
        with + self.cycles()
    }

    fn rule_out(&mut self, a: usize, b: usize) {
        self.open[a].retain(|&vertex| usize::from(vertex) != b);
        self.open[b].retain(|&vertex| usize::from(vertex) != a);
    }

    fn take(&mut self, a: usize, b: usize) {
        self.chosen += 1;
        let (far_a, far_b) = (self.other_end[a], self.other_end[b]);
        self.other_end[usize::from(far_a)] = far_b;
        self.other_end[usize::from(far_b)] = far_a;
        for vertex in [a, b] {
            self.missing[vertex] -= 1;
            if self.missing[vertex] == 0 {
                for other in self.open[vertex].clone() {
                    self.rule_out(vertex, other.into());
                }
            }
        }
    }
}

/// The undirected tours by the search. An open one is a cycle through one more vertex, which is
/// next to all.
fn by_moves(mut neighbours: Vec<Vec<u16>>, is_open: bool) -> u128 {
    if is_open {
        let apex = neighbours.len() as u16;
        neighbours.iter_mut().for_each(|of| of.push(apex));
        neighbours.push((0..apex).collect());
    }
    let vertices = neighbours.len();
    let other_end = (0..vertices as u16).collect();
    Moves { open: neighbours, missing: vec![2; vertices], other_end, chosen: 0 }.cycles()
}

/// Published numbers for the first n squares of a board with some rows, column by column.
#[derive(Deserialize)]
struct Published {
    rows: usize,
    goal: String,
    first_squares: usize,
    step: usize,
    values: String,
    source: String,
}

#[test]
fn first_squares_of_a_board_have_the_tours_that_are_published_and_a_search_finds() {
    let (mut compared, mut searched) = (0, 0);
    for series in table::<Published>("partial_columns.csv") {
        let is_open = series.goal == "open";
        let counted = if is_open { Counted::HamiltonianPaths } else { Counted::HamiltonianCycles };
        let values = series.values.split(' ').map(|value| value.parse::<u128>().unwrap());
        for (value, place) in values.zip(0..) {
            let squares = series.first_squares + place * series.step;
            let neighbours = neighbours(series.rows, squares);
            let context = format!("{}: {} squares of {} rows", series.source, squares, series.rows);
            // A path has two ends, so a single square counts elsewhere.
            if squares > 1 {
                assert_eq!(by_frontier(neighbours.clone(), counted), value, "{context}");
                compared += 1;
            }
            if (2..=40).contains(&squares) && value < 3_000 {
                assert_eq!(by_moves(neighbours, is_open), value, "{context}");
                searched += 1;
            }
        }
    }
    assert_eq!((compared, searched), (360, 164));
}
