use crate::results::foreign::values::{GROUPED, INEXACT, ROUNDED};
use crate::results::foreign::*;
use proptest::prelude::*;

const ROW: &str = "7,5,6,1,2,12345678,0,fixed,open,step,100000,tour,true,70624,8840,false,0.5,0.25";
const STOPPED: &str = "8,5,6,2,1,21876543,5759,fixed,open,step,100000,budget,false,100000,,,0.5,";

fn own() -> String {
    format!("{}\n{ROW}\n{STOPPED}\n", Layout::default().header())
}

fn read(text: &str) -> (Result<Vec<Record>, String>, u64) {
    match AnyRows::new(text.as_bytes()) {
        Ok(mut rows) => {
            let read = rows.by_ref().map(|row| row.map(|row| row.record)).collect::<Result<_, _>>();
            (read.map_err(|error| error.to_string()), rows.foreign())
        }
        Err(error) => (Err(error.to_string()), 0),
    }
}

/// The file with its columns in this order.
fn with_columns(columns: &[&str]) -> String {
    let text = own();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let places: Vec<usize> =
        columns.iter().map(|name| header.iter().position(|known| known == name).unwrap()).collect();
    let rest = lines.map(|line| places.iter().map(|&place| line[place]).collect::<Vec<_>>());
    let lines: Vec<String> =
        [columns.to_vec()].into_iter().chain(rest).map(|line| line.join(",")).collect();
    lines.join("\n") + "\n"
}

fn fault(text: &str) -> String {
    read(text).0.unwrap_err()
}

#[test]
fn rows_of_this_program_are_not_foreign() {
    let (rows, foreign) = read(&own());
    assert_eq!((rows.unwrap().len(), foreign), (2, 0));
}

#[test]
fn rows_that_another_program_wrote_back_are_the_same() {
    let (expected, _) = read(&own());
    let titled = own().replace("true", "True").replace("false", "False");
    let floats = own().replace("70624,8840", "70624.0,8840.0").replace(",100000,", ",1e+05,");
    let quoted: Vec<String> = own()
        .lines()
        .map(|line| line.split(',').map(|field| format!("\"{field}\"")).collect::<Vec<_>>())
        .map(|line| line.join(","))
        .collect();
    let indexed: Vec<String> = (0..)
        .zip(own().lines())
        .map(|(i, line)| match i {
            0 => format!(",{line}"),
            i => format!("{},{line}", i - 1),
        })
        .collect();
    let mut reversed: Vec<&str> = Layout::default().columns().collect();
    reversed.reverse();
    for text in [
        titled,
        floats,
        quoted.join("\n") + "\n",
        quoted.join("\r\n") + "\r\n",
        own().replace('\n', "\r\n"),
        indexed.join("\n") + "\n",
        with_columns(&reversed),
        own().replace("12345678,0", "12345678.0,0").replace(",0.25", ",2.5e-1"),
        own().replace(",,", ",NA,").replace(",,", ",NA,"),
        format!("\u{feff}{}", own()),
    ] {
        let (rows, foreign) = read(&text);
        assert_eq!((&rows, foreign > 0), (&expected, true), "{text}");
    }
}

#[test]
fn columns_that_others_decide_may_be_dropped() {
    let kept = "rows cols start_row start_col order rule goal engine budget outcome checks";
    let kept: Vec<&str> = kept.split(' ').collect();
    let (rows, _) = read(&with_columns(&kept));
    let rows = rows.unwrap();
    assert_eq!((rows[0].job, rows[1].job, rows[1].order_rank), (0, 1, 5759));
    assert!(rows[0].success && !rows[1].success && rows[0].wall_s.is_nan());
    assert_eq!((rows[0].checks, rows[0].nodes), (Some(70_624), None));
    let by_rank = with_columns(&kept).replace("order", "order_rank").replace("12345678", "0");
    let by_rank = by_rank.replace("21876543", "5759");
    let (by_rank, _) = read(&by_rank);
    assert_eq!(by_rank.unwrap()[1].order, MoveOrder::TUTORIAL);
    for missing in kept {
        let rest: Vec<&str> = Layout::default()
            .columns()
            .filter(|name| ![missing, "order_rank"].contains(name))
            .collect();
        let said = fault(&with_columns(&rest));
        assert!(said.starts_with(&format!("line 1: it lacks the column {missing}, ")), "{said}");
    }
}

#[test]
fn a_stopped_row_without_checks_has_those_of_its_budget() {
    let (expected, _) = read(&own());
    let blank = own().replace("budget,false,100000,", "budget,false,,");
    let titled = blank.replace("true", "True").replace("false", "False");
    for (text, foreign) in [(blank, 1), (titled, 2)] {
        assert_eq!(read(&text), (expected.clone(), foreign), "{text}");
    }
    let unlimited = own().replace("100000,budget,false,100000,", ",budget,false,,");
    assert_eq!(read(&unlimited).0.unwrap()[1].checks, None, "nothing says what they are");
}

