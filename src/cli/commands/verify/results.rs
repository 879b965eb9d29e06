//! Results files.

use std::path::Path;

use knightsweep::analysis::formatting::{counted, first_lines, grouped};
use knightsweep::results::record::Record;
use knightsweep::results::verify::{Sample, Verification};
use knightsweep::results::{self, Damage, Paths};
use serde_json::json;

use super::Verdict;
use crate::cli::args::Common;
use crate::cli::jobs;

/// Verifies a results file, and searches a sample of its jobs again. An unfinished one is right
/// unless a complete one is wanted.
pub fn verify(
    common: &Common,
    file: &Path,
    sample: Sample,
    wants_complete: bool,
) -> anyhow::Result<Verdict> {
    let mut verification = results::verify::verify(&Paths::new(file)?, sample)?;
    if !verification.sample.is_empty() {
        recompute(common, &mut verification)?;
    }
    let is_sound = verification.is_sound();
    let is_complete = verification.seal_holds == Some(true);
    let json = json!({
        "sound": is_sound,
        "shard": verification.sidecar.shard.map(|shard| shard.to_string()),
        "jobs": verification.jobs,
        "rows": verification.good_rows,
        "missing": verification.missing,
        "tours": verification.tours,
        "torn_bytes": verification.torn_bytes,
        "sealed": verification.sidecar.sealed.is_some(),
        "seal_holds": verification.seal_holds,
        "recomputed": verification.sample.len(),
        "notes": verification.notes,
        "damages": verification.damages.iter().map(describe_damage).collect::<Vec<_>>(),
    });
    let is_right = is_sound && (is_complete || !wants_complete);
    Ok(Verdict { is_right, json, text: summary(&verification) + &faults(&verification) })
}

/// Searches the sampled jobs again and adds a damage for each row that differs.
fn recompute(common: &Common, verification: &mut Verification) -> anyhow::Result<()> {
    let again = jobs::again(common, &verification.plan, &verification.sample)?;
    let pairs = verification.sample.iter().zip(&again);
    let differing: Vec<Damage> = pairs
        .filter(|(old, new)| !old.same_but_times(new))
        .map(|(old, new)| Damage {
            line: 0,
            fault: format!(
                "job {}: the file has {}, searching again gives {}",
                old.job,
                describe_outcome(old),
                describe_outcome(new)
            ),
        })
        .collect();
    verification.damages.extend(differing);
    Ok(())
}

fn describe_outcome(record: &Record) -> String {
    let checks =
        record.checks.map_or(String::new(), |checks| format!(" after {} checks", grouped(checks)));
    let estimate = record.checks_estimate.map_or(String::new(), |estimate| {
        format!(" and estimate {estimate:e} from {} samples", record.samples.unwrap_or(0))
    });
    format!("outcome {}{checks}{estimate}", record.outcome)
}

fn describe_damage(damage: &Damage) -> String {
    match damage.line {
        0 => damage.fault.clone(),
        line => format!("line {line}: {}", damage.fault),
    }
}

fn summary(verification: &Verification) -> String {
    // Rows that are good by themselves do not make a changed file sound.
    let (verdict, rows_are) = match (verification.is_sound(), verification.seal_holds) {
        (true, _) => ("sound: ", "are good"),
        (false, Some(false)) => {
            ("NOT sound: CHANGED since it was sealed; ", "have no fault of their own")
        }
        (false, _) => ("NOT sound: ", "have no fault of their own"),
    };
    let (good, jobs) = (grouped(verification.good_rows.into()), grouped(verification.jobs.into()));
    let mut text = format!("{verdict}{good} of {jobs} rows {rows_are}");
    if let Some(shard) = verification.sidecar.shard {
        text += &format!(" (shard {shard} of {} jobs)", grouped(verification.plan.len().into()));
    }
    if verification.plan.tours() {
        text += &format!(", {} checked", counted(verification.tours, "tour"));
    }
    if !verification.sample.is_empty() {
        text += &format!(", {} searched again", counted(verification.sample.len() as u64, "job"));
    }
    text + match verification.seal_holds {
        Some(true) => ", sealed and unchanged since\n",
        Some(false) => "\n",
        None => ", not sealed yet\n",
    }
}

fn faults(verification: &Verification) -> String {
    let Verification { first_missing, missing, torn_bytes, damages, notes, .. } = verification;
    let mut text = String::new();
    if let Some(first) = first_missing {
        let rows = counted(*missing, "row");
        text += &format!("  {rows} missing, the first is that of job {first}\n");
    }
    if *torn_bytes > 0 {
        let bytes = counted(*torn_bytes, "byte");
        text += &format!("  the last row is torn after {bytes}; run the experiment to repair it\n");
    }
    notes.iter().for_each(|note| text += &format!("  {note}\n"));
    text + &first_lines(damages.iter().map(describe_damage), "; --json lists all")
}
