//! The parts of a long count, kept in `NAME.passes` until its table is written: a fact in each
//! line.

use std::ops::ControlFlow;
use std::path::Path;

use knight_count::tour_counts::{KeptPasses, Pass, PassKind};
use knight_search::{Board, Goal, Square};

use crate::results::error::StoreError;
use crate::results::fact_file::FactFile;
use crate::results::lines::RowFormat;
use crate::results::scan::{FileKind, FileReport};
use crate::text::shown::shown;

/// The columns: the question, the part of it, and the result.
const COLUMNS: [&str; 9] =
    ["rows", "cols", "goal", "part_rows", "part_cols", "start_row", "start_col", "pass", "result"];

/// The parts of one count, found and kept in a file under the lock of its table.
#[derive(Debug)]
pub struct PassFile {
    file: FactFile,
    format: RowFormat,
    board: Board,
    goal: Goal,
    passes: Vec<(Pass, Option<u128>)>,
    failure: Option<StoreError>,
}

impl PassFile {
    /// Reads the parts that an earlier command has kept. What a crash left is dropped.
    ///
    /// # Errors
    /// [`StoreError`] if the file is of another count or of something else; then it is as it was.
    pub(super) fn open(file: FactFile, board: Board, goal: Goal) -> Result<PassFile, StoreError> {
        let format = RowFormat::table(COLUMNS);
        let mut kept = PassFile { file, format, board, goal, passes: Vec::new(), failure: None };
        let path = kept.file.path().to_owned();
        let Some(there) = kept.file.file() else { return Ok(kept) };
        let mut passes = Vec::new();
        let report = FileReport::read(&kept.format, &path, there, |row, _| {
            let (of, pass, result) = read_row(row.text)
                .ok_or_else(|| damaged(&path, row.line, "it is not a part of a count"))?;
            passes.push((pass, result));
            if of == (board, goal) { Ok(()) } else { Err(kept.of_another(&path)) }
        })?;
        match (report.kind, report.others.first()) {
            (FileKind::Foreign, _) => return Err(kept.of_another(&path)),
            (_, Some(other)) => return Err(damaged(&path, other.line, &other.fault)),
            _ => {}
        }
        kept.passes = passes;
        kept.file.begin(report.good(), kept.format.header())?;
        Ok(kept)
    }

    fn of_another(&self, path: &Path) -> StoreError {
        let (board, goal) = (self.board, self.goal);
        let why = format!(
            "this does not belong to count --board {board} --goal {goal}; name another --out, or \
             remove it if nobody needs it"
        );
        StoreError::unusable(path, &why)
    }

    /// Its name, for messages.
    pub fn shown(&self) -> String {
        shown(self.file.path())
    }

    /// How many parts are known.
    pub fn known(&self) -> usize {
        self.passes.len()
    }

    /// Why the count was stopped, if a part could not be kept.
    pub fn failure(&mut self) -> Option<StoreError> {
        self.failure.take()
    }

    /// Removes the file, once the results are in the table.
    ///
    /// # Errors
    /// Those of removing it.
    pub fn remove(self) -> Result<(), StoreError> {
        self.file.remove()
    }

    fn append(&mut self, pass: Pass, result: Option<u128>) -> Result<(), StoreError> {
        if self.file.file().is_none() {
            self.file.begin(0, self.format.header())?;
        }
        let mut line = row(self.board, self.goal, pass, result).into_bytes();
        self.format.seal_row(&mut line, 0);
        self.file.append(&line)?;
        self.file.finish()
    }
}

impl KeptPasses for &mut PassFile {
    fn find(&self, pass: Pass) -> Option<Option<u128>> {
        self.passes.iter().find(|(known, _)| *known == pass).map(|(_, result)| *result)
    }

    fn keep(&mut self, pass: Pass, result: Option<u128>) -> ControlFlow<()> {
        match self.append(pass, result) {
            Ok(()) => {
                self.passes.push((pass, result));
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn damaged(path: &Path, line: u64, fault: &str) -> StoreError {
    let why = format!("line {line}: {fault}; restore it, or remove it to count its parts again");
    StoreError::unusable(path, &why)
}

/// The text of a part, without its check. A part without a start is of the whole board; a result
/// that is too long for it is `long`.
fn row(board: Board, goal: Goal, pass: Pass, result: Option<u128>) -> String {
    let (row, col) = pass.start.map_or((String::new(), String::new()), |Square { row, col }| {
        (row.to_string(), col.to_string())
    });
    let kind = match pass.kind {
        PassKind::Exact => "exact".to_owned(),
        PassKind::Bits => "bits".to_owned(),
        PassKind::Modulo(prime) => format!("modulo:{prime}"),
    };
    let result = result.map_or("long".to_owned(), |result| result.to_string());
    let of = |board: Board| format!("{},{}", board.rows(), board.cols());
    format!("{},{goal},{},{row},{col},{kind},{result}", of(board), of(pass.board))
}

/// The question, the part and the result of a row.
fn read_row(text: &str) -> Option<((Board, Goal), Pass, Option<u128>)> {
    let fields: Vec<&str> = text.split(',').collect();
    let [rows, cols, goal, part_rows, part_cols, start_row, start_col, kind, result] = fields[..]
    else {
        return None;
    };
    let board = |rows: &str, cols: &str| Board::new(rows.parse().ok()?, cols.parse().ok()?).ok();
    let start = match (start_row, start_col) {
        ("", "") => None,
        (row, col) => Some(Square { row: row.parse().ok()?, col: col.parse().ok()? }),
    };
    let kind = match kind {
        "exact" => PassKind::Exact,
        "bits" => PassKind::Bits,
        modulo => PassKind::Modulo(modulo.strip_prefix("modulo:")?.parse().ok()?),
    };
    let result = match result {
        "long" => None,
        number => Some(number.parse().ok()?),
    };
    let pass = Pass { board: board(part_rows, part_cols)?, start, kind };
    Some(((board(rows, cols)?, goal.parse().ok()?), pass, result))
}

#[cfg(test)]
mod tests;
