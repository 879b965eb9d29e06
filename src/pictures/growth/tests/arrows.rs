//! The arrows of bounds.

use crate::pictures::growth::tests::*;

/// The feet of the arrows of a picture, from left to right.
fn feet(svg: &str) -> Vec<(f64, f64)> {
    // A shaft and a head of two strokes; crosses have no head.
    let is_arrow = |line: &&str| line.matches('L').count() == 3;
    let paths = svg.lines().filter_map(|line| line.strip_prefix("<path d=\"M"));
    let arrows = paths.filter(is_arrow).filter_map(|path| path.split_once('L'));
    let foot = |(foot, _): (&str, &str)| {
        let (x, y) = foot.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    let mut feet: Vec<(f64, f64)> = arrows.map(foot).collect();
    feet.sort_by(|one, other| one.0.total_cmp(&other.0));
    feet
}

/// A tour of each of the first orders on 5x5, and on the boards from 6x6 on only the budget.
fn stopped_by_order(orders: u16, last_side: u16) -> Vec<Record> {
    let of_order = |rank: u16| {
        let order = MoveOrder::from_rank(rank).unwrap();
        let stopped = (6..=last_side).map(|side| on(side, Outcome::Budget, 1_000_000_000));
        stopped.chain([on(5, Outcome::Tour, 64)]).map(move |record| Record { order, ..record })
    };
    (0..orders).flat_map(of_order).collect()
}

#[test]
fn equal_bounds_are_one_arrow_with_their_number() {
    let mut jobs = stopped_by_order(8, 25);
    // Two boards of as many squares are one bound of each line.
    let as_large = jobs.iter().filter(|job| job.rows == 10);
    let as_large = as_large.map(|job| Record { rows: 4, cols: 25, ..job.clone() });
    jobs.extend(as_large.collect::<Vec<_>>());
    let picture = draw(&PlotInput::of(&jobs), &Style::of_print(84.0, 9.0)).unwrap();
    assert_legible(&picture);
    let svg = picture.inline();
    let feet = feet(&svg);
    assert_eq!(feet.len(), 20);
    assert!(feet.iter().all(|foot| foot.1 == feet[0].1), "{feet:?}");
    assert!(svg.contains(">8</text>") && !svg.contains(">16</text>"), "{svg}");
    assert!(svg.contains("In the colour of the text: the bound"));
    assert_eq!(svg.matches("25x25, ").count(), 8);
}
