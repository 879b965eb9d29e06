//! Ranges of square boards.

use crate::experiment::ExperimentFault;
use crate::experiment::sets::both_ends;
use knight_search::Board;

/// Reads one board (`5x6`) or a range of square boards, both ends included (`5-8`).
pub(in crate::experiment) fn parse_boards(text: &str) -> Result<Vec<Board>, ExperimentFault> {
    if !text.contains('-') || text.contains(['x', 'X']) {
        return Ok(vec![text.parse()?]);
    }
    const WANTED: &str = "a range of square boards; write smallest-largest, such as 5-8";
    let malformed = || ExperimentFault::malformed(text, WANTED);
    let (smallest, largest) = both_ends::<u16>(text).ok_or_else(malformed)?;
    // Both ends first, so that a huge range is refused before it is walked.
    Board::new(smallest, smallest)?;
    Board::new(largest, largest)?;
    Ok((smallest..=largest).map(|side| Board::new(side, side)).collect::<Result<_, _>>()?)
}
