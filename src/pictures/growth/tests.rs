//! Pictures of growth.

use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::growth::*;
use crate::pictures::tests::{estimated, record};
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome, Rule, Ties};
use std::collections::BTreeSet;

fn on(side: u16, outcome: Outcome, checks: u128) -> Record {
    Record { rows: side, cols: side, budget: Some(1_000_000_000), ..record(outcome, checks) }
}

fn svg(records: &[Record]) -> String {
    draw(&PlotInput::of(records), &Style::default()).unwrap().inline()
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
fn rules_are_never_mixed_in_a_line() {
    let mut jobs = Vec::new();
    for rule in [Rule::Fixed, Rule::Warnsdorff(Ties::First)] {
        for order in [MoveOrder::FIG2, MoveOrder::TUTORIAL] {
            jobs.extend([6, 7].map(|side| Record { rule, order, ..on(side, Outcome::Tour, 64) }));
        }
    }
    let input = PlotInput::of(&jobs);
    assert_eq!(board_lines::columns(&input, &GROUPS), [Column::Rule]);
}

#[test]
fn estimated_medians_depend_on_no_hidden_cost() {
    let estimated = |side: u16, value| estimated(on(side, Outcome::Tour, 64), value);
    // The median, its bar and the spread, if they rest on estimates.
    let medians = |records: &[Record]| {
        let numbered = |(record, job): (&Record, u64)| Record { job, ..record.clone() };
        let records: Vec<Record> = records.iter().zip(0..).map(numbered).collect();
        let lines = lines::of(&PlotInput::of(&records), &[]).unwrap();
        let shown = |one: &MedianOnBoard| {
            let Estimated { low, high, .. } = one.estimated?;
            Some((one.height()?, (low, high), one.spread()))
        };
        lines[0].boards.iter().map(shown).collect::<Vec<_>>()
    };
    let jobs = [estimated(16, 1e90), estimated(16, 3e90), estimated(16, 1e107)];
    let spread = (1e90 + 0.2 * 2e90, 0.2 * 3e90 + 0.8 * 1e107);
    assert_eq!(medians(&jobs), [Some((3e90, (0.9 * 3e90, 1.1 * 3e90), Some(spread)))]);
    // A fourth job that a budget above the others stopped, and one that it stopped below them.
    let with = |budget| [jobs.to_vec(), vec![on(16, Outcome::Budget, budget)]].concat();
    assert_eq!(medians(&with(1 << 30)), [None]);
    let small = [estimated(8, 1e6), estimated(8, 3e6), on(8, Outcome::Budget, 1 << 30)];
    assert_eq!(medians(&small)[0].unwrap().0, 3e6);
    assert_eq!(medians(&[on(8, Outcome::Tour, 64), on(9, Outcome::Tour, 99)]), [None, None]);
    // Nothing is known of a fourth job: it may be below the others or above them.
    let unknown = Record { checks: None, ..on(16, Outcome::Unknown, 0) };
    let known_but_one = [jobs.to_vec(), vec![unknown.clone()]].concat();
    let ends = (f64::midpoint(0.9e90, 0.9 * 3e90), f64::midpoint(1.1 * 3e90, 1.1e107));
    assert_eq!(medians(&known_but_one), [Some((3e90, ends, None))]);
    let half_unknown = [vec![unknown; 3], jobs.to_vec()].concat();
    assert_eq!(medians(&half_unknown), [None]);
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
