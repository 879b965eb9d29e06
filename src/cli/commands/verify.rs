//! `verify`: results files and tours, as they are.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use knight_search::Board;
use knightsweep::analysis::formatting::{self, grouped};
use knightsweep::files::capped_read;
use knightsweep::results::record::Record;
use knightsweep::results::verify::{Sample, Verification};
use knightsweep::results::{self, AnySidecar, Damage, Paths, Seal};
use knightsweep::transcript::{self, Numbering, Verdict};
use serde::Serialize;

use crate::cli::args::{Common, parse_board};
use crate::cli::jobs;
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

/// Verify tours and results files, and list every fault
///
/// A tour is a grid of numbers from 0 or 1, separated by blanks, tabs, commas or bars; or a list of
/// squares such as a8-c7-e8 or 1,1 2,3 1,5; or, with --board, a start and its moves such as 1,1 1 1 2 8.
///
/// A results file is checked completely: header, ids, every row against the plan in the sidecar,
/// recorded tours, and the SHA-256 of a sealed file. A table of best-order or count is checked against
/// its SHA-256; other tables are refused. No file is changed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep verify tour.txt
  knightsweep solve --start 3,4 | knightsweep verify -
  knightsweep verify results/all-starts.csv --recompute 10

Exit codes: 0 if all files are right, 1 if one has a fault, 2 if one is neither a tour nor results.")]
pub struct VerifyArgs {
    /// Tours, results files or tables; - reads a tour from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The board of a tour: rows x columns [default: derived from the tour]
    #[arg(short, long, value_parser = parse_board)]
    board: Option<Board>,

    /// Search N random jobs of each results file again and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    recompute: usize,

    /// The random seed of --recompute
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Print one JSON object for each file
    #[arg(long)]
    json: bool,
}

/// `knightsweep verify`
pub fn verify(common: &Common, arguments: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let mut all_right = true;
    let mut unreadable = None;
    for file in &arguments.files {
        match judged(common, arguments, file) {
            Ok(is_right) => all_right &= is_right,
            Err(error) if failure::is_interruption(&error) => {
                let file = file.display();
                let undone = format!("{file}: interrupted while jobs were searched again");
                return Err(error.context(undone));
            }
            // The other files still get their verdicts.
            Err(error) => unreadable = Some(failure::report(&error)),
        }
    }
    Ok(match unreadable {
        Some(code) => code,
        None if all_right => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    })
}

/// Whether a file is right.
fn judged(common: &Common, arguments: &VerifyArgs, file: &Path) -> anyhow::Result<bool> {
    match content(file)? {
        Content::Results => results(common, arguments, file),
        Content::Table(seal) => table(arguments, file, &seal),
        Content::Tour => tour(arguments, file),
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn is_csv(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "csv")
}

/// How a file is read.
enum Content {
    /// It has a sidecar, or begins like a header.
    Results,
    /// A table of another command, with its seal.
    Table(Seal),
    /// Everything else.
    Tour,
}

fn content(file: &Path) -> anyhow::Result<Content> {
    if is_stdin(file) {
        return Ok(Content::Tour);
    }
    let unreadable = |error| failure::usage(format!("cannot read {}: {error}", file.display()));
    // A pipe can be read only once, and never holds results.
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Ok(Content::Tour);
    }
    let mut beginning = Vec::new();
    let opened = fs::File::open(file).map_err(unreadable)?;
    opened.take(4).read_to_end(&mut beginning).map_err(unreadable)?;
    if beginning == b"job," {
        return Ok(Content::Results);
    }
    let Ok(paths) = Paths::new(file) else {
        return Ok(Content::Tour);
    };
    Ok(match AnySidecar::read(&paths.sidecar) {
        Ok(Some(AnySidecar::Table(sidecar))) => Content::Table(sidecar.sealed),
        Ok(None) => Content::Tour,
        // What is wrong with the sidecar is reported with the results.
        Ok(Some(AnySidecar::Results(_))) | Err(_) => Content::Results,
    })
}

