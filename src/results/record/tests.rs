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
    // Neither does a search make a row of another tour.
    let made = |change: fn(&mut Problem)| {
        let job = job("5x5", "none");
        let found = Found::from(plain::search(&job.problem));
        let mut other = job;
        change(&mut other.problem);
        Record::new(&other, &found, None, false).map(drop)
    };
    assert_eq!(made(|_| ()), Ok(()));
    assert_eq!(made(|it| it.goal = Goal::Closed), Err(WrongTour::Goal(Goal::Closed)));
    assert!(matches!(made(|it| it.start.row = 3), Err(WrongTour::Start(..))));
    assert!(matches!(made(|it| it.board = "6x6".parse().unwrap()), Err(WrongTour::Invalid(_))));
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
