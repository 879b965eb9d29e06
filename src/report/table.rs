//! The tables of a report.

use std::fmt::Write;

use crate::analysis::formatting::{grouped, time};
use crate::pictures::drawing::scale::amount;
use crate::pictures::drawing::svg::escaped;
use crate::pictures::old::job_stats::JobStats;
use crate::results::record::Record;
use knight_search::Outcome;

/// A field of a table: its text, and a number to sort by if there is one.
pub struct Field {
    shown: String,
    number: Option<u128>,
}

impl Field {
    /// A text.
    pub fn text(text: &str) -> Field {
        Field { shown: text.to_owned(), number: None }
    }

    /// A count; a dash if it is missing.
    pub fn count(count: Option<u128>) -> Field {
        Field { shown: count.map_or("–".to_owned(), grouped), number: count }
    }

    /// A time in seconds, sorted by its nanoseconds.
    pub fn seconds(seconds: f64) -> Field {
        let Ok(duration) = std::time::Duration::try_from_secs_f64(seconds) else {
            return Field::text("–");
        };
        Field { shown: time(duration), number: Some(duration.as_nanos()) }
    }
}

/// The columns of [`row_fields`].
pub const ROW_COLUMNS: [&str; 12] = [
    "job",
    "board",
    "start",
    "order",
    "seed",
    "rule",
    "goal",
    "engine",
    "outcome",
    "checks",
    "nodes",
    "wall time",
];

/// A record as a row.
pub fn row_fields(record: &Record) -> Vec<Field> {
    let checks = match (record.outcome, record.checks) {
        // A budget is not a count, so the job sorts with those without a count.
        (Outcome::Budget, Some(budget)) => Field::text(&format!("> {}", grouped(budget))),
        _ => Field::count(record.checks),
    };
    // A row that is filled in from another job has no time.
    let wall_time = match record.mirror_of {
        None => Field::seconds(record.wall_s),
        Some(_) => Field::text("–"),
    };
    vec![
        Field::count(Some(record.job.into())),
        Field::text(&format!("{}x{}", record.rows, record.cols)),
        Field::text(&record.start().to_string()),
        Field::text(&record.order.to_string()),
        Field::count(record.seed.map(u128::from)),
        Field::text(record.rule.word()),
        Field::text(record.goal.word()),
        Field::text(record.engine.word()),
        Field::text(record.outcome.word()),
        checks,
        Field::count(record.nodes),
        wall_time,
    ]
}

/// The columns of [`stats_fields`].
pub const STATS_COLUMNS: [&str; 9] = [
    "jobs",
    "tour",
    "none",
    "budget",
    "memory",
    "stuck",
    "fewest checks",
    "median checks",
    "most checks",
];

/// The outcomes and the counts of a group of jobs as a row.
pub fn stats_fields(stats: &JobStats) -> Vec<Field> {
    let of = |outcome| Field::count(Some(stats.of(outcome).into()));
    vec![
        Field::count(Some(stats.jobs().into())),
        of(Outcome::Tour),
        of(Outcome::None),
        of(Outcome::Budget),
        of(Outcome::Memory),
        of(Outcome::Stuck),
        Field::count(stats.decided.least()),
        Field {
            shown: stats.decided.median().map_or("–".to_owned(), amount),
            number: stats.decided.median().map(|median| median as u128),
        },
        Field::count(stats.decided.largest()),
    ]
}

/// A table whose headings are buttons that sort it.
pub fn html_table(id: &str, names: &[&str], rows: &[Vec<Field>]) -> String {
    let mut table = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{id}\">\n<table id=\"{id}\">\n<thead><tr>"
    );
    for name in names {
        let _ = write!(
            table,
            "<th scope=\"col\"><button type=\"button\">{}</button></th>",
            escaped(name)
        );
    }
    table += "</tr></thead>\n<tbody>\n";
    for row in rows {
        table += "<tr>";
        for field in row {
            let number = field
                .number
                .map_or(String::new(), |number| format!(" class=\"n\" data-n=\"{number}\""));
            let _ = write!(table, "<td{number}>{}</td>", escaped(&field.shown));
        }
        table += "</tr>\n";
    }
    table + "</tbody>\n</table>\n</div>\n"
}
