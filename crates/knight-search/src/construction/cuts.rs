//! How the sides of a board are cut into those of blocks.

use std::ops::Range;

/// The side of most blocks.
const SIDE: u16 = 6;

/// Cuts a length from this place on into parts of 6 and a last one of 5 to 10. Parts of an even
/// length are even.
pub(super) fn cut(first: u16, length: u16) -> Vec<Range<u16>> {
    if length == 0 {
        return Vec::new();
    }
    let last = if length % SIDE == 5 { 5 } else { SIDE + length % SIDE };
    let ends = (0..=length - last).step_by(SIDE.into()).map(|end| first + end);
    let ends: Vec<u16> = ends.chain([first + length]).collect();
    ends.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

/// Cuts an odd side into even parts and one odd part of 5 to 11 that contains this place.
pub(super) fn cut_around(side: u16, place: u16) -> Vec<Range<u16>> {
    let can_be_cut = |length: u16| length == 0 || (length >= SIDE && length.is_multiple_of(2));
    let odd_parts = [7, 5, 9, 11].into_iter().flat_map(|length| {
        let first = place.saturating_sub(length - 1).max(1);
        (first..=place).map(move |first| first..first + length)
    });
    let part = odd_parts
        .filter(|part| part.end <= side + 1)
        .find(|part| can_be_cut(part.start - 1) && can_be_cut(side + 1 - part.end))
        .expect("a test finds one for each place of the odd sides");
    let (before, after) = (cut(1, part.start - 1), cut(part.end, side + 1 - part.end));
    [before, vec![part], after].concat()
}

#[cfg(test)]
mod tests {
    use crate::construction::cuts::*;
    use knight_board::Board;

    #[test]
    fn sides_are_cut_into_parts_that_have_tours() {
        for side in 5..=Board::MAX_SIDE {
            let parts = cut(1, side);
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (1, side + 1));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(parts.iter().all(|part| (5..=10).contains(&part.len())), "{side}");
            assert!(side % 2 == 1 || parts.iter().all(|part| part.len() % 2 == 0), "{side}");
        }
        for side in (5..=Board::MAX_SIDE).step_by(2) {
            for place in 1..=side {
                let parts = cut_around(side, place);
                assert_eq!((parts[0].start, parts[parts.len() - 1].end), (1, side + 1));
                assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                for part in parts {
                    let lengths =
                        if part.contains(&place) { &[5, 7, 9, 11] } else { &[6, 8, 10, 6] };
                    assert!(lengths.contains(&part.len()), "{place} of {side}");
                }
            }
        }
    }
}
