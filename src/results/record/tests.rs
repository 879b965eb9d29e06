use crate::results::record::*;
use knight_search::engines::plain;
use knight_search::{Budget, Method, Problem};

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
        mirror_of: None,
    }
}

fn record(job: &Job) -> Record {
    let cpu = Some(Duration::from_micros(1234));
    Record::new(job, Ok(&plain::search(&job.problem).into()), Duration::from_nanos(1), cpu, true)
        .unwrap()
}

fn with_tours() -> Layout {
    Layout { tours: true, ..Layout::default() }
}

fn line(record: &Record, tours: bool) -> String {
    let mut out = Vec::new();
    let layout = Layout { tours, ..Layout::default() };
    record.write_csv(layout, &mut out);
    String::from_utf8(out).unwrap()
}

fn header() -> String {
    let layout = Layout { tours: true, ..Layout::default() };
    layout.header()
}

#[test]
fn rows_survive_their_csv_for_every_outcome() {
    for (board, budget) in [("5x5", "none"), ("5x5", "1000"), ("3x3", "1M")] {
        let job = job(board, budget);
        let original = record(&job);
        let text = format!("{}\n{}", header(), line(&original, true));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let read: Vec<Record> = reader.deserialize().collect::<Result<_, _>>().unwrap();
        assert_eq!(read, [original]);
        assert_eq!(read[0].check(&job, with_tours()), Ok(()));
    }
}

#[test]
fn the_fields_of_records_are_the_columns_in_order() {
    let full = Record {
        seed: Some(1),
        mirror_of: Some(2),
        checks_off_board: Some(3),
        checks_visited: Some(4),
        checks_estimate: Some(5.0),
        checks_low: Some(4.5),
        checks_high: Some(5.5),
        samples: Some(6),
        effective_samples: Some(7.0),
        heavy_tailed: Some(false),
        ..record(&job("5x5", "none"))
    };
    let object = serde_json::to_value(full).unwrap();
    let names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, Layout::FULL.columns().collect::<Vec<_>>());
}

#[test]
fn rows_look_as_documented() {
    insta::assert_snapshot!(line(&record(&job("3x3", "1M")), true), @"7,3,3,1,1,12345678,0,fixed,open,step,1000000,none,false,120,15,,0.000000001,0.001234000,");
    insta::assert_snapshot!(line(&record(&job("5x5", "none")), false), @"7,5,5,1,1,12345678,0,fixed,open,step,,tour,true,70624,8840,false,0.000000001,0.001234000");
    insta::assert_snapshot!(line(&record(&job("5x5", "1000")), false), @"7,5,5,1,1,12345678,0,fixed,open,step,1000,budget,false,1000,,,0.000000001,0.001234000");
}

#[test]
fn a_changed_value_contradicts_the_rest() {
    let job = job("5x5", "100000");
    let good = record(&job);
    let wrong = |change: fn(&mut Record)| {
        let mut changed = good.clone();
        change(&mut changed);
        assert!(changed.check(&job, with_tours()).is_err(), "{changed:?}");
    };
    wrong(|r| r.job = 8);
    wrong(|r| r.rows = 6);
    wrong(|r| r.start_col = 2);
    wrong(|r| r.order = MoveOrder::TUTORIAL);
    wrong(|r| r.order_rank += 1);
    wrong(|r| r.goal = Goal::Closed);
    wrong(|r| r.budget = None);
    wrong(|r| r.outcome = Outcome::None);
    wrong(|r| r.success = false);
    wrong(|r| r.checks = r.checks.map(|c| c + 8 * 25));
    wrong(|r| r.checks = None);
    wrong(|r| (r.checks, r.nodes) = (None, None));
    wrong(|r| r.outcome = Outcome::Memory);
    wrong(|r| r.seed = Some(3));
    wrong(|r| r.outcome = Outcome::Stuck);
    wrong(|r| r.mirror_of = Some(3));
    wrong(|r| r.nodes = None);
    wrong(|r| r.nodes = Some(3));
    wrong(|r| r.nodes = r.nodes.map(|n| n + 100));
    wrong(|r| r.closed = None);
    wrong(|r| r.closed = Some(true));
    wrong(|r| r.wall_s = f64::NAN);
    wrong(|r| r.cpu_s = Some(-1.0));
    wrong(|r| r.tour = Some("a5-b3".to_owned()));
    wrong(|r| r.tour = None);
    wrong(|r| r.checks_off_board = Some(0));
    wrong(|r| r.checks_visited = Some(0));
}

#[test]
fn checks_beside_the_budget_are_at_fault_and_not_the_budget() {
    let job = job("5x5", "10");
    let mut row = record(&job);
    assert_eq!((row.outcome, row.check(&job, with_tours())), (Outcome::Budget, Ok(())));
    row.checks = Some(9);
    let fault = row.check(&job, with_tours()).unwrap_err();
    assert_eq!(fault.to_string(), "checks is 9, expected 10");
}

#[test]
fn only_the_times_may_differ() {
    let first = record(&job("3x3", "1M"));
    let mut second = first.clone();
    (second.wall_s, second.cpu_s) = (9.0, None);
    assert!(first.same_but_times(&second));
    second.checks = second.checks.map(|checks| checks + 1);
    assert!(!first.same_but_times(&second));
}
