//! The groups of jobs that a picture compares, and their names.

use std::collections::{BTreeSet, HashSet};

use crate::analysis::columns::differ;
use crate::analysis::{Column, JobCosts, JobRow, JobStats, Jobs, SEARCH, Value};
use crate::pictures::{PlotError, PlotInput};
use crate::text::formatting::{counted, grouped, joined};
use knight_search::Square;

/// Jobs with the same values in some columns.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupStats {
    /// What they have in common; `all jobs` without columns.
    pub name: String,
    /// Their outcomes and costs.
    pub stats: JobStats,
}

/// The values of a job in these columns, by which groups are sorted.
pub fn key(columns: &[Column], row: &JobRow) -> Vec<Value> {
    columns.iter().map(|column| column.value(row)).collect()
}

/// The jobs by these columns, with estimates in the place of counts.
pub fn grouped_by(input: &PlotInput, columns: &[Column]) -> Vec<GroupStats> {
    let add = |costs: &mut JobCosts, row: &JobRow| costs.add(&row.with_estimate_as_cost());
    let groups = input.jobs.by(|row| key(columns, row), add);
    let group = |(values, costs): (Vec<Value>, JobCosts)| GroupStats {
        name: name(input, columns, &values),
        stats: costs.sorted(),
    };
    groups.into_iter().map(group).collect()
}

/// The name of the jobs with these values: `8x8, from (1,1)`; `all jobs` without columns.
pub fn name(input: &PlotInput, columns: &[Column], values: &[Value]) -> String {
    let name = told(input, columns.iter().zip(values));
    if name.is_empty() { "all jobs".to_owned() } else { name }
}

/// What tells jobs with each of these values from the others: `8x8, fixed`.
pub fn told_apart(input: &PlotInput, columns: &[Column], all: &[&[Value]]) -> Vec<String> {
    let varies = |&place: &usize| differ(all.iter().map(|values| &values[place]));
    let varied: Vec<usize> = (0..columns.len()).filter(varies).collect();
    let pairs =
        |values: &&[Value]| told(input, varied.iter().map(|&at| (&columns[at], &values[at])));
    all.iter().map(pairs).collect()
}

fn told<'a>(input: &PlotInput, values: impl Iterator<Item = (&'a Column, &'a Value)>) -> String {
    joined(values.map(|(column, value)| column.of_jobs(value, &input.files)), ", ")
}

/// The columns by which the jobs of a picture are grouped, in at most `most` groups: those asked
/// for, or all of board, goal, rule and budget among these that vary, or else the one with the
/// fewest values.
pub fn chosen(input: &PlotInput, among: &[Column], most: usize) -> Vec<Column> {
    if !input.by.is_empty() {
        return input.by.clone();
    }
    let counts = among.iter().map(|&column| (input.values(column).len(), column));
    let varied: Vec<(usize, Column)> = counts.filter(|(count, _)| *count > 1).collect();
    let searches = || varied.iter().filter(|(_, column)| SEARCH.contains(column));
    let groups: usize = searches().map(|(count, _)| count).product();
    if (2..=most).contains(&groups) {
        return searches().map(|(_, column)| *column).collect();
    }
    let fit = varied.into_iter().filter(|(count, _)| *count <= most);
    fit.min_by_key(|(count, _)| *count).map(|(_, column)| column).into_iter().collect()
}

/// # Errors
/// [`PlotError::TooMany`] if there are more groups than that.
pub fn check(groups: usize, most: usize) -> Result<(), PlotError> {
    const ADVICE: &str = "choose some with --where, or give --by columns with fewer values";
    PlotError::check_count(groups, "groups", most, ADVICE)
}

/// What the jobs of a picture have in common, and how many values they have of the rest:
/// `8x8 · open tours · fixed · from (1,1) · 24 orders · budget 1,000,000`. Columns in `but` are
/// left out, as the picture names their values.
pub fn in_common(input: &PlotInput, but: &[Column]) -> String {
    const SHOWN: [Column; 7] = [
        Column::Board,
        Column::Goal,
        Column::Rule,
        Column::Start,
        Column::Order,
        Column::Seed,
        Column::Budget,
    ];
    let parts = SHOWN.into_iter().filter(|column| !but.contains(column));
    joined(parts.filter_map(|column| said(input, column)), " · ")
}

