//! Results in CSV: each row begins a line, and every byte belongs to a row or to the torn end.
#![no_main]

use knightsweep::results::Rows;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut rows) = Rows::new(bytes) else {
        return;
    };
    for row in rows.by_ref().flatten() {
        let before = &bytes[..row.offset as usize];
        let begins_a_line = before.is_empty() || before.ends_with(b"\n");
        assert!(begins_a_line, "a row begins in the middle of a line, at {}", row.offset);
    }
    assert_eq!(rows.end() + rows.torn(), bytes.len() as u64);
});
