//! Tables of best-order and count: unchanged since they were written.

use std::fs;
use std::path::Path;

use knightsweep::results::Seal;
use serde_json::json;

use super::{Verdict, unreadable};

/// Compares a table with its seal.
pub(super) fn verify(file: &Path, seal: &Seal) -> anyhow::Result<Verdict> {
    let opened = fs::File::open(file).and_then(|file| seal.holds_file(&file));
    let seal_holds = opened.map_err(|error| unreadable(file, &error))?;
    let json = json!({ "sound": seal_holds, "sealed": true, "seal_holds": seal_holds });
    let text = match seal_holds {
        true => "sound: a table, sealed and unchanged since\n",
        false => "NOT sound: a table, CHANGED since it was sealed\n",
    };
    Ok(Verdict { is_right: seal_holds, json, text: text.to_owned(), tour: None })
}
