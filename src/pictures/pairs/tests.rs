use crate::analysis::columns::Column;
use crate::analysis::sides::Request;
use crate::pictures::pairs::*;
use crate::pictures::tests::{record, sweep};
use crate::results::record::Record;
use knight_search::{Outcome, Rule};

/// Two orders from every square.
fn input(sides: Request) -> PlotInput {
    PlotInput { sides, ..PlotInput::of(&sweep(&["8x8"], 64, 2)) }
}

fn between(column: Column) -> Request {
    Request { between: Some(column), ..Request::default() }
}

#[test]
fn every_pair_is_drawn_and_counted() {
    let picture = draw(&input(between(Column::Order)), &Style::default()).unwrap();
    let svg = picture.inline();
    let counted: u128 = svg
        .lines()
        .filter_map(|line| line.strip_suffix("</text>")?.rsplit_once(": "))
        .filter(|(text, _)| text.contains("fewer") || text.contains("not known"))
        .filter_map(|(_, count)| count.split(' ').next()?.replace(',', "").parse::<u128>().ok())
        .sum();
    assert_eq!(counted, 64);
    let titles = svg.split("<title>").skip(1).filter_map(|rest| rest.split_once(" pair"));
    let drawn: u64 = titles.map(|(count, _)| count.replace(',', "").parse::<u64>().unwrap()).sum();
    assert_eq!(drawn, 64);
}

#[test]
fn ratios_are_in_their_bins_on_their_side_of_1() {
    let pair = |place: u16, one: u128, other: u128| {
        [(Rule::Fixed, one), (Rule::Greedy, other)].map(|(rule, checks)| Record {
            start_row: place,
            rule,
            ..record(Outcome::Tour, checks)
        })
    };
    let records = [pair(1, 100, 1000), pair(2, 100, 1000), pair(3, 70, 70), pair(4, 99, 98)];
    let input = PlotInput { sides: between(Column::Rule), ..PlotInput::of(&records.concat()) };
    let sides = Sides::new(&input.jobs, &[], &input.sides).unwrap();
    let places = [&sides.reference.places[..], &sides.others[0].places[..]];
    let ratios = RatioBins::of(&input.jobs, &Pairing::new(&input.jobs, sides.column, places));
    assert_eq!(ratios.width, 0.05);
    // By side: those that are known, and bounds.
    let bins: Vec<(i32, BinCounts)> = ratios.bins.into_iter().collect();
    let [none, one, two] = [[0, 0], [1, 0], [2, 0]];
    assert_eq!(bins, [(-1, [none, none, one]), (0, [none, one, none]), (20, [two, none, none])]);
    let svg = draw(&input, &Style::default()).unwrap().inline();
    assert!(
        svg.contains("the median of checks of greedy / checks of fixed, 3.16.</text>"),
        "{svg}"
    );
    assert!(svg.contains(">2 pairs with 10 to 11.22</title>"), "{svg}");
}

#[test]
fn bounds_stand_where_they_are_and_stuck_jobs_beyond_the_axis() {
    let pair = |start_row: u16, other: Outcome, checks: u128| {
        let record = |rule, outcome, checks| Record {
            start_row,
            rule,
            budget: Some(1000),
            ..record(outcome, checks)
        };
        [record(Rule::Fixed, Outcome::Tour, 10), record(Rule::Greedy, other, checks)]
    };
    let records = [pair(1, Outcome::Budget, 1000), pair(2, Outcome::Stuck, 9)].concat();
    let input = PlotInput { sides: between(Column::Rule), ..PlotInput::of(&records) };
    let svg = draw(&input, &Style::default()).unwrap().inline();
    assert!(svg.contains(">1 pair with a bound of 100 to 1") && svg.contains("Hatched: a job of"));
    assert!(svg.contains(">1 pair with a ratio infinite</title>"), "{svg}");
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let why = |input: &PlotInput| draw(input, &Style::default()).unwrap_err().to_string();
    assert!(why(&input(between(Column::Start))).contains("--between start --values A B"));
    assert!(why(&input(between(Column::Goal))).contains("all jobs have the goal open"));
    let stopped = |rule| Record { rule, ..record(Outcome::Budget, 9) };
    let stopped = PlotInput::of(&[stopped(Rule::Fixed), stopped(Rule::Greedy)]);
    assert_eq!(why(&stopped), NOTHING_DECIDED.to_string());
}
