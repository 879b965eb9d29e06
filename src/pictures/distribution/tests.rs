//! Pictures of distributions.

use crate::pictures::distribution::*;
use crate::pictures::drawing::legible::assert_legible;
use crate::pictures::test_records::record;
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
    let groups: Vec<u64> = svg.split("data-series").skip(1).map(jobs_in_bars).collect();
    assert_eq!(groups, [5, 3]);
}

#[test]
fn many_starts_are_small_curves_with_their_medians() {
    let input = PlotInput::of(&from_columns(&orders(40), 8));
    assert_eq!(usual_columns(&input.jobs), (Column::Order, vec![Column::Start]));
    let svg = draw(&input, &Style::default()).unwrap().inline();
    assert_eq!(svg.matches("<polyline").count(), 8);
    assert_eq!(svg.matches("class=\"frame\"").count(), 8);
    let median = input.jobs.stats().median().to_string();
    assert!(!svg.contains('…'));
    assert!(svg.contains(&format!(
        "<title>from (1,8): 32 of 40 jobs with a tour, 8 stopped by the budget; median {median} \
         checks<"
    )));
}

#[test]
fn small_curves_of_a_narrow_board_have_names_on_one_line() {
    let rows = (1..=8).flat_map(|start_row| {
        let in_row = move |job: Record| Record { start_row, ..job };
        from_columns(&orders(2), 8).into_iter().map(in_row)
    });
    let input = PlotInput { by: vec![Column::Start], ..PlotInput::of(&rows.collect::<Vec<_>>()) };
    for millimetres in [70.0, 76.0, 84.0, 170.0] {
        let picture = draw(&input, &Style::of_print(millimetres, 9.0)).unwrap();
        assert_legible(&picture);
        let svg = picture.inline();
        assert!(svg.contains(">(1,8)</text>"), "{millimetres}: {svg}");
    }
}

#[test]
fn long_names_of_small_curves_are_wrapped() {
    let boards = (5..=7).flat_map(|rows| {
        let on = move |job: Record| Record { rows, ..job };
        from_columns(&orders(3), 3).into_iter().map(on)
    });
    let mut input = PlotInput::of(&boards.collect::<Vec<_>>());
    input.by = vec![Column::Board, Column::Rule, Column::Start, Column::Order];
    let picture = draw(&input, &Style::of_print(120.0, 9.0)).unwrap();
    assert_legible(&picture);
    let svg = picture.inline();
    for word in [">5x8, fixed,", "12345678", "(fig2)<"] {
        assert!(svg.contains(word), "{word}: {svg}");
    }
    assert!(!svg.contains('…'));
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
    assert_eq!(usual_columns(&PlotInput::of(&jobs).jobs), (Column::Start, vec![]));
    let wide = |place: u16| Record {
        rows: 40,
        cols: 40,
        start_row: 1 + place % 40,
        start_col: 1 + place / 40,
        order: MoveOrder::from_rank(place).unwrap(),
        ..record(Outcome::Tour, 64)
    };
    let jobs: Vec<Record> = (0..1600).map(wide).collect();
    let (over, by) = usual_columns(&PlotInput::of(&jobs).jobs);
    assert_eq!((over, by), (Column::Order, vec![]));
}

#[test]
fn more_curves_are_drawn_as_a_board_than_as_a_list() {
    let job = |start_row, start_col, order| Record {
        rows: 12,
        cols: 12,
        start_row,
        start_col,
        order,
        ..record(Outcome::Tour, 64)
    };
    let on = |rows: u16| -> Vec<Record> {
        let starts = (1..=rows).flat_map(|row| (1..=12).map(move |col| (row, col)));
        let both = |(row, col)| [MoveOrder::FIG2, MoveOrder::TUTORIAL].map(|o| job(row, col, o));
        starts.flat_map(both).collect()
    };
    let drawn = |jobs: &[Record], by: &[Column]| {
        let by = by.to_vec();
        draw(&PlotInput { by, ..PlotInput::of(jobs) }, &Style::default()).map(|_| ())
    };
    assert_eq!(drawn(&on(12), &[Column::Start]), Ok(()));
    let both = [Column::Start, Column::Order];
    assert_eq!(drawn(&on(2), &both), Ok(()));
    let fault = drawn(&on(3), &both).unwrap_err();
    assert!(matches!(fault, PlotError::TooMany { count: 72, most: 64, .. }), "{fault}");
    assert!(fault.to_string().contains("choose some with --where, or give --by"), "{fault}");
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
