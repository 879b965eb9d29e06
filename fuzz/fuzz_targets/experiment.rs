//! Experiments in TOML.
#![no_main]

use std::path::Path;

use knightsweep::experiment::toml_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(experiment) = toml_file::parse(text, Path::new("x.toml")) {
        let _ = experiment.spec().hash();
    }
});
