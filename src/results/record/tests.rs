use std::time::Duration;

use crate::results::record::*;
use knight_search::engines::plain;
use knight_search::{Budget, Goal, Method, MoveOrder, Problem, Rule};

fn job(board: &str, budget: &str) -> Job {
    let board: Board = board.parse().unwrap();
    Job {
        id: 7,
        problem: Problem {
            board,
            start: Square { row: 1, col: 1 },
            order: MoveOrder::FIG2,
            goal: Goal::Open,
            budget: budget.parse::<Budget>().unwrap(),
        },
        method: Method { rule: Rule::Fixed, seed: None, engine: Engine::Step },
        precision: None,
        mirror_of: None,
    }
}

fn record(job: &Job, tours: bool) -> Record {
    let (wall, cpu) = (Duration::from_nanos(1), Some(Duration::from_micros(1234)));
    let found = Found::from(plain::search(&job.problem));
    Record::new(job, &found, Some(SearchTime { wall, cpu }), tours).unwrap()
}

fn line(record: &Record) -> String {
    let mut out = Vec::new();
    record.write_csv(&mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn rows_survive_their_csv_for_every_outcome() {
    for (board, budget) in [("5x5", "none"), ("5x5", "1000"), ("3x3", "1M")] {
        let original = record(&job(board, budget), true);
        let read = Record::read(line(&original).split(',')).unwrap();
        assert_eq!(read, Record { job: 0, ..original });
        assert_eq!(read.as_job(), Some(Job { id: 0, ..job(board, budget) }));
    }
    for outcome in [Outcome::Memory, Outcome::Time] {
        let found = Found::only(outcome);
        let original = Record::new(&job("5x5", "none"), &found, None, false);
        let original = Record { job: 0, ..original.unwrap() };
        let read = Record::read(line(&original).split(',')).unwrap();
        assert_eq!(read, original);
        assert_eq!((read.outcome, read.checks, read.wall_s), (outcome, None, None));
    }
}

#[test]
fn rows_look_as_documented() {
    let row = |board, budget, tours| line(&record(&job(board, budget), tours));
    insta::assert_snapshot!(row("3x3", "1M", true), @"3,3,1,1,12345678,fixed,open,step,1000000,,,none,false,120,15,,,,,,,,,false,0.000000001,0.001234000");
    insta::assert_snapshot!(row("5x5", "none", false), @"5,5,1,1,12345678,fixed,open,step,,,,tour,true,70624,8840,false,,,,,,,,false,0.000000001,0.001234000");
    insta::assert_snapshot!(row("5x5", "1000", false), @"5,5,1,1,12345678,fixed,open,step,1000,,,budget,false,1000,,,,,,,,,,false,0.000000001,0.001234000");
}

#[test]
fn a_tour_must_be_that_of_its_job() {
    let good = record(&job("5x5", "none"), true);
    assert!(good.checked_tour().unwrap().is_some());
    let wrong = |change: fn(&mut Record)| {
        let mut changed = good.clone();
        change(&mut changed);
        assert!(changed.checked_tour().is_err(), "{changed:?}");
    };
    wrong(|r| r.rows = 6);
    wrong(|r| r.start_col = 2);
    wrong(|r| r.outcome = Outcome::None);
    wrong(|r| r.goal = Goal::Closed);
    wrong(|r| r.closed = None);
    wrong(|r| r.closed = Some(true));
    wrong(|r| r.tour = r.tour.take().map(|tour| tour[3..].to_owned()));
    wrong(|r| r.tour = Some("a5-c4".to_owned()));
    assert!(Record { tour: None, ..good }.checked_tour().unwrap().is_none());
}

#[test]
fn an_answer_is_the_same_whatever_the_row_took() {
    let good = record(&job("5x5", "none"), true);
    let other_way = Record { job: 3, mirrored: true, wall_s: None, cpu_s: None, ..good.clone() };
    assert!(good.same_fact(&other_way));
    let without_tour = Record { tour: None, ..good.clone() };
    assert!(good.same_fact(&without_tour) && without_tour.same_fact(&good));
    let changed = |change: fn(&mut Record)| {
        let mut changed = good.clone();
        change(&mut changed);
        assert!(!good.same_fact(&changed), "{changed:?}");
    };
    changed(|r| r.checks = r.checks.map(|checks| checks + 1));
    changed(|r| r.nodes = None);
    changed(|r| r.budget = Some(1 << 40));
    changed(|r| r.engine = Engine::Leap);
    changed(|r| r.tour = Some("a5".to_owned()));
    changed(|r| r.order = MoveOrder::TUTORIAL);
}
