//! Heat maps show what the statistics of the rows say.

use std::collections::BTreeMap;

use crate::analysis::Quantile;
use crate::pictures::drawing::{Choices, Quantity, Shades, Style, percent};
use crate::pictures::fill::{Fill, Sign};
use crate::pictures::heatmap::{
    drawing::draw_maps,
    maps::{MapSquare, Maps},
    of_jobs::of_jobs,
};
use crate::pictures::tests::record;
use crate::pictures::{PlotError, PlotInput};
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome, Rule, Square};

fn from(start_col: u16, outcome: Outcome, checks: u128) -> Record {
    Record { start_col, ..record(outcome, checks) }
}

fn maps(records: &[Record]) -> Maps {
    of_jobs(&PlotInput::of(records)).unwrap()
}

fn titles(maps: &Maps) -> Vec<&str> {
    maps.panels.iter().map(|panel| panel.title.as_str()).collect()
}

/// What a square shows: its fill, its digits, and the bound that it is above.
pub(super) type Shown<'a> = (Fill<f64>, &'a str, Option<u128>);

pub(super) fn what(square: &MapSquare) -> Shown<'_> {
    (square.fill, &square.exact, square.bound)
}

pub(super) fn value(value: f64, exact: &str) -> Shown<'_> {
    (Ok(value), exact, None)
}

pub(super) fn sign(sign: Sign) -> Shown<'static> {
    (Err(sign), "", None)
}

pub(super) fn above(bound: u128) -> Shown<'static> {
    (Err(Sign::Above), "", Some(bound))
}

#[test]
fn a_budget_never_looks_like_a_count() {
    let records = [
        from(1, Outcome::Tour, 66_005_601),
        from(3, Outcome::None, 80),
        from(4, Outcome::Memory, 0),
        from(5, Outcome::Stuck, 30),
    ];
    let drawn = maps(&records);
    let squares: Vec<(Shown, bool)> = drawn.squares().map(|s| (what(s), s.has_no_tour)).collect();
    assert_eq!(
        squares,
        [
            (value(66_005_601.0, "66,005,601"), false),
            (value(80.0, "80"), true),
            (sign(Sign::Unknown), false),
            (sign(Sign::Stuck), false)
        ]
    );
    let words: Vec<&str> = drawn.squares().map(|square| square.words.as_str()).collect();
    assert_eq!(
        words[..2],
        ["(1,1) a8: a tour after 66,005,601 checks", "(1,3) c8: proved to have no tour: 80 checks"]
    );
    let stopped = maps(&[from(2, Outcome::Budget, 1000)]);
    assert_eq!(what(stopped.squares().next().unwrap()), above(1000));
    assert_eq!(stopped.headline, "Checks by start square: 8x8");
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
fn few_orders_have_panels_and_many_have_a_median() {
    let few = maps(&orders(12, |_, place| (Outcome::Tour, 100 + place)));
    assert_eq!((few.panels.len(), few.label.as_str()), (12, "checks"));
    assert_eq!(titles(&few)[0], "order 12345678 (fig2)");
    let many = maps(&orders(14, |col, place| (Outcome::Tour, 100 * u128::from(col) + place)));
    let fills: Vec<Shown> = many.squares().map(what).collect();
    assert_eq!(fills, [value(106.5, "106.5"), value(206.5, "206.5")]);
    assert_eq!(many.label, "median checks");
    assert!(many.headline.starts_with("Median checks by start square, over 14 orders: 8x8"));
}

#[test]
fn every_panel_says_over_how_many_orders_it_is() {
    let large = orders(20, |_, place| (Outcome::Tour, 100 + place));
    let small = |count| {
        let records = orders(count, |_, place| (Outcome::Tour, 100 + place));
        records.into_iter().map(|record| Record { rows: 5, ..record }).collect::<Vec<_>>()
    };
    let both = maps(&[large.clone(), small(14)].concat());
    assert_eq!(titles(&both), ["5x8, over 14 orders", "8x8, over 20 orders"]);
    assert!(both.headline.starts_with("Median checks by start square: 2 boards"));
    let one = maps(&[large, small(1)].concat());
    assert_eq!(titles(&one), ["5x8", "8x8, over 20 orders"]);
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
        match (stats.median(), what(shown)) {
            (Quantile::Number(median), shown) => {
                assert_eq!(shown, value(median.as_f64(), &median.grouped()))
            }
            (Quantile::Above(bound), shown) => assert_eq!(shown, above(bound)),
            (Quantile::Missing, shown) => panic!("{shown:?}"),
        }
        assert!(shown.words.ends_with(&format!("; median {} checks", stats.median())));
    }
    let hard = &squares[&Square { row: 1, col: 2 }].words;
    assert_eq!(
        hard,
        "(1,2) b8: 6 of 20 jobs with a tour, 14 stopped by the budget; median > 1,000 checks"
    );
}

