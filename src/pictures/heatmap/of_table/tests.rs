//! Heat maps of tables with a row for each start square.

use crate::pictures::PlotError;
use crate::pictures::drawing::{Quantity, Style};
use crate::pictures::fill::Sign;
use crate::pictures::heatmap::{
    draw_maps,
    maps::MapSquare,
    of_table::{is_by_start, of_table},
    tests::{Shown, above, sign, value, what},
};

fn shown(csv: &str, column: Option<&str>) -> Result<Vec<MapSquare>, PlotError> {
    of_table(csv.as_bytes(), column).map(|maps| maps.squares().cloned().collect())
}

#[test]
fn tables_by_start_are_drawn() {
    let best = "rows,cols,start_row,start_col,outcome,checks_min,fig2_ratio\n\
                5,5,1,1,tour,1107,660.5\n5,5,1,2,none,,\n5,5,1,3,budget,,\n";
    let squares = shown(best, None).unwrap();
    let fills: Vec<(Shown, bool)> = squares.iter().map(|s| (what(s), s.has_no_tour)).collect();
    let expected =
        [(value(1107.0, "1,107"), false), (sign(Sign::NoTour), true), (sign(Sign::Above), false)];
    assert_eq!(fills, expected);
    assert_eq!(squares[0].words, "(1,1) a5: Fewest checks of any order 1,107");
    assert_eq!(what(&shown(best, Some("fig2_ratio")).unwrap()[0]), value(660.5, "660.5"));
    let summary = "rows,cols,start_row,start_col,none,success_rate,checks_median,checks_median_above\n\
                   8,8,8,1,0,0.25,,900\n8,8,1,8,3,0,7,\n";
    let maps = of_table(summary.as_bytes(), None).unwrap();
    assert_eq!(
        (maps.panels[0].board.to_string().as_str(), maps.quantity),
        ("8x8", Quantity::Shares)
    );
    assert_eq!(maps.headline, "Share of jobs with a tour by start square: 8x8");
    let squares: Vec<bool> = maps.squares().map(|square| square.has_no_tour).collect();
    assert_eq!(squares, [true, false]);
    let headline = |column: &str| {
        let csv = format!("rows,cols,start_row,start_col,{column}\n1,1,1,1,5\n");
        of_table(csv.as_bytes(), Some(column)).unwrap().headline
    };
    assert_eq!(headline("checks_p90"), "Checks p90 by start square: 1x1");
    assert_eq!(what(&shown(summary, Some("checks_median")).unwrap()[1]), above(900));
}

#[test]
fn tables_of_jobs_say_what_is_stopped_and_impossible() {
    let summary = "rows,cols,start_row,start_col,jobs,tour,none,budget,impossible,checks_min\n\
                   5,5,1,1,2,1,1,0,0,107\n5,5,1,2,2,0,0,2,2,\n5,5,1,3,2,0,0,2,0,\n5,5,2,2,2,2,0,0,0,4\n";
    let maps = of_table(summary.as_bytes(), None).unwrap();
    assert_eq!(maps.headline, "Fewest checks of these jobs by start square: 5x5");
    let squares: Vec<&MapSquare> = maps.squares().collect();
    let shown: Vec<(Shown, bool)> = squares.iter().map(|s| (what(s), s.has_no_tour)).collect();
    let stopped = sign(Sign::Above);
    let (some, four) = (value(107.0, "107"), value(4.0, "4"));
    assert_eq!(shown, [(some, false), (stopped, true), (stopped, false), (four, false)]);
}

#[test]
fn estimates_are_named_as_such() {
    let summary = "rows,cols,start_row,start_col,jobs,tour,estimated,checks_median\n\
                   5,5,1,1,1,0,1,1.5e40\n5,5,1,3,1,1,0,107\n";
    let squares = shown(summary, None).unwrap();
    assert_eq!(squares[0].words, "(1,1) a5: Median checks ≈ 1.5e40");
    assert_eq!(squares[1].words, "(1,3) c5: Median checks 107");
    let maps = of_table(summary.as_bytes(), None).unwrap();
    let svg = draw_maps(&maps, &Style::default()).unwrap().inline();
    for text in [">≈ 1.5·10⁴⁰</text>", ">107</text>", ">≈: 1 square with estimates.</text>"]
    {
        assert!(svg.contains(text), "{text}: {svg}");
    }
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
    assert!(
        message("start_row,start_col,tours\n1,2,9\n2,2,4\n", None)
            .contains("the column rows or cols is missing")
    );
    assert_eq!(shown(head, None), Err(PlotError::NoRows));
}

#[test]
fn tables_by_start_are_told_from_results() {
    assert!(is_by_start(&["start_row", "start_col", "jobs"]));
    assert!(!is_by_start(&["job", "rows", "cols", "start_row", "start_col", "checks"]));
    assert!(!is_by_start(&["rows", "cols", "goal", "undirected"]));
}
