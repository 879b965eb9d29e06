use std::io::BufReader;

use crate::pictures::tests::{record, searched};
use crate::results::lines::*;
use knight_search::{Engine, MoveOrder, Outcome};
use proptest::prelude::*;

fn rows() -> Vec<Record> {
    let searched = |start| searched(0, "5x5", start, MoveOrder::FIG2, Some(100_000));
    let stopped = Record { budget: Some(7), ..record(Outcome::Budget, 7) };
    let memory = Record { engine: Engine::Leap, mirrored: true, ..record(Outcome::Memory, 0) };
    vec![searched((1, 1)), searched((1, 2)), stopped, memory]
}

/// The line of a row, without its line end.
fn line(record: &Record) -> String {
    let mut out = Vec::new();
    RowFormat::results().write(record, &mut out);
    assert_eq!(out.pop(), Some(b'\n'));
    String::from_utf8(out).unwrap()
}

/// The record of a line that is a row.
fn judged(line: &str) -> Option<Record> {
    match RowFormat::results().judge(line.as_bytes()) {
        Content::Row(_, record) => Some(*record.unwrap()),
        _ => None,
    }
}

fn is_other(line: &[u8]) -> bool {
    matches!(RowFormat::results().judge(line), Content::Other(_))
}

#[test]
fn a_row_and_its_header_are_known() {
    for record in rows() {
        let line = line(&record);
        assert_eq!(judged(&line), Some(record.clone()));
        assert_eq!(judged(&(line.clone() + "\r")), Some(record), "{line}");
    }
    let header = columns::header();
    for line in [header.clone(), header.clone() + "\r"] {
        assert_eq!(RowFormat::results().judge(line.as_bytes()), Content::Header);
    }
    for line in ["", " ", "\r"] {
        assert_eq!(RowFormat::results().judge(line.as_bytes()), Content::Blank, "{line:?}");
    }
    for line in ["x", "\u{feff}", &header[1..], &(header.clone() + ","), ",,,"] {
        assert!(is_other(line.as_bytes()), "{line}");
    }
    assert!(is_other(&[0xff, b',', 0xfe]));
}

#[test]
fn nul_bytes_are_what_a_power_loss_leaves() {
    let header = columns::header();
    let row = line(&rows()[0]).replace("70624", "\0\0\0\0\0");
    for line in ["\0", &"\0".repeat(9999), &header.replace("rows", "\0\0\0\0"), &row] {
        assert_eq!(RowFormat::results().judge(line.as_bytes()), Content::Lost, "{line:?}");
    }
}

#[test]
fn rows_of_tables_have_checks_too() {
    let table = RowFormat::table(["rows", "orders"]);
    assert_eq!(table.header(), "rows,orders,row_check");
    let mut out = b"5,12345678 87654321".to_vec();
    table.seal_row(&mut out, 0);
    let line = std::str::from_utf8(&out).unwrap().trim_end();
    assert_eq!(table.judge(line.as_bytes()), Content::Row("5,12345678 87654321".into(), None));
    assert!(matches!(table.judge(line.replace('5', "6").as_bytes()), Content::Other(_)));
    let other = RowFormat::table(["rows", "order"]);
    assert!(matches!(other.judge(line.as_bytes()), Content::Other(_)), "the header counts");
    for end in 1..line.len() {
        assert!(table.could_be_torn(&line.as_bytes()[..end]), "{}", &line[..end]);
    }
}

/// Numbers, offsets and contents of all lines, and what is behind them.
fn all(bytes: &[u8]) -> (Vec<(u64, u64, bool)>, u64, Rest) {
    let mut lines = Lines::new(BufReader::new(bytes), RowFormat::results());
    let mut all = Vec::new();
    while let Some(FileLine { number, offset, content }) = lines.next().unwrap() {
        all.push((number, offset, matches!(content, Content::Row(..))));
    }
    assert_eq!(lines.number(), all.len() as u64);
    (all, lines.end(), lines.tail())
}

fn file() -> String {
    let lines = rows().iter().map(|record| line(record) + "\n").collect::<String>();
    columns::header() + "\n" + &lines
}

#[test]
fn lines_know_their_numbers_and_offsets() {
    let text = file();
    let (lines, end, tail) = all(text.as_bytes());
    let offset = |number: usize| {
        let before: usize = text.lines().take(number).map(|line| line.len() + 1).sum();
        before as u64
    };
    let expected: Vec<_> = (0..5).map(|i| (i as u64 + 1, offset(i), i > 0)).collect();
    assert_eq!((lines, end), (expected, text.len() as u64));
    assert_eq!((tail.bytes, tail.is_torn), (0, true));
}

#[test]
fn a_hole_in_a_file_hides_no_row_behind_it() {
    let hole = "\0".repeat(2 * LONGEST_LINE as usize + 5);
    let row = line(&rows()[0]);
    let (lines, ..) = all(format!("{row}\n{hole}\n{row}\n").as_bytes());
    let places = [(1, 0, true), (2, row.len() as u64 + 1, false)];
    assert_eq!(lines[..2], places);
    assert_eq!(lines[2], (3, (row.len() + hole.len()) as u64 + 2, true));
    let (lines, _, tail) = all(format!("{row}\n{hole}").as_bytes());
    assert_eq!((lines.len(), tail.bytes), (1, hole.len() as u64));
}

proptest! {
    /// Whatever is changed in a row, it is the same row or none.
    #[test]
    fn no_changed_row_is_another_row(
        place: prop::sample::Index, choice: prop::sample::Index, replacement in "[ -~\0]{0,2}"
    ) {
        let rows = rows();
        let record = choice.get(&rows);
        let mut changed = line(record);
        let place = place.index(changed.len());
        changed.replace_range(place..=place, &replacement);
        if let Some(found) = judged(&changed) {
            prop_assert_eq!(&found, record);
        }
    }
}
