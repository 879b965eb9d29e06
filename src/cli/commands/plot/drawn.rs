//! What is read to be drawn.

use knightsweep::analysis::jobs::Jobs;
use knightsweep::analysis::reading::JoinedFile;
use knightsweep::pictures::plot::Plot;
use knightsweep::pictures::tour::selection::SelectedTours;
use knightsweep::pictures::{PlotInput, growth, pairs, tour};
use knightsweep::results::record::Record;

use super::PlotArgs;
use crate::cli::args::Common;
use crate::cli::captions;
use crate::cli::inputs::{self, Estimates, Read};
use crate::cli::ui::failure;

/// What was read to be drawn.
pub(super) struct Drawn {
    pub input: PlotInput,
    /// The jobs with estimates in the place of counts, as ecdf draws them, if the jobs decide what
    /// is drawn.
    pub for_ecdf: Option<Jobs>,
    pub files: Vec<JoinedFile>,
    /// What is said about estimates that are left out; the picture says what is drawn of them.
    pub left_out: Option<String>,
}

/// Reads results for a picture of this kind, if one is asked for.
pub(super) fn drawn(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
) -> anyhow::Result<Drawn> {
    if arguments.value.is_some() {
        return Err(failure::usage(
            "--value works only with a table of start squares, as of best-order or count --starts"
                .to_owned(),
        ));
    }
    let mut input = PlotInput {
        by: arguments.by.clone().unwrap_or_default(),
        sides: arguments.sides.request(),
        reference: arguments.curve,
        tours: drawn_tours(arguments, kind),
        ..PlotInput::default()
    };
    // Files that are the sides of pairs may have the same jobs.
    let are_sides = kind == Some(&pairs::PLOT) && input.sides.are_files();
    let (paths, wanted) = (&arguments.files, &arguments.wanted);
    let estimates = match kind {
        _ if !arguments.with_estimates => Estimates::LeaveOut,
        Some(kind) if *kind != growth::PLOT => Estimates::Use,
        _ => Estimates::Take,
    };
    // The jobs decide, and ecdf has estimates in the place of counts.
    let mut for_ecdf = (kind.is_none() && arguments.with_estimates).then(Jobs::default);
    let add = |place: usize, record: &Record| {
        input.add(place, record);
        if let Some(jobs) = &mut for_ecdf {
            jobs.add(place, &record.with_estimate_as_checks());
        }
    };
    let Read { files, about_estimates } = if are_sides {
        inputs::read_apart(common, paths, wanted, add)?
    } else {
        inputs::read(common, paths, wanted, estimates, add)?
    };
    if input.jobs.is_empty() && about_estimates.is_some() {
        return Err(only_estimates(&files));
    }
    if input.jobs.iter().all(|job| job.cost.exact().is_none()) {
        common.say("no job is decided, so the picture has no counts, at most bounds");
    }
    input.files = files.iter().map(captions::stem).collect();
    // The experiments do not say how many jobs meet conditions.
    let is_all = arguments.wanted.described().is_none();
    let new = files.iter().filter(|file| is_all && file.brings_jobs());
    for (experiment, rows) in new.filter_map(JoinedFile::expected) {
        input.expect(&experiment, rows);
    }
    let left_out = about_estimates.filter(|_| estimates == Estimates::LeaveOut);
    if left_out.is_some() {
        common.say(DRAW_ESTIMATES);
    }
    Ok(Drawn { input, for_ecdf, files, left_out })
}

/// The tours that a picture of this kind draws. Others need to know only whether there is one.
fn drawn_tours(arguments: &PlotArgs, kind: Option<&Plot>) -> SelectedTours {
    match kind {
        Some(kind) if *kind == tour::PLOT => SelectedTours::to_draw(arguments.job),
        _ => SelectedTours::default(),
    }
}

/// How estimates are drawn.
const DRAW_ESTIMATES: &str = "draw the estimates with `--kind growth --with-estimates`, or those on \
                              one board with `--kind ecdf --with-estimates`";

/// The error of a picture of counts where there are only estimates.
fn only_estimates(files: &[JoinedFile]) -> anyhow::Error {
    failure::usage(format!(
        "{}: all jobs are estimated, so there are no counts; {DRAW_ESTIMATES}",
        captions::names(files)
    ))
}
