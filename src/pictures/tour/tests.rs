use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::tests::{record, searched, warnsdorff};
use crate::pictures::tour::*;
use knight_search::{MoveOrder, Outcome, Rule, Ties};

const CLOSED_6X5: &str =
    "a6-c5-e6-d4-e2-c1-a2-c3-b1-a3-b5-d6-e4-d2-b3-a1-c2-e1-d3-e5-c6-a5-c4-e3-d1-b2-a4-b6-d5-b4";

fn drawn(tour: &Tour, millimetres: f64) -> Picture {
    of_tour(tour, 1, "a tour".to_owned(), &Style::of_print(millimetres, 9.0))
}

/// How many moves a picture has.
fn moves(svg: &str) -> usize {
    let paths = svg.lines().filter_map(|line| line.strip_prefix("<path d=\"M"));
    paths.map(|path| path.split('"').next().unwrap_or("").matches('l').count()).sum()
}

#[test]
fn every_move_and_every_number_is_drawn() {
    let record = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
    let svg = of_records(&[&record], 1, &Style::default()).unwrap().inline();
    assert_eq!(moves(&svg), 24);
    assert_eq!(svg.matches("<circle").count(), 25);
    assert!(svg.contains("<title>1: (1,1)</title>") && svg.contains(">25</text>"));
}

#[test]
fn a_large_tour_is_a_path_with_its_ends() {
    let tour = warnsdorff("40x40");
    let svg = drawn(&tour, 170.0).inline();
    assert!(!svg.contains("<circle"));
    assert!(svg.len() < 12 * 1600, "{} bytes", svg.len());
    assert_eq!(moves(&svg), 1599);
    let path: String = svg.lines().filter(|line| line.starts_with("<path")).collect();
    assert!(svg.contains(">1</text>") && svg.contains(">1600</text>"));
    // The path ends where the tour does.
    let mut at = (0, 0);
    for part in path.split('"').filter(|part| part.starts_with('M')) {
        let number = |text: &str| text.parse::<i32>().unwrap();
        let mut steps = part[1..].split('l').map(|step| step.split_once(' ').unwrap());
        let (x, y) = steps.next().unwrap();
        assert!(at == (0, 0) || at == (number(x), number(y)));
        at = (number(x), number(y));
        for (x, y) in steps {
            at = (at.0 + number(x), at.1 + number(y));
        }
    }
    let last = tour.squares()[1599];
    assert_eq!(at, (i32::from(last.col), i32::from(last.row)));
}

#[test]
fn closed_tours_are_closed() {
    let tour = Tour::parse("6x5".parse().unwrap(), CLOSED_6X5).unwrap();
    assert!(tour.is_closed());
    assert_eq!(moves(&drawn(&tour, 84.0).inline()), 30);
}

/// Tours of these boards from (1,1), by Warnsdorff's rule.
fn records(boards: &[&str]) -> Vec<Record> {
    let record = |(job, board): (usize, &&str)| {
        let tour = warnsdorff(board);
        Record {
            job: job as u64,
            rows: tour.board().rows(),
            cols: tour.board().cols(),
            rule: Rule::Warnsdorff(Ties::First),
            tour: Some(tour.to_string()),
            ..record(Outcome::Tour, 1000 + job as u128)
        }
    };
    boards.iter().enumerate().map(record).collect()
}

#[test]
fn figures_of_any_number_of_tours_can_be_read() {
    let boards = ["5x5", "8x8", "6x6", "3x10", "10x3", "20x20", "12x5", "30x30", "40x40"];
    let sets = [&["8x8"; 6][..], &["5x5"; 2], &["8x8"; 9], &boards[..7], &boards[5..8]];
    for set in sets {
        for (millimetres, points) in [(84.0, 8.0), (170.0, 9.0), (170.0, 15.0), (300.0, 9.0)] {
            let style = Style::of_print(millimetres, points);
            assert_legible(&draw(&PlotInput::of(&records(set)), &style).unwrap());
        }
    }
    let eight = draw(&PlotInput::of(&records(&["8x8"; 6])), &Style::default()).unwrap();
    assert_eq!(eight.inline().matches("class=\"numbers\"").count(), 6);
}

#[test]
fn more_tours_than_panels_are_refused() {
    for (board, millimetres) in [("8x8", 84.0), ("8x8", 170.0), ("1x1", 40.0), ("60x60", 170.0)] {
        let style = Style::of_print(millimetres, 9.0);
        let all = records(&[board; 65]);
        let fault = draw(&PlotInput::of(&all), &style).unwrap_err();
        assert!(matches!(fault, PlotError::TooMany { count: 65, most: 64, .. }), "{fault}");
        assert_legible(&draw(&PlotInput::of(&all[..64]), &style).unwrap());
    }
}
