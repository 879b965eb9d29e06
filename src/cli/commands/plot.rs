//! `plot`: a picture of results.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::pictures::heatmap::maps::capital;
use knightsweep::pictures::plot::{Plot, PlotOption, TablePlot};
use knightsweep::pictures::{PLOTS, Picture, PlotInput, Style, kinds, pairs};
use knightsweep::text::{bytes, joined, shown};

use crate::cli::args::{Common, one_of, parse_number, parse_trimmed};
use crate::cli::captions;
use crate::cli::exit_codes::DONE;
use crate::cli::inputs::{self, Estimates, Inputs, Read, Where};
use crate::cli::sides_args::SidesArgs;
use crate::cli::ui::{failure, picture_target, refuse};

mod figure;

use figure::FigureArgs;

/// Draw results as a picture
///
/// On the board, as curves, over orders, by board size, job by job, or as tours.
///
/// Without --kind the data decide: a single tour is drawn on its board, several boards as growth
/// (as success if all runs are greedy, or if budgets stop so many jobs that no board has a median),
/// one start with many orders as distribution, several starts as heat map, everything else as
/// curves. A job stopped by its budget is never drawn as a count. Unfinished files are drawn as far
/// as they go.
#[derive(Args)]
#[command(after_help = kinds_and_examples())]
pub(crate) struct PlotArgs {
    /// Results files, or another table
    ///
    /// Results files are read as one. Or a table with a row for each start square, as of
    /// best-order, or with one for each depth, as of solve --profile
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    /// What to draw: heatmap, ecdf, growth, tour …
    ///
    /// One of the kinds below [default: the data decide]
    #[arg(short, long, hide_possible_values = true)]
    #[arg(value_parser = one_of(&PLOTS, |plot| plot.name))]
    kind: Option<&'static Plot>,

    /// The picture, or - for standard output
    ///
    /// A .svg file [default: NAME.svg beside the first NAME.csv; the conditions of --where and a
    /// kind that is asked for stand before .svg]. Only pictures of knightsweep are replaced
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Group curves or histograms by columns
    ///
    /// These columns, separated by commas
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    #[arg(value_parser = parse_trimmed::<Column>)]
    by: Option<Vec<Column>>,

    #[command(flatten)]
    sides: SidesArgs,

    /// The job whose tour is drawn
    ///
    /// [default: all jobs with a tour, a panel for each]
    #[arg(short, long, value_name = "ID", value_parser = parse_number)]
    job: Option<u64>,

    /// The column of a table of start squares
    ///
    /// [default: success_rate, checks_median, checks_min or tours]
    #[arg(long, value_name = "COLUMN", hide_short_help = true)]
    value: Option<String>,

    /// A curve to draw beside growth
    ///
    /// On n squares, such as 8^n, the paper's bound
    #[arg(long, value_name = "BASE^n", hide_short_help = true, value_parser = parse_curve)]
    curve: Option<f64>,

    /// Draw estimates in the place of counts
    ///
    /// In growth (with bars for their 95 % intervals) and ecdf. Other pictures leave them out and
    /// say so
    #[arg(long)]
    with_estimates: bool,

    #[command(flatten)]
    figure: FigureArgs,
}

/// The kinds, and examples.
fn kinds_and_examples() -> String {
    let kinds = PLOTS.map(|Plot { name, doc, .. }| format!("  {name:<12}  {doc}\n"));
    format!(
        "\
Kinds:
{}
Tables are drawn without --kind: of start squares as a heat map, of solve --profile by depth.

Examples:
  knightsweep plot results/all-starts.csv
  knightsweep plot results/all-starts.csv --kind tour --out tours.svg
  knightsweep plot results/all-starts.csv --kind tour --job 19 --out tour.svg
  knightsweep plot all-orders.csv --width 84 --no-title --out figure2.svg
  knightsweep plot sweep.csv --kind ecdf --by order --out - > curves.svg",
        kinds.concat()
    )
}

/// The base of a curve.
fn parse_curve(text: &str) -> Result<f64, &'static str> {
    let base = text.trim().strip_suffix("^n").and_then(|base| base.parse().ok());
    base.filter(|base| (1.01..=1000.0).contains(base))
        .ok_or("a curve is a number from 1.01 to 1000 to the power of n, such as 8^n")
}

