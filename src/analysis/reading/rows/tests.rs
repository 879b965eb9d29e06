use crate::analysis::reading::rows::*;
use crate::results::record::columns;
use proptest::prelude::*;

const ROW: &str = "5,6,1,2,12345678,fixed,open,step,100000,,,tour,true,70624,8840,false,,,,,,,,\
                   false,0.500000000,0.250000000,x5111f612c8c199b";
const STOPPED: &str = "5,6,2,1,21876543,fixed,open,step,100000,,,budget,false,100000,,,,,,,,,,\
                       false,0.500000000,,x7eacdd4f1e4c926";

fn own() -> String {
    format!("{}\n{ROW}\n{STOPPED}\n", columns::header())
}

/// The records, and whether they have checks.
fn read(text: &str) -> Result<(Vec<Record>, bool), RowsError> {
    let rows = Rows::new(text.as_bytes())?;
    let are_checked = !rows.has_other_header();
    let records = rows.map(|row| Ok(row?.record)).collect::<Result<Vec<_>, RowsError>>()?;
    Ok((records, are_checked))
}

fn records(text: &str) -> Vec<Record> {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}")).0
}

/// The line of another program that is refused, and why.
fn fault(text: &str) -> (u64, String) {
    match read(text) {
        Err(RowsError::Malformed { line, fault }) => (line, fault),
        other => panic!("{other:?}\n{text}"),
    }
}

/// Another program has the rows of this one in quotes.
fn foreign() -> String {
    own().replacen("rows,", "\"rows\",", 1)
}

/// The file without the column of checks, which is the last one.
fn without_checks(text: &str) -> String {
    text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
}

/// The file with its columns in this order.
fn with_columns(columns: &[&str]) -> String {
    let text = own();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let place = |name: &&str| header.iter().position(|known| known == name).unwrap();
    let places: Vec<usize> = columns.iter().map(place).collect();
    let rest = lines.map(|line| places.iter().map(|&place| line[place]).collect::<Vec<_>>());
    let lines: Vec<String> =
        [columns.to_vec()].into_iter().chain(rest).map(|line| line.join(",")).collect();
    lines.join("\n") + "\n"
}

