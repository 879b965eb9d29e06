//! The jobs of several results side by side, a line for each job.

use std::collections::HashMap;

use crate::analysis::pairing::{SHARED, shared_value};
use crate::analysis::{Cell, Column, JobRow, Jobs, Pairing, Ratio, Table, Value};
use crate::report::html_table::html;
use crate::report::tables::checks;

/// The most results that stand side by side.
pub(super) const MOST_RUNS: usize = 4;

/// The places of the rows of a job, one for each result that has it.
type JobLine = Vec<Option<u32>>;

/// The table; `None` if no two results have a job in common, or there are too many results. Which
/// jobs are the same is decided as in comparisons.
pub(super) fn table(jobs: &Jobs, runs: &[String]) -> Option<String> {
    if !(2..=MOST_RUNS).contains(&runs.len()) {
        return None;
    }
    let (lines, apart) = lines(jobs, runs.len());
    let rows = |line: &JobLine| -> Vec<Option<JobRow>> {
        line.iter().map(|place| place.map(|place| jobs.get(place as usize))).collect()
    };
    let mut lines: Vec<Vec<Option<JobRow>>> = lines.iter().map(rows).collect();
    if lines.iter().all(|line| line.iter().flatten().count() < 2) {
        return None;
    }
    let columns: Vec<Column> = SHARED.iter().copied().filter(|one| !apart.contains(one)).collect();
    lines.sort_by_cached_key(|line| -> Vec<Value> {
        columns.iter().map(|&column| shared_value(column, line.iter().flatten())).collect()
    });
    let table = Table::new(lines.iter().map(|line| {
        let shared = columns.iter().map(|&column| {
            (column.word(), Cell::named(column, shared_value(column, line.iter().flatten())))
        });
        let of_runs =
            runs.iter().zip(line).map(|(run, row)| (run.as_str(), row.as_ref().map(checks).into()));
        let ratio = match line.as_slice() {
            [Some(first), Some(second)] => match Ratio::of(first.cost, second.cost) {
                Ratio::UNKNOWN => Cell::Missing,
                ratio => Cell::Ratio(ratio),
            },
            _ => Cell::Missing,
        };
        shared.chain(of_runs).chain([("ratio, second to first", ratio)]).collect::<Vec<_>>()
    }));
    Some(html(&table, "jobs-table", "Jobs side by side", 50, &[]))
}

/// The lines, and the columns in which each result has another value.
fn lines(jobs: &Jobs, runs: usize) -> (Vec<JobLine>, Vec<Column>) {
    let mut places = vec![Vec::new(); runs];
    for (place, row) in (0..).zip(jobs.iter()) {
        places[row.file].push(place);
    }
    let mut lines: Vec<JobLine> = Vec::new();
    let mut apart = Vec::new();
    for (run, places) in places.iter().enumerate() {
        // Any row of a line stands for its job.
        let heads: Vec<u32> =
            lines.iter().filter_map(|line| line.iter().flatten().next().copied()).collect();
        let mut pairing = Pairing::new(jobs, Column::File, [&heads, places]);
        // Squares of two boards are not the same job.
        if pairing.apart.contains(&Column::Board) {
            pairing = Pairing { alone: [heads.clone(), places.clone()], ..Pairing::default() };
        }
        let line_of: HashMap<u32, usize> = heads.into_iter().zip(0..).collect();
        let alone = pairing.alone[1].iter().map(|&place| (None, place));
        let pairs = pairing.pairs.iter().map(|(head, place)| (line_of.get(head), *place));
        let mut more = Vec::new();
        for (line, place) in pairs.chain(alone) {
            match line.map(|&line| &mut lines[line]) {
                Some(line) if line[run].is_none() => line[run] = Some(place),
                // A job without a seed is the partner of those with any.
                line => {
                    let mut line = line.map_or_else(|| vec![None; runs], |line| line.clone());
                    line[run] = Some(place);
                    more.push(line);
                }
            }
        }
        lines.extend(more);
        apart.extend(pairing.apart);
    }
    (lines, apart)
}

#[cfg(test)]
mod tests {
    use crate::pictures::test_records::record;
    use crate::report::side_by_side::*;
    use crate::results::record::Record;
    use knight_search::{Outcome, Rule};

    #[test]
    fn jobs_are_paired_as_in_comparisons() {
        let job = |file: usize, start_col: u16, seed: Option<u64>| {
            let rule = if seed.is_some() { Rule::WarnsdorffRandom } else { Rule::Warnsdorff };
            (file, Record { start_col, seed, rule, ..record(Outcome::Tour, 64) })
        };
        let mut jobs = Jobs::default();
        for (file, record) in [
            job(0, 1, None),
            job(0, 2, None),
            job(1, 1, Some(1)),
            job(1, 1, Some(2)),
            job(1, 3, Some(1)),
            job(2, 3, Some(1)),
        ] {
            jobs.add(file, &record);
        }
        let (lines, apart) = super::lines(&jobs, 3);
        let expected = [
            [Some(0), Some(2), None],
            [Some(1), None, None],
            [Some(0), Some(3), None],
            [None, Some(4), Some(5)],
        ];
        assert_eq!(lines, expected);
        assert_eq!(apart, [Column::Rule]);
        let mut boards = Jobs::default();
        boards.add(0, &record(Outcome::Tour, 64));
        boards.add(1, &Record { rows: 5, ..record(Outcome::Tour, 64) });
        assert_eq!(super::lines(&boards, 2).0, [[Some(0), None], [None, Some(1)]]);
    }
}
