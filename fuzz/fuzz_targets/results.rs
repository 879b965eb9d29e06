//! Results in CSV: rows come in the order of their lines, and what is behind the last line end is
//! torn.
#![no_main]

use knightsweep::analysis::reading::rows::Rows;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut rows) = Rows::new(bytes) else {
        return;
    };
    let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    // A lone CR ends a row for other programs, and no line.
    let mut last = 1;
    for row in rows.by_ref().flatten() {
        assert!((last..=lines).contains(&row.line), "line {} behind {last}", row.line);
        last = row.line;
    }
    let behind = bytes.iter().rev().take_while(|byte| **byte != b'\n').count() as u64;
    let is_torn = !rows.has_other_header();
    assert_eq!(rows.torn(), if is_torn { behind } else { 0 });
});
