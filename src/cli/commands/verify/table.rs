//! Tables of best-order and count: unchanged since they were written.

use std::fs;
use std::path::Path;

use knightsweep::results::Seal;
use serde::Serialize;

use super::{Form, show, unreadable};

#[derive(Serialize)]
struct Report<'a> {
    file: &'a Path,
    sound: bool,
    sealed: bool,
    seal_holds: bool,
}

/// Compares a table with its seal.
pub fn verify(file: &Path, seal: &Seal, form: Form) -> anyhow::Result<bool> {
    let opened = fs::File::open(file).and_then(|mut file| seal.holds(&mut file));
    let seal_holds = opened.map_err(|error| unreadable(file, &error))?;
    let report = Report { file, sound: seal_holds, sealed: true, seal_holds };
    show(form, &report, || {
        let verdict = if seal_holds {
            "sound: a table, sealed and unchanged since"
        } else {
            "NOT sound: a table, CHANGED since it was sealed"
        };
        format!("{}: {verdict}\n", file.display())
    })?;
    Ok(seal_holds)
}