fn quoted() -> String {
    let line = |line: &str| format!("\"{}\"", line.replace(',', "\",\""));
    own().lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What other programs make of numbers and truth values.
fn with_other_words() -> [String; 4] {
    [
        own().replace("true", "True").replace("false", "FALSE"),
        own().replace(",70624,8840,", ",70624.0,8840.0,").replace(",100000,", ",1e+05,"),
        own().replace("12345678", "12345678.0").replace("0.250000000", "2.5e-1"),
        own().replace(",,", ",NA,").replace(",,", ",NaN,"),
    ]
}

#[test]
fn rows_that_say_the_same_keep_their_checks() {
    let expected = (records(&own()), true);
    let repeated = own() + &own();
    assert_eq!(read(&repeated).unwrap().0.len(), 4);
    let headless = own().split_once('\n').unwrap().1.to_owned();
    let returns = own().replace('\n', "\r\n");
    let row_in_quotes = quoted().replace(quoted().lines().next().unwrap(), &columns::header());
    let marked = |text: String| format!("\u{feff}{text}");
    let of_spreadsheet = marked(returns.clone() + "\r\n\r\n,,\r\n");
    let others =
        [own(), headless, returns, row_in_quotes, own() + ",,,,\n", marked(own()), of_spreadsheet];
    for text in others.into_iter().chain(with_other_words()) {
        assert_eq!(read(&text).unwrap(), expected, "{text}");
    }
}

#[test]
fn rows_under_another_header_are_the_same_without_checks() {
    let expected = (records(&own()), false);
    let lines = || (0..).zip(own().lines().map(str::to_owned).collect::<Vec<_>>());
    let index = |(i, line): (i64, String)| match i {
        0 => format!(",{line}\n"),
        i => format!("{},{line}\n", i - 1),
    };
    let indexed: String = lines().map(index).collect();
    let mut reversed: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    reversed.reverse();
    for text in [
        indexed,
        quoted(),
        quoted().replace('\n', "\r\n"),
        with_columns(&reversed),
        format!("\u{feff}{}\n\n,,{}\n", quoted(), ",".repeat(24)),
    ] {
        assert_eq!(read(&text).unwrap(), expected, "{text}");
    }
    for text in with_other_words() {
        let text = text.replacen("rows,", "\"rows\",", 1);
        assert_eq!(read(&text).unwrap(), expected, "{text}");
    }
}

#[test]
fn tours_and_mirror_images_survive_other_programs() {
    let sealed = std::fs::read_to_string("tests/data/format3/sealed.csv").unwrap();
    let (expected, are_checked) = read(&sealed).unwrap();
    assert_eq!((expected.len(), are_checked), (20, true));
    assert!(expected.iter().any(|record| record.mirrored && record.tour.is_some()));
    let quoted = sealed.replacen("rows,", "\"rows\",", 1);
    assert_eq!(read(&quoted).unwrap(), (expected, false));
    // A check holds where every column is there; without checks a tour still has to be one.
    let changed = quoted.replacen("a3-c2-a1", "a3-c2-a2", 1);
    assert!(matches!(read(&changed), Err(RowsError::Unchecked { line: 2, .. })));
    assert_eq!(fault(&without_checks(&changed)).0, 2);
}

#[test]
fn a_changed_row_has_no_check_whatever_it_says_and_others_are_read() {
    for (right, wrong) in [
        ("0.250000000", "0.260000000"),
        (",70624,", ",80624,"),
        (",70624,", ",0x78,"),
        (",70624,", ",-7,"),
        (",70624,8840,", ",9007199254740992.0,,"),
        ("12345678", "fig2"),
        (",tour,true", ",tuor,true"),
        ("fixed", ""),
        (",step,100000,,,tour", ",step,,100000,,,tour"),
    ] {
        let changed = own().replacen(right, wrong, 1);
        for changed in [format!("\u{feff}{changed}"), changed] {
            let rows: Vec<_> = Rows::new(changed.as_bytes()).unwrap().collect();
            assert!(matches!(rows[0], Err(RowsError::Unchecked { line: 2, .. })), "{changed}");
            assert!(rows.len() == 2 && rows[1].as_ref().unwrap().line == 3, "{changed}");
        }
    }
}

#[test]
fn a_stopped_row_without_checks_has_those_of_its_budget() {
    let expected = (records(&own()), false);
    let foreign = without_checks(&foreign());
    let blank = foreign.replace("budget,false,100000,", "budget,false,,");
    let titled = blank.replace("true", "True").replace("false", "False");
    let with_words = blank.replace("budget,false,,", "budget,false,NaN,");
    for text in [blank, titled, with_words] {
        assert_eq!(read(&text).unwrap(), expected, "{text}");
    }
    let unlimited = foreign.replace("100000,,,budget,false,100000,", ",,,budget,false,,");
    assert_eq!(fault(&unlimited).0, 3, "nothing says what they are");
}

#[test]
fn binary_data_with_rows_in_it_are_no_results() {
    for begin in ["\u{7f}ELF\0", "\u{7f}ELF\0\n", "\u{1}\0\0\n"] {
        for text in [own(), foreign()] {
            let found = read(&(begin.to_owned() + &text));
            assert!(matches!(found, Err(RowsError::WrongKind(_))), "{begin:?}: {found:?}");
        }
    }
    // What a power loss leaves of a header or of a first row is read.
    let (header, rows) = own().split_once('\n').map(|(a, b)| (a.len(), b.to_owned())).unwrap();
    for lost in ["\0".repeat(header), own()[..40].to_owned() + "\0\0", "5,6,1\0\0".to_owned()] {
        assert_eq!(records(&format!("{lost}\n{rows}")).len(), 2, "{lost:?}");
    }
}

#[test]
fn a_file_cut_at_any_byte_keeps_its_complete_rows() {
    let text = own();
    let header = columns::header().len();
    for cut in 0..=text.len() {
        let mut rows = Rows::new(&text.as_bytes()[..cut]).unwrap();
        let complete = rows.by_ref().map(Result::unwrap).count();
        let rows_there =
            |text: &str| text.match_indices('\n').skip(1).filter(|(at, _)| *at <= cut).count();
        assert_eq!(complete, rows_there(&text), "cut at {cut}");
        // A row counts without its line end too.
        let ends_a_row = cut > header && text[cut..].starts_with('\n');
        let end = if cut > header { text[..cut].rfind('\n').unwrap() + 1 } else { 0 };
        let torn = if ends_a_row { 0 } else { cut - end };
        assert_eq!(rows.torn(), torn as u64, "cut at {cut}");
    }
}

proptest! {
    /// Whatever happens to a file, a row with a right check is one that was there.
    #[test]
    fn no_change_of_a_file_turns_rows_of_this_program_into_others(
        changes in prop::collection::vec((0..1000usize, "[ -~\r\n\0]{0,3}"), 0..3)
    ) {
        let expected = records(&own());
        let mut text = own();
        for (place, replacement) in changes {
            let place = place % text.len();
            text.replace_range(place..=place, &replacement);
        }
        let Ok(rows) = Rows::new(text.as_bytes()) else { return Ok(()) };
        let are_checked = !rows.has_other_header();
        for row in rows.flatten() {
            let is_there = expected.iter().any(|it| *it == Record { job: it.job, ..row.record.clone() });
            prop_assert!(!are_checked || is_there, "{:?}", row);
        }
    }
}
