use crate::analysis::columns::Column;
use crate::analysis::sides::Request;
use crate::pictures::pairs::*;
use crate::pictures::tests::sweep;

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