#[test]
fn the_share_is_shown_where_most_medians_are_above_the_budget() {
    let solved = |col: u16, place: u128| match place < u128::from(col) {
        true => (Outcome::Tour, 64),
        false => (Outcome::Budget, 1000),
    };
    let drawn = maps(&orders(20, solved));
    assert_eq!(drawn.quantity, Quantity::Shares);
    let fills: Vec<Shown> = drawn.squares().map(what).collect();
    assert_eq!(fills, [value(0.05, "5.0%"), value(0.1, "10.0%")]);
    assert!(
        drawn
            .headline
            .starts_with("Share of jobs with a tour by start square, over 20 orders: 8x8")
    );
    // Where all counts are equal, the share tells the squares apart.
    let equal = |col: u16, place: u128| match (col, place) {
        (1, 0) => (Outcome::Stuck, 30),
        _ => (Outcome::Tour, 64),
    };
    assert_eq!(maps(&orders(20, equal)).quantity, Quantity::Shares);
    assert_eq!(maps(&orders(20, |_, _| (Outcome::Tour, 64))).quantity, Quantity::Counts);
}

#[test]
fn shares_never_look_like_all_or_nothing() {
    let shares = [0.0, 1.0 / 40_320.0, 0.003, 0.0507, 0.5, 40_319.0 / 40_320.0, 1.0].map(percent);
    assert_eq!(shares, ["0%", "0.0025%", "0.30%", "5.1%", "50.0%", "99.9975%", "100%"]);
}

#[test]
fn a_square_with_jobs_of_several_files_says_so() {
    let headline = |files: [usize; 3]| {
        let mut input = PlotInput::default();
        for (col, file) in [1, 1, 2].into_iter().zip(files) {
            input.add(file, &from(col, Outcome::Tour, 64));
        }
        of_jobs(&input).unwrap().headline
    };
    assert!(headline([0, 1, 0]).starts_with("Checks by start square, files taken together: 8x8"));
    assert!(headline([0, 0, 1]).starts_with("Checks by start square: 8x8"));
}

#[test]
fn orders_with_starts_of_their_own_share_a_panel() {
    let all = MoveOrder::all().take(4).zip(1..);
    let records: Vec<Record> =
        all.map(|(order, col)| Record { order, ..from(col, Outcome::Tour, 64) }).collect();
    let drawn = maps(&records);
    assert_eq!((titles(&drawn), drawn.squares().count()), (vec![""], 4));
    assert_eq!(drawn.label, "checks");
    assert!(drawn.headline.starts_with("Checks by start square: 8x8"));
}

#[test]
fn settings_are_never_mixed() {
    let tour = from(1, Outcome::Tour, 64);
    let greedy =
        |seed, outcome| Record { rule: Rule::Greedy, seed: Some(seed), ..from(1, outcome, 63) };
    let drawn = maps(&[tour.clone(), greedy(1, Outcome::Tour), greedy(2, Outcome::Stuck)]);
    let seen: BTreeMap<&str, &str> = drawn
        .panels
        .iter()
        .map(|panel| (panel.title.as_str(), panel.squares.values().next().unwrap().words.as_str()))
        .collect();
    assert_eq!(
        seen["greedy, over 2 seeds"],
        "(1,1) a8: 1 of 2 jobs with a tour, 1 stuck; median – checks"
    );
    let budget = Record { budget: Some(5), ..tour.clone() };
    assert_eq!(titles(&maps(&[tour.clone(), budget])), ["no budget", "budget 5"]);
    let boards: Vec<Record> = (3..100).map(|rows| Record { rows, ..tour.clone() }).collect();
    let too_many = of_jobs(&PlotInput::of(&boards));
    assert!(matches!(too_many, Err(PlotError::TooMany { count: 97, what: "panels", .. })));
}

#[test]
fn squares_of_the_wrong_colour_have_no_share() {
    let on = |col, outcome, rank| {
        let order = MoveOrder::from_rank(rank).unwrap();
        Record { rows: 5, cols: 5, rule: Rule::Greedy, order, ..from(col, outcome, 64) }
    };
    let found = |rank| if rank == 0 { Outcome::Tour } else { Outcome::Stuck };
    let jobs = (0..16).flat_map(|rank| [on(1, found(rank), rank), on(2, Outcome::Stuck, rank)]);
    let maps = maps(&jobs.collect::<Vec<_>>());
    assert!(maps.squares().map(|it| it.fill).eq([Ok(1.0 / 16.0), Err(Sign::NoTour)]), "{maps:?}");
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
    let shades = Shades::of(&Choices::NONE, Quantity::Counts, values);
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
        .map(|line| line.split('"').nth(1).unwrap().split(['M', 'L', ' ']))
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

#[test]
fn counts_of_one_picture_are_written_alike() {
    let texts = |most: u128| {
        let records: Vec<Record> = [226 * 10u128.pow(15), 25_936_253, most]
            .into_iter()
            .zip(1..)
            .map(|(checks, start_col)| Record { start_col, ..record(Outcome::Tour, checks) })
            .collect();
        draw_maps(&maps(&records), &Style::default()).unwrap().inline()
    };
    let svg = texts(10u128.pow(15));
    for text in ["226P", "25.9M", "100M"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
    }
    let svg = texts(6 * 10u128.pow(21));
    for text in ["2.3·10¹⁷", "2.6·10⁷", "6.0·10²¹"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
    }
}

#[test]
fn boards_too_fine_to_see_are_refused() {
    let large = Record { rows: 1000, cols: 1000, ..record(Outcome::Tour, 64) };
    let error = draw_maps(&maps(&[large]), &Style::default()).unwrap_err();
    assert!(matches!(error, PlotError::TooFine { longest: 128, .. }), "{error}");
}