/// More bytes than most programs open in a reasonable time.
const LARGEST: usize = 20_000_000;

/// `knightsweep plot`
pub(super) fn plot(common: &Common, arguments: &PlotArgs) -> anyhow::Result<u8> {
    let kind = arguments.asked_kind()?;
    inputs::check_there(&arguments.files)?;
    // Pictures of different kinds and jobs do not replace each other.
    let ending = kind.map_or("svg".to_owned(), |kind| format!("{}.svg", kind.name));
    let usual = || arguments.wanted.beside(&arguments.files[0], &ending);
    let out = arguments.out.clone().map_or_else(usual, Ok)?;
    let target = picture_target(common, &out)?;
    let style = arguments.figure.style()?;
    let caption_target = arguments.figure.caption_target(common, &out)?;
    let (kind, picture, title, source) = match inputs::table(&arguments.files)? {
        Some((kind, csv)) => of_table(arguments, kind, &csv, &style)?,
        None => of_results(common, arguments, kind, &style)?,
    };
    let caption = arguments.figure.caption(title.clone(), &source);
    let svg = picture.standalone(&caption);
    if svg.len() > LARGEST {
        refuse!(
            "a picture of {} is more than most programs can show; take fewer jobs (--where), or \
             choose another --kind",
            bytes(svg.len() as u64)
        );
    }
    // What may be refused comes first.
    arguments.figure.write_data(common, &picture)?;
    // It has all texts, whatever of them the picture has.
    if let Some(target) = caption_target {
        target.write(picture.caption(title.as_deref(), &source).as_bytes())?;
    }
    if let Some(path) = target.write(svg.as_bytes())? {
        common.say(&format!("{}: {kind}", shown(path)));
    }
    Ok(DONE)
}

/// The name of a kind, a picture of it, its title, unless that is what it shows, and where the data
/// come from.
type Captioned = (&'static str, Picture, Option<String>, String);

/// The picture of results, of this kind if one is asked for.
fn of_results(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
    style: &Style,
) -> anyhow::Result<Captioned> {
    let (input, Read { files, about_estimates }) = read(common, arguments, kind)?;
    // The picture says what is drawn of estimates.
    let left_out = about_estimates.filter(|_| !arguments.with_estimates);
    if left_out.is_some() {
        common.say(DRAW_ESTIMATES);
    }
    let drawn = match kind {
        Some(kind) => kind.picture(&input, style).map(|picture| (kind, picture)),
        None => kinds::best(&input, style),
    };
    let (kind, mut picture) = drawn.with_context(|| captions::names(&files))?;
    for (option, works) in arguments.figure.given() {
        check_takes(kind, option, works)?;
    }
    let shards = captions::shard_remarks(&files);
    let remarks = left_out.map(|remark| capital(&remark)).into_iter().chain(shards);
    picture.notes.extend(remarks.map(|remark| remark + "."));
    if let Some(conditions) = arguments.wanted.described() {
        picture.notes.insert(0, format!("Only {conditions}."));
    }
    let title = arguments.figure.title.clone().or_else(|| captions::title(&files));
    Ok((kind.name, picture, title, captions::source(&files)))
}

/// Reads results for a picture of this kind, if one is asked for.
fn read(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
) -> anyhow::Result<(PlotInput, Read)> {
    if arguments.value.is_some() {
        refuse!(
            "--value works only with a table of start squares, as of best-order or count --starts"
        );
    }
    let mut input = PlotInput {
        by: arguments.by.clone().unwrap_or_default(),
        sides: arguments.sides.request(),
        curve: arguments.curve,
        ..PlotInput::default()
    };
    input.tours.wanted = arguments.job;
    // Files that are the sides of pairs may have the same jobs.
    let are_sides = kind == Some(&pairs::PLOT) && input.sides.are_files();
    let PlotArgs { files, wanted, .. } = arguments;
    let estimates = if arguments.with_estimates { Estimates::Take } else { Estimates::LeaveOut };
    let mut by = input.by.clone();
    by.extend(are_sides.then_some(Column::File));
    by.extend((kind == Some(&pairs::PLOT)).then_some(Column::Engine));
    let inputs = Inputs { files, wanted, estimates, by: &by };
    let read = inputs.read(common, |place, record| input.add(place, record))?;
    if input.jobs.is_empty() && read.about_estimates.is_some() {
        refuse!(
            "{}: all jobs are estimated, so there are no counts; {DRAW_ESTIMATES}",
            captions::names(&read.files)
        );
    }
    if !input.jobs.has_estimates() && input.jobs.iter().all(|job| job.cost.exact().is_none()) {
        common.say("no job is decided, so the picture has no counts, at most bounds");
    }
    input.files = captions::distinct_stems(&read.files);
    Ok((input, read))
}

/// How estimates are drawn.
const DRAW_ESTIMATES: &str = "draw the estimates with `--kind growth --with-estimates`, or those on \
                              one board with `--kind ecdf --with-estimates`";

/// The kinds that take an option: `--kind ecdf or growth`.
fn kinds_with(option: PlotOption) -> String {
    let kinds = PLOTS.into_iter().filter(|plot| plot.takes(option));
    let names: Vec<&str> = kinds.map(|plot| plot.name).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("--kind {} or {last}", others.join(", "))
        }
        _ => format!("--kind {}", names.concat()),
    }
}

