//! Counts of several boards and goals, in one table.

use std::time::Instant;

use knightsweep::analysis::table::{Format, Row, Table};
use knightsweep::text::formatting;

use super::{CountArgs, Question, searched};
use crate::cli::answer::print_table;
use crate::cli::args::Common;
use crate::cli::exit_codes::DONE;
use crate::cli::ui::print_json;

/// Counts one after the other, and prints a row for each. If one fails, those before it are
/// printed.
pub(super) fn count(
    common: &Common,
    arguments: &CountArgs,
    questions: &[Question],
) -> anyhow::Result<u8> {
    let began = Instant::now();
    let (mut found, mut failed) = (Vec::new(), None);
    for question in questions {
        match searched(common, question, None) {
            // A row of the table, and the object of JSON.
            Ok((numbers, work)) => found
                .extend(numbers.iter().map(|one| (one.row(question), one.object(question, &work)))),
            Err(error) => {
                let what = format!("{} {} tours", question.board, question.goal);
                failed = Some(error.context(what));
                break;
            }
        }
    }
    common.say(&format!(
        "{} {} in {}",
        formatting::counted(found.len(), "number"),
        arguments.done(),
        formatting::time(began.elapsed())
    ));
    let (rows, objects): (Vec<Row>, Vec<Row>) = found.into_iter().unzip();
    let printed = match arguments.format.asked() {
        Some(Format::Json) => print_json(&objects),
        _ if rows.is_empty() => Ok(DONE),
        format => print_table(&Table::new(rows), format.unwrap_or(Format::Table)),
    };
    failed.map_or(printed, Err)
}
