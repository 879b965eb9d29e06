//! Sets of boards, start squares, move orders and seeds, by their words.

mod boards;
mod orders;
mod seeds;
mod starts;

pub(super) use boards::parse_boards;
pub(crate) use orders::OrderSet;
pub use orders::{X_IS_COLUMN, may_be_moves};
pub(crate) use seeds::SeedSet;
pub(crate) use starts::StartSet;

#[cfg(test)]
mod tests {
    use crate::experiment::sets::*;
    use knight_search::Board;

    #[test]
    fn sets_survive_their_text() {
        for text in ["all", "12345678", "images:21876543", "sample:12:3"] {
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), text);
        }
        for (text, meant) in
            [("ALL", "all"), ("FIG2", "12345678"), ("Images:Fig2", "images:12345678")]
        {
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), meant);
        }
        let boards = [Board::new(8, 8).unwrap()];
        for text in ["all", "corners", "diagonal", "centre", "orbits", "3,4", "a8"] {
            assert_eq!(StartSet::parse(text, &boards).unwrap().to_string(), text);
        }
    }
}
