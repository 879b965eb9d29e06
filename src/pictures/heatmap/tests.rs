//! Heat maps show what the statistics of the rows say.

use crate::analysis::Quantile;
use crate::pictures::PlotInput;
use crate::pictures::drawing::{Quantity, Shades, Style};
use crate::pictures::heatmap::maps::{Maps, Reason};
use crate::pictures::heatmap::{drawing::draw_maps, of_jobs::of_jobs};
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome, Square};

fn from(start_col: u16, outcome: Outcome, checks: u128) -> Record {
    Record { start_col, ..record(outcome, checks) }
}

fn maps(records: &[Record]) -> Maps {
    of_jobs(&PlotInput::of(records)).unwrap()
}

/// Many orders from two squares, with the number of checks that this gives for square and order.
fn orders(count: usize, checks: impl Fn(u16, u128) -> (Outcome, u128)) -> Vec<Record> {
    let all = MoveOrder::all().take(count).zip(0..);
    all.flat_map(|(order, place)| {
        [1, 2].map(|col| {
            let (outcome, checks) = checks(col, place);
            Record { order, budget: Some(1000), ..from(col, outcome, checks) }
        })
    })
    .collect()
}

#[test]
fn every_square_has_the_statistics_of_its_jobs() {
    // More than half of the medians are numbers, one is above the budget.
    let jobs = |col: u16, place: u128| match (col, place % 3) {
        (1, 0) | (2, 0 | 1) => (Outcome::Budget, 1000),
        (_, rest) => (Outcome::Tour, 64 + rest),
    };
    let mut records = orders(20, jobs);
    for record in &orders(20, |_, place| (Outcome::Tour, 900 + place)) {
        records.push(Record { start_row: 2, ..record.clone() });
    }
    let stats = PlotInput::of(&records).jobs.stats_by(|row| row.start);
    let drawn = maps(&records);
    assert_eq!(drawn.quantity, Quantity::Counts);
    let squares = &drawn.panels[0].squares;
    assert_eq!(squares.len(), stats.len());
    for (square, stats) in &stats {
        let shown = &squares[square];
        let (fill, exact) = match stats.median() {
            Quantile::Number(median) => (Ok(median.as_f64()), median.grouped()),
            _ => (Err(Reason::Above), String::new()),
        };
        assert_eq!((shown.fill, &shown.exact), (fill, &exact));
        assert_eq!(shown.bound, stats.median().bound());
        assert!(shown.words.ends_with(&format!("; median {} checks", stats.median())));
    }
    let hard = &squares[&Square { row: 1, col: 2 }].words;
    assert_eq!(
        hard,
        "(1,2) b8: 6 of 20 jobs found a tour, 14 stopped by the budget; median > 1,000 checks"
    );
}

/// The lines of a picture that are squares.
fn drawn_squares(svg: &str) -> Vec<&str> {
    svg.lines().filter(|line| line.contains("data-start")).collect()
}

#[test]
fn what_is_drawn_is_what_is_computed() {
    let records = [
        from(1, Outcome::Tour, 64),
        from(2, Outcome::Tour, 66_005_601),
        from(3, Outcome::None, 80),
        from(4, Outcome::Memory, 0),
        from(5, Outcome::Stuck, 30),
        from(6, Outcome::Budget, 1000),
        from(7, Outcome::Budget, 1000),
    ]
    .map(|record| Record { budget: Some(1000), ..record });
    let maps = maps(&records);
    let values = maps.squares().filter_map(|s| s.fill.ok());
    let shades = Shades::of(&Style::default(), Quantity::Counts, values);
    let svg = draw_maps(&maps, &Style::default()).unwrap().inline();
    let drawn = drawn_squares(&svg);
    assert_eq!(drawn.len(), records.len());
    for (square, shown) in &maps.panels[0].squares {
        let links = format!("data-board=\"8x8\" data-start=\"{},{}\"", square.row, square.col);
        let line = drawn.iter().find(|line| line.contains(&links)).unwrap();
        let words = crate::pictures::drawing::svg::escaped(&shown.words);
        assert!(line.contains(&format!("<title>{words}</title>")), "{line}");
        let paint = match shown.fill.ok() {
            Some(value) => {
                let shades = shades.unwrap();
                format!("fill=\"{}\"", shades.colour_of(shades.level(value)))
            }
            None => "class=\"unknown\"".to_owned(),
        };
        assert!(line.contains(&paint), "{line}");
        if !shown.exact.is_empty() {
            assert!(svg.contains(&format!(">{}</text>", shown.exact)), "{}", shown.exact);
        }
    }
    // Two squares and the entry of the legend.
    assert_eq!(svg.matches("class=\"hatch\"").count(), 3);
    assert!(svg.contains(">above the budget</text>"));
    assert!(svg.contains(">no tour exists</text>"));
    // The mark of the square and that of the legend are alike.
    let corners: Vec<Vec<f64>> = svg
        .lines()
        .filter(|line| line.contains("class=\"corner\""))
        .map(|line| line.split('"').nth(1).unwrap().split([',', ' ']))
        .map(|numbers| numbers.filter_map(|number| number.parse().ok()).collect())
        .collect();
    assert_eq!(corners.len(), 2);
    for corner in corners {
        let [left, top, right, bottom, also_right, also_top] = corner[..] else { panic!() };
        assert!(left < right && top < bottom, "{corner:?}");
        assert_eq!((top, right), (also_top, also_right));
    }
    assert!(svg.contains(">no job</text>"));
    assert_eq!(svg.matches("class=\"empty\"").count(), 64 - records.len() + 1);
}