/// Refuses an option, which `works` only with some kinds, with another one.
fn check_takes(kind: &Plot, option: PlotOption, works: &str) -> anyhow::Result<()> {
    if kind.takes(option) {
        return Ok(());
    }
    let (kinds, name) = (kinds_with(option), kind.name);
    Err(failure::usage(format!("{works} only with {kinds}, not with {name}")))
}

/// A picture of another table.
fn of_table(
    arguments: &PlotArgs,
    kind: &TablePlot,
    csv: &[u8],
    style: &Style,
) -> anyhow::Result<Captioned> {
    let (file, what, name) = (shown(&arguments.files[0]), kind.what, kind.name);
    if let Some((_, works)) = arguments.given().find(|(option, _)| *option != kind.option) {
        refuse!("{file}: it is {what}; {works} only with other pictures");
    }
    if arguments.kind.is_some_and(|asked| asked.name != name)
        || kind.option != PlotOption::Shades && arguments.value.is_some()
        || arguments.wanted.described().is_some()
    {
        refuse!(
            "{file}: it is {what}, which is drawn as {name}; leave out --by, --job, --where, \
             other kinds and their options"
        );
    }
    let picture = (kind.draw)(csv, arguments.value.as_deref(), style).context(file)?;
    let names = arguments.files.iter().map(|file| shown(file.file_name().unwrap_or_default()));
    Ok((kind.name, picture, arguments.figure.title.clone(), joined(names, ", ")))
}

impl PlotArgs {
    /// The options that are given and that not every kind takes, and what messages call them.
    fn given(&self) -> impl Iterator<Item = (PlotOption, &'static str)> {
        let own = [
            (PlotOption::Sides, self.sides.is_given(), "--between, --values and --reference work"),
            (PlotOption::Curve, self.curve.is_some(), "--curve works"),
            (PlotOption::Groups, self.by.is_some(), "--by works"),
            (PlotOption::Job, self.job.is_some(), "--job works"),
            (PlotOption::Estimates, self.with_estimates, "--with-estimates works"),
        ];
        let given = own.into_iter().filter(|(_, is_given, _)| *is_given);
        given.map(|(option, _, works)| (option, works)).chain(self.figure.given())
    }

    /// The kind that is named, or that an option implies: the first that takes it.
    fn asked_kind(&self) -> anyhow::Result<Option<&'static Plot>> {
        let mut kind = self.kind;
        for (option, works) in self.given() {
            match kind {
                Some(kind) => check_takes(kind, option, works)?,
                // The data decide whether there are estimates, axes or shades.
                None if [PlotOption::Estimates, PlotOption::Axes, PlotOption::Shades]
                    .contains(&option) => {}
                None => kind = PLOTS.into_iter().find(|plot| plot.takes(option)),
            }
        }
        Ok(kind)
    }
}
