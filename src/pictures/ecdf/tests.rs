//! Curves of the share of jobs that are decided.

use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::ecdf::*;
use crate::pictures::tests::{estimated, record};
use crate::results::record::Record;
use knight_search::MoveOrder;

fn stats(jobs: &[(Outcome, u128)]) -> JobStats {
    let jobs = jobs.iter().map(|(outcome, checks)| record(*outcome, *checks));
    PlotInput::of(&jobs.collect::<Vec<_>>()).jobs.stats()
}

#[test]
fn curves_climb_by_the_jobs_decided_of_all_jobs() {
    let half =
        [(Outcome::Tour, 10), (Outcome::None, 100), (Outcome::Stuck, 7), (Outcome::Stuck, 8)];
    assert_eq!(
        steps(&stats(&half)),
        [(0.0, 0.0), (10.0, 0.0), (10.0, 0.25), (100.0, 0.25), (100.0, 0.5), (f64::INFINITY, 0.5)]
    );
}

#[test]
fn curves_end_at_the_least_budget_that_stopped_a_job() {
    let jobs = [
        (Outcome::Tour, 10),
        (Outcome::Tour, 1000),
        (Outcome::Budget, 100),
        (Outcome::Budget, 1000),
    ];
    assert_eq!(steps(&stats(&jobs)), [(0.0, 0.0), (10.0, 0.0), (10.0, 0.25), (100.0, 0.25)]);
}

#[test]
fn curves_end_where_estimates_are_too_large_to_draw() {
    let estimated = |job, value| Record { job, ..estimated(record(Outcome::Tour, 0), value) };
    let input = PlotInput::of(&[record(Outcome::Tour, 10), estimated(1, 1e3), estimated(2, 1e39)]);
    let stats = JobStats::of(input.jobs.iter().map(JobRow::with_estimate_as_cost));
    assert_eq!(steps(&stats).last(), Some(&(1e38, 2.0 / 3.0)));
}

/// Jobs from four starts with two orders under two budgets, one of which stops all.
fn jobs() -> Vec<Record> {
    let job = |job: u64| Record {
        job,
        start_col: (job % 4) as u16 + 1,
        order: if job % 8 < 4 { MoveOrder::FIG2 } else { MoveOrder::TUTORIAL },
        budget: Some(if job < 16 { 50 } else { 5000 }),
        ..if job < 16 {
            record(Outcome::Budget, 50)
        } else {
            record(Outcome::Tour, 60 * u128::from(job))
        }
    };
    (0..32).map(job).collect()
}

#[test]
fn large_texts_leave_room_for_the_curves() {
    // The largest that plot takes, for each width.
    for (millimetres, points) in [(40.0, 9.0), (84.0, 12.0), (170.0, 25.0), (267.0, 40.0)] {
        let style = Style::of_print(millimetres, points);
        let picture = draw(&PlotInput::of(&jobs()[8..30]), &style).unwrap();
        assert_legible(&picture);
        let svg = picture.inline();
        let frame = svg.lines().find(|line| line.contains("class=\"frame\"")).unwrap();
        let side = |name: &str| -> f64 {
            let (_, rest) = frame.split_once(name).unwrap();
            rest.split('"').nth(1).unwrap().parse().unwrap()
        };
        let least = 0.25 * style.width;
        assert!(side(" width=") > least && side(" height=") > least, "{points}: {frame}");
    }
}
