//! Comparisons as tables.

use crate::analysis::columns::{Column, Value};
use crate::analysis::comparison::{Comparison, Verdict, ranked, rows};
use crate::analysis::formatting::{grouped, named_order, printable};
use crate::analysis::jobs::{JobRow, Jobs};
use crate::analysis::pairing::{Pairing, SHARED};
use crate::analysis::ratio::Ratio;
use crate::analysis::sides::Sides;
use crate::analysis::statistics::Cost;
use crate::analysis::table::{Cell, Table};

/// The reference compared with each of the other sides.
pub struct Compared<'a> {
    /// All jobs.
    pub jobs: &'a Jobs,
    /// What is compared with what.
    pub sides: &'a Sides,
    /// The pairs with each of the others, and what they show.
    pub others: Vec<(Pairing, Comparison)>,
}

/// Who reads a table: people see a bound in the place of a number, programs find it in a column of
/// its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// People.
    People,
    /// Programs.
    Program,
}

impl Compared<'_> {
    /// A row for each comparison. `docs/compare.md` defines the columns.
    pub fn summary(&self, audience: Audience) -> Table {
        let Sides { reference, others, .. } = self.sides;
        Table::new(others.iter().zip(&self.others).map(|(other, (pairing, comparison))| {
            let with = |verdict| comparison.with(verdict).into();
            let alone = |side: usize| (pairing.alone[side].len() as u64).into();
            let mut row: Vec<(&'static str, Cell)> = vec![
                ("reference", reference.value.as_str().into()),
                ("compared", other.value.as_str().into()),
                ("pairs", comparison.pairs().into()),
                ("won", comparison.won().into()),
                ("won_by_bound", with(Verdict::WonByBound)),
                ("tied", with(Verdict::Tied)),
                ("lost", comparison.lost().into()),
                ("lost_by_bound", with(Verdict::LostByBound)),
                ("undecided_one", with(Verdict::UndecidedOne)),
                ("undecided_both", with(Verdict::UndecidedBoth)),
            ];
            row.extend(ratio_cells(
                ["ratio_median", "ratio_median_low", "ratio_median_high"],
                comparison.median,
                audience,
            ));
            row.extend([
                ("decided_pairs", comparison.decided().into()),
                ("decided_ratio_median", number_cell(comparison.decided_median, audience)),
                ("decided_ratio_mean", number_cell(comparison.decided_mean, audience)),
                ("alone_reference", alone(0)),
                ("alone_compared", alone(1)),
                ("contradictions", (comparison.contradictions.len() as u64).into()),
            ]);
            row
        }))
    }

    /// The summary for people who compare many sides: the columns that answer.
    pub fn compact(&self) -> Table {
        let mut table = self.summary(Audience::People).only(&[
            "compared",
            "pairs",
            "won",
            "tied",
            "lost",
            "undecided_one",
            "undecided_both",
            "ratio_median",
            "decided_ratio_mean",
        ]);
        for (row, other) in table.rows.iter_mut().zip(&self.sides.others) {
            row[0] = printable(&other.name).as_ref().into();
        }
        table.rename("compared", &format!("{} against", self.sides.reference.name));
        table.rename("undecided_one", "one undecided");
        table.rename("undecided_both", "both undecided");
        table.rename("ratio_median", "median ratio");
        table.rename("decided_ratio_mean", "decided mean");
        table
    }

    /// The summary for people who compare few sides: a row for each measure, in words, without
    /// those of which there is nothing.
    pub fn upright(&self) -> Table {
        /// These are always said.
        const ANSWERS: [&str; 4] = ["pairs", "won", "lost", "ratio_median"];
        let table = self.summary(Audience::People);
        let all: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        let mut upright = table.only(&all[1..]).transposed(1);
        upright.rows.retain(|row| {
            let is_nothing = |cell: &Cell| matches!(cell, Cell::Missing | Cell::Count(0));
            let is_answer = ANSWERS.iter().any(|name| row[0] == Cell::from(*name));
            is_answer || !row[1..].iter().all(is_nothing)
        });
        for row in &mut upright.rows {
            if let Cell::Text(name) = &mut row[0] {
                *name = in_words(name);
            }
        }
        upright.columns[0] = format!("{} against", printable(&self.sides.reference.name));
        let names = self.sides.others.iter().map(|other| printable(&other.name).into_owned());
        upright.columns.splice(1.., names);
        upright
    }

    /// The pairs, those first in which the reference is better by the largest factor. With `top`
    /// only this many from either end. For people without the columns in which no jobs differ.
    pub fn pairs(&self, top: Option<usize>, audience: Audience) -> Table {
        let shared = self.shared(audience);
        let mut listed = Vec::new();
        for (other, (pairing, _)) in self.sides.others.iter().zip(&self.others) {
            let pairs = ranked(self.jobs, pairing);
            let length = pairs.len();
            let is_listed = |place: usize| top.is_none_or(|n| place < n || length - place <= n);
            let pairs = pairs.into_iter().enumerate().filter(|(place, _)| is_listed(*place));
            listed.extend(pairs.map(|(_, pair)| (other, pair)));
        }
        let is_plain = audience == Audience::People && self.sides.others.len() == 1;
        let mut table = Table::new(listed.into_iter().map(|(other, (ratio, pair))| {
            let [first, second] = rows(self.jobs, pair);
            let mut row: Vec<(&'static str, Cell)> = Vec::new();
            if !is_plain {
                let named = [("reference", &self.sides.reference), ("compared", other)];
                row.extend(named.map(|(column, side)| match audience {
                    Audience::People => (column, side.name.as_str().into()),
                    Audience::Program => (column, side.value.as_str().into()),
                }));
            }
            row.extend(
                shared
                    .iter()
                    .map(|&column| (column.word(), cell(column, [&first, &second], audience))),
            );
            for (names, job) in [(REFERENCE, first), (COMPARED, second)] {
                if audience == Audience::Program {
                    row.push((names[0], job.job.into()));
                    row.push((names[1], job.outcome.word().into()));
                }
                row.push((names[2], checks(&job, audience)));
            }
            row.extend(ratio_cells(["ratio", "ratio_low", "ratio_high"], ratio, audience));
            row.push(("result", Verdict::of(first.cost, second.cost).word().into()));
            row
        }));
        if is_plain {
            for (side, name) in
                [(&self.sides.reference, REFERENCE[2]), (&self.sides.others[0], COMPARED[2])]
            {
                table.rename(name, &side.name);
            }
        }
        table
    }

    /// A pair by its values in these columns: `(1,1) 12345678`.
    pub fn name_of(&self, pair: (u32, u32), columns: &[Column]) -> String {
        let [first, second] = rows(self.jobs, pair);
        let value = |column: &Column| match (column.value(&first), column.value(&second)) {
            (Value::Missing, value) | (value, _) => match (column, value) {
                (Column::Seed | Column::Budget, Value::Number(number)) => {
                    format!("{column} {}", grouped(number))
                }
                (_, value) => for_people(*column, &value),
            },
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        values.into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The columns in which the jobs of a pair agree; for people those in which pairs differ.
    pub fn shared(&self, audience: Audience) -> Vec<Column> {
        let is_told_apart = |column: Column| {
            column == self.sides.column
                || self.others.iter().all(|(pairing, _)| pairing.apart.contains(&column))
        };
        let differs = |column: Column| {
            let value = |pair: &(u32, u32)| {
                let [first, second] = rows(self.jobs, *pair);
                cell(column, [&first, &second], audience)
            };
            let mut values = self.others.iter().flat_map(|(pairing, _)| &pairing.pairs).map(value);
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let wanted = |column: &Column| {
            !is_told_apart(*column) && (audience == Audience::Program || differs(*column))
        };
        SHARED.iter().copied().filter(wanted).collect()
    }
}

/// What people read in the place of the name of a column of [`Compared::summary`].
fn in_words(column: &str) -> String {
    match column {
        "won_by_bound" => "  of which by a bound",
        "lost_by_bound" => "  of which by a bound",
        "undecided_one" => "undecided on one side",
        "undecided_both" => "undecided on both sides",
        "ratio_median" => "median ratio",
        "decided_pairs" => "pairs that both sides decide",
        "decided_ratio_median" => "the median of their ratios",
        "decided_ratio_mean" => "the geometric mean of them",
        "alone_reference" => "jobs of the reference alone",
        "alone_compared" => "jobs of the other side alone",
        other => return other.replace('_', " "),
    }
    .to_owned()
}

const REFERENCE: [&str; 3] = ["reference_job", "reference_outcome", "reference_checks"];
const COMPARED: [&str; 3] = ["compared_job", "compared_outcome", "compared_checks"];

/// A value that the jobs of a pair share: of a job without a seed, that of its partner.
fn cell(column: Column, [first, second]: [&JobRow; 2], audience: Audience) -> Cell {
    match (column.value(first), column.value(second)) {
        (Value::Missing, Value::Missing) => Cell::Missing,
        (Value::Missing, value) | (value, _) => match value {
            Value::Number(number) => number.into(),
            value if audience == Audience::People => for_people(column, &value).into(),
            value => value.to_string().into(),
        },
    }
}

/// A value with the name of an order that has one.
fn for_people(column: Column, value: &Value) -> String {
    let text = value.to_string();
    match column {
        Column::Order => text.parse().map_or(text, named_order),
        _ => text,
    }
}

/// The checks of a job, those of a stopped one as its outcome says.
fn checks(row: &JobRow, audience: Audience) -> Cell {
    match (row.cost, audience) {
        (Cost::Exact(checks), _) => checks.into(),
        (Cost::Above(budget), Audience::People) => Cell::Above(budget),
        (_, Audience::People) => Cell::Shown(row.outcome.word().to_owned()),
        (_, Audience::Program) => row.checks.into(),
    }
}

/// A ratio; for programs with its bounds.
fn ratio_cells(
    [known, low, high]: [&'static str; 3],
    ratio: Ratio,
    audience: Audience,
) -> Vec<(&'static str, Cell)> {
    if audience == Audience::People {
        return vec![(known, Cell::Shown(ratio.to_string()))];
    }
    vec![
        (known, ratio.number().filter(|number| number.is_finite()).into()),
        (low, Some(ratio.low).filter(|low| *low > 0.0 && low.is_finite()).into()),
        (high, Some(ratio.high).filter(|high| high.is_finite()).into()),
    ]
}

fn number_cell(ratio: Option<f64>, audience: Audience) -> Cell {
    match (ratio, audience) {
        (Some(ratio), Audience::People) => Cell::Shown(Ratio::known(ratio).to_string()),
        (ratio, _) => ratio.into(),
    }
}
