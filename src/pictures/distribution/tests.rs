//! Pictures of distributions.

use crate::pictures::distribution::*;
use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome};

/// A job of each order up to a number of them. Every fifth is stopped.
fn orders(jobs: u16) -> Vec<Record> {
    let job = |rank: u16| Record {
        job: rank.into(),
        order: MoveOrder::from_rank(rank).unwrap(),
        budget: Some(1_000_000),
        ..if rank % 5 == 4 {
            record(Outcome::Budget, 1_000_000)
        } else {
            record(Outcome::Tour, 64 + 37 * u128::from(rank).pow(2))
        }
    };
    (0..jobs).map(job).collect()
}

fn from_columns(jobs: &[Record], columns: u16) -> Vec<Record> {
    let starts = (1..=columns).map(|start_col| (start_col, jobs.to_vec()));
    let moved = starts
        .flat_map(|(start_col, jobs)| jobs.into_iter().map(move |job| Record { start_col, ..job }));
    moved.collect()
}

fn svg(records: &[Record]) -> String {
    draw(&PlotInput::of(records), &Style::default()).unwrap().inline()
}

/// The jobs that tooltips of bars name.
fn jobs_in_bars(svg: &str) -> u64 {
    let titles = svg.split("<title>").skip(1).filter_map(|rest| rest.split_once("</title>"));
    let bars = titles.filter_map(|(title, _)| {
        title.split_once(" job").filter(|(_, rest)| rest.contains(" with "))
    });
    bars.map(|(jobs, _)| jobs.replace(',', "").parse::<u64>().unwrap()).sum()
}

#[test]
fn bars_hold_every_decided_job_and_the_stopped_ones_stand_beside() {
    let svg = svg(&orders(400));
    assert_eq!(jobs_in_bars(&svg), 320);
    let median = PlotInput::of(&orders(400)).jobs.stats().median().to_string();
    let median = median.replace('>', "&gt;");
    for text in [
        format!("stopped by the budget; median {median} checks").as_str(),
        ">stopped</text>",
        "<title>80 jobs stopped</title>",
        ">80</text>",
        "8x8 · open tours · fixed · from (1,1) · 400 orders",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
}

#[test]
fn bars_are_those_of_their_group() {
    let jobs = from_columns(&orders(6), 2);
    let svg = svg(&jobs[..9]);
    let groups: Vec<u64> = svg.split(">from (1,").skip(1).map(jobs_in_bars).collect();
    assert_eq!(groups, [5, 3]);
}

#[test]
fn seeds_make_no_panels_and_too_many_panels_are_pooled() {
    let seeded = |place: u16| Record {
        start_row: 1 + place % 8,
        start_col: 1 + place / 8 % 8,
        seed: Some(u64::from(place / 64)),
        ..record(Outcome::Tour, 64)
    };
    let jobs: Vec<Record> = (0..192).map(seeded).collect();
    let headline =
        |jobs: &[Record]| draw(&PlotInput::of(jobs), &Style::default()).unwrap().headline;
    assert!(headline(&jobs).starts_with("Checks of 192 jobs over 64 starts: 192 of 192"));
    let wide = |place: u16| Record {
        rows: 40,
        cols: 40,
        start_row: 1 + place % 40,
        start_col: 1 + place / 40,
        order: MoveOrder::from_rank(place).unwrap(),
        ..record(Outcome::Tour, 64)
    };
    let jobs: Vec<Record> = (0..1600).map(wide).collect();
    assert!(headline(&jobs).starts_with("Checks of 1,600 jobs over 1,600 orders: 1,600 of"));
}

#[test]
fn more_groups_than_panels_are_refused() {
    let by = vec![Column::Start];
    let input = PlotInput { by, ..PlotInput::of(&from_columns(&orders(2), 7)) };
    let fault = draw(&input, &Style::default()).unwrap_err();
    assert!(matches!(fault, PlotError::TooMany { count: 7, most: 6, .. }), "{fault}");
    assert!(fault.to_string().contains("choose some with --where, or give --by"), "{fault}");
}

#[test]
fn bars_beside_it_leave_a_histogram_room_or_are_refused() {
    let others = [Outcome::Memory, Outcome::Time].map(|outcome| record(outcome, 9));
    let input = PlotInput::of(&[&orders(40)[..], &others[..]].concat());
    assert_eq!(draw(&input, &Style::of_print(40.0, 9.0)).err(), Some(PlotError::TooNarrow));
    assert_legible(&draw(&input, &Style::of_print(84.0, 9.0)).unwrap());
}

#[test]
fn without_a_decided_job_the_stopped_ones_stand_beside_an_empty_axis() {
    let stopped = svg(&orders(20)
        .into_iter()
        .filter(|job| job.outcome == Outcome::Budget)
        .collect::<Vec<_>>());
    assert_eq!(jobs_in_bars(&stopped), 0);
    for text in [
        "<title>4 jobs stopped</title>",
        "4 orders: 0 of 4 jobs with a tour, 4 stopped by the budget; median &gt; 1,000,000 checks",
        ">1M<",
    ] {
        assert!(stopped.contains(text), "{text}: {stopped}");
    }
    assert!(!stopped.contains("A bar with a gap is cut"), "{stopped}");
}

#[test]
fn notes_name_only_what_is_drawn() {
    let mut decided = orders(400);
    decided.retain(|job| job.outcome == Outcome::Tour);
    let decided = svg(&decided);
    assert!(decided.contains("Line across the bars: the median") && decided.contains("\"stroke\""));
    assert!(!decided.contains("Dashed:") && !decided.contains("\"guide\""));
    assert!(!decided.contains("A bar with a gap"));
    let stopped = vec![record(Outcome::Budget, 1_000_000); 1000];
    let many_stopped = svg(&[orders(400), stopped].concat());
    assert!(
        !many_stopped.contains("Line across the bars:") && !many_stopped.contains("\"stroke\"")
    );
    assert!(many_stopped.contains("Dashed: the budget") && many_stopped.contains("\"guide\""));
    assert!(many_stopped.contains(" · budget 1,000,000</text>"), "{many_stopped}");
    assert!(many_stopped.contains(">A bar with a gap is cut;"));
}

#[test]
fn starts_are_counted_on_each_board() {
    let on = |rows: u16| from_columns(&orders(2), 3).into_iter().map(move |r| Record { rows, ..r });
    let input = PlotInput::of(&on(5).chain(on(8)).collect::<Vec<_>>());
    let picture = draw(&input, &Style::default()).unwrap();
    assert!(
        picture.headline.starts_with("Checks of 12 jobs over 3 starts on each board, "),
        "{}",
        picture.headline
    );
}
