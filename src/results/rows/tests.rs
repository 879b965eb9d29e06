use crate::results::rows::*;

const ROW: &str = "0,3,3,1,1,12345678,0,fixed,open,step,,none,false,120,15,,0.000000001,";

fn file(rows: &[&str]) -> String {
    let mut text = Layout::default().header() + "\n";
    rows.iter().for_each(|row| text += &format!("{row}\n"));
    text
}

fn read(text: &str) -> (Vec<Result<Row, RowsError>>, u64) {
    let mut rows = Rows::new(text.as_bytes()).unwrap();
    let read = rows.by_ref().collect();
    (read, rows.torn())
}

#[test]
fn rows_know_their_lines_and_offsets() {
    let text = file(&[ROW, ROW]);
    let (rows, torn) = read(&text);
    let places: Vec<(u64, u64)> = rows.iter().flatten().map(|row| (row.line, row.offset)).collect();
    let header = Layout::default().header().len() as u64 + 1;
    assert_eq!(places, [(2, header), (3, header + ROW.len() as u64 + 1)]);
    assert_eq!(torn, 0);
}

#[test]
fn a_file_cut_at_any_byte_keeps_its_complete_rows() {
    let text = file(&[ROW, ROW]);
    for cut in 0..=text.len() {
        let mut rows = Rows::new(&text.as_bytes()[..cut]).unwrap();
        let complete = rows.by_ref().map(Result::unwrap).count();
        let lines = text[..cut].matches('\n').count();
        assert_eq!(complete, lines.saturating_sub(1), "cut at {cut}");
        assert_eq!(rows.end() + rows.torn(), cut as u64);
    }
}

#[test]
fn damaged_lines_are_named_and_the_rest_is_read() {
    let short = "0,3,3";
    let crlf = format!("{ROW}\r");
    let wordy = ROW.replace("120", "12x");
    let quoted = ROW.replace("none", "\"none\"");
    let hex = ROW.replace("120", "0x78");
    let named = ROW.replace("12345678", "fig2");
    let plus = ROW.replace(",0,fixed", ",+0,fixed");
    let exponent = ROW.replace("0.000000001", "1e-9");
    let (rows, _) =
        read(&file(&[ROW, short, "", &crlf, &wordy, &quoted, &hex, &named, &plus, &exponent, ROW]));
    let faults: Vec<String> =
        rows.iter().filter_map(|r| r.as_ref().err()).map(|e| e.to_string()).collect();
    assert_eq!(rows.len(), 11);
    assert_eq!(faults.len(), 9, "{faults:?}");
    assert!(faults[0].starts_with("line 3: it has 3 columns"));
    for named in [
        "line 7: outcome is `\"none\"`, expected one of: tour, none, stuck, budget, memory",
        "line 8: checks is `0x78`, expected `120`",
        "line 6: checks is `12x`, expected a whole number, or nothing",
    ] {
        assert!(faults.iter().any(|fault| fault.starts_with(named)), "{named}: {faults:?}");
    }
}

#[test]
fn a_hole_in_a_file_hides_no_row_behind_it() {
    let hole = "\0".repeat(2 * LONGEST_LINE as usize + 5);
    let text = file(&[ROW, &hole, ROW]);
    let (rows, torn) = read(&text);
    assert_eq!((rows.len(), torn), (3, 0));
    let last = rows[2].as_ref().unwrap();
    assert_eq!((last.line, &text[last.offset as usize..][..4]), (4, "0,3,"));
    assert!(rows[1].as_ref().is_err_and(|e| e.to_string() == "line 3: it is too long"));

    let unended = file(&[ROW]) + &hole;
    let mut rows = Rows::new(unended.as_bytes()).unwrap();
    assert_eq!(rows.by_ref().filter(Result::is_err).count(), 1);
    assert_eq!(rows.torn(), hole.len() as u64);
}

#[test]
fn other_files_are_refused_by_their_header() {
    for text in ["hello\n", "job,rows\n", "hello", "\0\0\0", "\n", "\u{feff}job,rows,cols"] {
        assert!(matches!(Rows::new(text.as_bytes()), Err(RowsError::Header { .. })), "{text:?}");
    }
    assert!(Rows::new("job,ro".as_bytes()).is_ok());
}
