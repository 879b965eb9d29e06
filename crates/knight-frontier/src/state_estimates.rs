//! How many states and transitions a frontier may have: what the search for an order adds up.

use std::sync::LazyLock;

use crate::pairings::pairing_count;
use knight_board::bitboard::MAX_AREA;

/// What a table of states costs beyond its states, in states.
pub(super) const TABLE_COST: f64 = 16.0;

/// The transitions of an average state, by the later neighbours of the vertex. Fitted to counts.
pub(super) fn transitions_per_state(later_neighbours: u32) -> f64 {
    let later = f64::from(later_neighbours);
    1.0 + 0.3 * later + 0.12 * later * (later - 1.0)
}

/// A power of the width of a frontier: `2.6^width`.
pub(super) fn power_of_width(width: u32) -> f64 {
    POWERS[width as usize]
}

/// The number of states that a frontier of this width allows, by the number of outer ends: all sets
/// of ends with all their pairings, and all done sets of the vertices that may be done.
pub(super) fn states_by_outer_ends(width: usize, may_be_done: usize) -> [f64; 3] {
    if width <= MAX_KNOWN_WIDTH {
        return MAX_STATES[width][may_be_done];
    }
    let beyond = 4f64.powi((width - MAX_KNOWN_WIDTH) as i32);
    let known = MAX_STATES[MAX_KNOWN_WIDTH][may_be_done.min(MAX_KNOWN_WIDTH)];
    known.map(|states| states * beyond)
}

static POWERS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    std::iter::successors(Some(1.0), |power| Some(power * 2.6)).take(MAX_AREA + 1).collect()
});

/// No memory holds the states of a wider frontier.
const MAX_KNOWN_WIDTH: usize = 20;

/// [`counted_states`] by the width and the number of vertices that may be done.
static MAX_STATES: LazyLock<Vec<Vec<[f64; 3]>>> = LazyLock::new(|| {
    let of_width = |width| (0..=width).map(move |may_be_done| counted_states(width, may_be_done));
    (0..=MAX_KNOWN_WIDTH).map(|width| of_width(width).collect()).collect()
});

/// The states of a frontier, by the number of outer ends.
fn counted_states(width: usize, may_be_done: usize) -> [f64; 3] {
    let sets = sets_by_ends(width, may_be_done);
    std::array::from_fn(|outer| {
        let states = |(ends, sets): (usize, &f64)| sets * pairing_count(ends, outer) as f64;
        sets.iter().enumerate().map(states).sum()
    })
}

/// The sets of ends with their done sets, by the number of ends: the coefficients of
/// `(2 + x)^may_be_done · (1 + x)^(width − may_be_done)`.
fn sets_by_ends(width: usize, may_be_done: usize) -> Vec<f64> {
    (0..width).fold(vec![1.0], |sets, vertex| {
        let statuses = if vertex < may_be_done { 2.0 } else { 1.0 };
        let without_end = sets.iter().map(|sets| statuses * sets).chain([0.0]);
        let with_end = [0.0].iter().chain(&sets);
        without_end.zip(with_end).map(|(one, other)| one + other).collect()
    })
}
