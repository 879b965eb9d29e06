//! Results in CSV: each row is at its offset, and every byte belongs to a row or to the torn end.
#![no_main]

use knightsweep::results::Rows;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut rows) = Rows::new(bytes) else {
        return;
    };
    for row in rows.by_ref().flatten() {
        let line = &bytes[row.offset as usize..];
        let id = format!("{},", row.record.job);
        assert!(
            line.starts_with(id.as_bytes()),
            "the row of {id} is not at its offset"
        );
    }
    assert_eq!(rows.end() + rows.torn(), bytes.len() as u64);
});
