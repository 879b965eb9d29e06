//! Heat maps show what the statistics of the rows say.

use std::collections::BTreeMap;

use crate::analysis::jobs::Jobs;
use crate::analysis::statistics::Quantile;
use crate::pictures::error::PlotError;
use crate::pictures::heatmap::maps::{ColourScale, Fill, MapSquare, Maps};
use crate::pictures::heatmap::of_jobs::{of_jobs, percent};
use crate::pictures::heatmap::of_table::{is_by_start, of_table};
use crate::pictures::test_records::record;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome, Rule, Square};

fn from(start_col: u16, outcome: Outcome, checks: u128) -> Record {
    Record { start_col, ..record(outcome, checks) }
}

fn gathered(records: &[Record]) -> Jobs {
    let mut jobs = Jobs::default();
    records.iter().for_each(|record| jobs.add(0, record));
    jobs
}

fn maps(records: &[Record]) -> Maps {
    of_jobs(&gathered(records)).unwrap()
}

fn titles(maps: &Maps) -> Vec<&str> {
    maps.panels.iter().map(|panel| panel.title.as_str()).collect()
}

fn value(value: f64, exact: &str) -> Fill {
    Fill::Value { value, exact: exact.to_owned() }
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
    let squares: Vec<(&Fill, bool)> = drawn.squares().map(|s| (&s.fill, s.has_no_tour)).collect();
    assert_eq!(
        squares,
        [
            (&value(66_005_601.0, "66,005,601"), false),
            (&value(80.0, "80"), true),
            (&Fill::Unknown, false),
            (&Fill::Stuck, false)
        ]
    );
    let words: Vec<&str> = drawn.squares().map(|square| square.words.as_str()).collect();
    assert_eq!(
        words[..2],
        ["(1,1) a8: a tour after 66,005,601 checks", "(1,3) c8: proved to have no tour: 80 checks"]
    );
    let stopped = maps(&[from(2, Outcome::Budget, 1000)]);
    assert_eq!(stopped.squares().next().unwrap().fill, Fill::Above(Some(1000)));
    assert_eq!(
        stopped.headline,
        "Checks by start square: 8x8, order 12345678 (fig2), rule fixed, open tours, budget 1,000 checks"
    );
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
    assert_eq!((few.panels.len(), few.measure.label.as_str()), (12, "checks"));
    assert!(titles(&few)[0] == "order 12345678 (fig2)");
    let many = maps(&orders(14, |col, place| (Outcome::Tour, 100 * u128::from(col) + place)));
    let fills: Vec<&Fill> = many.squares().map(|square| &square.fill).collect();
    assert_eq!(fills, [&value(106.5, "106.5"), &value(206.5, "206.5")]);
    assert_eq!(many.measure.label, "median checks of all jobs");
    assert!(many.headline.starts_with("Median checks by start square, over 14 orders: 8x8,"));
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
    let stats = gathered(&records).stats_by(|row| row.start);
    let drawn = maps(&records);
    assert_eq!(drawn.measure.scale, ColourScale::Logarithmic);
    let squares = &drawn.panels[0].squares;
    assert_eq!(squares.len(), stats.len());
    for (square, stats) in &stats {
        let shown = &squares[square];
        match (stats.median(), &shown.fill) {
            (Quantile::Number(median), fill) => {
                assert_eq!(*fill, value(median.as_f64(), &median.grouped()))
            }
            (Quantile::Above(bound), fill) => assert_eq!(*fill, Fill::Above(Some(bound))),
            (Quantile::Missing, fill) => panic!("{fill:?}"),
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
    assert_eq!(drawn.measure.scale, ColourScale::Share);
    let fills: Vec<&Fill> = drawn.squares().map(|square| &square.fill).collect();
    assert_eq!(fills, [&value(0.05, "5.0%"), &value(0.1, "10.0%")]);
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
    assert_eq!(maps(&orders(20, equal)).measure.scale, ColourScale::Share);
    assert_eq!(
        maps(&orders(20, |_, _| (Outcome::Tour, 64))).measure.scale,
        ColourScale::Logarithmic
    );
}

#[test]
fn shares_never_look_like_all_or_nothing() {
    let shares = [0.0, 1.0 / 40_320.0, 0.003, 0.0507, 0.5, 40_319.0 / 40_320.0, 1.0].map(percent);
    assert_eq!(shares, ["0%", "0.0025%", "0.30%", "5.1%", "50.0%", "99.9975%", "100%"]);
}

#[test]
fn orders_with_starts_of_their_own_share_a_panel() {
    let all = MoveOrder::all().take(4).zip(1..);
    let records: Vec<Record> =
        all.map(|(order, col)| Record { order, ..from(col, Outcome::Tour, 64) }).collect();
    let drawn = maps(&records);
    assert_eq!((titles(&drawn), drawn.squares().count()), (vec![""], 4));
    assert_eq!(drawn.measure.label, "checks");
    assert!(drawn.headline.starts_with("Checks by start square: 8x8, rule fixed"));
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
    assert_eq!(seen["rule greedy"], "(1,1) a8: 1 of 2 jobs with a tour, 1 stuck; median – checks");
    let budget = Record { budget: Some(5), ..tour.clone() };
    assert_eq!(titles(&maps(&[tour.clone(), budget])), ["no budget", "budget 5 checks"]);
    let boards: Vec<Record> = (3..100).map(|rows| Record { rows, ..tour.clone() }).collect();
    assert!(matches!(
        of_jobs(&gathered(&boards)),
        Err(PlotError::TooManyPanels { panels: 97, .. })
    ));
    assert_eq!(of_jobs(&Jobs::default()), Err(PlotError::NoRows));
}

fn shown(csv: &str, column: Option<&str>) -> Result<Vec<MapSquare>, PlotError> {
    of_table(csv.as_bytes(), column).map(|maps| maps.squares().cloned().collect())
}

#[test]
fn tables_by_start_are_drawn() {
    let best = "rows,cols,start_row,start_col,outcome,checks_min,fig2_ratio\n\
                5,5,1,1,tour,1107,660.5\n5,5,1,2,none,,\n5,5,1,3,budget,,\n";
    let squares = shown(best, None).unwrap();
    let fills: Vec<(&Fill, bool)> = squares.iter().map(|s| (&s.fill, s.has_no_tour)).collect();
    assert_eq!(
        fills,
        [(&value(1107.0, "1,107"), false), (&Fill::Plain, true), (&Fill::Above(None), false)]
    );
    assert_eq!(squares[0].words, "(1,1) a5: Fewest checks of any order 1,107");
    assert_eq!(shown(best, Some("fig2_ratio")).unwrap()[0].fill, value(660.5, "660.5"));
    let summary =
        "start_row,start_col,none,success_rate,checks_median\n8,1,0,0.25,> 900\n1,8,3,0,7\n";
    let maps = of_table(summary.as_bytes(), None).unwrap();
    assert_eq!(
        (maps.panels[0].board.to_string().as_str(), maps.measure.scale),
        ("8x8", ColourScale::Share)
    );
    assert_eq!(maps.headline, "Share of jobs with a tour by start square: 8x8");
    let squares: Vec<bool> = maps.squares().map(|square| square.has_no_tour).collect();
    assert_eq!(squares, [true, false]);
    assert_eq!(shown(summary, Some("checks_median")).unwrap()[1].fill, Fill::Above(Some(900)));
}

#[test]
fn tables_that_cannot_be_drawn_say_why() {
    let message = |csv: &str, column: Option<&str>| shown(csv, column).unwrap_err().to_string();
    let head = "rows,cols,start_row,start_col,checks_min\n";
    let with = |rows: &str| format!("{head}{rows}");
    assert!(
        message(&with("5,5,1,1,9\n"), Some("x"))
            .starts_with("it has no column `x`; its columns are ")
    );
    assert!(message(&with("5,5,1,1,many\n"), None).contains("line 2: checks_min is `many`"));
    assert!(message(&with("5,5,9,1,9\n"), None).contains("line 2: (9,1) is not on 5x5"));
    assert!(
        message(&with("5,5,1,1,9\n5,5,1,1,8\n"), None).contains("several rows for (1,1) of 5x5")
    );
    assert!(message(&with("5,5,1,1\n"), None).contains("record 1"));
    assert!(message(&with("5,5,1,1,\n"), None).contains("has no numbers"));
    assert_eq!(shown(head, None), Err(PlotError::NoRows));
}

#[test]
fn tables_by_start_are_told_from_results() {
    assert!(is_by_start(&["start_row", "start_col", "jobs"]));
    assert!(!is_by_start(&["job", "rows", "cols", "start_row", "start_col", "checks"]));
    assert!(!is_by_start(&["rows", "cols", "goal", "undirected"]));
}