/// The first line of a text, if it names the columns of a table. A tour may begin with a heading, but not with names
/// between commas.
fn header(text: &str) -> Option<&str> {
    let line = text.trim_start_matches('\u{feff}').lines().next()?;
    let first = line.split_once(',')?.0;
    let is_name = |field: &str| field.starts_with(|c: char| c.is_alphabetic() || c == '"');
    let has_digit = first.contains(|c: char| c.is_ascii_digit());
    (!has_digit && line.split(',').all(is_name)).then_some(line)
}

#[derive(Serialize)]
struct TableReport<'a> {
    file: &'a Path,
    sound: bool,
    sealed: bool,
    seal_holds: bool,
}

/// Verifies that a table is as it was written.
fn table(arguments: &VerifyArgs, file: &Path, seal: &Seal) -> anyhow::Result<bool> {
    if arguments.recompute > 0 {
        return Err(failure::usage(format!(
            "{}: --recompute needs results of run or sweep, and this is a table; drop the option",
            file.display()
        )));
    }
    let unreadable = |error| failure::usage(format!("cannot read {}: {error}", file.display()));
    let opened = fs::File::open(file).and_then(|mut file| seal.holds(&mut file));
    let seal_holds = opened.map_err(unreadable)?;
    if arguments.json {
        print_json(&TableReport { file, sound: seal_holds, sealed: true, seal_holds })?;
    } else {
        let found = if seal_holds {
            "sound: a table, sealed and unchanged since"
        } else {
            "NOT sound: a table, CHANGED since it was sealed"
        };
        print(&format!("{}: {found}\n", file.display()))?;
    }
    Ok(seal_holds)
}

#[derive(Serialize)]
struct TourReport<'a> {
    file: &'a Path,
    board: String,
    numbering: &'static str,
    tour: bool,
    closed: bool,
    visited: usize,
    faults: Vec<String>,
    remarks: &'a [String],
}

fn tour(arguments: &VerifyArgs, file: &Path) -> anyhow::Result<bool> {
    let unreadable = |error| failure::usage(format!("cannot read {}: {error}", file.display()));
    let bytes = if is_stdin(file) {
        capped_read::read(std::io::stdin())
    } else {
        fs::File::open(file).and_then(capped_read::read)
    };
    let bytes = bytes.map_err(unreadable)?;
    let text = String::from_utf8_lossy(&bytes);
    if let Some(header) = header(&text).filter(|_| is_csv(file)) {
        let columns: String = header.chars().take(60).collect();
        return Err(failure::usage(format!(
            "{}: cannot verify a table that begins with `{columns}`; give a tour, results of run or sweep, \
             which begin with `job,`, or a table of best-order or count with its sidecar",
            file.display()
        )));
    }
    let verdict = transcript::judge(&text, arguments.board)
        .map_err(|error| anyhow::Error::new(error).context(file.display().to_string()))?;
    if arguments.json {
        print_json(&TourReport {
            file,
            board: verdict.board.to_string(),
            numbering: numbering(verdict.numbering),
            tour: verdict.is_tour(),
            closed: verdict.is_closed_tour(),
            visited: verdict.squares.len(),
            faults: verdict.faults.iter().map(|fault| fault.to_string()).collect(),
            remarks: &verdict.remarks,
        })?;
    } else {
        print(&shown_tour(file, &verdict))?;
    }
    Ok(verdict.is_tour())
}

fn numbering(numbering: Numbering) -> &'static str {
    match numbering {
        Numbering::FromZero => "from 0",
        Numbering::FromOne => "from 1",
        Numbering::List => "list",
        Numbering::Moves => "moves",
    }
}

fn shown_tour(file: &Path, verdict: &Verdict) -> String {
    let form = match verdict.numbering {
        Numbering::List => "a list of squares".to_owned(),
        Numbering::Moves => "a list of moves".to_owned(),
        numbered => format!("numbered {}", numbering(numbered)),
    };
    let found = if verdict.is_closed_tour() {
        "a closed tour".to_owned()
    } else if verdict.is_tour() {
        "an open tour".to_owned()
    } else {
        let faults = formatting::counted(verdict.faults.len() as u64, "fault");
        format!("not a tour, {faults}")
    };
    let visited = formatting::counted(verdict.squares.len() as u64, "square");
    let mut text =
        format!("{}: {} board, {form}, {visited}: {found}\n", file.display(), verdict.board);
    verdict.faults.iter().for_each(|fault| text += &format!("  {fault}\n"));
    verdict.remarks.iter().for_each(|remark| text += &format!("  note: {remark}\n"));
    text
}

