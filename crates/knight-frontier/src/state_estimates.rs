//! How many states and transitions a frontier may have: what the search for an order adds up.

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

static POWERS: [f64; MAX_AREA + 1] = {
    let mut table = [1.0; MAX_AREA + 1];
    let mut width = 1;
    while width < table.len() {
        table[width] = table[width - 1] * 2.6;
        width += 1;
    }
    table
};

/// No memory holds the states of a wider frontier.
const MAX_KNOWN_WIDTH: usize = 20;

/// [`counted_states`] by the width and the number of vertices that may be done.
static MAX_STATES: [[[f64; 3]; MAX_KNOWN_WIDTH + 1]; MAX_KNOWN_WIDTH + 1] = {
    let mut states = [[[0.0; 3]; MAX_KNOWN_WIDTH + 1]; MAX_KNOWN_WIDTH + 1];
    let mut width = 0;
    while width <= MAX_KNOWN_WIDTH {
        let mut may_be_done = 0;
        while may_be_done <= width {
            states[width][may_be_done] = counted_states(width, may_be_done);
            may_be_done += 1;
        }
        width += 1;
    }
    states
};

/// The states of a frontier, by the number of outer ends.
const fn counted_states(width: usize, may_be_done: usize) -> [f64; 3] {
    let sets = sets_by_ends(width, may_be_done);
    let mut states = [0.0; 3];
    let mut ends = 0;
    while ends <= width {
        let mut outer = 0;
        while outer < 3 {
            states[outer] += sets[ends] * pairing_count(ends, outer) as f64;
            outer += 1;
        }
        ends += 1;
    }
    states
}

/// The sets of ends with their done sets, by the number of ends: the coefficients of
/// `(2 + x)^may_be_done · (1 + x)^(width − may_be_done)`.
const fn sets_by_ends(width: usize, may_be_done: usize) -> [f64; MAX_KNOWN_WIDTH + 1] {
    let mut sets = [0.0; MAX_KNOWN_WIDTH + 1];
    sets[0] = 1.0;
    let mut vertex = 0;
    while vertex < width {
        let statuses = if vertex < may_be_done { 2.0 } else { 1.0 };
        let mut ends = vertex + 1;
        while ends > 0 {
            sets[ends] = statuses * sets[ends] + sets[ends - 1];
            ends -= 1;
        }
        sets[0] *= statuses;
        vertex += 1;
    }
    sets
}
