//! `plot`: a picture of results.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::reading::JoinedFile;
use knightsweep::pictures::plot::{Plot, PlotOption};
use knightsweep::pictures::reference::Reference;
use knightsweep::pictures::table_plot::TablePlot;
use knightsweep::pictures::{Caption, PLOTS, Picture, Style, ecdf, kinds};
use knightsweep::text::formatting::{bytes, joined};
use knightsweep::text::shown::shown;

use crate::cli::args::{Common, one_of, parse_number, parse_trimmed};
use crate::cli::captions;
use crate::cli::inputs::{self, Where};
use crate::cli::sides_args::SidesArgs;
use crate::cli::ui::{failure, picture_file};

mod drawn;

use drawn::{Drawn, drawn};

/// Draw results as a picture
///
/// On the board, as curves, over orders, by board size, job by job, or as tours.
///
/// Without --kind the data decide: a single tour is drawn on its board, several boards as growth,
/// one start with many orders as distribution, several starts as heat map, everything else as
/// curves. A job stopped by its budget is never drawn as a count. Unfinished files are drawn as far
/// as they go, in the kind of picture that suits the complete results.
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
    #[arg(short, long, ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(&PLOTS, |plot| plot.name))]
    kind: Option<&'static Plot>,

    /// The picture, or - for standard output
    #[arg(short, long, value_name = "FILE", long_help = out_help())]
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
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "COLUMN")]
    value: Option<String>,

    /// A curve to draw beside growth
    ///
    /// On n squares, such as 8^n, the paper's bound
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "BASE^n")]
    curve: Option<Reference>,

    /// The title
    ///
    /// [default: those of the experiments, or the names of the files]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_title")]
    title: Option<String>,

    /// Draw neither the title nor the line below
    ///
    /// For a figure whose caption is elsewhere
    #[arg(hide_short_help = true)]
    #[arg(long)]
    no_title: bool,

    /// Do not say where the data come from
    ///
    /// Which is written below the picture
    #[arg(hide_short_help = true)]
    #[arg(long)]
    no_source: bool,

    /// The width in millimetres
    ///
    /// From 40 to 1000. A column of a paper has 84
    #[arg(long, value_name = "MM", default_value = "170", value_parser = parse_width)]
    width: f64,

    /// The size of the texts in points
    ///
    /// From 6 to 40, and to 15 for each 100 mm of the width, but always to 9. Ticks and notes are
    /// smaller, at least 6
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "PT", default_value = "9", value_parser = parse_font_size)]
    font_size: f64,

    /// Draw estimates in the place of counts
    ///
    /// In growth (with bars for their 95 % intervals) and ecdf. Other pictures leave them out and
    /// say so
    #[arg(long)]
    with_estimates: bool,

    /// Write pictures of more than 20 MB
    #[arg(hide_short_help = true)]
    #[arg(long)]
    force: bool,
}

/// The kinds, and examples that this program can draw.
fn kinds_and_examples() -> String {
    let best = if cfg!(feature = "pdf") { "pdf" } else { "svg" };
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
  knightsweep plot all-orders.csv --width 84 --font-size 8 --no-title --out figure2.{best}
  knightsweep plot sweep.csv --where rule=fixed --kind ecdf --by order --out - > curves.svg",
        kinds.concat()
    )
}

fn out_help() -> String {
    format!(
        "Output: {}, or - for SVG on standard output [default: NAME.svg beside the first NAME.csv; \
         the conditions of --where and a kind that is asked for stand before .svg]. Only pictures of \
         knightsweep are replaced{}",
        picture_file::named(),
        picture_file::not_built()
    )
}

/// More bytes than most programs open in a reasonable time.
const LARGEST: usize = 20_000_000;

