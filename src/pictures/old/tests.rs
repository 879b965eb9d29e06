//! Pictures of all kinds.

use crate::pictures::drawing::svg::Area;
use std::path::Path;

use crate::analysis::grouping::GroupingColumns;
use crate::experiment::toml_file;
use crate::pictures::drawing::{colour, labels};
use crate::pictures::old::*;
use crate::pictures::test_records::{gathered, record, searched};
use crate::pictures::{Picture, PlotError, test_records};
use crate::results::record::Record;
use knight_search::{Board, MoveOrder, Outcome};

fn natural(records: &[Record]) -> Kind {
    let mut data = PlotData::new(None, None);
    records.iter().for_each(|record| data.add(record));
    natural_kind(&data)
}

#[test]
fn the_data_choose_their_picture() {
    let one = record(Outcome::Budget, 9);
    let other_start = Record { start_row: 2, ..one.clone() };
    let other_board = Record { rows: 5, ..one.clone() };
    let other_order = Record { order: MoveOrder::TUTORIAL, ..one.clone() };
    let tour = Record { tour: Some("a1".to_owned()), ..record(Outcome::Tour, 9) };
    assert_eq!(natural(&[tour]), Kind::Tour);
    assert_eq!(natural(std::slice::from_ref(&one)), Kind::Heatmap);
    assert_eq!(natural(&[one.clone(), other_start.clone()]), Kind::Heatmap);
    assert_eq!(natural(&[one.clone(), other_order.clone()]), Kind::Orders);
    assert_eq!(natural(&[one.clone(), other_order, other_start]), Kind::Heatmap);
    assert_eq!(natural(&[one, other_board]), Kind::Growth);
}

#[test]
fn rows_still_to_come_choose_the_picture_too() {
    let first = Record { tour: Some("a1".to_owned()), ..record(Outcome::Tour, 9) };
    let natural = |keys: &str, rows| {
        let text = format!("budget = 1000\n{keys}");
        let experiment = toml_file::parse(&text, Path::new("test.toml")).unwrap();
        let mut data = gathered(std::slice::from_ref(&first));
        data.expect(&experiment, rows);
        natural_kind(&data)
    };
    let one = "boards = \"8x8\"\nstarts = \"1,1\"\norders = \"fig2\"";
    assert_eq!(natural(one, 1), Kind::Tour);
    assert_eq!(natural(&one.replace("8x8", "5-8"), 4), Kind::Growth);
    assert_eq!(natural(&one.replace("fig2", "all"), 40_320), Kind::Orders);
    assert_eq!(natural(&one.replace("1,1", "corners"), 4), Kind::Heatmap);
    assert_eq!(natural(&format!("{one}\nimages = true"), 8), Kind::Heatmap);
}

#[test]
fn without_rows_there_is_no_picture() {
    let data = PlotData::new(None, None);
    for &kind in Kind::ALL {
        assert_eq!(draw(kind, &data).err(), Some(PlotError::NoRows));
    }
}
/// Searches from every square of 5x5 under a budget that stops some.
fn starts() -> Vec<Record> {
    let squares = "5x5".parse::<Board>().unwrap().squares();
    (0..)
        .zip(squares)
        .map(|(job, start)| {
            let from = (start.row, start.col);
            searched(job, "5x5", from, MoveOrder::FIG2, Some(200_000))
        })
        .collect()
}

/// The horizontal texts of a picture and, roughly, their areas.
fn texts(svg: &str) -> Vec<(String, Area)> {
    let value = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(name)?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && !".-".contains(c))?;
        rest[..end].parse::<f64>().ok()
    };
    let text = |line: &str| {
        let (tag, text) = line.strip_prefix("<text ")?.strip_suffix("</text>")?.split_once('>')?;
        let (x, y) = (value(tag, "x=\"")?, value(tag, "y=\"")?);
        let class = |name: &str| tag.contains(name).then_some(10.0);
        let size = value(tag, "font-size:").or(class("note")).or(class("small"));
        let size = size.unwrap_or(12.0);
        let width = 0.5 * size * text.chars().count() as f64;
        let share = match tag {
            tag if tag.contains("middle") => 0.5,
            tag if tag.contains("end\"") => 1.0,
            _ => 0.0,
        };
        let area = Area { x: x - share * width, y: y - 0.7 * size, width, height: 0.8 * size };
        Some((text.to_owned(), area))
    };
    svg.lines().filter_map(text).collect()
}

