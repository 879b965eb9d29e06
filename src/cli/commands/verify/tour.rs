//! Printed tours.

use std::fs;
use std::path::Path;

use knight_search::Board;
use knightsweep::analysis::formatting::{counted, lines_up_to};
use knightsweep::files::open;
use knightsweep::text::shown::shown;
use knightsweep::text::{encoding, kind};
use knightsweep::transcript::{self, Numbering, PrintedTour, TranscriptError};
use serde_json::json;

use super::{Verdict, is_stdin, unreadable};
use crate::cli::ui::failure;

/// What describes the tables of a folder of `results` that have no rows of jobs.
const DESCRIPTION: &str = "tables.meta.json";

/// Judges a grid or a list of squares or moves.
pub fn verify(file: &Path, board: Option<Board>) -> anyhow::Result<Verdict> {
    let bytes = if is_stdin(file) {
        open::read(std::io::stdin())
    } else {
        fs::File::open(file).and_then(open::read)
    };
    let bytes = bytes.map_err(|error| unreadable(file, &error))?;
    if let Some(what) = kind::compressed(&bytes) {
        return Err(failure::usage(format!("{}: {what}", shown(file))));
    }
    let text = encoding::text(&bytes);
    if let Some(why) = not_a_text(&text) {
        return Err(failure::usage(format!(
            "{}: {why}; give a tour, results or a table",
            shown(file)
        )));
    }
    let kind = kind::describe(text.as_bytes());
    let is_pipe = || !fs::metadata(file).is_ok_and(|there| there.is_file());
    if kind == Some("a results file") && (is_stdin(file) || is_pipe()) {
        return Err(failure::usage(format!(
            "{}: these are results from a pipe; give the file by name, with its sidecar beside it",
            shown(file)
        )));
    }
    if kind == Some("a results file") && encoding::is_utf16(&bytes) {
        return Err(failure::usage(format!(
            "{}: it is UTF-16, and results are UTF-8; restore the file as it was",
            shown(file)
        )));
    }
    let is_csv = file.extension().is_some_and(|ending| ending == "csv");
    if let Some(header) = header(&text).filter(|line| is_csv && !transcript::names_squares(line)) {
        let columns: String = header.chars().take(60).collect();
        let described = match file.with_file_name(DESCRIPTION).exists() {
            true => format!(
                ". Tables without rows of jobs are described in {DESCRIPTION}, which \
                 `scripts/describe-tables --check` compares with them"
            ),
            false => String::new(),
        };
        return Err(failure::usage(format!(
            "{}: cannot verify a table that begins with `{columns}`; give a tour, results of run \
             or sweep, which begin with `rows,cols,start_row,`, or a table of best-order or count with its sidecar{described}",
            shown(file)
        )));
    }
    let printed = transcript::read(&text, board).map_err(|error| match kind {
        Some(kind) if !matches!(error, TranscriptError::NoTour(_)) => {
            let file = shown(file);
            failure::usage(format!("{file}: this is {kind}; give a tour, results or a table"))
        }
        _ => anyhow::Error::new(error).context(shown(file)),
    })?;
    let json = json!({
        "board": printed.board.to_string(),
        "numbering": numbering(printed.numbering),
        "tour": printed.is_tour(),
        "closed": printed.is_closed_tour(),
        "visited": printed.squares.len(),
        "faults": printed.faults.iter().map(|fault| printed.fault_text(fault)).collect::<Vec<_>>(),
        "remarks": printed.remarks,
    });
    Ok(Verdict { is_right: printed.is_tour(), json, text: describe(&printed) })
}

/// Why nothing can be read.
fn not_a_text(text: &str) -> Option<&'static str> {
    if text.trim().is_empty() {
        Some("it is empty")
    } else if text.contains('\0') {
        Some("this is not a text")
    } else {
        None
    }
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

fn numbering(numbering: Numbering) -> &'static str {
    match numbering {
        Numbering::FromZero => "from 0",
        Numbering::FromOne => "from 1",
        Numbering::List => "list",
        Numbering::Moves => "moves",
    }
}

fn describe(verdict: &PrintedTour) -> String {
    /// Faults that are listed.
    const SHOWN: usize = 10;
    let form = match verdict.numbering {
        Numbering::List => "a list of squares".to_owned(),
        Numbering::Moves => "a list of moves".to_owned(),
        numbered => format!("numbered {}", numbering(numbered)),
    };
    let found = if verdict.is_closed_tour() {
        "a closed tour".to_owned()
    } else if verdict.is_tour() {
        "an open tour".to_owned()
    } else {
        let faults = counted(verdict.faults.len() as u64, "fault");
        format!("not a tour, {faults}")
    };
    let visited = counted(verdict.squares.len() as u64, "square");
    let mut text = format!("{} board, {form}, {visited}: {found}\n", verdict.board);
    let faults = verdict.faults.iter().map(|fault| verdict.fault_text(fault));
    text += &lines_up_to(SHOWN, faults, 0, "; --json lists all");
    verdict.remarks.iter().for_each(|remark| text += &format!("  note: {remark}\n"));
    text
}