#[test]
fn counts_that_lost_digits_are_refused_by_name() {
    let exact = own().replace(",70624,", ",9007199254740991.0,");
    assert_eq!(read(&exact).0.unwrap()[0].checks, Some((1 << 53) - 1));
    for lost in ["9007199254740992.0", "1.8446744073709552e+19"] {
        let said = fault(&own().replace(",70624,", &format!(",{lost},")));
        assert_eq!(said, format!("line 2: checks is `{lost}`, {INEXACT}"));
    }
    let rounded = fault(&own().replace(",70624,", ",7.06E+04,"));
    assert_eq!(rounded, format!("line 2: checks is `7.06E+04`, {ROUNDED}"));
    let exact = own().replace(",70624,", ",7.0624e+04,");
    assert_eq!(read(&exact).0.unwrap()[0].checks, Some(70_624));
    let said = fault(&own().replace(",70624,", ",70624.5,"));
    assert_eq!(said, "line 2: checks is `70624.5`, expected a whole number, or nothing");
}

#[test]
fn a_fault_is_named_and_not_what_another_program_only_wrote_in_other_words() {
    let titled = own().replace("true", "True").replace("false", "False");
    for (right, wrong, said) in [
        (",70624,", ",-5,", "checks is `-5`, expected a whole number"),
        (",open,", ",opne,", "goal is `opne`, expected one of: open, closed"),
        (",70624,", ",,,", "it has 19 columns, expected 18"),
    ] {
        assert_eq!(fault(&titled.replacen(right, wrong, 1)), format!("line 2: {said}"));
    }
}

#[test]
fn semicolons_and_tabs_separate_columns_too() {
    let (expected, _) = read(&own());
    for separator in [";", "\t"] {
        let separated = own().replace(',', separator);
        let spreadsheet = format!("\u{feff}{}", separated.replace('\n', "\r\n"));
        let decimal_commas = separated.replace("0.5", "0,5").replace("0.25", "0,25");
        let floats = decimal_commas.replace("70624", "70624,0").replace("8840", "8840,00");
        let quoted = separated.replace(separator, &format!("\"{separator}\""));
        let quoted: Vec<String> = quoted.lines().map(|line| format!("\"{line}\"")).collect();
        let quoted = quoted.join("\n") + "\n";
        for text in [separated, spreadsheet, decimal_commas, floats, quoted] {
            let (rows, foreign) = read(&text);
            assert_eq!((&rows, foreign), (&expected, 2), "{text}");
        }
    }
}

#[test]
fn numbers_that_may_have_a_separator_of_thousands_are_refused() {
    let semicolons = own().replace(',', ";");
    for number in ["70.624", "70,624", "8.000", "8,000"] {
        let said = fault(&semicolons.replace("70624", number));
        assert_eq!(said, format!("line 2: checks is `{number}`, {GROUPED}"));
    }
    let said = fault(&semicolons.replace("70624", "1.070.624"));
    assert_eq!(said, "line 2: checks is `1.070.624`, expected a whole number");
    // Where commas separate columns, a point is a decimal one.
    let exact = own().replace(",70624,", ",70624.000,");
    assert_eq!(read(&exact).0.unwrap()[0].checks, Some(70_624));
}

#[test]
fn what_is_not_read_is_named() {
    for (text, resaved) in [
        (format!("sep=;\n{}", own().replace(',', ";")), Resaved::SeparatorLine),
        (own().chars().flat_map(|c| [c, '\0']).collect(), Resaved::Utf16),
    ] {
        assert_eq!(fault(&text), resaved.text());
    }
}

#[test]
fn damage_is_not_taken_for_the_work_of_another_program() {
    for damaged in [
        own().replace("70624", "0x78"),
        own().replace("70624", "+7"),
        own().replace("70624", "-7"),
        own().replace("12345678", "fig2"),
        own().replace(",tour,", ",tuor,"),
        own().replace("fixed", ""),
        own().replace(",step,", ",step,,"),
        "hello\n".to_owned(),
        "job,rows\n1,2\n".to_owned(),
    ] {
        assert!(read(&damaged).0.is_err(), "{damaged}");
    }
    assert_eq!(read("job,ro").0.unwrap().len(), 0);
    assert_eq!(read(own().strip_suffix("0.5,\n").unwrap()).0.unwrap().len(), 1);
}

proptest! {
    /// Whatever happens to a file, what this program reads strictly is read as the same rows.
    #[test]
    fn no_change_of_a_file_turns_rows_of_this_program_into_others(
        changes in prop::collection::vec((0..400usize, "[ -~\r\n]{0,3}"), 0..3)
    ) {
        let mut text = own();
        for (place, replacement) in changes {
            let place = place % text.len();
            text.replace_range(place..=place, &replacement);
        }
        let strict = Rows::new(text.as_bytes()).and_then(|rows| {
            rows.map(|row| row.map(|row| row.record)).collect::<Result<Vec<_>, _>>()
        });
        if let Ok(strict) = strict {
            let (rows, foreign) = read(&text);
            prop_assert_eq!((rows, foreign), (Ok(strict), 0));
        }
    }
}
