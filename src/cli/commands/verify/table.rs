//! Tables of best-order and count: unchanged since they were written.

use std::fs;
use std::path::Path;

use knightsweep::results::Seal;
use serde_json::json;

use super::{Form, show, unreadable};

/// Compares a table with its seal.
pub fn verify(file: &Path, seal: &Seal, form: Form) -> anyhow::Result<bool> {
    let opened = fs::File::open(file).and_then(|mut file| seal.holds(&mut file));
    let seal_holds = opened.map_err(|error| unreadable(file, &error))?;
    let verdict = json!({ "sound": seal_holds, "sealed": true, "seal_holds": seal_holds });
    let text = match seal_holds {
        true => "sound: a table, sealed and unchanged since\n",
        false => "NOT sound: a table, CHANGED since it was sealed\n",
    };
    show(form, file, verdict, || text.to_owned())?;
    Ok(seal_holds)
}
