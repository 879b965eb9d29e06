//! Comparisons as tables.

use std::borrow::Cow;
use std::iter;

use crate::analysis::columns::differ;
use crate::analysis::comparison::{PairResult, ranked, rows};
use crate::analysis::pairing::{SHARED, shared_value};
use crate::analysis::sides::{Side, Sides};
use crate::analysis::{Cell, Column, Comparison, Cost, JobRow, Jobs, Pairing, Ratio, Table};
use crate::text::formatting::printable;

/// The reference compared with each of the other sides.
pub struct ComparisonTables<'a> {
    /// All jobs.
    pub jobs: &'a Jobs,
    /// What is compared with what.
    pub sides: &'a Sides,
    /// The others.
    pub others: Vec<Compared<'a>>,
}

/// A side that the reference is compared with.
pub struct Compared<'a> {
    /// Its jobs.
    pub side: &'a Side,
    /// The pairs.
    pub pairing: Pairing,
    /// What they show.
    pub comparison: Comparison,
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

impl<'a> ComparisonTables<'a> {
    /// The reference against each of the others.
    pub fn new(jobs: &'a Jobs, sides: &'a Sides) -> ComparisonTables<'a> {
        let compared = |side: &'a Side| {
            let pairing = Pairing::new(jobs, sides.column, [&sides.reference.places, &side.places]);
            let comparison = Comparison::new(jobs, &pairing);
            Compared { side, pairing, comparison }
        };
        ComparisonTables { jobs, sides, others: sides.others.iter().map(compared).collect() }
    }

    /// A row for each comparison. `docs/reference/comparing.md` defines the columns.
    pub fn summary(&self) -> Table {
        Table::new(self.others.iter().map(|Compared { side, pairing, comparison }| {
            let with = |result| Cell::from(comparison.with(result));
            let alone = |side: usize| Cell::from(pairing.alone[side].len() as u64);
            let known = |ratio: Option<f64>| Cell::from(ratio.map(Ratio::known));
            let [low, high] = comparison.median.bounds().map(Cell::from);
            [
                ("reference", self.sides.reference.value.as_str().into()),
                ("compared", side.value.as_str().into()),
                ("pairs", comparison.pairs().into()),
                ("won", comparison.won().into()),
                ("won_by_bound", with(PairResult::WonByBound)),
                ("tied", with(PairResult::Tied)),
                ("lost", comparison.lost().into()),
                ("lost_by_bound", with(PairResult::LostByBound)),
                ("undecided_one", with(PairResult::UndecidedOne)),
                ("undecided_both", with(PairResult::UndecidedBoth)),
                ("ratio_median", comparison.median.into()),
                ("ratio_median_low", low),
                ("ratio_median_high", high),
                ("decided_pairs", comparison.decided().into()),
                ("decided_ratio_median", known(comparison.decided_median)),
                ("decided_ratio_mean", known(comparison.decided_mean)),
                ("alone_reference", alone(0)),
                ("alone_compared", alone(1)),
                ("contradictions", (comparison.contradictions.len() as u64).into()),
            ]
        }))
    }

    /// The summary for people: the columns that answer, and others if there is something of them.
    /// Of few sides it has a row for each column, in words; of many a row for each side, without
    /// the columns that have no heading.
    pub fn for_people(&self, are_few: bool) -> Table {
        let summary = self.summary();
        let shown = SUMMARY_COLUMNS.iter().filter_map(|column| {
            let SummaryColumn(name, words, heading, is_answer) = *column;
            let words = if are_few { words } else { heading };
            let mut cells = summary.only(&[name]).rows.into_iter().flatten();
            let is_shown = !words.is_empty() && (is_answer || !cells.all(is_nothing));
            is_shown.then(|| (name, words.to_owned()))
        });
        let (names, words): (Vec<&str>, Vec<String>) = shown.unzip();
        let rows = self.others.iter().zip(summary.only(&names).rows);
        let named = rows.map(|(other, row)| [vec![other.side.name.as_str().into()], row].concat());
        let against = format!("{} against", printable(&self.sides.reference.name));
        let columns = iter::once(against).chain(words).collect();
        let table = Table { columns, rows: named.collect() };
        if are_few { table.transposed(1) } else { table }
    }

    /// The pairs, those first in which the reference is better by the largest factor. With `top`
    /// only this many from either end. For people without the columns in which no jobs differ.
    pub fn pairs(&self, top: Option<usize>, audience: Audience) -> Table {
        let shared = self.shared(audience);
        let mut listed = Vec::new();
        for Compared { side, pairing, .. } in &self.others {
            let mut pairs = ranked(self.jobs, pairing);
            pairs.retain(|(ratio, _)| top.is_none() || *ratio != Ratio::UNKNOWN);
            let length = pairs.len();
            let is_listed = |place: usize| top.is_none_or(|n| place < n || length - place <= n);
            let pairs = pairs.into_iter().enumerate().filter(|(place, _)| is_listed(*place));
            listed.extend(pairs.map(|(_, pair)| (*side, pair)));
        }
        let is_plain = audience == Audience::People && self.others.len() == 1;
        let of_checks = match is_plain {
            true => [&self.sides.reference, self.others[0].side].map(|side| printable(&side.name)),
            false => ["reference_checks", "compared_checks"].map(Cow::from),
        };
        Table::new(listed.into_iter().map(|(other, (ratio, pair))| {
            let [first, second] = rows(self.jobs, pair);
            let mut row: Vec<(&str, Cell)> = Vec::new();
            if !is_plain {
                let named = [("reference", &self.sides.reference), ("compared", other)];
                row.extend(named.map(|(column, side)| match audience {
                    Audience::People => (column, side.name.as_str().into()),
                    Audience::Program => (column, side.value.as_str().into()),
                }));
            }
            let of = |&column: &Column| (column.word(), cell(column, [&first, &second], audience));
            row.extend(shared.iter().map(of));
            let names =
                [["reference_job", "reference_outcome"], ["compared_job", "compared_outcome"]];
            for (([job, outcome], of_checks), it) in
                names.into_iter().zip(&of_checks).zip([first, second])
            {
                if audience == Audience::Program {
                    row.extend([(job, it.job.into()), (outcome, it.outcome.word().into())]);
                }
                row.push((of_checks, checks(&it, audience)));
            }
            row.push(("ratio", ratio.into()));
            if audience == Audience::Program {
                let [low, high] = ratio.bounds().map(Cell::from);
                row.extend([("ratio_low", low), ("ratio_high", high)]);
            }
            row.push(("result", PairResult::of(first.cost, second.cost).word().into()));
            row
        }))
    }

    /// The columns in which the jobs of a pair agree; for people those in which pairs differ.
    fn shared(&self, audience: Audience) -> Vec<Column> {
        let is_told_apart = |column: Column| {
            column == self.sides.column
                || self.others.iter().all(|other| other.pairing.apart.contains(&column))
        };
        let differs = |column: Column| {
            let value = |pair: &(u32, u32)| {
                let [first, second] = rows(self.jobs, *pair);
                cell(column, [&first, &second], audience)
            };
            differ(self.others.iter().flat_map(|other| &other.pairing.pairs).map(value))
        };
        let wanted = |column: &Column| {
            !is_told_apart(*column) && (audience == Audience::Program || differs(*column))
        };
        SHARED.iter().copied().filter(wanted).collect()
    }
}