#[derive(Serialize)]
struct ResultsReport<'a> {
    file: &'a Path,
    sound: bool,
    shard: Option<String>,
    jobs: u64,
    rows: u64,
    missing: u64,
    tours: u64,
    torn_bytes: u64,
    sealed: bool,
    seal_holds: Option<bool>,
    recomputed: usize,
    damages: Vec<String>,
}

fn results(common: &Common, arguments: &VerifyArgs, file: &Path) -> anyhow::Result<bool> {
    let sample = Sample { size: arguments.recompute, seed: arguments.seed };
    let mut verification = results::verify::verify(&Paths::new(file)?, sample)?;
    if !verification.sample.is_empty() {
        recompute(common, &mut verification)?;
    }
    let is_sound = verification.is_sound();
    if arguments.json {
        print_json(&ResultsReport {
            file,
            sound: is_sound,
            shard: verification.sidecar.shard.map(|shard| shard.to_string()),
            jobs: verification.jobs,
            rows: verification.good_rows,
            missing: verification.missing,
            tours: verification.tours,
            torn_bytes: verification.torn_bytes,
            sealed: verification.sidecar.sealed.is_some(),
            seal_holds: verification.seal_holds,
            recomputed: verification.sample.len(),
            damages: verification.damages.iter().map(shown_damage).collect(),
        })?;
    } else {
        print(&shown_results(file, &verification))?;
    }
    Ok(is_sound)
}

/// Searches the sampled jobs again and adds a damage for each row that differs.
fn recompute(common: &Common, verification: &mut Verification) -> anyhow::Result<()> {
    let again = jobs::again(common, &verification.plan, &verification.sample)?;
    let pairs = verification.sample.iter().zip(&again);
    let differing: Vec<Damage> = pairs
        .filter(|(there, again)| !there.same_but_times(again))
        .map(|(there, again)| Damage {
            line: 0,
            fault: format!(
                "job {}: the file has {}, searching again gives {}",
                there.job,
                describe_outcome(there),
                describe_outcome(again)
            ),
        })
        .collect();
    verification.damages.extend(differing);
    Ok(())
}

fn describe_outcome(record: &Record) -> String {
    let checks =
        record.checks.map_or(String::new(), |checks| format!(" after {} checks", grouped(checks)));
    format!("outcome {}{checks}", record.outcome)
}

fn shown_damage(damage: &Damage) -> String {
    match damage.line {
        0 => damage.fault.clone(),
        line => format!("line {line}: {}", damage.fault),
    }
}

fn shown_results(file: &Path, verification: &Verification) -> String {
    const SHOWN: usize = 20;
    let Verification { good_rows, tours, missing, torn_bytes, seal_holds, damages, sample, .. } =
        verification;
    let mut text = format!(
        "{}: {}: {} of {} rows are good",
        file.display(),
        if verification.is_sound() { "sound" } else { "NOT sound" },
        grouped((*good_rows).into()),
        grouped(verification.jobs.into()),
    );
    if let Some(shard) = verification.sidecar.shard {
        text += &format!(" (shard {shard} of {} jobs)", grouped(verification.plan.len().into()));
    }
    if verification.plan.tours() {
        text += &format!(", {} checked", formatting::counted(*tours, "tour"));
    }
    if !sample.is_empty() {
        text += &format!(", {} searched again", formatting::counted(sample.len() as u64, "job"));
    }
    text += match seal_holds {
        Some(true) => ", sealed and unchanged since\n",
        Some(false) => ", CHANGED since it was sealed\n",
        None => ", not sealed yet\n",
    };
    if let Some(first) = verification.first_missing {
        let rows = formatting::counted(*missing, "row");
        text += &format!("  {rows} missing, the first of job {first}\n");
    }
    if *torn_bytes > 0 {
        text += &format!(
            "  the last row is torn after {torn_bytes} bytes; run the experiment again to repair it\n"
        );
    }
    damages.iter().take(SHOWN).for_each(|damage| text += &format!("  {}\n", shown_damage(damage)));
    if damages.len() > SHOWN {
        let more = formatting::and_more(damages.len() - SHOWN);
        text += &format!(" {more}; --json lists all\n");
    }
    text
}
