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
