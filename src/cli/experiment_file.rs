//! Reading an experiment file, and saying why it cannot be read.

use std::io::ErrorKind;
use std::path::Path;

use knight_text::encoding;
use knightsweep::experiment::{Experiment, toml_file};
use knightsweep::files::open;
use knightsweep::text::{kind, reason};

use crate::cli::ui::failure;

/// Reads an experiment file.
pub(super) fn read_experiment(path: &Path) -> anyhow::Result<Experiment> {
    let refuse = |why: &str| failure::of_file(path, why);
    let bytes = open::any(path).and_then(open::read);
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => refuse(
            "there is no such file; give a TOML file, or describe the experiment with the options of \
             sweep",
        ),
        _ => refuse(&reason(&error)),
    })?;
    if bytes.trim_ascii().is_empty() {
        return Err(refuse("it is empty; `knightsweep run --help` shows an experiment"));
    }
    let decoded = encoding::text(&bytes);
    if let Some(kind) = kind::describe(decoded.as_bytes()) {
        return Err(refuse(&format!("this is {kind}; give a TOML file")));
    }
    if !encoding::is_utf16(&bytes) && str::from_utf8(&bytes).is_err() {
        return Err(refuse("it is not UTF-8 text; save it as UTF-8"));
    }
    Ok(toml_file::parse(&decoded, path)?)
}
