//! What is read to be drawn.

use knightsweep::analysis::columns::Column;
use knightsweep::analysis::reading::JoinedFile;
use knightsweep::pictures::heatmap::maps::capital;
use knightsweep::pictures::plot::Plot;
use knightsweep::pictures::{PlotInput, pairs};

use super::PlotArgs;
use crate::cli::args::Common;
use crate::cli::captions;
use crate::cli::inputs::{Estimates, Read, Reader};
use crate::cli::ui::refuse;

/// What was read to be drawn.
pub(super) struct Drawn {
    pub input: PlotInput,
    pub files: Vec<JoinedFile>,
    /// A note about estimates that are left out; the picture says what is drawn of them.
    pub left_out: Option<String>,
}

/// Reads results for a picture of this kind, if one is asked for.
pub(super) fn drawn(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
) -> anyhow::Result<Drawn> {
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
    let (paths, wanted) = (&arguments.files, &arguments.wanted);
    let estimates = if arguments.with_estimates { Estimates::Take } else { Estimates::LeaveOut };
    let mut by = input.by.clone();
    by.extend(are_sides.then_some(Column::File));
    by.extend((kind == Some(&pairs::PLOT)).then_some(Column::Engine));
    let mut reader = Reader::new(common, paths, wanted, estimates).by(&by);
    reader.read_all(paths, |place, record| input.add(place, record))?;
    let Read { files, about_estimates } = reader.finish()?;
    if input.jobs.is_empty() && about_estimates.is_some() {
        refuse!(
            "{}: all jobs are estimated, so there are no counts; {DRAW_ESTIMATES}",
            captions::names(&files)
        );
    }
    if !input.jobs.has_estimates() && input.jobs.iter().all(|job| job.cost.exact().is_none()) {
        common.say("no job is decided, so the picture has no counts, at most bounds");
    }
    input.files = captions::distinct_stems(&files);
    let left_out = about_estimates.filter(|_| !arguments.with_estimates).map(|remark| {
        common.say(DRAW_ESTIMATES);
        capital(&remark) + "."
    });
    Ok(Drawn { input, files, left_out })
}

/// How estimates are drawn.
const DRAW_ESTIMATES: &str = "draw the estimates with `--kind growth --with-estimates`, or those on \
                              one board with `--kind ecdf --with-estimates`";
