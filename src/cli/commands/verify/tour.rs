//! Printed tours.

use std::fs;
use std::path::Path;

use knight_search::{Board, Tour};
use knight_text::encoding;
use knight_text::tours::{self, Block};
use knightsweep::experiment::toml_file;
use knightsweep::files::open;
use knightsweep::text::{counted, first_lines, kind, reason, shown};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::{Verdict, words};
use crate::cli::ui::{failure, refuse};

/// Judges each grid and each list of squares or moves.
pub(super) fn verify(file: &Path, board: Option<Board>) -> anyhow::Result<Vec<Verdict>> {
    let bytes = if file == "-" {
        open::read(std::io::stdin())
    } else {
        open::any(file).and_then(open::read)
    };
    let bytes = bytes.map_err(|error| failure::of_file(file, reason(&error)))?;
    let text = encoding::text(&bytes);
    let fault = match text.contains('\0') {
        _ if text.trim().is_empty() => Some("it is empty"),
        true => Some("this is not a text"),
        false => None,
    };
    if let Some(fault) = fault {
        refuse!("{}: {fault}; give a tour, results or a table", shown(file));
    }
    let kind = toml_file::describe(text.as_bytes());
    refuse_others(file, &text, &bytes)?;
    let blocks = read(&text, board).map_err(|why| {
        let why = match kind.filter(|_| answer(&text).is_none()) {
            Some(kind::JSON) if let Err(fault) = serde_json::from_str::<IgnoredAny>(&text) => {
                format!("{why}; as JSON it is wrong too: {fault}")
            }
            Some(kind) => format!("this is {kind}; give a tour, results or a table"),
            None => why,
        };
        failure::of_file(file, why)
    })?;
    let is_alone = blocks.len() == 1;
    Ok(blocks.into_iter().map(|block| verdict(block, is_alone)).collect())
}

fn verdict(Block { line, printed }: Block, is_alone: bool) -> Verdict {
    let faults: Vec<String> =
        printed.faults.iter().map(|fault| words::fault(&printed, fault)).collect();
    let remarks = words::remarks(&printed);
    let json = json!({
        "line": line,
        "board": printed.board.to_string(),
        "numbering": words::numbering(&printed),
        "tour": printed.is_tour(),
        "closed": printed.is_closed_tour(),
        "visited": printed.squares.len(),
        "faults": faults,
        "remarks": remarks,
    });
    let found = match printed.is_tour() {
        true if printed.is_closed_tour() => "a closed tour".to_owned(),
        true => "an open tour".to_owned(),
        false => format!("not a tour, {}", counted(faults.len(), "fault")),
    };
    let place = if is_alone { String::new() } else { format!("line {line}: ") };
    let (form, visited) = (words::form(&printed), counted(printed.squares.len(), "square"));
    let mut text = format!("{place}{} board, {form}, {visited}: {found}\n", printed.board);
    text += &first_lines(faults.into_iter(), 0, "; --json lists all");
    text.extend(remarks.iter().map(|remark| format!("  note: {remark}\n")));
    let is_right = printed.is_tour();
    Verdict { is_right, json, text, tour: Tour::new(printed.board, printed.squares).ok() }
}

/// Refuses results that cannot be checked as such, and tables.
fn refuse_others(file: &Path, text: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let kind = kind::describe(text.as_bytes());
    let is_csv = file.extension().is_some_and(|ending| ending == "csv");
    let is_unread = file == "-" || !fs::metadata(file).is_ok_and(|there| there.is_file());
    let file = shown(file);
    if kind == Some("a results file") && is_unread {
        refuse!(
            "{file}: these are results from a pipe; give the file by name, with its sidecar beside \
             it"
        );
    }
    if kind == Some("a results file") && encoding::is_utf16(bytes) {
        refuse!("{file}: it is UTF-16, and results are UTF-8; restore the file as it was");
    }
    let are_tours = || {
        let boards = tours::read_all(text, None);
        boards.is_ok_and(|boards| boards.iter().all(|board| board.printed.is_tour()))
    };
    let is_other = |line: &&str| is_csv && !tours::names_squares(line) && !are_tours();
    if let Some(header) = header(text).filter(is_other) {
        let columns: String = header.chars().take(60).collect();
        refuse!(
            "{file}: cannot verify a table that begins with `{columns}`; give a tour, results of \
             run or sweep, which begin with `rows,cols,start_row,`, or a table of best-order or \
             count with its sidecar"
        );
    }
    Ok(())
}

/// Reads printed tours, or the answer of `solve --json`.
fn read(text: &str, board: Option<Board>) -> Result<Vec<Block>, String> {
    let Some(answer) = answer(text) else {
        return tours::read_all(text, board).map_err(|refusal| words::refusal(&refusal));
    };
    let side = |key: &str| u16::try_from(answer.get(key)?.as_u64()?).ok();
    let shown = side("rows").zip(side("cols")).and_then(|(rows, cols)| Board::new(rows, cols).ok());
    let outcome = answer.get("outcome").and_then(Value::as_str).unwrap_or_default();
    let Some(tour) = answer.get("tour").and_then(Value::as_str) else {
        return Err(format!("this is an answer of solve without a tour: its outcome is {outcome}"));
    };
    match (board, shown) {
        (Some(board), Some(shown)) if board != shown => {
            Err(format!("it shows a board of {shown}, and {board} is given"))
        }
        _ => tours::read_all(tour, shown).map_err(|refusal| words::refusal(&refusal)),
    }
}

/// The answer of `solve --json`, if a text is one.
fn answer(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let answer: Value = text.starts_with('{').then(|| serde_json::from_str(text).ok())??;
    ["rows", "cols", "outcome"].iter().all(|key| answer.get(key).is_some()).then_some(answer)
}

/// The first line of a text, if it names the columns of a table. A tour may begin with a heading,
/// but not with names between commas.
fn header(text: &str) -> Option<&str> {
    let line = text.lines().next()?;
    let first = line.split_once(',')?.0;
    let is_name = |field: &str| field.starts_with(|c: char| c.is_alphabetic() || c == '"');
    let has_digit = first.contains(|c: char| c.is_ascii_digit());
    (!has_digit && line.split(',').all(is_name)).then_some(line)
}
