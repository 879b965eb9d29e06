//! `plot`: a picture of results.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::formatting::{counted, grouped, listed};
use knightsweep::pictures::{self, Caption, Kind, PlotInput, Style};
use knightsweep::results::joined::{Coverage, JoinedFile};

use crate::cli::args::{Common, parse_number};
use crate::cli::results_files::{self, Where};
use crate::cli::ui::{failure, picture_file};

/// Draw results: a heat map of the board, curves, histograms, growth, times or a tour
///
/// Without --kind the data decide: a single tour is drawn on its board, several boards as growth,
/// one start with many orders as histograms, everything else as a heat map. A job stopped by its
/// budget is never drawn as a count. Unfinished files are drawn as far as they go, in the kind of
/// picture that suits the complete results.
#[derive(Args)]
#[command(after_help = "\
Kinds:
  heatmap  checks by start square: a panel for each order, or statistics over many orders
  ecdf     share of jobs decided within a number of checks, by group
  growth   checks by board size
  distribution  how the checks of one start are distributed over orders
  pairs    job by job, one order, rule or file against another
  matrix   orders by starts
  tour     a tour on its board
  times    checks against wall-clock time

Examples:
  knightsweep plot results/all-starts.csv
  knightsweep plot results/all-starts.csv --kind tour --job 19 --out tour.svg
  knightsweep plot fixed.csv other.csv --kind ecdf --by order --out - > curves.svg")]
pub struct PlotArgs {
    /// Results files, read as one
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    /// What to draw: heatmap, ecdf, growth, distribution, pairs, matrix, tour or
    /// times [default: the data decide]
    #[arg(short, long)]
    kind: Option<Kind>,

    /// Output: a .svg or .png file, or - for SVG on standard output [default: NAME.svg beside the
    /// first NAME.csv, or NAME.KIND.svg with --kind, --by or --job]. Only pictures of knightsweep
    /// are replaced
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Group the curves or histograms by these columns, separated by commas
    #[arg(short, long, value_name = "COLUMNS", value_delimiter = ',')]
    by: Option<Vec<Column>>,

    /// The job whose tour is drawn [default: the first with a tour]
    #[arg(short, long, value_name = "ID", value_parser = parse_number)]
    job: Option<u64>,
}

/// `knightsweep plot`
pub fn plot(common: &Common, arguments: &PlotArgs) -> anyhow::Result<ExitCode> {
    let kind = arguments.asked_kind()?;
    let out = arguments.out.clone().unwrap_or_else(|| arguments.usual_name(kind));
    let target = picture_file::target(&out)?;
    let by = arguments.by.clone().unwrap_or_default();
    let mut input = PlotInput::new(by, arguments.job);
    let files =
        results_files::read(common, &arguments.files, &arguments.wanted, |place, record| {
            input.add(place, record);
        })?;
    input.files = files.iter().map(stem).collect();
    let new = files.iter().filter(|file| file.brings_jobs());
    for (experiment, rows) in new.filter_map(JoinedFile::expected) {
        input.expect(&experiment, rows);
    }
    let kind = kind.unwrap_or_else(|| pictures::natural_kind(&input));
    let picture = pictures::draw(kind, &input, &Style::default()).with_context(|| names(&files))?;
    if let Some(path) = picture_file::write(&target, &picture, &caption(&files))? {
        common.say(&format!("{}: {kind}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

impl PlotArgs {
    /// Beside the first file. A requested kind is part of the name, so kinds do not replace each
    /// other.
    fn usual_name(&self, kind: Option<Kind>) -> PathBuf {
        let ending = kind.map_or("svg".to_owned(), |kind| format!("{kind}.svg"));
        self.files[0].with_extension(ending)
    }

    /// The requested kind: named, or implied by an option that only one kind has.
    fn asked_kind(&self) -> anyhow::Result<Option<Kind>> {
        match (self.kind, &self.by, self.job) {
            (Some(kind), Some(_), _) if !kind.has_groups() => Err(failure::usage(format!(
                "--by works only with --kind ecdf, growth, distribution or pairs, not with {kind}"
            ))),
            (Some(kind), _, Some(_)) if kind != Kind::Tour => {
                Err(failure::usage(format!("--job works only with --kind tour, not with {kind}")))
            }
            (None, Some(_), Some(_)) => Err(failure::usage(
                "--by works only with kinds that have groups, --job only with --kind tour"
                    .to_owned(),
            )),
            (None, Some(_), None) => Ok(Some(Kind::Ecdf)),
            (None, None, Some(_)) => Ok(Some(Kind::Tour)),
            (kind, _, _) => Ok(kind),
        }
    }
}

fn names(files: &[JoinedFile]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
    listed(&names, 3)
}

/// The titles of the experiments, and where the data come from.
fn caption(files: &[JoinedFile]) -> Caption {
    const MOST_NAMED: usize = 3;
    let mut titles: Vec<String> = Vec::new();
    let mut origins: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for file in files {
        let title = results_files::title(file);
        if !titles.contains(&title) {
            titles.push(title);
        }
        match file.coverage {
            None => origins.push(origin(file, stem(file), results_files::progress(file))),
            // The shards of an experiment have one entry together.
            Some(coverage) if seen.insert(hash(file)) => {
                origins.push(origin_of_shards(file, coverage, files));
            }
            Some(_) => {}
        }
    }
    titles.truncate(MOST_NAMED);
    if origins.len() > MOST_NAMED {
        let more = origins.split_off(MOST_NAMED).len();
        origins.push(format!("and {more} more"));
    }
    Caption { title: Some(titles.join(" and ")), source: Some(origins.join("; ")) }
}

fn hash(file: &JoinedFile) -> Option<&str> {
    file.sidecar().map(|sidecar| sidecar.experiment_hash.as_str())
}

fn stem(file: &JoinedFile) -> String {
    Path::new(&results_files::name(file)).with_extension("").display().to_string()
}

fn origin(file: &JoinedFile, name: String, rows: String) -> String {
    let hash = hash(file).map(|hash| hash[..12].to_owned());
    [Some(name), hash, Some(rows)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn origin_of_shards(first: &JoinedFile, coverage: Coverage, files: &[JoinedFile]) -> String {
    let is_one = |file: &&JoinedFile| file.coverage.is_some() && hash(file) == hash(first);
    let shards: Vec<&JoinedFile> = files.iter().filter(is_one).collect();
    let name = match shards.len() {
        1 => stem(first),
        count => format!("{} and {}", stem(first), counted(count as u64 - 1, "more shard")),
    };
    let mut rows =
        format!("{} of {}", grouped(coverage.present.into()), counted(coverage.all, "job"));
    if shards.iter().any(|shard| shard.is_altered) {
        rows += " · CHANGED since it was sealed";
    }
    origin(first, name, rows)
}
