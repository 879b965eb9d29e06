//! Ranges of square boards.

use crate::experiment::ExperimentFault;
use knight_search::Board;

/// Reads one board (`5x6`) or a range of square boards, both ends included (`5-8`).
pub(in crate::experiment) fn parse_boards(text: &str) -> Result<Vec<Board>, ExperimentFault> {
    let Some((smallest, largest)) = text.split_once('-').filter(|_| !text.contains(['x', 'X']))
    else {
        return Ok(vec![text.parse()?]);
    };
    let side = |digits: &str| digits.trim().parse::<u16>().ok();
    match (side(smallest), side(largest)) {
        (Some(smallest), Some(largest)) if smallest <= largest => {
            // Both ends first, so that a huge range is refused before it is walked.
            Board::new(smallest, smallest)?;
            Board::new(largest, largest)?;
            Ok((smallest..=largest).map(|side| Board::new(side, side)).collect::<Result<_, _>>()?)
        }
        _ => {
            const WANTED: &str = "a range of square boards; write smallest-largest, such as 5-8";
            Err(ExperimentFault::malformed(text, WANTED))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::sets::boards::*;

    #[test]
    fn ranges_of_boards_include_both_ends() {
        let boards = |text: &str| {
            parse_boards(text).map(|b| b.iter().map(Board::to_string).collect::<Vec<_>>())
        };
        assert_eq!(boards("5-7").unwrap(), ["5x5", "6x6", "7x7"]);
        assert_eq!(boards("5x6").unwrap(), ["5x6"]);
        assert_eq!(boards("5X6").unwrap(), ["5x6"]);
        for text in ["7-5", "5-", "-5", "a-b", "5-7-9", "0-3", "5-99999", ""] {
            assert!(boards(text).is_err(), "{text}");
        }
    }
}
