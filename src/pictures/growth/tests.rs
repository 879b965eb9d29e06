//! Pictures of growth.

use crate::pictures::drawing::Area;
use crate::pictures::drawing::labels::distance;
use crate::pictures::drawing::tests::{assert_legible, texts};
use crate::pictures::growth::*;
use crate::pictures::tests::{estimated, record};
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome, Rule};
use std::collections::BTreeSet;

fn on(side: u16, outcome: Outcome, checks: u128) -> Record {
    Record { rows: side, cols: side, budget: Some(1_000_000_000), ..record(outcome, checks) }
}

fn svg(records: &[Record]) -> String {
    draw(&PlotInput::of(records), &Style::default()).unwrap().inline()
}

#[test]
fn medians_are_of_all_jobs_and_written_out() {
    let tour = |side, checks| on(side, Outcome::Tour, checks);
    let svg = svg(&[
        tour(6, 576),
        tour(6, 1848),
        tour(7, 29_136_580),
        tour(7, 29_136_579),
        on(8, Outcome::Budget, 1_000_000_000),
        on(8, Outcome::Budget, 1_000_000_000),
        tour(8, 64),
    ]);
    for text in [
        ">1,212</text>",
        ">29,136,579.5</text>",
        "7x7, all jobs: median 29,136,579.5 of 2 jobs, 2 decided; 10 % and 90 % quantiles ",
        "8x8, all jobs: median &gt; 1,000,000,000 of 3 jobs, 1 decided</title>",
        "Arrow: the median is above the bound at its foot",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
}

#[test]
fn bands_reach_from_a_tenth_of_the_jobs_to_nine_tenths() {
    let tours = |side, factor: u128| (0..11).map(move |n| on(side, Outcome::Tour, 64 + factor * n));
    let stopped = on(7, Outcome::Budget, 1_000_000);
    let mut records: Vec<Record> = tours(5, 100).chain(tours(6, 1000)).collect();
    records.extend(vec![stopped; 2].into_iter().chain(tours(7, 10).take(9)));
    let mut style = Style::default();
    style.choices.has_data = true;
    let picture = draw(&PlotInput::of(&records), &style).unwrap();
    let svg = picture.inline();
    // The quantiles of 0 to 10 are 1 and 9.
    for ends in ["164 and 964<", "1,064 and 9,064<"] {
        let text = &format!("; 10 % and 90 % quantiles {ends}");
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert_eq!(svg.matches(" band\"").count(), 1);
    assert!(svg.contains("Where a budget hides these, a band ends at it."));
    // A bound is not in the column of numbers.
    let last = picture.data.csv().lines().last().unwrap().to_owned();
    assert_eq!(last, "all jobs,7x7,49,11,false,114,,74,,,1000000,,");
}

#[test]
fn lines_and_symbols_tell_estimates_from_counts() {
    let estimated = |side: u16| {
        let job = u64::from(side);
        Record { job, ..estimated(on(side, Outcome::Tour, 64), 1e9) }
    };
    let counts = [5, 6].map(|side| on(side, Outcome::Tour, 64));
    let svg = svg(&[&counts[..], &[7, 8].map(estimated)].concat());
    // A line through the counts, and one through the estimates, whose symbols are open.
    assert_eq!(svg.matches("stroke-width=\"1.5\"").count(), 2 + 1, "{svg}");
    assert_eq!(svg.matches("line open\"").count(), 2);
}

#[test]
fn one_board_is_refused_by_name() {
    let fault = draw(&PlotInput::of(&[record(Outcome::Tour, 64)]), &Style::default()).unwrap_err();
    assert!(fault.to_string().contains("all jobs are on 8x8"), "{fault}");
}

#[test]
fn boards_without_a_median_are_named() {
    let svg = svg(&[on(6, Outcome::Stuck, 9), on(7, Outcome::Memory, 0), on(8, Outcome::Tour, 64)]);
    assert!(svg.contains(
        "Without a median, as jobs are stuck, out of memory or time, or not known: 6x6, 7x7.</text>"
    ));
    let none = PlotInput::of(&[on(6, Outcome::Stuck, 9), on(7, Outcome::Memory, 0)]);
    assert_eq!(draw(&none, &Style::default()).unwrap_err(), NOTHING_DECIDED);
}

#[test]
fn a_factor_for_each_square_is_found_again() {
    let exact = |side: u16| on(side, Outcome::Tour, 1 << side.pow(2));
    let sides = [4, 5, 6].map(exact);
    assert!(svg(&sides).contains("all jobs: ~ a·cⁿ, c = 2.000 ± 0.000</text>"));
    // A bound is not a median, and two sizes are too few.
    let stopped = [exact(4), exact(5), on(6, Outcome::Budget, 1 << 36)];
    assert!(!svg(&stopped).contains('~'));
    let squares = [10, 100, 1000].map(|side: u16| Record {
        rule: Rule::Warnsdorff,
        ..on(side, Outcome::Tour, 3 * u128::from(side).pow(2))
    });
    assert!(svg(&squares).contains("~ a·n^p, p = 1.000 ± 0.000</text>"));
}

/// A logarithm of 2^n is straight on a linear axis, and so is the fit.
#[test]
fn the_fit_of_the_only_line_is_drawn() {
    let exact = |side: u16| on(side, Outcome::Tour, 1 << side.pow(2));
    let fit = format!("\" {}", series::fit(0));
    let one = svg(&[4, 6, 10].map(exact));
    let line = one.lines().find(|line| line.contains(&fit)).expect("the fit is drawn");
    let points = line.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
    let points: Vec<f64> = points.split([' ', ',']).map(|at| at.parse().unwrap()).collect();
    let (first, last) = (&points[..2], &points[points.len() - 2..]);
    let slope = (last[1] - first[1]) / (last[0] - first[0]);
    for point in points.chunks(2) {
        assert!((first[1] + slope * (point[0] - first[0]) - point[1]).abs() < 0.1, "{point:?}");
    }
    assert!(one.contains("~, and the dotted line: fitted by least squares"), "{one}");
    assert!(!one.contains("left out"), "{one}");
    let two = svg(&[4, 6, 10]
        .map(|side| [exact(side), Record { order: MoveOrder::TUTORIAL, ..exact(side) }])
        .concat());
    assert!(!two.contains(&fit) && two.contains("~: fitted by least squares"), "{two}");
}

#[test]
fn a_fit_says_that_it_leaves_out_medians_that_are_not_known() {
    let exact = |side: u16| on(side, Outcome::Tour, 1 << side.pow(2));
    let known = [exact(4), exact(5), exact(6)];
    let note = "the growth over all may";
    assert!(!svg(&known).contains(note));
    let out_of_time = Record { checks: None, ..on(7, Outcome::Time, 0) };
    for other in [on(7, Outcome::Budget, 1_000_000), out_of_time] {
        let all = svg(&[&known[..], &[other]].concat());
        assert!(all.contains(note), "{all}");
    }
}

#[test]
fn numbers_beside_very_large_ones_are_powers_of_ten() {
    let numbers = |largest: u128| {
        let jobs = [on(5, Outcome::Tour, 64_000_000_000_000), on(8, Outcome::Tour, largest)];
        svg(&jobs)
    };
    assert!(numbers(226 * 10u128.pow(15)).contains(">226P</text>"));
    let large = numbers(19 * 10u128.pow(17));
    assert!(large.contains(">1.9·10¹⁸</text>") && large.contains(">6.4·10¹³</text>"), "{large}");
}

#[test]
fn numbers_beside_estimates_are_powers_of_ten() {
    let estimated = estimated(on(9, Outcome::Tour, 64), 9.27e15);
    let estimated = Record { heavy_tailed: Some(true), ..estimated };
    let counts = [(1, 5, 16_092_495), (2, 6, 940_123_456_789_012), (3, 7, 292_100)];
    let counts =
        counts.map(|(job, side, checks)| Record { job, ..on(side, Outcome::Tour, checks) });
    let svg = svg(&[&counts[..], &[estimated]].concat());
    for text in [
        ">292,100<",
        ">1.6·10⁷<",
        ">9.4·10¹⁴<",
        ">≈ 9.3·10¹⁵<",
        ">≈ and open symbols: the checks of 1 job are estimates.<",
        ">1 of 1 estimate rests on few samples: its interval is not to be trusted.<",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
}

#[test]
fn rules_are_never_mixed_in_a_line() {
    let mut jobs = Vec::new();
    for rule in [Rule::Fixed, Rule::Warnsdorff] {
        for order in [MoveOrder::FIG2, MoveOrder::TUTORIAL] {
            jobs.extend([6, 7].map(|side| Record { rule, order, ..on(side, Outcome::Tour, 64) }));
        }
    }
    let input = PlotInput::of(&jobs);
    assert_eq!(board_lines::columns(&input, &GROUPS), [Column::Rule]);
}

#[test]
fn the_reference_is_drawn_on_request() {
    let tours = [5, 6].map(|side| on(side, Outcome::Tour, 64));
    let with = |text: &str, records: &[Record]| {
        let reference = Some(text.parse().unwrap());
        let input = PlotInput { reference, ..PlotInput::of(records) };
        let picture = draw(&input, &Style::default()).unwrap();
        assert_legible(&picture);
        picture.inline()
    };
    assert!(!svg(&tours).contains("8ⁿ"));
    let near = with("8^n", &tours);
    assert_eq!(
        (near.matches("class=\"guide\"").count(), near.matches(">8ⁿ</text>").count()),
        (2, 1)
    );
    let large = [20, 30].map(|side| on(side, Outcome::Tour, 64));
    let far = with("8^n", &large);
    let said = "8ⁿ has no point in this picture: on these boards it goes from 10³⁶¹ to 10⁸¹³.";
    assert!(far.contains(said) && !far.contains("class=\"guide\""), "{far}");
    // It leaves the picture between the boards.
    let partly = [9, 16].map(|side| on(side, Outcome::Tour, 1 << (7 * side)));
    let partly = with("3^n", &partly);
    assert!(partly.contains("class=\"guide\"") && !partly.contains("no point in this picture"));
}

#[test]
fn estimated_medians_depend_on_no_hidden_cost() {
    let estimated = |side: u16, value| estimated(on(side, Outcome::Tour, 64), value);
    let medians = |records: &[Record]| {
        let numbered = |(record, job): (&Record, u64)| Record { job, ..record.clone() };
        let records: Vec<Record> = records.iter().zip(0..).map(numbered).collect();
        let lines = lines::of(&PlotInput::of(&records), &[]).unwrap();
        lines[0].boards.iter().map(|one| one.estimated).collect::<Vec<_>>()
    };
    let jobs = [estimated(16, 1e90), estimated(16, 3e90), estimated(16, 1e107)];
    let expected = EstimatedMedian {
        median: 3e90,
        low: 0.9 * 3e90,
        high: 1.1 * 3e90,
        unknown: 0,
        spread: None,
    };
    let expected =
        EstimatedMedian { spread: Some((1e90 + 0.2 * 2e90, 0.2 * 3e90 + 0.8 * 1e107)), ..expected };
    assert_eq!(medians(&jobs), [Some(expected)]);
    // A fourth job that a budget above the others stopped, and one that it stopped below them.
    let with = |budget| [jobs.to_vec(), vec![on(16, Outcome::Budget, budget)]].concat();
    assert_eq!(medians(&with(1 << 30)), [None]);
    let small = [estimated(8, 1e6), estimated(8, 3e6), on(8, Outcome::Budget, 1 << 30)];
    assert_eq!(medians(&small)[0].unwrap().median, 3e6);
    assert_eq!(medians(&[on(8, Outcome::Tour, 64), on(9, Outcome::Tour, 99)]), [None, None]);
    // Nothing is known of a fourth job: it may be below the others or above them.
    let unknown = Record { checks: None, ..on(16, Outcome::Unknown, 0) };
    let known_but_one = [jobs.to_vec(), vec![unknown.clone()]].concat();
    let ends = (f64::midpoint(0.9e90, 0.9 * 3e90), f64::midpoint(1.1 * 3e90, 1.1e107));
    let expected =
        EstimatedMedian { median: 3e90, low: ends.0, high: ends.1, unknown: 1, spread: None };
    assert_eq!(medians(&known_but_one), [Some(expected)]);
    let numbered = |(record, job): (&Record, u64)| Record { job, ..record.clone() };
    let numbered: Vec<Record> = known_but_one.iter().zip(0..).map(numbered).collect();
    let drawn = svg(&[numbered, vec![on(8, Outcome::Tour, 64)]].concat());
    let note =
        "The medians leave out 1 job of which nothing is known; the bars allow for any value";
    assert!(drawn.contains(note), "{drawn}");
    let half_unknown = [vec![unknown; 3], jobs.to_vec()].concat();
    assert_eq!(medians(&half_unknown), [None]);
}

/// The discs of the medians: their middles, and the medians in words.
fn points(svg: &str) -> Vec<((f64, f64), String)> {
    let point = |line: &str| {
        let (shape, rest) = line.strip_prefix("<circle ")?.split_once("><title>")?;
        let median = rest.split_once(": median ")?.1.split_once(" of ")?.0;
        let value = |name: &str| -> Option<f64> {
            shape.split_once(&format!("{name}=\""))?.1.split_once('"')?.0.parse().ok()
        };
        Some(((value("cx")?, value("cy")?), median.to_owned()))
    };
    svg.lines().filter_map(point).collect()
}

#[test]
fn numbers_are_nearest_to_the_point_that_has_them() {
    // The medians of Fig. 2's order on boards of side 5 to 16 have nearly these logarithms.
    let logarithms = [3.5, 3.6, 3.8, 4.3, 4.5, 5.3, 6.4, 7.2, 7.9, 8.2, 8.4, 8.6];
    let jobs = (5..).zip(logarithms);
    let jobs = jobs.map(|(side, log)| on(side, Outcome::Tour, 10f64.powf(log) as u128));
    let input = PlotInput::of(&jobs.collect::<Vec<_>>());
    for (millimetres, least) in [(170.0, 8), (84.0, 3)] {
        let picture = draw(&input, &Style::of_print(millimetres, 9.0)).unwrap();
        assert_legible(&picture);
        let svg = picture.inline();
        let points = points(&svg);
        assert_eq!(points.len(), 12);
        let labels = svg.lines().filter(|line| line.contains("class=\"over\""));
        let mut drawn = 0;
        for (text, _, area) in labels.flat_map(|line| texts(line, 12.0)) {
            for of in [area, Area::around(area.middle(), 0.0)] {
                let far = |(at, _): &&((f64, f64), String)| distance(of, Area::around(*at, 0.0));
                let nearest = points.iter().min_by(|one, other| far(one).total_cmp(&far(other)));
                assert_eq!(nearest.unwrap().1, text, "{millimetres} mm");
            }
            drawn += 1;
        }
        assert!(drawn >= least, "{drawn} numbers on {millimetres} mm");
    }
}

#[test]
fn points_have_their_numbers_unless_lines_differ() {
    let of_order = |order: MoveOrder, checks: u128| {
        [5, 6].map(|side| Record { order, ..on(side, Outcome::Tour, checks) })
    };
    let svg = |other| {
        svg(&[of_order(MoveOrder::FIG2, 942_816), of_order(MoveOrder::TUTORIAL, other)].concat())
    };
    assert_eq!(svg(942_816).matches(">942,816</text>").count(), 2);
    assert!(!svg(64).contains(">942,816</text>") && svg(64).contains(": median 942,816 of"));
}

#[test]
fn equal_bounds_are_arrows_of_which_each_can_be_seen() {
    let of_order = |rank: u16| {
        let order = MoveOrder::from_rank(rank).unwrap();
        let stopped = (6..=25).map(|side| on(side, Outcome::Budget, 1_000_000_000));
        stopped.chain([on(5, Outcome::Tour, 64)]).map(move |record| Record { order, ..record })
    };
    let jobs: Vec<Record> = (0..8).flat_map(of_order).collect();
    let picture = draw(&PlotInput::of(&jobs), &Style::of_print(84.0, 9.0)).unwrap();
    assert_legible(&picture);
    let svg = picture.inline();
    // A shaft and a head of two strokes. Those of a board begin at one point and differ in length.
    let arrows: BTreeSet<&str> = svg
        .lines()
        .filter_map(|line| line.strip_prefix("<path d=\"M"))
        .filter_map(|line| line.split('M').next().filter(|_| line.matches('L').count() == 3))
        .collect();
    let feet: BTreeSet<&str> = arrows.iter().filter_map(|arrow| arrow.split('L').next()).collect();
    assert_eq!((arrows.len(), feet.len()), (8 * 20, 20), "{svg}");
}