/// The areas of the bars of histograms.
fn bars(svg: &str) -> Vec<Area> {
    let bar = |line: &str| {
        let rect = line.strip_prefix("<rect ")?;
        let value = |name: &str| rest_of(rect, name)?.parse::<f64>().ok();
        let fill = rest_of(rect, "fill=\"")?;
        (fill == colour::DISTINCT[0].to_string()).then_some(Area {
            x: value(" x=\"").or_else(|| value("x=\""))?,
            y: value(" y=\"")?,
            width: value("width=\"")?,
            height: value("height=\"")?,
        })
    };
    svg.lines().filter_map(bar).collect()
}

fn rest_of<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(name)?.1.split('"').next()
}

fn assert_no_text_is_over_another(picture: &Picture) {
    let svg = picture.inline();
    let texts = texts(&svg);
    assert!(texts.len() > 3);
    let bars = bars(&svg);
    for (text, area) in &texts {
        let covered = bars.iter().any(|bar| labels::overlap(*area, *bar));
        assert!(!covered, "{text} is over a bar: {}", picture.headline);
    }
    for (place, (text, area)) in texts.iter().enumerate() {
        for (other, taken) in &texts[..place] {
            assert!(
                !labels::overlap(*area, *taken),
                "{text} is over {other}: {}",
                picture.headline
            );
        }
    }
}

#[test]
fn no_text_is_over_another() {
    let drawn = |kind, by: Option<&str>, records: &[Record]| {
        let by = by.map(|by| GroupingColumns::new(&[by.to_owned()]).unwrap());
        let mut data = PlotData::new(by, None);
        records.iter().for_each(|record| data.add(record));
        assert_no_text_is_over_another(&draw(kind, &data).unwrap());
    };
    // Boards of similar sizes and counts, some without a count.
    let boards = |of: &dyn Fn(u16) -> Outcome, checks: &dyn Fn(u16) -> u128| -> Vec<Record> {
        let sides = (1..=25).flat_map(|side| [(side, side), (side, side + 1)]);
        sides.map(|(rows, cols)| Record { rows, cols, ..record(of(rows), checks(rows)) }).collect()
    };
    let tours = |_| Outcome::Tour;
    let some = |rows| match rows % 3 {
        0 => Outcome::Budget,
        1 => Outcome::None,
        _ => Outcome::Tour,
    };
    drawn(Kind::Growth, None, &boards(&tours, &|_| 1000));
    drawn(Kind::Growth, None, &boards(&some, &|_| 1_000_000));
    let steep = |rows: u16| 7u128.pow(u32::from(rows.min(40)));
    drawn(Kind::Growth, None, &boards(&tours, &steep));
    drawn(Kind::Growth, None, &boards(&some, &steep)[..6]);
    drawn(Kind::Growth, None, &boards(&tours, &|_| 0)[..1]);
    for budget in [1, 2, 60, 1000, 10u128.pow(30)] {
        let stopped = Record { start_row: 8, ..record(Outcome::Budget, budget) };
        for groups in [1, 8, 40] {
            let groups = (1..=groups)
                .map(|job| Record { job, ..record(Outcome::Tour, 60 + u128::from(job)) });
            let records: Vec<Record> = groups.chain([stopped.clone()]).collect();
            drawn(Kind::Cactus, Some("job"), &records);
            drawn(Kind::Cactus, None, &records);
        }
    }
    for (checks, wall_s) in [(10, 1e-9), (64, 1e9), (1 << 40, 1e-3), (1 << 100, 1e5)] {
        let far = Record { wall_s, ..record(Outcome::Tour, checks) };
        drawn(Kind::Times, None, std::slice::from_ref(&far));
        drawn(Kind::Times, None, &[far, record(Outcome::None, 9)]);
    }
    for (budget, jobs) in [(9, 1), (80, 3), (1_000_000, 300)] {
        let groups = |by: u64| -> Vec<Record> {
            let job = |job| Record {
                job,
                start_row: (job % by) as u16 + 1,
                order: MoveOrder::from_rank(job as u16).unwrap(),
                ..record(
                    if job % 5 == 1 { Outcome::Budget } else { Outcome::Tour },
                    u128::from(job * job * 7919 % budget + 1),
                )
            };
            (0..jobs).map(job).collect()
        };
        for by in [1, 3, 8] {
            drawn(Kind::Orders, Some("start_row"), &groups(by));
        }
        drawn(Kind::Heatmap, None, &groups(8));
    }
    drawn(Kind::Heatmap, None, &boards(&some, &steep)[..6]);
    drawn(Kind::Heatmap, None, &starts());
    for board in ["8x8", "20x20", "24x24", "40x40"] {
        let tour = test_records::warnsdorff(board);
        assert_no_text_is_over_another(&tour::of_tour(&tour, 1, board.to_owned()));
    }
}
