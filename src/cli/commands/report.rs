//! `report`: a page about results.

use std::path::PathBuf;

use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::reading::JoinedFile;
use knightsweep::pictures::{PLOTS, Plot, PlotInput, PlotOption};
use knightsweep::report::{Report, ReportedFile};
use knightsweep::results::{Session, Sidecar};
use knightsweep::text::{counted, grouped, shown};

use crate::cli::args::{Common, one_of, parse_trimmed};
use crate::cli::captions::{faults, name, names, progress, shard_remarks, title_of};
use crate::cli::exit_codes::DONE;
use crate::cli::inputs::{Estimates, Inputs, Read, Where, check_there};
use crate::cli::ui::{Target, refuse};

/// Write an HTML page about results
///
/// Outcomes, pictures, and a table of all jobs.
///
/// The page is one file that needs no network. Its table can be sorted, filtered and saved as CSV;
/// more than 20,000 jobs have none. A job that several files have counts once, except with --by
/// file. Unfinished files are reported as far as they go.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep report results/all-starts.csv
  knightsweep report results/fixed.csv results/other.csv --out compared.html")]
pub(crate) struct ReportArgs {
    /// Results files
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    /// The page, or - for standard output
    ///
    /// A .html file [default: NAME.html beside the first NAME.csv, with --where
    /// NAME.CONDITIONS.html]. Only pages of knightsweep are replaced
    #[arg(short, long, value_name = "FILE.html")]
    out: Option<PathBuf>,

    /// The kinds of pictures, such as ecdf,growth
    ///
    /// Those of plot, separated by commas [default: those that show something of the jobs]
    #[arg(short, long, value_name = "KINDS", value_delimiter = ',')]
    #[arg(value_parser = one_of(&PLOTS, |plot| plot.name))]
    kind: Vec<&'static Plot>,

    /// Group curves or histograms by columns
    ///
    /// These columns, separated by commas
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    #[arg(value_parser = parse_trimmed::<Column>)]
    by: Vec<Column>,
}

/// `knightsweep report`
pub(super) fn report(common: &Common, arguments: &ReportArgs) -> anyhow::Result<u8> {
    check_there(&arguments.files)?;
    let groups = |kind: &&Plot| kind.takes(PlotOption::Groups);
    if let ([first, ..], false) = (&arguments.kind[..], arguments.kind.iter().any(groups))
        && !arguments.by.is_empty()
    {
        refuse!("--by: pictures of kind {} have no groups", first.name);
    }
    let usual = || arguments.wanted.beside(&arguments.files[0], "html");
    let out = arguments.out.clone().map_or_else(usual, Ok)?;
    let target = Target::new(common, &out, "report", &["html"])?;
    let ReportArgs { files, wanted, by, .. } = arguments;
    let mut input = PlotInput { by: by.clone(), ..PlotInput::default() };
    let by = &[&by[..], &[Column::Engine]].concat();
    let inputs = Inputs { files, wanted, estimates: Estimates::LeaveOut, by };
    let read = inputs.read(common, |place, record| input.add(place, record))?;
    let Read { files, about_estimates } = read;
    if input.jobs.is_empty() && about_estimates.is_some() {
        refuse!(
            "{}: all jobs are estimated, so a report has no counts to show; see the estimates with \
             summarize --with-estimates or plot --kind growth --with-estimates",
            names(&files)
        );
    }
    input.files = files.iter().map(name).collect();
    let doubts = |file| faults(file, &files).into_iter().map(move |fault| (name(file), fault));
    let doubts = files.iter().filter(|file| !file.is_altered).flat_map(doubts);
    let mut remarks: Vec<String> = doubts.map(|(name, fault)| format!("{name}: {fault}")).collect();
    remarks.extend(about_estimates.into_iter().chain(shard_remarks(&files)));
    let conditions = wanted.described();
    remarks.extend(conditions.map(|conditions| format!("Only jobs with {conditions}")));
    let (kinds, files) = (arguments.kind.clone(), files.iter().map(run).collect());
    let report = Report { input, kinds, files, remarks };
    let page = report.page(&format!("Made by knightsweep {}", env!("CARGO_PKG_VERSION")));
    if let Some(path) = target.write(page.as_bytes())? {
        common.say(&format!("{}: report", shown(path)));
    }
    Ok(DONE)
}

/// A results file in words.
fn run(file: &JoinedFile) -> ReportedFile {
    let rows = progress(file);
    let unfinished = (file.is_unfinished() || file.is_altered).then(|| rows.clone());
    let mut facts = vec![("rows".to_owned(), rows)];
    facts.extend(match &file.sidecar {
        Some(sidecar) => sidecar_facts(sidecar),
        None => vec![("complete".to_owned(), "not known: no sidecar is read".to_owned())],
    });
    ReportedFile {
        title: title_of(file),
        unfinished,
        notes: file.sidecar.as_ref().and_then(|sidecar| sidecar.notes.clone()),
        facts,
    }
}

fn sidecar_facts(sidecar: &Sidecar) -> Vec<(String, String)> {
    let mut facts = vec![("experiment".to_owned(), sidecar.experiment_hash.clone())];
    if let Some(results) = &sidecar.results_sha256 {
        facts.push(("rows without times".to_owned(), format!("SHA-256 {results}")));
    }
    let state = match &sidecar.sealed {
        Some(seal) => format!("{}, SHA-256 {}", seal.at, seal.sha256),
        None => "not complete".to_owned(),
    };
    facts.push(("sealed".to_owned(), state));
    let (kept, left_out) = sidecar.sessions.split_at(sidecar.sessions.len().min(MOST_SESSIONS));
    let runs = (1..).zip(kept).map(|(i, session)| (format!("run {i}"), in_words(session)));
    facts.extend(runs);
    if !left_out.is_empty() {
        let more = counted(left_out.len(), "run");
        facts.push(("more".to_owned(), format!("{more} not shown")));
    }
    facts
}

/// Sessions that a report shows.
const MOST_SESSIONS: usize = 12;

fn in_words(session: &Session) -> String {
    let ended =
        session.ended.map_or("still running, or killed".to_owned(), |ended| format!("to {ended}"));
    let made_by = &session.made_by;
    let rows = session.rows_after.map_or(String::new(), |after| {
        format!(", rows: {} before and {} after", grouped(session.rows_before), grouped(after))
    });
    format!(
        "{} {ended}, {}{rows}\n{}\nknightsweep {}, commit {}, {}, {}\n{}, {}",
        session.started,
        counted(session.threads, "thread"),
        session.command.join(" "),
        made_by.version,
        made_by.git_commit.as_deref().unwrap_or("unknown"),
        made_by.compiler,
        made_by.target,
        made_by.cpu.as_deref().unwrap_or("unknown processor"),
        counted(made_by.cores, "core"),
    )
}
