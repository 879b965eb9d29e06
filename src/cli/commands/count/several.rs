//! Counts of several boards and goals, in one table.

use std::process::ExitCode;
use std::time::Instant;

use knight_count::tour_counts::{Effort, TourCounter};
use knightsweep::analysis::formatting;
use knightsweep::analysis::table::{Format, Table};

use super::answer::{CountReport, object, reason, table};
use super::{Counted, Question, counted, explained};
use crate::cli::args::Common;
use crate::cli::counting;
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

/// Counts one after the other, and prints a row for each. If one fails, those before it are
/// printed.
pub fn count(common: &Common, questions: &[Question]) -> anyhow::Result<ExitCode> {
    let arguments = questions[0].arguments;
    let given = [
        ("--start", arguments.start.is_some()),
        ("--starts", arguments.starts.is_some()),
        ("--all-lengths", arguments.all_lengths),
        ("--out", arguments.out.is_some()),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        return Err(failure::usage(format!("{option} needs one board and one goal")));
    }
    let began = Instant::now();
    let (mut rows, mut failed) = (Vec::new(), None);
    for question in questions {
        match count_one(common, question) {
            Ok(row) => rows.push(row),
            Err(error) => {
                let what = format!("{} {} tours", question.board, question.goal);
                failed = Some(error.context(what));
                break;
            }
        }
    }
    common.say(&format!(
        "{} counted in {}",
        formatting::counted(rows.len() as u64, "number"),
        formatting::time(began.elapsed())
    ));
    let format = if arguments.json { Some(Format::Json) } else { arguments.format };
    let (tables, reports): (Vec<Table>, Vec<CountReport>) = rows.into_iter().unzip();
    let printed = match (format, tables.into_iter().reduce(joined)) {
        (Some(Format::Json), _) => print_json(&reports),
        (format, Some(table)) => print(table.render(format.unwrap_or(Format::Table))),
        (_, None) => Ok(ExitCode::SUCCESS),
    };
    failed.map_or(printed, Err)
}

fn count_one(common: &Common, question: &Question) -> anyhow::Result<(Table, CountReport)> {
    let (board, memory, began) = (question.board, common.memory(), Instant::now());
    let (found, effort): (Result<Counted, _>, Effort) =
        counting::with_progress(common, |progress| {
            let mut progress = |effort| progress(Some(effort));
            let mut counter = TourCounter::new(board, memory, common.threads(), &mut progress);
            let found = counted(&mut counter, question, None, None);
            (found, counter.effort())
        });
    let found = found.map_err(|error| explained(error, question, memory, effort))?;
    let reason = reason(question, &found);
    let report = object(question, &found, reason, effort, began.elapsed());
    Ok((table(question, &found), report))
}

fn joined(mut table: Table, other: Table) -> Table {
    table.rows.extend(other.rows);
    table
}
