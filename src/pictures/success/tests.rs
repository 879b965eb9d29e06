//! Shares are of the jobs that can find a tour.

use crate::pictures::drawing::svg::Area;
use crate::pictures::success::*;
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::Rule;

/// Ten jobs from (1,1) of each of two rules on each of these boards; of the first rule all find a
/// tour, of the second as many as the board has rows less five.
fn jobs(sides: &[u16]) -> Vec<Record> {
    let job = |rule: Rule, side: u16, tour: bool| {
        let outcome = if tour { Outcome::Tour } else { Outcome::Stuck };
        Record { rule, rows: side, cols: side, ..record(outcome, 64) }
    };
    let on = |&side: &u16| {
        (0..10).flat_map(move |n| {
            [job(Rule::GreedyRoth, side, true), job(Rule::Greedy, side, n + 5 < side)]
        })
    };
    let numbered = |(job, record): (u64, Record)| Record { job, ..record };
    (0..).zip(sides.iter().flat_map(on)).map(numbered).collect()
}

#[test]
fn shares_and_intervals_are_of_all_jobs_of_a_board() {
    let input = PlotInput::of(&jobs(&[5, 8, 12, 30]));
    let svg = draw(&input, &Style::default()).unwrap().inline();
    for text in [
        "greedy-roth: 40 of 40</text>",
        "greedy: 20 of 40</text>",
        "8x8, greedy: 30.0% of 10 jobs (95% interval: 10.8% to 60.3%)",
        "5x5, greedy: 0% of 10 jobs (95% interval: 0% to 27.8%)",
        "Share of jobs that find a tour on 4 boards, by rule",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert_eq!(svg.matches(" band\"").count(), 2);
}

#[test]
fn a_share_is_of_the_starts_that_have_a_tour_and_a_census_has_no_interval() {
    // From the 25 squares of 5x5, 12 of them of the wrong colour: 12 tours.
    let on_5x5 = |n: u16| {
        let (start_row, start_col) = (1 + n / 5, 1 + n % 5);
        let outcome = if n.is_multiple_of(2) && n > 0 { Outcome::Tour } else { Outcome::Stuck };
        let rule = Rule::Greedy;
        Record { rows: 5, cols: 5, start_row, start_col, rule, ..record(outcome, 64) }
    };
    let mut records: Vec<Record> = (0..25).map(on_5x5).collect();
    records.push(Record { rule: Rule::Greedy, ..record(Outcome::Tour, 64) });
    let svg = draw(&PlotInput::of(&records), &Style::default()).unwrap().inline();
    assert!(svg.contains("5x5, all jobs: 92.3% of 13 jobs (all that there are)"), "{svg}");
    assert!(svg.contains("Left out: 12 of 26 jobs,") && svg.contains("from starts that have"));
    assert!(!svg.contains(" band\"") && !svg.contains("Wilson"));
    records.truncate(24);
    records.push(Record { rule: Rule::Greedy, ..record(Outcome::Tour, 64) });
    let svg = draw(&PlotInput::of(&records), &Style::default()).unwrap().inline();
    let (low, high) = wilson(11, 12);
    let interval = format!("(95% interval: {} to {})", percent(low), percent(high));
    assert!(svg.contains(&interval) && svg.matches(" band\"").count() == 1, "{svg}");
}

#[test]
fn a_band_has_the_interval_of_each_board() {
    let frame = Frame {
        area: Area { x: 0.0, y: 0.0, width: 100.0, height: 100.0 },
        across: Scale::linear(0.0, 1000.0),
        up: Scale::linear(0.0, 1.0),
    };
    let on = |side| ShareOnBoard {
        board: Board::new(side, side).unwrap(),
        tours: 5,
        impossible: 0,
        possible: 10,
        is_sample: true,
    };
    let boards = vec![on(10), on(20)];
    let line = BoardLine { name: String::new(), is_power: true, boards };
    let (low, high) = wilson(5, 10);
    let [low, high] = [low, high].map(|share| 100.0 * (1.0 - share));
    let drawn = curve(&frame, &line, true);
    let expected = [(10.0, low, high), (40.0, low, high)];
    for (end, expected) in drawn.bands[0].iter().zip(expected) {
        assert!((end.0 - expected.0).abs() + (end.1 - expected.1).abs() < 1e-9);
        assert!((end.2 - expected.2).abs() < 1e-9);
    }
}

#[test]
fn boards_are_named_at_their_numbers_of_squares() {
    let drawn = |boards: &[(u16, u16)]| {
        let job = |&(rows, cols)| Record { rows, cols, ..record(Outcome::Tour, 64) };
        let jobs: Vec<Record> = boards.iter().map(job).collect();
        draw(&PlotInput::of(&jobs), &Style::default()).unwrap().inline()
    };
    let few = drawn(&[(5, 5), (6, 6), (3, 8), (4, 6)]);
    for text in [">5x5</text>", ">6x6</text>", ">3x8, 4x6</text>"] {
        assert!(few.contains(text), "{text}: {few}");
    }
    assert!(!few.contains("logarithmic"), "{few}");
    let far = drawn(&(5..=60).map(|side| (side, side)).collect::<Vec<_>>());
    assert!(far.contains("(logarithmic)</text>") && far.contains(">60x60</text>"), "{far}");
}

#[test]
fn one_board_is_refused() {
    let fault = draw(&PlotInput::of(&jobs(&[8])), &Style::default()).unwrap_err();
    assert!(fault.to_string().contains("all jobs are on 8x8"), "{fault}");
}

#[test]
fn boards_without_a_start_that_has_a_tour_are_counted_apart() {
    let from_1_2 = |side: u16| {
        let (outcome, start_col) = (Outcome::Stuck, 2);
        Record { rows: side, cols: side, start_col, rule: Rule::Greedy, ..record(outcome, 9) }
    };
    let picture = draw(&PlotInput::of(&[5, 6, 9].map(from_1_2)), &Style::default()).unwrap();
    assert!(picture.headline.starts_with("Share of jobs that find a tour on 1 board"));
    let note = "No job on 5x5, 9x9 is from a start that has a tour.";
    assert!(picture.notes.iter().any(|line| line == note), "{:?}", picture.notes);
}
