//! Answers of `knightsweep solve --json`.

use knight_search::Board;
use serde_json::Value;

use crate::transcript::{PrintedTour, TranscriptError, board_of_size, squares};

/// Judges the tour of an answer; `None` if the text is not one.
pub(super) fn read(
    text: &str,
    board: Option<Board>,
) -> Option<Result<PrintedTour, TranscriptError>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let answer: Value = text.starts_with('{').then(|| serde_json::from_str(text).ok())??;
    let side = |key: &str| usize::try_from(answer.get(key)?.as_u64()?).ok();
    let (rows, cols) = (side("rows")?, side("cols")?);
    let outcome = answer.get("outcome")?.as_str()?;
    let Some(tour) = answer.get("tour").and_then(Value::as_str) else {
        return Some(Err(TranscriptError::NoTour(super::shortened(outcome))));
    };
    let names: Vec<(usize, String)> = tour.split('-').map(|name| (1, name.to_owned())).collect();
    let board = board_of_size(rows, cols, board);
    Some(board.and_then(|board| squares::read_names(&names, Some(board))))
}
