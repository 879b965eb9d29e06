//! Results files, and tables of best-order and count.

use std::path::Path;

use knightsweep::results::record::Record;
use knightsweep::results::table::FoundTable;
use knightsweep::results::verify::{Sample, Verification};
use knightsweep::results::{self, Damage, Paths};
use knightsweep::text::{counted, first_lines, grouped};
use serde_json::json;

use super::Verdict;
use crate::cli::args::Common;
use crate::cli::searching;

/// Verifies a results file, and searches a sample of its jobs again. An unfinished one is right
/// unless a complete one is wanted.
pub(super) fn verify(
    common: &Common,
    file: &Path,
    sample: Sample,
    wants_complete: bool,
) -> anyhow::Result<Verdict> {
    let mut found = results::verify::verify(&Paths::new(file)?, sample)?;
    let refuted = recompute(common, &mut found)?;
    let is_sound = found.is_sound();
    let sidecar = found.described.as_ref().map(|(sidecar, _)| sidecar);
    let json = json!({
        "sound": is_sound,
        "complete": found.is_complete(),
        "shard": sidecar.and_then(|sidecar| sidecar.shard).map(|shard| shard.to_string()),
        "jobs": found.jobs,
        "rows": found.good_rows,
        "missing": found.missing(),
        "tours": found.tours,
        "torn_bytes": found.torn_bytes,
        "sealed": sidecar.is_some_and(|sidecar| sidecar.sealed.is_some()),
        "seal_holds": found.seal_holds,
        "recomputed": found.sample.len(),
        "notes": found.notes,
        "damages": found.damages.iter().map(describe_damage).collect::<Vec<_>>(),
    });
    let is_right = is_sound && (found.is_complete() || !wants_complete);
    Ok(Verdict { is_right, json, text: summary(&found) + &faults(&found, refuted), tour: None })
}

/// Compares a table with its seal, if its sidecar is there, and its rows with their checks.
pub(super) fn verify_table(file: &Path) -> anyhow::Result<Verdict> {
    let found = FoundTable::read(file)?;
    let seal_holds = found.seal_holds;
    let is_right = seal_holds != Some(false) && found.left_out == 0;
    let json =
        json!({ "sound": is_right, "sealed": seal_holds.is_some(), "seal_holds": seal_holds });
    let sound = if is_right { "sound" } else { "NOT sound" };
    let mut text = match seal_holds {
        Some(true) => format!("{sound}: a table, sealed and unchanged since"),
        Some(false) => format!("{sound}: a table, CHANGED since it was sealed"),
        None => format!("{sound}: a table, and there is no sidecar: rows may be missing"),
    };
    if found.left_out > 0 {
        let first = found.first_left_out.map(|line| format!(", the first in line {line}"));
        let (rows, first) = (counted(found.left_out, "row"), first.unwrap_or_default());
        text += &format!("; {rows} whose check fails{first}");
    }
    Ok(Verdict { is_right, json, text: text + "\n", tour: None })
}

/// Searches the sampled jobs again and adds a damage for each row that differs, or whose search
/// fails. Gives their number.
fn recompute(common: &Common, found: &mut Verification) -> anyhow::Result<u64> {
    if found.sample.is_empty() {
        return Ok(0);
    }
    let again = searching::again(common, &found.sample)?;
    let pairs = found.sample.iter().zip(&again);
    let as_asked = |old: &Record, new: &Record| Record { engine: old.engine, ..new.clone() };
    let differing = pairs.filter_map(|(old, new)| {
        let Record { rows, cols, order, .. } = old;
        let job = format!("{rows}x{cols} from {}, order {order}", old.start());
        let damage = |what: &str| Some(Damage { line: old.job, fault: format!("{job}: {what}") });
        let new = match new {
            Ok(new) => new,
            Err(why) => return damage(&format!("it could not be searched again: {why}")),
        };
        let [there, now] = old.differences(&as_asked(old, new))?;
        damage(&format!("the file has {there}; searching again gives {now}"))
    });
    let differing: Vec<Damage> = differing.collect();
    let refuted = differing.len() as u64;
    found.all_damages += refuted;
    found.damages.extend(differing);
    Ok(refuted)
}

fn describe_damage(damage: &Damage) -> String {
    match damage.line {
        0 => damage.fault.clone(),
        line => format!("line {line}: {}", damage.fault),
    }
}

fn summary(found: &Verification) -> String {
    let verdict = if found.is_sound() { "sound: " } else { "NOT sound: " };
    let good = grouped(found.good_rows);
    let mut text = match found.jobs {
        Some(jobs) => format!("{verdict}{good} of {} rows are good", grouped(jobs)),
        None => format!("{verdict}{} with a right check", counted(found.good_rows, "row")),
    };
    if let Some((sidecar, plan)) = &found.described {
        if let Some(shard) = sidecar.shard {
            text += &format!(" (shard {shard} of {} jobs)", grouped(plan.len()));
        }
        if plan.tours() {
            text += &format!(", {} checked", counted(found.tours, "tour"));
        }
    }
    if !found.sample.is_empty() {
        text += &format!(", {} searched again", counted(found.sample.len(), "job"));
    }
    text + match found.seal_holds {
        Some(true) => ", sealed and unchanged since\n",
        Some(false) => "; CHANGED since it was sealed\n",
        None if found.described.is_some() => ", not sealed yet\n",
        None => "\n",
    }
}

fn faults(found: &Verification, refuted: u64) -> String {
    let mut text = String::new();
    if let (Some(missing), Some(first)) = (found.missing(), found.first_missing)
        && let Some((_, plan)) = &found.described
        && let Some(job) = plan.job(first)
    {
        let (rows, problem) = (counted(missing, "row"), job.problem);
        let (board, start, order) = (problem.board, problem.start, problem.order);
        text += &format!("  {rows} missing, such as that of {board} from {start}, order {order}\n");
    }
    found.notes.iter().for_each(|note| text += &format!("  {note}\n"));
    let listed = found.damages.iter().filter(|damage| damage.line > 0).count() as u64;
    let others = found.all_damages.saturating_sub(listed);
    text += &first_lines(found.damages.iter().map(describe_damage), others, "; --json lists all");
    let is_worth = found.described.is_some() && found.good_rows > 0;
    if is_worth && !found.is_sound() && found.all_damages > refuted {
        text += "  to keep the good rows: add --repair to the command that made the file\n";
    }
    if refuted > 0 {
        text += "  a repair keeps rows whose check is right: to search again those that differ, delete \
                 their lines and run the command that made the file\n";
    }
    text
}
