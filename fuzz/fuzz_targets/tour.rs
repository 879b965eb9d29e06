//! Tours as other programs print them.
#![no_main]

use knight_text::tours;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for board in [None, "5x5".parse().ok()] {
        let _ = tours::read(text, board);
    }
});
