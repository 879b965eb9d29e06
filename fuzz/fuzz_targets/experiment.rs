//! Experiments in TOML.
#![no_main]

use std::path::Path;

use knightsweep::experiment::document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(experiment) = document::parse(text, Path::new("x.toml")) {
        let _ = experiment.spec().hash();
    }
});