/// A column of [`ComparisonTables::summary`] as people read it: its name, and what stands in its
/// place where few sides are compared, and where many are (without a text it is not shown there);
/// whether it is shown even if there is nothing of it.
struct SummaryColumn(&'static str, &'static str, &'static str, bool);

const SUMMARY_COLUMNS: [SummaryColumn; 15] = [
    SummaryColumn("pairs", "pairs", "pairs", true),
    SummaryColumn("won", "won", "won", true),
    SummaryColumn("won_by_bound", "  of which by a bound", "", false),
    SummaryColumn("tied", "tied", "tied", false),
    SummaryColumn("lost", "lost", "lost", true),
    SummaryColumn("lost_by_bound", "  of which by a bound", "", false),
    SummaryColumn("undecided_one", "undecided on one side", "one undecided", false),
    SummaryColumn("undecided_both", "undecided on both sides", "both undecided", false),
    SummaryColumn("ratio_median", "median ratio", "median ratio", true),
    SummaryColumn("decided_pairs", "pairs that both sides decide", "", false),
    SummaryColumn("decided_ratio_median", "the median of their ratios", "", false),
    SummaryColumn("decided_ratio_mean", "the geometric mean of them", "decided mean", false),
    SummaryColumn("alone_reference", "jobs of the reference alone", "", false),
    SummaryColumn("alone_compared", "jobs of the other side alone", "", false),
    SummaryColumn("contradictions", "contradictions", "", false),
];

fn is_nothing(cell: Cell) -> bool {
    cell == Cell::Missing || cell == 0_u64.into()
}

/// A value that the jobs of a pair share.
fn cell(column: Column, pair: [&JobRow; 2], audience: Audience) -> Cell {
    let value = shared_value(column, pair);
    match audience {
        Audience::People => Cell::named(value),
        Audience::Program => value.into(),
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
