//! How large the results of a plan will be.

use std::time::Duration;

use crate::experiment::plan::{Job, Plan};
use crate::results::record::{Record, SearchTime, columns};
use knight_search::{Answer, Board, Engine, Outcome, Square};

/// About how many bytes a results file will have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultsSize {
    /// If no job finds a tour.
    pub least: u64,
    /// If all jobs find one.
    pub most: u64,
}

impl ResultsSize {
    /// The size of the results of a plan, from the rows of some jobs.
    pub fn new(plan: &Plan) -> ResultsSize {
        const SAMPLE: u64 = 1000;
        // Few counts have more digits.
        const UNLIMITED: u128 = 1_000_000_000;
        let limits = plan.budgets().iter().map(|budget| budget.limit().unwrap_or(UNLIMITED));
        let most_checks = limits.max().unwrap_or(UNLIMITED);
        let count = plan.len().min(SAMPLE);
        let sample = (0..count).filter_map(|i| plan.job(i * plan.len() / count));
        let sampled: u64 = sample
            .map(|job| row_bytes(plan, &job, job.problem.budget.limit().unwrap_or(UNLIMITED)))
            .sum();
        let rows = sampled as u128 * plan.len() as u128 / u128::from(count.max(1));
        let least = columns::header().len() as u64 + 1 + rows as u64;
        // `tour` for `budget`, `true` for `false`, as many nodes as an eighth of the checks, and
        // `false`.
        let longer = (most_checks / 8).to_string().len() as u64 + 5 - 3;
        let tours = plan.boards().map(|(board, jobs)| jobs * tour_bytes(board));
        let tours: u64 = if plan.tours() { tours.sum() } else { 0 };
        ResultsSize { least, most: least + plan.len() * longer + tours }
    }
}

/// Bytes of the row of a job that the budget stops.
fn row_bytes(plan: &Plan, job: &Job, checks: u128) -> u64 {
    const CHECK_AND_LINE_END: u64 = 18;
    let time = Duration::from_millis(1);
    let stopped = Answer { outcome: Outcome::Budget, checks, nodes: None, tour: None };
    let time = SearchTime { wall: time, cpu: Some(time) };
    let mut line = Vec::new();
    let row = Record::new(job, &stopped.into(), Some(time), plan.tours());
    if let Ok(mut record) = row {
        if job.method.engine == Engine::Estimate {
            record.checks = None;
            let estimate = Some(1.234567e12);
            (record.checks_estimate, record.heavy_tailed) = (estimate, Some(false));
            (record.checks_low, record.checks_high) = (estimate, estimate);
            (record.samples, record.effective_samples) = (Some(1000), Some(123.4));
        }
        record.write_csv(&mut line);
    }
    line.len() as u64 + CHECK_AND_LINE_END
}

/// Bytes of a tour in results.
fn tour_bytes(board: Board) -> u64 {
    let (rows, cols) = (board.rows(), board.cols());
    let length = |square| board.chess_name(square).len() as u64;
    // The digits of a row and the letters of a column: each name has some of both, and a blank.
    let digits: u64 = (1..=rows).map(|row| length(Square { row, col: 1 }) - 1).sum();
    let letters: u64 = (1..=cols).map(|col| length(Square { row: rows, col }) - 1).sum();
    digits * u64::from(cols) + letters * u64::from(rows) + board.area() as u64 - 1
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::tests::plan;
    use crate::run::results_size::*;

    #[test]
    fn the_size_is_between_that_without_tours_and_that_with_all() {
        let rows = |tours| {
            let text = "boards = \"5x5\"\nstarts = \"all\"\norders = \"fig2\"";
            ResultsSize::new(&plan(&format!("{text}\ntours = {tours}")))
        };
        let (without, with) = (rows(false), rows(true));
        assert!(without.least < without.most && with.least == without.least);
        assert_eq!(with.most - with.least, without.most - without.least + 25 * 74);
    }

    #[test]
    fn a_tour_has_the_names_of_all_squares() {
        for board in ["1x1", "5x5", "12x30", "100x3"] {
            let board: Board = board.parse().unwrap();
            let names = board.squares().map(|square| board.chess_name(square));
            let tour = names.collect::<Vec<_>>().join("-");
            assert_eq!(tour_bytes(board), tour.len() as u64);
        }
    }
}
