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
