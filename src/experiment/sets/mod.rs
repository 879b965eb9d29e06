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
            [("ALL", "all"), ("FIG2", "12345678"), ("images:Fig2", "images:12345678")]
        {
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), meant);
        }
        let boards = [Board::new(8, 8).unwrap()];
        for text in ["all", "corners", "diagonal", "centre", "orbits", "3,4", "a8"] {
            assert_eq!(StartSet::parse(text, &boards).unwrap().to_string(), text);
        }
    }

    #[test]
    fn messages_name_every_set_that_exists() {
        let boards = [Board::new(8, 8).unwrap()];
        let said = StartSet::parse("tutorial", &boards).unwrap_err().to_string();
        for set in StartSet::named() {
            assert!(said.contains(&set.to_string()), "{set}: {said}");
        }
        let said = OrderSet::parse("corners").unwrap_err().to_string();
        for text in ["all", "images:ORDER", "sample:N:SEED", "rank:N", "fig2", "alternating"] {
            assert!(said.contains(text), "{text}: {said}");
        }
        for (text, meant) in [("sample", "sample:N"), ("Image:fig2", "images:ORDER")] {
            let said = OrderSet::parse(text).unwrap_err().to_string();
            assert!(said.contains(&format!("(did you mean `{meant}`?)")), "{said}");
        }
        let said = StartSet::parse("CORNER", &boards).unwrap_err().to_string();
        assert!(said.contains("(did you mean `corners`?)"), "{said}");
        for text in ["SAMPLE:3:1", "Images:12345678"] {
            let meant = text.to_ascii_lowercase();
            assert_eq!(OrderSet::parse(text).unwrap().to_string(), meant);
        }
    }
}