/// The only value of a column, or how many there are: `8x8`, `24 orders`; nothing without seeds.
pub fn said(input: &PlotInput, column: Column) -> Option<String> {
    let values: BTreeSet<Value> = input.values(column).into_iter().collect();
    match (values.first(), values.len()) {
        (Some(Value::Missing), 1) if column == Column::Seed => None,
        (Some(Value::Missing), count) if column == Column::Seed => Some(counted(count - 1, "seed")),
        (Some(value), 1) => Some(column.of_jobs(value, &input.files)),
        (_, count) if column == Column::Start => Some(starts(&input.jobs, count)),
        (_, count) => Some(counted(count, column.word())),
    }
}

/// How many starts there are, on each board if there are several: `4 starts on each board`.
fn starts(jobs: &Jobs, all: usize) -> String {
    let add = |starts: &mut HashSet<Square>, row: &JobRow| starts.extend([row.start]);
    let on_boards = jobs.by(|row| row.setting.board, add);
    let counts = || on_boards.values().map(|starts| starts.len() as u64);
    match (counts().min(), counts().max()) {
        _ if on_boards.len() < 2 => counted(all, "start"),
        (Some(least), Some(most)) if least < most => {
            format!("{} to {} on each board", grouped(least), counted(most, "start"))
        }
        (_, most) => format!("{} on each board", counted(most.unwrap_or(0), "start")),
    }
}

/// `, by order, start`; empty without columns.
pub fn by_columns(columns: &[Column]) -> String {
    let words = joined(columns.iter().map(|column| column.word().replace('_', " ")), ", ");
    if words.is_empty() { words } else { format!(", by {words}") }
}

#[cfg(test)]
mod tests {
    use crate::pictures::groups::*;
    use crate::pictures::tests::record;
    use crate::results::record::Record;
    use knight_search::{Goal, MoveOrder, Outcome, Rule, Ties};

    fn input() -> PlotInput {
        let job = |place: u16| Record {
            rows: 5 + place % 2,
            start_col: 1 + place % 3,
            order: MoveOrder::from_rank(place).unwrap(),
            ..record(Outcome::Tour, 64)
        };
        let mut input = PlotInput::of(&(0..12).map(job).collect::<Vec<_>>());
        input.files.push("night".to_owned());
        input
    }

    #[test]
    fn the_least_varied_column_groups_unless_it_does_not_vary() {
        let input = input();
        let among = [Column::Goal, Column::Seed, Column::Order, Column::Start];
        assert_eq!(chosen(&input, &among, 8), [Column::Start]);
        assert_eq!(chosen(&input, &among[..3], 8), []);
        assert_eq!(chosen(&input, &among[..3], 12), [Column::Order]);
        assert_eq!(input.values(Column::Order).len(), 12);
    }

    #[test]
    fn jobs_that_search_something_else_are_not_pooled_while_there_is_room() {
        let among = [Column::Goal, Column::Rule, Column::Budget, Column::Order];
        let usual_of = |rules: &[Rule], orders: u16| {
            let job = |&rule: &Rule| {
                (0..orders).flat_map(move |rank| {
                    let order = MoveOrder::from_rank(rank).unwrap();
                    let open = Record { rule, order, ..record(Outcome::Tour, 64) };
                    [Record { goal: Goal::Closed, ..open.clone() }, open]
                })
            };
            chosen(&PlotInput::of(&rules.iter().flat_map(job).collect::<Vec<_>>()), &among, 4)
        };
        let rules = [Rule::Fixed, Rule::Greedy(Ties::First), Rule::Warnsdorff(Ties::First)];
        assert_eq!(usual_of(&rules[..2], 2), [Column::Goal, Column::Rule]);
        assert_eq!(usual_of(&rules[..1], 2), [Column::Goal]);
        // Six groups are too many.
        assert_eq!(usual_of(&rules, 3), [Column::Goal]);
        assert_eq!(chosen(&input(), &among, 12), [Column::Order]);
    }
}
