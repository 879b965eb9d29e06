//! When a search restarts (Luby, Sinclair & Zuckerman 1993).

/// The Luby sequence 1, 1, 2, 1, 1, 2, 4, …
pub(super) fn luby(place: u32) -> u32 {
    let mut place = place + 1;
    loop {
        let bits = u32::BITS - place.leading_zeros();
        if place == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        place -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::feasibility::luby::luby;

    #[test]
    fn the_sequence_repeats_itself_with_a_new_power_of_two() {
        let first: Vec<u32> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
