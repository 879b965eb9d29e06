//! The lines of a file of passes.

use knight_search::questions::tour_counts::{Pass, PassKind};
use knight_search::{Board, Square};
use sha2::{Digest, Sha256};

use crate::experiment::hex;

/// The line of a pass, with its line end.
pub(super) fn line(question: &str, board: Board, pass: Pass, result: Option<u128>) -> String {
    let start = pass.start.map_or("-".to_owned(), |Square { row, col }| format!("{row},{col}"));
    let start = if pass.board == board { start } else { format!("{}:{start}", pass.board) };
    let kind = match pass.kind {
        PassKind::Exact => "exact".to_owned(),
        PassKind::Bits => "bits".to_owned(),
        PassKind::Modulo(prime) => format!("modulo:{prime}"),
    };
    let result = result.map_or("long".to_owned(), |result| result.to_string());
    let fields = format!("{start} {kind} {result}");
    let sum = hex(&Sha256::digest(format!("{question}\n{fields}")));
    format!("{fields} {}\n", &sum[..16])
}

/// The pass and the result of a line, if it is exactly as it would be written.
pub(super) fn read(question: &str, board: Board, text: &str) -> Option<(Pass, Option<u128>)> {
    let mut fields = text.split(' ');
    let first = fields.next()?;
    let (of_pass, start) = match first.split_once(':') {
        Some((other, start)) => (other.parse().ok()?, start),
        None => (board, first),
    };
    let start = match start {
        "-" => None,
        square => {
            let (row, col) = square.split_once(',')?;
            Some(Square { row: row.parse().ok()?, col: col.parse().ok()? })
        }
    };
    let kind = match fields.next()? {
        "exact" => PassKind::Exact,
        "bits" => PassKind::Bits,
        modulo => PassKind::Modulo(modulo.strip_prefix("modulo:")?.parse().ok()?),
    };
    let result = match fields.next()? {
        "long" => None,
        number => Some(number.parse().ok()?),
    };
    let pass = Pass { board: of_pass, start, kind };
    (line(question, board, pass, result).trim_end() == text).then_some((pass, result))
}