/// `knightsweep plot`
pub(super) fn plot(common: &Common, arguments: &PlotArgs) -> anyhow::Result<ExitCode> {
    let kind = arguments.asked_kind()?;
    inputs::check_there(&arguments.files)?;
    let out = arguments.out.clone().map_or_else(|| arguments.usual_name(kind), Ok)?;
    let target = picture_file::target(common, &out)?;
    let style = arguments.style()?;
    let (kind, picture, caption) = match inputs::table(&arguments.files)? {
        Some((kind, csv)) => of_table(arguments, kind, &csv, &style)?,
        None => of_results(common, arguments, kind, &style)?,
    };
    let svg = picture.standalone(&caption);
    if svg.len() > LARGEST && !arguments.force {
        return Err(failure::usage(format!(
            "a picture of {} is more than most programs can show; take fewer jobs (--where), \
             choose another --kind, or write it anyway with --force",
            bytes(svg.len() as u64)
        )));
    }
    if let Some(path) = picture_file::write(&target, &svg, &picture.headline)? {
        common.say(&format!("{}: {kind}", shown(path)));
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a kind, a picture of it, and the texts around it.
type Captioned = (&'static str, Picture, Caption);

/// The picture of results, of this kind if one is asked for.
fn of_results(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
    style: &Style,
) -> anyhow::Result<Captioned> {
    let Drawn { mut input, for_ecdf, files, left_out } = drawn(common, arguments, kind)?;
    let kind = kind.unwrap_or_else(|| kinds::natural(&input));
    match for_ecdf {
        Some(jobs) if *kind == ecdf::PLOT => input.jobs = jobs,
        Some(_) if !kind.takes(PlotOption::Estimates) => {
            return Err(failure::usage(format!(
                "{}: these jobs are drawn as {}, which has no estimates; leave out \
                 --with-estimates, or add {}",
                captions::names(&files),
                kind.name,
                kinds_with(PlotOption::Estimates)
            )));
        }
        _ => {}
    }
    let picture = kind.picture(&input, style).with_context(|| captions::names(&files))?;
    let mut caption = arguments.caption(&files);
    if let (Some(source), Some(remark)) = (&mut caption.source, left_out) {
        *source += &format!(" · {remark}");
    }
    Ok((kind.name, picture, caption))
}

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

/// A picture of another table.
fn of_table(
    arguments: &PlotArgs,
    kind: &TablePlot,
    csv: &[u8],
    style: &Style,
) -> anyhow::Result<Captioned> {
    let file = &arguments.files[0];
    let is_all = arguments.kind.is_none_or(|asked| asked.name == kind.name)
        && arguments.by.is_none()
        && arguments.job.is_none()
        && arguments.curve.is_none()
        && !arguments.with_estimates
        && !arguments.sides.is_given()
        && !(kind.is_joined && arguments.value.is_some())
        && arguments.wanted.described().is_none();
    if !is_all {
        return Err(failure::usage(format!(
            "{}: it is {}, which is drawn as {}; leave out --by, --job, --where, \
             other kinds and their options",
            shown(file),
            kind.what,
            kind.name
        )));
    }
    let picture =
        (kind.draw)(csv, arguments.value.as_deref(), style).with_context(|| shown(file))?;
    let names = arguments.files.iter().map(|file| shown(file.file_name().unwrap_or_default()));
    let name = joined(names, ", ");
    let title = arguments.title.clone().unwrap_or_else(|| name.clone());
    let caption = Caption {
        title: (!arguments.no_title).then_some(title),
        source: (!arguments.no_source).then_some(name),
    };
    Ok((kind.name, picture, caption))
}

impl PlotArgs {
    /// Beside the first file. Conditions and a requested kind are part of the name, so pictures do
    /// not replace each other.
    fn usual_name(&self, kind: Option<&Plot>) -> anyhow::Result<PathBuf> {
        let ending = kind.map_or("svg".to_owned(), |kind| format!("{}.svg", kind.name));
        self.wanted.beside(&self.files[0], &ending)
    }

    /// How large the picture and its texts are.
    fn style(&self) -> anyhow::Result<Style> {
        /// The size of texts, in points, that leaves room for a picture, by its millimetres.
        const MOST_POINTS: f64 = 0.15;
        /// What every width takes.
        const ALWAYS: f64 = 9.0;
        let most = (MOST_POINTS * self.width).max(ALWAYS);
        if self.font_size > most {
            return Err(failure::usage(format!(
                "--font-size: {} points leave no room in {} mm; give at most {}, or --width {}",
                self.font_size,
                self.width,
                most.floor(),
                (self.font_size / MOST_POINTS).ceil()
            )));
        }
        Ok(Style::of_print(self.width, self.font_size))
    }

    /// The kind that is named, or that an option implies: the first that takes it.
    fn asked_kind(&self) -> anyhow::Result<Option<&'static Plot>> {
        let given = [
            (PlotOption::Sides, self.sides.is_given(), "--between, --values and --reference work"),
            (PlotOption::Curve, self.curve.is_some(), "--curve works"),
            (PlotOption::Groups, self.by.is_some(), "--by works"),
            (PlotOption::Job, self.job.is_some(), "--job works"),
            (PlotOption::Estimates, self.with_estimates, "--with-estimates works"),
        ];
        let mut kind = self.kind;
        for (option, _, works) in given.into_iter().filter(|(_, is_given, _)| *is_given) {
            match kind {
                Some(kind) if !kind.takes(option) => {
                    return Err(failure::usage(format!(
                        "{works} only with {}, not with {}",
                        kinds_with(option),
                        kind.name
                    )));
                }
                // The data may decide whether there are estimates.
                None if option != PlotOption::Estimates => {
                    kind = PLOTS.into_iter().find(|plot| plot.takes(option));
                }
                _ => {}
            }
        }
        Ok(kind)
    }

    fn caption(&self, files: &[JoinedFile]) -> Caption {
        let mut title = self.title.clone().unwrap_or_else(|| captions::title(files));
        let mut source = captions::source(files);
        if let Some(conditions) = self.wanted.described() {
            /// Longer ones are in the small print.
            const LONGEST_IN_TITLE: usize = 100;
            // The title is that of all jobs.
            let is_ours = self.title.is_none() && !self.no_title;
            if is_ours && (self.no_source || conditions.len() <= LONGEST_IN_TITLE) {
                title += &format!(": only {conditions}");
            } else {
                source += &format!(" · only {conditions}");
            }
        }
        Caption {
            title: (!self.no_title).then_some(title),
            source: (!self.no_source).then_some(source),
        }
    }
}

fn parse_width(text: &str) -> Result<f64, String> {
    within(text, 40.0, 1000.0, "millimetres")
}

fn parse_font_size(text: &str) -> Result<f64, String> {
    within(text, 6.0, 40.0, "points")
}

fn within(text: &str, least: f64, most: f64, unit: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("write a number of {unit} from {least} to {most}"))
}
