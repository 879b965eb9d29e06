//! Tables of best-order and count: unchanged since they were written.

use std::path::Path;

use knightsweep::results::table::FoundTable;
use knightsweep::text::counted;
use serde_json::json;

use super::Verdict;

/// Compares a table with its seal, if its sidecar is there, and its rows with their checks.
pub(super) fn verify(file: &Path) -> anyhow::Result<Verdict> {
    let found = FoundTable::read(file)?;
    let seal_holds = found.seal_holds;
    let is_right = seal_holds != Some(false) && found.left_out == 0;
    let json =
        json!({ "sound": is_right, "sealed": seal_holds.is_some(), "seal_holds": seal_holds });
    let sound = if is_right { "sound" } else { "NOT sound" };
    let mut text = match seal_holds {
        Some(true) => format!("{sound}: a table, sealed and unchanged since"),
        Some(false) => format!("{sound}: a table, CHANGED since it was sealed"),
        None => format!("{sound}: a table, and there is no sidecar: rows may be missing"),
    };
    if found.left_out > 0 {
        let first = found.first_left_out.map(|line| format!(", the first in line {line}"));
        let (rows, first) = (counted(found.left_out, "row"), first.unwrap_or_default());
        text += &format!("; {rows} whose check fails{first}");
    }
    Ok(Verdict { is_right, json, text: text + "\n", tour: None })
}
